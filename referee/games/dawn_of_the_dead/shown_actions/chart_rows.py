"""Which row and column of a chart the roll just made was read from (6.7, 8.8, 13.5, 15.8).

Everything comes from what everybody knows of the moment: the action with its dice, and what it did. Where one
of them is not told, that row or column stays unmarked.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json
from rules.board.board import pair
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting

ELSEWHERE, OWN_SQUARE, CLOSED_GLASS, OPEN_DOOR = range(4)
"""The rows of the Shot Modifier Chart, as they are printed (6.7)."""
FIRST_COLUMN = range(1, 4)
"""The first dice that name the first column of the Hidden Zombie Table (15.8)."""
Marks = Iterator[tuple[str, str]]


def total(view: Json, _setting: Setting) -> Marks:
    """Yield the row of a total of two dice."""
    action = view["moment"]["action"]
    if len(action.get("dice") or ()) == 2:
        yield "row", str(sum(action["dice"]))
    elif action.get("total"):
        yield "row", str(action["total"])


def digit(view: Json, _setting: Setting) -> Marks:
    """Yield where the Hidden Zombie Table was read: the first die names the column, the second the row."""
    action = view["moment"]["action"]
    if len(action.get("dice") or ()) == 2:
        first, second = action["dice"]
        yield "row", str(second)
        yield "column", equipment.charts()["15.8"]["columns"][1 if first in FIRST_COLUMN else 2]


def attack(view: Json, setting: Setting) -> Marks:
    """Yield the row of an attack's dice and the column of its strength."""
    yield from total(view, setting)
    if strength := _strength(view):
        columns = equipment.charts()["8.8"]["values"]["columns"]
        strength = min(strength, columns[-1][1])
        column = next(n for n, (low, high) in enumerate(columns, 1) if low <= strength <= high)
        yield "column", equipment.charts()["8.8"]["columns"][column]


def _strength(view: Json) -> int:
    """Return the strength of the attack, 0 where it is not told."""
    attacked = (e for e in view["moment"]["effects"] if e["effect"] == "attacked")
    return next((int(e["strength"]) for e in attacked), 0)


def shot(view: Json, setting: Setting) -> Marks:
    """Yield the rows of the Shot Modifier Chart that counted: distance and door. None without a shot."""
    for row in _shot_rows(view["moment"], setting):
        yield "row", equipment.charts()["6.7"]["rows"][row][0]


def _shot_rows(last: Json, setting: Setting) -> Iterator[int]:
    fired = next((e for e in last["effects"] if e["effect"] == "shot"), None)
    if fired is None:
        return
    here, at, guns = fired["from"], fired["at"], len(fired["by"])
    if here == at:
        yield OWN_SQUARE
        return
    yield ELSEWHERE
    if setting.sight.door_on(here, at) is None or guns < len(last["action"]["by"]):
        return
    # The shot destroys closed glass, so the door on the map no longer tells what it was; the modifier does.
    for row, kind in ((OPEN_DOOR, "open_door"), (CLOSED_GLASS, "closed_glass_door")):
        each = equipment.shot_modifier(setting.board.distance(*pair(here, at)) or 0, kind)
        if fired["minus"] == each * guns:
            yield row
