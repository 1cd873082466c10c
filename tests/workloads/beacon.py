"""Appends a byte to a file at each call, for those who watch"""

import time

PARAMS = {"file": ""}


def run(file):
    with open(file, "ab") as stream:
        stream.write(b".")
    time.sleep(0.02)
    return 1
