"""R-2.3a: a game continues with another counter sheet, if all agree and no known value is against it.

Only open facts count: the values that are face up or that the last action showed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead.actions import UseSheet
from rules.dawn_of_the_dead.effects import SheetChanged
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet
from rules.dawn_of_the_dead.equipment.units import known_value
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.ruling import allow, refuse
from rules.sentences import listed

CASES = ("R-2.3a", "2.3")


def contradiction(position: Position, sheet: CounterSheet) -> str:
    """Return why the game cannot continue with this sheet: a sentence on the first fault; "" for none."""
    if sheet == position.setting.sheet:
        return f"This table plays with the counter sheet “{sheet.name}” already."
    if not position.physical:
        if sheet.units == position.setting.sheet.units:
            return ""
        return (
            f"The referee has drawn the Zombie Values of this game already, and “{sheet.name}” has others. "
            "Start a new table with it."
        )
    return next(_missing(position, sheet), "")


def _missing(position: Position, sheet: CounterSheet) -> Iterator[str]:
    """Yield a sentence for each known value that the sheet has on too few units."""
    places: dict[int, list[str]] = {}
    for square in sorted(position.zombies):
        if (value := known_value(position, square)) is not None:
            places.setdefault(value, []).append(square)
    piles = (*(position.hidden_box or ()), *position.eliminated)
    off_map = Counter(value for value in piles if value is not None)
    for value in sorted({*places, *off_map}):
        squares, there = places.get(value, []), sheet.zombie_values.get(value, 0)
        known = len(squares) + off_map[value]
        if known > there:
            where = listed(
                [*(f"in {square}" for square in squares), *(["off the map"] if off_map[value] else [])]
            )
            units = f"The unit {where} was" if known == 1 else f"The units {where} were"
            has = "no unit" if not there else "only 1 unit" if there == 1 else f"only {there} units"
            yield f"{units} read as {value}, but “{sheet.name}” has {has} with that value."


def _sheet(action: UseSheet) -> CounterSheet:
    return CounterSheet.from_json(action.sheet)


def _refuse(position: Position, action: UseSheet) -> Verdict:
    sheet = _sheet(action)
    if wrong := contradiction(position, sheet):
        return refuse(CASES, wrong, firm=True)
    return refuse(CASES, f"To go on with the counter sheet “{sheet.name}”, all players must agree.")


def _grant(_position: Position, action: UseSheet) -> Verdict:
    return allow(CASES, f"The game can go on with the counter sheet “{_sheet(action).name}”.")


def _use(position: Position, action: UseSheet) -> Outcome:
    sheet = _sheet(action)
    after = replace(position, setting=position.setting.with_sheet(sheet))
    reason = f"The game goes on with the counter sheet “{sheet.name}”."
    return Outcome(after, reason, effects=(SheetChanged(sheet.name, action.sha256),))


def _options(_position: Position) -> Iterator[UseSheet]:
    """Yield nothing: which sheets there are the rules do not know."""
    yield from ()


USE_SHEET = Procedure(UseSheet, _refuse, _grant, _use, _options)
