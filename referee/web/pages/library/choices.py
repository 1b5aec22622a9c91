"""The maps and counter sheets that a form lets somebody choose from, without those of others in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.web.pages.library.shelves import offered

Json = Mapping[str, Any]
_OWN_SHOWN = 3
"""So many of one's own, the newest, stand beside those that come with the game."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What lies open and what is folded away: `chosen` is the id of the one that is chosen at first."""

    shown: Sequence[Json]
    folded: Sequence[Json]
    chosen: str


def choices(system: str, kind: str, asked: str = "") -> Choices:
    """Return the maps or sheets to play a game with; `asked` is the id of the one that somebody comes for.

    One's own newest is chosen at first, else the one that comes with the game: never a stranger's.
    """
    entries = [entry for entry in offered(kind) if entry["system"] == system]
    bundled = [entry for entry in entries if entry["bundled"]]
    brought = sorted((e for e in entries if not e["bundled"]), key=lambda e: str(e["at"]), reverse=True)
    wanted = [entry for entry in brought if entry["id"] == asked]
    own = [entry for entry in brought if entry["own"] and entry not in wanted][:_OWN_SHOWN]
    shown = [*wanted, *own, *bundled]
    chosen = next((entry["id"] for entry in shown if entry["id"] == asked), "")
    chosen = chosen or (shown[0]["id"] if shown else "")
    return Choices(shown, [entry for entry in brought if entry not in shown], chosen)
