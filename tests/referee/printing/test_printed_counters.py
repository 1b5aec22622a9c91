"""The printed counters, measured: half an inch, and each back behind its front."""

from __future__ import annotations

from collections import Counter as Count
from itertools import product
from typing import Any

import pytest

from referee.errors import InputError
from referee.games import registry
from referee.games.dawn_of_the_dead.drawing.counters import character_symbol, zombie_symbol
from referee.printing.counters import counters_pdf
from referee.printing.drawing import COUNTER, MIDDLE, Counter, CounterSet, Drawing, Type
from referee.printing.paper import PAPERS
from referee.printing.print_job import printed_counters
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.printing.measured import Measured, Spot, near, pages

GAME = registry.game("dawn-of-the-dead")
SAID = Type(3.0, at=MIDDLE)


def face(said: str) -> Drawing:
    """Return a side with words, whose middle stands in the middle of the counter."""
    drawing = Drawing()
    drawing.words(said, (COUNTER / 2, COUNTER / 2), SAID)
    return drawing


def numbered(count: int) -> CounterSet:
    """Return counters whose sides tell which they are."""
    made = [Counter(str(n), face(f"F{n}"), face(f"B{n}")) for n in range(count)]
    return CounterSet("Numbered", made)


def middles(page: Measured, letter: str) -> dict[str, Spot]:
    """Return the middle of each side with a letter, by its number."""
    return {
        words.said[1:]: (
            words.spot[0] + words.along[0] * SAID.width(words.said) / 2,
            words.spot[1] + words.along[1] * SAID.width(words.said) / 2,
        )
        for words in page.words
        if words.said[:1] == letter and words.said[1:].isdigit()
    }


LOOKED_AT = [*((paper, 13) for paper in PAPERS), ("a4", 300)]
OTHERS = [row for row in product(PAPERS, (1, 13, 100, 300)) if row not in LOOKED_AT]
SHEETS = pytest.mark.parametrize(("paper", "count"), [*LOOKED_AT, *soak.rest(soak.SEVERAL, OTHERS)])


@SHEETS
def test_printed_on_both_sides_each_back_lies_behind_its_front(paper: str, count: int) -> None:
    sheets = pages(counters_pdf(numbered(count), PAPERS[paper], "duplex"))
    seen = 0
    for fronts, backs in zip(sheets[::2], sheets[1::2], strict=True):
        front, back = middles(fronts, "F"), middles(backs, "B")
        assert front.keys() == back.keys()
        seen += len(front)
        for number, (x, y) in front.items():
            assert near(back[number], (fronts.width - x, y)), number
        assert all(words.along[0] > 0 for words in backs.words)
    assert seen == count


@SHEETS
def test_folded_each_back_lies_behind_its_front(paper: str, count: int) -> None:
    seen = 0
    for page in pages(counters_pdf(numbered(count), PAPERS[paper], "fold")):
        front, back = middles(page, "F"), middles(page, "B")
        crease = next(line.box[1] for line in page.lines if line.size[0] > 12 and line.size[1] < 0.01)
        assert front.keys() == back.keys()
        seen += len(front)
        for number, (x, y) in front.items():
            assert near(back[number], (x, 2 * crease - y)), number
        turned = [words for words in page.words if words.said[:1] == "B" and words.said[1:].isdigit()]
        assert all(words.along[0] < 0 for words in turned), "a back comes upright by the fold"
    assert seen == count


@pytest.mark.parametrize("backs", ["duplex", "fold"])
@pytest.mark.parametrize("paper", ["a4", *soak.rest(soak.SEVERAL, [p for p in PAPERS if p != "a4"])])
def test_a_counter_is_half_an_inch_and_every_edge_has_its_mark(paper: str, backs: str) -> None:
    page = pages(printed_counters(GAME, equipment.load_counters(), paper, backs))[0]
    cells = [line.box for line in page.lines if near(line.size, (12.7, 12.7))]
    assert len(cells) == (100 if backs == "duplex" else 200)
    downs = {round(mark.box[0], 1) for mark in page.lines if near(mark.size, (0, 4))}
    across = {round(mark.box[1], 1) for mark in page.lines if near(mark.size, (4, 0))}
    for left, top, right, bottom in cells:
        assert {round(left, 1), round(right, 1)} <= downs
        assert {round(top, 1), round(bottom, 1)} <= across
        assert min(left, top, page.width - right, page.height - bottom) > 8


def test_the_set_has_its_hundred_counters() -> None:
    sheet: dict[str, Any] = equipment.load_counters()
    fronts, backs = pages(printed_counters(GAME, sheet, "a4", "duplex"))
    said = Count(words.said for words in fronts.words)
    assert {value: said[value] for value in sheet["zombie_values"]} == sheet["zombie_values"]
    assert [said[word] for word in ("PETER", "INFECTED", "RIFLE", "BERSERK", "CLOSED")] == [2, 4, 2, 20, 20]
    assert (said["3-1-7"], said["1-4-4"]) == (2, 1)
    behind = Count(words.said for words in backs.words)
    assert [behind[word] for word in ("STUNNED", "SUPER", "DESTROYED", "RIFLE", "BERSERK")] == [
        4,
        4,
        20,
        2,
        20,
    ]
    assert not {value for value in sheet["zombie_values"] if value != "2"} & behind.keys()
    assert behind["2"] == 4, "a super zombie's value, and no other"
    assert "stand-ins" in fronts.text


def test_every_unit_has_the_same_back() -> None:
    counters = GAME.printing.counters(equipment.load_counters()).counters  # type: ignore[union-attr]
    units = [counter for counter in counters if counter.name.startswith("zombie unit")]
    assert len(units) == 50
    assert len({(tuple(unit.back.marks), unit.back_ground) for unit in units}) == 1


@pytest.mark.parametrize(
    ("paper", "backs", "sentence"),
    [
        ("a6", "duplex", 'paper: "a6" is not a paper size here'),
        ("a4", "short", 'backs: "short" is not a way to print them; it must be "duplex" or "fold".'),
    ],
)
def test_bad_input_gets_a_sentence(paper: str, backs: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        printed_counters(GAME, equipment.load_counters(), paper, backs)
    assert sentence in caught.value.sentence


def test_a_sheet_with_faults_is_not_printed() -> None:
    with pytest.raises(InputError, match="50"):
        printed_counters(GAME, equipment.load_counters() | {"zombie_values": {"1": 49}}, "a4", "duplex")


def test_too_many_counters_are_refused() -> None:
    with pytest.raises(InputError, match="at most 20 are printed"):
        counters_pdf(numbered(9000), PAPERS["a4"], "duplex")


def test_what_lies_on_the_board_has_its_figure() -> None:
    """3.1, 3.2: a symbol is a frame, and somebody in it."""
    for symbol in (zombie_symbol(), character_symbol()):
        assert len(symbol.marks) == 2
