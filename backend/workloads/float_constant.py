"""Add a float constant n times

Every pass of the loop uses one constant of the code object. If constants were shared and mortal on a free-threaded
build, threads would fight over that constant's reference count and be slower than one.
"""

PARAMS = {"n": {"default": 2_000_000, "minimum": 1, "maximum": 100_000_000, "unit": ""}}


def run(n):
    total = 0.0
    for _ in range(n):
        total += 0.5
    return total
