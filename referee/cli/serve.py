"""The server of a tablet or a laptop: waitress, which is Python alone. A host runs gunicorn instead."""

from __future__ import annotations

import errno
import io
import logging
import os
import signal
import socket
import sys
import threading
from collections import Counter
from contextlib import suppress
from typing import TextIO

import qrcode
import waitress
from flask import Flask
from waitress.channel import HTTPChannel

from referee import heavy
from referee.app import create_app, warm_up
from referee.config import Config, Sources
from referee.errors import InputError
from referee.web.maintenance import running_maintenance
from referee.web.monitoring import startup_line

THREADS = 64
STREAMS = 48
"""Event streams open at once. Each takes a thread; the other threads answer requests."""
_CONNECTIONS = 1000
_SPARE_SHARE = 0.1
"""The share of them that is kept free for new clients."""
_MAX_PIPELINED = 3
"""Requests that one connection sends before it is answered: browsers send one."""
_BACKLOG = 512
"""Connections that the system keeps until the server takes them."""
_KEEPALIVE_SECONDS = 120
"""How long a connection stays open between two requests."""
_STOP_SECONDS = 5.0
_ALL_ADDRESSES = "0.0.0.0"  # noqa: S104  (phones at the table must reach it)
_WILDCARDS = frozenset({_ALL_ADDRESSES, "::"})
_PORT = 8000
_COLOURS, _USUAL_COLOURS = "\x1b[97;40m", "\x1b[0m"
_EXAMPLE_ADDRESS = "192.0.2.1"
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
    from, None for the real ones. Raises InputError when it cannot listen there or the database can only be
    read, Problem when that cannot be used.
    """
    app = create_app(Config(database_url=database or "", streams=STREAMS, sources=sources or Sources()))
    app.extensions["tables"].database.check_writable()
    heavy.POOL.size = 1
    # It would have a line for each request that waits for a thread.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    warm_up(app)
    logging.getLogger("referee").info(startup_line(app))
    server = Server(app, listening_socket(host or _ALL_ADDRESSES, _PORT if port is None else port))
    app.config["PUBLIC_URL"] = address_of(app.config["ADDRESS"], server.socket)
    announce(app.config["PUBLIC_URL"], sys.stdout)
    _stop_on_signals()
    try:
        with running_maintenance(app.extensions["tables"]):
            server.run()
    finally:
        app.extensions["tables"].close()
        sys.stdout.write("\nThe referee has stopped; every table is kept.\n")


class Server:
    """A server that listens already; `run` serves until `close` or an interruption."""

    def __init__(self, app: Flask, listening: socket.socket, threads: int = THREADS) -> None:
        self.socket = listening
        self._events = app.extensions["tables"].events
        self._map: dict[int, object] = {}
        self._closing = False
        self._server = waitress.create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=threads,
            ident="referee",
            # To read ahead is how it notices that a device has hung up.
            channel_request_lookahead=1,
            connection_limit=_CONNECTIONS,
            channel_timeout=_KEEPALIVE_SECONDS,
            max_request_body_size=4 * app.config["MAX_CONTENT_LENGTH"],
            # REFEREE_PROXIED says whether they are believed, and Werkzeug's ProxyFix reads them.
            clear_untrusted_proxy_headers=False,
            asyncore_use_poll=os.name == "posix",
        )
        self._server.channel_class = _Connection
        # An event must not wait until more of its stream fills a buffer. As an argument it is deprecated.
        self._server.adj.send_bytes = 1

    def run(self) -> None:
        """Serve until somebody stops it, and finish what is being answered."""
        loop, polls = self._server.asyncore.loop, self._server.adj.asyncore_use_poll
        with suppress(KeyboardInterrupt):
            while not self._closing:
                loop(timeout=1, map=self._map, use_poll=polls, count=1)
                self._make_room()
        self._events.close()
        self._server.task_dispatcher.shutdown(timeout=_STOP_SECONDS)
        loop(timeout=0, map=self._map, use_poll=polls, count=1)
        self._server.asyncore.close_all(self._map, ignore_all=True)

    def _make_room(self) -> None:
        """Before all connections are taken, close the longest idle ones of the client that has most."""
        spare = int(_CONNECTIONS * _SPARE_SHARE)
        if len(self._server.active_channels) <= _CONNECTIONS - spare:
            return
        connections = list(self._server.active_channels.values())
        most = Counter(one.addr[0] for one in connections).most_common(1)[0][0]
        idle = [one for one in connections if one.addr[0] == most and not one.requests]
        for one in sorted(idle, key=lambda one: float(one.last_activity))[:spare]:
            one.handle_close()

    def close(self) -> None:
        """Stop serving, after what is being answered. Any thread may call this."""
        self._closing = True
        self._events.close()
        with suppress(OSError):  # the loop may have stopped by itself meanwhile
            self._server.pull_trigger()


class _Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when it sends many requests at once.

    A client that reads none of many answers would hold a thread indefinitely.
    """

    def received(self, data: bytes) -> bool:
        taken = bool(super().received(data))
        if len(self.requests) > _MAX_PIPELINED:
            # `will_close` would wait until the device reads.
            self.handle_close()
        return taken


def _stop_on_signals() -> None:
    """Shut down cleanly on a signal, and when the terminal closes, unless `nohup` is used."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # there is no SIGHUP on Windows
        if number is not None and (name != "SIGHUP" or signal.getsignal(number) is signal.SIG_DFL):
            signal.signal(number, signal.default_int_handler)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises InputError when the address cannot be had."""
    try:
        return _bind(host, port)
    except (OSError, ValueError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        other = (
            "; name another one with --port (or, with make, PORT=8010)"
            if getattr(error, "errno", 0) == errno.EADDRINUSE
            else ""
        )
        raise InputError(
            f"The referee cannot listen on {host} port {port}: {why.rstrip('.')}{other}."
        ) from None


def _bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises OSError, or OverflowError for an impossible port."""
    bare = host.removeprefix("[").removesuffix("]")  # the form of an IPv6 address in a URL
    family, kind, _, _, address = socket.getaddrinfo(bare, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def port_of(server: Server) -> int:
    """Return the port that a server listens on."""
    return int(server.socket.getsockname()[1])


def address_of(given: str, listening: socket.socket) -> str:
    """Return the address to show: the one address of a host, or that of the socket on the local network."""
    host, port = listening.getsockname()[:2]
    shown = lan_address() if host in _WILDCARDS else f"[{host}]" if ":" in host else host
    return given or f"http://{shown}:{port}/"


def announce(address: str, out: TextIO) -> None:
    """Print the app's address, with a QR code for devices with a camera."""
    out.write(f"\nThe referee is at  {address}\n\n")
    code = qr_text(address, ascii_only=not _can_print_blocks(out))
    out.write(_white_on_black(code) if out.isatty() else code)
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


def _white_on_black(code: str) -> str:
    """Return a code in its own colours: in a light terminal it would be dark on light turned round."""
    return "".join(f"{_COLOURS}{line}{_USUAL_COLOURS}\n" for line in code.splitlines())


def lan_address() -> str:
    """Return this machine's address on the local network; its loopback address where it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_EXAMPLE_ADDRESS, 9))  # a datagram socket sends nothing by connecting
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _can_print_blocks(out: TextIO) -> bool:
    try:
        "█▀▄".encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
