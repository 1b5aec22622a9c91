"""What a phase remembers, from outside with a position (`phase_state`).

Its inside belongs to the project, but it is checked, because a position may come from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from marshmallow import Schema

from referee.errors import InputError
from referee.records.fields import Choice, Flag, Items, Part, Strict, Whole, load, square_field
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dawn_of_the_dead.position import (
    Attack,
    AttackState,
    BerserkState,
    FreeState,
    Position,
    ReactionState,
)  # fmt: skip

_MOST_SQUARES = 1000


def _squares() -> Items:
    return Items(square_field(), _MOST_SQUARES)


def _characters(**options: Any) -> Items:
    return Items(Choice(CHARACTERS, "one of the characters"), len(CHARACTERS), **options)


class AppearanceSchema(Strict):
    """The Hidden Zombie Table."""

    rolled = Flag()


class BerserkSchema(Strict):
    """The checks of the Berserk Zombie Phase."""

    due = _squares()
    lapsed = _squares()
    tried = Flag()


class _MovementSchema(Strict):
    """What both movement phases remember."""

    supers = _characters()
    paired = _characters()


class ReactionSchema(_MovementSchema):
    """The Zombie Reaction Movement Phase."""

    pending = _squares()
    done = _squares()
    watching = _characters()


class FreeSchema(_MovementSchema):
    """The Zombie Free Movement Phase."""

    die = Whole("the face of a die", 1, 6, allow_none=True)
    left = Whole("a number of free moves", 0, 6)
    spent = _squares()
    along = _squares()


class OneAttackSchema(Strict):
    """The attack in progress."""

    square = square_field(required=True)
    fired = _characters()
    panicked = _characters()
    count = Whole("a number of characters", 1, len(CHARACTERS), allow_none=True)
    victims = _characters(least=1, allow_none=True)
    strength = Whole("the strength of an attack", 0, 1000, allow_none=True)
    waived = _characters()
    held = Flag()


class AttackSchema(Strict):
    """The Zombie Attack Phase."""

    pending = _squares()
    attack = Part(OneAttackSchema, allow_none=True)
    weak = Items(Part(OneAttackSchema), _MOST_SQUARES)


class GenerationSchema(AttackSchema):
    """The Zombie Generation Phase."""

    entered = Flag()
    rolled = _characters()


_SCHEMAS: Mapping[str, Schema] = {
    "hidden_appearance": AppearanceSchema(),
    "berserk": BerserkSchema(),
    "reaction": ReactionSchema(),
    "free_movement": FreeSchema(),
    "attack": AttackSchema(),
    "generation": GenerationSchema(),
}


def load_state(phase: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a phase remembers; {} stands for nothing. Raises InputError."""
    schema = _SCHEMAS.get(phase)
    if schema is None:
        if data:
            raise InputError(f"phase_state must be empty in the phase {phase}, which remembers nothing.")
        return {}
    try:
        return load(schema, data, "")
    except InputError as error:
        raise InputError([f"phase_state.{problem.strip()}" for problem in error.problems]) from None


def misremembered(position: Position) -> Iterator[str]:
    """Yield what a phase remembers of absent pieces, and of moves and attacks that nobody made."""
    state = position.phase_state
    if isinstance(state, BerserkState):
        yield from _missing("due", {s for s in state.due if s not in position.zombies})
        yield from _missing("lapsed", {s for s in state.lapsed if s not in position.zombies})
        # One that lapsed may be berserk again: players can agree on another check.
        berserk = {s for s, unit in position.zombies.items() if unit.berserk}
        for square in sorted(state.due & position.zombies.keys() - berserk):
            yield f"phase_state.due: the unit in {square} is not berserk."
    if isinstance(state, ReactionState):
        yield from _missing("pending", {s for s in state.pending if s not in position.zombies})
        yield from _missing("done", {s for s in state.done if s not in position.zombies})
        for square in sorted(state.pending & state.done):
            yield f"phase_state.pending: the unit in {square} has already moved."
        yield from _no_supers("watching", state.watching, position)
    if isinstance(state, ReactionState | FreeState):
        yield from _no_supers("supers", state.supers, position)
        yield from _no_supers("paired", state.paired, position)
    if isinstance(state, FreeState) and state.left > (state.die or 0):
        rolled = "before the die is rolled" if state.die is None else f"of a roll of {state.die}"
        yield f"phase_state.left: {state.left} free moves cannot be left {rolled}."
    if isinstance(state, AttackState):
        yield from _no_attack("pending", sorted(state.pending), position)
        if state.attack is not None:
            yield from _misattacked(state, state.attack, position)


def _misattacked(state: AttackState, attack: Attack, position: Position) -> Iterator[str]:
    """Yield what cannot be of the open attack."""
    yield from _no_attack("attack", [attack.square], position)
    for name in attack.victims or ():
        if name not in position.at(attack.square):
            yield f"phase_state.attack.victims: {name} is not in {attack.square}."
    if attack.square in state.pending:
        yield f"phase_state.pending: the attack in {attack.square} is already open."
    count, named = attack.count, len(attack.victims or ())
    if count is not None and named > count:
        yield f"phase_state.attack.victims: {named} are more than the {count} attacked."


def _no_supers(field: str, names: Iterable[str], position: Position) -> Iterator[str]:
    for name in sorted(names):
        if position.characters[name].status != "super_zombie":
            yield f"phase_state.{field}: {name} is not a super zombie."


def _missing(field: str, squares: set[str]) -> Iterator[str]:
    for square in sorted(squares):
        yield f"phase_state.{field}: no zombie stands in {square}."


def _no_attack(field: str, squares: Iterable[str], position: Position) -> Iterator[str]:
    for square in squares:
        if not position.zombie_occupied(square) or not position.at(square):
            yield f"phase_state.{field}: in {square} there are not both zombies and a character."
