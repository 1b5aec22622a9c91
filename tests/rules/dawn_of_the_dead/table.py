"""A table to test at: positions in a line, questions in a word.

Thus `table("human", {"peter": "022", "steve": "022 stunned"}, {"026": "3 berserk"}, closed=["016-026"])`. A
strike is asked about as of a record, where it waives the shots before it; test_attacks.py asks how it waits
(R-8.1a).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import CHANCE_FIELDS, Action, from_json
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.view import position_from_json
from tests.rules.dawn_of_the_dead.small_mall import small_mall

SAMPLED = frozenset({"place_hidden"})
"""Actions of which the engine lists only some, because all would be millions."""

ANSWERS = CHANCE_FIELDS | {"doors"}
"""Fields that are given when a ruling asks for them, and so are left out where actions are listed."""

Doable = Action | Mapping[str, Any]


def table(
    phase: str = "human",
    people: Mapping[str, str] | None = None,
    zombies: Mapping[str, int | str | None] | None = None,
    *,
    closed: Iterable[str] = (),
    destroyed: Iterable[str] = (),
    setting: Setting | None = None,
    **more: Any,
) -> Position:
    """Return a position on the small mall, unless told another setting.

    `people` gives each character a square and, where not normal, words: a status, "rifle", "moved". `zombies`
    gives each unit a value, or a value (or "?") and "berserk". `more` are fields of the position JSON.
    """
    doors = [{"between": d.split("-"), "state": "closed"} for d in closed]
    doors += [{"between": d.split("-"), "state": "destroyed"} for d in destroyed]
    source = {
        "system": "dawn-of-the-dead",
        "phase": phase,
        "characters": {name: _person(words) for name, words in (people or {"peter": "022"}).items()},
        "zombies": [_unit(square, words) for square, words in (zombies or {}).items()],
        "doors": doors,
        **more,
    }
    return position_from_json(source, setting or small_mall())


def _person(words: str) -> dict[str, Any]:
    square, *rest = words.split()
    person: dict[str, Any] = {"square": None if square == "-" else square}
    for word in rest:
        if word == "rifle":
            person["rifle"] = True
        elif word == "moved":
            person["moved_last_turn"] = True
        else:
            person["status"] = word
    return person


def _unit(square: str, words: int | str | None) -> dict[str, Any]:
    value, *rest = str(words).split()
    number = int(value) if value.isdigit() else None
    return {"square": square, "value": number, "berserk": "berserk" in rest}


def act(do: str, **given: Any) -> Action:
    """Return an action from its JSON name and fields ("from" written "source")."""
    listed: dict[str, Any] = {k: list(v) if isinstance(v, tuple) else v for k, v in given.items()}
    if isinstance(between := listed.get("between"), str):
        listed["between"] = between.split("-")
    return from_json({"do": do, **listed})


def _action(action: Doable) -> Action:
    return action if isinstance(action, Action) else from_json(action)


def without_results(action: Action) -> Action:
    """Return an action as the engine lists it: chance left out, names in the order of the counters."""
    changes: dict[str, Any] = {}
    for f in fields(action):
        value = getattr(action, f.name)
        if f.name in ANSWERS:
            changes[f.name] = None
        elif f.name in {"characters", "by"} and isinstance(value, tuple):
            changes[f.name] = tuple(sorted(value, key=lambda n: (*CHARACTERS, n).index(n)))
    return replace(action, **changes)


def legal(position: Position, action: Doable, case: str | None = None, *words: str) -> Verdict:
    """Return the ruling on an action, after asserting that it is legal by `case` and listed."""
    action = _action(action)
    ruling = game.rule(position, action, waived=True)
    assert ruling.legal, (action, ruling.cases, ruling.reason)
    _well_formed(ruling)
    if case is not None:
        assert ruling.cases[0] == case, (ruling.cases, ruling.reason)
    _tells(ruling, words)
    if action.do not in SAMPLED:
        assert without_results(action) in _listed(position), f"{action} is legal but not listed"
    return ruling


def refused(position: Position, action: Doable, case: str, *words: str, listed: bool = False) -> Verdict:
    """Assert that an action is refused, resting first on `case`, in a sentence with these words; return it.

    `listed`: the action as such may be done, and only what it gives (dice, a draw) is wrong.
    """
    action = _action(action)
    ruling = game.rule(position, action, waived=True)
    assert not ruling.legal, (action, ruling.cases, ruling.reason)
    _well_formed(ruling)
    assert ruling.cases[0] == case, (ruling.cases, ruling.reason)
    assert ruling.after is None
    assert not ruling.needs
    _tells(ruling, words)
    assert game.check(position, action, waived=True) == ruling
    assert (action if action.do in SAMPLED else without_results(action)) not in _listed(position) or listed
    return ruling


def _listed(position: Position) -> list[Action]:
    """Return the engine's list, with strikes that waive earlier shots, and holding fire (R-8.1a)."""
    return [*game.legal_actions(position, waived=True), *game.legal_actions(position)]


def needs(position: Position, action: Doable, **wanted: Any) -> Verdict:
    """Assert that an action is legal and what it still needs; return the ruling."""
    ruling = legal(position, action)
    assert dict(ruling.needs) == wanted, ruling
    assert ruling.after is None
    return ruling


def do(position: Position, *actions: Doable) -> Position:
    """Carry out actions one after another, and return the position after the last."""
    for action in actions:
        ruling = legal(position, action)
        assert not ruling.needs, (action, dict(ruling.needs))
        assert ruling.after is not None
        position = ruling.after
    return position


def _well_formed(ruling: Verdict) -> None:
    """Assert what holds for every ruling: a sentence for people, and cases, each named once."""
    assert ruling.cases
    assert len(set(ruling.cases)) == len(ruling.cases), ruling.cases
    assert ruling.reason[0].isupper() or ruling.reason[0].isdigit()
    assert ruling.reason.endswith(".")


def _tells(ruling: Verdict, words: Iterable[str]) -> None:
    for word in words:
        assert word in ruling.reason, (word, ruling.reason)
