"""Reads from address 0"""

import ctypes


def run():
    return ctypes.string_at(0)
