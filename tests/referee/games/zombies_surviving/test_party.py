"""The characters on paper and in files: sheets of a seat or of the party, and a roster for another game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from referee.games.toolkit.random_play import followed
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.party import parties
from rules.zombies_surviving.position import Figure, Item, Position
from tests.referee.any_table import AnyTable

TAKE = {"do": "use_roster", "seat": "p1"}

DEAR = {
    "do": "use_roster", "seat": "p2", "characters": [{"name": "Una", "supplies": 3,
    "items": [{"item": "assault_rifle", "loaded": 7}, {"item": "machine_gun"}]}],
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of two who have a character each."""
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 2})
    made.do("p1", {"do": "recruit", "character": "ana"})
    made.do("p2", {"do": "recruit", "character": "bruno"})
    yield made
    made.tables.close()


def page(table: AnyTable, seat: str, query: str = "") -> str:
    address = f"/t/{table.code}/characters{query}"
    return unescape(table.client.get(address, headers=table.headers(seat)).text)


def names(text: str) -> list[str]:
    return re.findall(r'<article [^>]*aria-label="([^"]+)"', text)


def rosters(text: str) -> list[dict[str, object]]:
    return [json.loads(unquote(data)) for data in re.findall(r"charset=utf-8,([^\"]+)", text)]


def test_each_player_has_sheets_of_his_own_and_the_tablet_all(table: AnyTable) -> None:
    assert names(page(table, "p1")) == ["Ana"]
    assert names(page(table, "p1", "?all")) == names(page(table, "table")) == ["Ana", "Bruno"]
    assert (
        f'href="/t/{table.code}/characters"'
        in table.client.get(f"/t/{table.code}", headers=table.headers("p1")).text
    )


def test_a_sheet_has_ranges_damage_rounds_wounds_traits_and_things(table: AnyTable) -> None:
    shown = " ".join(page(table, "p1").split())
    assert "<b>3+</b> to 3″ <small>+0</small>" in shown
    assert 'aria-label="12 of 12 rounds"' in shown
    assert 'aria-label="0 of 3 wounds"' in shown
    assert "<dt>Medic</dt><dd>+2 to first aid</dd>" in shown
    assert "<dt>First aid kit</dt>" in shown
    assert "53 points" in shown
    bruno = " ".join(page(table, "p2").split())
    assert "<b>3+</b> in melee <small>+1</small>" in bruno, "an axe in the hands of a brawler"
    assert "<b>3+</b> in melee <small>−1</small>" in bruno, "bare hands"


def test_a_party_in_play_goes_on_in_another_game_as_it_stands(table: AnyTable, tmp_path: Path) -> None:
    table.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in ("p1", "p2"):
        table.do(seat, {"do": "ready"})
    table.do("table", {"do": "correct", "figure": "ana", "what": "supplies", "value": "4"})
    table.do("table", {"do": "correct", "figure": "ana", "what": "wounds", "value": "2"})
    (roster,) = rosters(page(table, "p1"))
    other = AnyTable(tmp_path / "next", options={"system": "zombies-surviving", "players": 1, "points": 0})
    other.do("p1", {**roster, "do": "use_roster", "seat": "p1"})
    ana = other.view()["figures"]["ana"]
    assert (ana["supplies"], ana["wounds"]) == (4, 0)
    assert ana["items"] == table.view()["figures"]["ana"]["items"]
    other.tables.close()
    table.do("table", {"do": "correct", "figure": "ana", "what": "removed", "value": "yes"})
    assert names(page(table, "p1")) == []
    assert "No character has been chosen" in page(table, "p1")


BROUGHT = (
    Item("pistol", loaded=0, jammed=True), Item("rifle", loaded=15, holds=20, fitted=("scope",)),
    Item("pistol_magazine", 2, 24), Item("battery"), Item("rifle_rounds", 216), Item("body_armour"),
)  # fmt: skip
"""What is found in a game and no form offers: spare magazines, a battery, a long magazine, many rounds."""


def test_1_1c_whatever_somebody_has_found_comes_to_the_next_game_as_it_is() -> None:
    figure = Figure("survivor", "p1", "", ("nimble",), BROUGHT, 120, wounds=1)
    rules = GAME.table(GAME.read_options({"players": 1, "points": 0}))
    before = Position(phase="survival", seats=("p1",), figures={"independent_3": figure})
    (party,) = parties(rules.view(before, "p1"), ("p1",), {})
    brought = rules.rule(rules.start(()), rules.read({**json.loads(party.roster), **TAKE})).after
    assert brought is not None
    stranger = brought.figures["stranger_3"]
    assert (stranger.name, stranger.items, stranger.supplies) == ("Stranger 3", BROUGHT, 120)
    assert stranger.wounds == 0


@pytest.mark.parametrize("seed", range(4))
def test_1_1c_all_who_live_through_a_game_may_come_to_the_next(seed: int) -> None:
    match = GAME.table(GAME.read_options({"players": 3, "points": 150}))
    end = match.start(())
    for _, end in followed(match, f"party/{seed}", 50, GAME.simulated_players(f"party/{seed}")):  # noqa: B007
        pass
    rules = GAME.table(GAME.read_options({"players": 1, "points": 0}))
    for party in parties(match.view(end, "table"), end.seats, {}):
        for one in party.survivors:
            ruling = rules.rule(rules.start(()), rules.read({**json.loads(one.roster), **TAKE}))
            assert ruling.after is not None, (one.roster, ruling.reason)


def test_1_1e_what_an_earlier_game_left_may_be_too_dear_if_all_agree(table: AnyTable) -> None:
    refused = table.try_("p2", DEAR).get_json()["ruling"]
    assert refused["reason"].startswith("That costs 73 points, and ")
    assert not refused.get("firm")
    with table.tables.events.open_stream(table.code, "p1"):
        table.post("p2", "/override", action=DEAR, version=table.version)
        assert "una" not in table.view()["figures"], "the other must agree"
        answer = {"answer": "agree", "serial": table.view("p1")["request"]["serial"]}
        table.post("p1", "/override", version=table.version, **answer)
    seen = table.view()
    assert seen["figures"]["una"]["items"][0]["loaded"] == 7
    assert seen["points_left"]["p2"] == 0
    assert table.try_("p2", {"do": "create_character", "name": "Zed"}).status_code == 422, "the limit stays"
    wrong = {**DEAR, "characters": [{"name": "Una", "traits": ["fast", "slow"]}]}
    assert table.try_("p2", wrong).get_json()["ruling"]["firm"]
