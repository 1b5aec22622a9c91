"""Shots and blows of independent survivors (4.3), also at somebody in a vehicle (7.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, rolled
from rules.ruling import Ask, Ruling, allow, done
from rules.sentences import counted, sentence
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.menace.groups import called, on_table
from rules.zombies_surviving.menace.groups import inches as inches_of
from rules.zombies_surviving.position import Position, Task, known, remember
from rules.zombies_surviving.survival.economy import said
from rules.zombies_surviving.survival.melee import melee_parts, melee_score
from rules.zombies_surviving.survival.places import vehicles
from rules.zombies_surviving.survival.rolls import told
from rules.zombies_surviving.survival.shooting import Fire, damage_parts, shot_score, shown_damage
from rules.zombies_surviving.survival.weapons import ROUNDS, SHOTS, Way, fired, rounds_left
from rules.zombies_surviving.wounds import Blow, strike

MEDIUM = 1
VENGEFUL = "vengeful"
"""The state of a party of which a player has killed somebody."""


@action
class IndependentShot:
    """An independent survivor shoots (4.3)."""

    figure: str
    target: str
    weapon: str
    aimed: bool = False
    inches: Inches | None = asked("How far is it?", most=72, halves=True, unit="inch")
    in_cover: bool | None = asked("Is the target in cover?")
    who: int | None = rolled("who is hit")
    open_top: bool | None = asked("Is the vehicle open at the top?")
    hit: tuple[int, ...] | None = rolled("hit")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class IndependentMelee:
    """An independent survivor strikes (4.3)."""

    figure: str
    target: str
    weapon: str = items.BARE_HANDS
    who: int | None = rolled("who is hit")
    open_top: bool | None = asked("Is the vehicle open at the top?")
    hit: tuple[int, ...] | None = rolled("hit")
    damage: tuple[int, ...] | None = rolled("damage")


ACTIONS: tuple[type, ...] = (IndependentShot, IndependentMelee)


def gun_in_hand(position: Position, name: str) -> items.Gun | None:
    """Return the weapon with the longest medium range that somebody can fire, or None."""
    figure = position.figures[name]
    guns = [items.gun(position, figure, one.item) for one in figure.items if not one.jammed]
    fit = [g for g in guns if g and g.damage and g.kind != "throw" and rounds_left(figure, g)]
    return max(fit, key=lambda gun: gun.ranges[MEDIUM], default=None)


def _both_there(position: Position, task: Task) -> bool:
    both = (position.figures.get(task.who), position.figures.get(task.other))
    return all(one is not None and on_table(one) for one in both)


def shot(position: Position, task: Task) -> IndependentShot | None:
    """Return the shot that a task is for; None where there is nobody or nothing to shoot any more."""
    gun = gun_in_hand(position, task.who) if _both_there(position, task) else None
    return None if gun is None else IndependentShot(task.who, task.other, gun.item, aimed=bool(task.number))


def strikes(position: Position, task: Task) -> IndependentMelee | None:
    """Return the blow that a task is for; None where one of the two is gone."""
    if not _both_there(position, task):
        return None
    hand = [one.item for one in position.figures[task.who].items if one.item in items.hand_weapons()]
    best = max(hand, key=lambda item: items.hand_weapons()[item], default=items.BARE_HANDS)
    return IndependentMelee(task.who, task.other, best)


def judge_shot(position: Position, act: IndependentShot) -> Ruling[Position]:
    """Rule on a shot of an independent survivor (4.3, 6.0)."""
    name, target, gun = act.figure, act.target, items.gun(position, position.figures[act.figure], act.weapon)
    assert gun is not None
    who, whom = sentence(called(position, name)), called(position, target)
    place = vehicles.shielding(position, name, target)
    far = act.inches if act.inches is not None else known(position, "inches", name, target)
    if far is None:
        text = f"How far is {whom} from {called(position, name)}?"
        return allow(("6.1",), f"{who} shoots at {whom}.", {"inches": Ask(text, limits=gun.whole)})
    if far > gun.ranges[-1]:
        return done(
            position.pop(), ("6.1",), f"{who} does not shoot: {whom} is {inches_of(far)} away, too far."
        )
    covered = known(position, "in_cover", target, name)
    if covered is None and act.in_cover is None and not place:
        text = f"Is {whom} in cover from {called(position, name)}?"
        return allow(("6.3",), f"{who} shoots at {whom}.", {"in_cover": Ask(text)})
    cover = bool(covered) if act.in_cover is None else act.in_cover
    met = vehicles.meets(position, act, place, who) if place else target
    if isinstance(met, Ruling):
        return met
    way = _way(position, name, gun)
    fire = Fire(gun, way, act.aimed, (met,) * SHOTS[way], far, far, cover and not place)
    after = position.pop()
    if act.inches is not None:
        after = remember(after, "inches", name, target, act.inches)
    if act.in_cover is not None:
        after = remember(after, "in_cover", target, name, float(act.in_cover))
    how = " on automatic" if way == "automatic" else ""
    at = called(position, met) if met else said(place)
    story = f"{who} shoots{how} at {at} at {inches_of(far)}, as measured"
    return _fired(position, act, fire, place, fired(after, name, gun, way), story)


def _fired(
    position: Position, act: IndependentShot, fire: Fire, place: str, after: Position, story: str
) -> Ruling[Position]:
    """Rule on the dice of a shot. `place` is the vehicle that shields the target, `after` what comes then."""
    name, target, who = act.figure, fire.targets[0], sentence(called(position, act.figure))
    cover = (vehicles.cover_in(position, place, act.open_top),) if place and target else ()
    each = [shot_score(position, name, fire, n) for n in range(len(fire.targets))]
    each = [replace(score, parts=(*score.parts, *cover)) for score in each]
    whom = called(position, target) if target else said(place)
    parts = damage_parts(position, name, fire, target)
    dice, needed = act.hit or (), [one.needed for one in each]
    rolls = scores.read(needed, dice)
    if len(dice) < rolls.dice:
        return allow(("6.1",), f"{who} shoots at {whom}: {told(needed[0])}", {"hit": rolls.dice}, each[0])
    score = scores.rolled(each[0], dice, rolls.hits)
    hits = sum(rolls.hits)
    if len(act.damage or ()) < hits:
        shown = scores.damage_score([("", parts)], score)
        return allow(("8.0",), f"{who} hits {whom}.", {"damage": hits}, shown)
    after, hurt = _harmed(after, act, place, target, [Blow(die, parts, by=name) for die in act.damage or ()])
    if not target and hits:
        return done(after, ("6.1", "7.8"), f"{story}: {counted(hits, 'hit')}.{hurt}", score=score)
    return done(after, ("6.1", "4.3"), f"{story}: {hurt or 'a miss'}.", score=score)


def _harmed(
    position: Position, act: IndependentShot | IndependentMelee, place: str, target: str, blows: list[Blow]
) -> tuple[Position, str]:
    """Return the position after the hits on somebody, or on the vehicle that shields him, in words."""
    after, texts = position, list[str]()
    if act.open_top is not None and place:
        after = vehicles.changed(after, place, top=vehicles.top_of(after, place, act.open_top))
    if not target:
        wounds = [vehicles.wounds_of(blow.die, blow.total - blow.die) for blow in blows]
        return vehicles.damaged(after, place, wounds)
    for blow in blows:
        if target in after.figures and on_table(after.figures[target]):
            after, what = strike(after, target, blow)
            texts.append(f"{shown_damage(blow)}{what}")
    return after, "; ".join(texts)


def _way(position: Position, name: str, gun: items.Gun) -> Way:
    """Return how one of a party fires: single shots, or on automatic since one of theirs was killed."""
    held = position.figures[name].item(gun.item)
    angry = position.figures[name].status(VENGEFUL) or bool(gun.data.get("automatic_only"))
    rounds = held.loaded if held is not None else 0
    return "automatic" if angry and gun.automatic and rounds >= ROUNDS["automatic"] else "single"


def judge_melee(position: Position, act: IndependentMelee) -> Ruling[Position]:
    """Rule on a blow of an independent survivor (4.3, 5.12)."""
    name, place = act.figure, vehicles.shielding(position, act.figure, act.target)
    who, cases = sentence(called(position, name)), ("5.12", "4.3")
    target = vehicles.meets(position, act, place, who) if place else act.target
    if isinstance(target, Ruling):
        return target
    score, whom = melee_score(position, name, target), called(position, target) if target else said(place)
    if place and target:
        score = replace(score, parts=(*score.parts, vehicles.cover_in(position, place, act.open_top)))
    dice = act.hit or ()
    rolls = scores.read((score.needed,), dice)
    if len(dice) < rolls.dice:
        return allow(cases[:1], f"{who} strikes at {whom}: {told(score.needed)}", {"hit": rolls.dice}, score)
    score, hits = scores.rolled(score, dice, rolls.hits), rolls.hits[0]
    parts = melee_parts(position, name, target, act.weapon)
    if hits and act.damage is None:
        return allow(
            ("8.0",), f"{who} hits {whom}.", {"damage": 1}, scores.damage_score([("", parts)], score)
        )
    blows = [Blow(act.damage[0], parts, by=name)] if hits and act.damage else []
    after, hurt = _harmed(position.pop(), act, place, target, blows)
    if not hits:
        return done(after, cases, f"{who} rolls {dice[0]} and misses {whom}.", score=score)
    what = f": {hurt}." if target else f".{hurt}"
    return done(after, cases, f"{who} hits {whom} with {dice[0]}{what}", score=score)


JUDGES: Mapping[type, Any] = {IndependentShot: judge_shot, IndependentMelee: judge_melee}
