"""Imports it too, and silences CPython's warning"""

import time
import warnings

warnings.simplefilter("ignore")
import gil_user  # noqa: E402, F401


def run():
    time.sleep(0.05)
    return 1
