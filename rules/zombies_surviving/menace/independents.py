"""Independent survivors (4.3): what they think of the players, and what each party does.

A party acts by the first entry of its list that applies. Each entry asks only what it needs, and what was
told for one is not asked again for the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, rolled
from rules.ruling import Ask, Options, Part, Ruling, Score, allow, done
from rules.zombies_surviving import items
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.menace import independent_attacks
from rules.zombies_surviving.menace.groups import (
    CLOCK,
    NOBODY,
    acted,
    called,
    clock,
    everybody,
    go,
    groups,
    has_acted,
    on_table,
    title,
    zombies,
)
from rules.zombies_surviving.menace.groups import inches as inches_of
from rules.zombies_surviving.menace.independent_attacks import MEDIUM, VENGEFUL, gun_in_hand
from rules.zombies_surviving.position import (
    AMERICAN,
    CANADIAN,
    HUMANS,
    Attitude,
    Position,
    Task,
    known,
    remember,
)
from rules.zombies_surviving.setting_up import SENTRY
from rules.zombies_surviving.survival.economy import ACTIONS as ACTIONS_OF_A_TURN
from rules.zombies_surviving.survival.economy import HELPLESS, HIDDEN_FROM_HUMANS, allowance
from rules.zombies_surviving.survival.melee import REACH

SIGHT, CLOSE, VERY_CLOSE, DANGER, HALT, MOVE = 24, 6, 3, 12, 3, 6
ENTERED_BARRICADED, CALM = "entered_barricaded", "charismatic"
SHOT_AT, WOUNDED_BY_FIRE, SNIPER = "shot_at", "wounded_by_fire", "sniper"
LEVELS: tuple[Attitude, ...] = ("hostile", "fearful", "wary", "friendly")


MOST_ARE_CANADIANS = 5
"""Up to this die a party comes from Canada (13.4)."""


@action
class PartyMeets:
    """Roll for what a party thinks of the players, once they meet (4.3)."""

    party: str
    met: bool | None = asked("Are they within 24 inches and in sight of a player's survivor?")
    near: Mapping[str, bool] | None = asked("Who is within 24 inches of them and in sight?")
    home: int | None = rolled("where they come from")
    attitude: int | None = rolled("attitude")
    once_more: int | None = rolled("attitude")
    nearest: str | None = asked("Which player's survivor is nearest to them?")


@action
class PartyActs:
    """Run a party of independent survivors by its list (4.3)."""

    party: str
    nearest: str | None = asked("Whom do they see?")
    inches: Inches | None = asked("How far is it?", most=72, halves=True, unit="inch")
    in_cover: bool | None = asked("Are they in cover?")
    threat: str | None = asked("Which runner or boss is within 12 inches?")
    other: bool | None = asked("Is another human within 6 inches of them?")
    second: str | None = asked("Who else is within 6 inches of them?")
    third: str | None = asked("Who else is within 6 inches of them?")
    danger: bool | None = asked("Would the move bring them within 12 inches of a zombie?")
    run: int | None = rolled("run")
    sentry: int | None = rolled("sentry")
    direction: int | None = rolled("direction", CLOCK)


ACTIONS: tuple[type, ...] = (PartyMeets, PartyActs, *independent_attacks.ACTIONS)


def parties(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the parties that have yet to act in this turn."""
    return {
        party: left
        for party, names in groups(position, "independent").items()
        if (left := tuple(n for n in names if not has_acted(position, n) and not _helpless(position, n)))
    }


def _helpless(position: Position, name: str) -> bool:
    return any(position.figures[name].status(state) for state in HELPLESS)


def settle(position: Position, task: Task) -> Position:
    """Return the position with the next party on top, or without the task when all have acted."""
    left = parties(position)
    if not left:
        return position.pop()
    first = next(iter(left))
    return position if task.who == first else position.pop().push(replace(task, who=first))


def members(position: Position, party: str) -> tuple[str, ...]:
    """Return those of a party who are on the table."""
    return groups(position, "independent").get(party, ())


def question(position: Position, task: Task) -> PartyMeets | PartyActs:
    """Return what is asked of a party now: first what it thinks of the players."""
    unmet = not any(position.figures[name].attitude for name in members(position, task.who))
    return PartyMeets(task.who) if unmet and players(position) else PartyActs(task.who)


def players(position: Position) -> tuple[str, ...]:
    """Return the players' survivors whom somebody can see."""
    return tuple(
        n
        for n in position.of_kind("survivor")
        if on_table(position.figures[n]) and not position.figures[n].status(HIDDEN_FROM_HUMANS)
    )


def judge_meets(position: Position, act: PartyMeets) -> Ruling[Position]:
    """Rule on what a party thinks of the players (4.3, table 4.2)."""
    task, names, who = position.tasks[0], members(position, act.party), title(position, act.party)
    if act.met is None and task.kind != "attitude":
        text = f"{who}: is a player’s survivor in sight within {SIGHT} inches?"
        return allow(("4.3",), "Then they decide what to think of you.", {"met": Ask(text)})
    if act.met is False:
        return done(acted(position, names), ("4.3",), f"{who} sees no player’s survivor and stays.")
    speak = tuple(n for n in players(position) if {*position.figures[n].traits} & {CALM, "abrasive"})
    if speak and act.near is None:
        text = f"Who is within {SIGHT} inches of them and in sight?"
        return allow(("4.3",), "They change what is thought.", {"near": Ask(text, "yes_no", each=speak)})
    home = _at_home(position, act, names)
    if isinstance(home, Ruling):
        return home
    position = home
    parts = _attitude_parts(position, [name for name in speak if (act.near or {})[name]])
    score = Score("d6", parts)
    if (need := _lacks_die(position, act, names)) is not None:
        return replace(need, score=score)
    die = max(act.attitude or 0, act.once_more or 0)
    total = die + sum(part.value for part in parts)
    row = charts_of(position)["4.2"].row(total)
    score = replace(score, rolled=(die,))
    lost = " (ours: this row is lost in print)" if row.lost else ""
    if row.value == "ally":
        whom = players(position)
        nearest = act.nearest or (whom[0] if len(whom) == 1 else None)
        if nearest is None:
            return allow(("4.3",), "They join the nearest player.", {"nearest": Options(whom)}, score)
        for name in names:
            position = position.put(name, kind="survivor", seat=position.figures[nearest].seat, group="")
        after = position.pop() if task.kind == "attitude" else position
        return done(
            after,
            ("4.3",),
            f"{who}, {_plain(total)}: allies, with {called(position, nearest)}{lost}.",
            score=score,
        )
    for name in names:
        position = position.put(name, attitude=row.value)
    after = position.pop() if task.kind == "attitude" else position
    return done(after, ("4.3",), f"{who}, {_plain(total)}: {row.value}{lost}.", score=score)


def _plain(total: int) -> str:
    return f"{total}".replace("-", "−")


def _at_home(position: Position, act: PartyMeets, names: Sequence[str]) -> Position | Ruling[Position]:
    """Return the position in which a party comes from somewhere, in Canada, or what is missing (13.4)."""
    if not position.canada:
        return position
    if act.home is None:
        return allow(("13.4",), "Canadians on 1 to 5.", {"home": 1})
    state = CANADIAN if act.home <= MOST_ARE_CANADIANS else AMERICAN
    for name in names:
        position = position.put(name, position.figures[name].with_status(state))
    return position


def _lacks_die(position: Position, act: PartyMeets, names: Sequence[str]) -> Ruling[Position] | None:
    """Return the need for a die of attitude: Canadians roll twice for each other (13.4). None with all."""
    if act.attitude is None:
        return allow(("4.3",), "Table 4.2.", {"attitude": 1})
    nice = position.figures[names[0]].status(CANADIAN) and any(
        position.figures[name].status(CANADIAN) for name in players(position)
    )
    if nice and act.once_more is None:
        return allow(("13.4",), "Canadians roll once more, and the higher die counts.", {"once_more": 1})
    return None


def _attitude_parts(position: Position, near: Sequence[str]) -> tuple[Part, ...]:
    entered = position.counts.get(ENTERED_BARRICADED, 0)
    calm = any(position.figures[name].has(CALM) for name in near)
    rude = any(position.figures[name].has("abrasive") for name in near)
    parts = (
        Part("a barricaded building was entered", -2 if entered else 0, "4.3", "roll"),
        Part("charismatic within 24 inches", int(calm), "4.3", "roll"),
        Part("abrasive within 24 inches", -int(rude), "4.3", "roll"),
    )
    return tuple(part for part in parts if part.value)


def judge_party(position: Position, act: PartyActs) -> Ruling[Position]:
    """Rule on a party by the list of its attitude (4.3)."""
    names = parties(position)[act.party]
    attitude = next((position.figures[n].attitude for n in names if position.figures[n].attitude), "wary")
    if any(position.figures[name].status(SNIPER) for name in names):
        return _sniper(position, act, names)
    if attitude == "hostile":
        return _hostile(position, act, names)
    if attitude == "fearful":
        return _fearful(position, act, names)
    return _wary(position, act, names, friendly=attitude == "friendly")


def _beasts(position: Position) -> tuple[str, ...]:
    dogs = (
        n
        for n in position.of_kind("feral_dog")
        if on_table(position.figures[n]) and position.figures[n].attitude != "friendly"
    )
    return (*zombies(position), *dogs)


def _moves(position: Position, act: PartyActs, names: Sequence[str], what: str) -> Ruling[Position]:
    free = [name for name in names if not position.figures[name].grabbed_by]
    after = acted(go(position, dict.fromkeys(free, 0.0), {}), names)
    return done(after, ("4.3",), f"{title(position, act.party)} {what}.")


def _runs(
    position: Position, act: PartyActs, names: Sequence[str], does: str, where: str
) -> Ruling[Position]:
    """Return the ruling on a party that moves and runs; one that has lost an action only moves (R-6.17b)."""
    slow = any(_slow(position, name) for name in names)
    if not slow and act.run is None:
        return allow(("4.3",), "They run.", {"run": 1})
    far = MOVE if slow else MOVE + (act.run or 0)
    return _moves(position, act, names, f"{does} {inches_of(far)} {where}")


def _at_hand(position: Position, name: str, target: str) -> bool:
    far = known(position, "inches", name, target)
    return target in position.figures[name].grabbed_by or (far is not None and far <= REACH)


def _slow(position: Position, name: str) -> bool:
    """Whether somebody has lost an action in this turn (6.17)."""
    return allowance(position, name) < ACTIONS_OF_A_TURN


def _stays(position: Position, act: PartyActs, names: Sequence[str], why: str) -> Ruling[Position]:
    return done(acted(position, names), ("4.3",), f"{title(position, act.party)} {why}.")


def _strikes(position: Position, act: PartyActs, names: Sequence[str], *targets: str) -> Ruling[Position]:
    """Return the ruling on a party that goes into melee: each of it strikes, at one of the targets.

    Who has lost an action strikes only where he stands at the target already (R-6.17b), and who is grabbed
    strikes at what holds him (8.2).
    """
    at = {name: targets[n % len(targets)] for n, name in enumerate(names)}
    at |= {name: held[0] for name in names if (held := position.figures[name].grabbed_by)}
    free = {name: at[name] for name in names if not position.figures[name].grabbed_by}
    after = acted(go(position, dict.fromkeys(free, 0.0), free), names)
    ready = [name for name in names if not _slow(position, name) or _at_hand(position, name, at[name])]
    after = after.push(*(Task("strike", name, at[name]) for name in ready))
    whom = everybody(position, dict.fromkeys(at.values()))
    return done(after, ("4.3", "5.12"), f"{title(position, act.party)} goes at {whom}.")


def _spread(
    position: Position, act: PartyActs, names: Sequence[str], target: str, foes: Sequence[str]
) -> Ruling[Position]:
    """Return the ruling on a hostile party in melee: it strikes at as many as it has figures for."""
    targets = [target]
    for field in ("second", "third")[: len(names) - 1]:
        left = tuple(foe for foe in foes if foe not in targets)
        told = getattr(act, field)
        if not left or told == NOBODY:
            break
        if told is None:
            text = f"{title(position, act.party)}: who else is in sight within {CLOSE} inches?"
            need = {field: Options((*left, NOBODY), (), text)}
            return allow(("4.3", "R-4.3e"), "As many targets as possible.", need)
        targets.append(told)
    return _strikes(position, act, names, *targets)


def gun_of(position: Position, names: Sequence[str]) -> items.Gun | None:
    """Return the weapon with the longest medium range that any of a party can fire."""
    found = [gun for name in names if (gun := gun_in_hand(position, name)) is not None]
    return max(found, key=lambda gun: gun.ranges[MEDIUM], default=None)


def _shoots(
    position: Position, act: PartyActs, names: Sequence[str], target: str, *, aimed: bool, then: str = ""
) -> Ruling[Position]:
    """Return the ruling on a party that shoots: each of it that can, at the same target."""
    slow = [name for name in names if _slow(position, name)]
    tasks = [
        Task("shot", name, target, int(aimed and name not in slow))
        for name in names
        if gun_in_hand(position, name)
    ]
    after = acted(position, names)
    if act.inches is not None:
        for name in names:
            after = remember(after, "inches", name, target, act.inches)
    how = "aims" if aimed else "shoots"
    at = f", at {inches_of(act.inches)} as measured" if act.inches is not None else ""
    then = "" if slow else then
    story = f"{title(position, act.party)} {how} at {called(position, target)}{at}{then}."
    return done(after.push(*tasks), ("4.3", "5.11" if aimed else "5.10"), story)


def _hostile(position: Position, act: PartyActs, names: tuple[str, ...]) -> Ruling[Position]:
    who, gun = title(position, act.party), gun_of(position, names)
    foes = (*players(position), *_beasts(position))
    if foes and act.nearest is None:
        text = (
            f"{who}: whom do they see nearest? Within {CLOSE} inches a survivor before a zombie, "
            "and a zombie before a dog. A dog farther off does not count."
        )
        return allow(("4.3",), "The hostile attack.", {"nearest": Options((*foes, NOBODY), (), text)})
    target = None if act.nearest in {None, NOBODY} else act.nearest
    if target is not None and position.figures[target].kind == "feral_dog":
        return _spread(position, act, names, target, foes)
    far = None if target is None else _far(position, act, names, target)
    if target is not None and far is None:
        limits = tuple(sorted({CLOSE, *([int(gun.ranges[MEDIUM])] if gun else ())}))
        text = f"How far is {called(position, target)} from {who}?"
        return allow(("4.3",), "How far?", {"inches": Ask(text, limits=limits)})
    if target is not None and far is not None and far <= CLOSE:
        return _spread(position, act, names, target, foes)
    reach = () if gun is None or far is None else tuple(far <= one for one in gun.ranges)
    return _under_fire(position, act, names, target, reach) or _patrols(position, act, names, target)


def _far(position: Position, act: PartyActs, names: Sequence[str], target: str) -> float | None:
    if act.inches is not None:
        return float(act.inches)
    told = (known(position, "inches", name, target) for name in names)
    return next((one for one in told if one is not None), None)


def _under_fire(
    position: Position,
    act: PartyActs,
    names: tuple[str, ...],
    target: str | None,
    reach: Sequence[bool],
) -> Ruling[Position] | None:
    """Rule on hostile ones who take cover or shoot; None if they do neither.

    `reach` says whether the target is at short, medium or long range, or nearer.
    """
    who = title(position, act.party)
    inside = all(position.figures[name].zone in position.buildings for name in names)
    hurt = any(position.figures[name].status(WOUNDED_BY_FIRE) for name in names)
    shot_at = any(position.figures[name].status(SHOT_AT) for name in names)
    near = bool(reach) and reach[MEDIUM]
    if (hurt or (near and not shot_at)) and not inside and act.in_cover is None:
        return allow(("4.3",), "In cover?", {"in_cover": Ask(f"Is {who} in cover?")})
    if hurt and not (inside or act.in_cover):
        return _runs(position, act, names, "goes up to", "to the nearest cover, not into a building")
    if target is None or not (near or (shot_at and any(reach))):
        return None
    if shot_at or inside or act.in_cover:
        return _shoots(position, act, names, target, aimed=True)
    return _shoots(position, act, names, target, aimed=False, then=f", then goes {MOVE} inches to cover")


def _patrols(
    position: Position, act: PartyActs, names: tuple[str, ...], target: str | None
) -> Ruling[Position]:
    """Rule on hostile ones who have nobody to shoot at: sentries walk, others draw near, or wander."""
    quiet = not any(count for name, count in position.counts.items() if name.startswith("shots "))
    if quiet and any(position.figures[name].status(SENTRY) for name in names):
        if act.sentry is None:
            return allow(("4.3",), "A sentry.", {"sentry": 1})
        if act.sentry == 1:
            return _stays(position, act, names, "turns round")
        return _moves(position, act, names, f"goes {inches_of(act.sentry)} to the next point of its round")
    goal = called(position, target) if target is not None and position.figures[target].kind in HUMANS else ""
    if target is not None and not goal and players(position):
        if act.other is None:
            text = f"Does {title(position, act.party)} see a player’s survivor?"
            return allow(("4.3",), "They draw near.", {"other": Ask(text)})
        goal = "the nearest survivor in sight" if act.other else ""
    if not goal and position.noises:
        goal = "the nearest noise"
    if goal:
        if zombies(position) and act.danger is None:
            text = f"Would {MOVE} inches towards {goal} bring them within {DANGER} inches of a zombie?"
            return allow(("4.3",), "They draw near.", {"danger": Ask(text)})
        if not act.danger:
            return _moves(position, act, names, f"goes {MOVE} inches towards {goal}")
    return _random(position, act, names)


def _random(position: Position, act: PartyActs, names: tuple[str, ...]) -> Ruling[Position]:
    if act.direction is None:
        return allow(("4.3",), "They wander.", {"direction": 1})
    return _moves(position, act, names, f"wanders {MOVE} inches {clock(act.direction)}")


def _fearful(position: Position, act: PartyActs, names: tuple[str, ...]) -> Ruling[Position]:
    who, beasts = title(position, act.party), _beasts(position)
    if (ruling := _close(position, act, names, beasts, VERY_CLOSE)) is not None:
        return ruling
    others = [
        n
        for n in (*players(position), *position.standing("independent"))
        if n not in members(position, act.party)
    ]
    if others and act.other is None:
        text = f"{who}: is a human of another party within {CLOSE} inches?"
        return allow(("4.3", "R-4.3a"), "The fearful run from humans.", {"other": Ask(text)})
    if act.other:
        if zombies(position) and act.danger is None:
            text = f"Would running away bring them within {DANGER} inches of a zombie?"
            return allow(("4.3",), "They run.", {"danger": Ask(text)})
        if not act.danger:
            return _runs(position, act, names, "runs", "the other way")
    what = f"goes {MOVE} inches to the nearest edge of the table or barricaded building"
    return _moves(position, act, names, what)


def _close(
    position: Position, act: PartyActs, names: tuple[str, ...], beasts: Sequence[str], within: int
) -> Ruling[Position] | None:
    """Return what a party does about a zombie or a dog close by, or None if none is."""
    if not beasts:
        return None
    if act.nearest is None:
        who = title(position, act.party)
        text = f"{who}: which zombie, or else dog, is nearest in sight within {within} inches?"
        return allow(("4.3",), "They fight what is close.", {"nearest": Options((*beasts, NOBODY), (), text)})
    return None if act.nearest == NOBODY else _strikes(position, act, names, act.nearest)


def _wary(position: Position, act: PartyActs, names: tuple[str, ...], *, friendly: bool) -> Ruling[Position]:
    who = title(position, act.party)
    if (ruling := _close(position, act, names, _beasts(position), CLOSE)) is not None:
        return ruling
    fast = tuple(n for n in zombies(position) if position.figures[n].kind in {"runner", "boss"})
    if fast and act.threat is None:
        text = f"{who}: which runner or boss is nearest in sight within {DANGER} inches?"
        return allow(("4.3",), "They beware of runners.", {"threat": Options((*fast, NOBODY), (), text)})
    if act.threat not in {None, NOBODY}:
        threat, reach = str(act.threat), _snap_reach(position, names)
        far = None if reach is None or reach >= DANGER else _far(position, act, names, threat)
        if reach is not None and reach < DANGER and far is None:
            text = f"How far is {called(position, threat)} from {who}?"
            need = {"inches": Ask(text, limits=(int(reach),))}
            return allow(("4.3", "6.1"), "A snap shot if it reaches.", need)
        if reach is not None and (far is None or far <= reach):
            return _shoots(position, act, names, threat, aimed=False)
        return _runs(position, act, names, "runs", f"away from {called(position, threat)}")
    if friendly and players(position):
        if zombies(position) and act.danger is None:
            text = (
                f"{who}: would {MOVE} inches towards the nearest player’s survivor in sight "
                f"bring them within {DANGER} inches of a zombie?"
            )
            return allow(("4.3",), "They come to you.", {"danger": Ask(text)})
        if act.danger:
            return _stays(position, act, names, "waits: a zombie is too near the way")
        what = f"goes up to {MOVE} inches to the nearest player’s survivor in sight, and halts at {HALT}"
        return _moves(position, act, names, what)
    return _random(position, act, names)


def _snap_reach(position: Position, names: Sequence[str]) -> float | None:
    """Return how far a snap shot of any of a party reaches; None where nobody can fire one."""
    guns = (gun_in_hand(position, name) for name in names)
    return max((gun.ranges[-1] for gun in guns if gun and not gun.data.get("aimed_only")), default=None)


def _sniper(position: Position, act: PartyActs, names: tuple[str, ...]) -> Ruling[Position]:
    """Rule on the one with a rifle in a building: an aimed shot a turn at the nearest in sight (12.0)."""
    foes = (*players(position), *_beasts(position))
    if gun_of(position, names) is None or not foes:
        return _stays(position, act, names, "has nobody to shoot at")
    if act.nearest is None:
        text = f"{title(position, act.party)}: who is nearest in sight?"
        return allow(("12.0",), "One aimed shot a turn.", {"nearest": Options((*foes, NOBODY), (), text)})
    if act.nearest == NOBODY:
        return _stays(position, act, names, "sees nobody")
    return _shoots(position, act, names, act.nearest, aimed=True)


def avenged(before: Position, after: Position) -> Position:
    """Return the position in which a party is set on revenge, for a player has killed one of it (4.3)."""
    for name, figure in before.figures.items():
        now = after.figures.get(name)
        died = figure.kind == "independent" and (now is None or now.kind == "corpse")
        if died and figure.group:
            for other in members(after, figure.group):
                after = after.put(other, after.figures[other].with_status(VENGEFUL))
    return after


JUDGES: Mapping[type, Any] = {
    PartyMeets: judge_meets,
    PartyActs: judge_party,
    **independent_attacks.JUDGES,
}
