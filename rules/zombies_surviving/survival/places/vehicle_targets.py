"""Attacks on a vehicle, or on whoever is in it: with what shoots, and with what strikes (7.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import sentence
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.items import BARE_HANDS, CHAINSAW, LASER, LASER_RANGE, Gun
from rules.zombies_surviving.position import Position, known, remember
from rules.zombies_surviving.survival import melee
from rules.zombies_surviving.survival.economy import called, refusal, spend
from rules.zombies_surviving.survival.places.buildings import said
from rules.zombies_surviving.survival.places.vehicles import (
    PASSENGER,
    changed,
    damaged,
    inside,
    is_open,
    wounds_of,
)
from rules.zombies_surviving.survival.rolls import attempt, settle
from rules.zombies_surviving.survival.shooting import SHOT_AT, WOUNDED_BY_FIRE, in_danger, targets_of
from rules.zombies_surviving.survival.weapons import battery, fired, rounds_left, weapon_fault
from rules.zombies_surviving.traits import adds, helps
from rules.zombies_surviving.wounds import Blow, armour, strike

OPEN, CLOSED = "open", "closed"
COVER = {OPEN: 1, CLOSED: 2}


@action
class _Attack:
    """What any attack on a vehicle says, and what it asks for."""

    seat: str
    figure: str
    weapon: str = BARE_HANDS
    target: str | None = picked("Which vehicle?")
    who: tuple[int, ...] | None = rolled("who is hit")
    passenger: str | None = asked("Which of those inside is nearest to the attacker?")
    open_top: bool | None = asked("Is the vehicle open at the top?")
    hit: tuple[int, ...] | None = rolled("hit")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class FireAtVehicle(_Attack):
    """Shoot at a vehicle, or at whoever is in it (7.8)."""

    aimed: bool = False
    danger: bool | None = asked("Is a zombie, a dog or a hostile survivor within 1 inch of the shooter?")
    inches: Inches | None = asked("How far is it?", most=72, halves=True, unit="inch")
    at_rest: bool | None = asked("Does the shooter sit in an open vehicle that has stood still in this turn?")


@action
class StrikeVehicle(_Attack):
    """Strike at a vehicle, or at whoever is in it (7.8)."""

    within: bool | None = asked("Is the vehicle within half an inch?")


ACTIONS: tuple[type, ...] = (FireAtVehicle, StrikeVehicle)


def others(position: Position, name: str) -> tuple[str, ...]:
    """Return the vehicles on the table in which a figure is not."""
    return tuple(one for one in position.vehicles if one != position.figures[name].zone)


def _chosen(position: Position, act: FireAtVehicle | StrikeVehicle) -> Ruling[Position] | None:
    """Return which vehicles there are to attack, or why none; None once one is chosen."""
    there = others(position, act.figure)
    if not there:
        return refuse(("7.8",), "No vehicle is there to attack.", firm=True)
    if act.target is None:
        return allow(("7.8",), "A vehicle in sight.", {"target": Options(there)})
    if act.target not in there:
        return refuse(("7.8",), f"{sentence(said(act.target[:40]))} is no vehicle to attack.", firm=True)
    return None


def judge_fire(position: Position, act: FireAtVehicle) -> Ruling[Position]:
    """Rule on a shot at a vehicle (7.8)."""
    name, kind = act.figure, "aimed_shot" if act.aimed else "snap_shot"
    if no := refusal(position, act.seat, name, kind):
        return no
    gun = items.gun(position, position.figures[name], act.weapon)
    if (no := weapon_fault(position, name, gun, act.weapon, aimed=act.aimed)) or gun is None:
        return no or refuse(("7.8",), "It does not shoot.")
    if not gun.damage:
        return refuse(("6.11",), f"{items.one_of(act.weapon)} does nothing to a vehicle.", firm=True)
    if act.aimed and (no := in_danger(position, act, targets_of(position, name))):
        return no
    if (need := _chosen(position, act)) or act.target is None:
        return need or refuse(("7.8",), "No vehicle is chosen.")
    driving = position.figures[name].zone in position.vehicles
    inches = act.inches if act.inches is not None else known(position, "inches", name, act.target)
    asks: dict[str, Any] = {} if inches is not None else {"inches": Ask(limits=() if driving else gun.whole)}
    if asks or (driving and act.at_rest is None):
        return allow(("7.8", "6.1"), "Measure, and look.", {**asks, **({"at_rest": 1} if driving else {})})
    measured = remember(position, "inches", name, act.target, float(inches or 0))
    return _shot(measured, act, gun, float(inches or 0) * (1 + (driving and not act.at_rest)))


def _shot(position: Position, act: FireAtVehicle, gun: Gun, far: float) -> Ruling[Position]:
    name, me, place = act.figure, position.figures[act.figure], str(act.target)
    band = scores.band_of(gun.ranges, far)
    if band is None:
        weapon, most = sentence(items.one_of(act.weapon)), gun.ranges[-1]
        return refuse(("6.1",), f"{weapon} reaches {most:g} inches, not {far:g}, as measured.")
    aimed_at = _aimed_at(position, act, place)
    if isinstance(aimed_at, Ruling):
        return aimed_at
    held = me.item(gun.item)
    laser = bool(held and LASER in held.fitted and far <= LASER_RANGE)
    score = scores.score_of(
        Part(scores.BANDS[band], scores.AT_RANGE[band], "6.1"),
        Part("aimed", -int(act.aimed), "5.11"),
        *helps(me, gun.kind),
        Part("laser aim", -items.effect(LASER, "laser") * laser, "11.5"),
        *scores.harder(me),
        *_cover(position, act, place, aimed_at),
    )
    kind = "aimed_shot" if act.aimed else "snap_shot"
    parts: tuple[Part, ...] = (Part(items.called(act.weapon), gun.damage[band], "6.0", "roll"),)
    parts = (*parts, *adds(me, "shot_damage"))
    after = fired(position, name, gun, "single")
    after = battery(after, name, gun, (act.hit or ())[:1])
    return _resolved(position, act, score, parts, aimed_at, kind, after)


def judge_strike(position: Position, act: StrikeVehicle) -> Ruling[Position]:
    """Rule on a blow at a vehicle (7.8)."""
    name = act.figure
    if no := refusal(position, act.seat, name, "melee"):
        return no
    me, weapon = position.figures[name], act.weapon
    if weapon != BARE_HANDS and (weapon not in items.hand_weapons() or not me.carries(weapon)):
        return refuse(
            ("5.12",), f"{called(position, name)} has no {items.called(weapon)} to strike with.", firm=True
        )
    if (need := _chosen(position, act)) or act.target is None:
        return need or refuse(("7.8",), "No vehicle is chosen.")
    if act.within is None:
        ask = Ask(f"Is {said(act.target)} within half an inch of {called(position, name)}?")
        return allow(("7.8", "5.12"), "Melee range is half an inch.", {"within": ask})
    if not act.within:
        return refuse(("5.12",), f"Melee reaches half an inch; {said(act.target)} is farther off, as told.")
    aimed_at = _aimed_at(position, act, act.target)
    if isinstance(aimed_at, Ruling):
        return aimed_at
    cover = _cover(position, act, act.target, aimed_at)
    if aimed_at:
        score = melee.melee_score(position, name, aimed_at, weapon=weapon)
    else:
        score = scores.score_of(
            Part("melee", melee.NEEDED, "5.12"), *helps(me, "melee"), *scores.harder(me),
            Part("a partner", -int(me.status(melee.PARTNER)), "12.0"),
        )  # fmt: skip
    score = replace(score, parts=(*score.parts, *cover))
    damage = items.melee_damage(position, weapon, me.item(weapon), at_zombie=False)
    own = Part(items.called(weapon), damage, "6.0", "roll")
    parts = (own, *adds(me, "melee_damage"), *scores.weaker(me))
    held = me.item(weapon)
    loud = weapon == CHAINSAW and held is not None and held.on
    return _resolved(
        position, act, score, parts, aimed_at, "melee", position.noise(name) if loud else position
    )


def _aimed_at(position: Position, act: FireAtVehicle | StrikeVehicle, place: str) -> str | Ruling[Position]:
    """Return who inside is the target, "" for the vehicle itself, or what is still needed to know it."""
    people = inside(position, place)
    if people and not act.who:
        return allow(("7.8",), "1 or 2: somebody inside.", {"who": 1})
    if not people or (act.who or (0,))[0] > PASSENGER:
        return ""
    if len(people) > 1 and act.passenger is None:
        return allow(("7.8",), "Somebody inside.", {"passenger": Options(people)})
    if act.passenger not in {None, *people}:
        return refuse(
            ("7.8",), f"{called(position, str(act.passenger)[:40])} is not in {said(place)}.", firm=True
        )
    if not _top(position, act, place):
        return allow(("7.8",), "1 for cover if it is, else 2.", {"open_top": 1})
    return act.passenger or people[0]


def _top(position: Position, act: FireAtVehicle | StrikeVehicle, place: str) -> str:
    """Return whether a vehicle is open at the top, as far as that is known."""
    vehicle = position.vehicles[place]
    if is_open(position, vehicle):
        return OPEN
    if act.open_top is not None:
        return OPEN if act.open_top else CLOSED
    return vehicle.top


def _cover(
    position: Position, act: FireAtVehicle | StrikeVehicle, place: str, aimed_at: str
) -> Sequence[Part]:
    return [Part("in a vehicle", COVER[_top(position, act, place)], "7.8")] if aimed_at else []


def _resolved(
    position: Position,
    act: FireAtVehicle | StrikeVehicle,
    score: Score,
    parts: tuple[Part, ...],
    aimed_at: str,
    kind: str,
    used: Position,
) -> Ruling[Position]:
    """Rule on the dice of an attack. `used` is the position once the weapon has been used."""
    name, place = act.figure, str(act.target)
    outcome = attempt(position, act, kind, "hit", score, "7.8")
    if isinstance(outcome, Ruling):
        return outcome
    if outcome.success and not act.damage:
        return allow(("8.0",), "A hit.", {"damage": 1}, outcome.score)
    after, more = settle(spend(used, name, kind), act, sense=outcome.sense)
    if act.open_top is not None:
        after = changed(after, place, top=_top(position, act, place))
    ranged = isinstance(act, FireAtVehicle)
    whom, does = called(position, aimed_at) if aimed_at else said(place), "fires" if ranged else "strikes"
    who = f"{called(position, name)} {does} at {whom}"
    if aimed_at and ranged:
        after = after.put(aimed_at, after.figures[aimed_at].with_status(SHOT_AT, after.turn + 1))
    if not outcome.success:
        return done(after, ("7.8",), f"{who} and misses.{more}", score=outcome.score)
    die = (act.damage or (1,))[0]
    if not aimed_at:
        after, hurt = damaged(after, place, [wounds_of(die, sum(part.value for part in parts))])
        return done(after, ("7.8",), f"{who} and hits.{hurt}{more}", score=outcome.score)
    victim = after.figures[aimed_at]
    after, what = strike(after, aimed_at, Blow(die, (*parts, *armour(victim, ranged=ranged)), by=name))
    now = after.figures.get(aimed_at)
    if ranged and now is not None and now.kind != "corpse" and now.wounds > victim.wounds:
        after = after.put(aimed_at, now.with_status(WOUNDED_BY_FIRE, after.turn + 1))
    return done(after, ("7.8", "8.0"), f"{who}: {what}.{more}", score=outcome.score)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield how a figure may attack a vehicle."""
    figure = position.figures[name]
    if figure.kind != "survivor" or not others(position, name):
        return
    for one in figure.items:
        gun = items.gun(position, figure, one.item)
        if gun is not None and gun.kind == "firearm" and gun.damage and rounds_left(figure, gun):
            yield from (FireAtVehicle(figure.seat, name, gun.item, aimed=aimed) for aimed in (False, True))
    if figure.zone not in position.vehicles:
        hand = next((one.item for one in figure.items if one.item in items.hand_weapons()), BARE_HANDS)
        yield StrikeVehicle(figure.seat, name, hand)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    FireAtVehicle: judge_fire,
    StrikeVehicle: judge_strike,
}
