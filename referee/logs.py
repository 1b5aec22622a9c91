"""Logs of a host: what the app says and what was asked of it, as JSON lines (REFEREE_LOG=json).

A line names the route, never the address that was asked: that may hold a code, a token or a search.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import TextIO

from flask import Flask, Response, g, request

from referee import __version__
from referee.json_lines import JsonLines
from referee.storage import migrations

access = logging.getLogger("referee.access")
_NO_ROUTE = "none"


def log_as_json(app: Flask, out: TextIO | None = None) -> None:
    """Write the logs of this process to `out`, standard error by default, and a line for each request."""
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("referee")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
    app.before_request(note_start)
    app.after_request(_note)


def what_runs(app: Flask) -> str:
    """Return the line of the log with which a process begins. Its database is of the latest migration."""
    kind = "PostgreSQL" if app.extensions["tables"].database.shared else "SQLite"
    return f"referee {__version__} runs on {kind}, migration {migrations.LATEST}"


def note_start() -> None:
    """Note when a request began to be answered."""
    g.asked_at = time.perf_counter()


def seconds_taken() -> float:
    """Return the seconds since then; 0 where nothing was noted."""
    return time.perf_counter() - float(g.get("asked_at", time.perf_counter()))


def _note(answer: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else _NO_ROUTE
    facts = {"method": request.method, "route": route, "status": answer.status_code,
             "ms": round(seconds_taken() * 1000, 1)}  # fmt: skip
    access.info("answered", extra={"facts": facts})
    return answer
