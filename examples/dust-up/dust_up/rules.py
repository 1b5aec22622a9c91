"""The rules of Dust-Up: bands of miniatures in a gunfight, on a table that is measured in inches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations_with_replacement as bands_of
from typing import Any, Literal

from referee.games.interface.rules import Rules
from rules.fields import Inches, action, asked, hidden, picked, position, rolled
from rules.questions import REFEREE, Question, Seat
from rules.ruling import Options, Part, Ruling, Score, allow, done, refuse

Rate = Literal["stand", "walk", "run"]
POINTS, SHOTS, WOUNDS, TURNS = 14, 6, 3, 6
KINDS = {"gunslinger": (8, -2), "deputy": (6, 0), "greenhorn": (4, 2)}  # what one costs; a shot's number
RATES: Mapping[Rate, int] = {"stand": -2, "walk": 0, "run": 2}
RANGES = (8, 16, 24)
PLACES = (("leg", 1), ("leg", 1), ("body", 2), ("body", 2), ("arm", 1), ("head", 3))
BOUGHT = [b for n in (2, 3) for b in bands_of(KINDS, n) if sum(KINDS[k][0] for k in b) <= POINTS]
BANDS = {" + ".join(band): band for band in BOUGHT}


@position
class Figure:
    """A figure on the table, and whose it is now."""

    owner: str
    kind: str
    rate: Rate = "walk"
    shots: int = SHOTS
    wounds: int = 0


@position
class Position:
    """A fight between two actions. `order` are the figures yet to act, `shot` who has hit whom."""

    seats: tuple[str, ...]
    part: Literal["hire", "plot", "roll", "act"] = "hire"
    turn: int = 1
    figures: Mapping[str, Figure] = field(default_factory=dict)
    rates: Mapping[str, Rate] = hidden(lambda position, name: (position.figures[name].owner,))
    order: tuple[str, ...] = ()
    shot: tuple[str, ...] = ()
    luck: tuple[str, ...] = ()
    may_save: tuple[str, ...] = ()
    saved: int = 0

    def up(self, *seats: str) -> tuple[str, ...]:
        """Return the figures of these seats that stand."""
        return tuple(n for n, f in self.figures.items() if f.wounds < WOUNDS and f.owner in seats)

    def fighting(self, *without: str) -> tuple[str, ...]:
        """Return the seats with a figure that stands, but for some."""
        return tuple(seat for seat in self.seats if self.up(seat) and seat not in without)

    def put(self, name: str, **changes: Any) -> Position:
        return replace(self, figures={**self.figures, name: replace(self.figures[name], **changes)})

    def next(self) -> Position:
        """Return the position in which the next figure acts, or the next turn begins (3.3)."""
        order = tuple(name for name in self.order[1:] if name in self.up(*self.seats))
        after = replace(self, order=order, shot=(), may_save=(), saved=0)
        return after if order else replace(after, part="plot", turn=self.turn + 1)


@action
class Hire:
    """Buy a band (1.1)."""

    seat: str
    band: str | None = picked("Which band do you hire?")


@action
class Leave:
    """Leave the table, and hand one's figures over (1.2)."""

    seat: str
    to: str | None = picked("Who takes your figures?")


@action
class Plot:
    """Choose in secret how each figure moves (2.1)."""

    seat: str
    rates: Mapping[str, Rate] | None = picked("How does each figure move?", secret="rates")


@action
class Initiative:
    """Roll for the order in which figures act (3.1)."""

    dice: Mapping[str, int] | None = rolled("initiative", 20)


@action
class Wait:
    """Do nothing with a figure, or fill its pistol (3.2)."""

    seat: str
    figure: str
    reload: bool = False


@action
class Shoot:
    """Shoot at a figure (4.1), `helped` by one of a third band (4.4)."""

    seat: str
    figure: str
    helped: bool = False
    target: str | None = picked("At whom?")
    helper: str | None = picked("Who helps?")
    inches: Inches | None = asked("How far is it?", most=72, limits=RANGES, halves=True, unit="inch")
    cover: bool | None = asked("Is the target in cover?")
    die: int | None = rolled("to hit", 20)


@action
class Luck:
    """Spend one's luck to make a wound lighter, or keep it (4.5)."""

    seat: str
    spend: bool
    die: int | None = rolled("luck")


@action
class Wound:
    """Roll where a shot hits (4.6)."""

    die: int | None = rolled("wound")


Action = Hire | Leave | Plot | Initiative | Wait | Shoot | Luck | Wound


class DustUp(Rules[Position, Action]):
    """The rules of one table."""

    position = Position
    action = Action

    def start(self, drawn: Sequence[int]) -> Position:
        seats = tuple(str(n + 1) for n in range(self.options["players"]))
        return Position(seats, luck=seats)

    def roster(self, position: Position) -> Sequence[Seat]:
        voting = position.seats if position.part == "hire" else position.fighting()
        seats = [Seat(seat, f"Player {seat}", votes=seat in voting) for seat in position.seats]
        master = Seat("gm", "Game master", votes=False, clock=False, master=True)
        return [*seats, master] if self.options["master"] else seats

    def turn(self, position: Position) -> int:
        return min(position.turn, TURNS)

    def winners(self, position: Position) -> tuple[str, ...] | None:
        left = {seat: len(position.up(seat)) for seat in position.fighting()}
        if position.part == "hire" or (len(left) > 1 and position.turn <= TURNS):
            return None
        return tuple(seat for seat in left if left[seat] == max(left.values()))

    def consent(self, position: Position, action: Action) -> Collection[str]:
        helper = action.helper if isinstance(action, Shoot) else None
        return (position.figures[helper].owner,) if helper else ()

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        p, ask, fighting = position, Question[Action], position.fighting()
        if p.part == "hire":
            return [ask(f"band {s}", (s,), (Hire(s),), beside=True) for s in p.seats if not p.up(s)]
        if p.part == "roll":
            return [ask("initiative", (REFEREE,), (Initiative(),))]
        if p.shot:
            luck = {s: (Luck(s, True), Luck(s, False)) for s in p.may_save}
            window: dict[str, Any] = {"beside": True, "seconds": 20}
            saves = [ask(f"luck {s}", (s,), both, otherwise=both[1], **window) for s, both in luck.items()]
            return [ask("wound", (REFEREE,), (Wound(),), held=bool(saves)), *saves]
        leaving = fighting if fighting[2:] else ()
        leave = [ask(f"leave {s}", (s,), (Leave(s),), optional=True, beside=True) for s in leaving]
        if p.part == "plot":
            lie = {s: {*p.up(s)} <= {*p.rates} for s in fighting}
            return [*leave, *(ask(f"plot {s}", (s,), (Plot(s),), optional=lie[s], beside=True) for s in lie)]
        name, me = p.order[0], p.figures[p.order[0]].owner
        shots = [Shoot(me, name, helped) for helped in (False, True)[: len(fighting) - 1]]
        return [*leave, ask(f"act {name}", (me,), (*shots, Wait(me, name, reload=True), Wait(me, name)))]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        p = position
        match action:
            case Hire(seat, band):
                if band is None:
                    return allow(("1.1",), f"At most {POINTS} points.", {"band": Options(tuple(BANDS))})
                new = {f"{seat}{'ABC'[n]}": Figure(seat, kind) for n, kind in enumerate(BANDS[band])}
                p = replace(p, figures={**p.figures, **new})
                part: Literal["hire", "plot"] = "plot" if p.fighting() == p.seats else "hire"
                return done(replace(p, part=part), ("1.1",), f"Player {seat} hires {band}.")
            case Leave(seat, to):
                if to is None:
                    return allow(("1.2",), "Somebody who fights on.", {"to": Options(p.fighting(seat))})
                figures = {n: replace(f, owner=to) if f.owner == seat else f for n, f in p.figures.items()}
                seats, luck = (tuple(s for s in all_ if s != seat) for all_ in (p.seats, p.luck))
                story = f"Player {seat} leaves. Player {to} takes the figures."
                return done(replace(p, figures=figures, seats=seats, luck=luck), ("1.2",), story)
            case Plot(seat, rates):
                if rates is None:
                    need = Options(tuple(RATES), each=p.up(seat))
                    return allow(("2.1",), "Nobody sees it before the turn-up.", {"rates": need})
                p, story = replace(p, rates={**p.rates, **rates}), f"Player {seat} has plotted."
                if {*p.up(*p.seats)} - {*p.rates}:
                    return done(p, ("2.1",), story)
                opened = tuple(f"rates.{name}" for name in p.rates)
                for name, rate in p.rates.items():
                    p = p.put(name, rate=rate)
                after = replace(p, rates={}, part="roll")
                return done(after, ("2.1", "2.2"), f"{story} All rates are turned up.", opened)
            case Initiative(dice):
                if dice is None:
                    return allow(("3.1",), "A d20 for each figure.", {"dice": p.up(*p.seats)})
                order = tuple(sorted(dice, key=lambda name: (-dice[name], name)))
                return done(replace(p, part="act", order=order), ("3.1",), f"Order: {', '.join(order)}.")
            case Wait(_, name, reload):
                p, does = (p.put(name, shots=SHOTS), "reloads") if reload else (p, "waits")
                return done(p.next(), ("3.2",), f"{name} {does}.")
            case Shoot():
                return _shoot(p, action)
            case Luck(seat, spend, die):
                if spend and die is None:
                    return allow(("4.5",), "4 or more makes the wound lighter.", {"die": 1})
                luck = tuple(s for s in p.luck if s != seat or not spend)
                left, saved = tuple(s for s in p.may_save if s != seat), p.saved + ((die or 0) >= 4)
                after = replace(p, luck=luck, may_save=left, saved=saved)
                does = f"spends the luck and rolls {die}" if spend else "keeps the luck"
                return done(after, ("4.5",), f"Player {seat} {does}.")
            case Wound(die):
                if die is None:
                    return allow(("4.6",), "A d6 for the place.", {"die": 1})
                (place, hurt), target = PLACES[die - 1], p.shot[1]
                wounds = p.figures[target].wounds + max(0, hurt - p.saved)
                story = f"{target} is hit in the {place}{' and falls' if wounds >= WOUNDS else ''}."
                return done(p.put(target, wounds=wounds).next(), ("4.6",), story)


def _shoot(p: Position, action: Shoot) -> Ruling[Position]:
    name, me, target, die = action.figure, p.figures[action.figure], action.target, action.die
    if not me.shots:
        return refuse(("4.3",), f"The pistol of {name} is empty.", firm=True)
    if target is None:
        targets = Options(p.up(*p.fighting(action.seat)))
        return allow(("4.1",), "A figure of another band.", {"target": targets})
    if action.helped and action.helper is None:
        third = p.up(*p.fighting(action.seat, p.figures[target].owner))
        return allow(("4.4",), "A figure of a third band, if its player agrees.", {"helper": Options(third)})
    if missing := {n: 1 for n in ("inches", "cover") if getattr(action, n) is None}:
        return allow(("4.2",), "Measure, and look.", missing)
    parts = (
        Part("base", 9, "4.2"),
        Part(me.kind, KINDS[me.kind][1], "1.1"),
        Part(me.rate, RATES[me.rate], "2.1"),
        Part("distance", 2 * sum((action.inches or 0) > far for far in RANGES), "4.2"),
        Part("cover", 3 if action.cover else 0, "4.2"),
        Part("help", -2 if action.helped else 0, "4.4"),
        Part("wounds", me.wounds, "4.6"),
    )
    score = Score("d20", tuple(part for part in parts if part.value))
    if die is None:
        return allow(("4.2",), f"{score.needed} or more hits.", {"die": 1}, score)
    p, hits = p.put(name, shots=me.shots - 1), die == 20 or 1 < die >= score.needed
    score = replace(score, rolled=(die,), success=hits)
    if not hits:
        return done(p.next(), ("4.2",), f"{name} rolls {die} and misses {target}.", score=score)
    may_save = tuple(seat for seat in p.fighting(action.seat) if seat in p.luck)
    hit = replace(p, shot=(name, target), may_save=may_save)
    return done(hit, ("4.2",), f"{name} rolls {die} and hits {target}.", score=score)
