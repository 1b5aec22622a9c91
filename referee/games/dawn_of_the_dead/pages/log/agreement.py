"""What the log says was agreed on, and what it says of secrets that lay open (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import player
from rules.sentences import listed

Json = Mapping[str, Any]
Names = Mapping[str, str]
NAMELESS: Names = {}


def secrets_lay_open(ends: Sequence[Json]) -> str:
    """Return the sentence on the ends of the game that were taken back, or ""."""
    if not ends:
        return ""
    turns = listed(dict.fromkeys(str(end["turn"]) for end in ends))
    return f"The end of this game was taken back in Game-Turn {turns}: all secrets were open then."


def mark(
    *,
    taken_back: bool,
    overridden: bool,
    answered_for: Sequence[str],
    names: Names = NAMELESS,
    secrets_open: bool = False,
) -> str:
    """Return the log's note on what was agreed about a line, and for whom the tablet answered."""
    back = "taken back after the end, with all secrets open" if secrets_open else "taken back"
    agreed = back if taken_back else "by agreement" if overridden else ""
    if not answered_for:
        return agreed
    told = f"the tablet answered for {listed(_each(answered_for, names))}"
    return f"{agreed}; {told}" if agreed else told


def _each(seats: Sequence[str], names: Names) -> Iterator[str]:
    """Yield who sits at some seats; a nameless player of two characters is both of them."""
    for seat in seats:
        yield from [player(seat, names)] if seat in names else player(seat, names).split(" and ")
