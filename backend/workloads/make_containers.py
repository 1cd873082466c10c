"""Make many small dicts and lists

Each one is tracked by the garbage collector, which on a free-threaded build stops all threads while it looks for
cycles.
"""

PARAMS = {"n": {"default": 100_000, "minimum": 1, "maximum": 10_000_000, "unit": ""}}


def run(n):
    kept = []
    for i in range(n):
        kept.append({"number": i, "neighbours": [i - 1, i + 1]})
    return len(kept)
