"""What a seat may see; a position leaves the referee only in this form. A position as JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from rules.board.board import Pair, pair
from rules.dawn_of_the_dead.agenda import agenda
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import (
    AppearanceState,
    Attack,
    AttackState,
    BerserkState,
    Character,
    DoorState,
    FreeState,
    GenerationState,
    Move,
    PhaseState,
    Position,
    ReactionState,
    Zombie,
)
from rules.dawn_of_the_dead.sequence import begin_state
from rules.effects import Effect, known

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


def position_to_json(position: Position) -> dict[str, Any]:
    """Return a position as JSON data, secrets included; only `view` may leave the referee.

    `swept` is there only if true. A Hidden Zombie box that nobody gave is left out if the eliminated units
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
        "hidden": list(position.hidden),
        "passed": sorted(position.passed),
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
OPEN = ("turn", "mode", "counters", "characters", "doors", "main_doors", "rifles", "move", "trail")
"""The fields that everybody may see, apart from the zombie units."""


def view(position: Position, role: str) -> dict[str, Any]:
    """Return a position as one seat may see it: in the shape of the position, with secrets as null.

    `table` and `human` see open facts. `zombie` also sees the hidden squares, and the values that a super
    zombie lets him look at. Once the game is over everybody sees everything. Raises ValueError for an
    unknown role.
    """
    _check_role(role)
    shown = position_to_json(position)
    if position.phase != "over":
        _hide(shown, position, role)
    shown["hidden_count"] = len(position.hidden)
    shown["agenda"] = agenda(position, role)
    return shown


def effects_for(effects: Iterable[Effect], role: str) -> tuple[Effect, ...]:
    """Return the effects that one seat may know, in order. Raises ValueError for an unknown role."""
    _check_role(role)
    return known(effects, role)


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise ValueError(f"There is no role {role!r}.")


def open_position(seen: Mapping[str, Any], setting: Setting) -> Position:
    """Return a position in the Human Player-Turn with the facts of a view and no others.

    Nothing computed from it can say more than the view.
    """
    zombies = [{name: z[name] for name in ("square", "value", "berserk")} for z in seen["zombies"]]
    return position_from_json(
        {**{name: seen[name] for name in OPEN}, "zombies": zombies, "phase": "human"}, setting
    )


def _hide(seen: dict[str, Any], position: Position, role: str) -> None:
    private = role == "zombie"
    looked_at = _values_open(position, private=private)
    for zombie in seen["zombies"]:
        if zombie["square"] not in looked_at:
            zombie["value"] = None
    seen["hidden_box"] = None if position.hidden_box is None else [None] * len(position.hidden_box)
    seen["eliminated"] = [None] * len(position.eliminated)
    if not private:
        seen["hidden"] = seen["passed"] = None
        seen["inspected"] = {}


def _values_open(position: Position, *, private: bool) -> frozenset[str]:
    """Return the squares where a seat may look at the value of a unit now (7.7)."""
    everybody = position.occupied().union(position.shown)
    if not private:
        return everybody
    looks_under = [] if position.solitaire else position.super_zombies()  # 15.7
    return everybody.union(position.inspected, looks_under)
