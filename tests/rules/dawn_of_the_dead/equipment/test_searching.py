"""What people at a table type, and the cases of Dawn of the Dead that they are looking for."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from tests.rules.rulebook.asking import check_answers, questions

FIRST = [
    ("6.4", "6.4"),
    ("[10.5]", "10.5"),
    ("R-7.0b", "7.0"),
    ("reinforcements", "13.0"),
    ("spawn", "13.0"),
    ("14.2.4", "14.2"),
    ("sight", "6.4"),
    ("line of sight", "6.4"),
    ("LOS", "6.4"),
    ("wall corner", "6.4"),
    ("panic", "6.5"),
    ("carry", "5.6"),
    ("carrying", "5.6"),
    ("stunned", "8.3"),
    ("medic", "8.3"),
    ("infected", "8.4"),
    ("kill", "8.5"),
    ("adjacent", "2.1"),
    ("closing doors", "5.5"),
    ("close main door", "5.5"),
    ("run out of zombie counters", "13.3"),
    ("move", "5.0"),
    ("how do I move", "5.0"),
    ("zombie counters run out", "13.3"),
    ("destroyed door", "10.5"),
    ("rifles", "12.0"),
    ("undo", "99.1"),
    ("pencil", "2.3"),
    ("shooting together", "6.8"),
    ("joint shot", "6.8"),
    ("stack", "5.2"),
    ("berserk", "10.0"),
    ("super zombie", "11.0"),
    ("hidden zombies", "9.0"),
    ("entrance", "13.0"),
    ("zombie attack table", "8.8"),
    ("three players", "15.0"),
    ("solo", "15.0"),
    ("sequence of play", "4.0"),
    ("setup", "3.0"),
    ("how do I win", "14.0"),
    ("priorities", "15.5"),
    ("fire rate", "6.1"),
    ("gun", "6.0"),
    ("weapon", "6.0"),
    ("ammo", "6.1"),
    ("mall door", "5.5"),
    ("exit", "5.5"),
    ("undead", "7.0"),
    ("ghouls", "7.0"),
    ("walking dead", "7.0"),
    ("bite", "8.0"),
    ("shoot", "6.0"),
    ("shooting", "6.0"),
    ("run", "5.0"),
    ("walk", "5.0"),
    ("open door", "5.5"),
    ("opening doors", "5.5"),
    ("barricade", "5.5"),
    ("lock", "5.5"),
    ("flee", "5.4"),
    ("get away from zombies", "5.4"),
    ("noise", "5.7"),
    ("standing still", "6.2"),
    ("friendly fire", "6.3"),
    ("defend", "6.9"),
    ("shoot back", "6.9"),
    ("exempt", "7.2"),
    ("peek", "7.7"),
    ("first aid", "8.3"),
    ("step on hidden zombie", "9.1"),
    ("going berserk", "10.0"),
    ("calm down", "10.0"),
    ("zombify", "11.0"),
    ("multiplayer", "15.0"),
    ("dead", "8.5"),
    ("solo berserk", "15.4"),
    ("zombie AI", "15.5"),
    ("solitaire attack", "15.6"),
]

AMONG = [  # query, cases that must be found, within the first so many
    ("glass door", {"6.4", "6.7", "10.4", "10.5", "11.6"}, 6),
    ("glass doors", {"6.4", "6.7", "10.4", "10.5", "11.6"}, 6),
    ("window", {"6.4", "10.4", "10.5"}, 6),
    ("smash", {"10.4", "10.5", "11.6"}, 5),
    ("MP", {"5.0", "5.1", "5.9", "6.2"}, 8),
    ("gun", {"6.0", "6.6"}, 4),
    ("guns", {"6.0", "6.6"}, 4),
    ("shot modifiers", {"6.7"}, 2),
    ("fire", {"6.0", "6.1"}, 6),
    ("bite", {"8.0", "8.4"}, 5),
    ("kill", {"8.5", "14.1"}, 8),
    ("main doors", {"5.5", "13.0", "13.2", "14.2"}, 10),
    ("gun shop", {"3.2", "12.0"}, 3),
    ("177", {"3.2", "12.0", "12.2"}, 3),
    ("victory", {"14.0", "14.1", "14.2"}, 3),
    ("super", {"11.0"}, 3),
    ("reveal", {"9.0", "9.1", "9.2", "9.3", "9.4"}, 6),
    ("free move", {"7.0", "7.4", "10.3"}, 6),
    ("reaction", {"7.0", "7.2", "7.3"}, 10),
    ("towards", {"7.0"}, 4),
    ("diagonal", {"6.7"}, 3),
    ("free movement", {"7.0", "7.4"}, 3),
    ("fast zombies", {"7.5", "11.2"}, 3),
    ("pick up rifle", {"12.0", "12.2"}, 3),
    ("can Peter take a rifle", {"12.1"}, 3),
    ("solo setup", {"15.1"}, 3),
    ("lose", {"12.3", "14.1"}, 3),
    ("zombie value", {"2.3", "7.7", "11.3"}, 6),
    ("strength", {"8.0", "8.8"}, 3),
]

BOOK = rulebook()

QUESTIONS = [
    (question, set(cases.split()))
    for question, cases in (
        line.split(" | ")
        for line in (Path(__file__).parent / "questions.txt").read_text("utf-8").splitlines()
    )
]
LEAST = {1: 0.75, 3: 0.92, 5: 0.96}
"""The least share of questions answered first, within the first three, within the first five."""


def answers(query: str) -> list[str]:
    return [hit.case.number for hit in BOOK.search(query)]


def test_search_finds_first() -> None:
    found = {query: answers(query)[:1] for query, _ in FIRST}
    assert found == {query: [first] for query, first in FIRST}


def test_search_finds_among_the_first() -> None:
    missed = {query: wanted - set(answers(query)[:within]) for query, wanted, within in AMONG}
    assert {query: cases for query, cases in missed.items() if cases} == {}


@pytest.mark.parametrize("typed", ["gl", "gla", "glas", "glass", "glass d", "glass do", "glass doo"])
def test_search_as_you_type_keeps_finding(typed: str) -> None:
    assert {"10.4", "10.5"} <= set(answers(typed))


def test_the_name_of_a_section_finds_it() -> None:
    sections = [case for case in BOOK.cases if case.number == case.section]
    assert sections
    assert [case.number for case in sections if case.number not in answers(case.title)[:2]] == []


def test_questions_as_people_ask_them_are_answered() -> None:
    assert len(QUESTIONS) > 200
    asked = [(question, cases, answers(question)[: max(LEAST)]) for question, cases in QUESTIONS]
    for within, least in LEAST.items():
        missed = [(question, found) for question, cases, found in asked if not cases & {*found[:within]}]
        assert 1 - len(missed) / len(QUESTIONS) >= least, (within, missed)


def test_every_case_that_settles_something_is_asked_for() -> None:
    """Where a case only leads to others there is nothing to ask."""
    asked = {case for _, cases in QUESTIONS for case in cases}
    leading = {"2.0", "3.0", "5.8", "99.0"}
    assert {case.number for case in BOOK.cases} - asked - leading == set()


def test_a_number_a_whole_title_and_a_ruling_find_their_case_first() -> None:
    typed = [
        (words, case.number)
        for case in BOOK.cases
        for words in (case.number, case.title, case.title.upper(), *(note.id for note in case.notes))
    ]
    found = [(words, *answers(words)[:1]) for words, _ in typed]
    assert found == typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bezerk", "berserk"),
        ("adjesent", "adjacent"),
        ("panik", "panic"),
        ("infectd", "infected"),
        ("riffle", "rifle"),
    ],
)
def test_a_slip_of_spelling_finds_what_was_meant(typed: str, meant: str) -> None:
    assert answers(typed)[0] == answers(meant)[0]


def test_what_is_quoted_stands_in_every_hit() -> None:
    hits = BOOK.search('"hunting rifle" Fran')
    assert len(hits) > 2
    for hit in hits:
        text = " ".join([hit.case.title, *hit.case.lines(), *(str(note.text) for note in hit.case.notes)])
        assert "hunting rifle" in text.lower() or hit.case.charts


def test_every_synonym_leads_somewhere() -> None:
    text = (files("rules.dawn_of_the_dead") / "data" / "rulebook" / "synonyms.json").read_text(
        encoding="utf-8"
    )
    words = {word for group in json.loads(text)["groups"] for word in group}
    assert [word for word in sorted(words) if not answers(word)] == []


def test_questions_in_players_words_are_answered_with_the_sentence() -> None:
    always = {"how do I unstun", "run out of zombie counters", "close main door", "can zombies open doors"}
    check_answers(BOOK, questions(Path(__file__).parent / "answers.txt"), always)
