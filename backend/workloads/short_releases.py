"""Hash many blocks of 4 KiB

Each hash lets go of the GIL for a few microseconds and wants it back at once: threads hand it over thousands of times
a second, which costs more than it gains.
"""

import hashlib

PARAMS = {"n": {"default": 10_000, "minimum": 1, "maximum": 10_000_000, "unit": ""}}

_block = b"gilscope" * 512


def run(n):
    digest = b""
    for _ in range(n):
        digest = hashlib.sha256(_block).digest()
    return digest.hex()
