"""Hash some MiB with SHA-256

Native code that lets go of the GIL: threads run in parallel on the standard build, too.
"""

import hashlib

PARAMS = {"mib": {"default": 8, "minimum": 1, "maximum": 1024, "unit": "MiB"}}

_block = b"gilscope" * (1024 * 1024 // 8)


def run(mib):
    digest = hashlib.sha256()
    for _ in range(mib):
        digest.update(_block)
    return digest.hexdigest()
