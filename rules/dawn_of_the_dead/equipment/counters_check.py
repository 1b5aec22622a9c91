"""Checks of a counter sheet (`referee-counters/1`, 2.3); they report every mistake at once."""

from __future__ import annotations

from typing import Any, cast

from rules.data_check import Members, Report, is_whole, shown
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIGHEST_VALUE, UNITS

FORMAT = "referee-counters/1"
MEMBERS: Members = dict.fromkeys(("format", "name", "provenance", "characters", "zombie_values"))
"""The members of a counter sheet; anything else is a mistake."""
SIDES = ("normal", "infected")
RATINGS = {"fire_rate": (0, 9), "panic_level": (0, 6), "movement_allowance": (1, 20)}
"""The lowest and highest value of each rating: shots, a die result, Movement Points."""


def problems(data: object) -> list[str]:
    """Return a sentence for each mistake in a counter sheet, none if it is good. Takes any JSON data."""
    if not isinstance(data, dict):
        return [f"The counter sheet is {shown(data)}; it must be one JSON object."]
    report = Report()
    report.header(data, FORMAT)
    _check_characters(data, report)
    _check_values(data, report)
    return report.sentences


def _object(source: dict[str, Any], name: str, where: str, report: Report) -> dict[str, Any] | None:
    """Return a field if it is an object; otherwise note that and return None."""
    given = report.field(source, name, where)
    if name not in source or not report.want(isinstance(given, dict), f"{where}{name}", given, "an object"):
        return None
    return cast("dict[str, Any]", given)


def _check_unknown(source: dict[str, Any], known: tuple[str, ...], where: str, report: Report) -> None:
    for name in source:
        if name not in known:
            report.add(f"{where} has {shown(name)}; it may have {', '.join(known)}.")


def _check_characters(data: dict[str, Any], report: Report) -> None:
    characters = _object(data, "characters", "", report)
    if characters is None:
        return
    _check_unknown(characters, CHARACTERS, "characters", report)
    for character in CHARACTERS:
        sheet = _object(characters, character, "characters.", report)
        if sheet is None:
            continue
        _check_unknown(sheet, SIDES, f"characters.{character}", report)
        for side in SIDES:
            ratings = _object(sheet, side, f"characters.{character}.", report)
            if ratings is not None:
                _check_ratings(ratings, f"characters.{character}.{side}", report)


def _check_ratings(ratings: dict[str, Any], where: str, report: Report) -> None:
    _check_unknown(ratings, tuple(RATINGS), where, report)
    for name, (least, most) in RATINGS.items():
        value = report.field(ratings, name, f"{where}.")
        if name in ratings:
            good = is_whole(value) and least <= value <= most
            report.want(good, f"{where}.{name}", value, f"a whole number from {least} to {most}")


def _check_values(data: dict[str, Any], report: Report) -> None:
    values = _object(data, "zombie_values", "", report)
    if values is None:
        return
    known = tuple(str(v) for v in range(1, HIGHEST_VALUE + 1))
    total: int | None = 0
    for value, units in values.items():
        if value not in known:
            report.add(f"zombie_values has {shown(value)}; a Zombie Value is 1 to {HIGHEST_VALUE} (8.8).")
        good = is_whole(units) and 0 <= units <= UNITS
        where = f"zombie_values.{value if value in known else shown(value)}"
        if not report.want(good, where, units, f"a whole number from 0 to {UNITS}"):
            total = None
        elif total is not None:
            total += units
    if total is not None and total != UNITS:
        report.add(f"zombie_values adds up to {total}; there are {UNITS} zombie units (3.1).")
