"""BattleCON's ruling: the shared one, and what happened."""

from __future__ import annotations

from dataclasses import dataclass

from rules.battlecon.effects import Effect
from rules.battlecon.position import Position
from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Verdict(Ruling[Position]):
    """The ruling on an action, with its `effects` in order once it is carried out."""

    effects: tuple[Effect, ...] = ()


def refuse(case: str, reason: str, *more: str) -> Verdict:
    """Return a refusal. It is firm: nothing in this game can be carried out against its rules."""
    return Verdict(False, (case, *more), reason, firm=True)
