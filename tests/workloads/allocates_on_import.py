"""Takes 1 GiB while it is imported, and then never finishes"""

import time

hoard = []
while True:
    if len(hoard) < 50:
        hoard.append(bytearray(b"x") * 20_000_000)
    time.sleep(0.01)


def run():
    return 0
