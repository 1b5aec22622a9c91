"""What the pages beside the tables say: the front, help, rules, library, printing, and what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import registry
from tests import soak
from tests.referee.seated import Seated
from tests.referee.sentences.listener import Listener

PAGES = (
    "/",
    "/tables",
    "/join",
    "/join?code=ABCDEF",
    "/join/nobody",
    "/t/ABCDEF",
    "/help",
    "/rules",
    "/rules?q=stun",
    "/rules?q=xyzzy",
    "/sight",
    "/sight?from=024&to=062",
    "/sight?from=024",
    "/sight?from=999",
    "/survey",
    "/surveys",
    "/surveys/nothing",
    "/library",
    "/library/map/nothing.json",
    "/print",
    "/offline",
    "/statistics",
    "/demo",
    "/demo/1/40",
    "/demo/99/1",
    "/counters",
    "/nowhere",
)
"""Addresses without a game in them, those of nothing among them."""


def of_games() -> list[str]:
    """Return the addresses that each game has."""
    return [
        address
        for game in registry.games()
        for address in (
            f"/games/{game}",
            f"/help/{game}",
            f"/rules/{game}",
            f"/rules/{game}?q=damage",
            f"/rules/{game}/99.9",
        )
    ]


def test_every_page_beside_the_tables(tmp_path: Path) -> None:
    table, listener = Seated(tmp_path), Listener()
    for address in (*PAGES, *of_games()):
        listener.answer(table.client.get(address), address)
    for form in ({}, {"system": "dawn-of-the-dead", "mode": "nobody"}, {"system": "nothing"}):
        listener.answer(table.client.post("/", data=form), f"/ {form}")
    listener.answer(table.client.post("/join", data={"code": "ABCDEF"}), "/join")
    listener.answer(table.client.post("/join", data={"code": table.code, "pin": "12"}), "/join with a PIN")
    listener.answer(table.client.post("/library", data={}), "/library")
    table.tables.close()
    listener.check("pages")


@soak.GAMES
@pytest.mark.parametrize("game", registry.games())
def test_every_case_of_a_rulebook(tmp_path: Path, game: str) -> None:
    table, listener = Seated(tmp_path), Listener()
    for case in registry.games()[game].rulebook().cases:
        listener.answer(table.client.get(f"/rules/{game}/{case.number}"), case.number)
    table.tables.close()
    listener.check(f"rules-{game}")
