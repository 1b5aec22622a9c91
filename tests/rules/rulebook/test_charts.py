"""Charts of an invented game: read, looked up by a roll, and with rows that the print has lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.rulebook.charts import Chart, ChartError, load
from rules.rulebook.rulebook import Case, Rulebook, RulebookError
from rules.ruling import Part, Score

SEARCH: dict[str, Any] = {
    "name": "search",
    "case": "7.3",
    "title": "Searching a Wagon",
    "dice": "2d6",
    "modifiers": [{"name": "patient", "value": 1}, {"name": "hasty", "value": -2}],
    "rows": [
        {"roll": "2 or less", "cells": "a snake"},
        {"roll": 3, "cells": "nothing"},
        {"roll": [4, 5], "cells": "d3 coins", "value": {"coins": "d3"}},
        {"roll": 6, "cells": "a hat", "lost": True},
        {"roll": "7-9", "cells": "a boot", "lost": True},
        {"roll": [10, 11], "cells": "2d6 coins"},
        {"roll": "12+", "cells": "a map"},
    ],
}
WEAPONS: dict[str, Any] = {
    "case": "6.0",
    "title": "Weapons",
    "columns": ["Weapon", "Range", "Damage"],
    "rows": [
        {"cells": {"Weapon": "bow", "Range": "4", "Damage": "0"}},
        {"cells": {"Weapon": "sling", "Range": "3", "Damage": "−1"}, "lost": True},
    ],
}
SEARCHING, ARMED = Chart.from_json(SEARCH), Chart.from_json(WEAPONS)


@pytest.mark.parametrize(
    ("total", "text"),
    [
        (-1, "a snake"), (0, "a snake"), (2, "a snake"), (3, "nothing"), (5, "d3 coins"), (6, "a hat"),
        (9, "a boot"), (11, "2d6 coins"), (12, "a map"), (13, "a map"), (40, "a map"),
    ],
)  # fmt: skip
def test_a_total_falls_into_one_row(total: int, text: str) -> None:
    assert SEARCHING.row(total).text == text


def test_an_open_end_reaches_as_far_as_dice_and_modifiers_do() -> None:
    first, *_, last = SEARCHING.entries
    assert (first.label, first.roll) == ("2 or less", (0, 2))
    assert (last.label, last.roll) == ("12+", (12, 13))
    assert SEARCHING.row(4).value == {"coins": "d3"}


def test_modifiers_are_parts_of_a_score() -> None:
    parts = SEARCHING.parts(["hasty"])
    assert parts == (Part("hasty", -2, "7.3", to="roll"),)
    assert Score("2d6", parts).needed == 0
    with pytest.raises(KeyError):
        SEARCHING.parts(["lucky"])


def test_a_chart_is_read_again_as_it_is_written() -> None:
    for chart in (SEARCHING, ARMED):
        again = Chart.from_json(json.loads(json.dumps(chart.to_json())))
        assert (again.entries, again.name, again.modifiers) == (chart.entries, chart.name, chart.modifiers)


def test_the_json_of_a_chart_has_the_members_of_the_interface() -> None:
    shown = SEARCHING.to_json()
    assert shown.keys() >= {"name", "case", "title", "dice", "modifiers", "columns", "rows"}
    assert shown["rows"][2] == {
        "roll": [4, 5], "label": "4-5", "cells": "d3 coins", "lost": False, "value": {"coins": "d3"},
    }  # fmt: skip
    assert [row["lost"] for row in shown["rows"]] == [False, False, False, True, True, False, False]
    sling = ARMED.to_json()["rows"][1]
    assert sling == {
        "roll": None, "cells": {"Weapon": "sling", "Range": "3", "Damage": "−1"}, "lost": True,
    }  # fmt: skip


def test_nothing_is_rolled_on_a_chart_without_dice() -> None:
    assert ARMED.name == "6.0"
    assert ARMED.named("bow").cells == {"Range": "4", "Damage": "0"}
    with pytest.raises(ValueError, match=r"Nothing is rolled on the chart 6\.0\."):
        ARMED.row(4)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"title": None, "rows": None}, "Chart search: 'NoneType' object is not iterable"),
        ({"dice": "two"}, "Chart search: Dice are written like d6, 2d6, d66 or d6+4, not “two”."),
        ({"rows": [{"roll": [2, 12]}, {"roll": 7}]}, "Chart search: two rows are for 7."),
        ({"rows": [{"roll": [2, 5]}, {"roll": [7, 12]}]}, "Chart search: no row is for 6."),
        ({"rows": [{"roll": "some"}]}, "Chart search: “some” is no total and no range of totals."),
        ({"rows": [{"roll": [9, 2]}]}, "Chart search: “9-2” is no total and no range of totals."),
        ({"rows": [{}]}, "Chart search: A row needs its roll, like 5, [2, 3] or “5+”, not None."),
        ({"rows": [{"roll": 2, "cells": {"Find": "x"}}]}, "Chart search: There is no column 'Find'."),
        ({"rows": [7]}, "Chart search: A row is an object or a list, not 7."),
        ({"columns": ["A", "A"]}, "Chart search: the column A appears twice."),
    ],
)
def test_a_chart_with_mistakes_gets_a_sentence(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ChartError) as caught:
        Chart.from_json({**SEARCH, **change})
    assert caught.value.problems[0] == says


def test_a_chart_without_a_title_gets_a_sentence() -> None:
    with pytest.raises(ChartError, match="Chart search: title is missing"):
        Chart.from_json({name: value for name, value in SEARCH.items() if name != "title"})


def test_two_dice_read_as_tens_need_no_row_for_what_they_cannot_show() -> None:
    rows = [{"roll": [11, 36], "cells": "rain"}, {"roll": [41, 66], "cells": "wind"}]
    chart = Chart.from_json({"case": "12.0", "title": "Events", "dice": "d66", "rows": rows})
    assert chart.dice is not None
    assert chart.row(chart.dice.total([3, 6])).text == "rain"
    assert chart.row(chart.dice.total([4, 1])).text == "wind"


def test_an_owner_of_the_book_replaces_rows_that_the_print_has_lost() -> None:
    """All of them as one here: the book itself may have other totals for them."""
    owned = SEARCHING.with_rows({"rows": [{"roll": [6, 9], "cells": "a saddle"}]})
    assert [row.label for row in owned.entries] == ["2 or less", "3", "4-5", "6-9", "10-11", "12+"]
    assert owned.row(8).text == "a saddle"
    assert not any(row.lost for row in owned.entries)
    assert owned.row(4).value == {"coins": "d3"}
    some = SEARCHING.with_rows({"rows": [{"roll": 6, "cells": "a cap"}]})
    assert (some.row(6).text, some.row(7).text, some.row(7).lost) == ("a cap", "a boot", True)
    sling = ARMED.with_rows({"rows": [{"cells": {"Weapon": "sling", "Range": "5", "Damage": "0"}}]})
    assert sling.named("sling").cells["Range"] == "5"
    assert sling.named("bow") == ARMED.named("bow")


def test_the_whole_chart_may_be_given_with_its_lost_rows_changed() -> None:
    shown = SEARCHING.to_json()
    shown["rows"][3]["cells"] = "a cap"
    owned = SEARCHING.with_rows(shown)
    assert (owned.row(6).text, owned.row(6).lost) == ("a cap", False)
    assert owned.row(7).text == "a boot"


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ({"rows": [{"roll": 3, "cells": "gold"}]}, "Chart search: the print still has the row 3."),
        ({"rows": [{"roll": [5, 9], "cells": "gold"}]}, "Chart search: the print still has the row 5-9."),
        ({"rows": [{"roll": 7, "cells": "gold"}]}, "Chart search: no row is for 8."),
        ({"rows": "gold"}, "Chart search: it needs the rows, a list."),
        ([], "Chart search: it needs the rows, a list."),
    ],
)
def test_rows_of_an_owner_that_do_not_fit_get_a_sentence(source: object, says: str) -> None:
    with pytest.raises(ChartError) as caught:
        SEARCHING.with_rows(source)
    assert caught.value.problems[0] == says


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the data folder of a package that can be imported."""
    data = tmp_path / "wagons" / "data"
    (data / "charts").mkdir(parents=True)
    (data / "rulebook").mkdir()
    (tmp_path / "wagons" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    cases: list[Any] = [{"number": n, "title": "T", "text": []} for n in ("6.0", "7.0", "7.3")]
    (data / "rulebook" / "cases.json").write_text(json.dumps({"cases": cases}))
    (data / "charts" / "all.json").write_text(json.dumps([SEARCH, WEAPONS]))
    yield data
    sys.modules.pop("wagons", None)


@pytest.mark.usefixtures("package")
def test_the_charts_of_a_package_stand_at_their_cases() -> None:
    assert load("wagons") == {"search": SEARCHING, "6.0": ARMED}
    book = Rulebook.load("wagons", "Wagons")
    assert book.case("7.3").charts == (SEARCHING,)
    assert dict(book.charts) == {"6.0": ARMED, "search": SEARCHING}
    assert [hit.case.number for hit in book.search("snake")] == ["7.3"]


def test_a_chart_belongs_to_a_case_and_has_a_name_of_its_own(package: Path) -> None:
    (package / "charts" / "more.json").write_text(json.dumps([{**WEAPONS, "name": "spare", "case": "8.0"}]))
    with pytest.raises(RulebookError, match=r"The chart spare belongs to no case\."):
        Rulebook.load("wagons", "Wagons")
    (package / "charts" / "more.json").write_text(json.dumps([{**WEAPONS, "name": "search"}]))
    with pytest.raises(ChartError, match="The chart search appears twice"):
        load("wagons")
    twice = [Case("7.0", "T", ()), Case("7.3", "T", (), charts=(SEARCHING, SEARCHING))]
    with pytest.raises(RulebookError, match="The chart search appears twice"):
        Rulebook("Wagons", twice)
