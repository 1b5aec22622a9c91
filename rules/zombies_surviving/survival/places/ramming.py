"""What a vehicle runs into (7.5, 7.6), and what comes of its damage for those inside (7.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import action, asked, picked, rolled
from rules.ruling import Options, Part, Ruling, allow, done, refuse
from rules.sentences import listed, sentence
from rules.zombies_surviving import scores
from rules.zombies_surviving.position import Figure, Position, Task
from rules.zombies_surviving.survival.economy import called, said
from rules.zombies_surviving.survival.places.buildings import floor_of
from rules.zombies_surviving.survival.places.driving import at_wheel_fault, failed_checks
from rules.zombies_surviving.survival.places.vehicles import (
    at_wheel,
    damaged,
    harm_of,
    inside,
    is_sturdy,
    kind_of,
    kinds,
    wounds_of,
)
from rules.zombies_surviving.survival.rolls import settle
from rules.zombies_surviving.traits import helps
from rules.zombies_surviving.wounds import Blow, strike

TIPS, CAREENS, HURT = 1, 2, -3
RUN_OVER, HIT = "run_over", "hit "
"""The test of a vehicle; and among the acts of its driver, what it has run into: "hit shuffler_1"."""
BUILT_LIKE: Mapping[str, str] = {"stone": "truck", "ordinary": "van", "flimsy": "car"}
"""As what vehicle a building counts that is rammed (7.6)."""


@action
class RunOver:
    """Run somebody over with a vehicle that has just driven (7.5)."""

    seat: str
    figure: str
    target: str | None = picked("Who is run over?")
    fully: bool | None = asked("Does it go over the figure with its full width?")
    check: tuple[int, ...] | None = rolled("driving checks")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class Ram:
    """Ram a vehicle or a building with a vehicle that has just driven (7.6).

    `again` and `other_again` say how many of their dice, the highest ones, sturdy vehicles roll again.
    """

    seat: str
    figure: str
    target: str | None = picked("What is rammed?")
    built: str | None = asked("How is it built?")
    rolls: int | None = picked("How many rolls each?")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")
    other: tuple[int, ...] | None = rolled("damage of what is rammed")
    again: int | None = picked("How many of the dice of the vehicle that rams are rolled again?")
    harm_again: tuple[int, ...] | None = rolled("damage of a vehicle")
    other_again: int | None = picked("How many of the dice of the vehicle that is rammed are rolled again?")
    other_dice: tuple[int, ...] | None = rolled("damage of what is rammed")


@action
class Passengers:
    """Test those inside for a wound, once for each two wounds of their vehicle in ramming (7.6)."""

    vehicle: str
    dice: Mapping[str, int] | None = rolled("passengers")


@action
class Wreck:
    """See what becomes of a vehicle without damage points, and of those inside (7.7)."""

    vehicle: str
    die: int | None = rolled("wreck")
    careens: tuple[int, ...] | None = rolled("careens")
    strikes: bool | None = asked("Does it strike something?")
    dice: Mapping[str, int] | None = rolled("passengers")


ACTIONS: tuple[type, ...] = (RunOver, Ram, Passengers, Wreck)


def _just_driven(position: Position, seat: str, name: str) -> Ruling[Position] | None:
    """Return why a figure runs over or rams nothing now: it takes no action, but a drive before it."""
    if no := at_wheel_fault(position, seat, name, "collide"):
        return no
    figure = position.figures[name]
    if not has_just_driven(figure):
        return refuse(("7.5",), f"{called(position, name)} has not just driven.", firm=True)
    return None


def has_just_driven(figure: Figure) -> bool:
    """Whether a figure has done nothing since it drove but run into things."""
    acts = [act for act in figure.acts if not act.startswith(HIT)]
    return bool(acts) and acts[-1] == "drive"


def already_hit(figure: Figure) -> tuple[str, ...]:
    """Return whom and what the last drive of a figure has run into: each once."""
    acts = figure.acts[::-1]
    last = acts[: acts.index("drive")] if "drive" in acts else acts
    return tuple(act.removeprefix(HIT) for act in last if act.startswith(HIT))


def _hits(position: Position, name: str, target: str) -> Position:
    """Return the position in which a drive has run into somebody or something."""
    return position.put(name, acts=(*position.figures[name].acts, f"{HIT}{target}"))


def judge_run_over(position: Position, act: RunOver) -> Ruling[Position]:
    """Rule on running somebody over (7.5)."""
    if no := _just_driven(position, act.seat, act.figure):
        return no
    place = position.figures[act.figure].zone
    vehicle = position.vehicles[place]
    whom = _on_foot(position, act.figure)
    if not whom:
        return refuse(("7.5",), "Nobody is there to be run over.", firm=True)
    if act.target is None:
        return allow(("7.5",), "Whoever was on its way.", {"target": Options(whom)})
    if act.target not in whom:
        return refuse(("7.5",), f"{called(position, act.target[:40])} was not on its way.", firm=True)
    if act.fully is None:
        return allow(("7.5",), "+1 with its full width, −1 with a part.", {"fully": 1})
    needed = int(kind_of(position, vehicle)["hit"])
    score = scores.score_of(Part("hit and run", needed, "7.5"), *helps(position.figures[act.figure], "drive"))
    if not act.check:
        return allow(("7.5",), "Below that the vehicle may be damaged.", {"check": 1}, score)
    found = failed_checks(position, act, act.check[:1], score.needed)
    if isinstance(found, Ruling):
        return replace(found, score=score)
    fails = bool(found[0])
    score = replace(score, rolled=act.check, success=not fails)
    need = {**({"harm": 1} if fails and not act.harm else {}), **({} if act.damage else {"damage": 1})}
    if need:
        return allow(("7.5", "8.0"), "The figure is hit.", need, score)
    part = Part("run over", 1 if act.fully else -1, "7.5", "roll")
    settled, more = settle(position, act, sense=found[1])
    hitting = _hits(settled, act.figure, act.target)
    after, what = strike(hitting, act.target, Blow((act.damage or (1,))[0], (part,), by=place))
    wounds = [wounds_of(die, harm_of(position, vehicle, RUN_OVER)) for die in act.harm or () if fails]
    after, hurt = damaged(after, place, wounds)
    story = f"{sentence(said(place))} runs over {called(position, act.target)}: {what}.{hurt}{more}"
    return done(after, ("7.5",), story, score=score)


def _on_foot(position: Position, driver: str) -> tuple[str, ...]:
    """Return whom a vehicle could run over: those in no building and in no vehicle, each once by a drive."""
    hit = already_hit(position.figures[driver])
    return tuple(
        name
        for name, one in position.figures.items()
        if one.on_table and name not in hit and not {one.zone} & {*position.vehicles, *position.buildings}
    )


def judge_ram(position: Position, act: Ram) -> Ruling[Position]:
    """Rule on ramming (7.6)."""
    if no := _just_driven(position, act.seat, act.figure):
        return no
    place = position.figures[act.figure].zone
    there = _to_ram(position, act.figure)
    if not there:
        return refuse(("7.6",), "There is no other vehicle and no building to ram.", firm=True)
    if act.target is None:
        return allow(("7.6",), "Another vehicle, or a building.", {"target": Options(there)})
    if act.target not in there:
        return refuse(("7.6",), f"{sentence(said(act.target[:40]))} cannot be rammed.", firm=True)
    if act.target in position.buildings and act.built is None:
        ask = Options(tuple(BUILT_LIKE), text="Of what is it built: stone, as usual, or flimsy?")
        return allow(("7.6",), "As a truck, a van or a car.", {"built": ask})
    if act.rolls is None:
        return allow(("7.6",), "The attacker chooses.", {"rolls": Options((1, 2, 3))})
    missing = {name: act.rolls for name in ("harm", "other") if len(getattr(act, name) or ()) < act.rolls}
    if missing:
        return allow(("7.6", "8.0"), "For both.", missing)
    return _rammed(position, act, place, act.target)


def _to_ram(position: Position, driver: str) -> tuple[str, ...]:
    figure = position.figures[driver]
    known, hit = (*position.vehicles, *position.buildings), (figure.zone, *already_hit(figure))
    return tuple(name for name in known if name not in hit and floor_of(name) == 1)


def _rammed(position: Position, act: Ram, place: str, target: str) -> Ruling[Position]:
    mine = int(kind_of(position, position.vehicles[place])["hit"])
    other = position.vehicles.get(target)
    theirs = int(
        (kind_of(position, other) if other else kinds(position)[BUILT_LIKE[act.built or "ordinary"]])["hit"]
    )
    difference = mine - theirs
    harm = _again(position, place, act.harm or (), difference, act.again, act.harm_again, "again")
    if isinstance(harm, Ruling):
        return harm
    dice = _again(position, target, act.other or (), -difference, act.other_again, act.other_dice, "other")
    if isinstance(dice, Ruling):
        return dice
    lost = [wounds_of(die, difference) for die in harm]
    dealt = [wounds_of(die, -difference) for die in dice]
    after = _hits(position, act.figure, target)
    story = f"{sentence(said(place))} rams {said(target)}."
    if other:
        after, hurt = damaged(after, target, dealt, rams=True)
        story += hurt.replace(" It loses", f" {sentence(said(target))} loses")
    elif breaches := sum(dealt):
        building = after.buildings[target]
        made = replace(building, breaches=building.breaches + breaches)
        after = replace(after, buildings={**after.buildings, target: made})
        story += f" {breaches} new {'breach' if breaches == 1 else 'breaches'}."
    after, hurt = damaged(after, place, lost, rams=True)
    return done(after, ("7.6",), f"{story}{hurt.replace(' It loses', f' {sentence(said(place))} loses')}")


def _again(
    position: Position, name: str, dice: tuple[int, ...], added: int, count: int | None,
    new: tuple[int, ...] | None, field: str,
) -> tuple[int, ...] | Ruling[Position]:  # fmt: skip
    """Return the dice of a vehicle after those that a sturdy one rolls again, or what is missing for them."""
    vehicle = position.vehicles.get(name)
    if vehicle is None or not is_sturdy(position, vehicle) or not any(wounds_of(die, added) for die in dice):
        return dice
    many, again = ("again", "harm_again") if field == "again" else ("other_again", "other_dice")
    if count is None:
        shown = listed([str(die) for die in dice])
        why = (
            f"{sentence(said(name))} has rolled {shown}, and may roll each die once more: the highest first."
        )
        return allow(("7.6",), why, {many: Options(tuple(range(len(dice) + 1)))})
    if not 0 <= count <= len(dice):
        return refuse(("7.6",), f"{sentence(said(name))} has rolled {len(dice)}, not {count}.", firm=True)
    if len(new or ()) < count:
        return allow(("7.6", "8.0"), "Once more.", {again: count})
    return (*sorted(dice)[: len(dice) - count], *(new or ())[:count])


def judge_passengers(position: Position, act: Passengers) -> Ruling[Position]:
    """Rule on those in a vehicle that was damaged in ramming (7.6)."""
    names = inside(position, act.vehicle)
    if act.dice is None and names:
        return allow(("7.6", "8.0"), "Each is tested for a wound.", {"dice": names})
    after, stories = _shaken(position.pop(), names, act.dice or {}, 0)
    return done(after, ("7.6",), f"In {said(act.vehicle)}: {stories}.")


def _shaken(
    position: Position, names: Sequence[str], dice: Mapping[str, int], added: int
) -> tuple[Position, str]:
    """Return the position after a hit on each of some figures, and what it did."""
    stories = []
    parts = (Part("in a vehicle", added, "7.7", "roll"),) if added else ()
    for name in names:
        position, what = strike(position, name, Blow(dice[name], parts, source="vehicle"))
        stories.append(what)
    return position, listed(stories) if stories else "nobody"


def judge_wreck(position: Position, act: Wreck) -> Ruling[Position]:
    """Rule on a vehicle that has lost its last damage point (7.7)."""
    if act.die is None:
        return allow(("7.7",), "1: it tips over. 2: it careens on. Else it stops.", {"die": 1})
    names, after, what = inside(position, act.vehicle), position.pop(), sentence(said(act.vehicle))
    if act.die > CAREENS:
        return done(after, ("7.7",), f"{what} stops, and nobody inside is hurt.")
    hurts, does = act.die == TIPS, "tips over"
    if act.die == CAREENS:
        if len(act.careens or ()) < CAREENS:
            return allow(("7.7",), "It careens on.", {"careens": CAREENS})
        if act.strikes is None:
            far = sum(act.careens or ())
            return allow(("7.7",), f"{far} inches straight on.", {"strikes": 1})
        hurts, does = act.strikes, f"careens {sum(act.careens or ())} inches on"
    if not hurts or not names:
        return done(after, ("7.7",), f"{what} {does}, and nobody inside is hurt.")
    if act.dice is None:
        return allow(("7.7", "8.0"), "Each inside is hit, at −3.", {"dice": names})
    after, stories = _shaken(after, names, act.dice, HURT)
    return done(after, ("7.7",), f"{what} {does}: {stories}.")


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do with a vehicle that it has just driven."""
    figure = position.figures[name]
    if not has_just_driven(figure) or figure.zone not in position.vehicles:
        return
    if at_wheel(position, figure.zone) not in {"", name}:
        return
    if _on_foot(position, name):
        yield RunOver(figure.seat, name)
    if _to_ram(position, name):
        yield Ram(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    RunOver: judge_run_over,
    Ram: judge_ram,
    Passengers: judge_passengers,
    Wreck: judge_wreck,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {
    "passengers": lambda _position, task: (Passengers(task.who),),
    "wreck": lambda _position, task: (Wreck(task.who),),
}
