"""Random play for tests: actions with dice, games move by move, and nonsense to ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import partial
from random import Random
from typing import Any

import pytest

from rules.board.board import pair
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import ACTIONS, Action
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.cardboard import values_refusal
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, MAIN_DOORS, Setting
from rules.dawn_of_the_dead.position import Counters, Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.view import position_from_json
from tests import soak

ENDINGS = frozenset({"end_turn", "next_phase"})


def lots(few: int, many: int) -> list[Any]:
    """Return the seeds of a test as rows: a few for `make test`, those up to `many` for the soak."""
    rest = pytest.param(range(few, many), id=f"{few} to {many - 1}")
    return [pytest.param(range(few), id=f"0 to {few - 1}"), *soak.rest(soak.ENGINES, [rest])]


def completed(position: Position, action: Action, rng: Random, how: str = "rule") -> tuple[Action, Verdict]:
    """Return an action with all the chance it needs, and the ruling on it: `how` is "rule" or "force"."""
    ask: Callable[[Position, Action], Verdict] = getattr(game, how)
    ruling = ask(position, action)
    for _ in range(8):
        if not ruling.needs:
            break
        action = replace(action, **_given(position, action, ruling.needs, rng))
        ruling = ask(position, action)
    assert not ruling.needs, (action, ruling)
    return action, ruling


def _given(position: Position, action: Action, needs: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    names = {f.name for f in fields(action)}
    given: dict[str, Any] = {}
    for need, wanted in needs.items():
        if need == "dice":
            rolled = tuple(rng.randint(1, 6) for _ in range(wanted))
            given |= {"dice": rolled} if "dice" in names else {"die": rolled[0]}
        elif need == "panic":
            known = getattr(action, "panic", None) or {}
            given["panic"] = {**known, **{name: rng.randint(1, 6) for name in wanted}}
        elif need == "value":
            given["values"] = _values_read(position, action, wanted, rng)
        elif need == "draw":
            given["draw"] = _draw(position, action, wanted, rng)
        else:
            given[need] = (rng.choice(wanted),)
    return given


def _values_read(position: Position, action: Action, squares: tuple[str, ...], rng: Random) -> dict[str, int]:
    """Return values read off units, at random from what the counter sheet leaves for them (R-5.4b)."""
    known: dict[str, int] = dict(getattr(action, "values", None) or {})
    for square in squares:
        values = rng.sample(range(1, 12), 11)
        candidates = ({**known, square: value} for value in values)
        given = ((each, replace(action, values=each)) for each in candidates)  # type: ignore[call-arg]
        known = next((each for each, read in given if not values_refusal(position, read)), known)
    return known


def _draw(position: Position, action: Action, count: int, rng: Random) -> tuple[int, ...]:
    """Draw without looking: the places in the pool are chosen, whatever lies there."""
    pool = position.hidden_box if game.pool_for(action.do) == "hidden_box" else position.eliminated
    places = rng.sample(range(len(pool or ())), count)
    return tuple((pool or ())[i] or 0 for i in places)


def dealt(setting: Setting, rng: Random, counters: Counters = "digital") -> Position:
    """Return a position before set-up, the units dealt at random."""
    draw = list(setting.sheet.units)
    rng.shuffle(draw)
    return game.set_up(setting, "two-player", counters, draw)


def scrambled(setting: Setting, rng: Random, phase: str, counters: Counters = "digital") -> Position:
    """Return the start of a phase with people of every status close together and zombies among them."""
    board = setting.board
    middle = rng.choice(list(board.squares))
    near = [s for s, steps in board.distances_from(middle).items() if steps <= rng.choice((1, 3, 6))]
    units = list(setting.sheet.units)
    rng.shuffle(units)
    values: list[int | None] = [*units] if counters == "digital" else [None] * len(units)
    squares = rng.sample(near, min(len(near), rng.randint(0, 12)))
    out = rng.choice((len(squares), len(squares) + 1, len(values) - 5))
    doors = [p for p in board.doors if rng.random() < 0.3]
    people = {name: _anybody(name, rng, near) for name in CHARACTERS}
    zombies = [
        {"square": s, "value": v, "berserk": rng.random() < 0.3}
        for s, v in zip(squares, values, strict=False)
    ]
    source = {
        "phase": phase,
        "counters": counters,
        "turn": 4,
        "characters": people,
        "zombies": zombies,
        "hidden": sorted(rng.sample(near, min(len(near), rng.randint(0, 3)))),
        "hidden_box": values[out:],
        "eliminated": values[len(squares) : out],
        "doors": [{"between": p, "state": rng.choice(("closed", "destroyed"))} for p in doors],
        "main_doors": {d: "closed" for d in board.main_doors if rng.random() < 0.4},
        "trail": [] if phase == "human" else _walk(setting, rng, rng.choice(near)),
    }
    return position_from_json(source, setting)


def _anybody(name: str, rng: Random, near: list[str]) -> dict[str, Any]:
    status = rng.choice(("normal", "normal", "stunned", "infected", "infected", "super_zombie", "killed"))
    return {
        "square": None if status == "killed" else rng.choice(near),
        "status": status,
        "rifle": status == "normal" and name in {"steve", "fran"} and rng.random() < 0.3,
        "infected_on_turn": rng.choice((3, 4)) if status == "infected" else None,
    }


def _walk(setting: Setting, rng: Random, start: str) -> list[str]:
    trail = [start]
    for _ in range(rng.randint(0, 4)):
        trail.append(rng.choice(setting.board.passages[trail[-1]]))
    return trail


def chosen(position: Position, rng: Random) -> Action:
    """Return a legal action: each kind is as likely as the other, but turns and phases end less readily."""
    options = game.legal_actions(position)
    assert options, position.phase
    kinds = sorted({a.do for a in options})
    lively = [k for k in kinds if k not in ENDINGS]
    kind = rng.choice(lively if lively and rng.random() < 0.85 else kinds)
    return rng.choice([a for a in options if a.do == kind])


def played(position: Position, rng: Random, actions: int) -> Iterator[Position]:
    """Yield the positions of a random game, one after each action, until it is over."""
    for _ in range(actions):
        if position.phase == "over":
            return
        _, ruling = completed(position, chosen(position, rng), rng)
        if position.physical and not ruling.legal:
            continue  # a value just read off the cardboard was too high to walk away from (5.4)
        assert ruling.after is not None, ruling
        position = ruling.after
        yield position


def nonsense(position: Position, rng: Random) -> Action:
    """Return an action that may be anything: squares and people at random, some of whom do not exist."""
    kind = rng.choice(sorted(ACTIONS))
    given: dict[str, Any] = {}
    for f in fields(ACTIONS[kind]):
        if f.default is MISSING or rng.random() < 0.6:
            given[f.name] = _MAKERS[f.name](position, rng, kind)
    return ACTIONS[kind](**given)


def _square(position: Position, rng: Random, kind: str) -> str:
    board = position.setting.board
    telling = [*position.zombies, *position.occupied(), *position.trail, *position.hidden]
    if telling and rng.random() < 0.7:
        return rng.choice(telling)
    return rng.choice([*board.squares, "999", ""])


def _name(position: Position, rng: Random, kind: str) -> str:
    return rng.choice([*CHARACTERS, *CHARACTERS, "stephen"])


def _several(make: Callable[..., Any], position: Position, rng: Random, kind: str) -> tuple[Any, ...]:
    return tuple(make(position, rng, kind) for _ in range(rng.randint(0, 3)))


def _path(position: Position, rng: Random, kind: str) -> tuple[str, ...]:
    """Return a walk from some square, or squares without any order."""
    board = position.setting.board
    here = _square(position, rng, kind)
    if here not in board.squares or rng.random() < 0.2:
        return _several(_square, position, rng, kind)
    path: list[str] = []
    for _ in range(rng.randint(0, 4)):
        here = rng.choice(list(board.neighbours[here]))
        path.append(here)
    return tuple(path)


def _between(position: Position, rng: Random, kind: str) -> tuple[str, str]:
    if rng.random() < 0.6:
        return rng.choice(list(position.setting.board.doors))
    return pair(_square(position, rng, kind), _square(position, rng, kind))


def _squares(position: Position, rng: Random, kind: str) -> Any:
    if kind == "place_characters":
        return {_name(position, rng, kind): _square(position, rng, kind) for _ in range(4)}
    return tuple(_square(position, rng, kind) for _ in range(rng.randint(0, 6)))


def _carry(position: Position, rng: Random, kind: str) -> dict[str, str]:
    return {"by": _name(position, rng, kind), "whom": _name(position, rng, kind)}


def _panic(position: Position, rng: Random, kind: str) -> dict[str, int]:
    return {_name(position, rng, kind): rng.randint(0, 7) for _ in range(rng.randint(0, 2))}


def _values(position: Position, rng: Random, kind: str) -> dict[str, int]:
    return {_square(position, rng, kind): rng.randint(1, 11) for _ in range(rng.randint(0, 2))}


def _numbers(low: int, high: int, position: Position, rng: Random, kind: str) -> tuple[int, ...]:
    return tuple(rng.randint(low, high) for _ in range(rng.randint(0, 3)))


def _number(position: Position, rng: Random, kind: str) -> int:
    return rng.randint(-1, 7)


def _door(position: Position, rng: Random, kind: str) -> str:
    return rng.choice([*MAIN_DOORS, "back"])


def _maybe(position: Position, rng: Random, kind: str) -> bool:
    return rng.random() < 0.5


def _sheet(position: Position, rng: Random, kind: str) -> dict[str, Any]:
    """Return a counter sheet with two of the values changed over."""
    sheet = equipment.load_counters()
    values, (one, other) = sheet["zombie_values"], rng.sample(sorted(sheet["zombie_values"]), 2)
    values[one], values[other] = values[other], values[one]
    return {**sheet, "name": f"Sheet {rng.randint(1, 9)}"}


def _sha256(position: Position, rng: Random, kind: str) -> str:
    return f"{rng.getrandbits(256):064x}"


_MAKERS: Mapping[str, Callable[[Position, Random, str], Any]] = {
    "squares": _squares, "characters": partial(_several, _name), "carry": _carry, "to": _square,
    "between": _between, "door": _door, "character": _name, "by": partial(_several, _name), "at": _square,
    "square": _square, "die": _number, "path": _path, "source": _square,
    "super": _name, "with_zombie": _maybe,
    "count": _number, "value": _number, "was": _number, "doors": partial(_several, _door),
    "dice": partial(_numbers, 0, 7), "total": lambda _position, rng, _kind: rng.randint(0, 20),
    "draw": partial(_numbers, 1, 11), "values": _values, "panic": _panic,
    "sheet": _sheet, "sha256": _sha256,
}  # fmt: skip
