"""`referee case` and `referee search`."""

from __future__ import annotations

import pytest

from tests.referee.cli import Cli


def test_a_case_as_json(cli: Cli) -> None:
    case = cli("case", "6.4", "--json").json
    assert case["number"] == "6.4"
    assert case["title"]
    assert case["text"]
    assert "R-6.4a" in [note["id"] for note in case["notes"]]
    assert case["referred_by"]


def test_a_case_in_words_has_its_notes_and_who_refers_to_it(cli: Cli) -> None:
    said = cli("case", "6.4").out
    assert said.startswith("6.4  ")
    assert "Rulings (ours" in said.split("R-6.4a")[0]
    assert "Referred to by: " in said
    assert max(len(line) for line in said.splitlines()) <= 110


@pytest.mark.parametrize("number", ["5.9", "6.7", "8.8", "13.5", "15.8"])
def test_the_charts_are_shown_as_tables(cli: Cli, number: str) -> None:
    chart = cli("case", number, "--json").json["charts"][0]
    said = cli("case", number).out
    for row in chart["rows"]:
        for cell in row:
            assert str(cell) in said


def test_an_unknown_number_is_answered_with_the_nearest(cli: Cli) -> None:
    assert "8.8" in cli.refused("case", "8.99")


def test_an_unknown_system_is_named(cli: Cli) -> None:
    assert '--system: "chess"' in cli.refused("case", "6.4", "--system", "chess")


def test_a_search_finds_the_best_case_first(cli: Cli) -> None:
    hits = cli("search", "glass door", "--json").json["hits"]
    assert hits[0]["number"] in {"10.4", "6.7", "5.5", "6.4"}
    assert cli("search", "6.4", "--json").json["hits"][0]["number"] == "6.4"
    assert hits[0]["number"] in cli("search", "glass", "door").out.splitlines()[0]


def test_a_search_that_finds_nothing_says_what_to_try(cli: Cli) -> None:
    said = cli("search", "xyzzy", "plugh")
    assert said.status == 0
    assert said.out == (
        "No case mentions “xyzzy plugh”. Try a single word, like door or panic, or a number, like 6.4.\n"
    )
    quoted = cli("search", '"xyzzy plugh"').out
    assert quoted == said.out, "the words stand in one pair of quotation marks"
    for tried in ("door", "panic", "6.4"):
        assert cli("search", tried, "--json").json["hits"]


@pytest.mark.parametrize("nothing", [(), ("",), (" ", "")])
def test_a_search_wants_words(cli: Cli, nothing: tuple[str, ...]) -> None:
    assert "WORDS" in cli.refused("search", *nothing)


def test_a_search_for_a_number_that_is_none_tells_the_nearest(cli: Cli) -> None:
    said = cli("search", "16.1")
    assert said.status == 0
    assert "no case “16.1”" in said.out
    assert "the nearest are 15.0" in said.out
