"""The list of effects in docs/formats.md: every kind, with its fields as they are in JSON, and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from rules.dawn_of_the_dead.effects import KINDS

FORMATS = Path(__file__).resolve().parents[4] / "docs" / "formats.md"
ROW = re.compile(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \| .+ \|$", re.MULTILINE)
JSON_NAMES = {"start": "from", "end": "to"}


def test_every_kind_of_effect_has_a_row_with_its_fields() -> None:
    section = FORMATS.read_text(encoding="utf-8").split("## Effects", 1)[1].split("\n## ", 1)[0]
    described = {name: re.findall(r"\w+", names) for name, names in ROW.findall(section)}
    assert described == {kind.name: [JSON_NAMES.get(f.name, f.name) for f in fields(kind)] for kind in KINDS}
