"""Leaves its process memory for a thread or two, no more."""

import resource

MEBIBYTE = 2 ** 20


def address_space():
    with open("/proc/self/statm") as sizes:
        return int(sizes.read().split()[0]) * resource.getpagesize()


resource.setrlimit(resource.RLIMIT_AS, (address_space() + 24 * MEBIBYTE,) * 2)


def run():
    return 1
