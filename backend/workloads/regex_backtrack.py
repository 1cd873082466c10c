"""Match a pattern that backtracks 2**n times

One long native call that keeps the GIL: no switch interval helps the threads that wait for it.
"""

import re

PARAMS = {"n": {"default": 20, "minimum": 1, "maximum": 28, "unit": ""}}

_pattern = re.compile("(a+)+$")


def run(n):
    return _pattern.match("a" * n + "b") is not None
