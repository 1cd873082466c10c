"""Sleep for some milliseconds

Waiting without a socket: time.sleep() lets go of the GIL, so threads overlap on every build.
"""

import time

PARAMS = {"ms": {"default": 50, "minimum": 1, "maximum": 10_000, "unit": "ms"}}


def run(ms):
    time.sleep(ms / 1000)
    return 1
