"""Melee: what survivors strike (5.12), and the attacks of zombies and dogs (4.1, 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.items import BARE_HANDS
from rules.zombies_surviving.position import HUMANS, ZOMBIES, Figure, Kind, Position, known, remember
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.economy import called
from rules.zombies_surviving.survival.rolls import use_sense
from rules.zombies_surviving.survival.shooting import (
    NO_BODY,
    damage_sense,
    no_sense,
    shown_damage,
    targets_of,
    with_sense,
)
from rules.zombies_surviving.survival.weapons import saws
from rules.zombies_surviving.traits import adds, effect, helps
from rules.zombies_surviving.wounds import Blow, armour, strike

NEEDED, DOG_NEEDED = 4, 4
REACH = 0.5
"""So many inches are melee range."""
NATURAL_BITE = 6
PARTNER = "partner"
"""The state of a figure that an event gives +1 in melee (12)."""


@action
class Melee:
    """Strike somebody within half an inch (5.12)."""

    seat: str
    figure: str
    weapon: str = BARE_HANDS
    non_lethal: bool = False
    target: str | None = picked("Whom?")
    within: bool | None = asked("Is the target within half an inch?")
    hit: tuple[int, ...] | None = rolled("hit")
    sensible: bool | None = picked("Use good sense for +1?")
    damage: tuple[int, ...] | None = rolled("damage")
    sensible_damage: bool | None = picked("Use good sense for +1 damage?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


ACTIONS: tuple[type, ...] = (Melee,)


def melee_score(
    position: Position, name: str, target: str, *, weapon: str = "", non_lethal: bool = False
) -> Score:
    """Return what a human, or a boss in somebody's hands, needs to hit in melee, taken apart (5.12, 4.2).

    Without a target, a vehicle.
    """
    me, victim = position.figures[name], position.figures.get(target, NO_BODY)
    if me.kind in ZOMBIES:
        return attack_score(position, name, target)
    return scores.score_of(
        Part("melee", NEEDED, "5.12"),
        *helps(me, "melee"),
        *scores.harder(me),
        Part("agile target", -_struck(victim), "10.0"),
        Part("grabs on the target", -len(victim.grabbed_by), "8.2"),
        Part("not to kill", int(non_lethal), "5.12"),
        Part("a partner", -int(me.status(PARTNER)), "12.0"),
        Part("skis", int(items.on_skis(me)), "13.2"),
        Part("hockey brawler", -int(_brawls(me, weapon)), "13.2"),
    )


def _brawls(figure: Figure, weapon: str) -> bool:
    """Whether somebody is good with what he strikes with: he has two sticks (13.2)."""
    sticks = figure.item(items.STICK)
    return sticks is not None and sticks.count > 1 and weapon in {items.STICK, BARE_HANDS}


def melee_parts(position: Position, name: str, target: str, weapon: str) -> tuple[Part, ...]:
    """Return what is added to the damage of a human in melee (6.0, 8.0); without a target, to a vehicle's."""
    me, victim = position.figures[name], position.figures.get(target, NO_BODY)
    if me.kind in ZOMBIES:
        return attack_parts(position, name, target)
    damage = items.melee_damage(position, weapon, me.item(weapon), at_zombie=victim.kind in ZOMBIES)
    own = Part(items.called(weapon), damage, "6.0", "roll")
    parts = (own, *adds(me, "melee_damage"), *scores.weaker(me), *armour(victim, ranged=False))
    return tuple(part for part in parts if part.value)


def _blow(position: Position, act: Melee, target: str) -> Blow:
    """Return the blow of a hit: a boss bites with a natural 6."""
    parts = melee_parts(position, act.figure, target, act.weapon)
    blow = Blow((act.damage or (0,))[0], parts, by=act.figure, non_lethal=act.non_lethal)
    if position.figures[act.figure].kind not in ZOMBIES:
        return blow
    return replace(blow, source="zombie", bite=(act.hit or (0,))[0] == NATURAL_BITE, non_lethal=False)


def judge_melee(position: Position, act: Melee) -> Ruling[Position]:
    """Rule on a blow (5.12)."""
    name = act.figure
    if why := economy.refusal(position, act.seat, name, "melee"):
        return why
    me, weapon = position.figures[name], act.weapon
    if weapon != BARE_HANDS and (weapon not in items.hand_weapons() or not me.carries(weapon)):
        return refuse(
            ("5.12",), f"{called(position, name)} has no {items.called(weapon)} to strike with.", firm=True
        )
    if act.target is None:
        foes = _nearest_first(position, name)
        if not foes:
            return refuse(("5.12",), "Nobody is there to strike.", firm=True)
        return allow(("5.12",), "Somebody within half an inch.", {"target": Options(foes)})
    if (need := _in_reach(position, act, act.target)) is not None:
        return need
    p = remember(position, "inches", name, act.target, REACH) if act.within else position
    return _resolve(p, act, act.target)


def _nearest_first(position: Position, name: str) -> tuple[str, ...]:
    """Return whom a figure may strike: those that hold it first, without those known to be farther off."""
    inches = {foe: known(position, "inches", name, foe) for foe in targets_of(position, name)}
    held = position.figures[name].grabbed_by
    near = [foe for foe, far in inches.items() if far is None or far <= REACH or foe in held]
    return tuple(sorted(near, key=lambda foe: (foe not in held, inches[foe] is None)))


def _in_reach(position: Position, act: Melee, target: str) -> Ruling[Position] | None:
    """Return what has to be told of the distance, or why it is too far; None if the target is in reach."""
    me, victim = position.figures[act.figure], position.figures[target]
    if target in me.grabbed_by or act.figure in victim.grabbed_by:
        return None
    far = known(position, "inches", act.figure, target)
    if act.within is None and far is None:
        need = Ask(f"Is {called(position, target)} within half an inch of {called(position, act.figure)}?")
        return allow(("5.12",), "Melee range is half an inch.", {"within": need})
    near = act.within if act.within is not None else (far or 0) <= REACH
    if near:
        return None
    at = "farther off, as told" if act.within is not None else f"at {far:g} inches, as measured"
    return refuse(("5.12",), f"Melee reaches half an inch; {called(position, target)} is {at}.")


def _resolve(position: Position, act: Melee, target: str) -> Ruling[Position]:
    name, me, dice = act.figure, position.figures[act.figure], act.hit or ()
    score = melee_score(position, name, target, weapon=act.weapon, non_lethal=act.non_lethal)
    if dice and economy.is_mad(position, name, dice[:1]):
        p, story = economy.wander(position, name)
        return done(
            economy.spend(p, name, "melee", 1), ("10.3",), story, score=scores.rolled(score, dice, (False,))
        )
    if why := no_sense(position, act):
        return why
    sense = scores.may_use_sense(me, act.sensible)
    rolls = scores.read((score.needed,), dice, sense=sense)
    if len(dice) < rolls.dice:
        cases = ("5.12", "1.6") if score.needed > scores.HIGHEST else ("5.12",)
        return allow(cases, f"{score.needed} or more hits.", {"hit": rolls.dice}, score)
    score = scores.rolled(score, dice, rolls.hits)
    if sense is None and rolls.helped is not None:
        return allow(("10.1",), "1 more is enough.", {"sensible": Options((True, False))}, score)
    if rolls.hits[0] and not act.damage:
        parts = melee_parts(position, name, target, act.weapon)
        return allow(("8.0",), "A hit.", {"damage": 1}, scores.damage_score([("", parts)], score))
    blows = [_blow(position, act, target)] if rolls.hits[0] else []
    used = bool(act.sensible and rolls.helped is not None)
    if need := damage_sense(position, act, (target,), blows, used=used):
        return replace(need, score=score)
    if economy.must_roll(position, name, (*dice, *(act.damage or ()))) and not act.clumsy:
        return allow(("10.2",), f"Clumsy {called(position, name)} has rolled a 1.", {"clumsy": 1}, score)
    p = use_sense(position, name, used, bool(act.sensible_damage))
    text = "a miss"
    for blow in with_sense(position, act, (target,), blows):
        p, did = strike(p, target, blow)
        text = f"{shown_damage(blow)}{did}"
    p = economy.spend(saws(p, name, act.weapon), name, "melee", 1)
    p, more = economy.stumble(p, name, act.clumsy[0]) if act.clumsy else (p, "")
    shown = " and ".join(map(str, dice))
    did = f"{called(position, name)} strikes at {called(position, target)} with {items.in_hand(act.weapon)}"
    story = f"{did}: rolls {shown}: {text}.{more}"
    return done(p, ("5.12", *(("8.0",) if blows else ())), story, score=score)


JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {Melee: judge_melee}


def offered(position: Position, name: str) -> Iterator[Melee]:
    """Yield what a figure may strike with; not to kill where somebody living is there."""
    me, foes = position.figures[name], targets_of(position, name)
    if not foes:
        return
    hand = [one.item for one in me.items if one.item in items.hand_weapons()]
    living = me.kind in HUMANS and any(position.figures[foe].kind not in ZOMBIES for foe in foes)
    for weapon in hand or [BARE_HANDS]:
        yield Melee(me.seat, name, weapon)
        if living:
            yield Melee(me.seat, name, weapon, non_lethal=True)


def _struck(figure: Figure) -> int:
    return effect("agile", "struck_in_melee") if figure.has("agile") else 0


def attack_score(position: Position, attacker: str, target: str) -> Score:
    """Return what a zombie or a dog needs to hit (4.1, 4.4), taken apart; without a target, a vehicle."""
    victim, kind = position.figures.get(target, NO_BODY), position.figures[attacker].kind
    rows = {row.value["kind"]: int(row.value["hits"]) for row in charts()["4.1"].entries}
    base = (
        Part("feral dog", DOG_NEEDED, "4.4") if kind == "feral_dog" else Part(_plain(kind), rows[kind], "4.1")
    )
    agile = Part("agile target", -_struck(victim), "10.0")
    held = Part("grabs on the target", -len(victim.grabbed_by), "8.2")
    return Score("d6", tuple(part for part in (base, agile, held) if part.value))


def attack_parts(position: Position, attacker: str, target: str) -> tuple[Part, ...]:
    """Return what is added to the damage of a zombie or a dog (8.0); without a target, to a vehicle's."""
    kind, victim = position.figures[attacker].kind, position.figures.get(target, NO_BODY)
    rows = {row.value["kind"]: int(row.value["damage"]) for row in charts()["4.1"].entries}
    own = Part(_plain(kind), rows.get(kind, 0), "4.1", "roll")
    return tuple(part for part in (own, *armour(victim, ranged=False)) if part.value)


def attack(position: Position, attacker: str, target: str, hit: int, damage: int) -> tuple[Position, str]:
    """Return the position after a hit of a zombie or a dog; a natural 6 of a zombie is a bite (8.8)."""
    bite = hit == 6 and position.figures[attacker].kind in ZOMBIES  # the die's own 6
    blow = Blow(damage, attack_parts(position, attacker, target), "zombie", attacker, bite)
    after, what = strike(position, target, blow)
    return after, f"{shown_damage(blow)}{what}"


def _plain(kind: Kind) -> str:
    return kind.replace("_", "-")
