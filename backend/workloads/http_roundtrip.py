"""Make a GET and a POST to an upstream that answers after delay_ms

What a typical web backend does: it waits for another service. Each worker keeps one connection alive. The upstream
runs inside Gilscope, on loopback, and never needs a GIL.
"""

import http.client
import json
import os
import threading

PARAMS = {"delay_ms": {"default": 50, "minimum": 1, "maximum": 1000, "unit": "ms"}}

_local = threading.local()


def _connection():
    if not hasattr(_local, "connection"):
        _local.connection = http.client.HTTPConnection(os.environ["GILSCOPE_UPSTREAM"], timeout=30)
    return _local.connection


def _ask(method, delay_ms):
    connection = _connection()
    connection.request(method, f"/api/slow?ms={delay_ms}", body=b"" if method == "POST" else None)
    response = connection.getresponse()
    answer = json.loads(response.read())
    if response.status != 200 or answer != {"ok": True, "ms": delay_ms}:
        raise RuntimeError(f"the upstream answered {response.status} {answer} to {method}")


def run(delay_ms):
    _ask("GET", delay_ms)
    _ask("POST", delay_ms)
    return 1
