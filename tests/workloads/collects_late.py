"""Collects garbage on one worker's thread only, after the worker of the first CPU has finished."""

import gc
import os
import time

COMPARE = False
CPUS = os.sched_getaffinity(os.getpid())  # of the main thread, which isn't pinned


def run():
    time.sleep(0.05)
    mine = os.sched_getaffinity(0)
    if len(CPUS) > 1 and min(mine) == min(CPUS):
        return
    time.sleep(0.1)
    for _ in range(5):
        gc.collect()
