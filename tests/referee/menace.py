"""A game whose second half the referee plays: groups of zombies move at whom people say that they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, cast

import pytest

from referee.games import registry
from referee.games.interface import Game
from referee.games.interface.options import Option
from referee.games.interface.rules import PLAYERS, Rules
from rules.fields import action, asked, position, rolled
from rules.questions import REFEREE, Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Ruling, allow, done

ID = "menace"
SEATS = ("ana", "ben")
GROUPS = ("A", "B", "C")


@action
class Weather:
    """Roll for the light, before anybody acts (3.0)."""

    die: int | None = rolled("weather")


@action
class Group:
    """Move one group at whom it sees (4.2). The die falls first: on 1 it groans, and nothing is asked."""

    group: str
    die: int | None = rolled("menace")
    nearest: str | None = asked("Nearest survivor in sight?")
    inches: int | None = asked("How far?", most=60, limits=(6, 12, 24))
    bite: int | None = rolled("bite")


@action
class Pace:
    """Pace the board out, which may be done beside anything else (2.0)."""

    seat: str
    inches: int | None = asked("How wide?", most=60)
    deep: int | None = asked("How deep?", most=60)


@action
class Wait:
    """Do nothing, so that the turn goes to the next player (5.0)."""

    seat: str


@action
class EndTurn:
    """End the turn; then the zombies move (5.0)."""

    seat: str


Action = Weather | Group | Pace | Wait | EndTurn


@position
class Position:
    """The groups that have still to move, the wounds, and the light."""

    light: int = 0
    turn: int = 1
    left: tuple[str, ...] = ()
    wounds: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))


class Menace(Rules[Position, Action]):
    """The rules."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, seat.title(), secret=False) for seat in SEATS]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        hurt = max(position.wounds.values())
        return tuple(s for s, n in position.wounds.items() if n < hurt) if hurt > 2 else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        if not position.light:
            return [Question("weather", (REFEREE,), (Weather(),))]
        pace = [Question[Action](f"pace {s}", (s,), (Pace(s),), optional=True, beside=True) for s in SEATS]
        if position.left:
            group = Question[Action](f"group {position.left[0]}", (REFEREE,), (Group(position.left[0]),))
            return [*pace, group]
        turn = tuple(kind(seat) for kind in (EndTurn, Wait) for seat in SEATS)
        return [*pace, Question[Action]("turn", SEATS, turn, beside=True)]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        match action:
            case Weather(die):
                if die is None:
                    return allow(("3.0",), "The light.", {"die": 1})
                return done(replace(position, light=die), ("3.0",), f"The light is {die}.")
            case Pace(seat, inches, deep):
                if inches is None or deep is None:
                    return allow(("2.0",), "Measure.", {"inches": 1} if inches is None else {"deep": 1})
                return done(replace(position), ("2.0",), f"{seat} paces out {inches} by {deep} inches.")
            case Wait(seat):
                return done(replace(position, turn=position.turn + 1), ("5.0",), f"{seat} waits.")
            case EndTurn(seat):
                return done(replace(position, left=GROUPS), ("5.0",), f"{seat} ends the turn.")
            case Group():
                return self._group(position, action)

    def _group(self, position: Position, action: Group) -> Ruling[Position]:
        left = tuple(group for group in position.left if group != action.group)
        after = replace(position, left=left, turn=position.turn + (not left))
        name, die, nearest, inches = f"Group {action.group}", action.die, action.nearest, action.inches
        if die is None:
            return allow(("4.1",), f"{name} stirs.", {"die": 1})
        if die == 1:
            return done(after, ("4.1",), f"{name} groans.")
        if nearest is None:
            return allow(("4.2",), name, {"nearest": Options((*SEATS, "nobody"))})
        if nearest == "nobody":
            return done(after, ("4.2",), f"{name} stands.")
        if inches is None:
            return allow(("4.2",), f"{name} goes at {nearest}.", {"inches": 1})
        if inches > 6 + die:
            return done(after, ("4.2",), f"{name} goes {6 + die} inches at {nearest}.")
        if action.bite is None:
            return allow(("4.3",), f"{name} bites.", {"bite": 1})
        hurt = {**position.wounds, nearest: position.wounds[nearest] + (action.bite > 1)}
        return done(replace(after, wounds=hurt), ("4.3",), f"{name} bites {nearest} with {action.bite}.")


class MenaceGame(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title = ID, "Menace"
    rules = Menace
    options = (Option("dice", "Who rolls?", ("referee", PLAYERS)),)

    def rulebook(self) -> Rulebook:
        cases = (
            ("2.0", "Paces"),
            ("3.0", "Light"),
            ("4.1", "Stirring"),
            ("4.2", "Going"),
            ("4.3", "Biting"),
            ("5.0", "Turns"),
        )
        return Rulebook(self.title, [Case(number, title, ()) for number, title in cases])


GAME = MenaceGame()


def install(monkeypatch: pytest.MonkeyPatch, game: Any = GAME) -> None:
    """Install the game beside the bundled ones."""
    with_it = replace(registry.shelf(), games={**registry.games(), game.id: cast("Any", game)})
    monkeypatch.setattr(registry, "shelf", lambda: with_it)
