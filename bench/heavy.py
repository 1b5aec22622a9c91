"""What is dear to answer, asked by a stranger without a pause: whole games, large boards, long gestures."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import cycle
from typing import Any

from bench.boards import playable
from bench.clients import Client
from bench.playing import SEATS, PlayedTable

Pages = list[tuple[str, str]]
"""Addresses, each with the token of a seat there."""
CLIENTS = 8
VERSIONS = 1000
BOARD, DRAWN = (27, 37), (20, 10)
"""Columns and rows of a board that is printed, and of one that is drawn."""
_BYTES, _LONG, CUTS = 380_000, 400, 25
"""How long a gesture is, how long a name in it, and into how many strips it cuts a board both ways."""
_ANYWHERE = ("/", "/library", "/print", "/sight", "/statistics", "/demo/1/100", "/api/openapi.json")
"""Pages that need no seat."""


async def dear_pages(port: int, source: str) -> Pages:
    """Return what a stranger may ask for: of his own game, of a large board, and what anybody may."""
    client = Client(port, source)
    try:
        code, token, lines = await _game(client)
        board = (await client.ask("POST", "/api/maps", body=playable(*BOARD)))["id"]
        drawn = (await client.ask("POST", "/api/maps", body=playable(*DRAWN)))["id"]
        survey = (await client.ask("POST", "/api/surveys", body={"map": drawn}))["id"]
    finally:
        await client.close()
    table, printed, desk = f"/t/{code}", f"/api/maps/{board}", f"/api/surveys/{survey}"
    own = ("", "/report", "/report/file", f"/report/{lines // 2}", "/squares")
    others = (
        f"{printed}/board.pdf", f"{printed}/sight?from=001&to=999", f"{desk}/close", f"{desk}/wrong",
        *_ANYWHERE,
    )  # fmt: skip
    pages = [(f"{table}{path}", token) for path in own] + [(path, "") for path in others]
    pages.append((f"/api/tables/{code}/record", token))
    random.Random(1).shuffle(pages)
    return pages


async def _game(client: Client) -> tuple[str, str, int]:
    """Play a game, most often to its end; return its code, a token, and how many versions it has."""
    table, luck = PlayedTable(client), random.Random(3)
    await table.make()
    while table.version < VERSIONS:
        seat, actions = await table.legal()
        if not actions or not await table.do(seat, luck.choice(actions)):
            break
    return table.path.rpartition("/")[2], table.tokens[SEATS[0]], table.version


async def ask_for(port: int, source: str, pages: Pages) -> None:
    """Ask for these addresses again and again, from many clients, each of which begins with another one."""

    async def one(first: int) -> None:
        client = Client(port, source)
        try:
            for path, token in cycle(pages[first:] + pages[:first]):
                await client.fetch("GET", path, token)
        finally:
            await client.close()

    await asyncio.gather(*(one(n * len(pages) // CLIENTS) for n in range(CLIENTS)))


async def send_gestures(port: int, source: str) -> None:
    """Have three clients send a long gesture, each to a survey of its own, again and again."""
    gesture = _long_gesture()

    async def one() -> None:
        client = Client(port, source)
        try:
            survey = json.loads((await client.fetch("POST", "/api/surveys", body={}))[1])["id"]
            while True:
                body = {"version": 0, "gesture": gesture}
                await client.fetch("POST", f"/api/surveys/{survey}/gestures", body=body)
        finally:
            await client.close()

    await asyncio.gather(*(one() for _ in range(3)))


def _long_gesture() -> dict[str, Any]:
    """Return many gestures as one: cuts of a board, and names too long, for which all of it is refused."""
    side = 100 * (CUTS + 1)
    cut = [[[at, 0], [at, side]] for at in range(100, side, 100)]
    cut += [[[0, at], [side, at]] for at in range(100, side, 100)]
    parts = [{"do": "outline", "points": [[0, 0], [side, 0], [side, side], [0, side]]}]
    parts += [{"do": "cut", "points": points} for points in cut]
    parts += [{"do": "title", "name": "x" * _LONG}] * (_BYTES // _LONG)
    return {"do": "all", "gestures": parts}
