"""Imports an extension module that needs the GIL"""

import gil_user  # noqa: F401
import time


def run():
    time.sleep(0.05)
    return 1
