"""A game with a window for interrupts: after a shot, each other player has 15 seconds to dive for cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.games.interface import Game
from referee.games.interface.options import Option
from referee.games.interface.rules import PLAYERS, Rules
from rules.fields import action, asked, picked, position, rolled
from rules.questions import REFEREE, Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Ruling, allow, done

ID = "feats"
SEATS = ("p1", "p2", "p3")
SECONDS = 15


@action
class Shoot:
    """Shoot; then all others may dive for cover (4.1)."""

    seat: str


@action
class Feat:
    """Dive for cover, or let it pass (4.3)."""

    seat: str
    call: bool | None = picked("Dive for cover?")
    inches: int | None = asked("How far is the cover?", most=30)
    die: int | None = rolled("feat")


@action
class Locate:
    """Roll for what is hit, once nobody interrupts any more (4.4)."""

    die: int | None = rolled("location")


Action = Shoot | Feat | Locate


@position
class Position:
    """Whose turn it is, who may still dive, and the wounds so far."""

    turn: int = 1
    shot: bool = False
    may: tuple[str, ...] = ()
    less: int = 0
    wounds: int = 0

    @property
    def shooter(self) -> str:
        """The seat whose turn it is."""
        return SEATS[(self.turn - 1) % len(SEATS)]


class Feats(Rules[Position, Action]):
    """The rules."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, f"Player {seat[1:]}", secret=False) for seat in SEATS]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return (position.shooter,) if position.wounds > 9 else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        if not position.shot:
            return [Question("act", (position.shooter,), (Shoot(position.shooter),))]
        locate = Question[Action]("location", (REFEREE,), (Locate(),), held=bool(position.may))
        return [
            locate,
            *(
                Question[Action](
                    f"feat {seat}",
                    (seat,),
                    (Feat(seat),),
                    beside=True,
                    seconds=SECONDS,
                    otherwise=Feat(seat, call=False),
                )
                for seat in position.may
            ),
        ]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        match action:
            case Shoot(seat):
                others = tuple(one for one in SEATS if one != seat)
                return done(replace(position, shot=True, may=others), ("4.1",), f"{seat} shoots.")
            case Locate(die):
                if die is None:
                    return allow(("4.4",), "A die for the place.", {"die": 1})
                hurt = max(0, die - position.less)
                after = Position(position.turn + 1, wounds=position.wounds + hurt)
                return done(after, ("4.4",), f"{hurt} wounds.")
            case Feat():
                return self._feat(position, action)

    def _feat(self, position: Position, action: Feat) -> Ruling[Position]:
        after = replace(position, may=tuple(one for one in position.may if one != action.seat))
        if action.call is None:
            return allow(("4.3",), "Dive for cover?", {"call": Options((True, False))})
        if not action.call:
            return done(after, ("4.3",), f"{action.seat} lets it pass.")
        if action.inches is None:
            return allow(("4.3",), "Measure.", {"inches": 1})
        if action.die is None:
            return allow(("4.3",), "4 or more hurts less.", {"die": 1})
        less = position.less + (action.die > 3)
        return done(replace(after, less=less), ("4.3",), f"{action.seat} dives with {action.die}.")


class FeatsGame(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title = ID, "Feats"
    rules = Feats
    options = (Option("dice", "Who rolls?", ("referee", PLAYERS)),)

    def rulebook(self) -> Rulebook:
        cases = (("4.1", "Shots"), ("4.3", "Feats"), ("4.4", "Places"))
        return Rulebook(self.title, [Case(number, title, ()) for number, title in cases])


GAME = FeatsGame()
