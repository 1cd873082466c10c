"""Takes memory without end"""

_hoard = []


def run():
    while True:
        _hoard.append(bytearray(b"x") * 4_000_000)
