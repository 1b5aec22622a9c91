"""The list of effects in docs/battlecon-formats.md: every kind, with its fields as they are in JSON."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

from rules.battlecon.effects import BattleEffect
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.game import PROCEDURES
from rules.battlecon.view import redact
from tests.rules.battlecon.table import duel

FORMATS = Path(__file__).resolve().parents[3] / "docs" / "battlecon-formats.md"
ROW = re.compile(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)*) ?\| .+ \|$", re.MULTILINE)
JSON_NAMES = {"start": "from", "end": "to"}


def section(title: str) -> str:
    return FORMATS.read_text(encoding="utf-8").split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_kind_of_effect_has_a_row_with_its_fields() -> None:
    described = {name: re.findall(r"\w+", names) for name, names in ROW.findall(section("Effects"))}
    kinds = {
        kind.name: [JSON_NAMES.get(f.name, f.name) for f in fields(kind)] for kind in get_args(BattleEffect)
    }
    assert described == {name: [f for f in names if f != "case"] for name, names in kinds.items()}
    assert all("case" in names for names in kinds.values())


def test_every_action_has_a_row_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", section("Actions"), re.MULTILINE)
    described = {name: set(re.findall(r"`(\w+)`", names)) for name, names in rows}
    assert described == {
        name: {field.name for field in procedure.fields} for name, procedure in PROCEDURES.items()
    }


def test_every_member_that_a_view_adds_to_the_position_is_described() -> None:
    position = duel()
    added = {*redact(position, "table").to_json()} - {*position_to_json(position)}
    text = FORMATS.read_text(encoding="utf-8")
    said = text[text.index("A `view` is a position") :].split("\n\n", 1)[0]
    assert {name for name in added if f"`{name}`" not in said} == set()
    assert added == {"hands", "distance", "sums"}
