"""Add up the integers below n in a loop

The smallest pure-Python loop: bytecode and small allocations, nothing else.
"""

PARAMS = {"n": {"default": 2_000_000, "minimum": 0, "maximum": 100_000_000, "unit": ""}}


def run(n):
    total = 0
    for number in range(n):
        total += number
    return total
