"""The cases on fights: what the rules cite is in the book, and each case has a test that names it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from rules.zombies_surviving.options import READINGS
from tests.test_architecture import ROOT

RULES = ROOT / "rules" / "zombies_surviving"
ROOMS = [
    RULES / name
    for name in (
        "scores.py", "wounds.py", "traits.py", "survival/shooting.py", "survival/weapons.py",
        "survival/melee.py",
        "survival/reload.py", "survival/explosives.py",
    )
]  # fmt: skip
BOOKS = ("05-fighting.json", "06-shooting.json", "08-wounds.json", "10-traits.json", "11-items.json")
LATER = {"4.1", "4.4", "7.1", "9.0", "12.0"}
"""Cases of the menace, of buildings and of events, which come with their rules, and the name of a chart."""
NOTHING_TO_TEST = {"6.0", "8.0", "10.0", "11.0", "11.1", "11.2", "11.3", "11.5", "11.6", "11.7", "11.8"}
"""Cases that lead to others, or that a chart speaks for: the rows of the charts have tests of their own."""
CITED = re.compile(r'"(\d{1,2}\.\d{1,2})"')


def cases(*names: str) -> dict[str, Any]:
    """Return the cases in some files of the rulebook, or in all, by number."""
    files = [RULES / "data" / "rulebook" / name for name in names] or (RULES / "data" / "rulebook").glob(
        "*.json"
    )
    read = [one for file in files for one in json.loads(file.read_text(encoding="utf-8")).get("cases", ())]
    return {one["number"]: one for one in read}


def test_each_case_that_is_cited_is_in_the_rulebook() -> None:
    cited = {number for room in ROOMS for number in CITED.findall(room.read_text(encoding="utf-8"))}
    assert len(cited) > 30
    assert cited - {*cases()} - LATER == set()


def test_each_case_has_a_test_that_names_it() -> None:
    folder = Path(__file__).parent
    tests = "".join(file.read_text(encoding="utf-8") for file in folder.glob("test_*.py"))
    named = {number.replace("_", ".") for number in re.findall(r"def test_(?:r_)?(\d+_\d+)[a-z]?_", tests)}
    assert {*cases(*BOOKS)} - named - NOTHING_TO_TEST == set()


def test_each_doubtful_reading_is_a_ruling_of_the_book() -> None:
    rulings = {note["id"] for one in cases().values() for note in one.get("notes", ())}
    assert {one.ruling for one in READINGS.values()} - rulings <= {"R-4.1a"}
