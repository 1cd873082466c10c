"""Imports a module that refuses subinterpreters"""

import readline  # noqa: F401
import time


def run():
    time.sleep(0.05)
    return 1
