"""First aid, panic and rally, shouts and groans, and what gives one more action (5.8, 5.15 to 5.17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import action, asked, picked, rolled
from rules.ruling import Ask, Missing, Options, Part, Ruling, Score, allow, done, refuse
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.menace.zombies import with_token
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import ZOMBIES, Figure, Position, Task, moved
from rules.zombies_surviving.survival.economy import (
    EXTRA,
    LOST,
    PANICKED,
    UNCONSCIOUS,
    called,
    change,
    partner_refusal,
    refusal,
    spend,
)
from rules.zombies_surviving.survival.finds import USES
from rules.zombies_surviving.survival.rolls import attempt, inches, settle, use_sense
from rules.zombies_surviving.traits import helps, sense_left
from rules.zombies_surviving.wounds import awake

HEALS, CALM, LED, PANICS, QUARREL = 4, 5, 2, 2, 2
RALLY_RANGE, KIT = 12, "first_aid_kit"
HEROIC, STIMULANTS = "heroic", "stimulants"


@action
class FirstAid:
    """Give first aid (5.8)."""

    seat: str
    figure: str
    patient: str | None = picked("Who is the patient?")
    near: bool | None = asked("Is the patient within 3 inches?")
    aid: tuple[int, ...] | None = rolled("first aid")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class Rally:
    """Try to rally where one stands (5.15)."""

    seat: str
    figure: str
    leader: bool | None = asked("Is a leader within 12 inches?")
    rally: tuple[int, ...] | None = rolled("rally")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class Panic(Rally):
    """Scream and flee towards the edge, then try to rally (5.15)."""

    zombie: bool | None = asked("Is a zombie within 3 inches?")
    flight: tuple[int, ...] | None = rolled("flight")


@action
class Shout:
    """Make a loud noise (5.16)."""

    seat: str
    figure: str


@action
class Groan:
    """Groan, as a boss that somebody plays may: zombies hear it (4.2, 5.16)."""

    seat: str
    figure: str
    edge: bool | None = asked("Is an edge of the table within 12 inches of the boss?")
    groan: tuple[int, ...] | None = rolled("groan")


@action
class Heroism:
    """Have one more action in this turn, once in a game (5.17)."""

    seat: str
    figure: str


@action
class Stimulate:
    """Take stimulants: one more action in the next turn (5.17)."""

    seat: str
    figure: str


@action
class PanicTest:
    """See whether a panicky figure panics at the start of the survival phase (5.15)."""

    figure: str
    zombie: bool | None = asked("Is a zombie within 1 inch, or in the same building?")
    leader: bool | None = asked("Is a leader near?")
    die: int | None = rolled("panic")
    sensible: bool | None = asked("Use good sense for +1?")


@action
class RivalsTest:
    """See which rivals quarrel at the start of the survival phase (5.17)."""

    near: Mapping[str, bool] | None = asked("Who of the rivals is within 3 inches of another?")
    dice: Mapping[str, int] | None = rolled("quarrel")
    sensible: Mapping[str, bool] | None = asked("Who uses good sense for +1?")


ACTIONS: tuple[type, ...] = (
    FirstAid, Panic, Rally, Shout, Groan, Heroism, Stimulate, PanicTest, RivalsTest,
)  # fmt: skip


def patients(position: Position, name: str) -> tuple[str, ...]:
    """Return the others who are wounded, and of whom first aid has not yet removed a wound (5.8)."""
    return tuple(
        other
        for other in position.standing("survivor")
        if other != name and _can_be_healed(position.figures[other])
    )


def _can_be_healed(figure: Figure) -> bool:
    return bool(figure.non_lethal) or (figure.wounds > 0 and not figure.healed)


def judge_first_aid(position: Position, act: FirstAid) -> Ruling[Position]:
    """Rule on first aid (5.8)."""
    name = act.figure
    if no := refusal(position, act.seat, name, "first_aid"):
        return no
    whom = _patient(position, act)
    if isinstance(whom, Ruling):
        return whom
    patient = position.figures[whom]
    if act.near is None:
        ask = Ask(f"Is {called(position, whom)} within 3 inches of {called(position, name)}?")
        return allow(("5.8",), "They are placed beside each other.", {"near": ask})
    if not act.near:
        return refuse(("5.8",), f"{called(position, whom)} is farther than 3 inches away, as told.")
    wounds = patient.wounds - patient.non_lethal
    if wounds <= 0 or patient.healed:
        after = _treated(position, act, kit=False).put(whom, awake(patient))
        return done(after, ("5.8", "8.3"), f"{called(position, whom)} is well again.")
    helper = position.figures[name]
    kit = helper.carries(KIT)
    score = scores.score_of(
        Part("first aid", HEALS, "5.8"),
        *helps(helper, "first_aid"),
        Part("first aid kit", -items.effect(KIT, "first_aid") * kit, "11.1"),
        *scores.harder(helper),
    )
    outcome = attempt(position, act, "first_aid", "aid", score, "5.8")
    if isinstance(outcome, Ruling):
        return outcome
    after = _treated(position, act, kit=kit)
    better = awake(after.figures[whom])
    if outcome.success:
        better = replace(better, wounds=max(0, better.wounds - 1), healed=True)
    after, more = settle(after.put(whom, better), act, sense=outcome.sense)
    does = "removes a wound of" if outcome.success else "cannot help"
    story = f"{called(position, name)} {does} {called(position, whom)}.{more}"
    return done(after, ("5.8",), story, score=outcome.score)


def _patient(position: Position, act: FirstAid) -> str | Ruling[Position]:
    """Return who is the patient, or who can be, or why nobody can."""
    whom = patients(position, act.figure)
    if not whom:
        return refuse(("5.8",), "Nobody else has a wound that first aid can still remove.", firm=True)
    why = {name: _no_patient(position, name) for name in whom}
    if act.patient is not None:
        return why[act.patient] or act.patient
    able = tuple(name for name in whom if why[name] is None)
    if not able and (no := why[whom[0]]):
        return no
    return allow(("5.8",), "Both spend their whole turn.", {"patient": Options(able)})


def _no_patient(position: Position, name: str) -> Ruling[Position] | None:
    """Return why somebody cannot be the patient now, or None."""
    patient = position.figures[name]
    if patient.grabbed_by:
        return refuse(("8.2",), f"{called(position, name)} is grabbed: no first aid before that ends.")
    return None if patient.status(UNCONSCIOUS) else partner_refusal(position, name, "first_aid")


def _treated(position: Position, act: FirstAid, *, kit: bool) -> Position:
    """Return the position after both have spent their turn, and the kit a use (5.8)."""
    patient = str(act.patient)
    after = spend(position, act.figure, "first_aid")
    if not position.figures[patient].status(UNCONSCIOUS):
        after = spend(after, patient, "first_aid")
    after = replace(moved(after, act.figure), acting=act.seat)
    return after.put(act.figure, used_kit(after.figures[act.figure])) if kit else after


def used_kit(figure: Figure) -> Figure:
    """Return the figure with one use of its first aid kits fewer; one that nobody has used has three."""
    kit = figure.item(KIT)
    if kit is None:
        return figure
    uses = (kit.loaded or USES * kit.count) - 1
    return (
        figure.with_item(replace(kit, loaded=uses, count=-(-uses // USES)))
        if uses
        else figure.without_item(KIT)
    )


def leaders(position: Position, name: str) -> tuple[str, ...]:
    """Return the other figures who lead, for a question how near they are (5.15)."""
    return tuple(
        other
        for other in position.standing("survivor")
        if other != name and position.figures[other].has("leader")
    )


def argumentative(position: Position) -> bool:
    """Whether somebody on the table may make a leader count for nothing (R-5.15d)."""
    return any(position.figures[name].has("argumentative") for name in position.standing("survivor"))


def _leader_asked(position: Position, name: str, far: int) -> Ask:
    doubt = ", with nobody argumentative as near" if argumentative(position) else ""
    return Ask(f"Is a leader within {far} inches of {called(position, name)}{doubt}?")


def _calm(position: Position, act: Rally, kind: str) -> Ruling[Position] | tuple[Position, str, Score]:
    """Return what the roll to rally comes to (5.15): the position, a sentence, the score."""
    name = act.figure
    if leaders(position, name) and act.leader is None:
        return allow(
            ("5.15",), "A leader helps by 2.", {"leader": _leader_asked(position, name, RALLY_RANGE)}
        )
    score = scores.score_of(Part("rally", CALM, "5.15"), Part("a leader", -LED * bool(act.leader), "5.15"))
    outcome = attempt(position, act, kind, "rally", score, "5.15")
    if isinstance(outcome, Ruling):
        return outcome
    after, more = settle(spend(position, name, kind), act, sense=outcome.sense)
    if outcome.success:
        after = after.put(name, after.figures[name].without_status(PANICKED))
    so = "rallies" if outcome.success else "still panics"
    return after, f"{called(position, name)} {so}.{more}", outcome.score


def judge_panic(position: Position, act: Panic) -> Ruling[Position]:
    """Rule on fleeing in panic (5.15)."""
    name = act.figure
    if no := refusal(position, act.seat, name, "panic") or _is_calm(position, name):
        return no
    if act.zombie is None and position.of_kind(*ZOMBIES):
        return allow(("5.15",), "Then it is a scream too.", {"zombie": 1})
    if not act.flight:
        return allow(("5.15",), "Inches towards the starting edge.", {"flight": 1})
    calmed = _calm(position, act, "panic")
    if isinstance(calmed, Ruling):
        return calmed
    after, so, score = calmed
    after = moved(after.noise(name) if act.zombie else after, name)
    scream = "screams and " if act.zombie else ""
    far = inches(act.flight[0])
    where = "towards the starting edge, not within 12 inches of a zombie, a dog or a stranger"
    return done(after, ("5.15",), f"{called(position, name)} {scream}flees {far} {where}. {so}", score=score)


def judge_rally(position: Position, act: Rally) -> Ruling[Position]:
    """Rule on rallying (5.15)."""
    if no := refusal(position, act.seat, act.figure, "rally") or _is_calm(position, act.figure):
        return no
    calmed = _calm(position, act, "rally")
    if isinstance(calmed, Ruling):
        return calmed
    after, so, score = calmed
    return done(after, ("5.15",), so, score=score)


def _is_calm(position: Position, name: str) -> Ruling[Position] | None:
    if position.figures[name].status(PANICKED):
        return None
    return refuse(("5.15",), f"{called(position, name)} does not panic.", firm=True)


def judge_shout(position: Position, act: Shout) -> Ruling[Position]:
    """Rule on a shout (5.16)."""
    if no := refusal(position, act.seat, act.figure, "shout"):
        return no
    after = spend(position, act.figure, "shout").noise(act.figure)
    return done(after, ("5.16",), f"{called(position, act.figure)} shouts: a loud noise there.")


def judge_groan(position: Position, act: Groan) -> Ruling[Position]:
    """Rule on a groan of a boss (5.16)."""
    name, who = act.figure, called(position, act.figure)
    if no := refusal(position, act.seat, name, "groan"):
        return no
    if act.edge is None:
        return allow(("5.16",), "A token may come there.", {"edge": 1})
    after = spend(position, name, "groan").noise(name)
    if not act.edge:
        return done(after, ("5.16",), f"{who} groans: a loud noise there.")
    score = scores.score_of(Part("a token at the edge", CALM, "5.16"))
    if not act.groan:
        return allow(("5.16",), "5 or more.", {"groan": 1}, score)
    score = replace(score, rolled=act.groan, success=act.groan[0] >= score.needed)
    if not score.success:
        return done(after, ("5.16",), f"{who} groans: a loud noise there.", score=score)
    after = with_token(after, f"the edge near {name}")
    return done(after, ("5.16",), f"{who} groans, and a token comes to that edge.", score=score)


def judge_heroism(position: Position, act: Heroism) -> Ruling[Position]:
    """Rule on the one more action of a hero (5.17)."""
    if no := refusal(position, act.seat, act.figure, "heroism"):
        return no
    figure = position.figures[act.figure]
    if not figure.has(HEROIC):
        return refuse(("5.17",), f"{called(position, act.figure)} is not heroic.", firm=True)
    if "first_aid" in figure.acts:
        return refuse(("5.8",), f"First aid has taken the whole turn of {called(position, act.figure)}.")
    if HEROIC in figure.used:
        return refuse(("5.17",), f"{called(position, act.figure)} was heroic once in this game, and no more.")
    after = position.put(act.figure, used=(*figure.used, HEROIC))
    after = replace(change(after, act.figure, EXTRA, HEROIC), acting=act.seat)
    return done(after, ("5.17",), f"{called(position, act.figure)} is heroic: one more action in this turn.")


def judge_stimulate(position: Position, act: Stimulate) -> Ruling[Position]:
    """Rule on stimulants (5.17)."""
    if no := refusal(position, act.seat, act.figure, "stimulate"):
        return no
    figure = position.figures[act.figure]
    if not figure.carries(STIMULANTS):
        return refuse(("11.2",), f"{called(position, act.figure)} has no stimulants.", firm=True)
    if any(
        one.name.startswith(f"{EXTRA} {STIMULANTS}") and one.until > position.turn for one in figure.statuses
    ):
        return refuse(("5.17",), f"{called(position, act.figure)} has taken stimulants in this turn.")
    after = position.put(act.figure, items.taken(figure, STIMULANTS))
    after = change(after, act.figure, EXTRA, STIMULANTS, position.turn + 1)
    after = replace(after, acting=act.seat)
    return done(after, ("5.17",), f"{called(position, act.figure)} has one more action in the next turn.")


def at_start(position: Position) -> tuple[Task, ...]:
    """Return what is rolled for when the survival phase begins: panic and quarrels (5.15, 5.17)."""
    zombies = position.standing(*ZOMBIES)
    afraid = tuple(
        name
        for name in position.standing("survivor")
        if zombies and position.figures[name].has("panicky") and not position.figures[name].has("fearless")
        and not position.figures[name].status(PANICKED)
    )  # fmt: skip
    quarrel = (Task("rivals"),) if len(rivals(position)) > 1 else ()
    return (*(Task("panic_test", name) for name in afraid), *quarrel)


def rivals(position: Position) -> tuple[str, ...]:
    """Return the figures of players that are rivals of each other."""
    return tuple(name for name in position.standing("survivor") if position.figures[name].has("rivals"))


def judge_panic_test(position: Position, act: PanicTest) -> Ruling[Position]:
    """Rule on whether a figure panics (5.15)."""
    name, who = act.figure, called(position, act.figure)
    zone = position.figures[name].zone
    inside = zone in position.buildings and any(
        position.figures[one].zone == zone for one in position.of_kind(*ZOMBIES)
    )
    after = position.pop()
    if not inside and act.zombie is None:
        ask = Ask(f"Is a zombie within 1 inch of {who}, or in the same building?")
        return allow(("5.15",), "A panicky figure may panic then.", {"zombie": ask})
    if not inside and not act.zombie:
        return done(after, ("5.15",), f"No zombie is near {who}, as told.")
    near = int(reading(position, "leader_range"))
    if leaders(position, name) and act.leader is None:
        return allow(("5.15",), "A leader prevents it.", {"leader": _leader_asked(position, name, near)})
    if act.leader:
        return done(after, ("5.15",), f"A leader is near: {who} does not panic.")
    if act.die is None:
        return allow(("5.15",), "1 or 2 is panic.", {"die": 1})
    if act.die == PANICS and sense_left(position.figures[name]):
        if act.sensible is None:
            ask = Ask(f"Does {who} use good sense, and not panic?")
            return allow(("10.1",), f"{who} rolls {act.die}; 1 more is enough.", {"sensible": ask})
        if act.sensible:
            after = use_sense(after, name, True)
            return done(after, ("5.15", "10.1"), f"{who} rolls {act.die}, sees sense, and keeps calm.")
    if act.die > PANICS:
        return done(after, ("5.15",), f"{who} rolls {act.die} and keeps calm.")
    panicked = after.figures[name].with_status(PANICKED)
    return done(after.put(name, panicked), ("5.15",), f"{who} rolls {act.die} and panics.")


def judge_rivals(position: Position, act: RivalsTest) -> Ruling[Position]:
    """Rule on quarrels (5.17)."""
    names, after = rivals(position), position.pop()
    if act.near is None:
        return allow(("5.17",), "Rivals so near may quarrel.", {"near": Ask(kind="yes_no", each=names)})
    near = tuple(name for name in names if act.near[name])
    if not near:
        return done(after, ("5.17",), "No rivals are near each other, as told.")
    if act.dice is None:
        missing: Missing = near
        return allow(("5.17",), "1 or 2 is an action lost.", {"dice": missing})
    losing = [name for name in near if act.dice[name] <= QUARREL]
    sensible = tuple(n for n in losing if act.dice[n] == QUARREL and sense_left(position.figures[n]))
    if sensible and act.sensible is None:
        ask = Ask("Who uses good sense, and keeps out of it?", "yes_no", each=sensible)
        return allow(("10.1",), "1 more is enough.", {"sensible": ask})
    for name in sensible:
        if (act.sensible or {})[name]:
            after = use_sense(after, name, True)
            losing.remove(name)
    for name in losing:
        after = change(after, name, LOST, "rivals")
    lost = ", ".join(called(position, name) for name in losing) or "Nobody"
    return done(after, ("5.17",), f"{lost} loses an action in a quarrel.")


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do with others, and for itself."""
    figure = position.figures[name]
    if figure.kind == "boss":
        yield Groan(figure.seat, name)
        return
    if patients(position, name):
        yield FirstAid(figure.seat, name)
    if figure.status(PANICKED):
        yield Panic(figure.seat, name)
        yield Rally(figure.seat, name)
    yield Shout(figure.seat, name)
    if figure.has(HEROIC) and HEROIC not in figure.used:
        yield Heroism(figure.seat, name)
    if figure.carries(STIMULANTS):
        yield Stimulate(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    FirstAid: judge_first_aid,
    Panic: judge_panic,
    Rally: judge_rally,
    Shout: judge_shout,
    Groan: judge_groan,
    Heroism: judge_heroism,
    Stimulate: judge_stimulate,
    PanicTest: judge_panic_test,
    RivalsTest: judge_rivals,
}
TASKS: Mapping[str, Callable[[Position, Task], tuple[Any, ...]]] = {
    "panic_test": lambda _position, task: (PanicTest(task.who),),
    "rivals": lambda _position, _task: (RivalsTest(),),
}
