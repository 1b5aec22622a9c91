"""Zombies (4.1): they go at whom they see, towards noise, or at random; then they attack.

People say which zombies are nearest to a human whom they see, so one answer gives the next group and its
target. The dice of its moves fall before the distance is asked, and are the limits of that question: its
answer says how many of them arrive, and whom one that is to spare can reach. All other groups go without a
question, or with one where there is noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from rules.fields import Inches, action, asked, rolled
from rules.ruling import Ask, Options, Ruling, allow, done, refuse
from rules.sentences import sentence
from rules.zombies_surviving import scores
from rules.zombies_surviving.items import effect
from rules.zombies_surviving.menace import siege
from rules.zombies_surviving.menace.groups import (
    CLOCK,
    NOBODY,
    acted,
    at_hand,
    called,
    clock,
    clustered,
    contacts,
    everybody,
    go,
    group_of,
    groups,
    has_acted,
    humans,
    joined,
    numbers,
    on_table,
    quick_dice,
    random_inches,
    title,
    zombies,
)
from rules.zombies_surviving.menace.groups import inches as inches_of
from rules.zombies_surviving.position import HUMANS, STREET, ZOMBIES, Kind, Position, Task, known, remember
from rules.zombies_surviving.survival import melee
from rules.zombies_surviving.survival.economy import HIDDEN, INCAPACITATED, PRONE, said
from rules.zombies_surviving.survival.places import vehicles
from rules.zombies_surviving.survival.rolls import told

SIGHT, SIGHT_IN_RAIN, DOG_SIGHT = 24, 18, 12
RAIN, LIGHT = "rain", "flashlight"
DOG: Kind = "feral_dog"
AT_HUMANS, AT_DOGS, THE_REST = range(3)
"""What is asked now: which zombies see a human, then which see a dog; the rest see nobody."""
MOST_PAIRS = 48
GROANS = 5
BAND, BEYOND = 3, 99
"""A band of distances with somebody else who is near has three words: "5 7 ben"; the last goes this far."""
WAY = "way"
"""The fact how far a zombie has still to go at most to whom it went at, while neither moves."""
ALONE = "alone"
"""The state of a human of whom people have said that no other is near enough for spare zombies."""


@action
class ZombiesGo:
    """The zombies that are nearest to somebody whom they see go at him (4.1)."""

    group: str | None = asked("Which zombies are nearest to a human whom they see?")
    pair: str | None = asked("Who goes at whom?")
    inches: Inches | None = asked("How far must they go?", most=72, halves=True, unit="inch")
    quick: tuple[int, ...] | None = rolled("zombies go")
    siege: Mapping[str, int] | None = rolled("zombies at a building")
    at_breach: bool | None = asked("Is a breach within 2 inches of them?")
    forced: Mapping[str, int] | None = rolled("zombies force their way in")
    other: str | None = asked("How far must they go, and whom else can they reach?")


@action
class ZombiesWander:
    """Zombies that see nobody go towards a noise, or at random (4.1)."""

    group: str
    quick: tuple[int, ...] | None = rolled("zombies go")
    direction: int | None = rolled("direction", CLOCK)
    noise: str | None = asked("Which noise do they go towards, or at whom do they get?")


@action
class ZombiesJoin:
    """Groups that have come within 2 inches of each other are one (4.1)."""

    group: str | None = asked("Which zombies stand within 2 inches of others?")
    pair: str | None = asked("Which groups stand within 2 inches of each other?")


@action
class ZombieAttack:
    """A zombie attacks somebody within half an inch (4.1)."""

    figure: str
    target: str
    who: int | None = rolled("who is hit")
    open_top: bool | None = asked("Is the vehicle open at the top?")
    hit: tuple[int, ...] | None = rolled("hit")
    damage: tuple[int, ...] | None = rolled("damage")


@action
class BossGroan:
    """A boss groans as it attacks: a noise, and perhaps a token at an edge (4.1)."""

    figure: str
    edge: bool | None = asked("Is it within 12 inches of an edge of the table?")
    die: int | None = rolled("groan")


ACTIONS: tuple[type, ...] = (ZombiesGo, ZombiesWander, ZombiesJoin, ZombieAttack, BossGroan)


def sight(position: Position) -> int:
    """Return how far zombies see humans: less in the rain (4.1, 12)."""
    return SIGHT_IN_RAIN if any(one.name == RAIN for one in position.events) else SIGHT


def lit(position: Position) -> tuple[str, ...]:
    """Return the humans with a light at night, whom zombies see from farther (11.2)."""
    return tuple(n for n in humans(position) if position.figures[n].carries(LIGHT)) if position.night else ()


def _within(position: Position, far: int, stage: int) -> str:
    """Return how far zombies see, in words: "24 inches (Ana with a light: 36)"."""
    lights = lit(position) if stage == AT_HUMANS else ()
    more = f" ({sentence(everybody(position, lights))} with a light: {far + farther_lit()})" if lights else ""
    return f"{far} inches{more}"


def farther_lit() -> int:
    """Return from how many inches farther somebody with a light is seen at night (11.2)."""
    return effect(LIGHT, "seen_at_night")


def to_go(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the groups of zombies that have yet to move in this turn."""
    found: dict[str, list[str]] = {}
    for name, figure in position.figures.items():
        if figure.kind in ZOMBIES and not figure.seat and figure.on_table and not has_acted(position, name):
            found.setdefault(figure.group or name, []).append(name)
    return {group: tuple(names) for group, names in found.items()}


def stand(position: Position, stage: int) -> Position:
    """Return the position in which those who stand at a human, or at last at a dog, have moved: they stay."""
    near, whom = contacts(position), HUMANS if stage == AT_HUMANS else (*HUMANS, DOG)
    staying = [
        name
        for names in to_go(position).values()
        for name in names
        if at_hand(position, name, whom, near) or position.figures[name].status(INCAPACITATED)
    ]
    return acted(position, staying) if staying else position


def pairs(position: Position, stage: int) -> Mapping[str, tuple[str, str]]:
    """Return which groups may see whom, as "A ana", but for what was told otherwise."""
    if stage == AT_DOGS:
        whom, far = (
            tuple(n for n in position.of_kind("feral_dog") if on_table(position.figures[n])),
            DOG_SIGHT,
        )
    else:
        whom, far = humans(position), sight(position)
    whom = tuple(name for name in whom if not position.figures[name].status(HIDDEN))
    unseen = _unseen(position, far)
    return {
        f"{group} {target}": (group, target)
        for group, names in to_go(position).items()
        for target in whom
        if not unseen or not all((name, target) in unseen for name in names)
    }


def _unseen(position: Position, far: int) -> set[tuple[str, str]]:
    """Return who does not see whom: out of sight or too far, as told, while neither has moved."""
    found, lights, more = set[tuple[str, str]](), lit(position), farther_lit()
    for fact, value in position.facts.items():
        kind, one, other = fact.split()
        seen = far + more * (one in lights or other in lights)
        if (kind == "in_sight" and not value) or (kind == "inches" and value > seen):
            found |= {(one, other), (other, one)}
    return found


def settle(position: Position, task: Task) -> Position:
    """Return the position with nothing left to do by itself among the zombies that move.

    Who stands at a dog stays once nobody sees a human.
    """
    position = stand(position, task.number)
    if not to_go(position):
        return position.pop()
    stage = task.number
    while stage < THE_REST and not pairs(position, stage):
        stage += 1
    return position if stage == task.number else position.pop().push(replace(task, number=stage))


def question(position: Position, task: Task) -> ZombiesGo | ZombiesWander:
    """Return what is asked of the zombies now."""
    return ZombiesWander(next(iter(to_go(position)))) if task.number == THE_REST else ZombiesGo()


def judge_go(position: Position, act: ZombiesGo) -> Ruling[Position]:
    """Rule on the group that is nearest to somebody whom it sees (4.1)."""
    if act.pair is None or act.pair == NOBODY:
        return _nearest(position, act)
    group, target = act.pair.split()
    names = to_go(position)[group]
    if siege.keeps_out(position, names, target):
        return siege.judge(position, act, names, target)
    return _go_at(position, act, names, target)


def _nearest(position: Position, act: ZombiesGo) -> Ruling[Position]:
    """Return the question which zombies are nearest to whom, or the ruling that none see anybody."""
    task = position.tasks[0]
    whom, reach = ("a dog", DOG_SIGHT) if task.number == AT_DOGS else ("a human", sight(position))
    far = _within(position, reach, task.number)
    if NOBODY in {act.group, act.pair}:
        return _nobody(position, task, whom, far)
    found = pairs(position, task.number)
    if len(found) > MOST_PAIRS and act.group is None:
        text = f"Which zombies are nearest to {whom} whom they see within {far}?"
        can = tuple(dict.fromkeys(group for group, _ in found.values()))
        needs = {"group": Options((*can, NOBODY), (), text)}
    else:
        text = _which(position, found, act.group, whom, far)
        left = tuple(pair for pair, (group, _) in found.items() if act.group in {None, group})
        needs = {"pair": Options((*left, NOBODY), (), text)}
    return allow(("4.1",), "The group that is nearest goes first.", needs)


def _which(
    position: Position, found: Mapping[str, tuple[str, str]], group: str | None, whom: str, far: str
) -> str:
    one = {name for name, _ in found.values()} if group is None else {group}
    if len(one) == 1:
        names = title(position, next(iter(one)))
        return f"{names}: which is the nearest {whom.rsplit(maxsplit=1)[-1]} in sight within {far}?"
    return f"Which zombies are nearest to {whom} in sight within {far}, and to whom?"


def _nobody(position: Position, task: Task, whom: str, far: str) -> Ruling[Position]:
    after = position.pop().push(replace(task, number=task.number + 1))
    all_ = "" if all(not has_acted(position, name) for name in zombies(position)) else " other"
    return done(after, ("4.1",), f"No{all_} zombie sees {whom} within {far}.")


def moves(position: Position, names: Sequence[str], dice: Sequence[int]) -> dict[str, int]:
    """Return how far each zombie goes quickly: standing up takes an inch (4.1)."""
    left, gone = [*dice], dict[str, int]()
    for name in names:
        figure = position.figures[name]
        rolls = quick_dice(figure.kind)
        gone[name] = max(0, rolls.total(left[: rolls.count]) - figure.status(PRONE) - position.canada)
        left = left[rolls.count :]
    return gone


def dice_of(position: Position, names: Sequence[str]) -> int:
    """Return how many dice the quick moves of some zombies take."""
    return sum(quick_dice(position.figures[name].kind).count for name in names)


def _go_at(position: Position, act: ZombiesGo, names: tuple[str, ...], target: str) -> Ruling[Position]:
    if act.quick is None:
        what = f"{title(position, group_of(position, names[0]))} goes at {called(position, target)}."
        return allow(("4.1",), what, {"quick": dice_of(position, names)})
    ways = moves(position, names, act.quick)
    near = contacts(position)
    needed = 0 if at_hand(position, target, ZOMBIES, near) else 1
    free = () if _alone(position, target) else _free(position, near, target)
    far, other = _measured(position, act, ways, target)
    if far is None:
        return _how_far(position, ways, target, needed, free)
    there = sorted((n for n, way in ways.items() if way >= far), key=lambda n: -ways[n])
    spare = there[needed:]
    if spare and free and other is None:
        text = f"{_who_else(ways[spare[0]])}?"
        return allow(("4.1",), "They spread out.", {"other": Options((*free, NOBODY), (), text)})
    at = dict.fromkeys(there, target)
    if spare and other not in {None, NOBODY}:
        at[spare[0]] = str(other)
    elif spare and other == NOBODY:
        lonely = position.figures[target].with_status(ALONE, position.turn)
        position = position.put(target, lonely)
    banded = len((act.other or "").split()) == BAND
    return _arrive(position, ways, far, at, target, "at most " if banded else "")


def _who_else(reach: int) -> str:
    return f"Who else, with no zombie at hand, is at most {reach} inches from them"


def _measured(
    position: Position, act: ZombiesGo, ways: Mapping[str, int], target: str
) -> tuple[float | None, str | None]:
    """Return how far a group must go, and whom else it can reach, as told; None where that must be asked.

    What was left of the way last turn is not asked again where it is near enough for all (R-4.1i).
    """
    told = (act.other or "").split()
    if len(told) == BAND:
        return float(told[1]), told[2]
    if act.inches is not None:
        return float(act.inches), act.other
    if not any(ways.values()):
        return 1, act.other
    left = [known(position, WAY, name, target) for name in ways]
    least = None if None in left else min(one for one in left if one is not None)
    return (least, act.other) if least is not None and least <= min(ways.values()) else (None, None)


def _how_far(
    position: Position, ways: Mapping[str, int], target: str, needed: int, free: Sequence[str]
) -> Ruling[Position]:
    """Return the question how far a group must go; and with it who else is near, if some may be to spare."""
    who, whom = title(position, group_of(position, next(iter(ways)))), called(position, target)
    limits = tuple(sorted({way for way in ways.values() if way}))
    can = f"{who} can go {numbers(ways.values())}. How far is {whom}?"
    count = "An obstacle in the way counts as 2 more, a tall wall as 4."
    reach = sorted(ways.values())[::-1][needed:]
    if not (reach and reach[0] and free):
        return allow(("4.1",), f"{who} goes at {whom}.", {"inches": Ask(f"{can} {count}", limits=limits)})
    bands = [
        f"{low} {high} {name}"
        for low, high in pairwise((0, *limits, BEYOND))
        for name in (NOBODY, *(free if high <= reach[0] else ()))
    ]
    text = f"{can} {_who_else(reach[0])}? {count}"
    return allow(("4.1",), f"{who} goes at {whom}.", {"other": Options(tuple(bands), (), text)})


def _alone(position: Position, name: str) -> bool:
    statuses = position.figures[name].statuses
    return any(one.name == ALONE and one.until == position.turn for one in statuses)


def _free(position: Position, near: Mapping[str, Sequence[str]], target: str) -> tuple[str, ...]:
    """Return the others of the target's sort who have no zombie within melee range."""
    sort = HUMANS if position.figures[target].kind in HUMANS else ("feral_dog",)
    return tuple(
        name
        for name, figure in position.figures.items()
        if figure.kind in sort
        and name != target
        and on_table(figure)
        and not figure.status(HIDDEN)
        and not at_hand(position, name, ZOMBIES, near)
        and not siege.closed(position, name)
    )


def _arrive(
    position: Position, ways: Mapping[str, int], far: float, at: Mapping[str, str], target: str, about: str
) -> Ruling[Position]:
    who, whom = title(position, group_of(position, next(iter(ways)))), called(position, target)
    after = settled_at(position, {n: min(way, far) for n, way in ways.items()}, at, target)
    most = max(ways.values())
    if far <= most:
        for name in {*ways} - {*at}:
            after = remember(after, WAY, name, target, far - ways[name])
    away = f"{about}{inches_of(far)}" if far <= most else f"more than {inches_of(most)}"
    story = f"{who} goes {numbers(ways.values())} at {whom}, {away} away as measured"
    story += f": {_how_many(ways, at)}"
    elsewhere = next((name for name in at if at[name] != target), None)
    if elsewhere:
        story += f", {called(position, elsewhere)} at {called(position, at[elsewhere])}"
    return done(after, ("4.1",), f"{story}.")


def _how_many(ways: Mapping[str, int], at: Mapping[str, str]) -> str:
    if len(ways) == 1:
        return "it gets there" if at else "it falls short"
    if len(at) == len(ways):
        return "all get there"
    return f"{('none', 'one', 'two', 'three')[len(at)] if len(at) < 4 else len(at)} of them get" + (
        "s there" if len(at) == 1 else " there"
    )


def settled_at(position: Position, ways: Mapping[str, float], at: Mapping[str, str], goal: str) -> Position:
    """Return the position after zombies have gone along one line: who arrived, and who still is a group."""
    after = go(position, ways, at)
    short = {name: way for name, way in ways.items() if name not in at}
    for name in short:
        if way_out(position, name, goal):
            after = after.put(name, zone=STREET)
    figures = dict(after.figures)
    for name in ways:
        figures[name] = figures[name].without_status(PRONE)
    after = acted(replace(after, figures=figures), ways)
    for target in dict.fromkeys(at.values()):
        here = at_hand(after, target, ZOMBIES, contacts(after))
        after = joined(after, [name for name in here if not after.figures[name].seat])
    return clustered(after, short)


def way_out(position: Position, name: str, goal: str) -> bool:
    """Whether a zombie leaves its building on the way: it goes at somebody who is not in there."""
    zone, there = position.figures[name].zone, position.figures.get(goal)
    return zone in position.buildings and there is not None and there.zone != zone


def judge_wander(position: Position, act: ZombiesWander) -> Ruling[Position]:
    """Rule on a group that sees nobody: to the nearest noise, else at random (4.1)."""
    names = to_go(position)[act.group]
    places = tuple(dict.fromkeys(one.where for one in position.noises if one.where not in names))
    who = title(position, act.group)
    if not places:
        return _random(position, act, names, who)
    if act.quick is None:
        return allow(("4.1",), f"{who} goes towards the noise.", {"quick": dice_of(position, names)})
    ways = moves(position, names, act.quick)
    told = act.noise
    if told is None and (len(places) > 1 or _is_open(position, places[0])):
        whom = [name for name in humans(position) if _is_open(position, name)]
        at = whom if any(place in whom for place in places) else []
        options = (*(f"towards {place}" for place in places), *(f"at {name}" for name in at))
        text = f"{who} can go {numbers(ways.values())}. Which noise is nearest"
        text += ", or whom do they reach?" if at else "?"
        return allow(("4.1", "R-4.1g"), "They follow the nearest.", {"noise": Options(options, (), text)})
    how, _, goal = (told or f"towards {places[0]}").partition(" ")
    farthest = [name for name in ways if ways[name] == max(ways.values())] if how == "at" else []
    after = settled_at(position, ways, dict.fromkeys(farthest, goal), goal)
    story = f"{who} goes {numbers(ways.values())} towards the noise at {called(position, goal)}"
    if farthest:
        story = f"{who} goes {numbers(ways.values())} towards the noise"
        story += f": {everybody(position, farthest)} at {called(position, goal)}"
    return done(after, ("4.1",), f"{story}.")


def _is_open(position: Position, name: str) -> bool:
    """Whether a name is that of a human whom zombies that follow a noise may get to (R-4.1g)."""
    figure = position.figures.get(name)
    return (
        figure is not None and figure.kind in HUMANS and on_table(figure) and not siege.closed(position, name)
    )


def _random(position: Position, act: ZombiesWander, names: tuple[str, ...], who: str) -> Ruling[Position]:
    if act.direction is None:
        return allow(("4.1",), f"{who} goes at random.", {"direction": 1})
    ways: dict[str, float] = {}
    for name in names:
        figure = position.figures[name]
        ways[name] = max(0, random_inches(figure.kind) - figure.status(PRONE) - position.canada)
    after = settled_at(position, ways, {}, "")
    same = len({*ways.values()}) == 1
    how = inches_of(ways[names[0]]) if same else numbers(ways.values())
    return done(after, ("4.1", "R-4.0a"), f"{who} wanders {how} {clock(act.direction)}.")


def may_join(position: Position) -> Iterator[str]:
    """Yield the groups any two of which may have met: none of them stands at a human (4.1)."""
    near = contacts(position)
    for group, names in groups(position, *ZOMBIES).items():
        if not any(at_hand(position, name, HUMANS, near) for name in names):
            yield group


def judge_join(position: Position, act: ZombiesJoin) -> Ruling[Position]:
    """Rule on groups that have met (4.1)."""
    found = tuple(may_join(position))
    if len(found) < 2:
        return refuse(("4.1",), "No two groups of zombies are on the table.", firm=True)
    if act.pair is None:
        others = ((act.group, other) for other in found if act.group not in {None, other})
        met = [f"{one} {other}" for one, other in (combinations(found, 2) if act.group is None else others)]
        many = act.group is None and len(met) > MOST_PAIRS
        needs = {"group": Options(found)} if many else {"pair": Options(tuple(met))}
        return allow(("4.1", "R-4.1h"), "They move as one from now on.", needs)
    one, other = act.pair.split()
    both = groups(position, *ZOMBIES)
    story = f"{title(position, one)} and {title(position, other)} have met"
    after = joined(position, (*both[one], *both[other]))
    now = title(after, group_of(after, both[one][0]))
    return done(after, ("4.1",), f"{story}: {now}.")


def attackers(position: Position) -> tuple[Task, ...]:
    """Return the attacks of all zombies within melee range of a human, or else of a dog (4.1)."""
    near = contacts(position)
    found = list[Task]()
    for name in zombies(position):
        figure = position.figures[name]
        if figure.seat or figure.status(INCAPACITATED):
            continue
        at = at_hand(position, name, HUMANS, near) or at_hand(position, name, ("feral_dog",), near)
        if at:
            held = [one for one in at if name in position.figures[one].grabbed_by]
            found.append(Task("attack", name, (held or [*at])[0]))
            if figure.kind == "boss":
                found.append(Task("groan", name))
    return tuple(found)


def can_attack(position: Position, task: Task) -> bool:
    """Whether both of an attack are still there."""
    here = position.figures
    return all(name in here and on_table(here[name]) for name in (task.who, task.other))


def judge_attack(position: Position, act: ZombieAttack) -> Ruling[Position]:
    """Rule on the attack of a zombie or a dog (4.1, 4.4): a natural 6 of a zombie bites (8.8)."""
    name, place = act.figure, vehicles.shielding(position, act.figure, act.target)
    who = sentence(called(position, name))
    target = vehicles.meets(position, act, place, who) if place else act.target
    if isinstance(target, Ruling):
        return target
    score = melee.attack_score(position, name, target)
    if place and target:
        score = replace(score, parts=(*score.parts, vehicles.cover_in(position, place, act.open_top)))
    whom = called(position, target) if target else said(place)
    cases = (
        "4.4" if position.figures[name].kind == "feral_dog" else "4.1",
        *(("7.8",) if place else ()),
        "8.0",
    )
    dice = act.hit or ()
    rolls = scores.read((score.needed,), dice)
    if len(dice) < rolls.dice:
        return allow(cases, f"{who} attacks {whom}: {told(score.needed)}", {"hit": rolls.dice}, score)
    hits = rolls.hits[0]
    score = scores.rolled(score, dice, rolls.hits)
    if act.open_top is not None:
        position = vehicles.changed(position, place, top=vehicles.top_of(position, place, act.open_top))
    if not hits:
        return done(position.pop(), cases, f"{who} rolls {dice[0]} and misses {whom}.", score=score)
    if act.damage is None:
        shown = scores.damage_score([("", melee.attack_parts(position, name, target))], score)
        return allow(cases, f"{who} hits {whom}.", {"damage": 1}, shown)
    if not target:
        added = sum(part.value for part in melee.attack_parts(position, name, ""))
        after, hurt = vehicles.damaged(position.pop(), place, [vehicles.wounds_of(act.damage[0], added)])
        return done(after, cases, f"{who} hits {whom} with {dice[0]}.{hurt}", score=score)
    after, what = melee.attack(position.pop(), name, target, dice[0], act.damage[0])
    bite = " and bites" if dice[0] == 6 and position.figures[name].kind in ZOMBIES else ""
    story = f"{who} hits {whom} with {dice[0]}{bite}: {what}."
    return done(after, cases, story, score=score)


def judge_groan(position: Position, act: BossGroan) -> Ruling[Position]:
    """Rule on the groan of a boss that attacks (4.1)."""
    who = sentence(called(position, act.figure))
    told = known(position, "edge", act.figure, act.figure)
    edge = act.edge if told is None else bool(told)
    if edge is None:
        return allow(("4.1", "5.16"), f"{who} groans.", {"edge": 1})
    after = remember(position.pop().noise(act.figure), "edge", act.figure, act.figure, float(edge))
    if not edge:
        return done(after, ("4.1", "5.16"), f"{who} groans: a noise where it stands.")
    if act.die is None:
        return allow(("4.1", "5.16"), f"{who} groans: a token on 5 or more.", {"die": 1})
    if act.die < GROANS:
        return done(after, ("4.1", "5.16"), f"{who} groans: a noise where it stands; {act.die}, no token.")
    after = with_token(after, f"the edge nearest to {called(position, act.figure)}")
    return done(
        after, ("4.1", "5.16"), f"{who} groans: a noise where it stands; {act.die}, a token at the edge."
    )


MARKERS = ("supplies", "special_item")
"""What a token is once it lies on the table to be taken."""


def incident_tokens(position: Position) -> tuple[str, ...]:
    """Return the incident tokens that nobody has turned up yet."""
    return tuple(name for name, what in position.tokens.items() if what not in MARKERS)


def with_token(position: Position, where: str) -> Position:
    """Return the position with one more incident token."""
    number = position.made.get("token", 0) + 1
    made = {**position.made, "token": number}
    return replace(position, tokens={**position.tokens, f"token_{number}": where}, made=made)


def newest_token(position: Position) -> str:
    """Return what the token that came last is called: "token 6"."""
    return f"token {position.made['token']}"
