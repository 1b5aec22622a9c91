"""Serving the app on a tablet, a laptop or a host."""

from __future__ import annotations

import gc
import io
import socket
import sys
from typing import TextIO

import qrcode
from flask import Flask

from referee.app import create_app
from referee.config import Config, Sources
from referee.games import registry
from referee.server import Server, listen, port_of

__all__ = ["Server", "announce", "lan_address", "listen", "port_of", "qr_text", "serve", "warm_up"]

_STREAMS = 4000
_EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones at the table must reach it)
_ALL = frozenset({_EVERYWHERE, "::"})
_PORT = 8000
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
    if app.config["ONE_ADDRESS"]:
        address = app.config["PUBLIC_URL"]
    app.config["PUBLIC_URL"] = address
    warm_up(app)
    announce(address, sys.stdout)
    try:
        server.run()
    finally:
        app.extensions["tables"].close()
        sys.stdout.write("\nThe referee has stopped; every table is kept.\n")


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
