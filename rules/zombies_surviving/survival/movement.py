"""Moving, running, helping somebody along, climbing, hiding, leaving the table (5.1, 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import listed
from rules.zombies_surviving import items
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import AMERICAN, CANADIAN, OFF, Figure, Position, moved
from rules.zombies_surviving.survival.economy import (
    HIDDEN,
    HIDDEN_FROM_HUMANS,
    PRONE,
    called,
    is_mad,
    partner_refusal,
    refusal,
    spend,
    wander,
)
from rules.zombies_surviving.survival.rolls import clumsy_need, happens, inches, settle
from rules.zombies_surviving.traits import hampered, total
from rules.zombies_surviving.wounds import fall, falling_dice

MOVE, BOSS_MOVE, STANDING_UP, CLIMBING = 6, 4, 1, 3
HIDE_DICE, FROM_HUMANS, FROM_HUMANS_LOUD, IN_BUILDING = 3, 4, 5, 6


@action
class _Go:
    """What any move says: `climbing` up or down a wall, `leaving` the table (1.5)."""

    seat: str
    figure: str
    climbing: bool = False
    leaving: bool = False
    road: bool | None = asked("Does the bicycle go along a road?")


@action
class Move(_Go):
    """Move 6 inches, more or less (5.1)."""


@action
class Run(_Go):
    """Move a second time in the turn, a d6 of inches (5.1)."""

    run: tuple[int, ...] | None = rolled("run")
    fall_inches: Inches | None = asked(
        "How far does the climber fall?", most=60, limits=(2,), unit="inches down"
    )
    fall: tuple[int, ...] | None = rolled("fall")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class AssistedMove:
    """Help somebody who is wounded, or on difficult ground, to move (5.1)."""

    seat: str
    figure: str
    helped: str | None = picked("Who is helped?")
    second: str | None = picked("Does somebody else help too?")
    near: bool | None = asked("Are they within 1 inch of each other?")
    difficult: bool | None = asked("Is the ground difficult there?")


@action
class Hide:
    """Go up to 4 inches to cover and hide (5.4), from zombies or `from_humans`."""

    seat: str
    figure: str
    from_humans: bool = False
    in_sight: bool | None = asked("Is anybody to hide from in sight?")
    inches: Inches | None = asked(
        "How far is the nearest of them in sight?", most=72, halves=True, unit="inch"
    )
    hide: tuple[int, ...] | None = rolled("hide")


ACTIONS: tuple[type, ...] = (Move, Run, AssistedMove, Hide)
MOVES = {"move", "run", "assisted_move"}


def speed(figure: Figure, kind: str) -> tuple[Part, ...]:
    """Return what changes how far a figure moves or runs, in inches (5.1). `kind` is "move" or "run"."""
    worn = sum(items.effect(one.item, kind) for one in figure.items)
    slower = sum(-value for _, value, _ in hampered(figure))
    parts = (
        Part("traits", total(figure, kind), "10.0", "roll"),
        Part("clothes and armour", worn, "11.0", "roll"),
        Part("heavy load", -int(loaded(figure)), "11.9", "roll"),
        Part("wounds", slower, "8.3", "roll"),
        Part(
            "snow",
            -int(figure.status(AMERICAN) or (kind == "run" and figure.status(CANADIAN))),
            "13.3",
            "roll",
        ),
        Part("standing up", -STANDING_UP * figure.status(PRONE), "5.1", "roll"),
    )
    return tuple(part for part in parts if part.value)


def loaded(figure: Figure) -> bool:
    """Whether a figure moves as with a heavy load: it pushes a bicycle, or carries much (11.9)."""
    bicycle = figure.item("mountain_bike")
    return items.encumbered(figure) or (bicycle is not None and not bicycle.on)


def mounted(figure: Figure) -> bool:
    """Whether a figure sits on a bicycle."""
    bicycle = figure.item("mountain_bike")
    return bicycle is not None and bicycle.on


def _extra(position: Position, act: _Go, kind: str) -> tuple[Part, ...]:
    """Return what this turn and the bicycle add (11.2, 12.0)."""
    more = {"move": 1, "run": 2}[kind] * happens(position, "fit")
    ride = "bike_road" if act.road else "bike"
    wheels = items.effect("mountain_bike", ride) if mounted(position.figures[act.figure]) else 0
    parts = (Part("event", more, "12.0", "roll"), Part("bicycle", wheels, "11.2", "roll"))
    return tuple(part for part in parts if part.value)


def _afoot(position: Position, act: _Go) -> Ruling[Position] | None:
    """Return why a figure cannot go where it is asked to, or what must be told first."""
    figure, who = position.figures[act.figure], called(position, act.figure)
    if figure.zone in position.vehicles:
        return refuse(("5.5",), f"{who} sits in a vehicle: it drives, or {who} gets out first.")
    if act.leaving and figure.zone in position.buildings:
        return refuse(("5.5",), f"{who} is in the {figure.zone.replace('_', ' ')}: out of it first.")
    if act.climbing and not figure.has("climber"):
        return refuse(("5.1",), f"Only a climber goes up a wall, and {who} is none.")
    if mounted(figure) and act.road is None:
        return allow(("11.2",), "A bicycle is faster on a road.", {"road": 1})
    return None


def _gone(position: Position, act: _Go) -> tuple[Position, str]:
    """Return the position after a figure has gone, and what to say of the edge of the table."""
    figure = position.figures[act.figure].without_status(PRONE)
    position = moved(position.put(act.figure, figure), act.figure)
    if not act.leaving:
        return position, ""
    after = position.put(act.figure, zone=OFF).count(f"left {act.seat}")
    for dog in position.standing("feral_dog"):
        if position.figures[dog].seat and position.figures[dog].group == act.figure:
            after = after.put(dog, zone=OFF)
    return after, f" {called(position, act.figure)} leaves the table."


def judge_move(position: Position, act: Move) -> Ruling[Position]:
    """Rule on a move (5.1)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "move"):
        return no
    figure = position.figures[name]
    if MOVES & {*figure.acts}:
        return refuse(("5.1",), f"{who} has moved already: the second move of a turn is a run.")
    if no := _afoot(position, act):
        return no
    base = BOSS_MOVE if figure.kind == "boss" else MOVE
    parts = (*speed(figure, "move"), *_extra(position, act, "move"))
    far = max(0, base + sum(part.value for part in parts))
    after, left_table = _gone(spend(position, name, "move"), act)
    return done(after, ("5.1",), f"{who} {_goes(figure, act, far, base, parts)}{left_table}")


def _goes(figure: Figure, act: Move, far: int, base: int, parts: Sequence[Part]) -> str:
    """Return how far a figure goes, as the end of a sentence."""
    why = listed([str(base), *(f"{part.value:+} {part.name}".replace("-", "\u2212") for part in parts)])
    taken = f" ({why})" if parts else ""
    if act.climbing:
        return f"climbs up to {inches(far // CLIMBING)}{taken}."
    return f"goes up to {inches(far)}{taken}; {_obstacles(figure)}."


def _obstacles(figure: Figure) -> str:
    if mounted(figure):
        return "a bicycle crosses no obstacle"
    return f"each obstacle takes {4 if items.on_skis(figure) else 2}"


def judge_run(position: Position, act: Run) -> Ruling[Position]:
    """Rule on a run (5.1)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "run"):
        return no
    figure = position.figures[name]
    if not MOVES & {*figure.acts}:
        return refuse(("5.1",), f"{who} has not moved in this turn: the first move is no run.")
    if happens(position, "no_run_in_armour") and "armour" in items.worn(figure):
        return refuse(("12.0",), f"Nobody in body armour runs in this turn, and {who} wears it.")
    if no := _afoot(position, act):
        return no
    fixed = 4 if figure.kind == "boss" or reading(position, "run") == "d6+4" else 0
    steady = (Part("every run", fixed, "5.1", "roll"),) if fixed else ()
    many = 2 if items.on_skis(figure) else 1
    score = Score(
        "2d6" if many > 1 else "d6", (*steady, *speed(figure, "run"), *_extra(position, act, "run"))
    )
    if len(act.run or ()) < many or act.run is None:
        return allow(("5.1",), "Dice of inches." if many > 1 else "A die of inches.", {"run": many}, score)
    if is_mad(position, name, act.run):
        after, story = wander(spend(position, name, "run"), name)
        return done(after, ("10.3",), story, score=replace(score, rolled=act.run, success=False))
    if need := clumsy_need(position, act, act.run):
        return need
    if act.climbing and act.run[0] == 1:
        return _fall(position, act, score)
    score = replace(score, rolled=act.run, success=True)
    far = max(0, sum(act.run[:many]) + sum(part.value for part in score.parts))
    after, left_table = _gone(spend(position, name, "run").put(name), act)
    after = after.put(name, after.figures[name].with_status("ran", position.turn + 1))
    after, more = settle(after, act)
    how = f"climbs up to {inches(far // CLIMBING)}"
    if not act.climbing:
        how = f"runs up to {inches(far)}; {_obstacles(figure)}"
    after, slips = _slipped(after, act)
    story = f"{who} {how}.{left_table}{slips}{more}"
    return done(after, ("5.1",), story, score=score)


def _slipped(position: Position, act: Run) -> tuple[Position, str]:
    """Return the position after an American has run over ice: on a 1 he falls (13.3)."""
    figure = position.figures[act.figure]
    if act.leaving or not figure.status(AMERICAN) or 1 not in (act.run or ()):
        return position, ""
    who = called(position, act.figure)
    return position.put(act.figure, figure.with_status(PRONE)), f" {who} slips and falls."


def _fall(position: Position, act: Run, score: Score) -> Ruling[Position]:
    """Rule on a climber who runs and rolls a 1 (5.1, 8.1)."""
    if act.fall_inches is None:
        return allow(("5.1", "8.1"), "A 1: the climber falls.", {"fall_inches": 1}, score)
    dice = falling_dice(act.fall_inches)
    if len(act.fall or ()) < dice:
        return allow(("8.1",), "A die against the height, and one for the harm.", {"fall": dice}, score)
    after = moved(spend(position, act.figure, "run"), act.figure)
    after, harm = fall(after, act.figure, act.fall_inches, act.fall or ())
    after, more = settle(after, act)
    story = f"{called(position, act.figure)} rolls a 1 and falls {act.fall_inches:g} inches: {harm}.{more}"
    return done(after, ("5.1", "8.1"), story, score=replace(score, rolled=act.run or (), success=False))


def judge_assisted_move(position: Position, act: AssistedMove) -> Ruling[Position]:
    """Rule on helping somebody to move (5.1)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "assisted_move"):
        return no
    if position.figures[name].zone in position.vehicles:
        return refuse(("5.5",), f"{who} sits in a vehicle: nobody is helped to move there.")
    if MOVES & {*position.figures[name].acts}:
        return refuse(("5.1",), f"{who} has moved already, and nobody is helped to run.")
    others = _companions(position, name)
    if not others:
        return refuse(("5.1",), f"Nobody is there whom {who} could help to move.", firm=True)
    helped = _helped(position, act, others)
    if isinstance(helped, Ruling):
        return helped
    party = [name, helped, *((act.second,) if act.second not in {None, "nobody"} else ())]
    event = happens(position, "fit")
    far = [max(0, MOVE + event + sum(p.value for p in speed(position.figures[n], "move"))) for n in party]
    after = position
    for one in party:
        after = spend(after, one, "assisted_move").put(one)
        after = after.put(one, after.figures[one].without_status(PRONE))
    after = replace(moved(after, *party), acting=act.seat)
    together = listed([called(position, n) for n in party])
    return done(after, ("5.1",), f"{together} move up to {inches(sum(far) // len(far))} together.")


def _companions(position: Position, name: str) -> tuple[str, ...]:
    """Return the others who can take part in an assisted move: none of them has moved in this turn."""
    return tuple(
        other
        for other in position.standing("survivor")
        if other != name
        and not MOVES & {*position.figures[other].acts}
        and position.figures[other].zone not in position.vehicles
        and partner_refusal(position, other, "assisted_move") is None
    )


def _helped(position: Position, act: AssistedMove, others: tuple[str, ...]) -> str | Ruling[Position]:
    """Return who is helped to move, or what must be chosen and told first, or why nobody is."""
    if act.helped is None:
        return allow(("5.1",), "Somebody wounded, or on difficult ground.", {"helped": Options(others)})
    rest = ("nobody", *(n for n in others if n != act.helped))
    if act.second is None and len(rest) > 1:
        return allow(("5.1",), "One or two may help.", {"second": Options(rest)})
    if act.near is None:
        return allow(("5.1",), "All within 1 inch.", {"near": 1})
    if not act.near:
        return refuse(("5.1",), "They are farther than 1 inch from each other, as told.")
    wounded = position.figures[act.helped].wounds
    if not wounded and act.difficult is None:
        return allow(("5.1",), f"{called(position, act.helped)} is not wounded.", {"difficult": 1})
    if not wounded and not act.difficult:
        return refuse(
            ("5.1",), f"{called(position, act.helped)} is not wounded, and the ground is easy, as told."
        )
    return act.helped


def judge_hide(position: Position, act: Hide) -> Ruling[Position]:
    """Rule on hiding (5.4)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "hide"):
        return no
    from_whom = "human" if act.from_humans else "zombie"
    if act.in_sight is None:
        ask = Ask(f"Is a {from_whom} in sight of {who}, to hide from?")
        return allow(("5.4",), "Up to 4 inches to cover, then look.", {"in_sight": ask})
    if not act.in_sight:
        return _hidden(position, act, f"{who} hides; no {from_whom} was in sight, as told.", None)
    if act.inches is None:
        ask = Ask(f"How far is the nearest {from_whom} in sight of {who}?")
        return allow(("5.4",), "The total must be less than that.", {"inches": ask})
    score = hide_score(position, act)
    wanted = int(score.dice.removesuffix("d6"))
    if len(act.hide or ()) < wanted:
        return allow(("5.4",), f"Less than {act.inches:g} in all.", {"hide": wanted}, score)
    dice = act.hide or ()
    value = max(0, sum(dice) + sum(part.value for part in score.parts))
    score = replace(score, rolled=dice, success=value < act.inches)
    so = f"{who} rolls {value} against {act.inches:g} inches, as measured"
    if value < act.inches:
        return _hidden(position, act, f"{so}, and is hidden.", score)
    after = moved(spend(position, name, "hide"), name)
    return done(after, ("5.4",), f"{so}, and is still seen.", score=score)


def hide_score(position: Position, act: Hide) -> Score:
    """Return the dice to hide and what is added to them (5.4)."""
    figure = position.figures[act.figure]
    loud = figure.status("ran") or figure.status("fired")
    dice = (FROM_HUMANS_LOUD if loud else FROM_HUMANS) if act.from_humans else HIDE_DICE
    dogs = any(one.kind == "feral_dog" and one.group == act.figure for one in position.figures.values())
    dice = max(1, dice + total(figure, "hide_dice") + dogs)
    fitted = [part for one in figure.items for part in one.fitted]
    best = min((items.effect(one, "hide") for one in (*fitted, *(i.item for i in figure.items))), default=0)
    parts = (
        Part("in a building", -IN_BUILDING * (figure.zone in position.buildings), "5.4", "roll"),
        *(Part(name, value, case, "roll") for name, value, case in hampered(figure)),
        Part("what helps to hide", best, "11.0", "roll"),
    )
    return Score(f"{dice}d6", tuple(part for part in parts if part.value))


def _hidden(position: Position, act: Hide, story: str, score: Score | None) -> Ruling[Position]:
    after = moved(spend(position, act.figure, "hide"), act.figure)
    state = HIDDEN_FROM_HUMANS if act.from_humans else HIDDEN
    figure = after.figures[act.figure].with_status(state, position.turn + 1)
    return done(after.put(act.figure, figure), ("5.4",), story, score=score)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield the ways in which a figure may move."""
    figure = position.figures[name]
    first = not MOVES & {*figure.acts}
    kinds: tuple[Any, ...] = (Move,) if first else (Run,)
    for kind in kinds:
        yield kind(figure.seat, name)
        if figure.has("climber"):
            yield kind(figure.seat, name, climbing=True)
        if figure.kind == "survivor" and figure.zone not in position.buildings:
            yield kind(figure.seat, name, leaving=True)
    if figure.kind == "survivor":
        if first and _companions(position, name):
            yield AssistedMove(figure.seat, name)
        yield Hide(figure.seat, name)
        if position.of_kind("independent"):
            yield Hide(figure.seat, name, from_humans=True)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Move: judge_move,
    Run: judge_run,
    AssistedMove: judge_assisted_move,
    Hide: judge_hide,
}
