"""Clients of a server under load: each asks on a connection of its own, and listens on others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

HOST = "127.0.0.1"


class NotNow(RuntimeError):
    """The server says to try again in a moment (503)."""


class Client:
    """One device: a connection that stays open, for one request after the other.

    `source` is the address it calls from: a server takes so many connections from one address.
    """

    def __init__(self, port: int, source: str = HOST) -> None:
        self.port, self.source = port, source
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Return what the server answers. Raises RuntimeError for a refusal, NotNow for one that may pass."""
        status, text = await self.fetch(method, path, token, body)
        if not 200 <= status < 210:
            raise (NotNow if status == 503 else RuntimeError)(f"{method} {path}: {status} {text[:200]!r}")
        return json.loads(text)

    async def fetch(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, bytes]:
        """Return the status and the body that the server answers, whatever they are."""
        reader, writer = await self._connected()
        writer.write(request(method, path, token, body))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r")[0] or 0)
        return int(head.split(b" ", 2)[1]), await reader.readexactly(size)

    async def listen(self, path: str, token: str, told: Callable[[int], None]) -> None:
        """Hold an event stream open, and pass on each version that it tells, until cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(self.source, 0))
        writer.write(request("GET", f"{path}/events", token))
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    told(int(line[4:]))
        finally:
            await hung_up(writer)

    async def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            await hung_up(self._writer)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                HOST, self.port, local_addr=(self.source, 0)
            )
        return self._reader, self._writer


async def hung_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def request(method: str, path: str, token: str = "", body: Any = None) -> bytes:
    """Return the bytes of a request."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(data)}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if data:
        lines.append("Content-Type: application/json")
    return "\r\n".join([*lines, "", ""]).encode() + data
