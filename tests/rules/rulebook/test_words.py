"""Words and their forms."""

from __future__ import annotations

import pytest

from rules.rulebook.words import stem, words

FORMS = [
    "close closes closed closing",
    "zombie zombies",
    "carry carries carried carrying",
    "move moves moved moving movement",
    "stun stuns stunned stunning",
    "shoot shoots shot shots shooting",
    "infect infects infected infection",
    "eliminate eliminated eliminating elimination",
    "destroy destroys destroyed destroying",
    "pass passes passed passing",
    "panic panics panicked panicking",
    "die dice",
    "note notes",
    "Edwin Edwin's Edwin’s",
]
APART = [
    ("note", "not"),
    ("lose", "los"),
    ("glass", "gla"),
    ("die", "dead"),
    ("stack", "start"),
    ("door", "doorway"),
]


@pytest.mark.parametrize("forms", FORMS, ids=lambda forms: forms.split()[0])
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({word.stem for word in words(forms)}) == 1


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_number_with_a_point_is_one_word_and_keeps_its_place() -> None:
    text = "See 6.4, twice."
    assert [(w.word, text[w.start : w.end]) for w in words(text)] == [
        ("see", "See"),
        ("6.4", "6.4"),
        ("twice", "twice"),
    ]
