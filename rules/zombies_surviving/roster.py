"""What people do to the roster beside the rules: corrections, rough zones, who plays whom (1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from rules.fields import action, picked
from rules.questions import TABLE, Question
from rules.ruling import Options, Ruling, allow, done, refuse
from rules.sentences import counted
from rules.zombies_surviving.characters import items, rounds
from rules.zombies_surviving.goals import is_met, living, on_table
from rules.zombies_surviving.menace.groups import joined
from rules.zombies_surviving.position import OFF, STREET, Item, Kind, Position, in_words, moved
from rules.zombies_surviving.setting_up import EDGES, player
from rules.zombies_surviving.survival.economy import HELPLESS, PANICKED, PRONE, called
from rules.zombies_surviving.survival.places.vehicles import inside, seats

What = Literal["zone", "wounds", "supplies", "bites", "thing", "without", "free", "removed"]
WHATS: tuple[What, ...] = ("zone", "wounds", "supplies", "bites", "thing", "without", "free", "removed")
NEW: tuple[Kind, ...] = ("shuffler", "ankle_biter", "runner", "boss", "feral_dog", "independent")
MOST_WOUNDS, MOST_SUPPLIES, MOST_NEW = 3, 30, 6
FREED = (PRONE, PANICKED, *HELPLESS)
"""The states of whoever does not stand freely."""
BY_AGREEMENT = "1.7"


@action
class Correct:
    """Correct what the roster says of a figure, by agreement (1.7)."""

    figure: str | None = picked("Which figure?")
    what: What | None = picked("What is to be corrected?")
    value: str | None = picked("What is right?")


@action
class AddFigures:
    """Put figures on the roster that stand on the table, by agreement (1.7)."""

    kind: Kind | None = picked("What are they?")
    count: int | None = picked("How many?")
    zone: str | None = picked("Where?")


@action
class Place:
    """Move a figure of one's own to another rough zone (1.7)."""

    seat: str
    figure: str | None = picked("Which figure?")
    zone: str | None = picked("Where is it now?")


@action
class MoveToken:
    """Take an incident token off the table, by agreement (1.7)."""

    token: str | None = picked("Which token is gone?")


@action
class MeetGoal:
    """Say that an objective is met which nobody can count, by agreement (1.4)."""

    goal: str | None = picked("Which objective is met?")


@action
class Leave:
    """Leave the table, and hand one's figures over (1.8)."""

    seat: str
    to: str | None = picked("Who takes your figures?")


@action
class HandOver:
    """Give a figure to another player for good (1.8)."""

    seat: str
    figure: str | None = picked("Which figure?")
    to: str | None = picked("Who plays it from now on?")


ACTIONS: tuple[type, ...] = (
    Correct,
    AddFigures,
    Place,
    MoveToken,
    MeetGoal,
    Leave,
    HandOver,
)


def zones(position: Position) -> tuple[str, ...]:
    """Return the rough zones of the table: the street, the edges, buildings, vehicles, and off it."""
    edges = tuple(f"{edge}_edge" for edge in EDGES)
    return (STREET, *edges, *position.buildings, *position.vehicles, OFF)


def questions(position: Position) -> Iterator[Question[object]]:
    """Yield what people may change beside the game; nobody waits for it."""
    everybody = (TABLE, *position.seats)
    table: list[object] = [Correct(), AddFigures()]
    table += [MoveToken()] if position.tokens else []
    told = [g for g in position.goals if not g.measure and not is_met(position, g)]
    table += [MeetGoal()] if told else []
    yield Question("corrections", everybody, tuple(table), optional=True)
    for seat in position.seats:
        own: list[object] = []
        if on_table(position, seat):
            own.append(Place(seat))
        if living(position, seat):
            own += [HandOver(seat)] if position.seats[1:] else []
        if position.seats[1:]:
            own.append(Leave(seat))
        if own:
            yield Question(f"roster {seat}", (seat,), tuple(own), optional=True)


def consent(position: Position, action: object) -> Collection[str]:
    """Return the seats whose yes a change needs: everybody, or who gets figures (1.7, 1.8)."""
    match action:
        case Correct() | AddFigures() | MoveToken() | MeetGoal():
            return position.seats
        case HandOver(_, _, to) | Leave(_, to):
            return (to,) if to else ()
    return ()


def judge_correct(position: Position, action: Correct) -> Ruling[Position]:
    """Rule on a correction (1.7)."""
    p, name, what, value = position, action.figure, action.what, action.value
    if name is None:
        if not p.figures:
            return refuse((BY_AGREEMENT,), "There is no figure on the roster.", firm=True)
        return allow((BY_AGREEMENT,), "All players must agree.", {"figure": Options(tuple(p.figures))})
    if what is None:
        return allow((BY_AGREEMENT,), "All players must agree.", {"what": Options(_whats(p, name))})
    if value is None:
        options = Options(_values(p, name, what))
        return allow((BY_AGREEMENT,), "All players must agree.", {"value": options})
    after = _corrected(p, name, what, value)
    return done(after, (BY_AGREEMENT,), f"Corrected: {called(p, name)} {_said(what, value)}.")


def _corrected(p: Position, name: str, what: What, value: str) -> Position:
    figure = p.figures[name]
    match what:
        case "zone":
            return moved(p.put(name, zone=value), name)
        case "wounds":
            return p.put(name, wounds=int(value), non_lethal=min(figure.non_lethal, int(value)))
        case "supplies":
            return p.put(name, supplies=int(value))
        case "bites":
            return p.put(name, bites=int(value))
        case "thing":
            had = figure.item(value)
            more = Item(value, loaded=rounds(value)) if had is None else replace(had, count=had.count + 1)
            return p.put(name, figure.with_item(more))
        case "without":
            return p.put(name, figure.without_item(value))
        case "free":
            kept = tuple(one for one in figure.statuses if one.name not in FREED)
            return p.put(name, replace(figure, grabbed_by=(), statuses=kept))
        case "removed":
            return p.without(name)


def _said(what: What, value: str) -> str:
    plain = value.replace("_", " ")
    return {
        "zone": f"is in another place: {plain}",
        "wounds": f"has {counted(int(value), 'wound') if what == 'wounds' else ''}",
        "supplies": f"has {plain} supplies",
        "bites": f"has {counted(int(value), 'bite') if what == 'bites' else ''}",
        "thing": f"has one more {plain}",
        "without": f"has no {plain}",
        "free": "stands, and nobody holds it",
        "removed": "is not on the table",
    }[what]


def _whats(position: Position, name: str) -> tuple[str, ...]:
    figure = position.figures[name]
    apart = {"without"} if not figure.items else set()
    apart |= set() if figure.grabbed_by or any(map(figure.status, FREED)) else {"free"}
    if figure.kind not in {"survivor", "independent"}:
        apart |= {"supplies", "bites", "thing"}
    return tuple(what for what in WHATS if what not in apart)


def _values(position: Position, name: str, what: What) -> tuple[str, ...]:
    match what:
        case "zone":
            return zones(position)
        case "wounds":
            return tuple(map(str, range(MOST_WOUNDS)))
        case "bites":
            return tuple(map(str, range(MOST_WOUNDS + 2)))
        case "supplies":
            return tuple(map(str, range(MOST_SUPPLIES + 1)))
        case "thing":
            return tuple(sorted(items()))
        case "without":
            return tuple(one.item for one in position.figures[name].items)
    return ("yes",)


def judge_add(position: Position, action: AddFigures) -> Ruling[Position]:
    """Rule on figures that stand on the table and are on no roster (1.7)."""
    if action.kind is None:
        return allow((BY_AGREEMENT,), "All players must agree.", {"kind": Options(NEW)})
    if action.count is None:
        counts = Options(tuple(range(1, MOST_NEW + 1)))
        return allow((BY_AGREEMENT,), "All players must agree.", {"count": counts})
    if action.zone is None:
        places = tuple(zone for zone in zones(position) if zone != OFF)
        return allow((BY_AGREEMENT,), "All players must agree.", {"zone": Options(places)})
    kind, n = action.kind, action.count
    after, new = position.add(kind, n, zone=action.zone)
    after = joined(after, new)
    what = counted(n, in_words(kind))
    return done(after, (BY_AGREEMENT,), f"Added: {what}, {action.zone.replace('_', ' ')}.")


def judge_place(position: Position, action: Place) -> Ruling[Position]:
    """Rule on the rough zone of a figure of one's own; who is grabbed is moved by a correction (1.7)."""
    if action.figure is None:
        own = on_table(position, action.seat)
        free = tuple(name for name in own if not position.figures[name].grabbed_by)
        if own and not free:
            return refuse(("8.2",), f"{called(position, own[0])} is grabbed, and cannot get away.")
        return allow((BY_AGREEMENT,), "A figure of yours.", {"figure": Options(free)})
    if action.zone is None:
        here = position.figures[action.figure].zone
        others = tuple(z for z in zones(position) if z != here and not _is_full(position, z))
        return allow((BY_AGREEMENT,), "Roughly where it stands.", {"zone": Options(others)})
    after = moved(position.put(action.figure, zone=action.zone), action.figure)
    where = action.zone.replace("_", " ")
    return done(after, (BY_AGREEMENT,), f"{called(position, action.figure)} is now here: {where}.")


def _is_full(position: Position, zone: str) -> bool:
    vehicle = position.vehicles.get(zone)
    return vehicle is not None and len(inside(position, zone)) >= seats(position, vehicle)


def judge_token(position: Position, action: MoveToken) -> Ruling[Position]:
    """Rule on a token that is gone (1.7)."""
    if action.token is None:
        return allow((BY_AGREEMENT,), "All players must agree.", {"token": Options(tuple(position.tokens))})
    left = {name: where for name, where in position.tokens.items() if name != action.token}
    after = replace(position, tokens=left)
    return done(after, (BY_AGREEMENT,), f"Corrected: {action.token.replace('_', ' ')} is gone.")


def judge_met(position: Position, action: MeetGoal) -> Ruling[Position]:
    """Rule on an objective that only people can judge (1.4)."""
    if action.goal is None:
        told = tuple(g.text for g in position.goals if not g.measure and not is_met(position, g))
        return allow(("1.4",), "All players must agree.", {"goal": Options(told)})
    after = replace(position, met=(*position.met, action.goal))
    return done(after, ("1.4",), f"An objective is met: {action.goal}.")


def judge_leave(position: Position, action: Leave) -> Ruling[Position]:
    """Rule on a player who leaves (1.8)."""
    p, seat = position, action.seat
    if action.to is None:
        others = Options(tuple(other for other in p.seats if other != seat))
        return allow(("1.8",), "Somebody who plays on.", {"to": others})
    figures = {n: replace(f, seat=action.to) if f.seat == seat else f for n, f in p.figures.items()}
    rest: dict[str, Any] = {
        name: tuple(other for other in getattr(p, name) if other != seat)
        for name in ("seats", "played", "ready")
    }
    own = {other: one for other, one in p.objectives.items() if other != seat}
    seen = {other: one for other, one in p.next_event.items() if other != seat}
    acting = action.to if p.acting == seat else p.acting
    after = replace(p, figures=figures, objectives=own, next_event=seen, acting=acting, **rest)
    return done(after, ("1.8",), f"{player(seat)} leaves. {player(action.to)} takes the figures.")


def judge_hand_over(position: Position, action: HandOver) -> Ruling[Position]:
    """Rule on a figure that is given away (1.8)."""
    seat, name, to = action.seat, action.figure, action.to
    if name is None:
        return allow(("1.8",), "A figure of yours.", {"figure": Options(living(position, seat))})
    if to is None:
        others = Options(tuple(other for other in position.seats if other != seat))
        return allow(("1.8",), "Another player.", {"to": others})
    after = position.put(name, seat=to)
    return done(after, ("1.8",), f"{player(seat)} gives {called(position, name)} to {player(to)}.")


JUDGES: Mapping[type, Any] = {
    Correct: judge_correct,
    AddFigures: judge_add,
    Place: judge_place,
    MoveToken: judge_token,
    MeetGoal: judge_met,
    Leave: judge_leave,
    HandOver: judge_hand_over,
}
