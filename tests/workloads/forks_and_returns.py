"""Forks when it is imported, in setup() and in run(), and each time lets the child return to whoever called."""

import os

ENGINE = os.getpid()


def fork_and_return():
    if os.fork() == 0:
        return
    os.wait()


def setup():
    check()
    fork_and_return()


def run():
    check()
    fork_and_return()
    return "told by the engine" if os.getpid() == ENGINE else "told by a child"


def check():
    if os.getpid() != ENGINE:
        os.write(1, b"a child goes on as if it were the engine\n")


fork_and_return()
