"""Contradictions within a position.

Every position that a table reaches can be read, even where its players overruled a verdict: a rifle in
Peter's hands or a solid door destroyed is not a contradiction. Nor is what a position leaves out, or makes up
for study: which units are off the map, and which values they bear, is for whoever asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.records.text import show
from rules.board.board import pair
from rules.dawn_of_the_dead.equipment.equipment import UNITS, Setting
from rules.dawn_of_the_dead.position import IN_PLAY, SET_UP

_WITH_MOVE = frozenset({"human", "over"})
"""The game may end in the middle of a move."""


def contradictions(data: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Yield a sentence on each contradiction in a position that a schema has read."""
    yield from _zombie_contradictions(data["zombies"], data["counters"])
    yield from _mode_contradictions(data)
    yield from _phase_contradictions(data)
    yield from _miscounted(data, setting)
    for name, character in data["characters"].items():
        yield from _character_contradictions(name, character, data["phase"])
        yield from _infection_contradictions(name, character)
    for between_, count in Counter(pair(*d["between"]) for d in data["doors"]).items():
        if count > 1:
            yield f"doors: the door between {' and '.join(between_)} is named {count} times."
    for s in data["passed"]:
        if s not in data["hidden"]:
            yield f"passed: no hidden zombie is assigned to {s}."
    if data["move"] is not None:
        yield from _move_contradictions(data["move"], data["characters"], data["phase"])


def _phase_contradictions(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what cannot be in this phase: a winner before the end, hidden squares before 3.1."""
    phase, winner = data["phase"], data["winner"]
    if phase != "over" and winner is not None:
        yield f"winner: nobody has won yet in the phase {phase}, so not {show(winner)}."
    if phase == "place_hidden" and data["hidden"]:
        yield "hidden: no squares are assigned yet in the phase place_hidden."


def _miscounted(data: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Yield what exceeds the contents of the game's box (2.5, 12.0)."""
    if (count := len(data["zombies"])) > UNITS:
        yield f"zombies: {count} zombie units are too many; there are {UNITS}."
    if data.get("rifles", 0) > setting.board.rifle_count:
        yield f"rifles: {data['rifles']} are too many; there are {setting.board.rifle_count}."


def _mode_contradictions(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what belongs to the other mode: hidden squares, or the Hidden Zombie Table (15.1, 15.2)."""
    mode, phase = data["mode"], data["phase"]
    if mode == "two-player":
        if phase == "hidden_appearance":
            yield "phase: the Hidden Zombie Table is not used in two-player play."
        return
    if phase == "place_hidden":
        yield f"phase: no squares are chosen for hidden zombies in {mode} play."
    if data["hidden"]:
        yield f"hidden: no squares are assigned to hidden zombies in {mode} play."
    if box := data.get("hidden_box"):
        yield f"hidden_box: no units are kept there in {mode} play, so not {len(box)}."


def _move_contradictions(
    move: Mapping[str, Any], characters: Mapping[str, Mapping[str, Any]], phase: str
) -> Iterator[str]:
    if phase not in _WITH_MOVE:
        yield f"move: a move is only in progress in the human phase, not in {show(phase)}."
    carrying = move["carrying"]
    going = [*move["characters"], *([carrying["whom"]] if carrying else ())]
    for name in going:
        if name not in characters or characters[name]["status"] not in IN_PLAY:
            yield f"move: {name} is not in play, so not on the move."
    if len({characters[name]["square"] for name in going if name in characters}) > 1:
        yield f"move: {' and '.join(going)} are not in one square, so not on the move together."
    if carrying and carrying["by"] not in move["characters"]:
        yield f"move.carrying: {carrying['by']} is not on the move."
    if carrying and carrying["whom"] in move["characters"]:
        yield f"move.carrying: {carrying['whom']} walks and cannot be carried as well."
    yield from _deed_contradictions(move, characters)


def _deed_contradictions(
    move: Mapping[str, Any], characters: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    """Yield who shot, panicked, moved before or took a rifle, but cannot have."""
    # Others may have shot or panicked: by agreement, a character who is carried may shoot.
    for field in ("shots", "panicked", "earlier"):
        for name in move[field]:
            if name not in characters or characters[name]["status"] not in IN_PLAY:
                yield f"move.{field}: {name} is not in play."
    for name in move["rifles"]:
        if name not in move["characters"]:
            yield f"move.rifles: {name} is not on the move."
        elif not characters.get(name, {}).get("rifle"):
            yield f"move.rifles: {name} took a rifle in this move but has none."


def _character_contradictions(name: str, character: Mapping[str, Any], phase: str) -> Iterator[str]:
    where, status = character["square"], character["status"]
    if status == "killed" and where is not None:
        yield f"characters.{name}.square: a killed character stands in no square, so not in {where}."
    if status != "killed" and where is None and phase not in SET_UP:
        yield f"characters.{name}.square is missing; only a killed character has null there."
    if character["rifle"] and status not in IN_PLAY:
        who = "killed character" if status == "killed" else "super zombie"
        yield f"characters.{name}.rifle: a {who} has no rifle (12.3)."


def _infection_contradictions(name: str, character: Mapping[str, Any]) -> Iterator[str]:
    """Yield an infection of somebody who was never infected (8.4)."""
    turn, status = character["infected_on_turn"], character["status"]
    if turn is not None and status in {"normal", "stunned"}:
        yield f"characters.{name}.infected_on_turn: {name} is {status}, so was not infected on turn {turn}."


def infected_later(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield each infection after the Game-Turn of a position that says its turn."""
    for name, character in data["characters"].items():
        if (turn := character["infected_on_turn"] or 0) > data["turn"]:
            yield f"characters.{name}.infected_on_turn: {turn} is after Game-Turn {data['turn']}."


def _zombie_contradictions(zombies: Sequence[Mapping[str, Any]], counters: str) -> Iterator[str]:
    for s, count in Counter(z["square"] for z in zombies).items():
        if count > 1:
            yield f"zombies: {count} zombie units stand in {s}, and two never share a square."
    for i, zombie in enumerate(zombies):
        if zombie["value"] is None and counters == "digital":
            yield f"zombies[{i}].value is missing; it may be null only with physical counters."
