"""A small game that asks by questions, for tests: several actions in progress, facts, dice, and secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from referee.games.interface import Game
from referee.games.interface.rules import Rules
from referee.games.interface.screens import Screens
from rules.fields import action, asked, hidden, picked, position, rolled
from rules.questions import REFEREE, Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Ask, Options, Part, Ruling, Score, refuse

ID = "ambush"
SEATS = ("p1", "p2", "p3")
Rate = Literal["stand", "run"]


@action
class Shoot:
    """Shoot at somebody: one's own turn ends with it."""

    seat: str
    target: str | None = picked("At whom?")
    inches: int | None = asked("How far is it?", most=48, limits=(6, 12))
    cover: bool | None = asked("In cover?")
    die: int | None = rolled("shot", 20)


@action
class Rest:
    """Do nothing, which nobody may do before the second turn."""

    seat: str


@action
class Spot:
    """Look out for somebody, at any time: a die, and then how far it is."""

    seat: str
    target: str | None = picked("For whom?")
    die: int | None = rolled("spot")
    inches: int | None = asked("How far is it?", most=48)


@action
class Hide:
    """Go where nobody aims, at any time, until the panic that follows is over."""

    seat: str


@action
class Plot:
    """Choose in secret how to move."""

    seat: str
    rates: Mapping[str, Rate] | None = picked("How do you move?", secret="rates")


@action
class Panic:
    """The referee asks how far the panic reaches."""

    inches: int | None = asked("How far is the nearest figure?", most=48)


Action = Shoot | Rest | Spot | Hide | Plot | Panic


@position
class Position:
    """Who acts, who is down, and what was seen."""

    turn: int = 1
    acts: str = "p1"
    down: tuple[str, ...] = ()
    hiding: tuple[str, ...] = ()
    seen: Mapping[str, str] = field(default_factory=dict)
    panic: bool = False
    rates: Mapping[str, Rate] = hidden()

    def up(self) -> tuple[str, ...]:
        """Return those who are not down."""
        return tuple(seat for seat in SEATS if seat not in self.down)

    def targets(self, seat: str) -> Options:
        """Return those at whom a seat may aim."""
        return Options(tuple(one for one in self.up() if one != seat and one not in self.hiding))


class Ambush(Rules[Position, Action]):
    """The rules: one shot each in turn, and a look at any time."""

    position = Position
    action = Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, seat.upper()) for seat in SEATS]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return position.up() if len(position.up()) == 1 else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        asked: list[Question[Action]] = []
        for seat in position.up():
            asked.append(Question(f"spot {seat}", (seat,), (Spot(seat),), beside=True))
            asked.append(Question(f"hide {seat}", (seat,), (Hide(seat),), beside=True, optional=True))
            asked.append(Question(f"plot {seat}", (seat,), (Plot(seat),), beside=True, optional=True))
        if position.panic:
            return [*asked, Question("panic", (REFEREE,), (Panic(),))]
        shots = (Shoot(position.acts), Rest(position.acts))
        return [*asked, Question(f"act {position.acts}", (position.acts,), shots)]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        match action:
            case Shoot():
                return self._shot(position, action)
            case Spot():
                return self._look(position, action)
            case Hide():
                after = replace(position, hiding=(*position.hiding, action.seat), panic=True)
                return Ruling(True, ("1.6",), "Hidden.", after=after, story=f"{action.seat} hides.")
            case Plot():
                if action.rates is None:
                    return Ruling(
                        True,
                        ("1.3",),
                        "How do you move?",
                        {"rates": Options(("stand", "run"), (action.seat,))},
                    )
                after = replace(position, rates={**position.rates, **action.rates})
                return Ruling(True, ("1.3",), "Plotted.", after=after, story="Plotted.")
            case Panic():
                if action.inches is None:
                    return Ruling(True, ("1.4",), "How far does the panic reach?", {"inches": Ask()})
                return Ruling(
                    True, ("1.4",), "Panic.", after=replace(position, panic=False, hiding=()), story="Panic."
                )
            case Rest():
                if position.turn == 1:
                    return refuse(("1.5",), "Nobody is tired yet.", firm=True)
                return self._next(position, "Rested.", position)

    def _shot(self, position: Position, shot: Shoot) -> Ruling[Position]:
        reason = "A shot at 10 or more hits, farther off it is harder."
        if shot.target is None:
            return Ruling(True, ("1.1",), reason, {"target": position.targets(shot.seat)})
        if shot.inches is None or shot.cover is None:
            return Ruling(True, ("1.1",), reason, {"inches": Ask(), "cover": Ask()})
        needed = 10 + (4 if shot.cover else 0) + (4 if position.rates.get(shot.target) == "run" else 0)
        score = Score("d20", (Part("to hit", needed, "1.1"),))
        if shot.die is None:
            return Ruling(True, ("1.1",), reason, {"die": 1}, score=score)
        if shot.die < needed:
            return self._next(position, f"{shot.seat} misses.", position)
        down = replace(position, down=(*position.down, shot.target), panic=True)
        return self._next(position, f"{shot.seat} hits {shot.target}.", down)

    def _look(self, position: Position, look: Spot) -> Ruling[Position]:
        if look.target is None:
            return Ruling(True, ("1.2",), "Look out.", {"target": position.targets(look.seat)})
        if look.die is None:
            return Ruling(True, ("1.2",), "Look out.", {"die": 1})
        if look.inches is None:
            return Ruling(True, ("1.2",), "Look out.", {"inches": Ask()})
        after = replace(position, seen={**position.seen, look.seat: look.target})
        return Ruling(True, ("1.2",), "Seen.", after=after, story=f"{look.seat} sees {look.target}.")

    def _next(self, position: Position, story: str, after: Position) -> Ruling[Position]:
        order = [*SEATS[SEATS.index(position.acts) + 1 :], *SEATS]
        acts = next(seat for seat in order if seat in after.up())
        turn = position.turn + (SEATS.index(acts) <= SEATS.index(position.acts))
        return Ruling(True, ("1.1",), story, after=replace(after, acts=acts, turn=turn), story=story)


class AmbushGame(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title = ID, "Ambush"
    rules = Ambush
    folder = Path(__file__).parent
    screens = Screens("frame/moment.html")

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "The ambush", ())])


GAME: Any = AmbushGame()
