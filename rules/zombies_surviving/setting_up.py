"""Before the first turn (1.0): characters, buildings, tokens, objectives, scenarios."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from rules.fields import action, asked, picked, position
from rules.questions import REFEREE, TABLE, Question
from rules.ruling import Options, Ruling, allow, done, refuse
from rules.sentences import counted
from rules.zombies_surviving.characters import (
    Character,
    character_of,
    faults,
    figure_id,
    figure_of,
    is_reserved,
    item_faults,
    items,
    ready,
    reserved,
    rounds,
    total,
    unseen,
)
from rules.zombies_surviving.charts import OWNERS, charts
from rules.zombies_surviving.goals import goal_of, living, offered, personal
from rules.zombies_surviving.items import sold_by
from rules.zombies_surviving.menace.groups import joined
from rules.zombies_surviving.options import READINGS
from rules.zombies_surviving.position import (
    STREET,
    SYSTEM,
    Attitude,
    Building,
    Goal,
    Item,
    Kind,
    Position,
    Status,
    Vehicle,
    in_words,
    moved,
)
from rules.zombies_surviving.survival import canada

Edge = Literal["north", "east", "south", "west"]
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
MOST_BUILDINGS, MOST_VEHICLES, MOST_GOALS, MOST_TURNS, MOST_FLOORS = 12, 12, 6, 50, 20
MOST_POINTS, MOST_PLACED, UNSEEN = 20, 60, -1
LENGTH = 120
"""The longest name or objective of a scenario."""
ROLLED, CARDS, COUNTRY = "rolled", "cards", "country"
NIGHT, CITY, SENTRY = "night", "city", "sentry"
"""Numbers of the whole game, 1 at night and in a city; and the state of somebody on a round (4.3)."""
ROSTER, SCENARIO = "referee-roster/1", "referee-scenario/1"
TITLE = {
    "p1": "Player 1",
    "p2": "Player 2",
    "p3": "Player 3",
    "p4": "Player 4",
    "p5": "Player 5",
    "p6": "Player 6",
}


def player(seat: str) -> str:
    """Return what a story calls a seat."""
    return TITLE.get(seat, seat)


@position
class Placed:
    """Figures of a scenario that stand on the table from the start (1.0): zombies, dogs, or strangers.

    `place` is the name of a building, "" for the street. Only strangers have an attitude and things, and may
    be sentries (4.3).
    """

    kind: Kind
    count: int = 1
    place: str = ""
    attitude: Attitude = ""
    sentry: bool = False
    items: tuple[Item, ...] = ()


@position
class Scenario:
    """A game that is set up beforehand, as a file has it (1.0).

    `characters` are for the players in turn: the first of them for the first player. Without any, players
    make their own. `figures` are those that the referee runs.
    """

    name: str = ""
    format: str = SCENARIO
    system: str = SYSTEM
    edge: Edge = "south"
    turns: int = 0
    events: Literal["rolled", "cards"] = "rolled"
    buildings: tuple[Building, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    goals: tuple[Goal, ...] = ()
    characters: tuple[Character, ...] = ()
    figures: tuple[Placed, ...] = ()
    night: bool = False
    city: bool = False


@action
class Recruit:
    """Put one of the characters that come with the game on the table (1.1)."""

    seat: str
    character: str | None = picked("Who is it?")


@action
class CreateCharacter:
    """Make a character by points (1.1)."""

    seat: str
    name: str = ""
    traits: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


@action
class UseRoster:
    """Put the characters of a file, called `file`, on the table: those of an earlier game (1.1)."""

    seat: str
    characters: tuple[Character, ...] = ()
    name: str = ""
    format: str = ROSTER
    system: str = SYSTEM
    file: str = ""


@action
class Dismiss:
    """Send a character away again before the game (1.1)."""

    seat: str
    figure: str


@action
class Ready:
    """Say that one's characters are complete (1.1)."""

    seat: str


@action
class LayOut:
    """Say what stands on the table, and from which edge the characters come (1.2)."""

    buildings: int | None = asked("How many buildings stand on the table?", most=MOST_BUILDINGS)
    ruins: int | None = asked("How many ruins?", most=MOST_BUILDINGS)
    vehicles: int | None = asked("How many vehicles?", most=MOST_VEHICLES)
    edge: Edge | None = picked("From which edge do the characters come?")


@action
class TellVehicle:
    """Say what kind a vehicle on the table is (7.1)."""

    vehicle: str | None = picked("Which vehicle?")
    kind: str | None = picked("What is it?")


@action
class UseScenario:
    """Set the table up by a scenario (1.0). `file` is what its file is called."""

    scenario: Scenario
    file: str = ""


@action
class ChooseGoal:
    """Choose the primary objective (1.4)."""

    goal: str | None = picked("What must be done to win?")


@action
class ChooseObjective:
    """Choose a personal objective in secret (1.4)."""

    seat: str
    objective: str | None = picked("Which objective is yours alone?", secret="objectives")


@action
class Begin:
    """Begin the first turn (1.2, 2.0)."""


ACTIONS: tuple[type, ...] = (
    Recruit,
    CreateCharacter,
    UseRoster,
    Dismiss,
    Ready,
    LayOut,
    TellVehicle,
    UseScenario,
    ChooseGoal,
    ChooseObjective,
    Begin,
)
_LAID_OUT, _POINTS, _SECRET, _CARDS = "laid_out", "points", "secret_objectives", "event_cards"


def start(options: Mapping[str, Any]) -> Position:
    """Return a table before anything is set up, with what it was made with."""
    seats = tuple(f"p{n + 1}" for n in range(int(options.get("players", 1))))
    counts = {
        _POINTS: int(options.get("points", 0)),
        _SECRET: int(options.get("objectives") == "secret"),
        _CARDS: int(options.get("events") == CARDS),
        NIGHT: int(bool(options.get(NIGHT))),
    }
    chosen = {name: str(options[name]) for name in (*READINGS, COUNTRY) if name in options}
    if rows := options.get(OWNERS):
        chosen[OWNERS] = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return Position(seats=seats, counts=counts, limit=int(options.get("turns", 0)), options=chosen)


def questions(position: Position) -> Iterator[Question[object]]:
    """Yield what is still to be set up."""
    p = position
    if not p.counts.get(_LAID_OUT):
        everybody = (TABLE, *p.seats)
        yield Question("the table", everybody, (LayOut(),), accepts=(UseScenario,), beside=True)
    elif p.vehicles:
        yield Question("the vehicles", (TABLE, *p.seats), (TellVehicle(),), optional=True, beside=True)
    if not p.goals:
        yield Question("the objective", (TABLE, *p.seats), (ChooseGoal(),), beside=True)
    for seat in p.seats:
        if p.counts.get(_SECRET):
            chosen = seat in p.objectives
            secret = (ChooseObjective(seat),)
            yield Question(f"secret objective {seat}", (seat,), secret, optional=chosen, beside=True)
    for seat in p.seats:
        mine = p.of_seat(seat)
        answers: list[object] = [Ready(seat)] if mine and seat not in p.ready else []
        answers += [Recruit(seat)] if _affordable(p, seat) else []
        answers += [Dismiss(seat, name) for name in mine]
        answers += [canada.ComeFrom(seat, name) for name in mine if p.canada]
        made: tuple[type[object], ...] = (CreateCharacter, UseRoster)
        yield Question(
            f"characters {seat}", (seat,), tuple(answers), made, optional=seat in p.ready, beside=True
        )
    if is_complete(p):
        yield Question("begin", (REFEREE,), (Begin(),))


def is_complete(position: Position) -> bool:
    """Whether all that a game needs is set up."""
    p = position
    secret = not p.counts.get(_SECRET) or all(seat in p.objectives for seat in p.seats)
    return bool(p.counts.get(_LAID_OUT) and p.goals and secret and all(s in p.ready for s in p.seats))


def points_left(position: Position, seat: str) -> int | None:
    """Return how many points a player has left, or None where there is no limit."""
    if not (points := position.counts.get(_POINTS, 0)):
        return None
    figures = ((name, position.figures[name]) for name in position.of_seat(seat))
    return max(0, points - sum(total(character_of(one, name)) for name, one in figures))


def _affordable(position: Position, seat: str) -> list[str]:
    """Return whom of the characters that come with the game a player may take.

    The last of them are kept for players who have nobody yet (R-1.1d).
    """
    left = points_left(position, seat)
    free = [id_ for id_ in ready() if id_ not in position.figures]
    without = [other for other in position.seats if other != seat and not position.of_seat(other)]
    if position.of_seat(seat) and len(free) <= len(without):
        return []
    return [id_ for id_ in free if left is None or total(ready()[id_]) <= left]


def judge_recruit(position: Position, action: Recruit) -> Ruling[Position]:
    """Rule on taking one of the characters that come with the game (1.1)."""
    if action.character is None:
        options = Options(tuple(_affordable(position, action.seat)))
        return allow(("1.1",), "One of those who are free and not too dear.", {"character": options})
    return _joined(position, action.seat, (ready()[action.character],))


def judge_create(position: Position, action: CreateCharacter) -> Ruling[Position]:
    """Rule on a character made by points (1.1)."""
    made = Character(action.name, action.traits, tuple(Item(one, sold_by(one)) for one in action.items))
    return _joined(position, action.seat, (made,))


def judge_roster(position: Position, action: UseRoster) -> Ruling[Position]:
    """Rule on the characters of a file (1.1)."""
    if wrong := _other_file(action.format, action.system, ROSTER):
        return refuse(("1.1",), wrong, firm=True)
    return _joined(position, action.seat, action.characters, earlier=True)


def without_limit(position: Position) -> Position:
    """Return a table at which characters may cost what they like, which all must agree to (R-1.1e)."""
    return replace(position, counts={**position.counts, _POINTS: 0})


def wrong_file(action: object) -> str:
    """Return what is wrong with what the file in the JSON of an action says of itself, or ""."""
    if not isinstance(action, Mapping):
        return ""
    files = {"use_roster": (action, ROSTER), "use_scenario": (action.get("scenario"), SCENARIO)}
    file, wanted = files.get(str(action.get("do")), (None, ""))
    if not isinstance(file, Mapping):
        return ""
    return _other_file(str(file.get("format", wanted)), str(file.get("system", SYSTEM)), wanted)


def _other_file(format_: str, system: str, wanted: str) -> str:
    """Return what is wrong with what a file says of itself, or ""."""
    if format_ != wanted:
        return f"The format of the file is “{format_[:40]}”, not “{wanted}”."
    return "" if system == SYSTEM else f"The file is for another game: “{system[:40]}”."


def _joined(
    position: Position, seat: str, new: Sequence[Character], *, earlier: bool = False
) -> Ruling[Position]:
    """Return the ruling on new characters. Those of an `earlier` game may be too dear if all agree."""
    left = points_left(position, seat)
    found = faults(new, taken=tuple(position.figures), earlier=earlier)
    places = {*position.buildings, *position.vehicles}
    found += [_two_things(one.name) for one in new if figure_id(one.name) in places]
    wrong, spent = bool(found), sum(map(total, new))
    if left is not None and spent > left:
        found.append(f"That costs {spent} points, and {counted(left, 'point')} may still be spent.")
    if found:
        return refuse(("1.1",), " ".join(found), firm=wrong or not earlier)
    p = position
    for one in new:
        p = p.put(figure_id(one.name), figure_of(one, seat))
    p = replace(p, ready=tuple(one for one in p.ready if one != seat))
    names = ", ".join(f"{one.name} ({total(one)} points)" for one in new)
    return done(p, ("1.1",), f"{player(seat)} plays {names}.")


def judge_dismiss(position: Position, action: Dismiss) -> Ruling[Position]:
    """Rule on sending a character away before the game (1.1)."""
    name = position.figures[action.figure].name
    ready_ = tuple(one for one in position.ready if one != action.seat)
    after = replace(position.without(action.figure), ready=ready_)
    return done(after, ("1.1",), f"{player(action.seat)} sends {name} away.")


def judge_ready(position: Position, action: Ready) -> Ruling[Position]:
    """Rule on a player's characters being complete (1.1)."""
    after = replace(position, ready=(*position.ready, action.seat))
    return done(after, ("1.1",), f"{player(action.seat)} is ready.")


def judge_lay_out(position: Position, action: LayOut) -> Ruling[Position]:
    """Rule on what stands on the table (1.2, 9.0)."""
    needs: Mapping[str, Any] = {"edge": Options(EDGES), "buildings": 1, "ruins": 1, "vehicles": 1}
    if missing := {name: need for name, need in needs.items() if getattr(action, name) is None}:
        return allow(
            ("1.2",),
            "Count what stands on the table, and agree which building is number 1, 2 and so on.",
            missing,
        )
    buildings = [Building() for _ in range(action.buildings or 0)]
    ruins = [Building(state="ruin") for _ in range(action.ruins or 0)]
    vehicles = tuple(Vehicle("car") for _ in range(action.vehicles or 0))
    p = _stand(position, (*buildings, *ruins), vehicles)
    what = (
        counted(action.buildings or 0, "building"), counted(action.ruins or 0, "ruin"),
        counted(action.vehicles or 0, "vehicle"),
    )  # fmt: skip
    after = replace(p.count(_LAID_OUT), edge=action.edge or "")
    return done(after, ("1.2",), f"On the table: {', '.join(what)}. Starting edge: {action.edge}.")


def untouched(position: Position) -> tuple[str, ...]:
    """Return the vehicles whose kind may be said (7.1): all before the game, then those nobody was at."""
    p = position
    used = {
        *(figure.zone for figure in p.figures.values()), *(noise.where for noise in p.noises),
        *p.tokens.values(), *(name.split()[-1] for name in p.counts),
    }  # fmt: skip
    return tuple(
        name
        for name, one in p.vehicles.items()
        if p.phase == "set_up" or (one == Vehicle(one.kind, one.name) and name not in used)
    )


def judge_vehicle(position: Position, action: TellVehicle) -> Ruling[Position]:
    """Rule on what kind a vehicle is (7.1): one without a name of its own is called by its kind."""
    there, id_, kind = position.vehicles, action.vehicle, action.kind
    if id_ is None:
        return allow(("7.1", "R-7.1c"), "Else it is a car.", {"vehicle": Options(untouched(position))})
    if id_ not in there:
        return refuse(("7.1",), f"There is no vehicle “{id_[:40]}” on the table.", firm=True)
    if id_ not in untouched(position):
        return refuse(("7.1",), f"Somebody has been at {there[id_].name}: it stays what it is.", firm=True)
    if kind is None:
        return allow(("7.1",), "As the table of vehicles has it.", {"kind": Options(vehicle_kinds())})
    if kind not in vehicle_kinds():
        return refuse(("7.1",), f"No vehicle is called “{kind[:20]}”.", firm=True)
    others = {name: one for name, one in there.items() if name != id_}
    new, name = id_, there[id_].name
    if name == _words(id_):
        new = next(f"{kind}_{n}" for n in range(1, len(there) + 1) if f"{kind}_{n}" not in others)
        name = _words(new)
    told = replace(there[id_], kind=kind, name=name)
    cars = {new if one == id_ else one: told if one == id_ else other for one, other in there.items()}
    after = moved(replace(position, vehicles=cars), id_)
    return done(after, ("7.1",), f"{there[id_].name} is a {_words(kind).lower()}.")


def _stand(position: Position, buildings: Sequence[Building], vehicles: Sequence[Vehicle]) -> Position:
    """Return the position with buildings and vehicles, each with an id and a name."""
    made: dict[str, Building] = {}
    for one in buildings:
        id_ = figure_id(one.name) or _unnamed("ruin" if one.state == "ruin" else "building", made)
        made[id_] = replace(one, name=one.name or _words(id_))
    cars: dict[str, Vehicle] = {}
    for vehicle in vehicles:
        id_ = figure_id(vehicle.name) or _unnamed(vehicle.kind, cars)
        cars[id_] = replace(vehicle, name=vehicle.name or _words(id_))
    return replace(position, buildings=made, vehicles=cars)


def _unnamed(kind: str, others: Collection[str]) -> str:
    """Return the id of a place without a name of its own: "building_2"."""
    return f"{kind}_{sum(name.startswith(f'{kind}_') for name in others) + 1}"


def _words(id_: str) -> str:
    return id_.replace("_", " ").capitalize()


def _two_things(name: str) -> str:
    return f"{name.strip()[:40]} is the name of a figure, and of a place."


def judge_scenario(position: Position, action: UseScenario) -> Ruling[Position]:
    """Rule on setting the table up by a scenario (1.0)."""
    one = action.scenario
    if found := list(scenario_faults(one, len(position.seats), tuple(position.figures))):
        return refuse(("1.0",), " ".join(found), firm=True)
    p = _stand(position, one.buildings, one.vehicles)
    for n, character in enumerate(one.characters):
        seat = p.seats[n % len(p.seats)]
        p = p.put(figure_id(character.name), figure_of(character, seat))
    for placed in one.figures:
        p = _placed(p, placed)
    night = int(one.night or bool(p.counts.get(NIGHT)))
    counts = {**p.counts, _LAID_OUT: 1, _CARDS: int(one.events == CARDS), NIGHT: night, CITY: int(one.city)}
    p = replace(
        p, counts=counts, goals=one.goals or p.goals, edge=one.edge, limit=one.turns or p.limit,
        ready=p.seats if one.characters else p.ready,
    )  # fmt: skip
    return done(p, ("1.0",), f"The scenario is {one.name}. Starting edge: {one.edge}.")


def _placed(position: Position, placed: Placed) -> Position:
    """Return the position with figures of a scenario, as a group."""
    loaded = tuple(replace(one, loaded=one.loaded or rounds(one.item)) for one in placed.items)
    states = (Status(SENTRY),) if placed.sentry else ()
    zone = figure_id(placed.place) or STREET
    position, names = position.add(
        placed.kind, placed.count, zone=zone, attitude=placed.attitude, items=loaded, statuses=states
    )
    return joined(position, names)


def scenario_faults(one: Scenario, players: int = 1, taken: Sequence[str] = ()) -> Iterator[str]:
    """Yield a sentence for each fault of a scenario. `taken` are the figures on the table already."""
    if wrong := _other_file(one.format, one.system, SCENARIO):
        yield wrong
        return
    if not one.name.strip():
        yield "A scenario needs a name."
    if len(one.name) > LENGTH:
        yield f"The name of a scenario has at most {LENGTH} characters."
    yield from unseen(one.name, "The name of a scenario")
    if not 0 <= one.turns <= MOST_TURNS:
        said = f"A scenario has 1 to {MOST_TURNS} turns, or 0 for no last one, not {one.turns}."
        yield said.replace("-", "−")
    yield from _table_faults(one, taken)
    yield from _goal_faults(one.goals)
    yield from _placed_faults(one)
    if one.characters:
        yield from faults(one.characters, taken=taken)
        if len(one.characters) < players:
            has = len(one.characters)
            yield f"{counted(players, 'player')} need as many characters; the scenario has {has}."


def _place_names(one: Scenario) -> list[str]:
    named = [building.name for building in one.buildings] + [vehicle.name for vehicle in one.vehicles]
    return [name for name in named if name]


def _table_faults(one: Scenario, taken: Sequence[str]) -> Iterator[str]:
    if len(one.buildings) > 2 * MOST_BUILDINGS or len(one.vehicles) > MOST_VEHICLES:
        yield f"A table has at most {2 * MOST_BUILDINGS} buildings and {MOST_VEHICLES} vehicles."
    yield from _name_faults(one, taken)
    for building in one.buildings:
        who = building.name or "A building"
        yield from _range_fault(f"{who} has", building.floors, 1, MOST_FLOORS, "floors")
        yield from _range_fault(f"{who} has", building.breaches, 0, MOST_FLOORS, "breaches")
    for vehicle in one.vehicles:
        if vehicle.kind not in vehicle_kinds():
            yield f"No vehicle is called “{vehicle.kind[:20]}”."
        if vehicle.points != UNSEEN:
            who = vehicle.name or "A vehicle"
            yield from _range_fault(f"{who} has", vehicle.points, 0, MOST_POINTS, "damage points")
        if vehicle.driver:
            yield f"Nobody drives before the game: {vehicle.driver[:40]}."


def _range_fault(who: str, number: int, least: int, most: int, what: str) -> Iterator[str]:
    if not least <= number <= most:
        yield f"{who} {least} to {most} {what}, not {number}.".replace("-", "−")


def _name_faults(one: Scenario, taken: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each name of a place that could be taken for something else."""
    names = [figure_id(name) for name in _place_names(one)]
    people = {*taken, *(figure_id(character.name) for character in one.characters)}
    for name in _place_names(one):
        if len(name) > LENGTH:
            yield f"{name[:40]} …: the name of a place has at most {LENGTH} characters."
        if not figure_id(name):
            yield f"“{name[:40]}”: the name of a place has a letter in it."
        if is_reserved(name):
            yield reserved(name)
        yield from unseen(name, "The name of a place")
        if figure_id(name) in people:
            yield _two_things(name)
    for twice in sorted({name for name in names if name and names.count(name) > 1}):
        yield f"{_words(twice)} is the name of two places."


def _goal_faults(goals: Sequence[Goal]) -> Iterator[str]:
    if len(goals) > MOST_GOALS:
        yield f"A scenario has at most {MOST_GOALS} objectives."
    for goal in goals:
        if not goal.text.strip() or len(goal.text) > LENGTH:
            yield f"An objective is a sentence of at most {LENGTH} characters."
        yield from unseen(goal.text, "An objective")
        if goal.needed < 1:
            yield f"{goal.text[:40]}: at least 1 is needed, not {goal.needed}.".replace("-", "−")
        if goal.measure == "item" and not goal.item:
            yield f"{goal.text[:40]}: say which item."
        elif goal.measure == "item" and goal.item not in items():
            yield f"{goal.text[:40]}: nothing is called “{goal.item[:20]}”."


def _placed_faults(one: Scenario) -> Iterator[str]:
    if sum(placed.count for placed in one.figures) > MOST_PLACED:
        yield f"A scenario has at most {MOST_PLACED} figures besides its characters."
    places = {figure_id(building.name) for building in one.buildings if building.name}
    for placed in one.figures:
        what = in_words(placed.kind)
        if placed.kind in {"survivor", "corpse"}:
            yield f"A scenario places no {what}; its characters are on their own list."
        if placed.count < 1:
            yield f"At least 1 {what} stands there, not {placed.count}.".replace("-", "−")
        if placed.place and figure_id(placed.place) not in places:
            yield f"No building is called “{placed.place[:40]}”."
        if placed.kind != "independent" and (placed.attitude or placed.sentry or placed.items):
            yield f"Only independent survivors have an attitude, things and a round, and no {what}."
        yield from item_faults(placed.items, "An independent survivor")


def vehicle_kinds() -> tuple[str, ...]:
    """Return the ids of the kinds of vehicles (7.4)."""
    rows = ((row.value, row.label) for row in charts()["7.4"].entries)
    return tuple(
        str(v["kind"]) if isinstance(v, dict) and "kind" in v else figure_id(label) for v, label in rows
    )


def judge_goal(position: Position, action: ChooseGoal) -> Ruling[Position]:
    """Rule on the primary objective (1.4)."""
    if action.goal is None:
        return allow(("1.4",), "All play for it together.", {"goal": Options(tuple(offered()))})
    goal = goal_of(action.goal, len(position.seats))
    return done(replace(position, goals=(goal,)), ("1.4",), f"Primary objective: {goal.text}.")


def judge_objective(position: Position, action: ChooseObjective) -> Ruling[Position]:
    """Rule on a personal objective, which nobody else sees before the end (1.4)."""
    if action.objective is None:
        need = {"objective": Options(tuple(personal()))}
        return allow(("1.4",), "Nobody else sees it before the end of the game.", need)
    objectives = {**position.objectives, action.seat: action.objective}
    story = f"{player(action.seat)} has chosen a secret objective."
    return done(replace(position, objectives=objectives), ("1.4",), story)


def tokens(position: Position) -> int:
    """Return how many incident tokens a game begins with (1.2)."""
    return len(living(position)) + len(position.buildings) // 2


def judge_begin(position: Position, _action: Begin) -> Ruling[Position]:
    """Rule on the beginning of the first turn, which is a survival phase alone (1.2, 1.3, 2.0)."""
    p, count = position, tokens(position)
    laid = {f"token_{n + 1}": "street" for n in range(count)}
    cards = tuple(sorted(int(row.label) for row in charts()["12"].entries)) if p.counts.get(_CARDS) else ()
    made = {**p.made, "token": count}
    after = canada.begin(replace(p, phase="survival", tokens=laid, deck=cards, made=made))
    away = f"at least 6 inches from the {p.edge} edge" if p.edge else "at least 6 inches from the edge"
    numbered = f", numbered 1 to {count}" if count > 1 else ""
    lay = f"Lay out {counted(count, 'incident token')} at random{numbered}, {away}. " if count else ""
    aside = "Five event cards are laid aside unseen. " if cards else ""
    story = f"{lay}{aside}The characters stand at the starting edge, and the survivors begin."
    return done(after, ("1.2", "1.3", "2.0") if cards else ("1.2", "2.0"), story)


JUDGES: Mapping[type, Any] = {
    Recruit: judge_recruit,
    CreateCharacter: judge_create,
    UseRoster: judge_roster,
    Dismiss: judge_dismiss,
    Ready: judge_ready,
    LayOut: judge_lay_out,
    TellVehicle: judge_vehicle,
    UseScenario: judge_scenario,
    ChooseGoal: judge_goal,
    ChooseObjective: judge_objective,
    Begin: judge_begin,
}
