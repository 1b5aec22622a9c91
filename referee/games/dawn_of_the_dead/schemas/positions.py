"""Positions from outside (`referee-position/1`), checked against the rules and themselves.

Every position that a table reaches can be read, even where its players overruled a verdict: a rifle in
Peter's hands or a solid door destroyed is not a contradiction. Nor is what a position leaves out, or makes up
for study: who asks decides which units are off the map, and their values.

Its inside belongs to the project, but it is checked, because a position may come from anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from marshmallow import Schema

from referee.errors import InputError
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
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, MAIN_DOORS, UNITS, Setting
from rules.dawn_of_the_dead.position import (
    IN_PLAY,
    PHASES,
    SET_UP,
    Attack,
    AttackState,
    BerserkState,
    FreeState,
    Position,
    ReactionState,
)

_WITH_MOVE = frozenset({"human", "over"})
"""The game may end in the middle of a move."""


def contradictions(data: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Yield a sentence on each contradiction in a position that a schema has read."""
    yield from _zombie_contradictions(data["zombies"], data["counters"])
    yield from _mode_contradictions(data)
    yield from _phase_contradictions(data)
    yield from _miscounted(data, setting)
    for name, character in data["characters"].items():
        yield from _character_contradictions(name, character, data["phase"])
        yield from _infection_contradictions(name, character)
    for between_, count in Counter(pair(*d["between"]) for d in data["doors"]).items():
        if count > 1:
            yield f"doors: the door between {' and '.join(between_)} is named {count} times."
    for s in data["passed"]:
        if s not in data["hidden"]:
            yield f"passed: no hidden zombie is assigned to {s}."
    if data["move"] is not None:
        yield from _move_contradictions(data["move"], data["characters"], data["phase"])


def _phase_contradictions(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what cannot be in this phase: a winner before the end, hidden squares before 3.1."""
    phase, winner = data["phase"], data["winner"]
    if phase != "over" and winner is not None:
        yield f"winner: nobody has won yet in the phase {phase}, so not {show(winner)}."
    if phase == "place_hidden" and data["hidden"]:
        yield "hidden: no squares are assigned yet in the phase place_hidden."


def _miscounted(data: Mapping[str, Any], setting: Setting) -> Iterator[str]:
    """Yield what exceeds the contents of the game's box (2.5, 12.0)."""
    if (count := len(data["zombies"])) > UNITS:
        yield f"zombies: {count} zombie units are too many; there are {UNITS}."
    if data.get("rifles", 0) > setting.board.rifle_count:
        yield f"rifles: {data['rifles']} are too many; there are {setting.board.rifle_count}."


def _mode_contradictions(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what belongs to the other mode: hidden squares, or the Hidden Zombie Table (15.1, 15.2)."""
    mode, phase = data["mode"], data["phase"]
    if mode == "two-player":
        if phase == "hidden_appearance":
            yield "phase: the Hidden Zombie Table is not used in two-player play."
        return
    if phase == "place_hidden":
        yield f"phase: no squares are chosen for hidden zombies in {mode} play."
    if data["hidden"]:
        yield f"hidden: no squares are assigned to hidden zombies in {mode} play."
    if box := data.get("hidden_box"):
        yield f"hidden_box: no units are kept there in {mode} play, so not {len(box)}."


def _move_contradictions(
    move: Mapping[str, Any], characters: Mapping[str, Mapping[str, Any]], phase: str
) -> Iterator[str]:
    if phase not in _WITH_MOVE:
        yield f"move: a move is only in progress in the human phase, not in {show(phase)}."
    carrying = move["carrying"]
    going = [*move["characters"], *([carrying["whom"]] if carrying else ())]
    for name in going:
        if name not in characters or characters[name]["status"] not in IN_PLAY:
            yield f"move: {name} is not in play, so not on the move."
    if len({characters[name]["square"] for name in going if name in characters}) > 1:
        yield f"move: {' and '.join(going)} are not in one square, so not on the move together."
    if carrying and carrying["by"] not in move["characters"]:
        yield f"move.carrying: {carrying['by']} is not on the move."
    if carrying and carrying["whom"] in move["characters"]:
        yield f"move.carrying: {carrying['whom']} walks and cannot be carried as well."
    yield from _mover_contradictions(move, characters)


def _mover_contradictions(
    move: Mapping[str, Any], characters: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    """Yield who shot, panicked, moved before or took a rifle, but cannot have."""
    # Others may have shot or panicked: by agreement, a character who is carried may shoot.
    for field in ("shots", "panicked", "earlier"):
        for name in move[field]:
            if name not in characters or characters[name]["status"] not in IN_PLAY:
                yield f"move.{field}: {name} is not in play."
    for name in move["rifles"]:
        if name not in move["characters"]:
            yield f"move.rifles: {name} is not on the move."
        elif not characters.get(name, {}).get("rifle"):
            yield f"move.rifles: {name} took a rifle in this move but has none."


def _character_contradictions(name: str, character: Mapping[str, Any], phase: str) -> Iterator[str]:
    where, status = character["square"], character["status"]
    if status == "killed" and where is not None:
        yield f"characters.{name}.square: a killed character stands in no square, so not in {where}."
    if status != "killed" and where is None and phase not in SET_UP:
        yield f"characters.{name}.square is missing; only a killed character has null there."
    if character["rifle"] and status not in IN_PLAY:
        who = "killed character" if status == "killed" else "super zombie"
        yield f"characters.{name}.rifle: a {who} has no rifle (12.3)."


def _infection_contradictions(name: str, character: Mapping[str, Any]) -> Iterator[str]:
    """Yield an infection of a character who was never infected (8.4)."""
    turn, status = character["infected_on_turn"], character["status"]
    if turn is not None and status in {"normal", "stunned"}:
        yield f"characters.{name}.infected_on_turn: {name} is {status}, so was not infected on turn {turn}."


def infected_later(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield each infection after the Game-Turn of a position that says its turn."""
    for name, character in data["characters"].items():
        if (turn := character["infected_on_turn"] or 0) > data["turn"]:
            yield f"characters.{name}.infected_on_turn: {turn} is after Game-Turn {data['turn']}."


def _zombie_contradictions(zombies: Sequence[Mapping[str, Any]], counters: str) -> Iterator[str]:
    for s, count in Counter(z["square"] for z in zombies).items():
        if count > 1:
            yield f"zombies: {count} zombie units stand in {s}, and two never share a square."
    for i, zombie in enumerate(zombies):
        if zombie["value"] is None and counters == "digital":
            yield f"zombies[{i}].value is missing; it may be null only with physical counters."


_MAX_STATE_ITEMS = 1000


def _state_squares() -> Items:
    return Items(square_field(), _MAX_STATE_ITEMS)


def _characters(**options: Any) -> Items:
    return Items(Choice(CHARACTERS, "one of the characters"), len(CHARACTERS), **options)


class AppearanceSchema(Strict):
    """The Hidden Zombie Table."""

    rolled = Flag()


class BerserkSchema(Strict):
    """The checks of the Berserk Zombie Phase."""

    due = _state_squares()
    lapsed = _state_squares()
    tried = Flag()


class _MovementSchema(Strict):
    """The state of both movement phases."""

    supers = _characters()
    paired = _characters()


class ReactionSchema(_MovementSchema):
    """The Zombie Reaction Movement Phase."""

    pending = _state_squares()
    done = _state_squares()
    watching = _characters()


class FreeSchema(_MovementSchema):
    """The Zombie Free Movement Phase."""

    die = Whole("the face of a die", 1, 6, allow_none=True)
    left = Whole("a number of free moves", 0, 6)
    spent = _state_squares()
    along = _state_squares()


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

    pending = _state_squares()
    attack = Part(OneAttackSchema, allow_none=True)
    weak = Items(Part(OneAttackSchema), _MAX_STATE_ITEMS)


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
    """Return the state of a phase; {} is none. Raises InputError."""
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
    """Yield parts of a phase's state about absent pieces, and moves and attacks that were never made."""
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


_WHAT = "The position"
_STATUSES = ("normal", "stunned", "infected", "super_zombie", "killed")
_MAX_HIDDEN = 5
_MAX_SQUARES = 1000


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
    zombies = Items(Part(ZombieSchema), _MAX_SQUARES, required=True)
    hidden = _squares(_MAX_HIDDEN, distinct=True, load_default=list)
    passed = _squares(_MAX_HIDDEN, distinct=True, load_default=list)
    swept = Flag(load_default=False)
    hidden_box = _pool()
    eliminated = _pool()
    doors = Items(Part(DoorSchema), _MAX_SQUARES, load_default=list)
    main_doors = Table(
        Choice(MAIN_DOORS, "one of the main doors"), Choice(("open", "closed")), 4, load_default=dict
    )
    rifles = Whole("a number of rifles", 0, 50)
    move = Part(MoveSchema, allow_none=True, load_default=None)
    trail = _squares(_MAX_SQUARES, load_default=list)
    phase_state = AnyObject(allow_none=True, load_default=dict)
    shown = Table(square_field(), _value(), _MAX_SQUARES, load_default=dict)
    inspected = Table(square_field(), _value(), _MAX_SQUARES, load_default=dict)
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
