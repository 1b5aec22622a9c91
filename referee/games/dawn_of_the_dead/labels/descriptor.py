"""How a kind of action is described to the screens, and words that several kinds share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.labels.wording import people
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.odds import Mix
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import View

Words = Callable[[Json], str]


@dataclass(frozen=True, slots=True, eq=False)
class Heading:
    """The heading over the keys of the kinds of actions that share it, and the tone of these keys."""

    title: str = ""
    hint: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart that a roll is read from, by its case, and the rows and columns of the last roll."""

    case: str
    marks: Callable[[Json, Setting], Iterable[tuple[str, str]]]


def always(words: str) -> Words:
    """Return the same words for every action of a kind."""
    return lambda _action: words


def squares_named(_view: View, _board: Board, action: Json) -> Sequence[str | None]:
    """Return the squares that an action itself names."""
    return action.get("to"), action.get("at"), action.get("square")


def no_marks(_view: View, _action: Json) -> Mapping[str, str]:
    """Highlight no square."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """How one kind of action is shown. Actions are JSON, as every seat may be offered them.

    `label` is what its key says, `step` what it is called in a sentence once it is done. `whole` adds what
    the map shows beside a key; without it the label serves. `would` follows "the referee would"; without it
    the label serves. `on_table` tells players what to do with the pieces.
    """

    kind: type[Action]
    label: Words
    step: Words
    whole: Callable[[Json, View], str] | None = None
    would: Words | None = None
    on_table: Callable[[Any], str] | None = None

    heading: Heading | None = None
    """The heading of its keys, unless its phase arranges them differently."""
    typed: bool = True
    """Whether it also has a key for dice typed in, where dice decide it."""
    odds: Callable[[View, Json, Position, Mix], str] | None = None
    """The odds of its dice in words: of the view, the action, the open position, and face-down values."""
    told_by_ruling: bool = False
    """Whether the ruling before its dice says what each number means, so that their form shows it."""
    chart: Chart | None = None

    places: Callable[[View, Board, Json], Sequence[str | None]] = squares_named
    """The squares that a tap which means the action may fall on."""
    marks: Callable[[View, Json], Mapping[str, str]] = no_marks
    """The squares to highlight while none is tapped, each with the kind of its highlight."""
    tapped: bool = False
    """Whether it is done by tapping squares."""
    can: str = ""
    """The words in a list of squares, instead of every way that the piece may go."""
    arrows: bool = False
    """Whether the map shows its ways before a piece is chosen."""

    only_reads: bool = False
    """Whether a face-down unit that is read for it is turned face down again."""

    leads_on: bool = False
    """Whether it has no outcome by itself, so that a follow-up may be done with the same tap."""
    follows: bool = False
    """Whether the tap before may do it too, where it is the only thing to do."""

    def rolls(self, action: Json) -> bool:
        """Return whether dice decide an action. A super zombie breaks glass without dice (11.6)."""
        return bool(self.kind.rolls) and self.typed and not action.get("super")


def door(action: Json) -> str:
    """Return the two squares of a door: "043 and 062"."""
    return " and ".join(action["between"])


def door_step(action: Json) -> str:
    """Return what a step at a door is called."""
    return f"door {'–'.join(action['between'])}"


def shoots(action: Json) -> str:
    """Return the verb for those who shoot."""
    return "shoots" if len(action["by"]) == 1 else "shoot together"


def guns(action: Json) -> str:
    """Return whose guns fire: "Peter and Fran together"."""
    names = "all four" if len(action["by"]) == len(CHARACTERS) else people(action["by"])
    return names + (" together" if len(action["by"]) > 1 else "")
