"""Vehicles (7.0): what state one is in, starting and driving it, what it runs into, and fire at it.

Where a vehicle goes is seen on the table. The referee asks what it met on its way, rolls, and keeps count of
its damage points. What comes of them for those inside are tasks of the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rules.dice import Dice
from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import counted, listed, sentence
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.items import Gun
from rules.zombies_surviving.position import HUMANS, Figure, Position, Task, Vehicle, moved
from rules.zombies_surviving.survival.economy import called, refusal, spend
from rules.zombies_surviving.survival.places.buildings import said
from rules.zombies_surviving.survival.rolls import attempt, on_chart, settle
from rules.zombies_surviving.survival.weapons import fired, weapon_fault
from rules.zombies_surviving.traits import adds, helps, total
from rules.zombies_surviving.wounds import Blow, strike

STARTS, RUNS_WELL, LIMPING = 3, 4, 1
SLOWER, OBSTACLE, OFF_ROAD, BACK, BOTH = 3, 4, 2, 3, 4
PASSENGER, TIPS, CAREENS, HURT = 2, 1, 2, -3
DRIVEN = "driven"
FUELLED = ("half", "full")
BUILT_LIKE: Mapping[str, str] = {"stone": "truck", "ordinary": "van", "flimsy": "car"}
"""As what vehicle a building counts that is rammed (7.6)."""
_OFF_ROAD: Mapping[str, int] = {"construction_vehicle": -3, "motorcycle": -4}
_OVER: Mapping[str, int] = {"construction_vehicle": 0}
_HIT: Mapping[str, int] = {"construction_vehicle": -3, "motorcycle": 0}


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
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")


@action
class RunOver:
    """Run somebody over with a vehicle that has just driven (7.5)."""

    seat: str
    figure: str
    target: str | None = picked("Who is run over?")
    fully: bool | None = asked("Does it go over the figure with its full width?")
    check: tuple[int, ...] | None = rolled("driving checks")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class Ram:
    """Ram a vehicle or a building with a vehicle that has just driven (7.6)."""

    seat: str
    figure: str
    target: str | None = picked("What is rammed?")
    built: str | None = asked("How is it built?")
    rolls: int | None = picked("How many rolls each?")
    harm: tuple[int, ...] | None = rolled("damage of a vehicle")
    other: tuple[int, ...] | None = rolled("damage of what is rammed")


@action
class FireAtVehicle:
    """Shoot at a vehicle, or at whoever is in it (7.8)."""

    seat: str
    figure: str
    weapon: str
    aimed: bool = False
    vehicle: str | None = picked("At which vehicle?")
    inches: Inches | None = asked("How far is it?", most=72, halves=True, unit="inch")
    open_top: bool | None = asked("Is it open at the top?")
    hit: tuple[int, ...] | None = rolled("hit")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    who: tuple[int, ...] | None = rolled("who is hit")
    passenger: str | None = asked("Which of those inside is nearest to the shooter?")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class Passengers:
    """Test those inside for a wound, once for each two wounds of their vehicle (7.7)."""

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


ACTIONS: tuple[type, ...] = (
    LookAtVehicle, StartVehicle, Drive, RunOver, Ram, FireAtVehicle, Passengers, Wreck,
)  # fmt: skip


@cache
def kinds() -> Mapping[str, Mapping[str, Any]]:
    """Return what the chart says of each kind of vehicle (7.4)."""
    return {str(row.value["kind"]): row.value for row in charts()["7.4"].entries}


def kind_of(vehicle: Vehicle) -> Mapping[str, Any]:
    """Return what the chart says of a vehicle; one of no kind is a car."""
    return kinds().get(vehicle.kind, kinds()["car"])


def points(vehicle: Vehicle) -> int:
    """Return the damage points that a vehicle has left: all of them while nobody knows better."""
    return int(kind_of(vehicle)["points"]) if vehicle.points < 0 else vehicle.points


def inside(position: Position, name: str) -> tuple[str, ...]:
    """Return the humans in a vehicle."""
    return tuple(
        one for one, figure in position.figures.items() if figure.zone == name and figure.kind in HUMANS
    )


def _put(position: Position, name: str, **changes: Any) -> Position:
    return replace(
        position, vehicles={**position.vehicles, name: replace(position.vehicles[name], **changes)}
    )


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
        return refuse(("7.0",), f"{called(name)} is not beside it, as told.")
    if position.vehicles[act.vehicle].checked and act.before is None:
        return allow(("7.0",), "Then it is easier.", {"before": 1})
    return _looked(position, act, act.vehicle)


def _looked(position: Position, act: LookAtVehicle, name: str) -> Ruling[Position]:
    score, row = look_score(position, act, name), charts()["7.3"].row
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
    after = _put(after, name, checked=vehicle.checked + 1)
    if value.get("bite"):
        after, _ = after.add("ankle_biter", zone=after.figures[act.figure].zone)
    elif value.get("alarm") or value.get("wreck"):
        after = _put(after, name, points=0, fuel="none", battery=not value.get("wreck"))
        after = after.noise(name, on_vehicle=True) if value.get("alarm") else after
    else:
        full = int(kind_of(vehicle)["points"])
        left_ = max(1, full - ((act.harm or (0,))[0] + 1) // 2) if "damage" in value else full
        fuel, keys = value.get("fuel", "none"), bool(value.get("keys"))
        after = _put(
            after, name, points=left_, fuel=fuel, keys=keys, battery=bool(value.get("battery", True))
        )
    story = f"{called(act.figure)} looks at {said(name)}: {row(outcome.total).text}.{more}"
    score = replace(outcome.score, rolled=dice)
    return done(after, ("7.0",), story, score=score)


def _at_wheel(position: Position, seat: str, name: str, act: str) -> Ruling[Position] | None:
    """Return why a figure cannot handle a vehicle now, or None."""
    if no := refusal(position, seat, name, act):
        return no
    vehicle = position.vehicles.get(position.figures[name].zone)
    if vehicle is None:
        return refuse(("7.2",), f"{called(name)} is in no vehicle.", firm=True)
    if (driver := at_wheel(position, position.figures[name].zone)) not in {"", name}:
        return refuse(("7.2",), f"{called(driver)} is at the wheel.")
    return None


def at_wheel(position: Position, place: str) -> str:
    """Return who drives a vehicle, or "": whoever has left it or is dead drives it no more."""
    driver = position.vehicles[place].driver
    return driver if driver in inside(position, place) else ""


def _lacks(vehicle: Vehicle) -> str:
    """Return why a vehicle cannot be used, or "" (7.0, 7.2)."""
    lacking = (
        (vehicle.points < 0, "nobody has looked at it yet"),
        (points(vehicle) == 0, "it is a wreck"),
        (vehicle.burning, "it is on fire"),
        (not vehicle.keys, "it has no keys"),
        (not vehicle.battery, "its battery is dead"),
        (vehicle.fuel not in FUELLED, "it has no gasoline"),
    )
    return next((why for wrong, why in lacking if wrong), "")


def judge_start(position: Position, act: StartVehicle) -> Ruling[Position]:
    """Rule on starting a vehicle (7.2)."""
    if no := _at_wheel(position, act.seat, act.figure, "start"):
        return no
    place = position.figures[act.figure].zone
    vehicle = position.vehicles[place]
    if vehicle.runs:
        return refuse(("7.2",), f"{sentence(said(place))} runs already.", firm=True)
    if why := _lacks(vehicle):
        return refuse(("7.2",), f"{sentence(said(place))} does not start: {why}.")
    score = Score("d6", adds(position.figures[act.figure], "start"))
    outcome = on_chart(
        position, act, "start", "start", score, lambda n: (n >= STARTS) + (n >= RUNS_WELL), "7.2"
    )
    if isinstance(outcome, Ruling):
        return outcome
    after, more = settle(spend(position, act.figure, "start"), act, sense=outcome.sense)
    after, score = (
        _put(after, place, driver=act.figure),
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
    after = _put(after, place, runs=True, points=LIMPING if limps else vehicle.points)
    how = "runs badly: 1 damage point is left" if limps else "runs"
    return done(after, ("7.2",), f"{sentence(said(place))} {how}.{more}", score=score)


def judge_drive(position: Position, act: Drive) -> Ruling[Position]:
    """Rule on driving (7.3)."""
    if no := _at_wheel(position, act.seat, act.figure, "drive"):
        return no
    place, figure = position.figures[act.figure].zone, position.figures[act.figure]
    vehicle = position.vehicles[place]
    if why := _lacks(vehicle):
        return refuse(("7.3",), f"{sentence(said(place))} does not drive: {why}.")
    if not vehicle.runs:
        return refuse(("7.3",), f"{sentence(said(place))} has not been started.")
    if act.fast != (DRIVEN in _marks(figure, position.turn)):
        first = "The first move of a turn is no run." if act.fast else "The second move of a turn is a run."
        return refuse(("7.3",), first)
    dice = Dice.read(str(kind_of(vehicle)["run"])).count if act.fast else 0
    if len(act.run or ()) < dice:
        return allow(("7.3",), "Inches of a run.", {"run": dice})
    if act.off_road is None or act.obstacles is None:
        return allow(("7.3",), "Off the road everything counts twice.", {"off_road": 1, "obstacles": 1})
    return _driven(position, act, place, vehicle)


def _marks(figure: Figure, turn: int) -> tuple[str, ...]:
    return tuple(one.name for one in figure.statuses if one.until == turn)


def _driven(position: Position, act: Drive, place: str, vehicle: Vehicle) -> Ruling[Position]:
    """Rule on the checks of a drive (7.4), and let the vehicle go."""
    tests = ["off the road"] * bool(act.off_road) + ["an obstacle"] * (act.obstacles or 0)
    if len(act.checks or ()) < len(tests):
        needed = int(kind_of(vehicle)["obstacle"])
        return allow(
            ("7.4",), f"{needed} or more for each test, else it may be damaged.", {"checks": len(tests)}
        )
    skill = total(position.figures[act.figure], "drive")
    failed = [
        what
        for what, die in zip(tests, act.checks or (), strict=False)
        if die + skill < int(kind_of(vehicle)["obstacle"])
    ]
    if len(act.harm or ()) < len(failed):
        return allow(("7.4", "8.0"), f"{counted(len(failed), 'test')} failed.", {"harm": len(failed)})
    after = spend(position, act.figure, "drive")
    after = after.put(act.figure, after.figures[act.figure].with_status(DRIVEN, position.turn))
    after = moved(_put(after, place, driver=act.figure, entered=True), place, *inside(after, place))
    after = replace(after, counts={**after.counts, f"{place} moved": position.turn}).noise(
        place, on_vehicle=True
    )
    wounds = 0
    for what, die in zip(failed, act.harm or (), strict=False):
        wounds += vehicle_wounds(die, _test(vehicle, what))
    inches = sum(act.run or ()) if act.fast else int(kind_of(vehicle)["move"])
    inches -= SLOWER * (points(vehicle) == LIMPING)
    story = f"{sentence(said(place))} drives up to {max(0, inches)} inches; {_costs(vehicle)}."
    if act.fast and len({*(act.run or ())}) == 1:
        after, story = _put(after, place, fuel="none"), f"{story} All dice are alike: it is out of gas."
    after, hurt = damaged(after, place, wounds)
    return done(after, ("7.3", "7.4") if tests else ("7.3",), f"{story}{hurt}")


def _costs(vehicle: Vehicle) -> str:
    radius = int(kind_of(vehicle)["turn"]) + (points(vehicle) == LIMPING)
    ways = f"{OFF_ROAD} for each off the road, {BACK} backwards, {BOTH} both"
    return f"an obstacle takes {OBSTACLE}, {ways}; the tightest turn is of {radius}"


def _test(vehicle: Vehicle, what: str) -> int:
    """Return what is added to the damage of a test that failed (7.4)."""
    if what == "off the road":
        return _OFF_ROAD.get(vehicle.kind, -1)
    return _OVER.get(vehicle.kind, 1)


def vehicle_wounds(die: int, added: int) -> int:
    """Return the damage points that a vehicle loses (6.1); all of them are 99."""
    result = str(charts()["6.1"].row(die + added).value[3])
    return 99 if result == "dead" else int(result) if result.isdigit() else 0


def damaged(position: Position, name: str, wounds: int) -> tuple[Position, str]:
    """Return the position after damage to a vehicle, and what to say of it (7.7).

    What comes of it for those inside are tasks of the referee.
    """
    if not wounds:
        return position, ""
    vehicle = position.vehicles[name]
    before, full = points(vehicle), int(kind_of(vehicle)["points"])
    now = max(0, before - wounds)
    after = _put(position, name, points=now)
    tests = (full - now) // 2 - (full - before) // 2
    if inside(after, name):
        after = after.push(*(Task("passengers", name) for _ in range(tests)))
    if not now and before:
        after = _put(after, name, runs=False, crashed=True).push(Task("wreck", name))
    left_ = counted(now, "damage point")
    return after, f" It loses {before - now}: {left_} left."


def judge_run_over(position: Position, act: RunOver) -> Ruling[Position]:
    """Rule on running somebody over (7.5)."""
    if no := _just_driven(position, act.seat, act.figure):
        return no
    place = position.figures[act.figure].zone
    vehicle = position.vehicles[place]
    whom = tuple(n for n, one in position.figures.items() if one.kind != "corpse" and one.zone != place)
    if not whom:
        return refuse(("7.5",), "Nobody is there to be run over.", firm=True)
    if act.target is None:
        return allow(("7.5",), "Whoever was on its way.", {"target": Options(whom)})
    if act.target not in whom:
        return refuse(("7.5",), f"{called(act.target[:40])} was not on its way.", firm=True)
    if act.fully is None:
        return allow(("7.5",), "+1 with its full width, −1 with a part.", {"fully": 1})
    needed = int(kind_of(vehicle)["hit"])
    score = scores.score_of(Part("hit and run", needed, "7.5"), *helps(position.figures[act.figure], "drive"))
    if not act.check:
        return allow(("7.5",), "Below that the vehicle may be damaged.", {"check": 1}, score)
    fails = act.check[0] < score.needed
    score = replace(score, rolled=act.check, success=not fails)
    need = {**({"harm": 1} if fails and not act.harm else {}), **({} if act.damage else {"damage": 1})}
    if need:
        return allow(("7.5", "8.0"), "The figure is hit.", need, score)
    part = Part("run over", 1 if act.fully else -1, "7.5", "roll")
    after, what = strike(
        position, act.target, Blow((act.damage or (1,))[0], (part,), source="vehicle", by=place)
    )
    wounds = vehicle_wounds((act.harm or (0,))[0], _HIT.get(vehicle.kind, -2)) if fails else 0
    after, hurt = damaged(after, place, wounds)
    return done(
        after, ("7.5",), f"{sentence(said(place))} runs over {called(act.target)}: {what}.{hurt}", score=score
    )


def _just_driven(position: Position, seat: str, name: str) -> Ruling[Position] | None:
    """Return why a figure runs over or rams nothing now: it takes no action, but a drive before it."""
    if no := _at_wheel(position, seat, name, "collide"):
        return no
    figure = position.figures[name]
    if not figure.acts or figure.acts[-1] != "drive":
        return refuse(("7.5",), f"{called(name)} has not just driven.", firm=True)
    return None


def judge_ram(position: Position, act: Ram) -> Ruling[Position]:
    """Rule on ramming (7.6)."""
    if no := _just_driven(position, act.seat, act.figure):
        return no
    place = position.figures[act.figure].zone
    there = (*(name for name in position.vehicles if name != place), *position.buildings)
    if not there:
        return refuse(("7.6",), "There is no other vehicle and no building to ram.", firm=True)
    if act.target is None:
        return allow(("7.6",), "Another vehicle, or a building.", {"target": Options(there)})
    if act.target not in there:
        return refuse(("7.6",), f"{said(act.target[:40])} cannot be rammed.", firm=True)
    if act.target in position.buildings and act.built is None:
        ask = Options(tuple(BUILT_LIKE), text="Of what is it built: stone, as usual, or flimsy?")
        return allow(("7.6",), "As a truck, a van or a car.", {"built": ask})
    if act.rolls is None:
        return allow(("7.6",), "The attacker chooses.", {"rolls": Options((1, 2, 3))})
    missing = {name: act.rolls for name in ("harm", "other") if len(getattr(act, name) or ()) < act.rolls}
    if missing:
        return allow(("7.6", "8.0"), "For both.", missing)
    return _rammed(position, act, place, act.target)


def _rammed(position: Position, act: Ram, place: str, target: str) -> Ruling[Position]:
    mine = int(kind_of(position.vehicles[place])["hit"])
    if target in position.vehicles:
        theirs = int(kind_of(position.vehicles[target])["hit"])
    else:
        theirs = int(kinds()[BUILT_LIKE.get(str(act.built), "van")]["hit"])
    difference = mine - theirs
    lost = sum(vehicle_wounds(die, difference) for die in act.harm or ())
    dealt = sum(vehicle_wounds(die, -difference) for die in act.other or ())
    after, story = position, f"{sentence(said(place))} rams {said(target)}."
    if target in position.vehicles:
        after, hurt = damaged(after, target, dealt)
        story = f"{story}{hurt.replace(' It loses', f' {sentence(said(target))} loses')}"
    elif dealt:
        breaches = min(dealt, act.rolls or 1) if dealt >= 99 else dealt
        building = after.buildings[target]
        made = replace(building, breaches=building.breaches + breaches)
        after = replace(after, buildings={**after.buildings, target: made})
        story = f"{story} {counted(breaches, 'new breach')}{'es' if breaches > 1 else ''}.".replace(
            "breachses", "breaches"
        )
    after, hurt = damaged(after, place, lost)
    return done(after, ("7.6",), f"{story}{hurt.replace(' It loses', f' {sentence(said(place))} loses')}")


def judge_passengers(position: Position, act: Passengers) -> Ruling[Position]:
    """Rule on those in a vehicle that has been damaged (7.7)."""
    names = inside(position, act.vehicle)
    if act.dice is None and names:
        return allow(("7.7", "8.0"), "Each is tested for a wound.", {"dice": names})
    after, stories = _shaken(position.pop(), names, act.dice or {}, 0)
    return done(after, ("7.7",), f"In {said(act.vehicle)}: {stories}.")


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


def judge_fire(position: Position, act: FireAtVehicle) -> Ruling[Position]:
    """Rule on a shot at a vehicle (7.8)."""
    name, kind = act.figure, "aimed_shot" if act.aimed else "snap_shot"
    if no := refusal(position, act.seat, name, kind):
        return no
    gun = items.gun(position, position.figures[name], act.weapon)
    if (no := weapon_fault(position, name, gun, act.weapon, aimed=act.aimed)) or gun is None:
        return no or refuse(("7.8",), "It does not shoot.")
    there = tuple(one for one in position.vehicles if one != position.figures[name].zone)
    if not there:
        return refuse(("7.8",), "No vehicle is there to shoot at.", firm=True)
    if act.vehicle is None:
        return allow(("7.8",), "A vehicle in sight.", {"vehicle": Options(there)})
    if act.vehicle not in there:
        return refuse(("7.8",), f"{said(act.vehicle[:40])} is no vehicle to shoot at.", firm=True)
    people = inside(position, act.vehicle)
    asks = {} if act.inches is not None else {"inches": Ask(limits=gun.whole)}
    if people and act.open_top is None:
        asks = {**asks, "open_top": Ask()}
    if asks:
        return allow(("7.8", "6.1"), "Measure, and look.", asks)
    return _shot(position, act, gun, act.vehicle)


def _shot(position: Position, act: FireAtVehicle, gun: Gun, vehicle: str) -> Ruling[Position]:
    name, kind, inches = act.figure, "aimed_shot" if act.aimed else "snap_shot", act.inches or 0.0
    band = scores.band_of(gun.ranges, inches)
    if band is None:
        weapon, far = sentence(items.one_of(act.weapon)), gun.ranges[-1]
        return refuse(("6.1",), f"{weapon} reaches {far:g} inches, not {inches:g}, as measured.")
    people = inside(position, vehicle)
    if people and not act.who:
        return allow(("7.8",), "1 or 2: somebody inside.", {"who": 1})
    aimed_at = bool(people) and (act.who or (6,))[0] <= PASSENGER
    if aimed_at and len(people) > 1 and act.passenger is None:
        return allow(("7.8",), "Somebody inside.", {"passenger": Options(people)})
    target = (act.passenger or people[0]) if aimed_at else ""
    cover = (1 if act.open_top else 2) if aimed_at else 0
    me = position.figures[name]
    score = scores.score_of(
        Part(scores.BANDS[band], scores.AT_RANGE[band], "6.1"),
        Part("aimed", -int(act.aimed), "5.11"),
        *helps(me, gun.kind),
        *scores.harder(me),
        Part("in a vehicle", cover, "7.8"),
    )
    outcome = attempt(position, act, kind, "hit", score, "7.8")
    if isinstance(outcome, Ruling):
        return outcome
    if outcome.success and gun.damage and not act.damage:
        return allow(("8.0",), "A hit.", {"damage": 1}, outcome.score)
    after, more = settle(spend(fired(position, name, gun, "single"), name, kind), act, sense=outcome.sense)
    who = f"{called(name)} fires at {called(target) if target else said(vehicle)}"
    if not outcome.success or not gun.damage:
        return done(after, ("7.8",), f"{who} and misses.{more}", score=outcome.score)
    parts = (Part(items.called(act.weapon), gun.damage[band], "6.0", "roll"), *adds(me, "shot_damage"))
    die = (act.damage or (1,))[0]
    if target:
        after, what = strike(after, target, Blow(die, parts, by=name))
        return done(after, ("7.8",), f"{who}: {what}.{more}", score=outcome.score)
    after, hurt = damaged(after, vehicle, vehicle_wounds(die, sum(part.value for part in parts)))
    return done(after, ("7.8",), f"{who} and hits.{hurt}{more}", score=outcome.score)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do with vehicles."""
    figure = position.figures[name]
    if figure.kind != "survivor" or not position.vehicles:
        return
    seat, vehicle = figure.seat, position.vehicles.get(figure.zone)
    if unknown(position):
        yield LookAtVehicle(seat, name)
    if vehicle is None:
        guns = (items.gun(position, figure, one.item) for one in figure.items)
        for gun in guns:
            if gun is not None and gun.kind == "firearm" and gun.damage:
                yield from (FireAtVehicle(seat, name, gun.item, aimed) for aimed in (False, True))
        return
    if at_wheel(position, figure.zone) not in {"", name}:
        return
    if not vehicle.runs:
        yield StartVehicle(seat, name)
        return
    yield Drive(seat, name, fast=DRIVEN in _marks(figure, position.turn))
    if figure.acts and figure.acts[-1] == "drive":
        yield RunOver(seat, name)
        yield Ram(seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    LookAtVehicle: judge_look,
    StartVehicle: judge_start,
    Drive: judge_drive,
    RunOver: judge_run_over,
    Ram: judge_ram,
    FireAtVehicle: judge_fire,
    Passengers: judge_passengers,
    Wreck: judge_wreck,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {
    "passengers": lambda _position, task: (Passengers(task.who),),
    "wreck": lambda _position, task: (Wreck(task.who),),
}
