"""The referee's answer to one question, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

from rules.effects import Effect

PositionT = TypeVar("PositionT")

Missing = int | tuple[str, ...]
"""The missing results of one kind: a number of dice or draws, or the names they are missing for."""

NOTHING: Mapping[str, Missing] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruling(Generic[PositionT]):
    """A verdict and the cases it rests on.

    `cases` names numbered cases and rulings, the decisive one first. `reason` is one sentence for the players
    as of now. `needs` says what is still missing before the action can be carried out ({"dice": 2}); `after`
    is the next position once nothing is missing. `story` is the sentence for the log. The log stays readable,
    so it never holds what players may only remember. `effects` are what happened when the action was carried
    out, in order; `rules.effects.effects_known_to` gives those that a seat may know. Players cannot agree to
    override a `firm` refusal, because there is nothing to carry out.
    """

    legal: bool
    cases: tuple[str, ...]
    reason: str
    needs: Mapping[str, Missing] = field(default_factory=dict)
    after: PositionT | None = None
    story: str = ""
    firm: bool = False
    effects: tuple[Effect, ...] = ()


def refuse(cases: tuple[str, ...], reason: str, *, firm: bool = False) -> Ruling[PositionT]:
    """Return a refusal resting on `cases`."""
    return Ruling(False, cases, reason, firm=firm)


def allow(cases: tuple[str, ...], reason: str, needs: Mapping[str, Missing] = NOTHING) -> Ruling[PositionT]:
    """Return a verdict that allows the action once it has what it `needs`."""
    return Ruling(True, cases, reason, needs)
