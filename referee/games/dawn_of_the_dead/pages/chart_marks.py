"""Which row and column of a chart the roll just made was read from (6.7, 8.8, 13.5, 15.8).

Everything comes from what lies open in the moment: the action with its dice, the sentence that everybody was
told, the board, and the attack as far as it has come. Where one of them is not told, that row or column stays
unmarked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from referee.pages.linking import case_url
from rules.board import pair
from rules.dawn_of_the_dead import tables
from rules.dawn_of_the_dead.equipment import Setting

Json = Mapping[str, Any]
ELSEWHERE, OWN_SQUARE, CLOSED_GLASS, OPEN_DOOR = range(4)
"""The rows of the Shot Modifier Chart, as they are printed (6.7)."""
FIRST_COLUMN = range(1, 4)
"""The first dice that name the first column of the Hidden Zombie Table (15.8)."""
_STRENGTH = re.compile(r" at strength (\d+)")
_SUBTRACTION = re.compile(r" modifier −(\d+)")


def chart_links(view: Json, setting: Setting) -> dict[str, str]:
    """Return the address of each chart that the last action used, by case, with row and column marked."""
    last = view.get("moment")
    if not last:
        return {}
    marks_of: dict[str, list[tuple[str, str]]] = {}
    match last["action"]["do"]:
        case "roll_attack":
            marks_of["8.8"] = list(_attack(view))
        case "roll_entrance":
            marks_of["13.5"] = list(_total(last["action"]))
        case "roll_hidden":
            marks_of["15.8"] = list(_digit(last["action"]))
        case "shoot" | "defend":
            marks_of["6.7"] = [("row", tables.charts()["6.7"]["rows"][n][0]) for n in _shot(view, setting)]
    return {case: f"{case_url(case)}?{urlencode(marks)}" for case, marks in marks_of.items() if marks}


def _total(action: Json) -> Iterator[tuple[str, str]]:
    if len(action.get("dice") or ()) == 2:
        yield "row", str(sum(action["dice"]))


def _digit(action: Json) -> Iterator[tuple[str, str]]:
    """Give where the Hidden Zombie Table was read: the first die names the column, the second the row."""
    if len(action.get("dice") or ()) == 2:
        first, second = action["dice"]
        yield "row", str(second)
        yield "column", tables.charts()["15.8"]["columns"][1 if first in FIRST_COLUMN else 2]


def _attack(view: Json) -> Iterator[tuple[str, str]]:
    yield from _total(view["moment"]["action"])
    if strength := _strength(view):
        columns = tables.charts()["8.8"]["values"]["columns"]
        strength = min(strength, columns[-1][1])
        column = next(n for n, (low, high) in enumerate(columns, 1) if low <= strength <= high)
        yield "column", tables.charts()["8.8"]["columns"][column]


def _strength(view: Json) -> int:
    """Return the strength of the attack.

    After the last roll only the sentence of the moment still has it.
    """
    attack = view["phase_state"].get("attack")
    if attack and attack["strength"] is not None:
        return int(attack["strength"])
    match = _STRENGTH.search(view["moment"]["reason"])
    return int(match[1]) if match else 0


def _shot(view: Json, setting: Setting) -> Iterator[int]:
    """Yield the rows of the Shot Modifier Chart that counted: distance and door. None without a shot."""
    action = view["moment"]["action"]
    if not action.get("dice"):
        return
    here, at = view["characters"][action["by"][0]]["square"], action.get("at")
    if at is None or here == at:
        yield OWN_SQUARE
        return
    yield ELSEWHERE
    door = setting.sight.door_on(here, at) if here else None
    if door is None:
        return
    # The shot destroys closed glass, so that the door no longer tells what it was; the sum in the sentence
    # does, as long as everybody fired.
    match = None if " panic" in view["moment"]["reason"] else _SUBTRACTION.search(view["moment"]["reason"])
    for row, kind in ((OPEN_DOOR, "open_door"), (CLOSED_GLASS, "closed_glass_door")):
        each = tables.shot_modifier(setting.board.distance(*pair(here, at)) or 0, kind)
        if match and int(match[1]) == each * len(action["by"]):
            yield row
