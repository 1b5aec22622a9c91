"""What a position says that cannot be so at the same time.

Whatever a table comes to is read, also where its players overruled a verdict: a rifle in Peter's hands or a solid door
destroyed is no contradiction. Nor is what a position leaves out: where nobody gave the units off the map they are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.json_text import show
from rules.board import pair
from rules.dawn_of_the_dead.equipment import HIDDEN_COUNT, UNITS, Setting
from rules.dawn_of_the_dead.position import IN_PLAY
from rules.sentences import listed

_SETTING_UP = frozenset({"place_hidden", "place_characters"})
_WITH_MOVE = frozenset({"human", "over"})
"""The game may end in the middle of a move."""
_NEVER_INFECTED = frozenset({"normal", "stunned"})
_WITHOUT_RIFLE = {"killed": "a killed character", "super_zombie": "a super zombie"}


def contradictions(found: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Name what cannot be so at the same time in a position that a schema has read."""
    yield from _zombie_contradictions(found["zombies"], found["counters"])
    yield from _mode_contradictions(found)
    yield from _phase_contradictions(found)
    yield from _miscounted(found, setting)
    for name, character in found["characters"].items():
        yield from _character_contradictions(name, character, found["phase"])
        yield from _status_contradictions(name, character)
    for between_, count in Counter(pair(*d["between"]) for d in found["doors"]).items():
        if count > 1:
            yield f"doors: the door between {' and '.join(between_)} is named {count} times."
    for s in found["passed"]:
        if s not in found["hidden"]:
            yield f"passed: no hidden zombie is assigned to {s}."
    if found["move"] is not None:
        yield from _move_contradictions(found["move"], found["characters"], found["phase"])


def _phase_contradictions(found: Mapping[str, Any]) -> Iterator[str]:
    """Name what cannot be in this phase: a game is over when somebody has won, and set up before Game-Turn 1 (3.0, 14.0)."""
    phase, winner = found["phase"], found["winner"]
    if phase == "over" and winner is None:
        yield "winner is missing; the phase over means that one side has won."
    if phase != "over" and winner is not None:
        yield f"winner: nobody has won yet in the phase {phase}, so not {show(winner)}."
    if phase in _SETTING_UP and found["turn"] != 1:
        yield f"turn: the game is set up before its first Game-Turn, not in {found['turn']}."
    if phase == "place_hidden" and found["hidden"]:
        yield "hidden: no squares are assigned yet in the phase place_hidden."


def _miscounted(found: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Name what there are more of than in the box of the game (2.5, 3.1, 12.0)."""
    yield from _box_contradictions(found, setting)
    places = _places(found)
    count = sum(map(len, places.values()))
    if count > UNITS:
        yield f"{_told(places)}: {count} zombie units are more than the {UNITS} that there are."
    if found["counters"] == "digital" and found.get("hidden_box") is not None:
        yield from _mix_contradictions(places, setting)
    if found.get("rifles", 0) > setting.board.rifle_count:
        yield f"rifles: {found['rifles']} are more than the {setting.board.rifle_count} that there are."


def _box_contradictions(found: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Name a Hidden Zombie box that does not hold a unit for each hidden square (3.1, 9.0, 15.1)."""
    box = found.get("hidden_box")
    if box is None:
        return
    if found["mode"] != "two-player":
        if box:
            yield f"hidden_box: no units are kept there in {found['mode']} play, so not {len(box)}."
        return
    # A map with other symbols than the mall's 45 has another number of units in the box from the start.
    if len(setting.zombie_squares) + HIDDEN_COUNT != UNITS:
        return
    # Whoever leaves out the hidden squares may tell the units all the same.
    wanted = HIDDEN_COUNT if found["phase"] == "place_hidden" else len(found["hidden"])
    if wanted and len(box) != wanted:
        yield f"hidden_box must have a unit for each hidden square, {wanted}, not {len(box)}."


def _places(found: Mapping[str, Any]) -> dict[str, list[int | None]]:
    """Return the values of all units that a position tells of, by the field that tells it."""
    on_map = [zombie["value"] for zombie in found["zombies"]]
    box, eliminated = found.get("hidden_box"), found.get("eliminated")
    if box is not None:
        return {"zombies": on_map, "hidden_box": box, "eliminated": eliminated or []}
    waiting: list[int | None] = [None] * len(found["hidden"])
    if "hidden_box" in found or eliminated is None:
        # Nobody counted the eliminated: in a game played on from there units came back that were never among them.
        return {"zombies": on_map, "hidden": waiting}
    return {"zombies": on_map, "hidden": waiting, "eliminated": eliminated}


def _told(places: Mapping[str, Sequence[int | None]]) -> str:
    return listed(field for field, values in places.items() if values)


def _mix_contradictions(places: Mapping[str, Sequence[int | None]], setting: Setting) -> Iterator[str]:
    """Name the Zombie Values that more units bear than on the counter sheet.

    Only where all are told: of pools not given anything may be drawn. On cardboard the players' word counts.
    """
    counts = Counter(value for values in places.values() for value in values if value is not None)
    for value, count in sorted(counts.items()):
        there = setting.sheet.zombie_values.get(value, 0)
        if count > there:
            yield f"{_told(places)}: {count} units of Zombie Value {value} are more than the {there} of the counter sheet."


def _status_contradictions(name: str, character: Mapping[str, Any]) -> Iterator[str]:
    """Name what a character of this status cannot have: a rifle, once lost (12.3), or a past infection (8.4)."""
    status, infected = character["status"], character["infected_on_turn"]
    if character["rifle"] and status in _WITHOUT_RIFLE:
        yield f"characters.{name}.rifle: {_WITHOUT_RIFLE[status]} has none."
    if infected is not None and status in _NEVER_INFECTED:
        yield f"characters.{name}.infected_on_turn: a {status} character was never infected, so not in {infected}."


def _mode_contradictions(found: Mapping[str, Any]) -> Iterator[str]:
    """Name what belongs to the other way of playing: hidden squares are for two, the table is for one (15.1, 15.2)."""
    mode, phase = found["mode"], found["phase"]
    if mode == "two-player":
        if phase == "hidden_appearance":
            yield "phase: the Hidden Zombie Table is not used in two-player play."
        return
    if phase == "place_hidden":
        yield f"phase: no squares are chosen for hidden zombies in {mode} play."
    if found["hidden"]:
        yield f"hidden: no squares are assigned to hidden zombies in {mode} play."


def _move_contradictions(
    move: Mapping[str, Any], characters: Mapping[str, Mapping[str, Any]], phase: str
) -> Iterator[str]:
    if phase not in _WITH_MOVE:
        yield f"move: a move is only under way in the human phase, not in {show(phase)}."
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
        yield f"move.carrying: {carrying['whom']} walks, so is not carried."
    # Shots and panic may be of somebody who is not: by agreement, whoever is carried may shoot.
    for name in move["rifles"]:
        if name not in move["characters"]:
            yield f"move.rifles: {name} is not on the move."


def _character_contradictions(name: str, character: Mapping[str, Any], phase: str) -> Iterator[str]:
    where, status = character["square"], character["status"]
    if status == "killed" and where is not None:
        yield f"characters.{name}.square: a killed character stands in no square, so not in {where}."
    if status != "killed" and where is None and phase not in _SETTING_UP:
        yield f"characters.{name}.square is missing; it is null only for one that is killed."


def _zombie_contradictions(zombies: Sequence[Mapping[str, Any]], counters: str) -> Iterator[str]:
    for s, count in Counter(z["square"] for z in zombies).items():
        if count > 1:
            yield f"zombies: {count} zombie units stand in {s}, and two never share a square."
    for i, zombie in enumerate(zombies):
        if zombie["value"] is None and counters == "digital":
            yield f"zombies[{i}].value is missing; it may be null only with physical counters."
