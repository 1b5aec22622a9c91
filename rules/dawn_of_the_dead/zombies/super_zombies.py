"""11.0 Super Zombies: how they arise from the infected, and three squares at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import victory
from rules.dawn_of_the_dead.actions import React, RollInfection, ZombieMove
from rules.dawn_of_the_dead.effects import UNIT, Inspected, Moved
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.equipment.units import give_status, turned
from rules.dawn_of_the_dead.position import FreeState, Position, ReactionState, with_item, without
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, rolled_for
from rules.dawn_of_the_dead.zombies.attacks import attack_at_once, on_whom
from rules.dawn_of_the_dead.zombies.entrance import attack_first, entrance_due, generation_state
from rules.dawn_of_the_dead.zombies.zombie_paths import SUPER_STEPS, Path, free_paths, quarry, walk_refusal
from rules.effects import Change, Effect
from rules.ruling import refuse


def super_square(position: Position, name: str) -> str | None:
    """Return the square of a super zombie, or None if that character is not one."""
    character = position.characters.get(name)
    return character.square if character and character.status == "super_zombie" else None


def pairs(position: Position) -> frozenset[str]:
    """Return the super zombies with a unit in their square; ask as zombie movement begins (11.2)."""
    return frozenset(n for n in CHARACTERS if super_square(position, n) in position.zombies)


def has_moved(position: Position, name: str) -> bool:
    """Return whether a super zombie has moved in this Player-Turn (11.4)."""
    state = position.phase_state
    return isinstance(state, ReactionState | FreeState) and name in state.supers


def along_refusal(position: Position, name: str) -> Verdict | None:
    """Return why the unit in the square cannot go along with the super zombie, or None if it can (11.2)."""
    state, square = position.phase_state, super_square(position, name)
    assert isinstance(state, ReactionState | FreeState)
    who = NAMES[name]
    if square is None or square not in position.zombies:
        return refuse(("11.2",), f"There is no zombie unit in {who}’s square to go along.", firm=True)
    if name not in state.paired:
        return refuse(("11.2",), f"The unit in {square} did not begin this Player-Turn there with {who}.")
    if not state.moves_along(square):
        return refuse(("7.4", "11.4"), f"The unit in {square} has already been moved.")
    return None


def pair_in(position: Position, square: str) -> bool:
    """Return whether a super zombie and the unit in a square can still go together (11.2)."""
    supers = position.supers_at(square)
    return any(not has_moved(position, n) and along_refusal(position, n) is None for n in supers)


def move_refusal(position: Position, action: ZombieMove) -> Verdict | None:
    """Return why a super zombie may not go this way, or None if it may, in any phase (11.1, 11.2, 11.4)."""
    name = action.super or ""
    start = super_square(position, name)
    if start is None:
        return refuse(("11.0",), f"{NAMES.get(name, name)!s} is not a super zombie.", firm=True)
    if has_moved(position, name):
        return refuse(("11.4",), f"{NAMES[name]} has already been moved in this Player-Turn.")
    if action.with_zombie and (refused := along_refusal(position, name)):
        return refused
    if refused := walk_refusal(position, start, action.path, SUPER_STEPS, "11.2"):
        return refused
    for square in action.path:
        if any(other != name for other in position.supers_at(square)):
            return refuse(("11.1", "R-11.1a"), f"Another super zombie is in {square}.")
    end = action.path[-1]
    if action.with_zombie and end in position.zombies and end != start:
        return refuse(
            ("7.6", "R-11.1a"),
            f"A zombie unit is in {end}, and two units never end in one square.",
            firm=True,
        )
    return None


def approach_refusal(position: Position, action: ZombieMove) -> Verdict | None:
    """Return why a super zombie's move is not a reaction, or None: each step must go nearer (7.0, 11.4)."""
    state, start = position.phase_state, super_square(position, action.super or "")
    assert isinstance(state, ReactionState) and start is not None
    if action.super not in state.watching:
        return refuse(
            ("11.4", "7.1", "R-11.4b"), f"{NAMES[action.super or '']} did not see where the characters went."
        )
    target = quarry(position)
    steps = position.setting.board.distances_from(target) if target else {}
    here = start
    for to in action.path:
        if steps.get(to, 0) >= steps.get(here, 0):
            return refuse(
                ("7.0", "R-7.0b", "R-11.4b"),
                f"Going from {here} to {to} does not bring it nearer to {target}.",
            )
        here = to
    return None


def pair_can_react(position: Position, name: str) -> bool:
    """Return whether a super zombie and the unit in its square can react together (11.2, 11.4)."""
    ways = free_paths(position, super_square(position, name) or "", SUPER_STEPS)
    moves = (React(way, None, name, with_zombie=True) for way in ways)
    return any(not (move_refusal(position, m) or approach_refusal(position, m)) for m in moves)


def goes_along(position: Position, action: ZombieMove) -> bool:
    """Return whether a unit goes along with the super zombie; players may agree on a move without one."""
    return action.with_zombie and super_square(position, action.super or "") in position.zombies


def along(position: Position, action: ZombieMove, square: str | None) -> frozenset[str]:
    """Return the square as a set if a unit goes along with the super zombie, otherwise an empty set."""
    return frozenset({square}) if square and goes_along(position, action) else frozenset()


def carry_out(position: Position, action: ZombieMove) -> Change[Position]:
    """Return the position after a super zombie's move, with the values its player may look at (11.1)."""
    name, end = action.super or "", action.path[-1]
    start = super_square(position, name)
    assert start is not None
    zombies, beneath = position.zombies, goes_along(position, action)
    if beneath:
        zombies = with_item(without(zombies, [start]), end, zombies[start])
    character = replace(position.characters[name], square=end)
    may_look = not position.solitaire  # 15.7
    others = without(position.zombies, [start]) if action.with_zombie else position.zombies
    inspected = {
        s: unit.value
        for s in action.path
        if may_look and (unit := others.get(s)) is not None and unit.value is not None
    }
    after = replace(
        position,
        characters=with_item(position.characters, name, character),
        zombies=zombies,
        inspected=inspected,
    )
    effects: list[Effect] = [Moved(name, start, end, action.path)]
    if beneath:
        effects.append(Moved(UNIT, start, end, action.path, name))
        effects += turned(after, end, up=bool(position.at(start)))
    effects += (Inspected(square, value, name) for square, value in inspected.items())
    return Change(after, tuple(effects))


def supers_to_move(position: Position) -> Iterator[str]:
    """Yield the super zombies that have not moved in this Player-Turn."""
    for name in CHARACTERS:
        if super_square(position, name) and not has_moved(position, name):
            yield name


def ways(position: Position, name: str, *, back: bool = False) -> Iterator[tuple[Path, bool]]:
    """Yield each way of a super zombie alone, and with the unit under it if there is one (11.2).

    `back` is as in `free_paths`.
    """
    start = super_square(position, name) or ""
    paired = start in position.zombies
    for path in free_paths(position, start, SUPER_STEPS, back=back):
        yield path, False
        if paired:
            yield path, True


TURNING_TOTALS = frozenset({2, 12})


def infected_due(position: Position) -> tuple[str, ...]:
    """Return the infected characters who are due a roll in this Game-Turn (11.0)."""
    state = generation_state(position)
    return tuple(
        n
        for n in CHARACTERS
        if (c := position.characters.get(n))
        and c.status == "infected"
        and n not in state.rolled
        and c.infected_on_turn != position.turn
    )


def _refuse(position: Position, action: RollInfection) -> Verdict | None:
    if refused := attack_first(position):
        return refused
    name = action.character
    character = position.characters.get(name)
    if character is None or character.status != "infected":
        return refuse(("11.0",), f"{NAMES.get(name, name)!s} is not infected.", firm=True)
    if name in generation_state(position).rolled:
        return refuse(("11.0",), f"The roll for {NAMES[name]} was already made in this Game-Turn.", firm=True)
    if character.infected_on_turn == position.turn:
        return refuse(
            ("11.0", "4.0"), f"{NAMES[name]} was infected in this Game-Turn, so there is no roll yet."
        )
    if entrance_due(position):
        return refuse(("4.0", "R-13.0b"), "The Zombie Entrance Table comes before the infected characters.")
    return None


def _grant(position: Position, action: RollInfection) -> Verdict:
    reason = f"On 2 or 12 {NAMES[action.character]} becomes a super zombie."
    return granted(("11.0",), reason, dice=action.dice, total=action.total, rolled=2, case="11.0")


def _roll(position: Position, action: RollInfection) -> Outcome:
    name = action.character
    roll = rolled_for("infection", action.dice, action.total, 2, (name,))
    _, total = roll.fell
    state = generation_state(position)
    # A later attack may clear a main-door square, but the entrance is over by then (R-13.0b).
    after = replace(position, phase_state=replace(state, entered=True, rolled=state.rolled | {name}))
    rolled = (roll,)
    if total not in TURNING_TOTALS:
        return Outcome(after, f"Rolled {total}: {NAMES[name]} stays infected.", effects=rolled)
    square = position.characters[name].square
    assert square is not None
    change = Change(after, rolled).then(give_status, name, "super_zombie")
    over = victory.winner(position, change.after) is not None  # No one is attacked any more (14.1, R-14.0a).
    change = change if over else change.then(attack_at_once, square)
    prey = () if over else change.after.at(square)
    attack = f" and attacks{on_whom(prey, ' at once')}" if prey else ""
    story = f"Rolled {total}: {NAMES[name]} becomes a super zombie in {square}{attack}."
    return Outcome(change.after, story, cases=("11.8", "8.7") if prey else (), effects=change.effects)


def _options(position: Position) -> Iterator[RollInfection]:
    for name in infected_due(position):
        yield RollInfection(name)


ROLL_INFECTION = Procedure(RollInfection, _refuse, _grant, _roll, _options)
