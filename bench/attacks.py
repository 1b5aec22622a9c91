"""What an honest table feels, on both servers, of heavy work and of strangers who try to stop the server."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from bench.boards import combs
from bench.clients import HOST, Client, hung_up, request
from bench.fast_tables import play_on
from bench.figures import figure, percentile
from bench.heavy import Pages, ask_for, dear_pages, send_gestures, unopened_surveys, work_hard
from bench.honest import looked
from bench.hosts import SERVERS, on_sqlite

SECONDS, GOAL_MS = 5.0, 100
_STRANGER = "127.0.0.9"
_STRANGERS = (_STRANGER, "127.0.0.10", "127.0.0.11")


def figures(seconds: float = SECONDS) -> list[dict[str, Any]]:
    """Return the 99th percentile of `view` in milliseconds on each server under each attack, and none."""
    return [
        figure(f"view_p99_ms_{name}_{server}", _felt(server, attack, _BEFORE.get(name), seconds), GOAL_MS)
        for name, attack in ATTACKS.items()
        for server in SERVERS
    ]


def _felt(server: str, attack: Attack, before: Before | None, seconds: float) -> float:
    with on_sqlite(server) as host:
        return asyncio.run(_both(host.port, attack, before, seconds))


async def _both(port: int, attack: Attack, before: Before | None, seconds: float) -> float:
    """Look at a table again and again, from another process, while the attack goes on."""
    client = Client(port)
    made = await client.ask("POST", "/api/tables", body={})
    await client.close()
    path, token = f"/api/tables/{made['code']}/view", made["seats"]["table"]["token"]
    known = await before(port, _STRANGER) if before else made["code"]
    attacking = asyncio.create_task(attack(port, known))
    await asyncio.sleep(1.0)
    times = await looked(port, path, token, seconds)
    if attacking.done():
        attacking.result()  # one that failed measures nothing
    attacking.cancel()
    await asyncio.gather(attacking, return_exceptions=True)
    return percentile(times, 0.99)


async def _nothing(_port: int, _code: str) -> None:
    """Leave the server alone."""


async def _silent(port: int, _code: str) -> None:
    """Open 300 connections that say nothing."""
    await _held(port, [b""] * 300)


async def _half_heads(port: int, _code: str) -> None:
    """Begin 200 requests, and never end their heads."""
    await _held(port, [b"GET / HTTP/1.1\r\nHost: localhost\r\n"] * 200)


async def _half_bodies(port: int, _code: str) -> None:
    """Begin to send 100 bodies, one byte of each."""
    head = b"POST /api/maps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    await _held(port, [head + b"Content-Length: 100\r\n\r\n{"] * 100)


async def _held(port: int, beginnings: list[bytes]) -> None:
    """Open a connection for each of these beginnings, and hold them all."""
    held = []
    try:
        for said in beginnings:
            _, writer = await asyncio.open_connection(HOST, port, local_addr=(_STRANGER, 0))
            writer.write(said)
            held.append(writer)
        await asyncio.Event().wait()
    finally:
        for writer in held:
            await hung_up(writer)


async def _maps(port: int, _code: str) -> None:
    """Have three clients send a map of 60 combs upon one another, without a pause."""
    await asyncio.gather(*(_again(port, "/api/maps", combs()) for _ in range(3)))


async def _tables(port: int, _code: str) -> None:
    """Have three clients make tables without a pause."""
    await asyncio.gather(*(_again(port, "/api/tables", {}) for _ in range(3)))


async def _pins(port: int, code: str) -> None:
    """Have three clients guess the PIN of the table without a pause."""
    body = {"code": code, "pin": "0000", "seat": "zombie"}
    await asyncio.gather(*(_again(port, "/api/join", body) for _ in range(3)))


async def _all_at_once(port: int, surveys: list[str]) -> None:
    """Have all kinds of heavy work done, while three strangers post costly maps without a pause."""
    posting = (_again(port, "/api/maps", combs(), stranger) for stranger in _STRANGERS)
    await asyncio.gather(work_hard(port, surveys), *posting)


async def _again(port: int, path: str, body: Any, source: str = _STRANGER) -> None:
    """Send the same thing again and again, and take whatever is answered."""
    client = Client(port, source)
    try:
        while True:
            with suppress(RuntimeError):
                await client.ask("POST", path, body=body)
    finally:
        await client.close()


async def _streams(port: int, _code: str) -> None:
    """Hold 300 event streams of a stranger's own table."""
    client = Client(port, _STRANGER)
    made = await client.ask("POST", "/api/tables", body={})
    path = f"/api/tables/{made['code']}/events"
    await client.close()
    tokens = [seat["token"] for seat in made["seats"].values()]
    await _held(port, [request("GET", path, tokens[n % len(tokens)]) for n in range(300)])


async def _players(port: int, _code: str) -> None:
    """Play 20 tables of a stranger's as fast as the server lets them."""
    await asyncio.gather(*(play_on(port, seed, math.inf, [], _STRANGER) for seed in range(20)))


async def _heavy_gets(port: int, pages: Pages) -> None:
    """Have many clients ask for what is dear to answer, each one thing after the other without a pause."""
    await ask_for(port, _STRANGER, pages)


async def _gestures(port: int, _code: str) -> None:
    """Have three clients send a gesture of 400 kB to surveys of their own, without a pause."""
    await send_gestures(port, _STRANGER)


Attack = Callable[[int, Any], Coroutine[Any, Any, None]]
Before = Callable[[int, str], Coroutine[Any, Any, Any]]
ATTACKS: dict[str, Attack] = {
    "alone": _nothing,
    "all_at_once": _all_at_once,
    "silent": _silent,
    "half_heads": _half_heads,
    "half_bodies": _half_bodies,
    "maps": _maps,
    "tables": _tables,
    "pins": _pins,
    "streams": _streams,
    "players": _players,
    "heavy_gets": _heavy_gets,
    "gestures": _gestures,
}
"""What a stranger does to the server of a port, who knows the code of the honest table."""
_BEFORE: dict[str, Before] = {"all_at_once": unopened_surveys, "heavy_gets": dear_pages}
"""What he gets ready from his address. He is told what comes of it, in place of the code."""
