"""Leaves children behind: in its group, in a session of its own, or a line of descendants, each in its own

With `then` = "exit" the workload's own process ends while the child still holds all its descriptors.
"""

import os
import time

PARAMS = {"kind": "group", "then": "return"}

_is_done = False


def _sleep_for_ever():
    while True:
        time.sleep(600)


def _child(kind):
    if kind != "group":
        os.setsid()
    if kind == "family":
        for _ in range(5):
            if os.fork() != 0:
                break
            os.setsid()
    _sleep_for_ever()


def run(kind, then):
    global _is_done
    if not _is_done:
        _is_done = True
        if os.fork() == 0:
            _child(kind)
        time.sleep(0.05)  # so that the child is where it wants to be
    if then == "exit":
        os._exit(7)
    time.sleep(0.05)
    return 1
