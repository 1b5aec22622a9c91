"""A game for tests: three to six seats with two figures each, whose rates lie face down one by one.

The figures act in any order, and each act turns up the rate of that figure alone. Beside that seats may hand
figures over, count their runners aloud, sweep away what others have chosen, wait, shoot, and shoot together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

import pytest

from referee.games import registry
from referee.games.interface import Game
from referee.games.interface.options import Option
from referee.games.interface.rules import Rules
from referee.games.interface.screens import Screens
from rules.fields import action, hidden, picked, position, rolled
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Ruling, allow, refuse

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
Rate = Literal["stand", "walk", "run"]
RATES = ("stand", "walk", "run")


@position
class Position:
    """Who has which figures, what lies face down, and what happened."""

    owners: Mapping[str, str]
    rates: Mapping[str, Rate] = hidden(lambda position, figure: (position.owners[figure],))
    acted: Mapping[str, Rate] = field(default_factory=dict)
    counted: Mapping[str, int] = field(default_factory=dict)
    waited: int = 0

    def left(self, seat: str) -> tuple[str, ...]:
        """Return the figures of a seat that have not acted."""
        return tuple(f for f, owner in self.owners.items() if owner == seat and f not in self.acted)


@action
class Plot:
    """Choose in secret how fast the figures of a seat go."""

    seat: str
    rates: Mapping[str, Rate] | None = picked("How fast?", secret="rates")


@action
class Act:
    """Act with a figure: its rate is turned up."""

    seat: str
    figure: str


@action
class Hand:
    """Give a figure to another seat."""

    seat: str
    figure: str
    to: str


@action
class Count:
    """Say aloud how many figures run."""

    seat: str


@action
class Sweep:
    """Sweep away what another seat has chosen: nobody looks at it."""

    seat: str
    whose: str


@action
class Wait:
    """Do nothing."""

    seat: str


@action
class Shoot:
    """Shoot, alone or with a figure of another seat: a die decides."""

    seat: str
    helper: str
    die: int | None = rolled("shot")


Action = Plot | Act | Hand | Count | Sweep | Wait | Shoot


class StandoffRules(Rules[Position, Action]):
    """The rules of one table."""

    position, action = Position, Action

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of those who play."""
        return SEATS[: self.options["players"]]

    def start(self, drawn: Sequence[int]) -> Position:
        return Position({f"{seat[1]}{letter}": seat for seat in self.players for letter in "AB"})

    def roster(self, position: Position) -> Sequence[Seat]:
        master = (
            [Seat("gm", "The game master", votes=True, master=True)]
            if self.options["mode"] == "with a master"
            else []
        )
        return [*(Seat(seat, f"Player {seat[1]}") for seat in self.players), *master]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return self.players[:1] if len(position.acted) == len(position.owners) else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        return [
            Question(f"turn {seat}", (seat,), tuple(self._open_to(position, seat))) for seat in self.players
        ]

    def _open_to(self, position: Position, seat: str) -> Iterator[Action]:
        others = [other for other in self.players if other != seat]
        yield Plot(seat)
        yield from (Act(seat, figure) for figure in position.left(seat) if figure in position.rates)
        yield from (Hand(seat, figure, to) for figure in position.left(seat) for to in others)
        yield from (Sweep(seat, whose) for whose in others)
        yield from (Shoot(seat, figure) for figure in position.owners)
        yield from (Count(seat), Wait(seat))

    def consent(self, position: Position, action: Action) -> Collection[str]:
        """Return the seat whose figure helps."""
        helps = {position.owners[action.helper]} if isinstance(action, Shoot) else set()
        return helps - {action.seat}

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        match action:
            case Plot():
                return _plotted(position, action)
            case Act(_, figure):
                left = {name: rate for name, rate in position.rates.items() if name != figure}
                acted = {**position.acted, figure: position.rates[figure]}
                after = replace(position, rates=left, acted=acted)
                return _done(after, "2.0", f"{figure}: {acted[figure]}.", f"rates.{figure}")
            case Hand(_, figure, to):
                owners = {**position.owners, figure: to}
                return _done(replace(position, owners=owners), "3.0", f"{figure} to {to}.")
            case Count(seat):
                runs = sum(position.owners[f] == seat and rate == "run" for f, rate in position.rates.items())
                after = replace(position, counted={**position.counted, seat: runs})
                return _done(after, "4.0", f"{runs} run.")
            case Sweep(_, whose):
                left = {f: rate for f, rate in position.rates.items() if position.owners[f] != whose}
                return _done(replace(position, rates=left), "5.0", f"{whose} chooses again.")
            case Shoot(_, helper, die):
                if die is None:
                    return allow(("7.0",), "Roll a die.", {"die": 1})
                return _done(replace(position, waited=position.waited + 1), "7.0", f"{helper} helped: {die}.")
            case Wait():
                return _done(replace(position, waited=position.waited + 1), "6.0", "Waited.")


def _plotted(position: Position, action: Plot) -> Ruling[Position]:
    figures = position.left(action.seat)
    if not figures:
        return refuse(("1.0",), "None of your figures is left.")
    if action.rates is None:
        return allow(("1.0",), "Choose.", {"rates": Options(RATES, each=figures)})
    return _done(replace(position, rates={**position.rates, **action.rates}), "1.0", "Rates are chosen.")


def _done(after: Position, case: str, story: str, *opened: str) -> Ruling[Position]:
    return Ruling(True, (case,), story, after=after, story=story, opened=opened)


class Standoff(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title, package = "standoff", "Standoff", "tests"
    rules = StandoffRules
    folder = Path(__file__).parent
    modes = ("play", "with a master")
    options = (Option("players", "How many play?", (3, 4, 5, 6)),)
    screens = Screens("frame/moment.html")

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "Rates", ())])


GAME = Standoff()


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the game beside the bundled ones, for as long as this lasts."""
    point = registry.Found(EntryPoint("standoff", f"{__name__}:GAME", registry.GROUP), "standoff-for-referee")
    entries = [*registry.found(), point]
    registry.shelf.cache_clear()
    monkeypatch.setattr(registry, "found", lambda: entries)
    yield
    registry.shelf.cache_clear()


def plot(**rates: Rate) -> dict[str, Any]:
    """Return a choice of rates: `plot(A1="run")` for the figure 1A."""
    return {"do": "plot", "rates": {name[1] + name[0]: rate for name, rate in rates.items()}}
