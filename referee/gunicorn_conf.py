"""Settings of gunicorn for a host: `gunicorn -c python:referee.gunicorn_conf`.

gunicorn reads the names of this module: https://gunicorn.org/reference/settings/. One worker serves a SQLite
file; PostgreSQL lets several serve together. Everything that belongs to one worker starts after the fork.
"""

from __future__ import annotations

import errno
import importlib
import logging
import mmap
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from gunicorn.errors import AppImportError

from referee.config import Config, read_number
from referee.errors import InputError
from referee.web.connections import is_disconnected
from referee.web.gunicorn_worker import GunicornLogger, RequestBody

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.arbiter import Arbiter
    from gunicorn.http.message import Request
    from gunicorn.workers.ggevent import GeventWorker

_MAX_WORKERS = 64
_DEFAULT_MAX_WORKERS = 4
"""The default limit of workers: each opens up to 20 of the database's connections, 80 in all."""
_CONCURRENCY = "WEB_CONCURRENCY"
_TOGETHER = "PROMETHEUS_MULTIPROC_DIR"
_FILES = 10_000
_READ_AHEAD = 8192
"""Bytes of a body that are taken from the system at once."""
_A_MOMENT = 1e-6
"""Seconds: any number but 0 has gevent look at every connection."""
_AGAIN_SECONDS = 2
"""How long a worker that cannot start waits before the next one tries."""
_told = mmap.mmap(-1, 1)
"""Whether one of the first workers has reported why it cannot start; shared memory."""

wsgi_app = "referee.gunicorn_conf:application()"
worker_class = "gevent"
logger_class = GunicornLogger
bind = f"0.0.0.0:{os.environ.get('PORT', '8000')}"
keepalive = 120
worker_connections = 4000
limit_request_fields = 50
limit_request_field_size = 12 * 1024
"""A browser has one field for all its cookies, one of each table: those of 200 tables fit."""
graceful_timeout = 5
timeout = 60
forwarded_allow_ips = forwarder_headers = ""
"""No header says which path was asked for. REFEREE_PROXIED says whether Werkzeug's ProxyFix reads others."""
control_socket_disable = True


def _is_sqlite() -> bool:
    return Config.of(None).database_url.startswith("sqlite")


def _workers() -> int:
    usual = 1 if _is_sqlite() else min(os.cpu_count() or 1, _DEFAULT_MAX_WORKERS)
    return read_number(_CONCURRENCY, usual, _MAX_WORKERS)


try:
    workers = _workers()
except InputError as error:
    sys.exit(f"referee: {error.sentence}")


def on_starting(server: Arbiter) -> None:
    """Check what was set elsewhere, and have the workers count together. Raises RuntimeError."""
    if server.cfg.worker_class_str != "gevent":
        raise RuntimeError("The referee needs gunicorn's gevent workers: leave out --worker-class.")
    if server.cfg.workers > 1 and _is_sqlite():
        raise RuntimeError("Several workers need a PostgreSQL database; a SQLite file allows only one.")
    if os.environ.get("REFEREE_METRICS") and not os.environ.get(_TOGETHER):
        server.metrics_folder = os.environ[_TOGETHER] = tempfile.mkdtemp(prefix="referee-metrics-")
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def application() -> Flask:
    """Return the app of one worker, which also keeps the tables up. Raises AppImportError."""
    from referee import heavy  # noqa: PLC0415  (a master need not load it)
    from referee.app import create_app, warm_up  # noqa: PLC0415  (the same)
    from referee.errors import Problem  # noqa: PLC0415  (the same)
    from referee.web.maintenance import start_maintenance  # noqa: PLC0415  (the same)
    from referee.web.monitoring import startup_line  # noqa: PLC0415  (the same)

    try:
        app = create_app({"workers": workers})
        warm_up(app)
    except InputError as error:
        raise AppImportError(f"referee: {error.sentence}") from None
    except Problem as problem:
        raise AppImportError(f"referee: {problem.detail}") from None
    logging.getLogger("gunicorn.error").info(startup_line(app))
    start_maintenance(app.extensions["tables"])
    heavy.POOL.size = max(1, heavy.POOL.size // workers)
    return app


def post_fork(server: Arbiter, worker: GeventWorker) -> None:
    """Have a worker load all of the program: after an update the master still has modules of the old one."""
    # An option of the command may have set another number.
    os.environ[_CONCURRENCY] = str(min(server.num_workers, _MAX_WORKERS))
    for name in [name for name in sys.modules if name.partition(".")[0] == "referee"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    # Ages count from 1 and never come again.
    worker.load_wsgi = partial(_loaded, worker.load_wsgi, worker, worker.age <= server.cfg.workers)


def _loaded(load: Callable[[], None], worker: GeventWorker, first: bool) -> None:
    """Load the app. A first worker that cannot ends gunicorn; a later one makes room for the next.

    Only one may end it: gunicorn shows a traceback where a second one does while it stops.
    """
    try:
        load()
    except AppImportError as error:
        if first and not _told[0]:
            _told[0] = 1
            raise
        if not first:
            worker.log.error("%s", error)  # noqa: TRY400  (the sentence says it all)
        time.sleep(_AGAIN_SECONDS)
        sys.exit(1)


def post_worker_init(worker: GeventWorker) -> None:
    """End the event streams at the signal to stop: a worker waits for all that it answers."""
    import gevent  # noqa: PLC0415  (only a worker has it patched in)

    events, stop = worker.wsgi.extensions["tables"].events, worker.handle_exit

    def handle(number: int, frame: Any) -> None:
        # A signal may come while a greenlet holds a lock of a table’s news.
        gevent.spawn(events.close)
        stop(number, frame)

    signal.signal(signal.SIGTERM, handle)


def pre_request(worker: GeventWorker, request: Request) -> None:
    """Let other greenlets run first: gevent stays with a connection that has more to read.

    Raises ConnectionResetError if the client has disconnected.
    """
    import gevent  # noqa: PLC0415  (only a worker has it patched in)

    others = partial(gevent.sleep, _A_MOMENT)
    others()
    if is_disconnected(request.unreader.sock):
        raise ConnectionResetError(errno.ECONNRESET, "nobody waits for the answer")
    # Refused bodies are read too, up to a limit: a browser that is still sending would miss the answer.
    most = 4 * worker.wsgi.config["MAX_CONTENT_LENGTH"]
    request.unreader.max_body_chunk = _READ_AHEAD
    request.body.reader = RequestBody(request.body.reader, others, most)


def worker_exit(server: Arbiter, worker: GeventWorker) -> None:
    """Close the database, and sign off from the other processes."""
    app = getattr(worker, "wsgi", None)  # there is none where the app could not start
    if app is not None:
        app.extensions["tables"].close()
    if worker.ppid != os.getppid():  # something killed the master
        on_exit(server)


def child_exit(_server: Arbiter, worker: GeventWorker) -> None:
    """Stop counting what a worker that has ended held."""
    if folder := os.environ.get(_TOGETHER):
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415  (optional)

        mark_process_dead(worker.pid, folder)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    """Delete what the workers counted."""
    if folder := getattr(server, "metrics_folder", ""):
        shutil.rmtree(folder, ignore_errors=True)
