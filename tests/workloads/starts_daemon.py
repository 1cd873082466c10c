"""Uses a daemon thread, which subinterpreters may not have."""

import threading


def run():
    thread = threading.Thread(target=lambda: None, daemon=True)
    thread.start()
    thread.join()
    return 1
