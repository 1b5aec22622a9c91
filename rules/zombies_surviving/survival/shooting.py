"""Shots: snap and aimed, bursts and automatic fire, with firearms, bows, a taser, or what is thrown (6.0).

A shot asks how far it is and whether the target is in cover, then rolls: a die for each shot, and for the
damage one for each hit. What was told is remembered while neither figure moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.fields import Inches, action, asked, name_of, picked, rolled
from rules.ruling import Ask, Missing, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import counted, listed
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.items import Gun
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import HUMANS, ZOMBIES, Figure, Position, known, remember
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.economy import INCAPACITATED, PRONE, called
from rules.zombies_surviving.survival.rolls import inches as in_inches
from rules.zombies_surviving.survival.rolls import use_sense
from rules.zombies_surviving.survival.weapons import (
    SHOTS,
    Way,
    battery,
    fired,
    other_gun,
    rounds_left,
    saws,
    two_pistols,
    weapon_fault,
)
from rules.zombies_surviving.traits import SENSE, adds, helps, sense_left
from rules.zombies_surviving.wounds import (
    HELPLESS,
    Blow,
    armour,
    better,
    kill,
    lay_to_rest,
    release,
    strike,
)

NOBODY = "nobody"
NO_BODY = Figure("corpse")
"""What stands for a vehicle as a target: nobody, with nothing on."""
_DOUBLED = " (doubled from a vehicle)"
LONG = 2
POINT_BLANK = 1
FARTHEST = 72
"""The most inches that are told; a key for what is over all ranges tells them."""
NEAR_DOGS = 12
SHOT_AT, WOUNDED_BY_FIRE, HIT_NEAR = "shot_at", "wounded_by_fire", "hit_near"
"""States until the end of the next turn, for the events and for what the referee runs (4.3, 4.4, 12)."""


@action
class _Shooting:
    """What any shot says, and what it asks for in this order."""

    seat: str
    figure: str
    weapon: str
    target: str | None = picked("At whom?")
    danger: bool | None = asked("Is a zombie, a dog or a hostile survivor within 1 inch of the shooter?")
    inches: Inches | None = asked("How far is it?", most=FARTHEST, halves=True, unit="inch")
    in_cover: bool | None = asked("Is the target in cover?")
    open_top: bool | None = asked("Is the vehicle open at the top, and has it stood still in this turn?")
    hit: tuple[int, ...] | None = rolled("hit")
    sensible: bool | None = picked("Use good sense for +1?")
    damage: tuple[int, ...] | None = rolled("damage")
    sensible_damage: bool | None = picked("Use good sense for +1 damage?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class SnapShot(_Shooting):
    """Shoot quickly (5.10). `both`: two barrels, or a pistol in each hand (6.9)."""

    both: bool = False
    beside: str | None = asked("Who else is within 1 inch of the target?")


@action
class AimedShot(_Shooting):
    """Aim, and shoot with +1 (5.11). `both` is as in a snap shot."""

    both: bool = False
    beside: str | None = asked("Who else is within 1 inch of the target?")


@action
class Burst(_Shooting):
    """Fire a burst at one target: two shots, three rounds (6.6). `aimed` takes two actions."""

    aimed: bool = False


@action
class Automatic(_Shooting):
    """Fire on automatic at targets within 1 inch of each other: three shots, five rounds (6.7)."""

    aimed: bool = False
    others: Mapping[str, str] | None = picked("At whom then? All must be within 1 inch of each other.")


@action
class DoubleTap:
    """Make sure that a corpse never rises, or end somebody helpless (5.13)."""

    seat: str
    figure: str
    weapon: str
    target: str | None = picked("Whom?")
    inches: Inches | None = asked("How far is it?", most=FARTHEST, halves=True, unit="inch")
    open_top: bool | None = asked("Is the vehicle open at the top, and has it stood still in this turn?")


Shot = SnapShot | AimedShot | Burst | Automatic
ACTIONS: tuple[type, ...] = (SnapShot, AimedShot, Burst, Automatic, DoubleTap)


@dataclass(frozen=True, slots=True)
class Fire:
    """A shot with all that is known of it before the dice: who is shot at, one after the other, and how.

    `other` is the pistol in the other hand, where it is another weapon: the second shot is its own (6.9).
    """

    gun: Gun
    way: Way
    aimed: bool
    targets: tuple[str, ...]
    inches: float
    distance: float
    in_cover: bool
    other: Gun | None = None

    def gun_of(self, n: int) -> Gun:
        """Return the weapon of the shot number `n`."""
        return self.other if n and self.other else self.gun

    @property
    def where(self) -> str:
        """How far it is, in words: a limit of the weapon's ranges may be the far end of a band."""
        return f"{'within' if self.inches in self.gun.whole else 'at'} {self.inches:g} inches"

    def band(self, n: int = 0) -> int:
        """Return 0, 1 or 2 for short, medium or long range of the weapon of a shot."""
        return scores.band_of(self.gun_of(n).ranges, self.distance) or 0


def targets_of(position: Position, name: str) -> tuple[str, ...]:
    """Return whom a figure may attack: the others that live and are of another seat, players’ own last.

    A boss that somebody plays attacks humans and dogs (4.2). Whoever attacks a human in a vehicle from
    outside attacks the vehicle (7.8).
    """
    me = position.figures[name]
    others = {one: figure for one, figure in position.figures.items() if figure.on_table and one != name}
    prey = ("feral_dog",) if me.kind in ZOMBIES else (*ZOMBIES, "feral_dog")
    foes = [n for n, one in others.items() if one.kind in prey]
    people = [n for n, one in others.items() if one.kind in HUMANS and (one.seat != me.seat or not me.seat)]
    away = {n for n in people if others[n].zone in position.vehicles}
    if me.kind in HUMANS:
        people.sort(key=lambda n: (bool(others[n].seat), others[n].attitude != "hostile"))
    return (*foes, *(n for n in people if n not in away or others[n].zone == me.zone))


def shot_score(position: Position, name: str, fire: Fire, n: int = 0) -> Score:
    """Return what the shot number `n` needs to hit, taken apart (6.1 to 6.7); without a target, a vehicle."""
    me, target = position.figures[name], position.figures.get(fire.targets[n], NO_BODY)
    gun, band = fire.gun_of(n), fire.band(n)
    held = me.item(gun.item)
    laser = bool(held and items.LASER in held.fitted and fire.inches <= items.LASER_RANGE)
    cover = (2 if target.kind in HUMANS else 1) if fire.in_cover else 0
    again = fire.way in {"burst", "automatic"} and (
        n > 0 or (fire.way == "automatic" and reading(position, "automatic_penalty") == "every")
    )
    return scores.score_of(
        Part(scores.BANDS[band], scores.AT_RANGE[band], "6.1"),
        Part("aimed", -int(fire.aimed), "5.11"),
        *helps(me, gun.kind),
        Part("laser aim", -items.effect(items.LASER, "laser") * laser, "11.5"),
        *scores.harder(me),
        Part("target in cover", cover, "6.3"),
        Part("automatic fire", int(again), "6.7" if fire.way == "automatic" else "6.6"),
    )


def damage_parts(position: Position, name: str, fire: Fire, target: str, n: int = 0) -> tuple[Part, ...]:
    """Return what is added to the damage of the shot number `n` (6.0, 8.0); without a target, a vehicle's."""
    mine, theirs, gun = position.figures[name], position.figures.get(target, NO_BODY), fire.gun_of(n)
    added = gun.damage[fire.band(n)]
    if gun.item == items.LARGE_KNIFE:
        added = items.melee_damage(position, items.LARGE_KNIFE, None, at_zombie=theirs.kind in ZOMBIES)
    weapon = Part(items.called(gun.item), added, "6.0", "roll")
    parts = (weapon, *adds(mine, "shot_damage"), *armour(theirs, ranged=True))
    return tuple(part for part in parts if part.value)


def way_of(act: object) -> Way:
    """Return how an action fires."""
    if isinstance(act, Burst):
        return "burst"
    if isinstance(act, Automatic):
        return "automatic"
    return "both" if getattr(act, "both", False) else "single"


def is_aimed(act: object) -> bool:
    return isinstance(act, AimedShot) or bool(getattr(act, "aimed", False))


def judge_shot(position: Position, act: Shot) -> Ruling[Position]:
    """Rule on a shot (6.0)."""
    name, aimed = act.figure, is_aimed(act)
    if why := economy.refusal(position, act.seat, name, name_of(type(act)), 2 if aimed else 1):
        return why
    gun = items.gun(position, position.figures[name], act.weapon)
    if (why := weapon_fault(position, name, gun, act.weapon, way_of(act), aimed=aimed)) or gun is None:
        return why or refuse(("5.10",), "It does not shoot.")
    foes = targets_of(position, name)
    if not foes:
        return refuse(("5.10",), "Nobody is there to shoot at.", firm=True)
    if aimed and (why := no_time(position, act, foes)):
        return why
    if act.target is None:
        return _pick(position, name, gun, foes)
    if act.inches is not None and scores.band_of(gun.ranges, float(act.inches)) is None:
        return too_far(gun, called(position, act.target), act.inches, act.inches)
    if (need := _facts(position, act, gun, foes)) is not None:
        return need
    inches = inches_to(position, act, act.target)
    distance = inches if act.open_top is not False else 2 * inches
    other = other_gun(position, name, gun) if way_of(act) == "both" else None
    for one in (gun, *([other] if other else [])):
        if scores.band_of(one.ranges, distance) is None:
            return too_far(one, called(position, act.target), inches, distance)
    targets = _aims(act, act.target)
    cover = covered(position, act, act.target)
    fire = Fire(gun, way_of(act), aimed, targets, inches, distance, cover, other)
    return _also_beside(position, act, fire) or _resolve(told(position, act), act, _with_beside(act, fire))


def _ammunition(me: Figure, gun: Gun) -> str:
    """Return what a weapon has left, as the start of a sentence."""
    if gun.item == items.ROCK:
        return "Rocks lie everywhere"
    thing = "arrow" if gun.of == "bow" and not gun.room else "round" if gun.room else items.called(gun.item)
    return f"{counted(rounds_left(me, gun), thing)} left"


def inches_to(position: Position, act: Any, target: str) -> float:
    if act.inches is not None:
        return float(act.inches)
    return known(position, "inches", act.figure, target) or 0.0


def covered(position: Position, act: Any, target: str) -> bool:
    if act.in_cover is not None:
        return bool(act.in_cover)
    return bool(known(position, "in_cover", target, act.figure))


def _facts(position: Position, act: Shot, gun: Gun, foes: tuple[str, ...]) -> Ruling[Position] | None:
    """Return what must be told before the dice, or why there is no shot; None once all is there."""
    target = act.target or ""
    if is_aimed(act) and (why := in_danger(position, act, foes)):
        return why
    if isinstance(act, Automatic) and act.others is None and len(foes) > 1:
        same = (target, *(foe for foe in foes if foe != target))
        return allow(("6.7",), "Three shots.", {"others": Options(same, each=("second", "third"))})
    need = to_measure(position, act, gun)
    return allow(("6.1",), "Measure, and look.", need) if need else None


def to_measure(position: Position, act: Any, gun: Gun) -> dict[str, Missing]:
    """Return what the table has to tell about a shot: how far, in cover, and of the vehicle (6.1 to 6.4)."""
    name, target, need = act.figure, str(act.target), dict[str, Missing]()
    driving = position.figures[name].zone in position.vehicles
    if act.inches is None and known(position, "inches", name, target) is None:
        limits = () if driving else gun.whole
        need["inches"] = Ask(
            f"How far is it from {called(position, name)} to {called(position, target)}?", limits=limits
        )
    hidden = known(position, "in_cover", target, name) is None and target in position.figures
    if act.in_cover is None and hidden:
        need["in_cover"] = Ask(f"Is {called(position, target)} in cover from {called(position, name)}?")
    return need if act.open_top is not None or not driving else {**need, "open_top": 1}


def _pick(position: Position, name: str, gun: Gun, foes: Sequence[str]) -> Ruling[Position]:
    """Return the choice of a target, without those known to be out of sight or out of range."""
    unfit = {foe: _unfit(position, name, gun, foe) for foe in foes}
    fit = tuple(foe for foe, why in unfit.items() if why is None)
    left = f"{_ammunition(position.figures[name], gun)}."
    if not fit and (why := unfit[foes[0]]):
        return why
    return allow(("5.10",), left, {"target": Options(fit)})


def _unfit(position: Position, name: str, gun: Gun, target: str) -> Ruling[Position] | None:
    """Return why somebody cannot be shot at, as far as that was told; or None."""
    if known(position, "in_sight", name, target) == 0:
        return refuse(("6.1",), f"{called(position, target)} is not in sight, as told.")
    far = known(position, "inches", name, target)
    return (
        None if far is None or far <= gun.ranges[LONG] else too_far(gun, called(position, target), far, far)
    )


def no_time(position: Position, act: Any, foes: tuple[str, ...]) -> Ruling[Position] | None:
    """Return why an aimed shot is impossible, as far as that is known (5.11); or None."""
    name, inches = act.figure, _measured(position, act.figure, foes)
    if act.inches is not None and act.target in inches:
        inches[act.target] = float(act.inches)
    close = [n for n, far in inches.items() if far is not None and far <= POINT_BLANK]
    near = [*position.figures[name].grabbed_by, *close]
    said = act.danger if act.danger is not None else _danger(position, name)
    if not near and not said:
        return None
    who = f"{called(position, near[0])} is" if near else "an enemy is, as told,"
    return refuse(("5.11",), f"No time to aim: {who} within 1 inch of {called(position, name)}.")


def in_danger(position: Position, act: Any, foes: tuple[str, ...]) -> Ruling[Position] | None:
    """Return why an aimed shot is impossible, or the question; its answer holds for the turn (5.11)."""
    if why := no_time(position, act, foes):
        return why
    name = act.figure
    unknown = [n for n, far in _measured(position, name, foes).items() if far is None and n != act.target]
    if unknown and act.danger is None and _danger(position, name) is None:
        return allow(("5.11",), f"Nobody may be within 1 inch of {called(position, name)}.", {"danger": 1})
    return None


def claim(position: Position, name: str) -> bool | None:
    """Return False where the key of an aimed shot tells by itself that no enemy is within 1 inch (5.11).

    None where that is known, or the distance to the only enemy is asked anyway.
    """
    measured = _measured(position, name, targets_of(position, name))
    close = [far for far in measured.values() if far is not None and far <= POINT_BLANK]
    known_to_be = position.figures[name].grabbed_by or close or _danger(position, name) is not None
    return False if len(measured) > 1 and None in measured.values() and not known_to_be else None


def _measured(position: Position, name: str, foes: Sequence[str]) -> dict[str, float | None]:
    """Return how far each hostile one of some is, as far as that was told."""
    figures = position.figures
    hostile = [n for n in foes if figures[n].kind not in HUMANS or figures[n].attitude == "hostile"]
    return {n: known(position, "inches", name, n) for n in hostile}


def _danger(position: Position, name: str) -> float | None:
    """Return 1 or 0 where people have told in this turn whether an enemy is within 1 inch; or None."""
    return known(position, "danger", name, f"turn_{position.turn}")


def too_far(gun: Gun, whom: str, inches: float, distance: float) -> Ruling[Position]:
    far, thing = gun.ranges[LONG], items.one_of(gun.item)
    doubled = _DOUBLED if distance != inches else ""
    away = f"at {inches:g}, as measured" if inches < FARTHEST else "farther off, as told"
    reason = f"{thing} reaches {far:g} inches; {whom} is {away}{doubled}."
    return refuse(("6.4" if doubled else "6.1",), reason)


def _aims(act: Shot, target: str) -> tuple[str, ...]:
    others = act.others or {} if isinstance(act, Automatic) else {}
    rest = [others.get(n, target) for n in ("second", "third")]
    return (target, *rest[: SHOTS[way_of(act)] - 1])


def _also_beside(position: Position, act: Shot, fire: Fire) -> Ruling[Position] | None:
    """Return the question who else a far shot may hit (6.2), or None."""
    if not isinstance(act, SnapShot | AimedShot) or fire.gun.of != "shotgun" or fire.band() != LONG:
        return None
    around = [n for n in position.standing() if n not in {act.figure, act.target}]
    if act.beside is not None or not around:
        return None
    return allow(("6.2",), "At long range the shot spreads.", {"beside": Options((NOBODY, *around))})


def _with_beside(act: Shot, fire: Fire) -> Fire:
    also = getattr(act, "beside", None)
    return fire if also in {None, NOBODY} else replace(fire, targets=(*fire.targets, str(also)))


def told(position: Position, act: Any) -> Position:
    """Return the position with what was told for an action."""
    name, target, p = act.figure, str(act.target), position
    if act.inches is not None:
        p = remember(p, "inches", name, target, float(act.inches))
    if getattr(act, "in_cover", None) is not None:
        p = remember(p, "in_cover", target, name, float(act.in_cover))
    if getattr(act, "danger", None) is not None:
        p = remember(p, "danger", name, f"turn_{p.turn}", float(act.danger))
    return p


def _resolve(position: Position, act: Shot, fire: Fire) -> Ruling[Position]:
    """Rule on the dice of a shot, and carry it out."""
    name, me = act.figure, position.figures[act.figure]
    each = [shot_score(position, name, fire, n) for n in range(len(fire.targets))]
    score, needs = each[0], [one.needed for one in each]
    sense, dice = scores.may_use_sense(me, act.sensible), act.hit or ()
    if why := no_sense(position, act):
        return why
    if len(dice) >= len(needs) and economy.is_mad(position, name, dice[: len(needs)]):
        return _mad(position, act, scores.rolled(score, dice, (False,)))
    rolls = scores.read(needs, dice, sense=sense)
    if len(dice) < rolls.dice:
        cases = ("6.1", "1.6") if max(needs) > scores.HIGHEST else ("6.1",)
        return allow(cases, _wanted(needs, fire), {"hit": rolls.dice}, score)
    score = scores.rolled(score, dice, rolls.hits)
    if sense is None and rolls.helped is not None:
        return allow(("10.1",), "1 more is enough.", {"sensible": Options((True, False))}, score)
    landed = [n for n, hits in enumerate(rolls.hits) if hits]
    struck = [fire.targets[n] for n in landed]
    rolling = len(struck) if fire.gun.damage else 0
    if rolling > len(act.damage or ()):
        hits = [(fire.targets[n], damage_parts(position, name, fire, fire.targets[n], n)) for n in landed]
        shown = scores.damage_score([(called(position, whom), parts) for whom, parts in hits], score)
        return allow(("8.0",), f"{counted(rolling, 'hit')}.", {"damage": rolling}, shown)
    blows = [
        Blow(die, damage_parts(position, name, fire, fire.targets[n], n), by=name)
        for die, n in zip((act.damage or ())[:rolling], landed, strict=False)
    ]
    used = bool(act.sensible and rolls.helped is not None)
    if need := damage_sense(position, act, struck, blows, used=used):
        return replace(need, score=score)
    if economy.must_roll(position, name, (*dice, *(act.damage or ()))) and not act.clumsy:
        return allow(("10.2",), f"Clumsy {called(position, name)} has rolled a 1.", {"clumsy": 1}, score)
    blows = with_sense(position, act, struck, blows)
    return _carry_out(position, act, fire, struck, blows, score, used=used)


def _wanted(needs: Sequence[int], fire: Fire) -> str:
    first = f"{needs[0]} or more hits"
    if max(needs) > scores.HIGHEST:
        first = f"{needs[0]} is needed: a 4, and then a second die that is added to it"
    more = "" if len({*needs}) == 1 else f", {needs[-1]} for the last"
    return f"{first}{more}, {fire.where}, as measured."


def no_sense(position: Position, act: Any) -> Ruling[Position] | None:
    """Return why good sense cannot be used so often, or None (10.1)."""
    uses = bool(act.sensible) + bool(getattr(act, "sensible_damage", False))
    if uses <= sense_left(position.figures[act.figure]):
        return None
    return refuse(
        ("10.1",), f"{called(position, act.figure)} has no more good sense to use in this game.", firm=True
    )


def damage_sense(
    position: Position, act: Any, struck: Sequence[str], blows: Sequence[Blow], *, used: bool
) -> Ruling[Position] | None:
    """Return the question whether good sense makes damage worse by 1, where that would do more (10.1)."""
    spent = replace(
        position.figures[act.figure], used=(*position.figures[act.figure].used, *((SENSE,) * used))
    )
    if scores.may_use_sense(spent, act.sensible_damage) is not None:
        return None
    if not any(better(position, target, blow) for target, blow in zip(struck, blows, strict=False)):
        return None
    return allow(("10.1",), "1 more does more harm.", {"sensible_damage": Options((True, False))})


def with_sense(position: Position, act: Any, struck: Sequence[str], blows: Sequence[Blow]) -> list[Blow]:
    """Return the blows, the first that it helps made worse by 1 where good sense is used."""
    made = list(blows)
    for n, (target, blow) in enumerate(zip(struck, blows, strict=False)):
        if act.sensible_damage and better(position, target, blow):
            made[n] = replace(blow, parts=(*blow.parts, Part("good sense", 1, "10.1", "roll")))
            break
    return made


def _mad(position: Position, act: Shot, score: Score) -> Ruling[Position]:
    p, story = economy.wander(position, act.figure)
    p = economy.spend(p, act.figure, name_of(type(act)), 2 if is_aimed(act) else 1)
    return done(p, ("10.3",), story, score=score)


def _carry_out(
    position: Position,
    act: Shot,
    fire: Fire,
    struck: Sequence[str],
    blows: Sequence[Blow],
    score: Score,
    *,
    used: bool,
) -> Ruling[Position]:
    name, gun = act.figure, fire.gun
    p = fired(position, name, gun, fire.way)
    dice = act.hit or ()
    p = with_batteries(p, name, fire, dice)
    p = use_sense(p, name, used, bool(act.sensible_damage))
    p = economy.spend(p, name, name_of(type(act)), 2 if fire.aimed else 1)
    p, texts = _effects(p, fire, struck, blows)
    where = f"{fire.where}, as measured"
    shown = " and ".join(map(str, dice))
    does = "throws" if gun.kind == "throw" and gun.of != "taser" else "shoots"
    both = f" and the {items.called(fire.other.item)}" if fire.other else ""
    with_ = f"with the {items.called(gun.item)}{both}: rolls {shown}"
    said = f"{called(position, name)} {does} at {_named(position, fire.targets)} {where}, {with_}"
    result = "; ".join(texts) if texts else "a miss"
    p, more = economy.stumble(p, name, act.clumsy[0]) if act.clumsy else (p, "")
    cases = ("6.1", *(("8.0",) if blows else ()))
    return done(p, cases, f"{said}: {result}.{more}", score=score)


def with_batteries(position: Position, name: str, fire: Fire, dice: Sequence[int]) -> Position:
    """Return the position in which the laser aims of what was fired may have gone out (11.5)."""
    if fire.other is None:
        return battery(position, name, fire.gun, dice)
    return battery(battery(position, name, fire.gun, dice[:1]), name, fire.other, dice[1:2])


def _named(position: Position, targets: Sequence[str]) -> str:
    return listed(called(position, target) for target in dict.fromkeys(targets))


def _effects(
    position: Position, fire: Fire, struck: Sequence[str], blows: Sequence[Blow]
) -> tuple[Position, list[str]]:
    p, texts, until = _dogs_warned(position, fire, struck), [], position.turn + 1
    for target in dict.fromkeys(fire.targets):
        p = p.put(target, p.figures[target].with_status(SHOT_AT, until))
    for n, target in enumerate(struck):
        if target not in p.figures or p.figures[target].kind == "corpse":
            continue
        if not fire.gun.damage:
            p, text = _tased(p, target)
        else:
            before = p.figures[target]
            p, text = strike(p, target, blows[n])
            p = marked(p, target, before)
            text = f"{shown_damage(blows[n])}{text}"
        texts.append(text)
    return p, texts


def _dogs_warned(position: Position, fire: Fire, struck: Sequence[str]) -> Position:
    """Return the position in which a pack remembers that a firearm has hit one of it near by (4.4)."""
    p = position
    dogs = {n for n in struck if p.figures[n].kind == "feral_dog"}
    if fire.gun.kind != "firearm" or fire.inches > NEAR_DOGS:
        return p
    packs = {p.figures[name].group for name in dogs}
    for name in p.of_kind("feral_dog"):
        if name in dogs or (p.figures[name].group and p.figures[name].group in packs):
            p = p.put(name, p.figures[name].with_status(HIT_NEAR, p.turn + 1))
    return p


def marked(position: Position, target: str, before: Figure) -> Position:
    """Return the position in which a figure that lives remembers how it was shot at (4.3, 4.4)."""
    now, until = position.figures.get(target), position.turn + 1
    if now is None or now.kind == "corpse":
        return position
    if now.wounds > before.wounds:
        now = now.with_status(WOUNDED_BY_FIRE, until)
    return position.put(target, now)


def shown_damage(blow: Blow) -> str:
    """Return the damage of a blow as it is read: "damage 3 + 1 = 4, "."""
    more = blow.total - blow.die
    sum_ = f"{blow.die} {'+' if more > 0 else '−'} {abs(more)} = {blow.total}" if more else f"{blow.die}"
    return f"damage {sum_}".replace("= -", "= −") + ", "


def _tased(position: Position, target: str) -> tuple[Position, str]:
    """Return the position after a hit with a taser (6.11)."""
    p, figure = release(position, target), position.figures[target]
    if items.worn(figure) & {"heavy", "armour"}:
        return p, f"the clothes of {called(position, target)} keep the taser off"
    until = p.turn + (reading(p, "taser_until") == "end")
    down = p.figures[target].with_status(PRONE).with_status(INCAPACITATED, until)
    return p.put(target, down), f"{called(position, target)} falls and is helpless"


def judge_double_tap(position: Position, act: DoubleTap) -> Ruling[Position]:
    """Rule on a double-tap (5.13)."""
    name = act.figure
    if why := economy.refusal(position, act.seat, name, "double_tap"):
        return why
    me, gun = position.figures[name], items.gun(position, position.figures[name], act.weapon)
    by_hand = act.weapon == items.BARE_HANDS or act.weapon in items.hand_weapons()
    shoots = gun is not None and not by_hand
    if act.weapon != items.BARE_HANDS and not me.carries(act.weapon):
        return refuse(("5.13",), f"{called(position, name)} has no {items.called(act.weapon)}.", firm=True)
    if shoots and gun and (why := weapon_fault(position, name, gun, act.weapon, aimed=False)):
        return why
    helpless = tuple(n for n in position.figures if n != name and _is_helpless(position.figures[n]))
    far = max(1.0, gun.ranges[0]) if shoots and gun else 1.0
    if act.target is None:
        near = tuple(n for n in helpless if (known(position, "inches", name, n) or 0) <= far)
        if not near:
            return refuse(("5.13",), "Nobody lies there who could be double-tapped.", firm=True)
        return allow(("5.13",), "A corpse, or somebody helpless.", {"target": Options(near)})
    away = act.inches if act.inches is not None else known(position, "inches", name, act.target)
    if away is None:
        limits = (int(far),) if far % 1 == 0 else ()
        text = f"How far is it from {called(position, name)} to {called(position, act.target)}?"
        return allow(("5.13",), f"At most {in_inches(far)}.", {"inches": Ask(text, limits=limits)})
    driving = shoots and me.zone in position.vehicles
    if driving and far >= away > far / 2 and act.open_top is None:
        return allow(("5.13", "6.4"), "From a vehicle the distance counts twice.", {"open_top": 1})
    doubled = driving and act.open_top is not True
    if away * (1 + doubled) > far:
        at = f"{called(position, act.target)} is at {away:g}, as measured"
        return refuse(("5.13",), f"That is for at most {in_inches(far)}; {at}{_DOUBLED * doubled}.")
    p = fired(told(position, act), name, gun, "single") if shoots and gun else told(position, act)
    p = economy.spend(saws(p, name, act.weapon), name, "double_tap", 1)
    p, _ = kill(p, str(act.target)) if p.figures[str(act.target)].kind != "corpse" else (p, "")
    p = lay_to_rest(p, str(act.target)) if str(act.target) in p.figures else p
    who, whom = called(position, name), called(position, str(act.target))
    story = f"{who} double-taps {whom} with {items.in_hand(act.weapon)}: it stays down."
    return done(p, ("5.13",), story)


def _is_helpless(figure: Figure) -> bool:
    if figure.kind == "corpse":
        return not figure.status("rests")
    return any(figure.status(state) for state in HELPLESS)


JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {
    SnapShot: judge_shot,
    AimedShot: judge_shot,
    Burst: judge_shot,
    Automatic: judge_shot,
    DoubleTap: judge_double_tap,
}


def offered(position: Position, name: str) -> Iterator[Shot | DoubleTap]:
    """Yield the shots that a figure may look for: each weapon in each way that it fires."""
    me = position.figures[name]
    guns = [items.gun(position, me, one.item) for one in me.items]
    held = [gun for gun in guns if gun and gun.of not in {"grenade", "launcher"}]
    held += [rock] if (rock := items.gun(position, me, items.ROCK)) else []
    if targets_of(position, name):
        near = claim(position, name)
        for gun in held:
            yield from _ways(me, name, gun, near)
    if any(_is_helpless(one) for n, one in position.figures.items() if n != name):
        yield from (DoubleTap(me.seat, name, weapon) for weapon in _finishing(position, name, held))


def _ways(me: Figure, name: str, gun: Gun, near: bool | None) -> Iterator[Shot]:
    """Yield how a weapon fires; `near` is what an aimed shot tells of enemies within 1 inch."""
    seat, item = me.seat, gun.item
    if not gun.data.get("automatic_only"):
        for both in (False, True) if item == "double_barrel" or two_pistols(me, gun) else (False,):
            if not gun.data.get("aimed_only"):
                yield SnapShot(seat, name, item, both=both)
            yield AimedShot(seat, name, item, both=both, danger=near)
    for aimed in (False, True):
        danger = near if aimed else None
        if gun.data.get("burst"):
            yield Burst(seat, name, item, aimed=aimed, danger=danger)
        if gun.automatic:
            yield Automatic(seat, name, item, aimed=aimed, danger=danger)


def _finishing(position: Position, name: str, held: Sequence[Gun]) -> Iterator[str]:
    me = position.figures[name]
    hand = [one.item for one in me.items if one.item in items.hand_weapons()]
    yield hand[0] if hand else items.BARE_HANDS
    for gun in held:
        if gun.kind != "throw" and weapon_fault(position, name, gun, gun.item, aimed=False) is None:
            yield gun.item
