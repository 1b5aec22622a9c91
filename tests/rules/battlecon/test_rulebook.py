"""The rulebook of BattleCON: every case there, its references sound, its doubts ruled, each case tested."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from rules.battlecon.card_effects import PRIMITIVES
from rules.battlecon.cards import figures
from rules.battlecon.rulebook import rulebook
from rules.rulebook.rulebook import UnknownCase
from tests.rules.rulebook.asking import check_answers, questions
from tools.cases import citing

ROOT = Path(__file__).resolve().parents[3]
BOOK = rulebook()
SECTIONS = {
    1: 2, 2: 7, 3: 6, 4: 0, 5: 0, 6: 4, 7: 2, 8: 3, 9: 0, 10: 5, 11: 0, 12: 6, 13: 5, 14: 2, 15: 0, 16: 6,
    17: 9, 18: 9, 19: 9, 20: 9, 21: 4, 99: 1,
}  # fmt: skip
"""For each section the number of its last case; the last one is the referee's own, in every game."""
DOUBTS = {
    "D1": "R-7.1a", "D2": "R-6.2a", "D3": "R-14.2a", "D4": "R-10.5a", "D5": "R-12.3a", "D6": "R-13.4a",
    "D7": "R-10.3a", "D8": "R-8.2b", "D9": "R-14.1a", "D10": "R-14.2d", "D11": "R-8.2a",
}  # fmt: skip
"""The doubts that the study of the game lists, and the ruling that settles each."""


def test_every_case_is_there() -> None:
    numbers = [f"{section}.{n}" for section, last in SECTIONS.items() for n in range(last + 1)]
    assert [case.number for case in BOOK.cases] == numbers


def test_every_doubt_is_ruled() -> None:
    assert set(DOUBTS.values()) <= set(BOOK.rulings)


def test_every_card_and_ability_has_its_case() -> None:
    boxed = figures("boxed")
    titles = {card.case: card.name for card in boxed.cards.values()}
    titles |= {ability.case: ability.name for ability in boxed.abilities.values()}
    assert len(titles) == 38 + 4
    assert {case: BOOK.case(case).title for case in titles} == titles
    flare = BOOK.case("19.2")
    assert flare.charts[0].rows == (
        ("Boxed", "+0", "+3", "+0", "0", "0"),
        ("Preview", "+0", "+3", "+1", "0", "0"),
    )
    assert any("Profile preview (21.2) leaves out" in line for line in flare.lines())
    assert BOOK.case("16.6").charts[0].rows[0][:3] == ("Boxed", "N/A", "N/A")


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("stun guard", "12.3"),
        ("pulse", "14.2"),
        ("hop over", "13.3"),
        ("Clockwork", "17.4"),
        ("clash", "8.0"),
    ],
)
def test_people_find_what_they_look_for(query: str, number: str) -> None:
    assert number in [hit.case.number for hit in BOOK.search(query)[:3]]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("can I move through the opponent", "13.3"),
        ("what happens when both attacks have the same priority", "7.2"),
        ("when is a player stunned", "12.3"),
    ],
)
def test_a_question_has_its_answer_first(query: str, number: str) -> None:
    assert BOOK.search(query)[0].case.number == number


def test_questions_in_players_words_are_answered_with_the_sentence() -> None:
    always = {"what happens when both attacks have the same priority"}
    check_answers(BOOK, questions(Path(__file__).parent / "answers.txt"), always)


def test_an_unknown_number() -> None:
    with pytest.raises(UnknownCase):
        BOOK.case("22.1")


def test_whatever_the_rules_cite_is_in_the_rulebook() -> None:
    cited = []
    for path in (ROOT / "rules" / "battlecon").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        cited += [(match, path.name) for match in re.findall(r"R-\d+\.\d+[a-z]", text)]
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                cited += [
                    (m, path.name) for m in re.findall(r"^\d{1,2}\.\d$|(?<=\()\d{1,2}\.\d(?=\))", node.value)
                ]
    assert len(cited) > 100
    numbers = {case.number for case in BOOK.cases}
    assert [(name, file) for name, file in cited if name not in numbers and name not in BOOK.rulings] == []


def test_every_case_and_ruling_is_tested_or_says_why_not() -> None:
    tests = citing(Path(__file__).parent, BOOK)
    reasons = json.loads((Path(__file__).parent / "untestable_cases.json").read_text(encoding="utf-8"))
    missing = [case.number for case in BOOK.cases if case.number not in tests and case.number not in reasons]
    assert missing == []
    assert not set(reasons) - {case.number for case in BOOK.cases}


def test_every_ruling_is_named_by_a_test() -> None:
    others = [p for p in Path(__file__).parent.glob("test_*.py") if p.name != Path(__file__).name]
    texts = "\n".join(p.read_text(encoding="utf-8") for p in others)
    named = set(re.findall(r"R-\d+\.\d+[a-z]", texts))
    assert sorted(set(BOOK.rulings) - named) == ["R-UNDO"], "tests/referee/tables/test_undo_alone.py"


def test_data_use_only_primitives_that_there_are() -> None:
    used = {effect.do for profile in ("preview", "boxed") for effect in figures(profile).effects.values()}
    assert used - set(PRIMITIVES) == {"brace", "dodge"}
    assert set(PRIMITIVES) - used == set()


def test_a_hit_tells_the_figures_of_a_card_in_order() -> None:
    hits = {hit.case.title: str(hit.excerpt) for hit in rulebook().search("snare")}
    assert hits["Snare"] == (
        "Figures of Snare (Figures, Range, Power, Priority, Stun Guard, Soak): Boxed X, 3, 1, 0, 0."
    )
