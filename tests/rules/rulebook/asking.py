"""Questions in players' words, and what a rulebook answers: the case, and the sentence that is quoted.

A line of a game's answers.txt has the question, the cases that answer it, and words of the sentences that do.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from rules.rulebook.rulebook import Rulebook
from tests.rows import each

WITHIN = 3
"""An answer further down is not seen."""

LEAST = 0.88
"""The least share of questions whose answer is quoted."""


@dataclass(frozen=True)
class Question:
    """A question, the cases that answer it, and words of the sentences that do."""

    asked: str
    cases: frozenset[str]
    answers: tuple[str, ...]

    def is_answered(self, book: Rulebook) -> bool:
        """Return whether one of the cases is among the first, with a sentence that answers."""
        return any(
            hit.case.number in self.cases and any(answer in str(hit.excerpt) for answer in self.answers)
            for hit in book.search(self.asked)[:WITHIN]
        )


def questions(file: Path) -> list[Question]:
    """Return the questions of a table."""
    rows = (line.split(" | ") for line in file.read_text(encoding="utf-8").splitlines())
    return [
        Question(asked, frozenset(cases.split()), tuple(said.split(" / "))) for asked, cases, said in rows
    ]


def check_answers(book: Rulebook, asked: Collection[Question], always: Collection[str]) -> None:
    """Check that a rulebook quotes the answers: of the questions in `always` each, of all of them most."""
    each([(question, book) for question in asked], _check_table)
    missed = [question.asked for question in asked if not question.is_answered(book)]
    assert always
    assert set(always) <= {question.asked for question in asked}
    assert set(always) & set(missed) == set()
    assert 1 - len(missed) / len(asked) >= LEAST, missed


def _check_table(question: Question, book: Rulebook) -> None:
    """Check that the words are in the cases: a mistyped line would count as a miss."""
    lines = [line for number in question.cases for line in _text_of(book, number)]
    assert [word for word in question.answers if not any(word in line for line in lines)] == []


def _text_of(book: Rulebook, number: str) -> list[str]:
    """Return the paragraphs and rulings of a case."""
    case = book.case(number)
    lines = [str(line) for block in case.text for line in block.lines]
    return [*lines, *(str(note.text) for note in case.notes)]
