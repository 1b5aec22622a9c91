"""The server of a laptop and of a host: uvicorn, with the app carried on its event loop."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
import threading
from contextlib import suppress
from types import FrameType

import uvicorn
from flask import Flask

from referee.asgi import Carrier
from referee.bodies import BODY_SECONDS
from referee.connections import ANSWER_SECONDS, HEAD_SECONDS, MOST_OF_AN_ADDRESS, Entrance, guarded
from referee.errors import InputError
from referee.hub import Hub
from referee.turns import THREADS, Turns

_SWITCH_SECONDS = 0.001
"""How long a thread may run while others wait.

With Python's own 5 ms a short request would wait behind each long one.
"""
_WAITING = 512
"""Connections that the system keeps until the server takes them."""
_KEPT_SECONDS = 120
"""How long a connection stays open between two requests."""
_STOP_SECONDS = 5
_FILES = 256
"""Open files that are left for the database and the rest."""
_MOST = 10_000


class Server:
    """A server that listens already; `run` serves until `close` or a signal to stop."""

    def __init__(
        self,
        app: Flask,
        listening: socket.socket,
        threads: int = THREADS,
        head_seconds: float = HEAD_SECONDS,
        body_seconds: float = BODY_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        self.socket = listening
        self._hub: Hub = app.extensions["tables"].hub
        turns: Turns = app.extensions["turns"]
        turns.threads = threads
        self._carrier = Carrier(
            app,
            self._hub,
            turns,
            longest=app.config["MAX_CONTENT_LENGTH"],
            body_seconds=body_seconds,
            proxied=app.config["PROXIED"],
        )
        most = _files() - _FILES
        of_one = most if app.config["PROXIED"] else min(most, MOST_OF_AN_ADDRESS)
        config = uvicorn.Config(
            self._carrier,
            http=guarded(Entrance(most, of_one, head_seconds, answer_seconds)),
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            workers=1,  # unless it is told, it reads WEB_CONCURRENCY
            access_log=False,
            proxy_headers=False,
            server_header=False,
            headers=[("Server", "referee")],
            timeout_keep_alive=_KEPT_SECONDS,
            timeout_graceful_shutdown=_STOP_SECONDS,
            backlog=_WAITING,
        )
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._server = _Stopping(config, self._hub, self._carrier)

    def run(self) -> None:
        """Serve until somebody stops it."""
        try:
            self._server.run(sockets=[self.socket])
        finally:
            self._carrier.close()

    def close(self) -> None:
        """Stop serving, after what is being answered. Any thread may call this."""
        self._hub.close()
        self._server.should_exit = True
        if not self._server.started:
            self.socket.close()


class _Stopping(uvicorn.Server):
    """A server that ends the event streams first when it is told to stop."""

    def __init__(self, config: uvicorn.Config, hub: Hub, carrier: Carrier) -> None:
        super().__init__(config)
        self._hub, self._carrier = hub, carrier

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when asked to; at once when asked twice."""
        del sig, frame
        self.force_exit = self.should_exit
        self.should_exit = True
        # A signal may come while a thread holds a lock of the hub.
        threading.Thread(target=self._hub.close, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering."""
        self._hub.close()
        await super().shutdown(sockets)
        self._carrier.stop()


def listen(
    app: Flask,
    host: str,
    port: int,
    threads: int = THREADS,
    head_seconds: float = HEAD_SECONDS,
    body_seconds: float = BODY_SECONDS,
    answer_seconds: float = ANSWER_SECONDS,
) -> Server:
    """Return a server for an app, listening already. Raises InputError when the address cannot be had."""
    return Server(app, bound(host, port), threads, head_seconds, body_seconds, answer_seconds)


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises InputError when the address cannot be had."""
    try:
        return _listening(host, port)
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


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises OSError, or OverflowError for an impossible port."""
    bare = host.removeprefix("[").removesuffix("]")  # as an IPv6 address stands in a URL
    family, kind, _, _, address = socket.getaddrinfo(bare, port, type=socket.SOCK_STREAM)[0]
    # The event loop sends short answers at once only where the socket says that it is TCP.
    listening = socket.socket(family, kind, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_WAITING)
    except BaseException:
        listening.close()
        raise
    return listening


def port_of(server: Server) -> int:
    """Return the port that a server listens on."""
    return int(server.socket.getsockname()[1])


def _files() -> int:
    """Return how many files this process may open, as many as the system lets it."""
    most = 1024
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
        if soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
