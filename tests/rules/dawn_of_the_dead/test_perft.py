"""Perft: how many sequences of so many actions there are from a position, counted in two ways.

The files in perft/ hold positions and the counts that the slow counters found, which read the book and not
the engine. A sequence that ends its turn or phase goes no further. Chance goes as the slow counters agreed
on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from tests import soak
from tests.rows import each
from tests.rules.dawn_of_the_dead import slow_humans, slow_zombies
from tests.rules.dawn_of_the_dead.chance import lots, played, scrambled
from tests.rules.dawn_of_the_dead.small_mall import small_mall

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))
BUDGETS = [
    pytest.param(600, 250, id="small"),
    *soak.rest(soak.ENGINES, [pytest.param(100_000, 2_500, id="whole")]),
]
"""How many sequences the engine counts, and the slow counters, which do much copying."""


def outcomes(position: Position, action: Action) -> Iterator[Position]:
    """Yield the position after an action for each way of rolling that was agreed on."""
    ruling = game.rule(position, action)
    assert ruling.legal, (action, ruling)
    if ruling.after is not None:
        yield ruling.after
        return
    for given in _throws(position, ruling.needs):
        field = "die" if "dice" in given and hasattr(action, "die") else "dice"
        chance = {field: given["dice"][0] if field == "die" else given["dice"]} if "dice" in given else given
        yield from outcomes(position, replace(action, **chance))


def _throws(position: Position, needs: Any) -> Iterator[dict[str, Any]]:
    if "panic" in needs:
        names = needs["panic"]
        yield {"panic": dict.fromkeys(names, 1)}
        yield {"panic": dict.fromkeys(names, 6)}
        if len(names) > 1:
            yield {"panic": {**dict.fromkeys(names, 6), names[0]: 1}}
    elif "dice" in needs:
        yield {"dice": (1,) * needs["dice"]}
        yield {"dice": (6,) * needs["dice"]}
    else:
        assert dict(needs) == {"draw": 1}
        yield {"draw": (position.hidden_box or ())[:1]}


def perft(position: Position, depth: int, phase: str) -> int:
    """Return the number of sequences of `depth` actions that the engine allows within a phase."""
    if depth == 0:
        return 1
    if position.phase != phase:
        return 0
    return sum(
        perft(after, depth - 1, phase)
        for action in game.legal_actions(position)
        for after in outcomes(position, action)
    )


def slow_count(source: dict[str, Any], depth: int) -> int:
    """Return the same number, counted from the book."""
    if source["phase"] == "human":
        return slow_humans.count(slow_humans.HumanTurn(source), depth)
    turn = slow_zombies.ZombieTurn(source)
    return slow_zombies.count(turn, depth, reaction=source["phase"] == "reaction")


@pytest.mark.parametrize(("budget", "slow_budget"), BUDGETS)
@pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])
def test_the_engine_and_the_slow_counter_count_what_the_book_allows(
    file: Path, budget: int, slow_budget: int
) -> None:
    stored = json.loads(file.read_text())
    position = position_from_json(stored["position"], small_mall())
    assert min(stored["counts"]) <= slow_budget
    for depth, count in enumerate(stored["counts"], 1):
        if count <= budget:
            assert perft(position, depth, position.phase) == count, (depth, stored["cases"])
        if count <= slow_budget:
            assert slow_count(stored["position"], depth) == count, (depth, stored["cases"])


@pytest.mark.parametrize("seeds", lots(6, 25))
def test_random_human_turns_agree(seeds: range) -> None:
    """What may be done next, counted both ways all along a Human Player-Turn."""

    def check(seed: int) -> None:
        rng = Random(f"human {seed}")
        start = scrambled(small_mall(), rng, "human")
        for position in (start, *played(start, rng, 10)):
            if position.phase == "human":
                assert perft(position, 1, "human") == slow_count(position_to_json(position), 1)

    each(zip(seeds), check)


@pytest.mark.parametrize("seeds", lots(6, 25))
def test_random_zombie_phases_agree(seeds: range) -> None:
    """One move after another of two, in positions without anything to smash or to reveal."""

    def check(phase: str, seed: int) -> None:
        start = scrambled(small_mall(), Random(f"{phase} {seed}"), phase)
        sides = small_mall().board.sides
        doors = {p: s for p, s in start.doors.items() if s == "destroyed" or sides[p].kind == "solid_door"}
        source = {**position_to_json(replace(start, hidden=(), doors=doors)), "phase_state": {}}
        position = position_from_json(source, small_mall())
        assert perft(position, 1, phase) == slow_count(source, 1)
        if slow_count(source, 1) <= 40:
            assert perft(position, 2, phase) == slow_count(source, 2)

    each(product(("reaction", "free_movement"), seeds), check)


def test_there_are_positions_of_every_phase_with_moves() -> None:
    phases = [json.loads(f.read_text())["position"]["phase"] for f in FILES]
    assert {p: phases.count(p) >= 3 for p in sorted(set(phases))} == {
        "free_movement": True, "human": True, "reaction": True,
    }  # fmt: skip
