"""Prints 10 MB once, in bytes that are no UTF-8 too"""

import sys
import time

_printed = False


def run():
    global _printed
    if not _printed:
        _printed = True
        sys.stdout.buffer.write(b"first line\n\xff\xfe")
        for _ in range(1000):
            print("x" * 10_000)
    time.sleep(0.05)
    return 1
