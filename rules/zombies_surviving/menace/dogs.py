"""Feral dogs (4.4): a pack flees, attacks what is weak, or wanders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.fields import action, asked, rolled
from rules.ruling import Ask, Missing, Options, Ruling, allow, done
from rules.sentences import listed
from rules.zombies_surviving.menace import siege
from rules.zombies_surviving.menace.groups import (
    CLOCK,
    FRIENDLY,
    NOBODY,
    acted,
    at_hand,
    called,
    clock,
    contacts,
    go,
    has_acted,
    on_table,
    title,
    wild_packs,
)
from rules.zombies_surviving.menace.groups import inches as inches_of
from rules.zombies_surviving.position import HUMANS, ZOMBIES, Position, Task
from rules.zombies_surviving.survival.economy import HIDDEN, INCAPACITATED

HIT_NEAR = "hit_near"
MORE = ("second", "third", "fourth")
"""The fields for further targets of a pack, beside the nearest (R-4.4a)."""
RUN_DICE, NEAR, AGAIN = 3, 12, 6
"""The dice of a quick move; how near it counts who is there, and how far it finds more targets (4.4)."""


@action
class PackActs:
    """Move a pack of feral dogs (4.4)."""

    pack: str
    count: int | None = asked("How many zombies and humans are near?", most=40)
    quick: tuple[int, ...] | None = rolled("dogs run")
    nearest: str | None = asked("Whom do they reach?")
    second: str | None = asked("Whom else do they reach?")
    third: str | None = asked("Whom else do they reach?")
    fourth: str | None = asked("Whom else do they reach?")
    direction: int | None = rolled("direction", CLOCK)


ACTIONS: tuple[type, ...] = (PackActs,)


def packs(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the packs that have yet to act in this turn."""
    return {
        pack: free
        for pack, names in wild_packs(position).items()
        if not any(has_acted(position, n) for n in names)
        and (free := tuple(n for n in names if not position.figures[n].status(INCAPACITATED)))
    }


def prey(position: Position) -> tuple[str, ...]:
    """Return whom dogs may attack: nobody in an intact or barricaded building."""
    return tuple(
        name
        for name, one in position.figures.items()
        if one.kind in (*HUMANS, *ZOMBIES)
        and on_table(one)
        and not one.status(HIDDEN)
        and not (one.kind in HUMANS and siege.closed(position, name))
    )


def weight(position: Position, names: Sequence[str]) -> int:
    """Return how many figures some enemies count as: a runner or a boss is two (4.4)."""
    return sum(2 if position.figures[name].kind in {"runner", "boss"} else 1 for name in names)


def judge_pack(position: Position, act: PackActs) -> Ruling[Position]:
    """Rule on a pack (4.4)."""
    names, who = packs(position)[act.pack], title(position, act.pack)
    near = contacts(position)
    foes = tuple(dict.fromkeys(one for n in names for one in at_hand(position, n, (*HUMANS, *ZOMBIES), near)))
    if any(position.figures[name].status(HIT_NEAR) for name in names):
        if act.quick is None:
            return allow(("4.4",), f"{who} was hit by a shot near by: it flees.", {"quick": RUN_DICE})
        return _away(position, names, f"{who} flees {inches_of(sum(act.quick))} from the shooter")
    if foes and weight(position, foes) >= 2 * len(names):
        if act.quick is None or act.direction is None:
            return allow(("4.4",), f"{who} is outnumbered: it flees.", _dice(act, RUN_DICE))
        story = f"{who}, outnumbered, flees {inches_of(sum(act.quick))} {clock(act.direction)}"
        return _away(position, names, story)
    if foes:
        return _again(position, act, names, foes)
    return _hunt(position, act, names, who)


def _dice(act: PackActs, quick: int) -> dict[str, Missing]:
    """Return the dice for a distance and a direction, as far as they are missing."""
    return {"quick": quick} if act.quick is None else {"direction": 1}


def _away(position: Position, names: Sequence[str], story: str) -> Ruling[Position]:
    after = acted(go(position, dict.fromkeys(names, 0.0), {}), names)
    return done(after, ("4.4",), f"{story}.")


def _again(
    position: Position, act: PackActs, names: tuple[str, ...], foes: tuple[str, ...]
) -> Ruling[Position]:
    """Rule on a pack in melee: it attacks as many as it can within 6 inches."""
    near, who = contacts(position), title(position, act.pack)
    spare = _spare(position, names, near, foes)
    others = tuple(name for name in prey(position) if name not in foes)
    text = f"{who}: who else is nearest within {AGAIN} inches, as another target?"
    more = _more(act, others, len(spare), text)
    if isinstance(more, Ruling):
        return more
    at = dict(zip(spare, more, strict=False))
    after = acted(go(position, dict.fromkeys(at, 0.0), at), names)
    targets = dict.fromkeys([*foes, *at.values()])
    return done(after, ("4.4",), f"{who} goes on attacking {listed(called(position, t) for t in targets)}.")


def _more(
    act: PackActs, others: Sequence[str], most: int, text: str, weighs: Callable[[str], int] = lambda _: 1
) -> list[str] | Ruling[Position]:
    """Return further targets as people tell them, one after the other, or the question for the next."""
    found: list[str] = []
    for name in MORE:
        left = tuple(other for other in others if other not in found and weighs(other) <= most)
        told = getattr(act, name)
        if not left or told == NOBODY:
            break
        if told is None:
            need = {name: Options((*left, NOBODY), (), text)}
            return allow(("4.4", "R-4.4a"), "As many targets as possible.", need)
        found.append(told)
        most -= weighs(told)
    return found


def _spare(
    position: Position, names: Sequence[str], near: dict[str, tuple[str, ...]], foes: Sequence[str]
) -> tuple[str, ...]:
    """Return the dogs that are not needed to attack each of those in melee already."""
    free = [name for name in names if not at_hand(position, name, (*HUMANS, *ZOMBIES), near)]
    for foe in foes:
        dogs = at_hand(position, foe, ("feral_dog",), near)
        free += [dog for dog in dogs[1:] if dog in names and dog not in free]
    return tuple(free)


def _hunt(position: Position, act: PackActs, names: tuple[str, ...], who: str) -> Ruling[Position]:
    half = len(names) // 2
    there = prey(position)
    if half and there and act.count is None:
        text = (
            f"{who}: how many zombies and humans are within {NEAR} inches? "
            "A runner or a boss counts as two; nobody in an intact or barricaded building counts."
        )
        return allow(("4.4",), "They attack what is weak.", {"count": Ask(text, limits=(0, half))})
    if not act.count or act.count > half:
        if act.quick is None or act.direction is None:
            return allow(("4.4",), f"{who} wanders.", _dice(act, 1))
        return _away(position, names, f"{who} wanders {inches_of(act.quick[0])} {clock(act.direction)}")
    if act.quick is None:
        return allow(("4.4",), f"{who} attacks.", {"quick": RUN_DICE})
    far = sum(act.quick)
    if act.nearest is None:
        text = f"{who} can go {far} inches. Who is nearest of those that they reach?"
        return allow(("4.4",), f"{who} attacks.", {"nearest": Options((*there, NOBODY), (), text)})
    if act.nearest == NOBODY:
        return _away(position, names, f"{who} goes {inches_of(far)} and reaches {NOBODY}")

    def weighs(name: str) -> int:
        return weight(position, (name,))

    others = tuple(name for name in there if name != act.nearest)
    text = f"{who} can go {far} inches. Whom else do they reach?"
    left = min(act.count - weighs(act.nearest), len(names) - 1)
    more = _more(act, others, left, text, weighs)
    if isinstance(more, Ruling):
        return more
    targets = [act.nearest, *more]
    at = {name: targets[n % len(targets)] for n, name in enumerate(names)}
    after = acted(go(position, dict.fromkeys(names, 0.0), at), names)
    whom = listed(called(position, name) for name in targets)
    return done(after, ("4.4",), f"{who} goes {inches_of(far)} and reaches {whom}.")


def attackers(position: Position) -> tuple[Task, ...]:
    """Return the attacks of all dogs within melee range of somebody, each target by one before any by two."""
    near, taken, found = contacts(position), Counter[str](), list[Task]()
    for name in position.of_kind("feral_dog"):
        figure = position.figures[name]
        if figure.attitude == FRIENDLY or not on_table(figure) or figure.status(INCAPACITATED):
            continue
        at = [one for one in at_hand(position, name, (*HUMANS, *ZOMBIES), near) if one in prey(position)]
        if at:
            target = min(at, key=lambda one: taken[one])
            taken[target] += 1
            found.append(Task("attack", name, target))
    return tuple(found)


def settle(position: Position, task: Task) -> Position:
    """Return the position with the next pack on top, or without the task when all have acted."""
    left = packs(position)
    if not left:
        return position.pop()
    first = next(iter(left))
    return position if task.who == first else position.pop().push(replace(task, who=first))
