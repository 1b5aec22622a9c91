"""Who rolls the dice is a setting of the table; a device that does otherwise says so, to itself alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.config import Config
from referee.errors import Problem
from referee.tables.service import Tables
from tests.referee.apps import app_of
from tests.referee.games.dawn_of_the_dead.pages.test_musts import AUTOMATIC, HOLD, kinds, steve_alone, tap
from tests.referee.seated import Seated, ordered

TYPED = {"Cookie": "dice=typed"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))


def look(table: Seated, seat: str, *, typed: bool) -> str:
    """Open the screen of a seat on a device that types in its dice whatever the table does, or on another."""
    headers = {**table.headers(seat), **(TYPED if typed else {})}
    answer = table.client.get(f"/t/{table.code}", headers=headers)
    assert answer.status_code == 200
    return answer.text


def test_one_setting_holds_for_every_device_of_the_table(table: Seated) -> None:
    table.set_up()
    assert table.view()["settings"]["dice"] == "referee"
    for seat in table.tokens:
        assert "Dice: the referee rolls" in look(table, seat, typed=False)
    assert table.post("zombie", "/settings", dice="players").status_code == 200
    for seat in table.tokens:
        assert "Dice: we roll our own" in look(table, seat, typed=False)
    assert table.post("zombie", "/settings", dice="ours").status_code == 422


def test_a_device_that_does_otherwise_says_so_until_it_goes_with_the_table_again(table: Seated) -> None:
    table.set_up()
    at, headers = f"/t/{table.code}/dice", table.headers("human")
    posted = table.client.post(at, headers=headers)
    assert "dice=typed" in posted.headers["Set-Cookie"]
    assert "Dice, only here: we roll our own" in look(table, "human", typed=True)
    ended = table.client.post(at, headers={**headers, **TYPED})
    assert "dice=;" in ended.headers["Set-Cookie"]
    assert table.tables.dice_preferences.of(table.code, "human") is None


def test_who_changes_the_setting_goes_with_it(table: Seated) -> None:
    """Every other device tells again how it differs, so a wish of before does not outlive the change."""
    table.set_up()
    look(table, "human", typed=True)
    table.client.post(f"/t/{table.code}/settings", data={"dice": "players"}, headers=table.headers("table"))
    assert table.tables.dice_preferences.of(table.code, "human") is None
    back = table.client.post(
        f"/t/{table.code}/settings", data={"dice": "referee"}, headers={**table.headers("human"), **TYPED}
    )
    assert "dice=;" in back.headers["Set-Cookie"]


def test_it_survives_a_restart(table: Seated) -> None:
    """The strike is rolled for the zombie player only where no device of his types in its dice."""
    steve_alone(table)
    look(table, "zombie", typed=True)
    table.restart()
    look(table, "zombie", typed=False)  # Another device of the same player.
    tap(table, "human", HOLD)
    assert kinds(table)[-1] == "hold_fire"


def test_two_processes_on_one_database_know_the_same_wish(table: Seated) -> None:
    other: Tables = app_of(Config.of(table.settings)).extensions["tables"]
    wishes = table.tables.dice_preferences
    look(table, "zombie", typed=False)
    assert other.dice_preferences.of(table.code, "zombie") is None
    other.dice_preferences.note(table.code, "zombie", typed=True)
    look(table, "zombie", typed=False)  # Another device of the seat: "typed" stays until it is changed.
    assert wishes.of(table.code, "zombie") is True
    other.dice_preferences.change(table.code, "zombie", typed=None)
    assert wishes.of(table.code, "zombie") is None
    other.close()


def test_no_other_seat_learns_of_it(table: Seated) -> None:
    table.set_up()
    for seat in table.tokens:
        look(table, seat, typed=False)
    before, version = table.everything(), table.version
    posted = table.client.post(f"/t/{table.code}/dice", headers=table.headers("zombie"))
    assert posted.status_code == 303
    assert table.tables.dice_preferences.of(table.code, "zombie") is True
    assert table.tables.dice_preferences.of(table.code, "human") is None
    assert (table.everything(), table.version) == (before, version)


def test_a_screen_is_shown_also_where_the_wish_cannot_be_saved_but_a_choice_is_never_lost(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise Problem(503, "The disk is full.")

    monkeypatch.setattr(table.tables.database, "writing", full)
    look(table, "zombie", typed=True)
    assert table.tables.dice_preferences.of(table.code, "zombie") is None
    posted = table.client.post(f"/t/{table.code}/dice", headers=table.headers("zombie"))
    assert posted.status_code == 503
    assert "Set-Cookie" not in posted.headers
