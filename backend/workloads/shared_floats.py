"""Read a list of floats that all threads share

Nothing is written, and nothing waits. But each read takes and gives back a reference to the same float, and without a
GIL the cores fight over that count.
"""

PARAMS = {"n": {"default": 300_000, "minimum": 1, "maximum": 100_000_000, "unit": ""}}

_shared = [float(i) + 0.5 for i in range(64)]


def run(n):
    shared = _shared
    last = 0.0
    for i in range(n):
        last = shared[i & 63]
    return last
