"""Serving the app on a tablet, a laptop or a host."""

from __future__ import annotations

import gc
import io
import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from typing import TextIO

import qrcode
from flask import Flask

from referee.app import create_app
from referee.config import Config, Sources
from referee.errors import InputError
from referee.games import registry
from referee.metrics import counting_together
from referee.places import Places
from referee.server import Server, bound, listen, port_of
from referee.storage.database import file_of
from referee.upkeep import kept_up
from referee.workers import READY, Workers, most_workers

__all__ = [
    "Server",
    "announce",
    "lan_address",
    "listen",
    "port_of",
    "qr_text",
    "serve",
    "serve_as_worker",
    "serve_together",
    "warm_up",
]

_STREAMS = 4000
_EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones at the table must reach it)
_ALL = frozenset({_EVERYWHERE, "::"})
_PORT = 8000
_JOIN_SECONDS = 5.0
_YOUNG_COLLECTIONS = 1000
"""So many collections of young objects come before one of all objects."""
_COLOURS, _USUAL_COLOURS = "\x1b[97;40m", "\x1b[0m"
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
    app = _app(database, sources)
    server = listen(app, host or _EVERYWHERE, _PORT if port is None else port)
    announce(_addressed(app, server.socket), sys.stdout)
    _stop_on_hangup(server)
    try:
        with kept_up(app.extensions["tables"]):
            server.run()
    finally:
        app.extensions["tables"].close()
        _say_stopped()


def _stop_on_hangup(server: Server) -> None:
    """Have the server stop in order when its terminal closes, unless `nohup` has it stay."""
    hangup = getattr(signal, "SIGHUP", None)  # there is none on Windows
    if hangup is None or threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(hangup) is signal.SIG_DFL:
        # A signal may come while a thread holds a lock of the hub.
        signal.signal(hangup, lambda *_: threading.Thread(target=server.close, daemon=True).start())


def serve_together(
    workers: int | None, host: str | None = None, port: int | None = None, database: str | None = None
) -> None:
    """Serve tables from several processes until interrupted; `workers` None is as many as do good here.

    The address is printed once the first of them serves. The rest is as for `serve`. Raises InputError also
    when the database cannot be shared or used, and on a system that cannot pass on a socket (Windows).
    """
    if os.name != "posix":
        raise InputError("--workers: this system cannot share a socket between processes.")
    config = Config.of({"database_url": database or ""})
    count = most_workers(workers, shared=file_of(config.database_url) is None)
    listening = bound(host or _EVERYWHERE, _PORT if port is None else port)
    places = Places(listening, count)
    command = [sys.executable, "-m", "referee", "serve", "--fd"]
    address = _address(config.address, listening)
    try:
        with counting_together(config.metrics) as (variables, forget):
            there = {"DATABASE_URL": config.database_url, **variables}
            Workers(places, count, command, there, lambda: announce(address, sys.stdout), forget).run()
    finally:
        places.close()
        _say_stopped()


def serve_as_worker(fd: int, database: str | None = None) -> None:
    """Serve tables on a socket that has its address already, until told to stop or standard input ends.

    Raises InputError when there is no such socket, Problem when the database cannot be used.
    """
    try:
        listening = socket.socket(fileno=fd)
        listening.getsockname()
    except OSError as error:
        raise InputError(f"--fd {fd}: there is no open socket of this number: {error.strerror}.") from None
    app = _app(database, None)
    server = Server(app, listening)
    _addressed(app, listening)
    # The process whose place it takes is still there to tell what it knows.
    app.extensions["tables"].channel.join(_JOIN_SECONDS)
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()
    threading.Thread(target=_stop_with_parent, args=(server,), daemon=True).start()
    try:
        with kept_up(app.extensions["tables"]):
            server.run()
    finally:
        app.extensions["tables"].close()


def _app(database: str | None, sources: Sources | None) -> Flask:
    """Return the app of a server, with what the first player would wait for worked out."""
    app = create_app(Config(database_url=database or "", streams=_STREAMS, sources=sources or Sources()))
    warm_up(app)
    return app


def _addressed(app: Flask, listening: socket.socket) -> str:
    """Return the address that a server shows, and have its links show it too."""
    given = app.config["PUBLIC_URL"] if app.config["ONE_ADDRESS"] else ""
    address = app.config["PUBLIC_URL"] = _address(given, listening)
    return address


def _address(given: str, listening: socket.socket) -> str:
    """Return the address to show: the one address of a host, or that of the socket on the local network."""
    host, port = listening.getsockname()[:2]
    shown = lan_address() if host in _ALL else f"[{host}]" if ":" in host else host
    return given or f"http://{shown}:{port}/"


def _stop_with_parent(server: Server) -> None:
    """Stop the server when its parent has ended, even if it was killed."""
    with suppress(OSError, ValueError):
        # Not by `sys.stdin`, whose lock this thread would hold as the interpreter ends.
        while os.read(sys.stdin.fileno(), 64):
            pass
    server.close()


def _say_stopped() -> None:
    sys.stdout.write("\nThe referee has stopped; every table is kept.\n")


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
            probe.connect((_ELSEWHERE, 9))  # a datagram socket sends nothing by connecting
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def warm_up(app: Flask) -> None:
    """Compute in advance what the first player would otherwise wait for."""
    rules = registry.game(registry.default())
    match = rules.match(rules.options({}), app.extensions["tables"].store)
    match.prepare()
    # All this stays as long as the server: no full collection walks through it in a tap any more. One that
    # walks through five hundred tables takes 0.2 s, so they are rare; the young ones find nearly everything.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _YOUNG_COLLECTIONS)


def _can_print_blocks(out: TextIO) -> bool:
    try:
        "█▀▄".encode(getattr(out, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
