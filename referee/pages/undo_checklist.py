"""How the cardboard is put back after something was taken back (R-UNDO), step by step, the last one first.

Like the checklist it is read off what everybody saw before and after each step, and tells no Zombie Value (2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.pages.checklist import PILES, SET_UP, face_up, pile, unit_way
from referee.pages.wording import DOORS, NAMES
from referee.tables.projections import Played

Json = Mapping[str, Any]
SIDES = {
    "normal": "the normal side",
    "stunned": "the stunned side",
    "infected": "the infected counter",
    "super_zombie": "the super zombie side",
}


def undo_checklist(undone: Sequence[Played]) -> list[Json]:
    """Return the lines to tick for what was just taken back, given the oldest first."""
    return [
        {"id": f"back{step.line['n']}.{index}", "text": f"Put back: {text}.", "case": "R-UNDO", "past": False}
        for step in reversed(undone)
        if step.line["action"]["do"] not in SET_UP
        for index, text in enumerate(_texts(step))
    ]


def _texts(step: Played) -> Iterator[str]:
    """Yield what a step that was taken back had changed on the cardboard: how it lay before."""
    yield from _characters(step)
    yield from _units(step)
    yield from _doors(step)


def _characters(step: Played) -> Iterator[str]:
    for name, then in step.before["characters"].items():
        since, called = step.after["characters"][name], NAMES[name]
        if since["square"] != then["square"]:
            start = f"from {since['square']} to" if since["square"] else "into"
            yield f"{called} {start} {then['square']}"
        if since["status"] != then["status"]:
            yield f"{SIDES[then['status']]} of {called}"
        if then["rifle"] != since["rifle"]:
            yield f"the hunting rifle {'to' if then['rifle'] else 'of'} {called}"


def _units(step: Played) -> Iterator[str]:
    then = {unit["square"]: unit for unit in step.before["zombies"]}
    since = {unit["square"]: unit for unit in step.after["zombies"]}
    start, end = unit_way(step, then, since)
    if start:
        face = face_up(step.before, then[start])
        turned = f", face {'up' if face else 'down'}" if face != face_up(step.after, since[end]) else ""
        yield f"the unit from {end} to {start}{turned}"
        del then[start], since[end]
    for square in sorted(then.keys() | since.keys()):
        if square not in then:
            yield f"the unit in {square} off the map, to {pile(step.line['action'])}"
        elif square not in since:
            turned = "up" if face_up(step.before, then[square]) else "down"
            yield f"the unit from {PILES['eliminated']} into {square}, face {turned}"
        else:
            yield from _same_square(step, then[square], since[square])


def _same_square(step: Played, then: Json, since: Json) -> Iterator[str]:
    square = then["square"]
    if then["berserk"] != since["berserk"]:
        yield f"the unit in {square}, {'with' if then['berserk'] else 'without'} its Berserk marker"
    lies_up = face_up(step.before, then)
    shown = square in step.before["shown"] or square in step.after["shown"]
    if lies_up != face_up(step.after, since) and not shown:
        yield f"the unit in {square}, face {'up' if lies_up else 'down'}"


def _doors(step: Played) -> Iterator[str]:
    then = {tuple(door["between"]): door["state"] for door in step.before["doors"]}
    since = {tuple(door["between"]): door["state"] for door in step.after["doors"]}
    for between in sorted({*then, *since}):
        if then.get(between, "open") != since.get(between, "open"):
            yield f"the door between {between[0]} and {between[1]}, {then.get(between, 'open')}"
    for door, state in step.after["main_doors"].items():
        if state != step.before["main_doors"].get(door, "open"):
            yield f"the {DOORS[door]} door, {step.before['main_doors'].get(door, 'open')}"
