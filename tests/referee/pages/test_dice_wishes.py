"""Whether a seat types in its dice is kept with the table, and is no other seat's business."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.app import create_app
from referee.config import Config
from referee.problems import Problem
from referee.tables import Tables
from tests.referee.pages.test_musts import AUTOMATIC, HOLD, forget_dice_wishes, kinds, steve_alone, tap
from tests.referee.seated import Seated, ordered

TYPED = {"Cookie": "dice=typed"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))


def look(table: Seated, seat: str, *, typed: bool) -> None:
    """Open the screen of a seat on a device that types in its dice, or does not."""
    headers = {**table.headers(seat), **(TYPED if typed else {})}
    assert table.client.get(f"/t/{table.code}", headers=headers).status_code == 200


@pytest.mark.parametrize("typed", [True, False])
def test_it_survives_a_restart(table: Seated, *, typed: bool) -> None:
    """The strike is rolled for the zombie player only where no device of his types in its dice."""
    steve_alone(table)
    forget_dice_wishes(table)
    look(table, "zombie", typed=typed)
    table.restart()
    if typed:
        look(table, "zombie", typed=False)  # Another device of the same player.
    tap(table, "human", HOLD)
    assert kinds(table)[-1] == ("hold_fire" if typed else "roll_attack")


def test_two_processes_on_one_database_know_the_same_wish(table: Seated) -> None:
    other: Tables = create_app(Config.of(table.settings)).extensions["tables"]
    wishes = table.tables.dice_wishes
    assert other.dice_wishes.of(table.code, "zombie") is None
    look(table, "zombie", typed=False)
    assert other.dice_wishes.of(table.code, "zombie") is False
    other.dice_wishes.note(table.code, "zombie", typed=True)
    look(table, "zombie", typed=False)  # Another device of the seat: "typed" stays until it is changed.
    assert wishes.of(table.code, "zombie") is True
    other.dice_wishes.change(table.code, "zombie", typed=False)
    assert wishes.of(table.code, "zombie") is False
    other.close()


def test_no_other_seat_learns_of_it(table: Seated) -> None:
    table.set_up()
    for seat in table.tokens:
        look(table, seat, typed=False)
    before, version = table.everything(), table.version
    posted = table.client.post(f"/t/{table.code}/dice", headers=table.headers("zombie"))
    assert posted.status_code == 303
    assert table.tables.dice_wishes.of(table.code, "zombie") is True
    assert table.tables.dice_wishes.of(table.code, "human") is False
    assert (table.everything(), table.version) == (before, version)


def test_a_screen_is_shown_also_where_the_wish_cannot_be_saved_but_a_choice_is_never_lost(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise Problem(503, "The disk is full.")

    monkeypatch.setattr(table.tables.database, "writing", full)
    look(table, "zombie", typed=True)
    assert table.tables.dice_wishes.of(table.code, "zombie") is None
    posted = table.client.post(f"/t/{table.code}/dice", headers=table.headers("zombie"))
    assert posted.status_code == 503
    assert "Set-Cookie" not in posted.headers
