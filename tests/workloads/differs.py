"""Returns True on a main thread and False on any other"""

import os
import threading
import time


def run():
    time.sleep(0.05)
    return threading.get_native_id() == os.getpid()
