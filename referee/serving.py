"""Serving the app on a tablet, a laptop or a host, with waitress."""

from __future__ import annotations

import errno
import gc
import io
import logging
import signal
import socket
import sys
from types import FrameType
from typing import TextIO

import qrcode
from flask import Flask
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from referee.app import create_app
from referee.config import Config, Sources
from referee.errors import InputError
from referee.games import registry
from referee.tables import Tables

_THREADS_TO_SPARE = 24
"""Threads that answer requests when as many event streams are open as may be."""
_STREAMS = 96
_EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones at the table must reach it)
_ALL = frozenset({_EVERYWHERE, "::"})
_PORT = 8000
_MOST_READ = 8
"""How much of a body is read, as a multiple of the limit, so that the app itself can say it is too long."""
_SWITCH_SECONDS = 0.001
"""How long a thread may run while others wait.

With Python's own 5 ms a short request would wait behind each long one.
"""
Server = BaseWSGIServer | MultiSocketServer
_ELSEWHERE = "192.0.2.1"
"""An address reserved for examples: nothing is ever sent to it."""


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    sources: Sources | None = None,
) -> None:
    """Serve tables until interrupted, and print the address and its QR code first.

    `host` None is every address of this machine, `port` None is 8000 (0: any free one), `database` an
    SQLAlchemy address, None for DATABASE_URL or the embedded database, `sources` where time and chance come
    from, None for the real ones. Raises InputError when it cannot listen there, Problem when the database
    cannot be used.
    """
    app = create_app(Config(database_url=database or "", streams=_STREAMS, sources=sources or Sources()))
    server = listen(app, host or _EVERYWHERE, _PORT if port is None else port)
    shown = lan_address() if (host or _EVERYWHERE) in _ALL else host
    address = f"http://{shown}:{port_of(server)}/"
    app.config["PUBLIC_URL"] = address
    warm_up(app)
    announce(address, sys.stdout)
    _end_streams_when_stopped(app.extensions["tables"])
    try:
        server.run()
    finally:
        server.close()
        app.extensions["tables"].close()
        sys.stdout.write("\nThe referee has stopped; every table is kept.\n")


def _end_streams_when_stopped(tables: Tables) -> None:
    """Let Ctrl+C and a host's request to stop end the event streams first; waitress waits for them."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        tables.hub.close()
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def listen(app: Flask, host: str, port: int, threads: int = _STREAMS + _THREADS_TO_SPARE) -> Server:
    """Return a server for an app, listening already. Raises InputError when the address cannot be had."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    # A short queue is normal and needs no warning.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=threads,
            channel_timeout=120,
            connection_limit=1000,
            channel_request_lookahead=1,  # Only then waitress notices that a listening browser has gone.
            ident="referee",
            max_request_body_size=_MOST_READ * app.config["MAX_CONTENT_LENGTH"],
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        other = "; name another one with --port" if getattr(error, "errno", 0) == errno.EADDRINUSE else ""
        raise InputError(
            f"The referee cannot listen on {host} port {port}: {why.rstrip('.')}{other}."
        ) from None
    listening: Server = server
    return listening


def port_of(server: Server) -> int:
    """Return the port that a server listens on."""
    if isinstance(server, MultiSocketServer):
        return int(server.effective_listen[0][1])
    assert server.socket is not None
    return int(server.socket.getsockname()[1])


def announce(address: str, out: TextIO) -> None:
    """Print the app's address, with a QR code for devices with a camera."""
    out.write(f"\nThe referee is at  {address}\n\n")
    out.write(qr_text(address, ascii_only=not _can_print_blocks(out)))
    out.write("\nOpen it on the tablet beside the board. Stop with Ctrl+C.\n\n")
    out.flush()


def qr_text(text: str, *, ascii_only: bool = False) -> str:
    """Return a QR code for a terminal, light on dark."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    code.make(fit=True)
    buffer = io.StringIO()
    if not ascii_only:
        code.print_ascii(out=buffer, invert=True)
        return buffer.getvalue()
    return "".join("".join("  " if dark else "##" for dark in row) + "\n" for row in code.get_matrix())


def lan_address() -> str:
    """Return this machine's address on the local network; its loopback address where it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ELSEWHERE, 9))  # a datagram socket sends nothing by connecting
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def warm_up(app: Flask) -> None:
    """Compute in advance what the first player would otherwise wait for."""
    rules = registry.game(registry.default())
    match = rules.match(rules.options({}), app.extensions["tables"].store)
    match.prepare()
    # All this stays as long as the server: no full collection walks through it in a tap any more.
    gc.collect()
    gc.freeze()


def _can_print_blocks(out: TextIO) -> bool:
    try:
        "█▀▄".encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
