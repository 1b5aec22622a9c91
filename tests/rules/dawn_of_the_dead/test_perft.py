"""Perft: how many sequences of so many actions there are from a position, counted in two ways.

The files in perft/ hold positions and the counts that the slow counters found, which read the book and not
the engine. A sequence that ends its turn or phase goes no further. Chance goes as the slow counters agreed
on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.codec import position_from_json, position_to_json
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead import slow_humans, slow_zombies
from tests.rules.dawn_of_the_dead.chance import played, scrambled
from tests.rules.dawn_of_the_dead.small_mall import small_mall

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))
SLOW_BUDGET = 2_500
"""The slow counters, which do much copying, go no further than this many sequences."""


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


@pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])
def test_the_engine_counts_what_the_book_allows(file: Path) -> None:
    stored = json.loads(file.read_text())
    position = position_from_json(stored["position"], small_mall())
    counts = [perft(position, depth, position.phase) for depth in range(1, len(stored["counts"]) + 1)]
    assert counts == stored["counts"], stored["cases"]


@pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])
def test_the_counts_are_those_of_the_slow_counter(file: Path) -> None:
    stored = json.loads(file.read_text())
    for depth, count in enumerate(stored["counts"], 1):
        if count <= SLOW_BUDGET:
            assert slow_count(stored["position"], depth) == count
    assert min(stored["counts"]) <= SLOW_BUDGET


@pytest.mark.parametrize("seed", range(25))
def test_random_human_turns_agree(seed: int) -> None:
    """What may be done next, counted both ways all along a Human Player-Turn."""
    rng = Random(f"human {seed}")
    start = scrambled(small_mall(), rng, "human")
    for position in (start, *played(start, rng, 10)):
        if position.phase == "human":
            assert perft(position, 1, "human") == slow_count(position_to_json(position), 1)


@pytest.mark.parametrize("phase", ["reaction", "free_movement"])
@pytest.mark.parametrize("seed", range(25))
def test_random_zombie_phases_agree(seed: int, phase: str) -> None:
    """One move after another of two, in positions without anything to smash or to reveal."""
    start = scrambled(small_mall(), Random(f"{phase} {seed}"), phase)
    sides = small_mall().board.sides
    doors = {p: s for p, s in start.doors.items() if s == "destroyed" or sides[p].kind == "solid_door"}
    source = {**position_to_json(replace(start, hidden=(), doors=doors)), "phase_state": {}}
    position = position_from_json(source, small_mall())
    assert perft(position, 1, phase) == slow_count(source, 1)
    if slow_count(source, 1) <= 40:
        assert perft(position, 2, phase) == slow_count(source, 2)


def test_there_are_positions_of_every_phase_with_moves() -> None:
    phases = [json.loads(f.read_text())["position"]["phase"] for f in FILES]
    assert {p: phases.count(p) >= 3 for p in sorted(set(phases))} == {
        "free_movement": True, "human": True, "reaction": True,
    }  # fmt: skip
