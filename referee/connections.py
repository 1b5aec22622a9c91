"""The connections of a server: how many there may be, and what one may cost before it has asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from uvicorn.config import Config
from uvicorn.server import ServerState

from referee.network_limit import NetworkLimit
from referee.tables.guesses import network_of

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    try:  # compiled, and a third of the cost; the extra `host` brings it
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol

HEAD_SECONDS = 10.0
"""How long the first line and the headers of a request may take, and how long a new connection is silent."""
MOST_OF_AN_ADDRESS = 1000
"""Connections from one network, unless a proxy stands in front: then all come from there."""
_LONGEST_HEAD = 64_000
"""Bytes of a request's first line and headers."""
ANSWER_SECONDS = 60.0
"""How long what was sent to a device may wait until it is read."""
_LEAST_READ = 64_000
"""Bytes that a slow device reads in that time, or it is taken for one that does not read."""
_PIECE, _SMALL_PIECE = 64_000, 500
"""Bytes that are read at once of a body, and of all else, so that not too much work is in them."""
_FRAMING, _DATA_A_FRAME = 1_000, 64
"""Bytes that a body may have around its chunks; one more for so many bytes in them."""
_MOST_AT_ONCE = 50
"""Requests of one connection that wait for their answers; a browser waits for each before the next."""
_LAST_WORD_SECONDS = 1.0
"""How long a new connection may still send its request to a server that stops."""
_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Entrance:
    """Counts the connections of a server: at most `most` in all, `most_of_one` from one network.

    A network is what `referee.tables.guesses` counts as one: an IPv6 network has countless addresses. Where
    one may not have all places, a few together cannot either.
    """

    def __init__(
        self,
        most: int,
        most_of_one: int,
        head_seconds: float = HEAD_SECONDS,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.head_seconds, self.answer_seconds = head_seconds, answer_seconds
        self._open = NetworkLimit(most, most_of_one, leaves_room=most_of_one < most)

    def enter(self, address: str) -> bool:
        """Count a connection in; False, and not counted, when there are too many."""
        return self._open.enter(network_of(address))

    def leave(self, address: str) -> None:
        """Count a connection out."""
        self._open.leave(network_of(address))


class _Coming:
    """What comes on a connection since the last whole head: the request it is of, its data, and the rest.

    The rest is what stands around the chunks of its body, or requests that come before they are asked for.
    """

    def __init__(self, request: Any = None) -> None:
        self._request = request
        told = dict(request.scope["headers"]) if request is not None else {}
        length = told.get(b"content-length", b"")
        self._is_chunked = b"transfer-encoding" in told
        self._length = int(length[:18]) if length.isdigit() and not self._is_chunked else 0
        self._data = self._rest = 0

    @property
    def piece(self) -> int:
        """How many bytes to read now. Those of a body whose length its head told cost next to nothing."""
        left = self._length - self._data
        return min(left, _PIECE) if left > 0 else _SMALL_PIECE

    def count(self, read: int, data: int) -> None:
        """Count so many bytes that were read, and those of them that the body has got."""
        self._data += data
        self._rest += read - data

    def is_too_much(self) -> bool:
        """Whether the rest is more than a request needs: each chunk, and each header, costs its reader."""
        if self._is_chunked and self._request.more_body:
            return self._rest > _FRAMING + self._data // _DATA_A_FRAME
        return self._rest > _LONGEST_HEAD


class OneWrite:
    """A transport that writes everything of one turn of the event loop together.

    An answer is a head and a body: apart they would cost two packets, and wake its reader twice.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        """Return what the transport itself has."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write data, with whatever else is written before the event loop looks again."""
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(data)

    def writelines(self, list_of_data: Iterable[bytes]) -> None:
        """Write several pieces of data, as `write` does."""
        self.write(b"".join(list_of_data))

    def close(self) -> None:
        """Close the connection after all that was written."""
        self.flush()
        self._transport.close()

    def flush(self) -> None:
        """Write all that waits."""
        if self._parts:
            parts, self._parts = b"".join(self._parts), []
            self._transport.write(parts)


class Guarded(Protocol):
    """A connection that is closed when it costs too much.

    It says nothing, or what it says does not end; its answers are not read, or too many requests wait in it.
    """

    entrance: ClassVar[Entrance]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._entered = ""
        self._said = 0
        self._coming = _Coming()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or close it at once when there are too many."""
        transport.set_write_buffer_limits(high=0)  # so that it is told of all that is not read at once
        super().connection_made(cast(asyncio.Transport, OneWrite(transport, self.loop)))
        address = self.client[0] if self.client else "-"
        if self.entrance.enter(address):
            self._entered = address
            self._wait_for_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self._stop_waiting()
        self._stop_watching()
        if self._entered:
            self.entrance.leave(self._entered)
            self._entered = ""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; the rest of a request's head must come in time, and must not be endless."""
        if not self._entered:
            return
        self._said += len(data)
        start = 0
        while start < len(data) and not self.transport.is_closing():
            piece = data[start : start + self._coming.piece]
            start += len(piece)
            self._read(piece)
            too_many = len(getattr(self, "pipeline", ())) > _MOST_AT_ONCE
            if too_many or (self._answering() and self._coming.is_too_much()):
                self.transport.abort()
        if self.transport.is_closing():
            return
        if self._answering():
            self._stop_waiting()
        elif self._said > _LONGEST_HEAD:
            self.transport.abort()
        elif self._deadline is None:
            self._wait_for_head()

    def _read(self, piece: bytes) -> None:
        """Read a piece, and count what it was."""
        before: Any = self.cycle
        had = len(before.body) if before is not None else 0
        super().data_received(piece)
        cycle: Any = self.cycle
        if cycle is not before:
            self._coming = _Coming(cycle)
            self._coming.count(len(cycle.body), len(cycle.body))
        elif cycle is not None:
            self._coming.count(len(piece), len(cycle.body) - had)

    def pause_writing(self) -> None:
        """Write no more until the device has read, and watch whether it does."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Write on: the device has read what was sent."""
        self._stop_watching()
        super().resume_writing()

    def shutdown(self) -> None:
        """End with what is being answered. A connection that is new may still say what it came for."""
        cycle: Any = self.cycle
        if cycle is None and self._entered:
            self.loop.call_later(_LAST_WORD_SECONDS, self._shut_down_late)
        else:
            super().shutdown()

    def _shut_down_late(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait_for_head(self) -> None:
        self._deadline = self.loop.call_later(self.entrance.head_seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        self._said = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _watch(self) -> None:
        self._stop_watching()
        waits = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.entrance.answer_seconds, self._check_read, waits)

    def _check_read(self, waited: int) -> None:
        """End the connection unless its device has read on."""
        if self.transport.get_write_buffer_size() > max(0, waited - _LEAST_READ):
            self.transport.abort()
        else:
            self._watch()

    def _stop_watching(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _too_slow(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            if self._said:
                self.transport.write(_SLOW)
            self.transport.close()


def guarded(entrance: Entrance) -> type[Guarded]:
    """Return the protocol of a server's connections, which all come through one entrance."""
    return type("Guarded", (Guarded,), {"entrance": entrance})
