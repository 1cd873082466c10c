"""Count under one lock that all threads share

The whole work is done while a lock of the module is held, so threads take turns on any build. Interpreters and
processes have a copy of the lock each, and don't wait for each other.
"""

import threading

PARAMS = {"n": {"default": 300_000, "minimum": 1, "maximum": 100_000_000, "unit": ""}}

_lock = threading.Lock()


def run(n):
    with _lock:
        count = 0
        for i in range(n):
            count += i & 1
        return count
