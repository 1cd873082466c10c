"""Do nothing: what the harness itself costs"""


def run():
    return None
