"""Ends a child as multiprocessing.Pool does, and writes to a pipe that nobody reads."""

import os
import signal


def run():
    child = os.fork()
    if child == 0:
        signal.pause()
        os._exit(1)
    os.kill(child, signal.SIGTERM)
    _, status = os.waitpid(child, 0)
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        os.write(write_end, b"x")
    except BrokenPipeError:
        return [os.WTERMSIG(status), "a broken pipe is told"]
    finally:
        os.close(write_end)
