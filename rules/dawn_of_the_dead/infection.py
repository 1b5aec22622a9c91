"""11.0 Super Zombies in the Zombie Generation Phase: whether an infected character turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead import victory
from rules.dawn_of_the_dead.actions import RollInfection
from rules.dawn_of_the_dead.attacks import attack_at_once, on_whom
from rules.dawn_of_the_dead.entrance import attack_first, entrance_due, generation_state
from rules.dawn_of_the_dead.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict, granted, rolled_for
from rules.dawn_of_the_dead.statuses import give_status
from rules.effects import Change
from rules.ruling import refuse

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
    over = victory.winner(position, change.after) is not None  # Nobody is attacked any more (14.1, R-14.0a).
    change = change if over else change.then(attack_at_once, square)
    prey = () if over else change.after.at(square)
    attack = f" and attacks{on_whom(prey, ' at once')}" if prey else ""
    story = f"Rolled {total}: {NAMES[name]} becomes a super zombie in {square}{attack}."
    return Outcome(change.after, story, cases=("11.8", "8.7") if prey else (), effects=change.effects)


def _options(position: Position) -> Iterator[RollInfection]:
    for name in infected_due(position):
        yield RollInfection(name)


ROLL_INFECTION = Procedure(RollInfection, _refuse, _grant, _roll, _options)
