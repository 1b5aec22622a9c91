"""R-UNDO: the places to take back to lie in the Player-Turn at hand; an earlier one is told as such."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.seated import START, Seated, ordered

MODES = ("two-player", "solitaire")
ROGER = ({"do": "start_move", "characters": ["roger"]}, {"do": "step", "to": "008"})


def _in_turn_two(folder: Path, mode: str) -> tuple[Seated, str]:
    """Return a table at the start of Game-Turn 2, and the seat of the human player."""
    table = Seated(folder, options={"mode": mode, "phases": "automatic"}, sources=ordered({}))
    if mode == "solitaire":
        table.do("table", START)
    else:
        table.set_up()
    human = "human" if mode == "two-player" else "table"
    table.do(human, {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    table.do(human, {"do": "end_turn"})
    for _ in range(60):
        if table.view()["turn"] == 2:
            return table, human
        if table.post("table", "/advance", version=table.version, phase=True).status_code != 200:
            actions = table.get("table", "/actions").get_json()["actions"]
            table.try_("table", actions[0])
    raise AssertionError


def _places(table: Seated, seat: str) -> list[str]:
    return [place["name"] for place in table.view(seat)["undo"]["places"]]


@pytest.mark.parametrize("mode", MODES)
def test_a_new_zombie_turn_goes_back_to_no_earlier_zombie_turn(tmp_path: Path, mode: str) -> None:
    table, human = _in_turn_two(tmp_path, mode)
    table.do(human, *ROGER, {"do": "step", "to": "026"})
    assert _places(table, human) == ["the start of this move", "the start of the Human Player-Turn"]
    table.do(human, {"do": "end_turn"})
    assert _places(table, human) == ["the start of the last move", "the start of the Human Player-Turn"]
    place = table.view(human)["undo"]["places"][1]
    table.post(human, "/undo", n=place["n"])
    if mode == "two-player":
        table.post("zombie", "/undo", answer="agree")
    assert (table.view()["turn"], table.view()["phase"]) == (2, "human")


def test_before_the_first_step_of_a_game_turn_places_say_which_turn_they_are_of(tmp_path: Path) -> None:
    table, human = _in_turn_two(tmp_path, "two-player")
    places = table.view(human)["undo"]["places"]
    assert all(place["name"].endswith(" of Game-Turn 1") for place in places)
    assert places[-1]["name"] == "the start of the Zombie Player-Turn of Game-Turn 1"
    table.post(human, "/undo", n=places[-1]["n"])
    assert table.view("zombie")["request"]["place"] == places[-1]["name"]


def test_15_0_a_whole_zombie_turn_of_the_referee_goes_back_with_one_tap(tmp_path: Path) -> None:
    table, human = _in_turn_two(tmp_path, "solitaire")
    place = table.view(human)["undo"]["places"][-1]
    assert place["name"] == "the start of the Zombie Player-Turn of Game-Turn 1"
    assert place["steps"] > 2
    table.post(human, "/undo", n=place["n"])
    assert (table.view()["turn"], table.view()["phase"]) == (1, "hidden_appearance")
    assert table.view()["request"] is None


def test_the_steps_of_a_walk_go_back_together_where_the_move_began_with_something_else(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    table.do("human", {"do": "step", "to": "026"}, {"do": "shoot", "by": ["peter"], "at": "025"})
    assert _places(table, "human") == ["the start of this move", "the start of the Human Player-Turn"]
    table.do("human", {"do": "step", "to": "027"}, {"do": "step", "to": "026"})
    assert _places(table, "human")[:2] == ["the start of this walk", "the start of this move"]
    place = table.view("human")["undo"]["places"][0]
    table.post("human", "/undo", n=place["n"])
    table.post("zombie", "/undo", answer="agree")
    assert table.position.characters["peter"].square == "026"
    assert table.position.move is not None
    assert table.position.move.shots
