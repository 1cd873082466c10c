"""Takes its answer from a module beside it"""

import neighbour
import time


def run():
    time.sleep(0.05)
    return neighbour.ANSWER
