"""The names that the table adds to the view of a game, which no game may use itself."""

from __future__ import annotations

from dataclasses import fields

from referee.games import registry
from referee.games.table_view import ADDED, MappingView, taken_members
from rules.fields import RESERVED
from tests.referee.without_documents import WITHOUT_DOCUMENTS

ONLY_IN_THE_FRAME = {
    "asked",
    "game",
    "titles",
    "system",
    "summary",
    "sheet",
    "pending_action",
    "advised",
    "practises",
    "_json",
}


def test_the_names_of_the_table_are_those_that_it_writes() -> None:
    bare = MappingView({}, "pebbles", "ABCD", {}, stage="", rematch={"code": "EFGH", "swapped": False})
    assert bare.keys() - {"system", "sheet"} | {"advice", "in_progress", "practice", "waits_for"} == ADDED
    everything = MappingView({}, "pebbles", "ABCD", {}, stage="", advised=True, practises=True)
    assert everything.keys() <= ADDED | {"system", "sheet"}
    assert {field.name for field in fields(MappingView)} - ONLY_IN_THE_FRAME <= ADDED


def test_no_field_of_a_position_or_an_action_takes_a_name_of_the_table() -> None:
    """An action and a figure may well have a seat; the view of a game is checked for one when it is made."""
    assert ADDED - {"seat"} <= RESERVED


def test_no_view_of_a_bundled_game_has_a_name_of_the_table() -> None:
    for game in registry.games().values():
        for mode in game.modes:
            match = game.match(game.read_options({"mode": mode}), WITHOUT_DOCUMENTS)
            start = match.start(match.stock())
            for seat in ("table", *(seat.id for seat in match.roster(start))):
                assert not taken_members(match.view(start, seat)), (game.id, mode, seat)
