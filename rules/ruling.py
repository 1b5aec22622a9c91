"""The referee's answer to one question, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from rules.effects import Effect

PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class Options:
    """A need: one of `values`; or, with `each`, one of them for each of these names.

    `text` asks for it, where the field's own words do not do.
    """

    values: tuple[Any, ...]
    each: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """A need: `count` of these values, drawn without putting back."""

    values: tuple[int, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Ask:
    """A need: a fact that only people can see.

    A game leaves out what the field itself declares, and gives what this moment narrows: the words, the
    limits. `kind` is what the answer is. `each` names those that it is asked for, where the field is a
    mapping.
    """

    text: str = ""
    kind: Literal["number", "yes_no"] | None = None
    unit: str | None = None
    least: int | None = None
    most: int | None = None
    limits: tuple[int, ...] | None = None
    halves: bool | None = None
    each: tuple[str, ...] = ()


Missing = int | tuple[str, ...] | Options | Pool | Ask
"""What a field lacks: a number of dice or draws, the names they are missing for, or one of the above."""

NOTHING: Mapping[str, Missing] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score: its name, its value, and the case that it comes from.

    It changes the number that is `needed`, or is added to the `roll`.
    """

    name: str
    value: int
    case: str = ""
    to: Literal["needed", "roll"] = "needed"


@dataclass(frozen=True, slots=True)
class Score:
    """A score taken apart: the `dice` that are rolled ("d6", "3d6"), and what makes up the number needed.

    `rolled` and `success` are there once the dice are.
    """

    dice: str
    parts: tuple[Part, ...]
    rolled: tuple[int, ...] = ()
    success: bool | None = None

    @property
    def needed(self) -> int:
        """The number that the dice must reach."""
        return sum(part.value for part in self.parts if part.to == "needed")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[PositionT]):
    """A verdict and the cases it rests on.

    `cases` names numbered cases and rulings, the decisive one first. `reason` is one sentence for the players
    as of now. `needs` says what is still missing before the action can be carried out ({"dice": 2}); `after`
    is the next position once nothing is missing. `story` is the sentence for the log. The log stays readable,
    so it never holds what players may only remember. `effects` are what happened when the action was carried
    out, in order; `rules.effects.effects_known_to` gives those that a seat may know. Players cannot agree to
    override a `firm` refusal, because there is nothing to carry out. `score` takes a needed number apart, as
    soon as it is known. `opened` names the secrets that were turned up to all ("rates.1A"); what is gone from
    the position and not among them stays secret.
    """

    legal: bool
    cases: tuple[str, ...]
    reason: str
    needs: Mapping[str, Missing] = field(default_factory=dict)
    after: PositionT | None = None
    story: str = ""
    firm: bool = False
    effects: tuple[Effect, ...] = ()
    score: Score | None = None
    opened: tuple[str, ...] = ()


def count_of(need: Missing) -> int:
    """Return how many results a need of dice or draws is for."""
    match need:
        case int():
            return need
        case Pool():
            return need.count
        case tuple():
            return len(need)
        case _:
            return len(need.each) or 1


def refuse(cases: tuple[str, ...], reason: str, *, firm: bool = False) -> Ruling[PositionT]:
    """Return a refusal resting on `cases`."""
    return Ruling(False, cases, reason, firm=firm)


def allow(
    cases: tuple[str, ...],
    reason: str,
    needs: Mapping[str, Missing] = NOTHING,
    score: Score | None = None,
) -> Ruling[PositionT]:
    """Return a verdict that allows the action once it has what it `needs`."""
    return Ruling(True, cases, reason, needs, score=score)


def done(
    after: PositionT,
    cases: tuple[str, ...],
    story: str,
    opened: tuple[str, ...] = (),
    score: Score | None = None,
) -> Ruling[PositionT]:
    """Return a verdict that carries the action out. The players read what the log says: the `story`."""
    return Ruling(True, cases, story, after=after, story=story, opened=opened, score=score)
