"""The rulebook of Dawn of the Dead: whole, its references sound, its rulings in place, and easy to search."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from rules.rulebook.rulebook import UnknownCase

# A line for each section, so that it can be held against the book.
NUMBERS = """
    1.0
    2.0 2.1 2.2 2.3 2.4 2.5
    3.0 3.1 3.2 3.3
    4.0
    5.0 5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9
    6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9
    7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7
    8.0 8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8
    9.0 9.1 9.2 9.3 9.4
    10.0 10.1 10.2 10.3 10.4 10.5 10.6
    11.0 11.1 11.2 11.3 11.4 11.5 11.6 11.7 11.8
    12.0 12.1 12.2 12.3
    13.0 13.1 13.2 13.3 13.4 13.5
    14.0 14.1 14.2
    15.0 15.1 15.2 15.3 15.4 15.5 15.6 15.7 15.8
    99.0 99.1
""".split()  # noqa: SIM905

RULINGS = {
    "2.3": "2.3a",
    "3.1": "3.1a",
    "3.2": "3.2a",
    "4.0": "4.0a 4.0b",
    "5.0": "5.0a 5.0b 5.0c",
    "5.1": "5.1a",
    "5.2": "5.2a",
    "5.4": "5.4a 5.4b",
    "5.5": "5.5a 5.5b",
    "5.6": "5.6a 5.6b 5.6c",
    "6.3": "6.3a",
    "6.4": "6.4a 6.4b 6.4c 6.4d 6.4e",
    "6.5": "6.5a 6.5b",
    "6.7": "6.7a",
    "6.8": "6.8a",
    "6.9": "6.9a",
    "7.0": "7.0a 7.0b",
    "7.1": "7.1a",
    "7.2": "7.2a 7.2b",
    "7.4": "7.4a",
    "7.5": "7.5a",
    "7.6": "7.6a",
    "7.7": "7.7a",
    "8.0": "8.0a 8.0b",
    "8.1": "8.1a",
    "8.3": "8.3a 8.3b",
    "8.5": "8.5a",
    "9.2": "9.2a",
    "9.3": "9.3a",
    "9.4": "9.4a 9.4b",
    "10.4": "10.4a 10.4b",
    "11.1": "11.1a 11.1b 11.1c",
    "11.4": "11.4a 11.4b 11.4c",
    "11.6": "11.6a",
    "12.0": "12.0a 12.0b",
    "13.0": "13.0a 13.0b 13.0c",
    "13.2": "13.2a 13.2b",
    "13.5": "13.5a",
    "14.0": "14.0a",
    "14.1": "14.1a 14.1b",
    "14.2": "14.2a",
    "15.1": "15.1a",
    "15.2": "15.2a 15.2b",
    "15.4": "15.4a 15.4b",
    "15.5": "15.5a 15.5b 15.5c 15.5d 15.5e 15.5f 15.5g 15.5h",
    "99.1": "UNDO",
}

FACTS = [
    ("2.1", "three digits", "point"),
    ("2.3", "Fire Rate", "Panic Level", "Movement Allowance", "Zombie Value", "write"),
    ("3.1", "50", "45", "five", "hall", "Character Placement Symbol", "wall", "Edwin's Sports Center"),
    ("3.2", "four", "two", "177"),
    ("4.0", "Berserk Zombie Phase", "Zombie Generation Phase", "Human Player-Turn"),
    ("5.5", "two", "004", "093", "117", "212", "never opened", "Closed", "destroyed can no longer be closed"),
    ("5.6", "Peter or Roger 2", "Steve 3", "Fran 4", "infected"),
    ("6.4", "024", "062", "082", "098", "079", "corner", "two doors"),
    ("6.5", "one die", "berserk", "3 more", "1 more", "No other shot"),
    (
        "6.7",
        "167",
        "170",
        "019",
        "039",
        "diagonally",
        "Subtract two",
        "three through a closed glass door",
        "Add up",
    ),
    ("6.8", "three dice", "113", "115", "four"),
    ("7.2", "closed door", "super zombie", "zombie-occupied"),
    ("7.5", "two", "three"),
    ("7.6", "never leaves", "only a super zombie may (11.1)"),
    ("8.0", "Divide", "fractions", "not all of them"),
    ("10.0", "1 to 4", "5 or 6"),
    ("10.5", "lower", "equal", "Destroyed", "never be closed"),
    ("11.0", "2 or 12"),
    ("11.3", "is 2", "add the two values"),
    ("13.0", "004", "093", "117", "212"),
    ("14.1", "three", "Fran", "one other"),
    ("14.2", "main door", "hunting rifle", "infected", "eliminated"),
    ("15.0", "three or four players", "Fran and Steve"),
    ("15.4", "A is checked on 1 or 2", "C on 5 or 6"),
    ("15.5", "store square as two", "main-door square"),
    ("15.6", "1, 2 or 3", "4, 5 or 6"),
]

BOOK = rulebook()


def test_every_section_and_case_is_there_in_order() -> None:
    assert [case.number for case in BOOK.cases] == NUMBERS


def test_every_case_has_a_title_and_a_text() -> None:
    for case in BOOK.cases:
        assert case.title, case.number
        assert all(str(line).strip() for block in case.text for line in block.lines), case.number
        assert list(case.lines()), case.number


def test_each_section_is_a_file() -> None:
    folder = files("rules.dawn_of_the_dead") / "data" / "rulebook"
    for file in folder.iterdir():
        if file.name[0].isdigit():
            section = int(file.name.split("-")[0])
            numbers = [c["number"] for c in json.loads(file.read_text(encoding="utf-8"))["cases"]]
            assert numbers == [n for n in NUMBERS if n.split(".")[0] == str(section)]


def test_every_ruling_is_a_note_of_its_case() -> None:
    notes = {
        case.number: " ".join(n.id.removeprefix("R-") for n in case.notes)
        for case in BOOK.cases
        if case.notes
    }
    assert notes == RULINGS
    assert all(str(note.text) for case in BOOK.cases for note in case.notes)


def test_references_hold_both_ways() -> None:
    for case in BOOK.cases:
        for number in case.refers_to:
            assert case.number in BOOK.case(number).referred_by
        for number in case.referred_by:
            assert case.number in BOOK.case(number).refers_to


def test_some_references_that_the_printed_rules_make() -> None:
    printed = [
        ("3.1", "9.0"), ("5.0", "2.1"), ("5.0", "6.0"), ("5.1", "5.4"), ("5.6", "5.9"), ("5.7", "7.0"),
        ("5.7", "12.0"), ("6.0", "6.7"), ("6.0", "5.4"), ("6.2", "7.3"), ("6.6", "12.0"), ("6.7", "10.5"),
        ("6.9", "8.0"), ("7.0", "7.4"), ("7.1", "6.4"), ("7.4", "7.2"), ("7.5", "10.0"), ("7.5", "11.1"),
        ("7.7", "5.4"), ("7.7", "6.0"), ("7.7", "10.4"), ("7.7", "10.5"), ("8.0", "8.8"), ("8.1", "6.9"),
        ("8.4", "11.0"), ("9.0", "3.1"), ("9.1", "9.3"), ("9.1", "5.4"), ("9.1", "6.5"), ("9.2", "7.0"),
        ("10.2", "7.5"), ("10.4", "6.4"), ("10.4", "7.2"), ("11.6", "10.4"),
        ("11.6", "10.5"), ("11.8", "8.0"),
        ("12.0", "3.2"), ("12.2", "7.3"), ("13.0", "13.5"), ("13.3", "9.0"),
        ("13.4", "8.0"), ("15.1", "15.8"),
        ("15.2", "15.4"), ("1.0", "15.0"), ("6.5", "6.5"),
    ]  # fmt: skip
    missing = [(a, b) for a, b in printed if a != b and b not in BOOK.case(a).refers_to]
    assert missing == []


def test_every_number_in_the_text_that_could_be_a_case_is_a_reference() -> None:
    """No plain text looks like a case number, apart from quoted ones: each such number is a link."""
    unlinked = [
        (case.number, part.text)
        for case in BOOK.cases
        for text in [line for block in case.text for line in block.lines] + [note.text for note in case.notes]
        for part in text.parts
        if part.to is None and set(re.findall(r"(?<![\w.“-])\d{1,2}\.\d(?!\d)", part.text)) & set(NUMBERS)
    ]
    assert unlinked == []


def test_a_case_holds_its_facts() -> None:
    texts = {number: "\n".join(BOOK.case(number).lines()) for number, *_ in FACTS}
    missing = [(number, fact) for number, *facts in FACTS for fact in facts if fact not in texts[number]]
    assert missing == []


@pytest.mark.parametrize("number", ["5.9", "6.7", "8.8", "13.5", "15.8"])
def test_the_charts_hang_at_their_cases(number: str) -> None:
    (chart,) = BOOK.case(number).charts
    assert chart.case == number
    assert chart.title == BOOK.case(number).title or number == "6.7"
    assert chart.units
    assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_an_unknown_number_gets_a_clear_answer() -> None:
    with pytest.raises(UnknownCase, match=r"no case “6\.99”.* nearest are 6\.9, 6\.8 and 6\.7") as caught:
        BOOK.case("6.99")
    assert caught.value.nearest == ("6.9", "6.8", "6.7")


def test_excerpts_are_plain_text_with_no_mark_of_the_data_left() -> None:
    for query in ("door", "zombie", "panic", "6"):
        for hit in BOOK.search(query):
            assert "{" not in str(hit.excerpt)
            assert "<" not in str(hit.excerpt)


CITED = r"R-[\w.]+|\d{1,2}\.\d"


def cited_by_the_program() -> Iterator[tuple[str, str]]:
    """Give each case number and ruling id that stands alone in a string of the program, and the file.

    Another game's rules cite their own book.
    """
    root = Path(__file__).parents[4]
    for path in [*(root / "rules").rglob("*.py"), *(root / "referee").rglob("*.py")]:
        if {"battlecon", "zombies_surviving"} & {*path.parts[len(root.parts) :]}:
            continue
        text = path.read_text(encoding="utf-8")
        if not re.search(rf"""["']({CITED})["']""", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                match = re.fullmatch(CITED, node.value)
                if match:
                    yield match[0], path.name


def test_whatever_the_program_cites_is_in_the_rulebook() -> None:
    cited = list(cited_by_the_program())
    assert len(cited) > 100
    assert [(name, file) for name, file in cited if name not in NUMBERS and name not in BOOK.rulings] == []
