"""Gives back its parameters, which come in all forms

The second paragraph is the description.
"""

import time

PARAMS = {
    "plain": 5,
    "limited": {"default": 1.5, "minimum": 1, "maximum": 2, "unit": "s"},
    "text": {"default": "a"},
    "flag": False,
    "items": {"default": [1, 2]},
}


def run(plain, limited, text, flag, items):
    time.sleep(0.05)
    return [repr(plain), repr(limited), text, flag, items]
