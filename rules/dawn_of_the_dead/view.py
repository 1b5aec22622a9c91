"""The view of a seat (`View`), the one form in which a position leaves the referee. A position as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from rules.board.board import Pair, pair
from rules.dawn_of_the_dead.agenda import Item, agenda
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    Attack,
    AttackState,
    BerserkState,
    Character,
    Counters,
    DoorState,
    FreeState,
    GenerationState,
    Mode,
    Move,
    Phase,
    PhaseState,
    Pool,
    Position,
    ReactionState,
    Winner,
    Zombie,
)
from rules.dawn_of_the_dead.sequence import begin_state
from rules.effects import Effect, effects_known_to

FORMAT = "referee-position/1"
SYSTEM = "dawn-of-the-dead"
STATES: Mapping[str, type[Any]] = {
    "hidden_appearance": AppearanceState,
    "berserk": BerserkState,
    "reaction": ReactionState,
    "free_movement": FreeState,
    "attack": AttackState,
    "generation": GenerationState,
}


def position_to_json(position: Position | View) -> dict[str, Any]:
    """Return a position as JSON data, secrets included; only a `View` may leave the referee.

    `swept` is there only if true. A Hidden Zombie box that was not given is left out if the eliminated units
    are known, and null if they are not.
    """
    data: dict[str, Any] = {
        "format": FORMAT,
        "system": SYSTEM,
        "mode": position.mode,
        "counters": position.counters,
        "turn": position.turn,
        "phase": position.phase,
        "characters": {n: _plain(c) for n, c in position.characters.items()},
        "zombies": [
            {"square": s, "value": u.value, "berserk": u.berserk} for s, u in sorted(position.zombies.items())
        ],
        "hidden": None if position.hidden is None else list(position.hidden),
        "passed": None if position.passed is None else sorted(position.passed),
        "hidden_box": None if position.hidden_box is None else list(position.hidden_box),
        "eliminated": list(position.eliminated),
        "doors": [{"between": list(b), "state": s} for b, s in sorted(position.doors.items())],
        "main_doors": dict(sorted(position.main_doors.items())),
        "rifles": position.rifles,
        "move": _move_to_json(position.move),
        "trail": list(position.trail),
        "phase_state": _plain(position.phase_state) if position.phase_state else {},
        "shown": dict(sorted(position.shown.items())),
        "inspected": dict(sorted(position.inspected.items())),
        "winner": position.winner,
    }
    if position.swept:
        data["swept"] = True
    if position.hidden_box is None and position.pools_known:
        del data["hidden_box"]
    return data


def position_from_json(source: Mapping[str, Any], setting: Setting) -> Position:
    """Build a position from JSON data that a schema has checked; what is left out is as at the start.

    Characters not named are killed. Without pools (neither given, or `hidden_box` null) what is drawn is
    not checked.
    """
    hidden_box, eliminated = source.get("hidden_box"), source.get("eliminated")
    unknown = hidden_box is None and (eliminated is None or "hidden_box" in source)
    position = Position(
        setting,
        turn=source.get("turn", 1),
        phase=source["phase"],
        mode=source.get("mode", "two-player"),
        counters=source.get("counters", "digital"),
        characters=_characters(source["characters"]),
        zombies=_zombies(source["zombies"]),
        hidden=tuple(source.get("hidden", ())),
        passed=frozenset(source.get("passed", ())),
        swept=source.get("swept", False),
        hidden_box=None if hidden_box is None else tuple(hidden_box),
        eliminated=tuple(eliminated or ()),
        pools_known=not unknown,
        doors=_doors(source.get("doors", ())),
        main_doors={n: s for n, s in source.get("main_doors", {}).items() if s == "closed"},
        rifles=source.get("rifles", setting.board.rifle_count),
        move=_move(source.get("move")),
        trail=tuple(source.get("trail", ())),
        shown=dict(source.get("shown", {})),
        inspected=dict(source.get("inspected", {})),
        winner=source.get("winner"),
    )
    state = source.get("phase_state") or {}
    return replace(position, phase_state=_state(position, state))


def _plain(value: Any) -> Any:
    """Return a dataclass of plain fields as JSON data, sets in order."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return list(value)
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if f.compare}
    return value


def _characters(source: Mapping[str, Mapping[str, Any]]) -> dict[str, Character]:
    dead = Character(None, "killed")
    return {n: Character(**source[n]) if n in source else dead for n in CHARACTERS}


def _zombies(source: list[Mapping[str, Any]]) -> dict[str, Zombie]:
    return {z["square"]: Zombie(z.get("value"), z.get("berserk", False)) for z in source}


def _doors(source: list[Mapping[str, Any]]) -> dict[Pair, DoorState]:
    return {pair(*d["between"]): d["state"] for d in source if d["state"] != "open"}


def _move_to_json(move: Move | None) -> dict[str, Any] | None:
    if move is None:
        return None
    data: dict[str, Any] = _plain(move)
    data["shots"] = dict(move.shots)
    data["carrying"] = {"by": move.carrying[0], "whom": move.carrying[1]} if move.carrying else None
    return data


def _move(source: Mapping[str, Any] | None) -> Move | None:
    if source is None:
        return None
    carrying, spent = source.get("carrying"), source.get("spent", 0)
    # A character with no shots has not acted or moved (R-5.0a).
    shots = {name: count for name, count in source.get("shots", {}).items() if count}
    panicked = tuple(source.get("panicked", ()))
    return Move(
        characters=tuple(source["characters"]),
        carrying=(carrying["by"], carrying["whom"]) if carrying else None,
        spent=spent,
        shots=shots,
        panicked=panicked,
        acted=bool(source.get("acted") or spent or shots or panicked),
        rifles=tuple(source.get("rifles", ())),
        earlier=tuple(source.get("earlier", ())),
    )


def _state(position: Position, source: Mapping[str, Any]) -> PhaseState:
    """Return the state of the phase; from empty data, the state at its start."""
    kind = STATES.get(position.phase)
    if kind is None or not source:
        return begin_state(position)
    given: dict[str, Any] = {}
    for f in fields(kind):
        if f.name not in source:
            continue
        value = source[f.name]
        if f.name == "attack":
            value = _attack(value)
        elif f.name == "weak":
            value = {one["square"]: _attack(one) for one in value}
        elif isinstance(value, list):
            value = frozenset(value)
        given[f.name] = value
    state: PhaseState = kind(**given)
    return state


def _attack(source: Mapping[str, Any] | None) -> Attack | None:
    if source is None:
        return None
    victims = source.get("victims")
    return Attack(
        square=source["square"],
        fired=frozenset(source.get("fired", ())),
        panicked=frozenset(source.get("panicked", ())),
        count=source.get("count"),
        victims=None if victims is None else tuple(victims),
        strength=source.get("strength"),
        waived=frozenset(source.get("waived", ())),
        held=source.get("held", False),
    )


ROLES = frozenset({"table", "human", "zombie"})


@dataclass(frozen=True)
class View:
    """A position as one seat may see it; only `redact` makes one of a position.

    The fields are those of the position. What is secret to the seat is None: the `value` of a unit, the
    squares that are `hidden` and `passed`, and the units off the map (`hidden_box` and `eliminated` only say
    how many there are). `sheet` is the counter sheet in use where that is not the table's (R-2.3a).
    """

    setting: Setting = field(repr=False, compare=False)
    turn: int = 1
    phase: Phase = "place_hidden"
    mode: Mode = "two-player"
    counters: Counters = "digital"
    characters: Mapping[str, Character] = field(default_factory=dict)
    zombies: Mapping[str, Zombie] = field(default_factory=dict)
    hidden: tuple[str, ...] | None = None
    passed: frozenset[str] | None = None
    swept: bool = False
    hidden_box: Pool | None = None
    eliminated: Pool = ()
    pools_known: bool = True
    doors: Mapping[Pair, DoorState] = field(default_factory=dict)
    main_doors: Mapping[str, str] = field(default_factory=dict)
    rifles: int = 0
    move: Move | None = None
    trail: tuple[str, ...] = ()
    phase_state: PhaseState = None
    shown: Mapping[str, int] = field(default_factory=dict)
    inspected: Mapping[str, int] = field(default_factory=dict)
    winner: Winner | None = None
    hidden_count: int = 0
    agenda: tuple[Item, ...] = ()
    sheet: str = ""

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The sides that have something to do, who must or may do it first before the other."""
        return tuple(dict.fromkeys(item["seat"] for item in self.agenda))

    @property
    def attack(self) -> Attack | None:
        """The attack in progress."""
        return self.phase_state.attack if isinstance(self.phase_state, AttackState) else None

    @property
    def due(self) -> frozenset[str]:
        """The berserk units that must be checked (10.0)."""
        return self.phase_state.due if isinstance(self.phase_state, BerserkState) else frozenset()

    @property
    def reacting(self) -> frozenset[str]:
        """The units that saw the trail and have not moved (7.0)."""
        return self.phase_state.pending if isinstance(self.phase_state, ReactionState) else frozenset()

    @property
    def attacks_due(self) -> frozenset[str]:
        """The squares with an attack due (8.0)."""
        return self.phase_state.pending if isinstance(self.phase_state, AttackState) else frozenset()

    @property
    def free_moves(self) -> FreeState | None:
        """The free moves, in their phase (7.4)."""
        return self.phase_state if isinstance(self.phase_state, FreeState) else None

    @property
    def mover_square(self) -> str | None:
        """The square of those who are on the move in this Human Player-Turn."""
        return self.characters[self.move.characters[0]].square if self.move else None

    @property
    def moving(self) -> tuple[str, ...]:
        """The characters who are on the move in this Human Player-Turn."""
        return self.move.characters if self.move else ()

    def open_position(self) -> Position:
        """Return a position in the Human Player-Turn with the open facts of the view and no others.

        Nothing computed from it can say more than the view.
        """
        return Position(
            self.setting,
            turn=self.turn,
            phase="human",
            mode=self.mode,
            counters=self.counters,
            characters=self.characters,
            zombies=self.zombies,
            pools_known=False,
            doors=self.doors,
            main_doors=self.main_doors,
            rifles=self.rifles,
            move=self.move,
            trail=self.trail,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view in the JSON form of a position, with secrets as null."""
        shown = position_to_json(self)
        shown["hidden_count"] = self.hidden_count
        shown["agenda"] = [*self.agenda]
        if self.sheet:
            shown["sheet"] = self.sheet
        return shown


_FACTS = tuple(f.name for f in fields(Position))


def opened(position: Position) -> View:
    """Return a position with every secret opened, for a game that is over."""
    return View(**_facts(position), hidden_count=len(position.hidden))


def _facts(position: Position) -> dict[str, Any]:
    """Return the fields of a view: units in order, and no attack that reveals a value (2.3)."""
    facts = {name: getattr(position, name) for name in _FACTS}
    facts["zombies"] = dict(sorted(position.zombies.items()))
    if isinstance(position.phase_state, AttackState):
        facts["phase_state"] = replace(position.phase_state, weak={})
    return facts


def redact(position: Position, role: str) -> View:
    """Return a position as one seat may see it.

    `table` and `human` see open facts. `zombie` also sees the hidden squares, and the values that a super
    zombie lets him look at. Once the game is over everybody sees everything. Raises ValueError for an
    unknown role.
    """
    _check_role(role)
    facts = _facts(position)
    if position.phase != "over":
        _hide(facts, position, private=role == "zombie")
    return View(**facts, hidden_count=len(position.hidden), agenda=tuple(agenda(position, role)))


_FACE_DOWN: Mapping[bool, Zombie] = {berserk: Zombie(None, berserk) for berserk in (False, True)}


def _hide(facts: dict[str, Any], position: Position, *, private: bool) -> None:
    looked_at = _values_open(position, private=private)
    facts["zombies"] = {
        square: unit if square in looked_at else _FACE_DOWN[unit.berserk]
        for square, unit in facts["zombies"].items()
    }
    if position.hidden_box is not None:
        facts["hidden_box"] = (None,) * len(position.hidden_box)
    facts["eliminated"] = (None,) * len(position.eliminated)
    if not private:
        facts["hidden"] = facts["passed"] = None
        facts["inspected"] = {}


def effects_for(effects: Iterable[Effect], role: str) -> tuple[Effect, ...]:
    """Return the effects that one seat may know, in order. Raises ValueError for an unknown role."""
    _check_role(role)
    return effects_known_to(effects, role)


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise ValueError(f"There is no role {role!r}.")


def _values_open(position: Position, *, private: bool) -> frozenset[str]:
    """Return the squares where a seat may look at the value of a unit now (7.7)."""
    everybody = position.occupied().union(position.shown)
    if not private:
        return everybody
    looks_under = [] if position.solitaire else position.super_zombies()  # 15.7
    return everybody.union(position.inspected, looks_under)
