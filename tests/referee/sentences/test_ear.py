"""The ear itself: it stumbles over each fault, and over no sentence that is right."""

from __future__ import annotations

import pytest

from tests.referee.sentences.ear import faults
from tests.referee.sentences.spoken import Said, alike, on_page


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Roll iron_body first.", "a name of the program"),
        ("Waiting for None.", "a value of the program"),
        ("Lost: ['Peter'].", "a list of the program"),
        ("Peter () moves.", "brackets around nothing"),
        ("Peter moves to {square}.", "a place that nothing filled"),
        ("Only 1 squares are left.", "one of many"),
        ("There are 3 square left.", "many of one"),
        ("The the unit moves.", "a word twice"),
        ("Turn up the a unit.", "two articles"),
        ("It is not a 8.", "the other article"),
        ("It is an unit, an zombie.", "the other article"),
        ("Peter moves .", "a gap before a stop"),
        ("Peter moves..", "two stops"),
        ("Peter moves.Fran stays.", "no gap after a stop"),
        ("Peter ( stunned) moves.", "a gap inside brackets"),
        ("Peter  moves.", "two gaps"),
        ("It takes -3 off.", "a hyphen for a minus"),
        ("Peter - he moves.", "a hyphen for a dash"),
        ("Fran's player moves.", "straight quotes"),
        ("Looking...", "three stops"),
        ("It is fran who moves.", "a small name"),
        ("Peter moves", "no end"),
        ("peter_ moves.", "no beginning"),
    ],
)
def test_each_fault_is_heard(text: str, fault: str) -> None:
    assert fault in faults(Said(text, "reason"))


@pytest.mark.parametrize(
    "text",
    [
        "Fran’s player took it back and can do it again.",
        "Rolled 2 − 4 = −2, needed 4: miss.",
        "Edwin's Sports Center is a store.",
        "1 of 3 characters in 009 is attacked.",
        "Peter had had 3 shots.",
        "4 zombie pieces moved: 085 → 086.",
        "Range 1~3, a unit, an 8, a one-way door.",
        "None of these is yours.",
    ],
)
def test_what_is_right_passes(text: str) -> None:
    assert faults(Said(text, "reason")) == []


def test_a_page_is_read_line_by_line_without_what_nobody_says() -> None:
    page = """<p>Peter <b>moves</b>
        on.</p><script>run("it")</script><!-- not said --><button title="Close &amp; go">✕</button>
        <svg><path d="M0 0"/><text>009</text></svg>"""
    assert [(said.text, said.where) for said in on_page(page)] == [
        ("Close & go", "title"),
        ("Peter moves on.", "p"),
        ("✕", "button"),
        ("009", "text"),
    ]
    assert alike("Fran goes from 010 to 011.") == alike("Roger goes from 005 to 212.")
