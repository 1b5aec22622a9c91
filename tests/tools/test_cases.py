"""The tool that lists the tests of each case. Split numbers in its examples do not count."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.rulebook.rulebook import Case, Rulebook
from rules.rulebook.text import read_block
from tools.cases import cited, citing, named, report

DOT = "."
BOOK = Rulebook("Invented", [Case(f"6{DOT}{n}", f"Title {n}", (read_block("Text."),)) for n in range(4)])


def number(section: int, minor: int) -> str:
    return f"{section}{DOT}{minor}"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("by # it", {number(6, 1)}),
        ("#.", {number(6, 1)}),
        ("R-#a", {number(6, 1)}),
        ("#.2", {number(6, 1)}),
        ("(#)", {number(6, 1)}),
        ("/rules/#", set()),
        ("v2.#", set()),
        ("1#", {number(16, 1)}),
        ("#.2.3", set()),
        ("12#55", set()),
    ],
)
def test_a_string_cites(text: str, numbers: set[str]) -> None:
    assert cited(text.replace("#", number(6, 1))) == numbers


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_%s_doors", {number(6, 1)}),
        ("TestCase_%s", {number(6, 1)}),
        ("test_R_%sa_says_so", {number(6, 1)}),
        ("test_at_1280_800", set()),
        ("test_doors", set()),
    ],
)
def test_a_name_cites(name: str, numbers: set[str]) -> None:
    assert named(name.replace("%s", "6_1")) == numbers


def module(folder: Path, name: str, source: str) -> None:
    folder.joinpath(name).write_text(
        source.replace("#", number(6, 1)).replace("@", number(6, 2)), encoding="utf-8"
    )


def test_tests_cite_by_docstring_string_table_and_class(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    module(
        folder,
        "test_a.py",
        'TABLE = ["#"]\n\ndef test_table():\n    assert TABLE\n\ndef test_none():\n    assert 1\n',
    )
    module(
        folder, "test_b.py", 'class TestX:\n    """Of @."""\n\n    def test_y(self):\n        assert "#"\n'
    )
    module(folder, "test_rulebook.py", 'def test_z():\n    """#"""\n')
    assert citing(folder, BOOK) == {
        number(6, 1): ["tests/test_a.py::test_table", "tests/test_b.py::TestX::test_y"],
        number(6, 2): ["tests/test_b.py::TestX::test_y"],
    }


def test_a_case_needs_a_test_or_a_reason_and_a_reason_needs_a_case() -> None:
    reasons = {number(6, 0): "Only words.", number(9, 9): "Nowhere."}
    lines, problems = report(BOOK, {number(6, 1): ["tests/test_a.py::test_x"]}, reasons)
    assert problems == [
        f"The reasons name '{number(9, 9)}', which is not a case.",
        f"Case {number(6, 2)} has no test, and no reason why not.",
        f"Case {number(6, 3)} has no test, and no reason why not.",
        f"Case {number(99, 0)} has no test, and no reason why not.",
        f"Case {number(99, 1)} has no test, and no reason why not.",
    ]
    assert "      tests/test_a.py::test_x" in lines
    assert "      no test of its own: Only words." in lines
