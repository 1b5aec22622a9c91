"""The rulebook of ZoMbIeS!: every case there, easy to search, whatever is cited in it, each case tested."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.rulebook.rulebook import UnknownCase
from rules.zombies_surviving.charts import charts, rulebook
from tests.rules.rulebook.asking import check_answers, questions
from tools.cases import citing

HERE = Path(__file__).parent
ROOT = Path(__file__).resolve().parents[3]
BOOK = rulebook()
SECTIONS = {1: 8, 2: 0, 3: 5, 4: 4, 5: 17, 6: 21, 7: 8, 8: 8, 9: 2, 10: 4, 11: 10, 12: 0, 13: 4, 99: 1}
"""For each section the number of its last case; the last section is the referee's own, in every game."""
ROOMS = ("rules/zombies_surviving", "referee/games/zombies_surviving")


def test_every_case_is_there() -> None:
    numbers = [f"{section}.{n}" for section, last in SECTIONS.items() for n in range(last + 1)]
    assert [case.number for case in BOOK.cases] == numbers


def test_each_case_has_a_title_a_text_and_words_of_those_who_look_for_it() -> None:
    assert [case.number for case in BOOK.cases if not case.title or not list(case.lines())] == []
    asked = {case.number for case in BOOK.cases if case.asked}
    assert {case.number for case in BOOK.cases if case.section != "99.0"} - asked == set()


def test_questions_in_players_words_are_answered_with_the_sentence() -> None:
    always = {"what happens when I am bitten", "who wins", "my gun jammed"}
    check_answers(BOOK, questions(HERE / "answers.txt"), always)


def test_a_number_that_the_book_does_not_have_is_unknown() -> None:
    assert BOOK.case("5.12").title == "Melee"
    with pytest.raises(UnknownCase):
        BOOK.case("5.18")


def test_each_chart_hangs_at_its_case() -> None:
    hung = [chart.name for case in BOOK.cases for chart in case.charts]
    assert sorted(hung) == sorted(charts())


def cited() -> Iterator[tuple[str, str]]:
    """Give each case and ruling that the code and the data of the game cite, and the file."""
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield from ((match, path.name) for match in re.findall(r"R-\d+(?:\.\d+)?[a-z]", text))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = re.findall(r"^\d{1,2}\.\d{1,2}$|(?<=\()\d{1,2}\.\d{1,2}(?=\))", node.value)
                yield from ((number, path.name) for number in found)


def test_whatever_the_rules_cite_is_in_the_rulebook() -> None:
    known = {case.number for case in BOOK.cases} | {*BOOK.rulings} | {*charts()}
    found = list(cited())
    assert len(found) > 500
    assert [(name, file) for name, file in found if name not in known] == []


def test_every_case_is_tested_or_says_why_not() -> None:
    tests = citing(HERE, BOOK)
    reasons = json.loads((HERE / "untestable_cases.json").read_text(encoding="utf-8"))
    numbers = [case.number for case in BOOK.cases]
    assert [number for number in numbers if number not in tests and number not in reasons] == []
    assert [number for number in reasons if number in tests] == []
