"""The id of a counter sheet that a game went on with (R-2.3a)."""

from __future__ import annotations

from functools import cache

from referee.records.text import fingerprint
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet


def sheet_id(sheet: CounterSheet) -> str:
    """Return the id of a counter sheet: that of a bundled one, else the one that its content gives it."""
    sha256 = fingerprint(sheet.source)
    return _bundled().get(sha256) or f"own-{sha256[:16]}"


@cache
def _bundled() -> dict[str, str]:
    return {fingerprint(equipment.load_counters(id_)): id_ for id_ in equipment.counter_sheets()}
