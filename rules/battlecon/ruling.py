"""BattleCON's ruling: the shared one, on its own positions."""

from __future__ import annotations

from rules.battlecon.position import Position
from rules.ruling import Ruling

Verdict = Ruling[Position]


def refuse(case: str, reason: str, *more: str) -> Verdict:
    """Return a refusal. It is firm: nothing in this game can be carried out against its rules."""
    return Ruling(False, (case, *more), reason, firm=True)
