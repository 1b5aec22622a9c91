"""The app on an event loop: a request costs a thread only once it is there, an event stream costs none.

The app stays what it is, a WSGI app. Its threads answer requests whose bodies have arrived. A body that does
not come, an answer that nobody takes, and a stream without news wait on the loop.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote_to_bytes

from referee.bodies import BODY_SECONDS, Bodies, Body, HungUp, Receive
from referee.held_streams import Held, HeldStreams
from referee.hub import Hub
from referee.loop_calls import LoopCalls
from referee.tables.guesses import network_of
from referee.turns import Turns

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

HELD = "referee.held"
"""Where an environment has a list, the app may lay a `Held` stream there in place of a body."""
REFUSED = "referee.refused"
"""In the environment of a request that is not let in: the `Problem` to answer, None where it is let in."""
NETWORK = "referee.network"
"""In the environment of a request: the network it comes from. What a header sets begins with HTTP_ there."""
_RELIEF_SECONDS = 0.003
"""How long one request is worked on before the next one begins beside it, until the app's turns are taken."""
Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class _Answer:
    """What the app answered: a whole body, or a stream to hold."""

    status: int
    headers: Headers
    body: bytes
    held: Held | None


class Carrier:
    """An ASGI app that carries a WSGI app, whose `turns` answer: `longest` bytes of a body are kept.

    `proxied` says that one proxy in front tells where each request comes from.
    """

    def __init__(
        self,
        app: WSGIApplication,
        hub: Hub,
        turns: Turns,
        *,
        longest: int,
        body_seconds: float = BODY_SECONDS,
        proxied: bool = False,
    ) -> None:
        self._app, self._hub, self._bodies = app, hub, Bodies(longest, body_seconds)
        self._turns, self._proxied = turns, proxied
        self._calls: LoopCalls | None = None
        self._relieving = False
        self._streams: HeldStreams | None = None

    def close(self) -> None:
        """Let the threads go. Called once the event loop has ended."""
        self._turns.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        address = self._address(scope)
        network = network_of(address)
        room = self._bodies.room(network)
        try:
            body = await self._bodies.read(receive, room)
            answer = await self._answered(environ_of(scope, body, address), network)
        except HungUp:
            return
        finally:
            room.leave()
        if body.refused or body.size > self._bodies.longest:
            answer.headers.append((b"connection", b"close"))
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.held is None:
            await send({"type": "http.response.body", "body": answer.body})
            return
        await self._hold(answer.held, receive, send)

    async def _answered(self, environ: WSGIEnvironment, network: str) -> _Answer:
        """Return what the app answers, from a thread. Raises what the app raises."""
        loop = asyncio.get_running_loop()
        future, calls = loop.create_future(), self._calls_on(loop)

        def work() -> None:
            try:
                answer = self._ask(environ)
            except BaseException as error:  # noqa: BLE001  (whoever waits for the answer hears of it)
                calls.soon(_finish, future, None, error)
            else:
                calls.soon(_finish, future, answer, None)

        environ[NETWORK] = network
        self._turns.submit(work, network)
        if not self._relieving:
            self._relieving = True
            loop.call_later(_RELIEF_SECONDS, self._relieve, loop)
        return cast(_Answer, await future)

    def _address(self, scope: Scope) -> str:
        """Return the address that a request comes from."""
        told = ""
        if self._proxied:
            told = ",".join(
                value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
            )
        return told.rpartition(",")[2].strip() or str((scope.get("client") or ("", 0))[0])

    def _relieve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let requests begin beside slow ones, again and again while any is unfinished."""
        self._relieving = self._turns.relieve()
        if self._relieving:
            loop.call_later(_RELIEF_SECONDS, self._relieve, loop)

    def _calls_on(self, loop: asyncio.AbstractEventLoop) -> LoopCalls:
        if self._calls is None:
            self._calls = LoopCalls(loop)
        return self._calls

    def _ask(self, environ: WSGIEnvironment) -> _Answer:
        """Return what the app answers. Runs on a thread."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _error: Any = None) -> Any:
            started[:] = [(status, headers)]

        given: Iterable[bytes] = self._app(environ, start_response)
        try:
            body = b"".join(given)
        finally:
            close = getattr(given, "close", None)
            if close is not None:
                close()
        status, headers = started[0]
        sent = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        held = environ[HELD][0] if environ[HELD] else None
        if held is not None:
            sent = [(name, value) for name, value in sent if name != b"content-length"]
        return _Answer(int(status[:3]), sent, body, held)

    async def _hold(self, held: Held, receive: Receive, send: Send) -> None:
        if self._streams is None:
            self._streams = HeldStreams(self._hub, self._calls_on(asyncio.get_running_loop()))

        async def text(said: str) -> None:
            await send({"type": "http.response.body", "body": said.encode(), "more_body": True})

        async def hung_up() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        await self._streams.follow(held, text, hung_up)
        await send({"type": "http.response.body", "body": b""})

    def stop(self) -> None:
        """Stop looking for news for the streams. Called on the event loop."""
        if self._streams is not None:
            self._streams.close()


def _finish(future: asyncio.Future[_Answer], answer: _Answer | None, error: BaseException | None) -> None:
    """Give a request its answer, unless its device has hung up. Called on the event loop."""
    if future.done():
        return
    if answer is None:
        # A future cannot hold StopIteration.
        future.set_exception(RuntimeError() if error is None or isinstance(error, StopIteration) else error)
    else:
        future.set_result(answer)


def environ_of(scope: Scope, body: Body, address: str) -> WSGIEnvironment:
    """Return the WSGI environment of a request from an address, whose body has been read (PEP 3333)."""
    client, server = scope.get("client") or ("", 0), scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address,
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body.data),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        HELD: [],
        REFUSED: body.refused,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ.pop("HTTP_CONTENT_LENGTH", None)
    if body.size:
        environ["CONTENT_LENGTH"] = str(body.size)
    return environ


def _add_header(environ: dict[str, Any], name: str, value: str) -> None:
    """Add a header. A name with "_" is left out: it would pass for the one with "-"."""
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
    if key in environ:
        value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
    environ[key] = value
