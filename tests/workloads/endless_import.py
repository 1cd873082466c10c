"""Never finishes its import"""

while True:
    pass


def run():
    return 0
