"""Returns an integer with more digits than Python turns into text, or raises with a message of megabytes."""

PARAMS = {"raises": {"default": 0, "minimum": 0, "maximum": 1}}


def run(raises):
    if raises:
        raise ValueError("begins here" + "x" * 3_000_000 + "ends here")
    return 10 ** 6_000
