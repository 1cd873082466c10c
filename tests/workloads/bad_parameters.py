"""Has a default that no command line and no JSON can hold"""

PARAMS = {"names": {"a", "b"}}


def run(names):
    return len(names)
