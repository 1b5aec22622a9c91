"""What is dear to answer, asked for without a pause: whole games, large boards, gestures, thoughts, odds."""

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
SURVEYS = 3
_BYTES, _LONG, CUTS = 380_000, 400, 25
"""How long a gesture is, how long a name in it, and into how many strips it cuts a board both ways."""
_PAUSE, _GAMES = 0.05, 1000
"""Seconds until something is asked again, and how many games are played for the odds."""
_AGAINST_THE_REFEREE = {"system": "battlecon", "opponent": "referee", "duels": 99}
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


async def unopened_surveys(port: int, source: str) -> list[str]:
    """Return surveys of the largest board that nobody has opened yet."""
    client = Client(port, source)
    try:
        board = (await client.ask("POST", "/api/maps", body=playable(*BOARD)))["id"]
        return [(await client.ask("POST", "/api/surveys", body={"map": board}))["id"] for _ in range(SURVEYS)]
    finally:
        await client.close()


async def work_hard(port: int, surveys: list[str]) -> None:
    """Have surveys opened, the referee think at a duel, and odds run, all at once."""
    await asyncio.gather(_open(port, surveys), _play_the_referee(port), _ask_for_odds(port))


async def _open(port: int, surveys: list[str]) -> None:
    """Open one survey after the other, again and again: its page, its log, and what is wrong there."""
    client = Client(port)
    try:
        for survey in cycle(surveys):
            for path in (f"/surveys/{survey}", f"/api/surveys/{survey}", f"/api/surveys/{survey}/wrong"):
                await client.fetch("GET", path)
    finally:
        await client.close()


async def _play_the_referee(port: int) -> None:
    """Play a duel against the referee, which thinks at each beat."""
    client, luck = Client(port), random.Random(1)
    try:
        made = await client.ask("POST", "/api/tables", body=_AGAINST_THE_REFEREE)
        path, token = f"/api/tables/{made['code']}", made["seats"]["a"]["token"]
        while True:
            view = await client.ask("GET", f"{path}/view", token)
            if not any(pending["seat"] == "a" for pending in view["pending"]):
                await asyncio.sleep(_PAUSE)
                continue
            legal = (await client.ask("GET", f"{path}/actions", token))["actions"]
            action = luck.choice([action for action in legal if action["do"] != "concede"])
            # The referee may have chosen meanwhile: then this is refused, and another one follows.
            body = {"action": action, "version": view["version"]}
            await client.fetch("POST", f"{path}/do", token, body)
    finally:
        await client.close()


async def _ask_for_odds(port: int) -> None:
    """Have the odds of one table worked out, again and again."""
    client = Client(port)
    try:
        made = await client.ask("POST", "/api/tables", body={"mode": "solitaire"})
        path, token = f"/api/tables/{made['code']}/chances", made["seats"]["table"]["token"]
        while True:
            # As long as they are worked out, this only asks how far they are.
            await client.ask("POST", path, token, {"games": _GAMES})
            await asyncio.sleep(_PAUSE)
    finally:
        await client.close()


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
