"""One seat at one version shares what follows from its view; other seats and versions do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from referee.games.dawn_of_the_dead.pages import seat_context
from referee.games.dawn_of_the_dead.pages.seat_context import ContextCache, SeatContext
from referee.games.dawn_of_the_dead.seats import DawnView
from rules.dawn_of_the_dead.humans.reach import Way, reach
from rules.dawn_of_the_dead.position import Position
from tests.referee.seated import HIDDEN, START, Seated

MOVING = {"do": "start_move", "characters": ["peter"]}
Counted = Callable[[], int]


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table at which Peter is to move."""
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    table.do("human", START, MOVING)
    yield table
    table.tables.close()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Give a function that tells how often the ways have been worked out."""
    positions = list[Position]()

    def noted(position: Position) -> Mapping[str, Way]:
        positions.append(position)
        return reach(position)

    monkeypatch.setattr(seat_context, "reach", noted)
    return lambda: len(positions)


def look(table: Seated, seat: str, square: str) -> str:
    answer = table.client.get(f"/t/{table.code}/square/{square}", headers=table.headers(seat))
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def looked(table: Seated, seat: str) -> SeatContext:
    """Return what a seat is sent now, as a look of its own."""
    with table.locked() as held:
        view, actions = table.tables.view(table.code, seat), table.tables.playing.actions(held, seat)
    setting = table.tables.match(table.code).setting  # type: ignore[attr-defined]
    return SeatContext(cast("DawnView", view), actions, seat, setting, f"/t/{table.code}")


def test_several_looks_at_one_version_work_the_ways_out_once(seated: Seated, counted: Counted) -> None:
    for square in ("026", "045", "044"):
        assert "Walk there" in look(seated, "human", square)
    assert counted() == 1
    seated.do("human", {"do": "step", "to": "008"})
    assert "Walk there" in look(seated, "human", "045")
    assert counted() == 2


def test_no_look_is_shared_across_seats(seated: Seated) -> None:
    """The tablet and the human player's phone may see the same, and still each has its own."""
    looks = ContextCache()
    first = {seat: looks.same(looked(seated, seat)) for seat in ("table", "human", "zombie")}
    for seat, kept in first.items():
        again = looks.same(looked(seated, seat))
        assert again is kept
        assert again.role == seat
        assert again.view.seat == seat


def test_a_look_is_not_kept_when_the_actions_have_changed(seated: Seated) -> None:
    """Who may act can change without a new version: a phone is put away, and the tablet answers for it."""
    looks, now = ContextCache(), looked(seated, "human")
    assert looks.same(now) is now
    other = SeatContext(now.view, now.actions[:1], now.role, now.setting, now.base)
    assert looks.same(other) is other


def test_only_so_many_seats_are_kept(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_context, "_SEATS_KEPT", 1)
    looks, first = ContextCache(), looked(seated, "human")
    looks.same(first)
    looks.same(looked(seated, "zombie"))
    again = looked(seated, "human")
    assert looks.same(again) is again
