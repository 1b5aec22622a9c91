"""Monitoring for hosts: logs as JSON lines, and Prometheus metrics.

A line names the route, never the address that was asked: that may hold a code, a token or a search.

No figure names a table, a seat, an address or a token: a request counts under its route, a refusal under its
case. Several processes count together through files in the folder PROMETHEUS_MULTIPROC_DIR, which
`referee.gunicorn_conf` names.
"""

from __future__ import annotations

import hmac
import logging
import os
import sys
import time
from typing import TYPE_CHECKING, Any, TextIO

from flask import Flask, Response, abort, g, request

from referee import __version__
from referee.errors import InputError
from referee.storage import migrations
from referee.web.json_lines import JsonLines

if TYPE_CHECKING:
    from referee.tables.service import Tables


access = logging.getLogger("referee.access")
_NO_ROUTE = "none"


def log_as_json(app: Flask, out: TextIO | None = None) -> None:
    """Write the logs of this process to `out`, standard error by default, and a line for each request."""
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("referee")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
    app.before_request(start_timer)
    app.after_request(_log_request)


def startup_line(app: Flask) -> str:
    """Return the first log line of a process: version, database and migration."""
    kind = "PostgreSQL" if app.extensions["tables"].database.shared else "SQLite"
    return f"referee {__version__} runs on {kind}, migration {migrations.LATEST}"


def start_timer() -> None:
    """Store the start time of a request."""
    g.asked_at = time.perf_counter()


def elapsed_seconds() -> float:
    """Return the seconds since then; 0 where nothing was noted."""
    return time.perf_counter() - float(g.get("asked_at", time.perf_counter()))


def _log_request(answer: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else _NO_ROUTE
    facts = {"method": request.method, "route": route, "status": answer.status_code,
             "ms": round(elapsed_seconds() * 1000, 1)}  # fmt: skip
    access.info("answered", extra={"facts": facts})
    return answer


MULTIPROCESS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper ends of the counted latencies, in seconds."""
_NOT_INSTALLED = "REFEREE_METRICS: it needs prometheus-client; pip install '.[host]'."
_OTHER = "other"
"""The method and route of a request that leads nowhere: both are a stranger's own words."""


def serve_metrics(app: Flask, tables: Tables, password: str) -> None:
    """Count what an app does, and serve it at `/metrics` to requests with `password` as bearer token.

    To everybody else the address does not exist. Raises InputError where prometheus_client is missing.
    """
    try:
        figures = _Metrics(tables)
    except ImportError:
        raise InputError(_NOT_INSTALLED) from None

    def metrics() -> Response:
        sent = request.headers.get("Authorization", "").encode()
        if not hmac.compare_digest(sent, f"Bearer {password}".encode()):
            abort(404)
        return figures.response()

    app.add_url_rule("/metrics", "metrics", metrics, methods=["GET"])
    app.before_request(start_timer)
    app.after_request(figures.count_request)
    tables.store.on_ruling.append(figures.count_ruling)


class _Metrics:
    """The counters of one process."""

    def __init__(self, tables: Tables) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram  # noqa: PLC0415

        self._tables, self._registry = tables, CollectorRegistry()
        kept: Any = {"registry": self._registry}
        self._requests = Counter(
            "referee_requests", "Requests answered.", ["method", "route", "status"], **kept
        )
        self._seconds = Histogram(
            "referee_request_seconds", "Time to answer a request.", ["route"], buckets=_BUCKETS, **kept
        )
        self._rulings = Counter("referee_rulings", "Rulings on actions.", ["system", "allowed"], **kept)
        self._refusals = Counter("referee_refusals", "Refused actions by case.", ["system", "case"], **kept)
        self._loaded = Gauge(
            "referee_tables", "Tables in memory.", multiprocess_mode="livesum", **kept
        )  # fmt: skip
        self._streams = Gauge("referee_streams", "Event streams held.", multiprocess_mode="livesum", **kept)

    def count_ruling(self, system: str, ruling: Any) -> None:
        """Count a ruling on an action of a game; a refusal counts once under each of its cases."""
        self._rulings.labels(system, "yes" if ruling.legal else "no").inc()
        if not ruling.legal:
            for case in ruling.cases:
                self._refusals.labels(system, case).inc()

    def count_request(self, answer: Response) -> Response:
        """Count a request that was answered."""
        rule = request.url_rule
        method, route = (request.method, rule.rule) if rule else (_OTHER, _OTHER)
        self._requests.labels(method, route, str(answer.status_code)).inc()
        self._seconds.labels(route).observe(elapsed_seconds())
        self._loaded.set(self._tables.store.tables_in_memory)
        self._streams.set(self._tables.events.open_streams)
        return answer

    def response(self) -> Response:
        """Return the figures of all processes that count together."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest  # noqa: PLC0415
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        registry = self._registry
        if os.environ.get(MULTIPROCESS_FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
