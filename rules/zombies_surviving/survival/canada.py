"""Canada (13.0): who keeps his arms, what he has instead, and what ice and snow do to people and vehicles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from rules.fields import action, asked, picked, rolled
from rules.ruling import Options, Part, Ruling, allow, done, refuse
from rules.sentences import listed
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import PACKAGE, charts_of
from rules.zombies_surviving.items import SKIS, things
from rules.zombies_surviving.position import AMERICAN, CANADIAN, Figure, Item, Position, Status, Task
from rules.zombies_surviving.survival.economy import called, refusal, spend
from rules.zombies_surviving.survival.finds import Find, Lacks, Stream, kit, receive
from rules.zombies_surviving.survival.places.vehicles import at_wheel, changed, kind_of
from rules.zombies_surviving.survival.rolls import attempt, settle
from rules.zombies_surviving.traits import helps, traits

LOYAL_DOG = "loyal_dog"
SENSIBLE, VERY_SENSIBLE = "sensible", "very_sensible"


@action
class ComeFrom:
    """Say that a character is a refugee from the United States, or a Canadian again (13.0)."""

    seat: str
    figure: str


@action
class ArmsControl:
    """See what a Canadian keeps of his arms, and what he has instead (13.1)."""

    figure: str
    keep: Mapping[str, int] | None = rolled("arms control")
    kit: tuple[int, ...] | None = rolled("what Canadians have instead")


@action
class Ski:
    """Put skis on, or off (13.2)."""

    seat: str
    figure: str


@action
class InSnow:
    """See whether a vehicle that drove is stuck in the snow (13.3)."""

    vehicle: str
    die: int | None = rolled("snow")


@action
class FreeVehicle:
    """Try to free a vehicle that is stuck in the snow (13.3)."""

    seat: str
    figure: str
    vehicle: str | None = picked("Which vehicle?")
    near: bool | None = asked("Is the vehicle within 1 inch?")
    free: tuple[int, ...] | None = rolled("free a vehicle")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


ACTIONS: tuple[type, ...] = (ComeFrom, ArmsControl, Ski, InSnow, FreeVehicle)


@cache
def data() -> Mapping[str, Any]:
    """Return what the rules of Canada change, as their file has it."""
    read: Mapping[str, Any] = json.loads((files(PACKAGE) / "data" / "canada.json").read_text("utf-8"))
    return read


def judge_come_from(position: Position, act: ComeFrom) -> Ruling[Position]:
    """Rule on where a character comes from (13.0)."""
    figure = position.figures.get(act.figure)
    if not position.canada or figure is None or figure.seat != act.seat or position.phase != "set_up":
        return refuse(("13.0",), "Only before a game in Canada, and of a character of one’s own.", firm=True)
    back = figure.status(AMERICAN)
    new = figure.without_status(AMERICAN) if back else figure.with_status(AMERICAN)
    after = replace(
        position.put(act.figure, new), ready=tuple(one for one in position.ready if one != act.seat)
    )
    what = "is a Canadian" if back else "is a refugee from the United States"
    return done(after, ("13.0",), f"{called(position, act.figure)} {what}.")


def begin(position: Position) -> Position:
    """Return the position in which characters are what Canada makes of them, and dogs are with owners."""
    if position.canada:
        for name in position.of_kind("survivor"):
            if not position.figures[name].status(AMERICAN):
                position = position.put(name, _canadian(position.figures[name]))
        rolling = (n for n in position.of_kind("survivor") if _rolled_for(position.figures[n]))
        position = position.push(*(Task("arms_control", name) for name in rolling))
    return with_dogs(position)


def _canadian(figure: Figure) -> Figure:
    """Return a figure as a Canadian: sensible, or more so."""
    own = tuple(one for one in figure.traits if one not in {SENSIBLE, VERY_SENSIBLE})
    more = VERY_SENSIBLE if len(own) < len(figure.traits) else SENSIBLE
    return replace(figure, traits=(*own, more), statuses=(*figure.statuses, Status(CANADIAN)))


def with_dogs(position: Position) -> Position:
    """Return the position in which loyal dogs stand beside their owners (R-11.10a)."""
    for name in position.of_kind("survivor"):
        figure = position.figures[name]
        if (dogs := figure.item(LOYAL_DOG)) is not None:
            owner = position.put(name, figure.without_item(LOYAL_DOG))
            known = {"seat": figure.seat, "group": name, "attitude": "friendly", "zone": figure.zone}
            position, _ = owner.add("feral_dog", dogs.count, **known)
    return position


def _rolled_for(figure: Figure) -> tuple[str, ...]:
    """Return the weapons and traits of a Canadian that arms control is about (13.1)."""
    if not figure.status(CANADIAN):
        return ()
    arms = (one.item for one in figure.items if one.item in data()["keep"])
    return (*arms, *(one for one in figure.traits if one in data()["traits"]))


def judge_arms_control(position: Position, act: ArmsControl) -> Ruling[Position]:
    """Rule on arms control (13.1)."""
    figure, who = position.figures[act.figure], called(position, act.figure)
    names = _rolled_for(figure)
    if act.keep is None:
        return allow(("13.1",), f"{who}: a die for each weapon, and for traits of firearms.", {"keep": names})
    numbers = {**data()["keep"], **data()["traits"]}
    lost = tuple(name for name in names if act.keep[name] < numbers[name])
    found, stream = Find(), Stream(act.kit or (), charts=charts_of(position))
    try:
        for _ in lost:
            found += kit(stream)
    except Lacks as lacks:
        return allow(("13.1", "13.2"), f"{who} loses {_words(lost)}.", {"kit": lacks.count})
    after = with_dogs(position.pop().put(act.figure, receive(_disarmed(figure, lost), found)))
    if not lost:
        return done(after, ("13.1",), f"{who} keeps everything, with half the ammunition.")
    return done(after, ("13.1", "13.2"), f"{who} loses {_words(lost)}, and has instead: {found.told}.")


def _words(names: tuple[str, ...]) -> str:
    return listed(
        str(traits()[one]["name"]).lower() if one in traits() else items.called(one) for one in names
    )


def _disarmed(figure: Figure, lost: tuple[str, ...]) -> Figure:
    """Return a figure without what it lost, nor the ammunition for that; the rest is halved."""
    kept = [one for one in figure.items if one.item not in lost]
    fits = {kind for one in kept for kind in things().get(one.item, {}).get("fits", ())}
    gone = {kind for name in lost for kind in things().get(name, {}).get("fits", ())} - fits
    left = [
        _halved(one) for one in kept
        if one.item not in gone and one.item not in {items.magazine_of(name) for name in lost}
    ]  # fmt: skip
    return replace(
        figure,
        items=tuple(one for one in left if one.count),
        traits=tuple(one for one in figure.traits if one not in lost),
    )


def _halved(one: Item) -> Item:
    """Return a weapon, its magazines or loose ammunition with half the rounds."""
    if things().get(one.item, {}).get("rounds") or one.item.endswith("_magazine"):
        return replace(one, loaded=one.loaded // 2)
    return replace(one, count=one.count // 2) if _is_loose(one.item) else one


def _is_loose(item: str) -> bool:
    return any(item in one.get("fits", ()) for one in things().values())


def judge_ski(position: Position, act: Ski) -> Ruling[Position]:
    """Rule on putting skis on or off (13.2)."""
    if no := refusal(position, act.seat, act.figure, "ski"):
        return no
    figure = position.figures[act.figure]
    skis = figure.item(SKIS)
    if skis is None:
        return refuse(("13.2",), f"{called(position, act.figure)} has no skis.", firm=True)
    after = position.put(act.figure, figure.with_item(replace(skis, on=not skis.on)))
    how = "off" if skis.on else "on"
    return done(
        spend(after, act.figure, "ski"), ("13.2",), f"{called(position, act.figure)} puts the skis {how}."
    )


def snow_tasks(position: Position) -> tuple[Task, ...]:
    """Return the vehicles that drove in this turn through the snow, as tasks for the referee (13.3)."""
    drove = (name for name in position.vehicles if position.counts.get(f"{name} moved") == position.turn)
    return tuple(Task("snow", name) for name in drove) if position.canada else ()


def judge_in_snow(position: Position, act: InSnow) -> Ruling[Position]:
    """Rule on a vehicle in the snow (13.3)."""
    vehicle, what = position.vehicles[act.vehicle], called(position, act.vehicle)
    driver = position.figures.get(at_wheel(position, act.vehicle))
    foreign = bool(driver and driver.status(AMERICAN))
    score = scores.score_of(
        Part("snow", int(kind_of(position, vehicle)["obstacle"]), "13.3"),
        *(helps(driver, "drive") if driver else ()),
        Part("an American at the wheel", int(foreign), "13.3"),
    )
    if act.die is None:
        return allow(("13.3", "7.4"), f"Below that {what} is stuck.", {"die": 1}, score)
    stuck = act.die < score.needed
    after = changed(position.pop(), act.vehicle, stuck=stuck)
    says = "is stuck in the snow" if stuck else "is not stuck in the snow"
    score = replace(score, rolled=(act.die,), success=not stuck)
    return done(after, ("13.3",), f"{what} {says}.", score=score)


def judge_free(position: Position, act: FreeVehicle) -> Ruling[Position]:
    """Rule on freeing a vehicle (13.3)."""
    if no := refusal(position, act.seat, act.figure, "free_vehicle"):
        return no
    figure = position.figures[act.figure]
    there = tuple(name for name, one in position.vehicles.items() if one.stuck)
    if not there:
        return refuse(("13.3",), "No vehicle is stuck in the snow.", firm=True)
    place = act.vehicle or (figure.zone if figure.zone in there else there[0] if len(there) == 1 else None)
    if place is None:
        return allow(("13.3",), "Inside, or within 1 inch.", {"vehicle": Options(there)})
    if place not in there:
        return refuse(("13.3",), f"{called(position, place[:40])} is not stuck.", firm=True)
    if figure.zone != place and act.near is None:
        return allow(("13.3",), "Inside, or within 1 inch.", {"near": 1})
    if figure.zone != place and not act.near:
        return refuse(("13.3",), "It is farther than 1 inch away, as told.")
    number = data()["free"][AMERICAN if figure.status(AMERICAN) else CANADIAN]
    score = scores.score_of(Part("stuck", number, "13.3"), *helps(figure, "drive"), *scores.harder(figure))
    outcome = attempt(position, act, "free_vehicle", "free", score, "13.3")
    if isinstance(outcome, Ruling):
        return outcome
    after, more = settle(spend(position, act.figure, "free_vehicle"), act, sense=outcome.sense)
    what = called(position, place)
    if not outcome.success:
        return done(after, ("13.3",), f"{what} is still stuck.{more}", score=outcome.score)
    after = changed(after, place, stuck=False)
    after = replace(after, counts={**after.counts, f"{place} freed": position.turn})
    return done(after, ("13.3",), f"{what} is free, and may drive in the next turn.{more}",
                score=outcome.score)  # fmt: skip


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do in the snow."""
    figure = position.figures[name]
    if figure.kind != "survivor":
        return
    if figure.carries(SKIS):
        yield Ski(figure.seat, name)
    if any(one.stuck for one in position.vehicles.values()):
        yield FreeVehicle(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    ComeFrom: judge_come_from,
    ArmsControl: judge_arms_control,
    Ski: judge_ski,
    InSnow: judge_in_snow,
    FreeVehicle: judge_free,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {
    "arms_control": lambda _position, task: (ArmsControl(task.who),),
    "snow": lambda _position, task: (InSnow(task.who),),
}
