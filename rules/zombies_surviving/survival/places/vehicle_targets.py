"""Attacks on a vehicle, or on whoever is in it: with what shoots, and with what strikes (7.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import counted, sentence
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.items import BARE_HANDS, Gun
from rules.zombies_surviving.position import ZOMBIES, Position, known, remember
from rules.zombies_surviving.survival import melee
from rules.zombies_surviving.survival.economy import called, refusal, said, spend
from rules.zombies_surviving.survival.places.vehicles import (
    PASSENGER,
    changed,
    cover_in,
    damaged,
    inside,
    top_of,
    wounds_of,
)
from rules.zombies_surviving.survival.rolls import attempt, settle
from rules.zombies_surviving.survival.shooting import (
    SHOT_AT,
    WOUNDED_BY_FIRE,
    Fire,
    claim,
    damage_parts,
    in_danger,
    shot_score,
    shown_damage,
    targets_of,
    too_far,
    with_batteries,
)
from rules.zombies_surviving.survival.weapons import (
    SHOTS,
    Way,
    fired,
    other_gun,
    rounds_left,
    saws,
    ways,
    weapon_fault,
)
from rules.zombies_surviving.wounds import Blow, strike


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
    way: Way | None = picked("How?")
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
    if no := refusal(position, act.seat, name, kind, 2 if act.aimed else 1):
        return no
    gun = items.gun(position, position.figures[name], act.weapon)
    can = _ways(position, act, gun)
    if (no := weapon_fault(position, name, gun, act.weapon, act.way or can[0], aimed=act.aimed)) or not gun:
        return no or refuse(("7.8",), "It does not shoot.")
    if not gun.damage:
        return refuse(("6.11",), f"{items.one_of(act.weapon)} does nothing to a vehicle.", firm=True)
    if act.aimed and (no := in_danger(position, act, targets_of(position, name))):
        return no
    if (need := _chosen(position, act)) or act.target is None:
        return need or refuse(("7.8",), "No vehicle is chosen.")
    if act.way is None and len(can) > 1:
        return allow(("7.8", "R-7.8b"), "All at the same target.", {"way": Options(can)})
    driving = position.figures[name].zone in position.vehicles
    inches = act.inches if act.inches is not None else known(position, "inches", name, act.target)
    asks: dict[str, Any] = {} if inches is not None else {"inches": Ask(limits=() if driving else gun.whole)}
    if asks or (driving and act.at_rest is None):
        return allow(("7.8", "6.1"), "Measure, and look.", {**asks, **({"at_rest": 1} if driving else {})})
    far = float(inches or 0)
    measured = remember(position, "inches", name, act.target, far)
    return _shot(measured, act, gun, act.way or can[0], far, far * (1 + (driving and not act.at_rest)))


def _ways(position: Position, act: FireAtVehicle, gun: Gun | None) -> tuple[Way, ...]:
    """Return how a weapon can be fired now; if it cannot, the first of its ways."""
    can = ways(position.figures[act.figure], gun) if gun else ("single",)
    fit = [w for w in can if not weapon_fault(position, act.figure, gun, act.weapon, w, aimed=act.aimed)]
    return tuple(fit) or can[:1]


def _shot(
    position: Position, act: FireAtVehicle, gun: Gun, way: Way, inches: float, distance: float
) -> Ruling[Position]:
    name, place = act.figure, str(act.target)
    other = other_gun(position, name, gun) if way == "both" else None
    for one in (gun, *([other] if other else [])):
        if scores.band_of(one.ranges, distance) is None:
            return too_far(one, said(place), inches, distance)
    aimed_at = _aimed_at(position, act, place)
    if isinstance(aimed_at, Ruling):
        return aimed_at
    count = SHOTS[way]
    fire = Fire(gun, way, act.aimed, (aimed_at,) * count, inches, distance, in_cover=False, other=other)
    each = [shot_score(position, name, fire, n) for n in range(count)]
    parts = [damage_parts(position, name, fire, aimed_at, n) for n in range(count)]
    after = with_batteries(fired(position, name, gun, way), name, fire, act.hit or ())
    kind = way if way in {"burst", "automatic"} else "aimed_shot" if act.aimed else "snap_shot"
    return _resolved(position, act, each, parts, aimed_at, (kind, 2 if act.aimed else 1), after)


def judge_strike(position: Position, act: StrikeVehicle) -> Ruling[Position]:
    """Rule on a blow at a vehicle (7.8)."""
    name, weapon = act.figure, act.weapon
    if no := refusal(position, act.seat, name, "melee"):
        return no
    armed = weapon in items.hand_weapons() and position.figures[name].carries(weapon)
    if weapon != BARE_HANDS and not armed:
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
    score = melee.melee_score(position, name, aimed_at, weapon=weapon)
    parts = melee.melee_parts(position, name, aimed_at, weapon)
    return _resolved(position, act, [score], [parts], aimed_at, ("melee", 1), saws(position, name, weapon))


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
    if not top_of(position, place, act.open_top):
        return allow(("7.8",), "1 for cover if it is, else 2.", {"open_top": 1})
    return act.passenger or people[0]


def _resolved(
    position: Position,
    act: FireAtVehicle | StrikeVehicle,
    each: Sequence[Score],
    parts: Sequence[tuple[Part, ...]],
    aimed_at: str,
    cost: tuple[str, int],
    used: Position,
) -> Ruling[Position]:
    """Rule on the dice of an attack: of each shot its score, and what is added to its damage.

    `cost` is the action with what it takes, and `used` the position once the weapon has been used.
    """
    name, place = act.figure, str(act.target)
    cover = (cover_in(position, place, act.open_top),) if aimed_at else ()
    first, *more = (replace(score, parts=(*score.parts, *cover)) for score in each)
    outcome = attempt(position, act, cost[0], "hit", first, "7.8", cost[1], [one.needed for one in more])
    if isinstance(outcome, Ruling):
        return outcome
    landed = [n for n, hits in enumerate(outcome.hits) if hits]
    if len(landed) > len(act.damage or ()):
        shown = scores.damage_score([("", parts[n]) for n in landed], outcome.score)
        return allow(("8.0",), f"{counted(len(landed), 'hit')}.", {"damage": len(landed)}, shown)
    blows = [_blow(position, act, die, parts[n]) for die, n in zip(act.damage or (), landed, strict=False)]
    after, more_said = settle(spend(used, name, *cost), act, sense=outcome.sense)
    if act.open_top is not None:
        after = changed(after, place, top=top_of(position, place, act.open_top))
    ranged = isinstance(act, FireAtVehicle)
    whom, does = called(position, aimed_at) if aimed_at else said(place), "fires" if ranged else "strikes"
    who = f"{called(position, name)} {does} at {whom}"
    if aimed_at and ranged:
        after = after.put(aimed_at, after.figures[aimed_at].with_status(SHOT_AT, after.turn + 1))
    if not blows:
        return done(after, ("7.8",), f"{who} and misses.{more_said}", score=outcome.score)
    if not aimed_at:
        wounds = [wounds_of(blow.die, blow.total - blow.die) for blow in blows]
        after, hurt = damaged(after, place, wounds)
        hits = "and hits" if len(blows) == 1 else f"with {len(blows)} hits"
        return done(after, ("7.8", "8.0"), f"{who} {hits}.{hurt}{more_said}", score=outcome.score)
    after, what = _hurt(after, aimed_at, blows, ranged=ranged)
    return done(after, ("7.8", "8.0"), f"{who}: {what}.{more_said}", score=outcome.score)


def _blow(position: Position, act: FireAtVehicle | StrikeVehicle, die: int, parts: tuple[Part, ...]) -> Blow:
    """Return the blow of a hit: a boss bites with a natural 6."""
    if position.figures[act.figure].kind not in ZOMBIES:
        return Blow(die, parts, by=act.figure)
    return Blow(die, parts, "zombie", act.figure, bite=(act.hit or (0,))[0] == melee.NATURAL_BITE)


def _hurt(position: Position, whom: str, blows: Sequence[Blow], *, ranged: bool) -> tuple[Position, str]:
    """Return the position after the hits on somebody in a vehicle, in words."""
    after, texts = position, list[str]()
    for blow in blows:
        before = after.figures[whom]
        if before.kind == "corpse":
            break
        after, what = strike(after, whom, blow)
        texts.append(f"{shown_damage(blow)}{what}")
        now = after.figures[whom]
        if ranged and now.kind != "corpse" and now.wounds > before.wounds:
            after = after.put(whom, now.with_status(WOUNDED_BY_FIRE, after.turn + 1))
    return after, "; ".join(texts)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield how a figure may attack a vehicle."""
    figure = position.figures[name]
    if not figure.seat or not others(position, name):
        return
    for one in figure.items:
        gun = items.gun(position, figure, one.item)
        if gun is not None and gun.kind == "firearm" and gun.damage and rounds_left(figure, gun):
            yield FireAtVehicle(figure.seat, name, gun.item)
            yield FireAtVehicle(figure.seat, name, gun.item, aimed=True, danger=claim(position, name))
    if figure.zone not in position.vehicles:
        hand = next((one.item for one in figure.items if one.item in items.hand_weapons()), BARE_HANDS)
        yield StrikeVehicle(figure.seat, name, hand)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    FireAtVehicle: judge_fire,
    StrikeVehicle: judge_strike,
}
