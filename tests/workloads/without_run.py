"""Has nothing to run"""

PARAMS = {"n": 5}
