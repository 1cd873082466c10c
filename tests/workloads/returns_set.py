"""Returns what JSON can't hold"""


def run():
    return {1, 2}
