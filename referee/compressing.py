"""Compressed answers: gzip for texts, once only for files that do not change."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Response, request

_LEAST = 1000
"""Bytes below which compressing gains nothing."""
_KINDS = frozenset(
    {
        "text/html", "text/css", "text/javascript", "application/javascript", "application/json",
        "application/jsonl", "application/problem+json", "image/svg+xml", "application/manifest+json",
    }
)  # fmt: skip
_STATIC_LEVEL, _LEVEL = 9, 4


def compress(answer: Response) -> Response:
    """Return the answer, compressed if that saves space and the browser accepts it.

    Event streams stay as they are.
    """
    if answer.mimetype not in _KINDS:
        return answer
    answer.headers.add("Vary", "Accept-Encoding")
    if (
        answer.status_code not in {200, 201, 404, 409, 422}
        or answer.headers.get("Content-Encoding")
        or request.method == "HEAD"
        or not request.accept_encodings["gzip"]
    ):
        return answer
    static = request.endpoint == "static"
    if answer.is_streamed and not static:
        return answer
    answer.direct_passthrough = False
    data = answer.get_data()
    if len(data) < _LEAST:
        return answer
    answer.set_data(_packed_file(data) if static else gzip.compress(data, _LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    return answer


@lru_cache(maxsize=32)
def _packed_file(data: bytes) -> bytes:
    return gzip.compress(data, _STATIC_LEVEL, mtime=0)
