"""What explodes, burns or smokes: grenades, Molotov cocktails, dynamite, rockets (6.13 to 6.19).

Who is within 1 and 2 inches of where it goes off is told by the table, figure by figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import listed
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.items import Gun, things
from rules.zombies_surviving.position import (
    HUMANS,
    Building,
    Item,
    Position,
    State,
    Status,
    Task,
    known,
)
from rules.zombies_surviving.survival import economy
from rules.zombies_surviving.survival.economy import called
from rules.zombies_surviving.survival.places.buildings import ground_of, grounds
from rules.zombies_surviving.survival.places.vehicles import damaged, wounds_of
from rules.zombies_surviving.survival.rolls import use_sense
from rules.zombies_surviving.survival.shooting import (
    SHOT_AT,
    claim,
    covered,
    damage_sense,
    in_danger,
    inches_to,
    marked,
    no_sense,
    no_time,
    shown_damage,
    targets_of,
    to_measure,
    told,
    too_far,
    with_sense,
)
from rules.zombies_surviving.survival.weapons import EXPLODED, FIRED, LAUNCHED, SHOT_RIFLE
from rules.zombies_surviving.traits import helps
from rules.zombies_surviving.wounds import Blow, armour, strike

Effect = Literal["blast", "fire", "smoke", "gas", "fuse", "rocket"]
CLOSE, NEAR, FARTHER = "within 1 inch", "within 2 inches", "farther"
NONE = "none"
DAMAGE: Mapping[str, Mapping[str, int]] = {
    "blast": {CLOSE: 1, NEAR: -1},
    "rocket": {CLOSE: 1, NEAR: -1},
    "fuse": {CLOSE: 1, NEAR: -1},
    "fire": {CLOSE: -1},
}
INSIDE = -1
"""The damage of those in a building that a rocket hits (6.19)."""
WORSE: Mapping[State, State] = {"barricaded": "intact", "intact": "ransacked", "ransacked": "ruin"}
CASES: Mapping[str, str] = {
    "blast": "6.14", "fire": "6.15", "smoke": "6.16", "gas": "6.17", "fuse": "6.18", "rocket": "6.19",
}  # fmt: skip
LAUNCHERS = ("grenade_launcher", "rocket_launcher", "rifle_with_launcher")
SMOKE_TURNS, DYNAMITE = 2, "dynamite"
FUSE_OUT, EXPLODES = 1, 4
LONG = 2


@action
class Throw:
    """Throw or fire something that explodes, burns or smokes (6.13). `aimed` takes two actions, for +1."""

    seat: str
    figure: str
    weapon: str
    aimed: bool = False
    target: str | None = picked("At whom or what?")
    danger: bool | None = asked("Is a zombie, a dog or a hostile survivor within 1 inch of the thrower?")
    inches: Inches | None = asked("How far is it?", most=72, halves=True, unit="inch")
    in_cover: bool | None = asked("Is the target in cover?")
    open_top: bool | None = asked("Is the vehicle open at the top, and has it stood still in this turn?")
    hit: tuple[int, ...] | None = rolled("hit")
    sensible: bool | None = picked("Use good sense for +1?")
    scatter: int | None = rolled("scatter")
    near: Mapping[str, str] | None = asked("How near is each to where it goes off?")
    building: str | None = asked("Which building is within 1 inch of it?")
    state: int | None = rolled("building")
    damage: Mapping[str, int] | None = rolled("damage")
    sensible_damage: bool | None = picked("Use good sense for +1 damage?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class PlaceDynamite:
    """Lay down dynamite that burns (6.18)."""

    seat: str
    figure: str


@action
class Fuse:
    """See what burning dynamite does at the end of a survival phase (6.18)."""

    where: str
    fuse: int | None = rolled("fuse")
    near: Mapping[str, str] | None = asked("How near is each to the dynamite?")
    building: str | None = asked("Which building is within 1 inch of it?")
    state: int | None = rolled("building")
    damage: Mapping[str, int] | None = rolled("damage")


ACTIONS: tuple[type, ...] = (Throw, PlaceDynamite, Fuse)


@dataclass(frozen=True, slots=True)
class Bomb:
    """Something that goes off: what it does, whose it is, where, and the building that it hit, if any."""

    effect: Effect
    by: str
    where: str
    struck: str = ""


def effect_of(item: str, held: Item | None) -> Effect | None:
    """Return what a thing does when it goes off, or None."""
    if item == "rocket_launcher":
        return "rocket"
    if item in LAUNCHERS:
        loaded = (held.grenade if item == "rifle_with_launcher" else held.ammo) if held else ""
        return "smoke" if loaded == "smoke_40mm" else "blast"
    one: Effect | None = things().get(item, {}).get("explosive")
    return one


def launcher(position: Position, name: str, item: str) -> Gun | None:
    """Return a weapon as it throws or fires grenades, or None."""
    me = position.figures[name]
    if item != "rifle_with_launcher":
        gun = items.gun(position, me, item)
        return gun if gun and gun.of in {"grenade", "launcher"} else None
    row = items.classes()["launcher"]
    return Gun(item, "launcher", "firearm", tuple(map(float, row["ranges"])), (), 1, (), things()[item])


def throw_score(
    position: Position, name: str, gun: Gun, band: int, target: str, *, aimed: bool, in_cover: bool
) -> Score:
    """Return what it takes to hit the place, taken apart (6.13)."""
    me, aim = position.figures[name], position.figures.get(target)
    cover = 0 if aim is None or not in_cover else 2 if aim.kind in HUMANS else 1
    return scores.score_of(
        Part(scores.BANDS[band], scores.AT_RANGE[band], "6.1"),
        Part("aimed", -int(aimed), "5.11"),
        *helps(me, gun.kind),
        *scores.harder(me),
        Part("target in cover", cover, "6.3"),
    )


def _fault(position: Position, act: Throw) -> Ruling[Position] | None:
    """Return why something cannot be thrown or fired, or None if it can."""
    me, item = position.figures[act.figure], act.weapon
    held, thing = me.item(item), items.called(item)
    gun = launcher(position, act.figure, item)
    if gun is None:
        return refuse(("6.13",), f"{items.one_of(item)} does not explode.", firm=True)
    if held is None:
        return refuse(("6.13",), f"{called(position, act.figure)} has no {thing}.", firm=True)
    if held.jammed:
        return refuse(("6.8",), f"The {thing} of {called(position, act.figure)} is jammed.", firm=True)
    if item in {"molotov", DYNAMITE} and not held.on:
        case = "6.15" if item == "molotov" else "6.18"
        return refuse(
            (case,),
            f"The {thing} of {called(position, act.figure)} is not ready: that takes a reload.",
            firm=True,
        )
    if item == DYNAMITE and act.aimed:
        return refuse(("6.18",), "Dynamite is thrown with one action.", firm=True)
    empty = not held.grenade if item == "rifle_with_launcher" else gun.room and not held.loaded
    if empty:
        return refuse(("6.5",), f"The {thing} of {called(position, act.figure)} is empty.", firm=True)
    if item == "rifle_with_launcher" and any(
        one.name == SHOT_RIFLE and one.until == position.turn for one in me.statuses
    ):
        return refuse(("6.19",), "The rifle has been fired in this turn: one or the other.", firm=True)
    return None


def judge_throw(position: Position, act: Throw) -> Ruling[Position]:
    """Rule on a throw (6.13)."""
    name = act.figure
    if why := economy.refusal(position, act.seat, name, "throw", 2 if act.aimed else 1):
        return why
    gun = launcher(position, name, act.weapon)
    if (why := _fault(position, act)) or gun is None:
        return why or refuse(("6.13",), "It does not explode.")
    aims = (*targets_of(position, name), *grounds(position), *position.vehicles)
    if act.aimed and (why := no_time(position, act, targets_of(position, name))):
        return why
    if act.target is None:
        near = tuple(aim for aim in aims if (known(position, "inches", name, aim) or 0) <= gun.ranges[LONG])
        if not near:
            return refuse(("6.13",), "Nothing is there to throw at.", firm=True)
        return allow(("6.13",), "A figure, a building or a vehicle.", {"target": Options(near)})
    if act.aimed and (why := in_danger(position, act, targets_of(position, name))):
        return why
    if need := to_measure(position, act, gun):
        return allow(("6.1",), "Measure, and look.", need)
    far, cover = inches_to(position, act, act.target), covered(position, act, act.target)
    distance = far if act.open_top is not False else 2 * far
    band = scores.band_of(gun.ranges, distance)
    if band is None:
        return too_far(gun, called(position, act.target), far, distance)
    score = throw_score(position, name, gun, band, act.target, aimed=act.aimed, in_cover=cover)
    return _throw(position, act, gun, score, far)


def _throw(position: Position, act: Throw, gun: Gun, score: Score, far: float) -> Ruling[Position]:
    name, me, target, dice = act.figure, position.figures[act.figure], str(act.target), act.hit or ()
    if dice and economy.is_mad(position, name, dice[:1]):
        p, story = economy.wander(position, name)
        spent = economy.spend(p, name, "throw", 2 if act.aimed else 1)
        return done(spent, ("10.3",), story, score=scores.rolled(score, dice, (False,)))
    if why := no_sense(position, act):
        return why
    sense = scores.may_use_sense(me, act.sensible)
    rolls = scores.read((score.needed,), dice, sense=sense)
    if len(dice) < rolls.dice:
        cases = ("6.13", "1.6") if score.needed > scores.HIGHEST else ("6.13",)
        reason = f"{score.needed} or more hits, at {far:g} inches, as measured."
        return allow(cases, reason, {"hit": rolls.dice}, score)
    score = scores.rolled(score, dice, rolls.hits)
    if sense is None and rolls.helped is not None:
        return allow(("10.1",), "1 more is enough.", {"sensible": Options((True, False))}, score)
    if not rolls.hits[0] and act.scatter is None:
        return allow(("6.13",), "A miss: it scatters, half a die of inches.", {"scatter": 1}, score)
    if economy.must_roll(position, name, dice) and not act.clumsy:
        return allow(("10.2",), f"Clumsy {called(position, name)} has rolled a 1.", {"clumsy": 1}, score)
    what = effect_of(act.weapon, me.item(act.weapon)) or "blast"
    hit = rolls.hits[0]
    bomb = Bomb(what, name, target, target if hit and target in position.buildings else "")
    p = use_sense(told(position, act), name, bool(act.sensible and rolls.helped is not None))
    p = economy.spend(_used(p, act, gun), name, "throw", 2 if act.aimed else 1)
    if target in p.figures:
        p = p.put(target, p.figures[target].with_status(SHOT_AT, p.turn + 1))
    p, more = economy.stumble(p, name, act.clumsy[0]) if act.clumsy else (p, "")
    goes = "hits" if hit else f"scatters {(int(act.scatter or 0) + 1) // 2} inches in a random direction"
    what_at = f"the {items.called(act.weapon)} at {called(position, target)}, {far:g} inches, as measured"
    start = f"{called(position, name)} throws {what_at}, and it {goes}"
    start = start.replace("throws", "fires") if gun.of == "launcher" else start
    if what == "fuse":
        p = _lit(p, target)
        return done(p, ("6.18",), f"{start}. The fuse burns.{more}", score=score)
    p = _alight(p, target) if hit and what == "fire" else p
    solid = target in p.vehicles and what in {"blast", "rocket"}
    ruling = _goes_off(p, act, bomb, (target,) if hit and (solid or target in p.figures) else ())
    if ruling.after is None:
        return replace(ruling, score=score)
    return done(ruling.after, ruling.cases, f"{start}: {ruling.story}{more}", score=score)


def _alight(position: Position, where: str) -> Position:
    """Return the position in which a building or a vehicle burns to the end of the game (6.15).

    `where` is what was hit, or a figure in it.
    """
    p = position
    where = ground_of(p.figures[where].zone if where in p.figures else where)
    if where in p.vehicles:
        return replace(p, vehicles={**p.vehicles, where: replace(p.vehicles[where], burning=True)})
    if where in p.buildings:
        return replace(p, buildings={**p.buildings, where: replace(p.buildings[where], burning=True)})
    return p


def _used(position: Position, act: Throw, gun: Gun) -> Position:
    """Return the position without what was thrown or fired, with the noise of a launcher."""
    p, me = position, position.figures[act.figure]
    held = me.item(act.weapon)
    if held is None:
        return p
    if gun.of != "launcher":
        left = items.taken(me, act.weapon)
        rest = left.item(act.weapon)
        return p.put(act.figure, left.with_item(replace(rest, on=False)) if rest else left)
    if act.weapon == "rifle_with_launcher":
        me = me.with_item(replace(held, grenade="")).with_status(LAUNCHED, p.turn)
    else:
        me = me.with_item(replace(held, loaded=max(0, held.loaded - 1)))
    p = p.put(act.figure, me.with_status(FIRED, p.turn + 1))
    return p.count(f"shots {p.turn}").noise(act.figure)


def _goes_off(position: Position, act: Any, bomb: Bomb, hit: tuple[str, ...] = ()) -> Ruling[Position]:
    """Rule on what goes off: who is near, what is damaged. `hit` are within 1 inch without asking."""
    case, there, inside = CASES[bomb.effect], position.standing(), list[str]()
    if bomb.effect == "rocket" and bomb.struck:
        inside = [n for n in there if ground_of(position.figures[n].zone) == bomb.struck]
    around = [n for n in there if n not in hit and n not in inside]
    if bomb.effect == "smoke":
        until = position.turn + SMOKE_TURNS
        p = replace(position, events=(*position.events, Status(f"smoke {bomb.where}", until)))
        return done(
            p,
            (case,),
            f"nobody sees through 2 inches around {called(position, bomb.where)} to the end of turn {until}.",
        )
    reach = (CLOSE, FARTHER) if bomb.effect == "fire" else (CLOSE, NEAR, FARTHER)
    reach = (NEAR, FARTHER) if bomb.effect == "gas" else reach
    if around and act.near is None:
        return allow((case,), "Look who is near.", {"near": Options(reach, each=tuple(around))})
    said = {**(act.near or {}), **dict.fromkeys(hit, CLOSE)}
    if bomb.effect == "gas":
        return _gassed(position, bomb, [n for n, how in said.items() if how in {CLOSE, NEAR}])
    if (need := _walls_asked(position, act, bomb)) is not None:
        return need
    values = {n: DAMAGE[bomb.effect][how] for n, how in said.items() if how in DAMAGE[bomb.effect]}
    if bomb.effect == "rocket":
        values |= dict.fromkeys(inside, INSIDE)
    missing = tuple(n for n in values if n not in (act.damage or {}))
    if missing:
        return allow(
            ("8.0", case),
            f"Damage of {listed(called(position, one) for one in values)}.",
            {"damage": tuple(values)},
        )
    blows = _blows(position, act, bomb, values)
    foes = [n for n in blows if position.figures[n].seat != getattr(act, "seat", "")]
    if isinstance(act, Throw):
        theirs = [blows[n] for n in foes]
        if need := damage_sense(position, act, foes, theirs, used=False):
            return need
        blows |= dict(zip(foes, with_sense(position, act, foes, theirs), strict=True))
        position = use_sense(position, act.figure, bool(act.sensible_damage))
    return _harm(position, act, bomb, values, blows)


def _blows(position: Position, act: Any, bomb: Bomb, values: Mapping[str, int]) -> dict[str, Blow]:
    """Return the blow of a blast for each figure that it reaches."""
    return {
        name: Blow(
            act.damage[name],
            (
                Part("blast", value, CASES[bomb.effect], "roll"),
                *armour(position.figures[name], ranged=True),
            ),
            by=bomb.by,
        )
        for name, value in values.items()
        if name in position.figures
    }


def _harm(
    position: Position, act: Any, bomb: Bomb, values: Mapping[str, int], blows: Mapping[str, Blow]
) -> Ruling[Position]:
    p, texts = _walls(position, act, bomb)
    for name, value in values.items():
        if name in p.vehicles:
            p, text = damaged(p, name, [wounds_of(act.damage[name], value)])
            texts.append(f"{called(p, name)} is hit.{text}".rstrip("."))
        elif name in p.figures and p.figures[name].kind != "corpse":
            before = p.figures[name]
            p, text = strike(p, name, blows[name])
            p = marked(p, name, before)
            texts.append(f"{shown_damage(blows[name])}{text}")
    if bomb.effect in {"blast", "fuse", "rocket"}:
        p = p.noise(bomb.where)
        if bomb.by in p.figures:
            p = p.put(bomb.by, p.figures[bomb.by].with_status(EXPLODED, p.turn + 1))
    story = f"{'; '.join(texts) or 'nobody is harmed'}."
    return done(p, (CASES[bomb.effect], *(("8.0",) if values else ())), story)


def _gassed(position: Position, bomb: Bomb, names: Sequence[str]) -> Ruling[Position]:
    """Return the position after tear gas: two turns with an action less, without a mask (6.17)."""
    p, until = position, position.turn + economy.GAS_TURNS
    hurt = [n for n in names if p.figures[n].kind in HUMANS and not p.figures[n].carries("gas_mask")]
    for name in hurt:
        p = p.put(name, p.figures[name].with_status(economy.GAS, until))
    who = (
        f"{listed(called(p, one) for one in hurt)} lose one action in each of the next two turns"
        if hurt
        else "nobody breathes it"
    )
    return done(p, (CASES[bomb.effect],), f"{who}.")


def _walls_asked(position: Position, act: Any, bomb: Bomb) -> Ruling[Position] | None:
    """Return what is missing to know which building a blast damages, or None."""
    if bomb.effect == "fire" or not position.buildings:
        return None
    case = CASES[bomb.effect]
    if not bomb.struck and act.building is None:
        return allow((case,), "A blast damages walls.", {"building": Options((NONE, *grounds(position)))})
    name = bomb.struck or act.building
    if name in position.buildings and position.buildings[name].state == "unknown" and act.state is None:
        return allow(("9.0", case), f"What state is {called(position, name)} in?", {"state": 1})
    return None


def _walls(position: Position, act: Any, bomb: Bomb) -> tuple[Position, list[str]]:
    """Return the position with the building near a blast one class worse (6.14)."""
    name = bomb.struck or (act.building if act.building in position.buildings else "")
    if bomb.effect == "fire":
        place = position.figures[bomb.where].zone if bomb.where in position.figures else bomb.where
        place = ground_of(place)
        hit = position.buildings.get(place) or position.vehicles.get(place)
        return position, ([f"{called(position, place)} burns"] if hit is not None and hit.burning else [])
    if not name:
        return position, []
    one: Building = position.buildings[name]
    state: State = charts_of(position)["7.1"].row(act.state).value if one.state == "unknown" else one.state
    worse = WORSE.get(state, "ruin")
    floors = (place for place in position.buildings if ground_of(place) == name)
    after = {place: replace(position.buildings[place], state=worse) for place in floors}
    p = replace(position, buildings={**position.buildings, **after})
    return p, [f"{called(position, name)} is {'a ruin' if worse == 'ruin' else worse} now"]


def judge_place_dynamite(position: Position, act: PlaceDynamite) -> Ruling[Position]:
    """Rule on laying dynamite down (6.18)."""
    name = act.figure
    if why := economy.refusal(position, act.seat, name, "get"):
        return why
    held = position.figures[name].item(DYNAMITE)
    if held is None or not held.on:
        return refuse(("6.18",), f"{called(position, name)} has no dynamite that is ready.", firm=True)
    left = items.taken(position.figures[name], DYNAMITE)
    rest = left.item(DYNAMITE)
    p = economy.spend(
        position.put(name, left.with_item(replace(rest, on=False)) if rest else left), name, "get", 1
    )
    p = _lit(p, name)
    return done(p, ("6.18",), f"{called(position, name)} lays down burning dynamite.")


def burning(position: Position) -> tuple[str, ...]:
    """Return where dynamite burns that was laid or thrown in an earlier turn (6.18)."""
    return tuple(key.split()[2] for key in _sticks(position))


def _sticks(position: Position) -> tuple[str, ...]:
    """Return the sticks that burn since an earlier turn, as "dynamite 2 z1": the second one lit, at z1."""
    lit = ((key, when) for key, when in position.counts.items() if key.startswith(f"{DYNAMITE} "))
    return tuple(key for key, when in lit if when < position.turn)


def _lit(position: Position, where: str) -> Position:
    """Return the position with dynamite that burns somewhere, and the turn in which it was lit."""
    number = position.made.get(DYNAMITE, 0) + 1
    counts = {**position.counts, f"{DYNAMITE} {number} {where}": position.turn}
    return replace(position, counts=counts, made={**position.made, DYNAMITE: number})


def fuse_tasks(position: Position) -> tuple[Task, ...]:
    """Return what the referee has to do at the end of a survival phase (6.18)."""
    return tuple(Task(DYNAMITE, where) for where in burning(position))


def judge_fuse(position: Position, act: Fuse) -> Ruling[Position]:
    """Rule on dynamite at the end of a survival phase (6.18)."""
    if act.fuse is None:
        return allow(("6.18",), "1: it goes out. 2 or 3: it burns on. 4 or more: it explodes.", {"fuse": 1})
    stick = next(key for key in _sticks(position) if key.split()[2] == act.where)
    gone = {key: n for key, n in position.counts.items() if key != stick}
    if act.fuse == FUSE_OUT:
        return done(
            _next(replace(position, counts=gone)),
            ("6.18",),
            f"The fuse at {called(position, act.where)} goes out.",
        )
    if act.fuse < EXPLODES:
        return done(_next(position), ("6.18",), f"The dynamite at {called(position, act.where)} burns on.")
    ruling = _goes_off(replace(position, counts=gone), act, Bomb("fuse", "", act.where))
    if ruling.after is None:
        return ruling
    return done(
        _next(ruling.after),
        ruling.cases,
        f"The dynamite at {called(position, act.where)} explodes: {ruling.story}",
    )


def _next(position: Position) -> Position:
    """Return the position without the task that led here, if one did."""
    return position.pop() if position.tasks and position.tasks[0].kind == DYNAMITE else position


JUDGES: Mapping[type, Callable[[Position, Any], Ruling[Position]]] = {
    Throw: judge_throw,
    PlaceDynamite: judge_place_dynamite,
    Fuse: judge_fuse,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Fuse, ...]]] = {
    DYNAMITE: lambda _, task: (Fuse(task.who),)
}


def offered(position: Position, name: str) -> Iterator[Throw | PlaceDynamite]:
    """Yield what a figure may throw or fire."""
    me = position.figures[name]
    for held in me.items:
        if launcher(position, name, held.item) is not None:
            yield Throw(me.seat, name, held.item)
            if held.item != DYNAMITE:
                yield Throw(me.seat, name, held.item, aimed=True, danger=claim(position, name))
    if (lit := me.item(DYNAMITE)) is not None and lit.on:
        yield PlaceDynamite(me.seat, name)
