"""Vehicles that drive (7.0 to 7.4): what state one is in, starting it, and what it meets on its way.

Where a vehicle goes is seen on the table. The referee asks what it met, rolls, and keeps count of its damage
points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dice import Dice
from rules.fields import action, asked, picked, rolled
from rules.ruling import Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import counted, sentence
from rules.zombies_surviving import scores
from rules.zombies_surviving.charts import charts, charts_of
from rules.zombies_surviving.position import Position, Vehicle, moved
from rules.zombies_surviving.survival.economy import called, refusal, said, spend
from rules.zombies_surviving.survival.places.vehicles import (
    LIMPING,
    at_wheel,
    changed,
    damaged,
    harm_of,
    inside,
    kind_of,
    points,
    wounds_of,
)
from rules.zombies_surviving.survival.rolls import clumsy_need, on_chart, settle
from rules.zombies_surviving.traits import adds, total

STARTS, RUNS_WELL, SLOWER = 3, 4, 3
OFF_ROAD, OBSTACLE = "off_road", "obstacle"
DRIVEN = "driven"
FUELLED = ("half", "full")


@action
class LookAtVehicle:
    """See what state a vehicle is in (7.0)."""

    seat: str
    figure: str
    vehicle: str | None = picked("Which vehicle?")
    near: bool | None = asked("Is the figure beside it, after up to 3 inches?")
    before: bool | None = asked("Is somebody within 3 inches who has looked at it before?")
    look: tuple[int, ...] | None = rolled("state of a vehicle")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")


@action
class StartVehicle:
    """Start the vehicle in which the figure is (7.2)."""

    seat: str
    figure: str
    start: tuple[int, ...] | None = rolled("start")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class Drive:
    """Drive the vehicle in which the figure is (7.3); `fast`: a RUN after a MOVE."""

    seat: str
    figure: str
    fast: bool = False
    run: tuple[int, ...] | None = rolled("drive")
    off_road: bool | None = asked("Does it leave the road?")
    obstacles: int | None = asked("How many obstacles does it go over?", most=6)
    checks: tuple[int, ...] | None = rolled("driving checks")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")


ACTIONS: tuple[type, ...] = (LookAtVehicle, StartVehicle, Drive)


def unknown(position: Position) -> tuple[str, ...]:
    """Return the vehicles of whose state nobody knows (7.0)."""
    return tuple(name for name, one in position.vehicles.items() if one.points < 0)


def look_score(position: Position, act: LookAtVehicle, name: str) -> Score:
    """Return what is added to the dice of a look at a vehicle (7.0)."""
    figure, vehicle = position.figures[act.figure], position.vehicles[name]
    named = [
        *(["searched before by somebody within 3 inches"] if act.before else []),
        *(["crashed"] if vehicle.crashed else []),
    ]
    return Score("2d6", (*charts()["7.3"].parts(named), *adds(figure, "vehicle"), *scores.weaker(figure)))


def judge_look(position: Position, act: LookAtVehicle) -> Ruling[Position]:
    """Rule on looking at a vehicle (7.0)."""
    name = act.figure
    if no := refusal(position, act.seat, name, "look_at_vehicle"):
        return no
    there = unknown(position)
    if not there:
        return refuse(("7.0",), "The state of every vehicle on the table is known.", firm=True)
    if act.vehicle is None:
        return allow(("7.0",), "One that nobody knows yet.", {"vehicle": Options(there)})
    if act.vehicle not in there:
        return refuse(("7.0",), f"The state of {said(act.vehicle[:40])} is known.", firm=True)
    if act.near is None and position.figures[name].zone != act.vehicle:
        return allow(("7.0",), "Beside it.", {"near": 1})
    if act.near is False:
        return refuse(("7.0",), f"{called(position, name)} is not beside it, as told.")
    if position.vehicles[act.vehicle].checked and act.before is None:
        return allow(("7.0",), "Then it is easier.", {"before": 1})
    return _looked(position, act, act.vehicle)


def _looked(position: Position, act: LookAtVehicle, name: str) -> Ruling[Position]:
    score, row = look_score(position, act, name), charts_of(position)["7.3"].row
    dice = act.look or ()
    if len(dice) < 2:
        return allow(("7.0",), "Two dice.", {"look": 2}, score)
    both = replace(act, look=(sum(dice),))
    outcome = on_chart(position, both, "look_at_vehicle", "look", score, lambda n: row(n).label, "7.0")
    if isinstance(outcome, Ruling):
        return outcome
    value, vehicle = row(outcome.total).value, position.vehicles[name]
    if "damage" in value and not act.harm:
        return allow(("7.0",), "And its damage: a d3.", {"harm": 1}, outcome.score)
    after, more = settle(spend(position, act.figure, "look_at_vehicle"), act, sense=outcome.sense)
    after = changed(after, name, checked=vehicle.checked + 1)
    if value.get("bite"):
        after, _ = after.add("ankle_biter", zone=after.figures[act.figure].zone)
    elif value.get("alarm") or value.get("wreck"):
        after = changed(after, name, points=0, fuel="none", battery=not value.get("wreck"))
        after = after.noise(name, on_vehicle=True) if value.get("alarm") else after
    else:
        full = int(kind_of(position, vehicle)["points"])
        left_ = max(1, full - ((act.harm or (0,))[0] + 1) // 2) if "damage" in value else full
        fuel, keys = value.get("fuel", "none"), bool(value.get("keys"))
        after = changed(
            after, name, points=left_, fuel=fuel, keys=keys, battery=bool(value.get("battery", True))
        )
    ours = " (ours: this row is lost in print)" if row(outcome.total).lost else ""
    what = f"{row(outcome.total).text}{ours}"
    story = f"{called(position, act.figure)} looks at {said(name)}: {what}.{more}"
    score = replace(outcome.score, rolled=dice)
    return done(after, ("7.0",), story, score=score)


def at_wheel_fault(position: Position, seat: str, name: str, act: str) -> Ruling[Position] | None:
    """Return why a figure cannot handle a vehicle now, or None."""
    if no := refusal(position, seat, name, act):
        return no
    vehicle = position.vehicles.get(position.figures[name].zone)
    if vehicle is None:
        return refuse(("7.2",), f"{called(position, name)} is in no vehicle.", firm=True)
    if (driver := at_wheel(position, position.figures[name].zone)) not in {"", name}:
        return refuse(("7.2",), f"{called(position, driver)} is at the wheel.")
    return None


def _lacks(position: Position, vehicle: Vehicle) -> str:
    """Return why a vehicle cannot be used, or "" (7.0, 7.2)."""
    lacking = (
        (vehicle.points < 0, "nobody has looked at it yet"),
        (points(position, vehicle) == 0, "it is a wreck"),
        (vehicle.burning, "it is on fire"),
        (not vehicle.keys, "it has no keys"),
        (not vehicle.battery, "its battery is dead"),
        (vehicle.fuel not in FUELLED, "it has no gasoline"),
    )
    return next((why for wrong, why in lacking if wrong), "")


def judge_start(position: Position, act: StartVehicle) -> Ruling[Position]:
    """Rule on starting a vehicle (7.2)."""
    if no := at_wheel_fault(position, act.seat, act.figure, "start"):
        return no
    place = position.figures[act.figure].zone
    vehicle = position.vehicles[place]
    if vehicle.runs:
        return refuse(("7.2",), f"{sentence(said(place))} runs already.", firm=True)
    if why := _lacks(position, vehicle):
        return refuse(("7.2",), f"{sentence(said(place))} does not start: {why}.")
    cold = (Part("cold", -1, "13.3", "roll"),) if position.canada else ()
    score = Score("d6", (*adds(position.figures[act.figure], "start"), *cold))
    outcome = on_chart(
        position, act, "start", "start", score, lambda n: (n >= STARTS) + (n >= RUNS_WELL), "7.2"
    )
    if isinstance(outcome, Ruling):
        return outcome
    after, more = settle(spend(position, act.figure, "start"), act, sense=outcome.sense)
    after, score = (
        changed(after, place, driver=act.figure),
        replace(outcome.score, success=outcome.total >= STARTS),
    )
    if outcome.total < STARTS:
        after = after.noise(place, on_vehicle=True)
        return done(
            after,
            ("7.2",),
            f"{sentence(said(place))} turns over, loudly, and does not start.{more}",
            score=score,
        )
    limps = outcome.total < RUNS_WELL
    after = changed(after, place, runs=True, points=LIMPING if limps else vehicle.points)
    how = "runs badly: 1 damage point is left" if limps else "runs"
    return done(after, ("7.2",), f"{sentence(said(place))} {how}.{more}", score=score)


def judge_drive(position: Position, act: Drive) -> Ruling[Position]:
    """Rule on driving (7.3)."""
    if no := at_wheel_fault(position, act.seat, act.figure, "drive"):
        return no
    place = position.figures[act.figure].zone
    vehicle = position.vehicles[place]
    if why := _lacks(position, vehicle):
        return refuse(("7.3",), f"{sentence(said(place))} does not drive: {why}.")
    if vehicle.stuck or position.counts.get(f"{place} freed") == position.turn:
        why = "is stuck in the snow" if vehicle.stuck else "was freed in this turn, and drives in the next"
        return refuse(("13.3",), f"{sentence(said(place))} {why}.")
    if not vehicle.runs:
        return refuse(("7.3",), f"{sentence(said(place))} has not been started.")
    if act.fast != has_driven(position, act.figure):
        first = "The first move of a turn is no run." if act.fast else "The second move of a turn is a run."
        return refuse(("7.3",), first)
    dice = Dice.read(str(kind_of(position, vehicle)["run"])).count if act.fast else 0
    if len(act.run or ()) < dice:
        return allow(("7.3",), "Inches of a run.", {"run": dice})
    if asks := {name: 1 for name in ("off_road", "obstacles") if getattr(act, name) is None}:
        return allow(("7.3",), "Off the road everything counts twice.", asks)
    return _driven(position, act, place, vehicle)


def has_driven(position: Position, name: str) -> bool:
    """Whether a figure has driven in this turn."""
    return any(one.name == DRIVEN and one.until == position.turn for one in position.figures[name].statuses)


def failed_checks(
    position: Position, act: Any, dice: Sequence[int], needed: int
) -> Ruling[Position] | tuple[list[int], bool]:
    """Return which tests of a driver failed, and whether good sense was used; or what is missing (10.1)."""
    failed = [n for n, die in enumerate(dice) if die < needed]
    near = next((n for n in failed if dice[n] + 1 == needed), None)
    sense = scores.may_use_sense(position.figures[act.figure], act.sensible)
    if near is not None and sense is None:
        return allow(("10.1",), "1 more is enough.", {"sensible": Options((True, False))})
    if need := clumsy_need(position, act, dice):
        return need
    used = bool(sense) and near is not None
    return [n for n in failed if not (used and n == near)], used


def _driven(position: Position, act: Drive, place: str, vehicle: Vehicle) -> Ruling[Position]:
    """Rule on the checks of a drive (7.4), and let the vehicle go."""
    tests = [OFF_ROAD] * bool(act.off_road) + [OBSTACLE] * (act.obstacles or 0)
    if len(act.checks or ()) < len(tests):
        needed = int(kind_of(position, vehicle)["obstacle"])
        return allow(
            ("7.4",), f"{needed} or more for each test, else it may be damaged.", {"checks": len(tests)}
        )
    skill = total(position.figures[act.figure], "drive")
    found = failed_checks(
        position, act, act.checks or (), int(kind_of(position, vehicle)["obstacle"]) - skill
    )
    if isinstance(found, Ruling):
        return found
    failed = [tests[n] for n in found[0]]
    if len(act.harm or ()) < len(failed):
        return allow(("7.4", "8.0"), f"{counted(len(failed), 'test')} failed.", {"harm": len(failed)})
    after, more = settle(spend(position, act.figure, "drive"), act, sense=found[1])
    after = after.put(act.figure, after.figures[act.figure].with_status(DRIVEN, position.turn))
    after = moved(changed(after, place, driver=act.figure, entered=True), place, *inside(after, place))
    after = replace(after, counts={**after.counts, f"{place} moved": position.turn}).noise(
        place, on_vehicle=True
    )
    wounds = [
        wounds_of(die, harm_of(position, vehicle, what))
        for what, die in zip(failed, act.harm or (), strict=False)
    ]
    inches = sum(act.run or ()) if act.fast else int(kind_of(position, vehicle)["move"])
    inches -= SLOWER * (points(position, vehicle) == LIMPING)
    inches = inches // 2 if position.canada else inches
    story = f"{sentence(said(place))} drives up to {max(0, inches)} inches; {_costs(position, vehicle)}."
    if act.fast and len({*(act.run or ())}) == 1:
        after, story = changed(after, place, fuel="none"), f"{story} All dice are alike: it is out of gas."
    after, hurt = damaged(after, place, wounds)
    return done(after, ("7.3", "7.4") if tests else ("7.3",), f"{story}{hurt}{more}")


def _costs(position: Position, vehicle: Vehicle) -> str:
    radius = int(kind_of(position, vehicle)["turn"]) + (points(position, vehicle) == LIMPING)
    ways = "2 for each off the road, 3 backwards, 4 both"
    return f"an obstacle takes 4, {ways}; the tightest turn is of {radius}"


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do to get a vehicle to drive."""
    figure = position.figures[name]
    if figure.kind != "survivor" or not position.vehicles:
        return
    seat, vehicle = figure.seat, position.vehicles.get(figure.zone)
    if unknown(position):
        yield LookAtVehicle(seat, name)
    if vehicle is None or at_wheel(position, figure.zone) not in {"", name}:
        return
    yield Drive(seat, name, fast=has_driven(position, name)) if vehicle.runs else StartVehicle(seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    LookAtVehicle: judge_look,
    StartVehicle: judge_start,
    Drive: judge_drive,
}
