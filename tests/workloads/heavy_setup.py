"""Has a setup() that fails: nobody should notice who only asks which workloads there are."""


def setup():
    raise RuntimeError("setup() was called")


def run():
    return 1
