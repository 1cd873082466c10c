"""Fails with an error of its own, two calls deep"""


def divide(numerator):
    return numerator / 0


def run():
    return divide(41)
