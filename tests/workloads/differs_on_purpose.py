"""The same differences, but nobody is to compare them"""

import os
import threading
import time


COMPARE = False


def run():
    time.sleep(0.05)
    return threading.get_native_id() == os.getpid()
