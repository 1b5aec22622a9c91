"""Solitaire and together with cardboard: whole games in which players read every value (15.0)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.records import chance_problems
from referee.records.codec import parse
from referee.tables.record import replay_record
from tests import soak
from tests.referee.seated import START, Seated, ordered

MOST = 3000
"""Requests after which a game that has not ended counts as stuck."""


@pytest.mark.parametrize(
    ("mode", "seed"), [*soak.rest(soak.GAMES, [("solitaire", 10), ("solitaire", 12)]), ("cooperative", 13)]
)
def test_15_0_a_whole_game_with_cardboard_counters(tmp_path: Path, mode: str, seed: int) -> None:
    """The referee asks for each value in a sentence, and the record passes when judged again."""
    options = {"mode": mode, "counters": "physical"}
    table = Seated(tmp_path, options=options, sources=replace(ordered({}), seed=lambda: f"s{seed}"))
    table.do("table", START)
    rng, view, read_off = Random(seed), table.view(), 0
    for _ in range(MOST):
        if view["phase"] == "over":
            break
        if (begun := view["underway"]) is not None:
            assert begun["reason"]
            view = table.do("table", begun["action"] | _values(begun["needs"], rng))["view"]
            read_off += "value" in begun["needs"]
        elif view["phase"] == "human":
            view = table.do("table", _choice(table, rng))["view"]
        else:
            view = _advanced(table, rng)
    assert view["phase"] == "over"
    assert read_off > 1
    table.restart()
    assert table.view()["phase"] == "over"
    assert chance_problems(parse(table.get("table", "/record").data.splitlines()), replay_record) == []


def _values(needs: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return what the players read off the counters, or choose, for an action that waits for them."""
    if "value" in needs:
        return {"values": {square: rng.randint(1, 11) for square in needs["value"]}}
    assert set(needs) == {"square"}
    return {"square": needs["square"][0]}


def _choice(table: Seated, rng: Random) -> dict[str, Any]:
    """Return what the players do: they shoot where they can, and end their turn now and then."""
    offered: list[dict[str, Any]] = table.get("table", "/actions").get_json()["actions"]
    shots = [a for a in offered if a["do"] == "shoot"]
    ends = [a for a in offered if a["do"] == "end_turn"]
    if shots and rng.random() < 0.5:
        return rng.choice(shots)
    return ends[0] if ends and rng.random() < 0.15 else rng.choice(offered)


def _advanced(table: Seated, rng: Random) -> dict[str, Any]:
    """Let the referee go on by a step or by all it can; where it waits for the players, choose for them."""
    answer = table.post("table", "/advance", version=table.version, all=rng.random() < 0.5)
    if answer.status_code == 422:
        answer = table.try_("table", rng.choice(table.get("table", "/actions").get_json()["actions"]))
    assert answer.status_code == 200, answer.data
    view: dict[str, Any] = answer.get_json()["view"]
    return view
