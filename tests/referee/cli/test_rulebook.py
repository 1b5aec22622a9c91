"""`referee case`, `referee search`, `referee charts` and `referee chart`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.games import registry
from referee.records.text import dump_line
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


def test_a_game_without_charts_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    book = registry.game("battlecon").rulebook()
    monkeypatch.setattr(book, "charts", {})
    assert cli("charts", "--system", "battlecon").out == "BattleCON has no charts.\n"
    assert cli("charts", "--system", "battlecon", "--json").json == []


def test_the_charts_of_a_game_are_listed(cli: Cli) -> None:
    listed = cli("charts", "--json").json
    assert [chart["name"] for chart in listed] == ["5.9", "6.7", "8.8", "13.5", "15.8"]
    assert listed[2] == {"name": "8.8", "case": "8.8", "title": "Zombie Attack Table"}
    said = cli("charts").out
    assert "8.8   Zombie Attack Table (2d6)" in said
    assert all(chart["title"] in said for chart in listed)


def test_a_chart_says_what_is_rolled_on_it_and_what_each_total_means(cli: Cli) -> None:
    chart = cli("chart", "13.5", "--json").json
    assert (chart["dice"], chart["modifiers"], chart["columns"]) == ("2d6", [], ["A zombie unit enters by"])
    assert chart["rows"][0]["roll"] == [2, 2]
    assert (chart["rows"][0]["cells"], chart["rows"][0]["lost"]) == ("North and West", False)
    assert cli("chart", "zombie entrance table", "--json").json == chart
    attack = cli("chart", "8.8", "--json").json
    assert attack["rows"][0]["cells"]["9-13"] == "I"
    cost = cli("chart", "5.9", "--json").json
    assert (cost["dice"], cost["rows"][0]["roll"]) == (None, None)
    assert cost["rows"][0]["cells"] == {"Action": "Enter a square", "Movement Points": "1"}


def test_a_roll_marks_its_row(cli: Cli) -> None:
    marked = [line for line in cli("chart", "13.5", "--roll", "9").out.splitlines() if line[:1] == ">"]
    assert [line.split() for line in marked] == [[">", "9", "West"]]
    assert cli("chart", "13.5", "--roll", "9", "--json").json["row"] == 7
    assert cli("chart", "13.5", "--roll", "40", "--json").json["row"] == 10


def test_rows_that_the_print_has_lost_are_marked_and_can_be_replaced(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torn = replace(registry.game("battlecon").rulebook().chart("16.1"), lost=frozenset({1}), name="torn")
    book = registry.game("dawn-of-the-dead").rulebook()
    monkeypatch.setattr(book, "charts", {"torn": torn})
    said = cli("chart", "torn").out
    assert " * Preview" in said
    assert "* The print has lost this row: what stands here is ours." in said
    mine = tmp_path / "mine.json"
    cells = dict.fromkeys(torn.columns, "7") | {"Figures": "Preview"}
    mine.write_text(dump_line({"rows": [{"cells": cells}]}))
    own = cli("chart", "torn", "--rows", str(mine), "--json").json
    assert own["rows"][1] == {"roll": None, "cells": cells, "lost": False, "owned": True}
    mine.write_text(dump_line({"rows": [{"cells": cells | {"Figures": "Boxed"}}]}))
    assert "the print still has the row Boxed" in cli.refused("chart", "torn", "--rows", str(mine))
    assert "it needs the rows, a list" in cli.refused("chart", "torn", "--rows", "-", stdin="[]")


def test_what_is_asked_wrong_of_a_chart_gets_a_sentence(cli: Cli) -> None:
    assert "its charts are 5.9, 6.7, 8.8, 13.5 and 15.8." in cli.refused("chart", "9.9")
    assert "nothing is rolled on the chart 5.9" in cli.refused("chart", "5.9", "--roll", "3")
    assert '--system: "chess"' in cli.refused("charts", "--system", "chess")
    assert '--system: "chess"' in cli.refused("chart", "5.9", "--system", "chess")


def test_a_wide_chart_is_wrapped(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    book = registry.game("dawn-of-the-dead").rulebook()
    long = " ".join(["word"] * 60)
    wide = replace(book.chart("13.5"), rows=(("2-11", long), ("12", "short")), values=(), name="wide")
    monkeypatch.setattr(book, "charts", {"wide": wide})
    said = cli("chart", "wide", "--roll", "12").out
    assert max(map(len, said.splitlines())) <= 110
    assert said.count("word") == 60
    assert ">  12" in said
