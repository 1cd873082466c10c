"""Never returns"""


def run():
    while True:
        pass
