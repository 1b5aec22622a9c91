"""Things that change hands or are put to use: get, exchange, drop, fuel, batteries, a bicycle (5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from rules.fields import action, asked, picked, rolled
from rules.ruling import Options, Ruling, allow, done, refuse
from rules.sentences import sentence
from rules.zombies_surviving import items
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.items import things
from rules.zombies_surviving.menace.zombies import MARKERS
from rules.zombies_surviving.position import ZOMBIES, Figure, Item, Position, Status, Task, Vehicle
from rules.zombies_surviving.survival.economy import called, partner_refusal, refusal, said, spend
from rules.zombies_surviving.survival.finds import (
    Find,
    acquire,
    described,
    find,
    is_loose,
    part,
    receive,
    supplies,
)
from rules.zombies_surviving.traits import total

ALL, NOTHING, SUPPLIES, SPECIAL = "everything", "nothing", "supplies", "special_item"
RESTS = "rests"
BIKE, CLOCK, TOY, SIPHON, GASOLINE, BATTERY = (
    "mountain_bike", "alarm_clock", "toy_car", "siphon", "gasoline", "battery",
)  # fmt: skip
MOLOTOV, BOTTLES = "molotov", 10
"""So many Molotov cocktails are a gallon of gasoline (11.5)."""
LONGEST_ALARM, TOY_DICE, FAILS = 10, 4, 1
ALARM = "alarm "
"""Among what lasts on the table: a clock that rings in the turn of its end."""
Fuel = Literal["", "none", "half", "full"]
FILLED: Mapping[str, Fuel] = {"": "half", "none": "half", "half": "full"}
GALLONS: Mapping[str, int] = {"half": 1, "full": 2}


@action
class Get:
    """Get something from the ground (5.7)."""

    seat: str
    figure: str
    source: str | None = picked("From where?")
    near: bool | None = asked("Is it within 1 inch?")
    what: str | None = picked("What do you take?")
    found: tuple[int, ...] | None = rolled("found")


@action
class Exchange:
    """Exchange things with another figure, which spends an action as well (5.7)."""

    seat: str
    figure: str
    partner: str | None = picked("With whom?")
    near: bool | None = asked("Are they within 1 inch of each other?")
    give: str | None = picked("What do you give?")
    give_supplies: int | None = picked("How many supplies do you give?")
    take: str | None = picked("What do you get?")
    take_supplies: int | None = picked("How many supplies do you get?")


@action
class Drop:
    """Lay something down, which takes no action (5.7)."""

    seat: str
    figure: str
    what: str | None = picked("What do you lay down?")


@action
class _AtVehicle:
    """What anything that is done to a vehicle asks for, in this order."""

    seat: str
    figure: str
    vehicle: str | None = picked("Which vehicle?")
    near: bool | None = asked("Is the vehicle within 1 inch?")


@action
class FillTank(_AtVehicle):
    """Pour a gallon of gasoline into the tank of a vehicle (5.7)."""


@action
class TakeGasoline(_AtVehicle):
    """Take the gasoline out of a vehicle, with a container and siphon (5.7)."""


@action
class TakeBattery(_AtVehicle):
    """Take a good battery out of a vehicle (7.0)."""


@action
class PutBattery(_AtVehicle):
    """Put a battery into a vehicle whose own is dead (7.0)."""


@action
class Mount:
    """Get on a bicycle, or off it (11.2)."""

    seat: str
    figure: str


@action
class SetAlarm:
    """Set an alarm clock and lay it down (11.2)."""

    seat: str
    figure: str
    turns: int | None = picked("After how many turns does it ring?")


@action
class DriveToy:
    """Drive a toy car, which zombies follow as if it were a human (11.2)."""

    seat: str
    figure: str
    toy: tuple[int, ...] | None = rolled("toy car")


@action
class Fit:
    """Fit a scope, a silencer or a laser aim to a weapon, or saw a shotgun off (5.7)."""

    seat: str
    figure: str
    weapon: str
    part: str


@action
class Ring:
    """See whether an alarm clock rings (11.2)."""

    clock: str
    broken: bool | None = asked("Has a zombie come within 1 inch of the clock?")
    die: int | None = rolled("alarm clock")


ACTIONS: tuple[type, ...] = (
    Get, Exchange, Drop, FillTank, TakeGasoline, TakeBattery, PutBattery, Mount, SetAlarm, DriveToy, Ring,
)  # fmt: skip


def sources(position: Position) -> tuple[str, ...]:
    """Return where something lies: corpses and heaps with things, and markers."""
    heaps = (n for n in position.of_kind("corpse") if _has_something(position.figures[n]))
    return (*heaps, *(name for name, what in position.tokens.items() if what in MARKERS))


def _has_something(figure: Figure) -> bool:
    return bool(figure.items or figure.supplies)


def judge_get(position: Position, act: Get) -> Ruling[Position]:
    """Rule on getting something (5.7)."""
    if no := refusal(position, act.seat, act.figure, "get"):
        return no
    where = sources(position)
    if not where:
        return refuse(("5.7",), "Nothing lies on the ground.", firm=True)
    if act.source is None:
        return allow(("5.7",), "Within 1 inch.", {"source": Options(where)})
    if (need := _near(act.near)) is not None:
        return need
    if act.source in position.tokens:
        return _marker(position, act, act.source)
    heap = position.figures[act.source]
    there = (ALL, *((SUPPLIES,) if heap.supplies else ()), *(one.item for one in heap.items))
    if act.what is None:
        return allow(("5.7",), "All of it, or one thing.", {"what": Options(there)})
    who, taken, rest = _taken(position.figures[act.figure], heap, act.what)
    after = spend(position.put(act.figure, who), act.figure, "get")
    after = after.put(act.source, rest)
    if not _has_something(rest) and rest.status(RESTS):
        after = after.without(act.source)
    return done(after, ("5.7",), f"{called(position, act.figure)} gets: {taken}.")


def _near(near: bool | None) -> Ruling[Position] | None:
    """Return the question whether something is near enough, or the refusal; None where it is."""
    if near is None:
        return allow(("5.7",), "Within 1 inch.", {"near": 1})
    return None if near else refuse(("5.7",), "It is farther than 1 inch away, as told.")


def _taken(figure: Figure, heap: Figure, what: str) -> tuple[Figure, str, Figure]:
    """Return the figure with what it takes, that in words, and what is left."""
    if what == SUPPLIES:
        with_them = replace(figure, supplies=figure.supplies + heap.supplies)
        return with_them, supplies(heap.supplies), replace(heap, supplies=0)
    if what != ALL:
        thing = next(one for one in heap.items if one.item == what)
        return acquire(figure, thing), described(thing), heap.without_item(what)
    taken = Find(heap.supplies, heap.items)
    return receive(figure, taken), taken.told, replace(heap, supplies=0, items=())


def _marker(position: Position, act: Get, token: str) -> Ruling[Position]:
    """Rule on taking a marker: a d6 of supplies, or a special item (3.5)."""
    dice, figure, special = act.found or (), position.figures[act.figure], position.tokens[token] == SPECIAL
    left = {name: what for name, what in position.tokens.items() if name != token}
    if special and figure.has("dishonest"):
        after = spend(replace(position, tokens=left), act.figure, "get").push(Task("find", act.figure))
        return done(after, ("5.7", "R-5.2c"), f"{called(position, act.figure)} gets {items.called(token)}.")
    more = total(figure, "found_supplies")
    found = (
        find(figure, dice, book=charts_of(position))
        if special
        else Find(max(0, dice[0] + more))
        if dice
        else 1
    )
    if isinstance(found, int):
        return allow(("3.5", "11.0"), "What is it?", {"found": found})
    after = spend(position.put(act.figure, receive(figure, found)), act.figure, "get")
    after = replace(after, tokens=left)
    return done(after, ("5.7", "3.5"), f"{called(position, act.figure)} gets: {found.told}.")


def partners(position: Position, name: str) -> tuple[str, ...]:
    """Return the figures of players with which one could exchange things now."""
    return tuple(
        other
        for other in position.standing("survivor")
        if other != name and partner_refusal(position, other, "exchange") is None
    )


def judge_exchange(position: Position, act: Exchange) -> Ruling[Position]:
    """Rule on an exchange (5.7)."""
    if no := refusal(position, act.seat, act.figure, "exchange"):
        return no
    whom = partners(position, act.figure)
    if not whom:
        return refuse(("5.7",), "Nobody else has an action left to exchange something.", firm=True)
    if act.partner is None:
        return allow(("5.7",), "Both spend an action.", {"partner": Options(whom)})
    if (need := _near(act.near)) is not None:
        return need
    mine, theirs = position.figures[act.figure], position.figures[act.partner]
    if need := _swapped(mine, act.give, act.give_supplies, "give"):
        return need
    if need := _swapped(theirs, act.take, act.take_supplies, "take"):
        return need
    if act.give == NOTHING and act.take == NOTHING:
        return refuse(("5.7",), "Something has to change hands.")
    return _exchanged(position, act, act.partner)


def _swapped(owner: Figure, what: str | None, count: int | None, field: str) -> Ruling[Position] | None:
    """Return what must be chosen of what one side gives, or why it cannot; None once it is chosen."""
    there = (NOTHING, *((SUPPLIES,) if owner.supplies else ()), *(one.item for one in owner.items))
    if what is None:
        return allow(("5.7",), "A thing, supplies, or nothing.", {field: Options(there)})
    if what == SUPPLIES and count is None:
        numbers = tuple(range(1, owner.supplies + 1))
        return allow(("5.7",), "As many as you like.", {f"{field}_supplies": Options(numbers)})
    return None


def _exchanged(position: Position, act: Exchange, partner: str) -> Ruling[Position]:
    mine, theirs = position.figures[act.figure], position.figures[partner]
    mine, given = _handed(mine, str(act.give), act.give_supplies)
    theirs, taken = _handed(theirs, str(act.take), act.take_supplies)
    after = position.put(act.figure, receive(mine, taken)).put(partner, receive(theirs, given))
    after = spend(spend(after, partner, "exchange"), act.figure, "exchange")
    one, other = called(position, act.figure), called(position, partner)
    return done(after, ("5.7",), f"{one} gives {other} {_the(given.told)} and gets {_the(taken.told)}.")


def _the(told: str) -> str:
    return told if told == "nothing" or told[:1].isdigit() else f"the {told}"


def _handed(owner: Figure, what: str, count: int | None) -> tuple[Figure, Find]:
    """Return a figure without what it gives, and that."""
    if what == NOTHING:
        return owner, Find()
    if what == SUPPLIES:
        return replace(owner, supplies=owner.supplies - (count or 0)), Find(count or 0)
    held = owner.item(what)
    split = part(owner, what, held.count if held is not None and is_loose(what) else 1)
    return (owner, Find()) if split is None else (split[0], Find(things=(split[1],)))


def judge_drop(position: Position, act: Drop) -> Ruling[Position]:
    """Rule on laying something down (5.7)."""
    if no := refusal(position, act.seat, act.figure, "drop"):
        return no
    figure = position.figures[act.figure]
    there = (*((SUPPLIES,) if figure.supplies else ()), *(one.item for one in figure.items))
    if not there:
        return refuse(("5.7",), f"{called(position, act.figure)} has nothing to lay down.", firm=True)
    if act.what is None:
        return allow(("5.7",), "It takes no action.", {"what": Options(there)})
    held = figure.item(act.what)
    if held is not None and held.on and act.what in {BIKE, items.SKIS}:
        who, what = called(position, act.figure), items.called(act.what)
        return refuse(
            ("11.2" if act.what == BIKE else "13.2",), f"{who} is on the {what}: off first.", firm=True
        )
    rest, laid = _handed(figure, act.what, figure.supplies)
    after, (heap,) = position.put(act.figure, rest).add(
        "corpse", name="things on the ground", zone=figure.zone
    )
    after = after.put(heap, receive(after.figures[heap].with_status(RESTS), laid))
    after = replace(after, acting=act.seat)
    return done(after, ("5.7",), f"{called(position, act.figure)} lays down {laid.told}.")


def _vehicle(position: Position, act: _AtVehicle, fit: Callable[[Vehicle], bool]) -> str | Ruling[Position]:
    """Return the vehicle that is chosen and near, or what is missing for that, or why there is none."""
    there = tuple(name for name, one in position.vehicles.items() if fit(one))
    if not there:
        return refuse(("5.7",), "There is no vehicle for that on the table.", firm=True)
    if act.vehicle is None:
        return allow(("5.7",), "Within 1 inch.", {"vehicle": Options(there)})
    inside = position.figures[act.figure].zone == act.vehicle
    return act.vehicle if inside or (need := _near(act.near)) is None else need


def _changed(position: Position, name: str, **changes: Any) -> Position:
    return replace(
        position, vehicles={**position.vehicles, name: replace(position.vehicles[name], **changes)}
    )


def gallon(figure: Figure) -> Figure | None:
    """Return a figure without a gallon of gasoline, or without the ten bottles that make one; or None."""
    if figure.carries(GASOLINE):
        return items.taken(figure, GASOLINE)
    bottles = figure.item(MOLOTOV)
    enough = bottles is not None and bottles.count >= BOTTLES
    return items.taken(figure, MOLOTOV, BOTTLES) if enough else None


def judge_fill_tank(position: Position, act: FillTank) -> Ruling[Position]:
    """Rule on filling a tank (5.7)."""
    if no := refusal(position, act.seat, act.figure, "fuel"):
        return no
    figure = position.figures[act.figure]
    poured = gallon(figure)
    if poured is None:
        return refuse(("5.7",), f"{called(position, act.figure)} has no gasoline.", firm=True)
    vehicle = _vehicle(position, act, lambda one: one.fuel in FILLED)
    if isinstance(vehicle, Ruling):
        return vehicle
    fuel = FILLED[position.vehicles[vehicle].fuel]
    after = position.put(act.figure, poured)
    after = _changed(spend(after, act.figure, "fuel"), vehicle, fuel=fuel)
    return done(after, ("5.7",), f"{sentence(said(vehicle))} has a {fuel} tank now.")


def judge_take_gasoline(position: Position, act: TakeGasoline) -> Ruling[Position]:
    """Rule on taking gasoline out of a vehicle (5.7)."""
    if no := refusal(position, act.seat, act.figure, "siphon"):
        return no
    figure = position.figures[act.figure]
    if not figure.carries(SIPHON):
        return refuse(("5.7",), f"{called(position, act.figure)} has no container and siphon.", firm=True)
    vehicle = _vehicle(position, act, lambda one: one.fuel in GALLONS)
    if isinstance(vehicle, Ruling):
        return vehicle
    gallons = GALLONS[position.vehicles[vehicle].fuel]
    after = position.put(act.figure, items.given(figure, GASOLINE, gallons))
    after = _changed(spend(after, act.figure, "siphon"), vehicle, fuel="none")
    much = "1 gallon" if gallons == 1 else f"{gallons} gallons"
    return done(after, ("5.7",), f"{called(position, act.figure)} takes {much} out of {said(vehicle)}.")


def judge_take_battery(position: Position, act: TakeBattery) -> Ruling[Position]:
    """Rule on taking a battery out (7.0)."""
    if no := refusal(position, act.seat, act.figure, "get"):
        return no
    vehicle = _vehicle(position, act, lambda one: one.battery and one.checked > 0)
    if isinstance(vehicle, Ruling):
        return vehicle
    figure = items.given(position.figures[act.figure], BATTERY)
    after = _changed(spend(position.put(act.figure, figure), act.figure, "get"), vehicle, battery=False)
    return done(after, ("5.7", "7.0"), f"{called(position, act.figure)} has the battery of {said(vehicle)}.")


def judge_put_battery(position: Position, act: PutBattery) -> Ruling[Position]:
    """Rule on putting a battery in (7.0)."""
    if no := refusal(position, act.seat, act.figure, "get"):
        return no
    figure = position.figures[act.figure]
    if not figure.carries(BATTERY):
        return refuse(("7.0",), f"{called(position, act.figure)} has no battery.", firm=True)
    vehicle = _vehicle(position, act, lambda one: not one.battery)
    if isinstance(vehicle, Ruling):
        return vehicle
    after = spend(position.put(act.figure, items.taken(figure, BATTERY)), act.figure, "get")
    return done(
        _changed(after, vehicle, battery=True),
        ("5.7", "7.0"),
        f"{sentence(said(vehicle))} has a battery.",
    )


def judge_mount(position: Position, act: Mount) -> Ruling[Position]:
    """Rule on getting on or off a bicycle (11.2)."""
    if no := refusal(position, act.seat, act.figure, "mount"):
        return no
    figure = position.figures[act.figure]
    bike = figure.item(BIKE)
    if bike is None:
        return refuse(("11.2",), f"{called(position, act.figure)} has no bicycle.", firm=True)
    after = spend(
        position.put(act.figure, figure.with_item(replace(bike, on=not bike.on))), act.figure, "mount"
    )
    return done(
        after, ("11.2",), f"{called(position, act.figure)} gets {'off' if bike.on else 'on'} the bicycle."
    )


def judge_set_alarm(position: Position, act: SetAlarm) -> Ruling[Position]:
    """Rule on setting an alarm clock (11.2)."""
    if no := refusal(position, act.seat, act.figure, "get"):
        return no
    figure = position.figures[act.figure]
    if not figure.carries(CLOCK):
        return refuse(("11.2",), f"{called(position, act.figure)} has no alarm clock.", firm=True)
    if act.turns is None:
        numbers = tuple(range(1, LONGEST_ALARM + 1))
        return allow(("11.2",), "1 to 10 turns.", {"turns": Options(numbers)})
    number = position.made.get(CLOCK, 0) + 1
    after = spend(position.put(act.figure, items.taken(figure, CLOCK)), act.figure, "get")
    clock = Status(f"{ALARM}{CLOCK}_{number}", position.turn + act.turns)
    after = replace(after, events=(*after.events, clock), made={**after.made, CLOCK: number})
    when = position.turn + act.turns
    return done(
        after, ("11.2",), f"{called(position, act.figure)} lays down a clock that rings in turn {when}."
    )


def judge_drive_toy(position: Position, act: DriveToy) -> Ruling[Position]:
    """Rule on a toy car (11.2)."""
    if no := refusal(position, act.seat, act.figure, "drive_toy"):
        return no
    figure = position.figures[act.figure]
    if not figure.carries(TOY):
        return refuse(("11.2",), f"{called(position, act.figure)} has no toy car.", firm=True)
    dice = act.toy or ()
    if len(dice) < TOY_DICE:
        return allow(("11.2",), "As far as four dice say.", {"toy": TOY_DICE})
    after = spend(position.put(act.figure, items.taken(figure, TOY)), act.figure, "drive_toy").noise(TOY)
    return done(after, ("11.2",), f"The toy car goes {sum(dice)} inches: zombies take it for a human there.")


def fitting(figure: Figure) -> tuple[tuple[str, str], ...]:
    """Return which weapons of a figure could be fitted with which parts that it has, or sawn off (5.7)."""
    return tuple(
        (one.item, part_)
        for one in figure.items
        for part_ in things().get(one.item, {}).get("parts", ())
        if _misfit(figure, one, str(part_)) == ""
    )


def _misfit(figure: Figure, weapon: Item, part_: str) -> str:
    """Return why a part does not go onto a weapon, or ""."""
    if part_ not in things().get(weapon.item, {}).get("parts", ()):
        return "it does not fit there"
    if part_ in weapon.fitted:
        return "it is there already"
    held = figure.item(part_)
    if part_ != items.SAWN_OFF and held is None:
        return "there is none at hand"
    if held is not None and held.fitted and weapon.item not in held.fitted:
        return f"it is made for a {items.called(held.fitted[0])}"
    return ""


def judge_fit(position: Position, act: Fit) -> Ruling[Position]:
    """Rule on fitting a part to a weapon (5.7)."""
    if no := refusal(position, act.seat, act.figure, "fit"):
        return no
    figure = position.figures[act.figure]
    weapon = figure.item(act.weapon)
    if weapon is None:
        return refuse(
            ("5.7",), f"{called(position, act.figure)} has no {items.called(act.weapon[:40])}.", firm=True
        )
    name = items.called(act.part[:40])
    if why := _misfit(figure, weapon, act.part):
        return refuse(("5.7",), f"The {name} cannot be fitted: {why}.", firm=True)
    fitted = figure.with_item(replace(weapon, fitted=(*weapon.fitted, act.part)))
    if act.part != items.SAWN_OFF:
        fitted = items.taken(fitted, act.part)
    after = spend(position.put(act.figure, fitted), act.figure, "fit")
    how = "saws off" if act.part == items.SAWN_OFF else f"fits the {name} to"
    return done(after, ("5.7",), f"{called(position, act.figure)} {how} the {items.called(act.weapon)}.")


def ringing(position: Position) -> tuple[Task, ...]:
    """Return the clocks that are set to ring in this turn, as tasks for the referee (11.2)."""
    due = (one for one in position.events if one.name.startswith(ALARM) and one.until == position.turn)
    return tuple(Task("ring", one.name.removeprefix(ALARM)) for one in due)


def judge_ring(position: Position, act: Ring) -> Ruling[Position]:
    """Rule on an alarm clock (11.2): on 1 it fails, else it is a shout."""
    if act.broken is None and position.of_kind(*ZOMBIES):
        return allow(("11.2",), "Then it is broken.", {"broken": 1})
    if act.die is None and not act.broken:
        return allow(("11.2",), "It fails on 1.", {"die": 1})
    after = position.pop()
    after = replace(after, events=tuple(one for one in after.events if one.name != f"{ALARM}{act.clock}"))
    if act.broken:
        return done(after, ("11.2",), "The alarm clock is broken.")
    if act.die == FAILS:
        return done(after, ("11.2",), "The alarm clock fails.")
    return done(after.noise(act.clock), ("11.2", "5.16"), "The alarm clock rings: a loud noise there.")


def consent(position: Position, action: object) -> tuple[str, ...]:
    """Return the seats whose figures an action of another seat spends too: each has to agree (R-5.7c)."""
    names = (getattr(action, field, None) for field in ("partner", "patient", "helped", "second"))
    figures = [position.figures[name] for name in names if isinstance(name, str) and name in position.figures]
    seats = {figure.seat for figure in figures}
    return tuple(sorted(seats - {getattr(action, "seat", ""), ""}))


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do with things."""
    figure = position.figures[name]
    if figure.kind != "survivor":
        return
    seat = figure.seat
    if sources(position):
        yield Get(seat, name)
    if partners(position, name):
        yield Exchange(seat, name)
    if _has_something(figure):
        yield Drop(seat, name)
    fuels = {one.fuel for one in position.vehicles.values()}
    carried: tuple[tuple[bool, Any], ...] = (
        (gallon(figure) is not None and bool(fuels & {*FILLED}), FillTank),
        (figure.carries(SIPHON) and bool(fuels & {*GALLONS}), TakeGasoline),
        (any(one.battery and one.checked for one in position.vehicles.values()), TakeBattery),
        (figure.carries(BATTERY) and any(not one.battery for one in position.vehicles.values()), PutBattery),
        (figure.carries(BIKE), Mount),
        (figure.carries(CLOCK), SetAlarm),
        (figure.carries(TOY), DriveToy),
    )
    yield from (kind(seat, name) for possible, kind in carried if possible)
    yield from (Fit(seat, name, weapon, part_) for weapon, part_ in fitting(figure))


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Get: judge_get,
    Exchange: judge_exchange,
    Drop: judge_drop,
    FillTank: judge_fill_tank,
    TakeGasoline: judge_take_gasoline,
    TakeBattery: judge_take_battery,
    PutBattery: judge_put_battery,
    Mount: judge_mount,
    SetAlarm: judge_set_alarm,
    DriveToy: judge_drive_toy,
    Fit: judge_fit,
    Ring: judge_ring,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {
    "ring": lambda _position, task: (Ring(task.who),),
}
