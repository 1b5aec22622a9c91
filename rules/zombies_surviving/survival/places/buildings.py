"""Entering and leaving buildings and vehicles, what is inside at first, and barricades (5.5, 5.9, 9.0).

A higher floor is a place of its own, made when somebody goes there: "store_floor_2" above "store".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, picked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done, refuse
from rules.sentences import counted
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import STREET, Building, Figure, Kind, Position, Task, moved
from rules.zombies_surviving.survival.economy import called, refusal, said, spend
from rules.zombies_surviving.survival.places.sight import identify
from rules.zombies_surviving.survival.places.vehicles import inside, seats
from rules.zombies_surviving.survival.rolls import attempt, settle
from rules.zombies_surviving.traits import helps
from rules.zombies_surviving.wounds import fall, falling_dice

NEEDED = {"unknown": 1, "ransacked": 1, "ruin": 1, "intact": 3, "barricaded": 6}
HIGHER_FLOOR, CLOSES = 2, 4
ROPE_REACHES = 3
"""The highest floor from whose window a rope is long enough (11.1)."""
CLOSED = ("intact", "barricaded")
SHOTGUNS = ("pump_gun", "double_barrel")
QUICK = ("fast", "slow")
"""The traits that change from how far somebody enters (R-5.5a)."""
BY_BREACH, BY_DOOR, TOO_FAR = "a breach", "a door or window", "neither is near enough"
ENTERED_BARRICADED = "entered_barricaded"
"""Among the numbers of a position: how often a barricaded building was entered (4.2)."""
ATTITUDE = "attitude"
"""The kind of the task to find out what some independent survivors think (4.2)."""
_FLOOR = re.compile(r"(?P<ground>.+)_floor_(?P<floor>\d+)")


@action
class Enter:
    """Go into a building or a vehicle, or up a floor (5.5); `with_shell`: a shotgun helps at the lock."""

    seat: str
    figure: str
    with_shell: bool = False
    place: str | None = picked("Where?")
    way: str | None = asked("What is near enough?")
    state: tuple[int, ...] | None = rolled("state of a building")
    enter: tuple[int, ...] | None = rolled("enter")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")
    inside: tuple[int, ...] | None = rolled("inside")


@action
class Exit:
    """Go out of a building or a vehicle, or down a floor (5.5); `jump`: out of a window above the ground."""

    seat: str
    figure: str
    jump: bool = False
    fall_inches: Inches | None = asked("How far down is it?", most=60, limits=(2,), unit="inches down")
    fall: tuple[int, ...] | None = rolled("fall")


@action
class Barricade:
    """Close a breach from inside (5.9)."""

    seat: str
    figure: str
    barricade: tuple[int, ...] | None = rolled("barricade")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


ACTIONS: tuple[type, ...] = (Enter, Exit, Barricade)


def floor_of(place: str) -> int:
    """Return the floor that a place is, 1 on the ground."""
    found = _FLOOR.fullmatch(place)
    return int(found["floor"]) if found else 1


def ground_of(place: str) -> str:
    """Return the building that a place belongs to."""
    found = _FLOOR.fullmatch(place)
    return found["ground"] if found else place


def grounds(position: Position) -> tuple[str, ...]:
    """Return the buildings, without their higher floors."""
    return tuple(place for place in position.buildings if ground_of(place) == place)


def floor(place: str, number: int) -> str:
    """Return the place that is a floor of the building of a place."""
    ground = ground_of(place)
    return ground if number <= 1 else f"{ground}_floor_{number}"


def doors(position: Position, name: str) -> tuple[str, ...]:
    """Return the places that a figure could enter from where it is."""
    zone = position.figures[name].zone
    if zone in position.vehicles:
        return ()
    if zone in position.buildings:
        up = floor_of(zone) + 1
        return (floor(zone, up),) if up <= position.buildings[ground_of(zone)].floors else ()
    ground = tuple(one for one in position.buildings if floor_of(one) == 1)
    return (*ground, *position.vehicles)


def judge_enter(position: Position, act: Enter) -> Ruling[Position]:
    """Rule on entering (5.5)."""
    name = act.figure
    if no := refusal(position, act.seat, name, "enter"):
        return no
    if act.with_shell and (no := _no_shell(position, name)):
        return no
    if items.on_skis(position.figures[name]):
        return refuse(("13.2",), f"{called(position, name)} has skis on: no way in before they are off.")
    if (need := _place(position, act)) or act.place is None:
        return need or refuse(("5.5",), "No place is chosen.")
    if act.place in position.vehicles:
        return _board(position, act, act.place)
    position, higher = _with_floor(position, act.place), floor_of(act.place) > 1
    building = position.buildings[act.place]
    if not higher and (need := _way(position, act, called(position, act.figure), building)):
        return need
    if building.state == "unknown":
        if not act.state:
            return allow(("9.0",), "First a die for its state.", {"state": 1})
        position, _ = identify(position, act.place, act.state[0])
    return _break_in(position, act, act.place)


def _place(position: Position, act: Enter) -> Ruling[Position] | None:
    """Return what could be entered, or why it cannot be; None once a place is chosen."""
    near, who = doors(position, act.figure), called(position, act.figure)
    places = tuple(place for place in near if not _burns(position, place))
    if act.place in near and act.place not in places:
        return refuse(("6.15",), f"{who} cannot enter {said(str(act.place))}: it is on fire.")
    if not places:
        return refuse(("5.5",), f"There is nothing that {who} could enter from here.", firm=True)
    if act.place is None:
        return allow(("5.5",), "A building or a vehicle.", {"place": Options(places)})
    if act.place not in places:
        return refuse(("5.5",), f"{who} cannot enter {said(act.place[:40])} from here.", firm=True)
    return None


def _burns(position: Position, place: str) -> bool:
    """Whether nobody can go into a place any more: it is on fire."""
    if place in position.vehicles:
        return position.vehicles[place].burning
    return position.buildings[ground_of(place)].burning


def _with_floor(position: Position, place: str) -> Position:
    """Return the position in which a floor is a place of its own, in the state of its building (9.0)."""
    ground = position.buildings[ground_of(place)]
    made = position.buildings.get(place, Building(ground.name, floors=0))
    shared = replace(made, state=ground.state, burning=ground.burning)
    return replace(position, buildings={**position.buildings, place: shared})


def _way(position: Position, act: Enter, who: str, building: Building) -> Ruling[Position] | None:
    """Return the question what is near enough to go in by, or why nothing is; None once it is told."""
    ways = (*((BY_BREACH,) if building.breaches else ()), BY_DOOR, TOO_FAR)
    if act.way is None:
        figure = position.figures[act.figure]
        by_die = reading(position, "fast_enters") == "roll"
        more = 0 if by_die else figure.has("fast") - figure.has("slow")
        door = f"a door within {2 + more} inch{'' if more < 0 else 'es'}"
        near = f"{door}, a window within {1 + more}" if more >= 0 else f"{door}, a window at hand"
        reason = ("Look what is near.", f"{who} is fast: an inch more.", f"{who} is slow: an inch less.")[
            more
        ]
        return allow(("5.5",), reason, {"way": Options(ways, text=f"What is near {who}: {near}?")})
    if act.way == TOO_FAR:
        return refuse(("5.5",), f"Nothing is near enough for {who} to go in by, as told.")
    return None


def enter_score(position: Position, act: Enter, place: str) -> Score:
    """Return what it takes to get in, taken apart (5.5)."""
    figure, building = position.figures[act.figure], position.buildings[place]
    higher = floor_of(place) > 1
    base = HIGHER_FLOOR if higher else NEEDED[building.state]
    what = "a higher floor" if higher else building.state
    return scores.score_of(
        Part(what, base, "5.5"),
        *helps(_as_it_enters(position, figure), "enter"),
        Part("tool", -max((items.effect(one.item, "enter") for one in figure.items), default=0), "11.0"),
        Part("a shell at the lock", -int(act.with_shell), "5.5"),
        *scores.harder(figure),
    )


def _as_it_enters(position: Position, figure: Figure) -> Figure:
    """Return a figure with the traits that change its die: fast and slow only by one reading (R-5.5a)."""
    if reading(position, "fast_enters") == "roll":
        return figure
    return replace(figure, traits=tuple(one for one in figure.traits if one not in QUICK))


def _break_in(position: Position, act: Enter, place: str) -> Ruling[Position]:
    building = position.buildings[place]
    by_breach = act.way == BY_BREACH or (floor_of(place) > 1 and building.entered)
    if building.state not in CLOSED or by_breach:
        return _inside(spend(position, act.figure, "enter"), act, place, None, "")
    score = enter_score(position, act, place)
    outcome = attempt(position, act, "enter", "enter", score, "5.5")
    if isinstance(outcome, Ruling):
        return outcome
    after = spend(position, act.figure, "enter")
    if act.with_shell:
        after = _fire_at_lock(after, act.figure)
    after, more = settle(after, act, sense=outcome.sense)
    if not outcome.success:
        story = f"{called(position, act.figure)} does not get into {said(place)}.{more}"
        return done(after, ("5.5",), story, score=outcome.score)
    made = replace(after.buildings[place], breaches=building.breaches + (floor_of(place) == 1))
    after = replace(after, buildings={**after.buildings, place: made})
    return _inside(after, act, place, outcome.score, more)


def _no_shell(position: Position, name: str) -> Ruling[Position] | None:
    held = position.figures[name].items
    if any(one.item in SHOTGUNS and one.loaded and not one.jammed for one in held):
        return None
    return refuse(("5.5",), f"{called(position, name)} has no loaded shotgun for the lock.", firm=True)


def _fire_at_lock(position: Position, name: str) -> Position:
    """Return the position after a shell was fired at a lock: one fewer, and its noise (6.0)."""
    figure = position.figures[name]
    gun = next(one for one in figure.items if one.item in SHOTGUNS and one.loaded and not one.jammed)
    kept = figure.with_item(replace(gun, loaded=gun.loaded - 1)).with_status("fired", position.turn + 1)
    return position.put(name, kept).count(f"shots {position.turn}").noise(name)


def _inside(position: Position, act: Enter, place: str, score: Score | None, more: str) -> Ruling[Position]:
    """Rule on what somebody meets who is in (9.2), and put him there. `position` is after the way in."""
    building, name = position.buildings[place], act.figure
    first = not building.entered and building.state in NEEDED
    dice = act.inside or ()
    wanted = inside_dice(building.state, dice) if first else 0
    if len(dice) < wanted:
        return allow(("9.2",), "The first to enter finds who is inside.", {"inside": wanted}, score)
    after = moved(position.put(name, zone=place), name)
    after = replace(after, buildings={**after.buildings, place: replace(building, entered=True)})
    if building.state == "barricaded" and after.figures[name].kind == "survivor":
        after = after.count(ENTERED_BARRICADED)
    story = f"{called(position, name)} is in {said(place)}."
    if first:
        after, met = _meet(after, place, building.state, dice)
        story = f"{story}{met}"
    return done(after, ("5.5", "9.2") if first else ("5.5",), f"{story}{more}", score=score)


def _half(die: int) -> int:
    return (die + 1) // 2


def inside_dice(state: str, dice: tuple[int, ...]) -> int:
    """Return how many dice tell by now who is inside a building that nobody has entered yet (9.2)."""
    found = bool(dice) and found_inside(state, dice[0])
    if not found or state == "unknown":
        return 1
    if state in {"ransacked", "ruin"}:
        return 2 + (_half(dice[1]) if len(dice) > 1 else 0)
    return 2


def found_inside(state: str, die: int) -> bool:
    """Whether somebody is inside: zombies on 1 or 2, ankle-biters on 1, survivors on 6 (9.2)."""
    if state == "barricaded":
        return die == scores.HIGHEST
    return die == 1 or (die == 2 and state in {"ransacked", "ruin"})


def _meet(position: Position, place: str, state: str, dice: tuple[int, ...]) -> tuple[Position, str]:
    """Return the position with those that are inside, and what to say of them (9.2)."""
    if not found_inside(state, dice[0]):
        return position, " Nobody else is there."
    count = _half(dice[1])
    if state == "barricaded":
        group = f"party_{position.made.get('independent', 0) + 1}"
        position, _ = position.add("independent", count, zone=place, group=group)
        return position.push(Task(ATTITUDE, group)), f" {counted(count, 'survivor')} in there."
    kinds: list[Kind] = ["ankle_biter"] * count
    if state != "intact":
        kinds = ["ankle_biter" if die <= 2 else "shuffler" for die in dice[2 : 2 + count]]
    for kind in kinds:
        position, _ = position.add(kind, zone=place)
    names = {"ankle_biter": "ankle-biter", "shuffler": "shuffler"}
    found = [counted(kinds.count(kind), names[kind]) for kind in ("ankle_biter", "shuffler") if kind in kinds]
    return position, f" In there: {' and '.join(found)}."


def _board(position: Position, act: Enter, place: str) -> Ruling[Position]:
    """Rule on getting into a vehicle (5.5, 9.2)."""
    name, vehicle = act.figure, position.vehicles[place]
    if len(inside(position, place)) >= seats(position, vehicle):
        return refuse(("7.1",), f"{said(place).capitalize()} is full: it seats {seats(position, vehicle)}.")
    if act.way is None:
        ask = Options(
            (BY_DOOR, TOO_FAR),
            text=f"Is {called(position, name)} within 2 inches of a door of {said(place)}?",
        )
        return allow(("5.5",), "A door within 2 inches.", {"way": ask})
    if act.way == TOO_FAR:
        return refuse(("5.5",), f"{called(position, name)} is not near enough to {said(place)}, as told.")
    first = not (vehicle.checked or vehicle.searched or vehicle.entered)
    dice = act.inside or ()
    if first and not dice:
        return allow(("9.2",), "An ankle-biter may be inside.", {"inside": 1})
    after = moved(spend(position, name, "enter").put(name, zone=place), name)
    seated = replace(vehicle, entered=True, driver=vehicle.driver or name)
    after, story = (
        replace(after, vehicles={**after.vehicles, place: seated}),
        f"{called(position, name)} is in {said(place)}.",
    )
    if first and dice[0] == 1:
        after, _ = after.add("ankle_biter", zone=place)
        story = f"{story} So is an ankle-biter."
    return done(after, ("5.5", "9.2") if first else ("5.5",), story)


def judge_exit(position: Position, act: Exit) -> Ruling[Position]:
    """Rule on leaving a building or a vehicle (5.5)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "exit"):
        return no
    zone = position.figures[name].zone
    if zone in position.vehicles:
        vehicle = position.vehicles[zone]
        after = moved(spend(position, name, "exit").put(name, zone=STREET), name)
        out = replace(vehicle, driver="" if vehicle.driver == name else vehicle.driver)
        after = replace(after, vehicles={**after.vehicles, zone: out})
        return done(after, ("5.5",), f"{who} gets out of {said(zone)}, beside it.")
    if zone not in position.buildings:
        return refuse(("5.5",), f"{who} is in no building and in no vehicle.", firm=True)
    if act.jump:
        return _jump(position, act, zone)
    after = spend(position, name, "exit")
    if floor_of(zone) > 1:
        below = floor(zone, floor_of(zone) - 1)
        return done(moved(after.put(name, zone=below), name), ("5.5",), f"{who} goes down to {said(below)}.")
    by = "2 inches of a door or a breach"
    if position.buildings[zone].state != "barricaded":
        by = f"{by}, or within 1 inch of a window"
    return done(
        moved(after.put(name, zone=STREET), name), ("5.5",), f"{who} is outside {said(zone)}, within {by}."
    )


def _jump(position: Position, act: Exit, zone: str) -> Ruling[Position]:
    """Rule on leaving by a window above the ground: with a rope, or by a fall (5.5, 8.1)."""
    name, who = act.figure, called(position, act.figure)
    if floor_of(zone) == 1:
        return refuse(("5.5",), f"{who} is on the ground: nobody falls there.", firm=True)
    after = moved(spend(position, name, "exit").put(name, zone=STREET), name)
    if after.figures[name].carries("rope") and floor_of(zone) <= ROPE_REACHES:
        after = after.put(name, items.taken(after.figures[name], "rope"))
        return done(after, ("5.5", "11.1"), f"{who} climbs down the rope, which stays behind.")
    if act.fall_inches is None:
        ask = Ask(f"How far does {who} fall?")
        return allow(("5.5", "8.1"), "Without a rope it is a fall.", {"fall_inches": ask})
    dice = falling_dice(act.fall_inches)
    if len(act.fall or ()) < dice:
        return allow(("8.1",), "A die against the height, and one for the harm.", {"fall": dice})
    after, harm = fall(after, name, act.fall_inches, act.fall or ())
    return done(after, ("5.5", "8.1"), f"{who} jumps {act.fall_inches:g} inches down: {harm}.")


def judge_barricade(position: Position, act: Barricade) -> Ruling[Position]:
    """Rule on closing a breach (5.9)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "barricade"):
        return no
    figure = position.figures[name]
    building = position.buildings.get(figure.zone)
    if building is None:
        return refuse(("5.9",), f"{who} is in no building.", firm=True)
    if building.state not in CLOSED:
        return refuse(("5.9",), f"{said(figure.zone).capitalize()} is {building.state}: nothing holds there.")
    if not building.breaches:
        return refuse(("5.9",), f"{said(figure.zone).capitalize()} has no breach to close.")
    tools = max((items.effect(one.item, "barricade") for one in figure.items), default=0)
    score = scores.score_of(
        Part("barricade", CLOSES, "5.9"),
        *helps(figure, "barricade"),
        Part("tools", -tools, "11.1"),
        *scores.harder(figure),
    )
    outcome = attempt(position, act, "barricade", "barricade", score, "5.9")
    if isinstance(outcome, Ruling):
        return outcome
    after, more = settle(spend(position, name, "barricade"), act, sense=outcome.sense)
    if not outcome.success:
        return done(after, ("5.9",), f"{who} cannot close the breach.{more}", score=outcome.score)
    closed = replace(building, breaches=building.breaches - 1)
    after = replace(after, buildings={**after.buildings, figure.zone: closed})
    return done(after, ("5.9",), f"{who} closes a breach of {said(figure.zone)}.{more}", score=outcome.score)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield the ways in which a figure may enter, leave or barricade."""
    figure = position.figures[name]
    if doors(position, name):
        yield Enter(figure.seat, name)
        if _no_shell(position, name) is None:
            yield Enter(figure.seat, name, with_shell=True)
    if figure.zone in position.buildings or figure.zone in position.vehicles:
        yield Exit(figure.seat, name)
        if floor_of(figure.zone) > 1:
            yield Exit(figure.seat, name, jump=True)
    building = position.buildings.get(figure.zone)
    if figure.kind == "survivor" and building is not None and building.state in CLOSED:
        yield Barricade(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Enter: judge_enter,
    Exit: judge_exit,
    Barricade: judge_barricade,
}
