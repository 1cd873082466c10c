"""Returns what a program that it starts inherits beyond standard input, output and error."""

import subprocess


def run():
    listed = subprocess.run(
        ["sh", "-c", "for n in 3 4; do [ -e /proc/$$/fd/$n ] && echo $n; done; true"],
        close_fds=False, capture_output=True, text=True, check=True)
    return listed.stdout
