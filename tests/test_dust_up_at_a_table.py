"""Dust-Up through the API: what is begun, answered, agreed to and handed over, and bad input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.example_game import DUST_UP, DUST_UP_ID, at_hand, install
from tests.referee.any_table import AnyTable
from tests.rows import each_row


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the game installed."""
    return install(tmp_path_factory.mktemp("dust-up") / "site", DUST_UP)


@pytest.fixture
def table(site: Path, tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of three bands of two, whose players roll the dice; 3B acts first."""
    with at_hand(site):
        made = AnyTable(tmp_path, options={"system": DUST_UP_ID, "players": 3, "master": True})
        for seat in "123":
            made.do(seat, {"do": "hire", "band": "deputy + deputy"})
        made.post("table", "/settings", dice="players")
        for seat in "123":
            done(made, seat, {"do": "plot", "rates": {f"{seat}A": "walk", f"{seat}B": "stand"}})
        dice = {"3B": 20, "3A": 15, "1A": 12, "1B": 9, "2A": 5, "2B": 4}
        done(made, "1", {"do": "initiative", "dice": dice})
        yield made
        made.tables.close()


def done(table: AnyTable, seat: str, action: dict[str, Any], status: int = 200) -> Any:
    """Do an action at the version that its seat sees."""
    answer = table.try_(seat, action, table.view(seat)["version"])
    assert answer.status_code == status, answer.data
    return answer.get_json()


def shot(**values: Any) -> dict[str, Any]:
    return {"do": "shoot", "figure": "3B", **values}


def test_consent_is_asked_where_an_action_in_progress_first_needs_it(table: AnyTable) -> None:
    """It waits for the yes of the helper's player, and goes on from there."""
    done(table, "3", shot(helped=True, target="1A"))
    assert done(table, "3", shot(helped=True, helper="2A"))["ruling"]["needs"] == {"agree": ["2"]}
    assert table.view("2")["request"]["wanted"] == ["2"]
    assert table.view("3")["underway"] is None
    assert table.post("2", "/consent", answer="agree").status_code == 200
    for fact in ({"inches": 8.5}, {"cover": False}, {"die": 20}):
        done(table, "3", shot(helped=True, **fact))
    line = table.record()[-1]
    assert (line["action"]["helper"], line["agreed"], line["told"]) == (
        "2A",
        ["3", "2"],
        {"inches": "3", "cover": "3"},
    )


@each_row(
    "seat, action, status",
    [
        ("3", shot(target="1A", inches=-3), 422),
        ("3", shot(target="1A", inches=9999), 422),
        ("3", shot(target="1A", inches=7.25), 422),
        ("3", shot(target="3A"), 422),
        ("3", shot(target="1A", helper="2A"), 422),
        ("3", shot(target="1A", die=20), 422),
        ("1", shot(seat="3", target="1A"), 403),
        ("2", {"do": "wait", "figure": "2A"}, 422),
        ("1", {"do": "hire", "band": "deputy + deputy"}, 422),
        ("1", {"do": "luck", "spend": True}, 422),
        ("1", {"do": "wound", "die": 6}, 422),
        ("2", {"do": "leave", "to": "2"}, 422),
        ("1", {"do": "plot", "rates": {"1A": "run"}}, 422),
    ],
)
def test_bad_input_changes_nothing(table: AnyTable, seat: str, action: dict[str, Any], status: int) -> None:
    before = table.everything()
    refused = done(table, seat, action, status)
    said = refused["ruling"]["reason"] if "ruling" in refused else refused["detail"]
    assert said.endswith("."), said
    assert table.everything() == before


@each_row(
    "given",
    [
        {"helper": "zzz"},
        {"helper": "zzz", "die": 3},
        {"helper": "2A"},
        {"helper": "2A", "die": 20},
        {"helper": "3A"},
    ],
)
def test_a_helper_that_nobody_asked_for_is_refused_before_its_player_is_asked(
    table: AnyTable, given: dict[str, Any]
) -> None:
    """The die could not be typed in any more."""
    if table.view("3")["underway"] is None:
        done(table, "3", shot(target="1A", inches=4, cover=False))
    before = table.everything()
    answer = table.post("3", "/do", action=given, question="act 3B", version=table.view("3")["version"])
    assert (answer.status_code, answer.get_json()["detail"]) == (422, "helper is not asked for here.")
    assert table.everything() == before


def test_a_seat_that_left_does_nothing_any_more(table: AnyTable) -> None:
    done(table, "1", {"do": "leave", "to": "2"})
    assert table.view("table")["figures"]["1A"]["owner"] == "2"
    answer = table.try_("1", {"do": "leave", "seat": "1", "to": "3"}, table.version)
    assert answer.status_code in {403, 409, 422}, answer.data


def test_two_answer_an_interrupt_in_either_order(table: AnyTable) -> None:
    done(table, "3", shot(target="1A", inches=4, cover=False, die=20))
    done(table, "2", {"do": "luck", "spend": True})
    done(table, "1", {"do": "luck", "spend": False})
    assert table.view("table")["may_save"] == ["2"]
    done(table, "2", {"do": "luck", "spend": True, "die": 5})
    done(table, "table", {"do": "wound", "die": 4})
    assert table.view("table")["figures"]["1A"]["wounds"] == 1
    before = table.everything()
    table.restart()
    assert table.everything() == before
