"""What effects do to the pieces on the table: all that everybody sees there, and no more than it comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.cardboard.pieces import (
    OPEN,
    PILES,
    Board,
    Look,
    Pieces,
    after,
    board_of,
    changed,
)
from rules.dawn_of_the_dead.position import Mode
from tests.referee.dawn_views import view_of
from tests.referee.games.dawn_of_the_dead.pages.test_cardboard_followed import views_of
from tests.rows import each_row

Json = dict[str, Any]


def pieces_of(board: Board) -> Pieces:
    return Pieces(dict(enumerate(board.units.values())), dict(board.people), dict(board.doors))


def lying(pieces: Pieces) -> Board:
    """Return what lies on the map: units that are off it, and doors that are open, are nowhere."""
    units = {look.place: look for look in pieces.units.values() if look.place not in PILES}
    return Board(pieces.people, units, {d: state for d, state in pieces.doors.items() if state != OPEN})


@pytest.mark.parametrize(
    ("seed", "mode"), [("b", "two-player"), ("d", "two-player"), ("c", "solitaire"), ("e", "cooperative")]
)
def test_the_effects_that_everybody_knows_lead_from_view_to_view(seed: str, mode: Mode) -> None:
    """They are complete: nothing on the map changes without one. They tell no value."""
    lines, views = views_of(seed, mode, "digital")
    pieces = pieces_of(board_of(view_of(views[0])))
    for line, view in zip(lines, views[1:], strict=True):
        pieces = after(pieces, [dict(effect, value=None) for effect in line["effects"]])
        if view["phase"] != "over":  # Then every secret lies open.
            assert lying(pieces) == board_of(view_of(view)), line["action"]
    assert len(lines) > 100


@pytest.mark.parametrize("seed", ["b", "c"])
def test_many_effects_come_to_what_the_first_and_the_last_view_differ_in(seed: str) -> None:
    lines, views = views_of(seed, "two-player", "digital")
    for first in range(0, len(lines) - 20, 15):
        start = pieces_of(board_of(view_of(views[first])))
        effects = [effect for line in lines[first : first + 20] for effect in line["effects"]]
        end = board_of(view_of(views[first + 20]))
        named = {str(name) for kind, name in changed(start, after(start, effects)) if kind != "unit"}
        same = {n for n, person in end.people.items() if person == start.people[n]}
        assert not named & same
        assert views[first + 20]["phase"] == "over" or lying(after(start, effects)) == end


UNIT = {"effect": "move", "whom": "unit", "by": None}
START = Pieces({0: Look("043")})


def moved(start: str, *path: str) -> Json:
    return UNIT | {"from": start, "to": path[-1], "path": list(path)}


def turned(way: str, square: str) -> Json:
    return {"effect": f"turn_{way}", "square": square}


def test_a_unit_that_moved_twice_has_moved_once() -> None:
    laid = after(START, [moved("043", "044"), moved("044", "045", "046")])
    assert laid.units == {0: Look("046")}
    assert changed(START, laid) == [("unit", 0)]


@each_row(
    "effects",
    [
        [moved("043", "044"), moved("044", "043")],
        [turned("up", "043"), turned("down", "043")],
        [{"effect": "berserk", "square": "043", "berserk": on} for on in (True, False)],
        [{"effect": "roll", "what": "panic", "dice": [1], "whom": []}],
        [],
    ],
)
def test_what_was_undone_on_the_way_comes_to_nothing(effects: list[Json]) -> None:
    before = json.dumps(START.units)
    assert changed(START, after(START, effects)) == []
    assert json.dumps(START.units) == before


def test_a_unit_keeps_its_face_where_it_goes() -> None:
    laid = after(START, [turned("up", "043"), moved("043", "044")])
    assert laid.units == {0: Look("044", up=True)}
