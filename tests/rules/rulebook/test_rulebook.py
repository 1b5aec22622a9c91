"""A rulebook of any game: numbers, references and mistakes in the data, on an invented one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rulebook.charts import Chart
from rules.rulebook.rulebook import Case, Note, Rulebook, RulebookError, UnknownCase
from rules.rulebook.text import Block, Part, read_block, read_text


def case(number: str, *text: str, notes: tuple[Note, ...] = ()) -> Case:
    return Case(number, f"Title of {number}", tuple(map(read_block, text)), notes)


STEPS = Case("2.2", "Steps", (read_block({"list": ["First.", "Then {1.1}."], "labels": ["A", "B"]}),))
OWN = ("99.0", "99.1")
"""The cases of the referee itself, which every rulebook has."""
BOOK = Rulebook(
    "Invented",
    [
        case("1.0", "Of hats."),
        case(
            "1.1",
            "Hats go by {2.1}, and {1.1} is this one.",
            notes=(Note("R-1.1a", read_text("As {2.0} says.")),),
        ),
        case("1.9", "No hats."),
        case("1.10", "Few hats; see {R-1.1a}."),
        case("2.0", "Of shoes."),
        case("2.1", "Shoes."),
        STEPS,
    ],
)


def test_text_is_parted_into_words_and_references() -> None:
    text = read_text("Seen by {6.4} and {R-6.4a}.")
    assert text.parts == (
        Part("Seen by "), Part("6.4", "6.4"), Part(" and "), Part("R-6.4a", "R-6.4a"), Part("."),
    )  # fmt: skip
    assert str(text) == "Seen by 6.4 and R-6.4a."
    assert text.references == ("6.4", "R-6.4a")


def test_a_number_without_braces_is_no_reference() -> None:
    assert read_text("Square 6.4 is none.").references == ()


def test_blocks_come_in_four_kinds() -> None:
    assert read_block("Words.").kind == "paragraph"
    assert read_block({"heading": "Words"}).kind == "heading"
    assert list(read_block({"example": "Words."}).plain()) == ["Example: Words."]
    assert list(read_block({"list": ["One.", "Two."]}).plain()) == ["1. One.", "2. Two."]
    with pytest.raises(ValueError, match="a heading, an example or a list"):
        read_block({"haeding": "Words"})


def test_cases_stand_in_order_of_number() -> None:
    assert [c.number for c in BOOK.cases] == ["1.0", "1.1", "1.9", "1.10", "2.0", "2.1", "2.2", *OWN]


def test_references_are_known_at_both_ends() -> None:
    assert BOOK.case("1.1").refers_to == ("2.0", "2.1")
    assert BOOK.case("2.1").referred_by == ("1.1",)
    assert BOOK.case("2.0").referred_by == ("1.1",)


def test_a_ruling_counts_as_its_case_and_a_case_never_refers_to_itself() -> None:
    assert BOOK.case("1.10").refers_to == ("1.1",)
    assert BOOK.case("1.1").referred_by == ("1.10", "2.2")


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("1.1", "1.1"), (" [1.1] ", "1.1"), ("1.1.", "1.1"), ("case 1.1", "1.1"), ("Case  1.1:", "1.1"),
        ("§ 1.1", "1.1"), ("01.1", "1.1"), ("1,1", "1.1"), ("1.10", "1.10"), ("1", "1.0"), ("2.", "2.0"),
        ("section 2", "2.0"), ("[2.0]", "2.0"), ("R-1.1a", "1.1"), ("r-1.1A", "1.1"), ("1.1a", "1.1"),
        ("ruling R-1.1a", "1.1"), ("2.2 B", "2.2"), ("2.2b", "2.2"), ("2.2(a)", "2.2"), ("2.2.B", "2.2"),
    ],
)  # fmt: skip
def test_a_number_may_be_written_in_any_usual_way(written: str, number: str) -> None:
    assert BOOK.case(written).number == number


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("1.99", ("1.9", "1.10", "1.1")),
        ("1.12", ("1.1", "1.0", "1.9")),
        ("2.7", ("2.2", "2.1", "2.0")),
        ("9.4", ("2.0", "1.0", "99.0")),
        ("R-1.1z", ("1.1", "1.0", "1.9")),
        ("2.2 C", ("2.2", "2.1", "2.0")),
        ("shoes", ("2.0", "2.1")),
        ("nonsense", ()),
        ("", ()),
    ],
)
def test_an_unknown_number_names_the_nearest(asked: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(UnknownCase) as caught:
        BOOK.case(asked)
    assert caught.value.nearest == nearest
    assert all(number in str(caught.value) for number in nearest)


def test_an_absurdly_long_number_is_answered_in_one_short_sentence() -> None:
    with pytest.raises(UnknownCase) as caught:
        BOOK.case("9" * 100_000)
    assert len(str(caught.value)) < 150


@given(st.text(max_size=30))
def test_anything_asked_for_is_a_case_or_unknown(asked: str) -> None:
    try:
        answer: tuple[str, ...] = (BOOK.case(asked).number,)
    except UnknownCase as unknown:
        answer = unknown.nearest
    assert set(answer) <= {c.number for c in BOOK.cases}


def test_search_by_number_puts_the_case_first_and_then_those_that_name_it() -> None:
    assert [hit.case.number for hit in BOOK.search("2.1")] == ["2.1", "1.1"]


def test_search_by_a_section_lists_its_cases() -> None:
    assert [hit.case.number for hit in BOOK.search("1.")][:4] == ["1.0", "1.1", "1.9", "1.10"]


def test_scores_fall_from_hit_to_hit() -> None:
    for query in ("2.1", "1", "hats", "2"):
        scores = [hit.score for hit in BOOK.search(query)]
        assert scores == sorted(scores, reverse=True)


def test_every_mistake_in_the_data_is_named() -> None:
    cases = [
        case("1.0", "To {9.9} and {R-1.0z}."),
        case("1.1", notes=(Note("R-1.1a", read_text("Fine.")),)),
        case("1.1", notes=(Note("R-1.1a", read_text("See {}.")),)),
        case("3.1"),
    ]
    with pytest.raises(RulebookError) as caught:
        Rulebook("Faulty", cases)
    assert caught.value.problems == (
        "The case 1.1 appears twice.",
        "The ruling R-1.1a appears twice.",
        "Case 1.0 refers to '9.9', which is neither a case nor a ruling.",
        "Case 1.0 refers to 'R-1.0z', which is neither a case nor a ruling.",
        "Case 1.1 refers to '', which is neither a case nor a ruling.",
        "Case 3.1 belongs to no section.",
    )


def test_a_reference_in_a_chart_counts() -> None:
    chart = Chart.from_json(
        {"case": "1.1", "title": "T", "columns": ["A"], "rows": [[1]], "notes": ["See {1.0}."]}
    )
    book = Rulebook("Charted", [case("1.0"), Case("1.1", "Chart", (), charts=(chart,))])
    assert book.case("1.0").referred_by == ("1.1",)
    assert chart.rows == (("1",),)


def test_json_holds_the_text_plain_and_in_parts() -> None:
    data = STEPS.to_json()
    assert data["text"] == ["A. First.", "B. Then 1.1."]
    assert data["section"] == "2.0"
    assert data["blocks"][0]["lines"][1] == {
        "label": "B",
        "parts": [{"text": "Then "}, {"text": "1.1", "to": "1.1"}, {"text": "."}],
    }
    assert BOOK.case("1.1").to_json()["notes"] == [{"id": "R-1.1a", "text": "As 2.0 says."}]


def test_a_block_stands_for_its_lines() -> None:
    assert Block("heading", (read_text("Procedure"),)).to_json() == {
        "kind": "heading",
        "lines": [{"label": "", "parts": [{"text": "Procedure"}]}],
    }
