"""A small game that asks for something of each kind at the same time, for tests of screens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from referee.games.interface import Game, MappingView, Option, Screens
from referee.games.interface.rules import Rules
from rules.fields import Inches, action, asked, hidden, picked, position, rolled
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Part, Ruling, Score, allow, done, refuse

ID = "inquiry"
FIGURES = ("1A", "1B")


@action
class Stance:
    """Choose one of three."""

    seat: str
    stance: str | None = picked("How do you stand?")


@action
class Walk:
    """Choose one of four, then tell how far it is."""

    seat: str
    to: str | None = picked("Where to?")
    inches: Inches | None = asked("How far is it?", most=8, halves=True, unit="inch")


@action
class Plot:
    """Choose in secret for two figures."""

    seat: str
    rates: Mapping[str, Literal["stand", "run"]] | None = picked("How fast?", secret="rates")


@action
class Shoot:
    """Tell a distance in bands, and yes or no; then a die of twenty sides falls, for a score."""

    seat: str
    inches: int | None = asked("How far is the target?", most=48, limits=(6, 12), unit="inch")
    cover: bool | None = asked("Is it in cover?")
    die: int | None = rolled("to hit", 20)


@action
class Hurt:
    """Roll two dice."""

    seat: str
    dice: tuple[int, ...] | None = rolled("damage")


@action
class Panic:
    """Roll a die for each of two figures."""

    seat: str
    dice: Mapping[str, int] | None = rolled("panic")


@action
class Reload:
    """Be refused."""

    seat: str


@action
class Lift:
    """Do what the other one must say yes to."""

    seat: str


@action
class Duck:
    """Act before a time is over, or not."""

    seat: str
    duck: bool


Action = Stance | Walk | Plot | Shoot | Hurt | Panic | Reload | Lift | Duck


@position
class Position:
    """What was done so far, and what lies face down."""

    done: tuple[str, ...] = ()
    rates: Mapping[str, str] = hidden(lambda _position, _figure: ("p1",))
    told: Mapping[str, int] = field(default_factory=dict)


class Inquiry(Rules[Position, Action]):
    """The first player is asked everything, the second one whether he ducks."""

    position = Position
    action = Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat("p1", "Player 1"), Seat("p2", "Player 2")]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        acts: tuple[type[Any], ...] = (Stance, Walk, Plot, Shoot, Hurt, Panic, Reload, Lift)
        questions: list[Question[Action]] = [
            Question(f"{name} p1", ("p1",), (kind("p1"),), beside=True, optional=kind is Panic)
            for kind in acts
            if (name := kind.__name__.lower()) not in position.done
        ]
        if "duck" not in position.done:
            ducks = (Duck("p2", True), Duck("p2", False))
            questions.append(
                Question("duck p2", ("p2",), ducks, beside=True, seconds=600, otherwise=ducks[1])
            )
        return questions

    def consent(self, position: Position, action: Action) -> Collection[str]:
        return ("p2",) if isinstance(action, Lift) else ()

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        name = type(action).__name__.lower()
        if isinstance(action, Reload):
            return refuse(("4.5",), "The pistol is full.", firm=True)
        if need := _need(action):
            return need
        after = replace(position, done=(*position.done, name))
        if isinstance(action, Plot):
            after = replace(after, rates=action.rates or {})
            return done(after, ("1.0",), "Plotted.")
        told = {
            k: v for k in action.__dataclass_fields__ if k != "seat" and (v := getattr(action, k)) is not None
        }
        score = _score(action) if isinstance(action, Shoot) else None
        return done(after, ("1.0",), f"Done: {name} {told}.", score=score)


def _need(action: Action) -> Ruling[Position] | None:
    """Return what an action still needs, or None."""
    match action:
        case Stance(stance=None):
            return allow(("1.0",), "One of three.", {"stance": Options(("standing", "kneeling", "prone"))})
        case Walk(to=None):
            return allow(("1.0",), "One of four.", {"to": Options(("bank", "jail", "saloon", "well"))})
        case Walk(inches=None):
            return allow(("1.0",), "Measure.", {"inches": 1})
        case Plot(rates=None):
            return allow(("1.0",), "In secret.", {"rates": Options(("stand", "run"), each=FIGURES)})
        case Shoot() if action.inches is None or action.cover is None:
            open_ = {name: 1 for name in ("inches", "cover") if getattr(action, name) is None}
            return allow(("1.0",), "Measure, and look.", open_)
        case Shoot(die=None):
            return allow(("1.0",), "Roll.", {"die": 1}, _score(action))
        case Hurt(dice=None):
            return allow(("1.0",), "Two dice.", {"dice": 2})
        case Panic(dice=None):
            return allow(("1.0",), "A die each.", {"dice": FIGURES})
    return None


def _score(shot: Shoot) -> Score:
    far = 2 if (shot.inches or 0) > 6 else 0
    parts = (Part("base", 9, "1.0"), Part("distance", far), Part("aim", 1, to="roll"))
    rolled_ = () if shot.die is None else (shot.die,)
    return Score("d20", parts, rolled_, None if shot.die is None else shot.die + 1 >= 9 + far)


class InquiryScreens(Screens):
    """Has words of its own for cover, so that it is told together with the distance."""

    def value_words(self, field: str, value: object, view: MappingView) -> str:
        if field == "cover" and isinstance(value, bool):
            return "Behind something" if value else "In the open"
        return super().value_words(field, value, view)


class InquiryGame(Game[Position, Action]):
    """The game."""

    id, title = ID, "Inquiry"
    interface = 2
    rules, folder = Inquiry, Path(__file__).parent
    options = (Option("dice", "Who rolls the dice?", ("players", "referee"), ("We do", "The referee")),)
    screens = InquiryScreens()

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "The inquiry", ())])


GAME: Any = InquiryGame()
