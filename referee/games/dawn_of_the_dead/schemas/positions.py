"""Positions from outside (`referee-position/1`), checked against their map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.schemas.contradictions import contradictions, infected_later
from referee.games.dawn_of_the_dead.schemas.phase_states import load_state, misremembered
from referee.records.fields import (
    AnyObject,
    Choice,
    Flag,
    Given,
    Items,
    Part,
    Strict,
    Table,
    Whole,
    between_field,
    load,
    square_field,
)
from referee.records.text import show
from rules.board.board import pair
from rules.dawn_of_the_dead import view
from rules.dawn_of_the_dead.equipment.counters_check import RATINGS
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, MAIN_DOORS, Setting
from rules.dawn_of_the_dead.position import PHASES, Position

_WHAT = "The position"
_STATUSES = ("normal", "stunned", "infected", "super_zombie", "killed")
_MOST_HIDDEN = 5
_MOST_SQUARES = 1000


def _character(**options: Any) -> Choice:
    return Choice(CHARACTERS, "one of the characters", **options)


def _value(**options: Any) -> Whole:
    return Whole("a Zombie Value", 1, 11, **options)


def _squares(most: int, **options: Any) -> Items:
    return Items(square_field(), most, **options)


def _pool() -> Items:
    return Items(_value(allow_none=True), 50, allow_none=True)


class CharacterSchema(Strict):
    """A character's square and status."""

    square = square_field(allow_none=True, load_default=None)
    status = Choice(_STATUSES, "one of", load_default="normal")
    rifle = Flag(load_default=False)
    moved_last_turn = Flag(load_default=False)
    infected_on_turn = Whole("a Game-Turn", 1, 100_000, allow_none=True, load_default=None)


class ZombieSchema(Strict):
    """One zombie unit on the map."""

    square = square_field(required=True)
    value = _value(allow_none=True, load_default=None)
    berserk = Flag(load_default=False)


class DoorSchema(Strict):
    """One door with its state."""

    between = between_field(required=True)
    state = Choice(("open", "closed", "destroyed"), required=True)


class CarryingSchema(Strict):
    """Who carries whom (5.6)."""

    by = _character(required=True)
    whom = _character(required=True)


class MoveSchema(Strict):
    """A move in progress."""

    characters = Items(_character(), len(CHARACTERS), least=1, distinct=True, required=True)
    carrying = Part(CarryingSchema, allow_none=True, load_default=None)
    # A sheet may be exchanged during a move (R-2.3a), so the sheet in use does not limit the points spent.
    spent = Whole("a number of Movement Points", 0, RATINGS["movement_allowance"][1], load_default=0)
    shots = Table(_character(), Whole("a number of shots", 0, 1000), len(CHARACTERS), load_default=dict)
    panicked = Items(_character(), len(CHARACTERS), load_default=list)
    acted = Flag(load_default=False)
    rifles = Items(_character(), len(CHARACTERS), load_default=list)
    earlier = Items(_character(), len(CHARACTERS), distinct=True, load_default=list)


class PositionSchema(Strict):
    """A whole position. Only four fields must be there."""

    format = Given("referee-position/1", load_default="referee-position/1")
    system = Given("dawn-of-the-dead", required=True)
    mode = Choice(("two-player", "solitaire", "cooperative"), load_default="two-player")
    counters = Choice(("digital", "physical"), load_default="digital")
    turn = Whole("a Game-Turn", 1, 100_000, load_default=1)
    phase = Choice(PHASES, "one of the phases", required=True)
    characters = Table(_character(), Part(CharacterSchema), len(CHARACTERS), required=True)
    zombies = Items(Part(ZombieSchema), _MOST_SQUARES, required=True)
    hidden = _squares(_MOST_HIDDEN, distinct=True, load_default=list)
    passed = _squares(_MOST_HIDDEN, distinct=True, load_default=list)
    swept = Flag(load_default=False)
    hidden_box = _pool()
    eliminated = _pool()
    doors = Items(Part(DoorSchema), _MOST_SQUARES, load_default=list)
    main_doors = Table(
        Choice(MAIN_DOORS, "one of the main doors"), Choice(("open", "closed")), 4, load_default=dict
    )
    rifles = Whole("a number of rifles", 0, 50)
    move = Part(MoveSchema, allow_none=True, load_default=None)
    trail = _squares(_MOST_SQUARES, load_default=list)
    phase_state = AnyObject(allow_none=True, load_default=dict)
    shown = Table(square_field(), _value(), _MOST_SQUARES, load_default=dict)
    inspected = Table(square_field(), _value(), _MOST_SQUARES, load_default=dict)
    winner = Choice(("human", "zombie"), "one of", allow_none=True, load_default=None)


_SCHEMA = PositionSchema()


def load_position(data: Any, setting: Setting) -> Position:
    """Return a position on the map of `setting`.

    What is left out has its value at the start of play; characters not named are killed, and draws from
    pools not given are not checked. Raises InputError with a sentence for each mistake.
    """
    loaded = load(_SCHEMA, data, _WHAT)
    problems = [*_off_the_map(loaded, setting), *contradictions(loaded, setting)]
    if "turn" in data:
        problems += infected_later(loaded)
    if problems:
        raise InputError(problems)
    loaded["phase_state"] = load_state(loaded["phase"], loaded["phase_state"] or {})
    position = view.position_from_json(loaded, setting)
    problems = list(misremembered(position))
    if problems:
        raise InputError(problems)
    return position


def _off_the_map(loaded: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Yield what is placed on a square, side or door that this map lacks."""
    board = setting.board
    for where, s in _named_squares(loaded):
        if s not in board.squares:
            yield f"{where}: {show(s)} is not a square of this map."
    for i, door in enumerate(loaded["doors"]):
        if pair(*door["between"]) not in board.doors:
            yield f"doors[{i}].between: there is no door between {' and '.join(door['between'])} on this map."
    for name in loaded["main_doors"]:
        if name not in board.main_doors:
            yield f"main_doors: this map has no main door {show(name)}."


def _named_squares(loaded: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, character in loaded["characters"].items():
        if character["square"] is not None:
            yield f"characters.{name}.square", character["square"]
    for i, zombie in enumerate(loaded["zombies"]):
        yield f"zombies[{i}].square", zombie["square"]
    for field in ("hidden", "passed", "trail", "shown", "inspected"):
        for s in loaded[field]:
            yield field, s
