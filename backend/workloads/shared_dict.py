"""Write to one dict that all threads share

Without a GIL every dict has a lock of its own: threads that write to the same one wait for that lock, and burn CPU time
while they do.
"""

PARAMS = {"n": {"default": 300_000, "minimum": 1, "maximum": 100_000_000, "unit": ""}}

_shared = {}


def run(n):
    shared = _shared
    for i in range(n):
        shared[i & 255] = i
    return n
