"""Count the primes below n by trial division

Pure Python arithmetic on private data: the textbook case of code that the GIL keeps on one core.
"""

PARAMS = {"n": {"default": 200_000, "minimum": 10_000, "maximum": 5_000_000, "unit": ""}}


def run(n):
    count = 0
    for candidate in range(2, n):
        divisor = 2
        is_prime = True
        while divisor * divisor <= candidate:
            if candidate % divisor == 0:
                is_prime = False
                break
            divisor += 1
        if is_prime:
            count += 1
    return count
