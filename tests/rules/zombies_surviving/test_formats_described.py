"""docs/zombies-surviving-formats.md: positions, actions, facts, dice, states and options as in the code."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from referee.games.zombies_surviving.options import OPTIONS
from referee.games.zombies_surviving.rules import ZombiesRules
from rules.fields import name_of
from rules.zombies_surviving.game import ACTIONS
from rules.zombies_surviving.options import READINGS
from rules.zombies_surviving.position import Building, Figure, Item, Noise, Position, Vehicle

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "zombies-surviving-formats.md").read_text(encoding="utf-8")
IMPLIED = {"seat", "figure"}
"""What the text over a table says of all its actions."""
STATES = {"status", "with_status", "without_status", "Status"}


def part(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of the rows in a text, by the first one. A row without a first cell goes on."""
    found: dict[str, list[str]] = {}
    cells: list[str] = []
    for line in re.findall(r"^\|(.*)\|$", text, re.MULTILINE):
        first, *rest = (cell.strip() for cell in line.split("|"))
        if first:
            found[first] = cells = [""] * len(rest)
        cells[:] = [f"{cell} {more}".strip() for cell, more in zip(cells, rest, strict=True)]
    return {first: cells for first, cells in found.items() if named(first)}


def named(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def declared(how: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Give the fields of actions that get their values in one of these ways, with how."""
    for kind in ACTIONS:
        for one in fields(kind):
            told = one.metadata.get("declared")
            if told is not None and told.how in how:
                yield one.name, told


def test_every_action_has_a_row_with_its_fields() -> None:
    told = {next(iter(named(first))): named(cells[0]) for first, cells in rows(part("Actions")).items()}
    assert {name: names - IMPLIED for name, names in told.items()} == {
        name_of(kind): {one.name for one in fields(kind)} - IMPLIED for kind in ACTIONS
    }


def test_every_fact_that_people_tell_has_a_row() -> None:
    told = {name for first in rows(part("Facts")) for name in named(first)}
    assert told == {name for name, _ in declared({"asked"})}


def test_every_die_has_a_row_with_the_kinds_of_its_rolls() -> None:
    kinds: dict[str, set[str]] = {}
    for name, told in declared({"rolled", "drawn"}):
        kinds.setdefault(name, set()).add(told.text)
    described = {
        next(iter(named(first))): set(re.findall(r"`([\w ]+)`", cells[1]))
        for first, cells in rows(part("Dice")).items()
    }
    assert described == kinds


def test_every_member_of_a_position_is_described() -> None:
    told = named(part("Position"))
    for kind in (Position, Figure, Item, Building, Vehicle, Noise):
        assert {one.name for one in fields(kind)} - told == set(), kind


def test_every_state_of_a_figure_or_the_table_has_a_row() -> None:
    table = part("Position").split("| status |", 1)[1]
    told = {state for name in rows(table) for state in named(name)}
    made = set(_states())
    assert len(made) > 20
    assert made - told == set()
    assert told - made == set()


def _states() -> Iterator[str]:
    """Give the names of states that the rules write out, or have as a constant."""
    for path in (ROOT / "rules" / "zombies_surviving").rglob("*.py"):
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            value = _value(node.args[0], module) if called in STATES else None
            if isinstance(value, str):
                yield value


def _value(node: ast.expr, module: object) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return getattr(module, node.id, None)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(getattr(module, node.value.id, None), node.attr, None)
    return None


def test_every_option_of_a_table_has_a_row_with_its_values() -> None:
    told = rows(part("Tables"))
    assert {f"`{one.name}`" for one in OPTIONS} == {*told}
    for one in READINGS.values():
        values, settles = told[f"`{one.name}`"]
        assert values == ", ".join(f"`{value}`" for value in one.values)
        assert one.ruling in settles


def test_every_member_that_a_view_adds_to_the_position_is_described() -> None:
    match = ZombiesRules({"players": 1})
    position = match.read_position(
        {"system": "zombies-surviving", "phase": "survival",
         "figures": {"ana": {"kind": "survivor", "seat": "p1", "items": [{"item": "pistol"}]}}}
    )  # fmt: skip
    view = match.view(position, "p1")
    told = named(part("Tables").split("A `view` is", 1)[1])
    added = {*view} - {*match.write_position(position)}
    sheet = view["sheets"]["ana"]
    assert {*added, *sheet, *sheet["weapons"]["pistol"][0]} - told == set()
    assert added == {"progress", "points_left", "sheets", "pending", "winner"}


def test_the_examples_on_the_page_are_read() -> None:
    match = ZombiesRules({"players": 2})
    found = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    position, roster, scenario = found
    read = match.read_position(position)
    assert match.write_position(read)["figures"]["ana"]["wounds"] == 1
    before = match.start(())
    for action in (
        {**roster, "do": "use_roster", "seat": "p1"},
        {"do": "use_scenario", "scenario": scenario},
    ):
        assert match.rule(before, match.read(action)).after is not None, action
