"""Compressed answers: gzip for texts. The static files are packed once, when they are read."""

from __future__ import annotations

import gzip

from flask import Response, request

LEAST = 1000
"""Bytes below which compressing gains nothing."""
KINDS = frozenset(
    {
        "text/html", "text/css", "text/javascript", "application/javascript", "application/json",
        "application/jsonl", "application/problem+json", "image/svg+xml", "application/manifest+json",
    }
)  # fmt: skip
_LEVEL = 4


def compress(answer: Response) -> Response:
    """Return the answer, compressed if that saves space and the browser accepts it.

    Event streams stay as they are.
    """
    if answer.mimetype not in KINDS:
        return answer
    answer.headers.add("Vary", "Accept-Encoding")
    if (
        answer.status_code not in {200, 201, 404, 409, 422}
        or answer.headers.get("Content-Encoding")
        or request.method == "HEAD"
        or not request.accept_encodings["gzip"]
    ):
        return answer
    if answer.is_streamed:
        return answer
    data = answer.get_data()
    if len(data) < LEAST:
        return answer
    answer.set_data(gzip.compress(data, _LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    return answer
