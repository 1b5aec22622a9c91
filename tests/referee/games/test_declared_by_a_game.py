"""What a game itself declares, and the service only passes on: names of players, members of a record."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import registry
from referee.games.interface import Screens
from referee.records import codec
from tests.referee.seated import Seated
from tests.rows import each_row

SHARED = {"format", "system", "seats", "seals", "version"}


def test_each_game_says_what_a_player_without_a_name_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = Seated(tmp_path, options={"system": "battlecon"})
    duel.do("a", {"do": "choose_fighter", "fighter": "hikaru"})
    for called in ("player B", "the fighter on the right"):
        assert duel.post("a", "/undo", side="b").get_json()["detail"] == f"You cannot answer for {called}."
        monkeypatch.setattr(registry.game("battlecon"), "player", lambda _: "the fighter on the right")
    duel.post("b", "/name", name="Ben")
    assert duel.post("a", "/undo", side="b").get_json()["detail"] == "You cannot answer for Ben."
    duel.tables.close()


@each_row(
    "system, seat, called",
    [
        ("battlecon", "a", "player A"),
        ("battlecon", "table", "the tablet"),
        ("dawn-of-the-dead", "zombie", "the zombie player"),
        ("dawn-of-the-dead", "steve+fran", "Steve and Fran’s player"),
        ("dawn-of-the-dead", "table", "the tablet"),
    ],
)
def test_a_player_without_a_name(system: str, seat: str, called: str) -> None:
    assert registry.game(system).player(seat) == called


@pytest.mark.parametrize(("seat", "called"), [("a", "Player A"), ("fox", "Fox player"), ("table", "Tablet")])
def test_a_seat_whose_id_is_a_word_is_called_by_it(seat: str, called: str) -> None:
    assert Screens("moment.html").seat_name(seat) == called


def test_a_record_says_first_what_its_game_declares() -> None:
    header = codec.header(system="battlecon", seats={"a": "Ann"}, profile="preview", duels=3)
    assert set(header) - SHARED == {"profile", "duels"}
    assert header["seats"] == {"a": "Ann"}


def test_a_record_has_no_member_that_its_game_does_not_know() -> None:
    with pytest.raises(TypeError, match="duels"):
        codec.header(system="dawn-of-the-dead", duels=3)


def test_the_members_of_the_first_game_keep_their_order() -> None:
    header = codec.header(
        mode="solitaire", counters="digital", map_source={"name": "m"}, sheet_source={}, draw=[4]
    )
    assert list(header) == [
        "format", "system", "mode", "map", "counters", "counter_sheet", "seats", "seals", "version", "start",
    ]  # fmt: skip
    assert header["start"] == {"draw": [4]}
