"""`referee sight`: one line, its doors, and many pairs at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.labels.squares import door_states
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli


def test_6_4_the_books_example_of_a_clear_line(cli: Cli) -> None:
    line = cli("sight", "024", "062", "--json").json
    assert line["sight"] is True
    assert (line["from"], line["to"]) == ("024", "062")
    assert line["cases"][0] == "6.4"
    assert line["blocked_by"] is None


def test_6_4_the_books_example_of_a_blocked_line(cli: Cli) -> None:
    line = cli("sight", "024", "082", "--json").json
    assert line["sight"] is False
    assert line["modifier"] is None
    assert line["blocked_by"]["kind"] in {"wall", "corner", "door_not_adjacent", "two_doors"}


def test_squares_are_taken_as_one_says_them(cli: Cli) -> None:
    assert cli("sight", "24", "62", "--json").json == cli("sight", "024", "062", "--json").json
    assert "is not a square of this map" in cli.refused("sight", "24", "9999")


def test_without_json_it_is_told_in_words(cli: Cli) -> None:
    said = cli("sight", "024", "082")
    assert said.status == 0
    assert said.out.startswith("024 to 082: no sight\n")


def test_6_7_a_closed_glass_door_costs_one_more_than_an_open_one(cli: Cli) -> None:
    open_, closed, destroyed = (
        cli("sight", "024", "062", "--json", *doors).json
        for doors in ((), ("--closed", "062-043"), ("--destroyed", "043-062"))
    )
    assert [d["state"] for d in (*open_["doors"], *closed["doors"], *destroyed["doors"])] == [
        "open",
        "closed",
        "destroyed",
    ]
    assert open_["modifier"] - closed["modifier"] == 1
    assert open_["modifier"] == destroyed["modifier"]


def test_pairs_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(cli: Cli) -> None:
    lines = cli("sight", "--pairs", stdin=b"024 062\n\nfoo\n024 999\n\xff\xff 1\n082 024\n").lines
    assert [(x.get("from"), x.get("to")) for x in lines] == [
        ("024", "062"),
        (None, None),
        (None, None),
        (None, None),
        (None, None),
        ("082", "024"),
    ]
    assert "empty" in lines[1]["error"]
    assert '"foo"' in lines[2]["error"]
    assert '"999"' in lines[3]["error"]


def test_6_4_sight_is_the_same_both_ways(cli: Cli) -> None:
    squares = list(equipment.setting().board.squares)[::7]
    pairs = [(a, b) for a in squares for b in squares]
    lines = cli("sight", "--pairs", stdin="".join(f"{a} {b}\n" for a, b in pairs)).lines
    seen = {(x["from"], x["to"]): x["sight"] for x in lines}
    assert len(seen) == len(pairs)
    assert all(seen[a, b] == seen[b, a] for a, b in pairs)


def test_a_small_map_of_ones_own_need_be_no_whole_mall(cli: Cli, tmp_path: Path) -> None:
    corners = {"001": 0, "002": 4, "003": 8}
    data = {
        "format": "referee-map/1",
        "name": "Three in a row",
        "areas": [{"id": "hall", "name": "Hall", "kind": "hall"}],
        "squares": [
            {"id": s, "area": "hall", "outline": [[x, 0], [x + 4, 0], [x + 4, 4], [x, 4]]}
            for s, x in corners.items()
        ],
        "sides": [{"between": ["002", "003"], "kind": "wall"}],
    }
    (tmp_path / "row.json").write_text(json.dumps(data))
    assert cli("sight", "001", "002", "--map", tmp_path / "row.json", "--json").json["sight"] is True
    blocked = cli("sight", "001", "003", "--map", tmp_path / "row.json", "--json").json["blocked_by"]
    assert blocked == {"kind": "wall", "between": ["002", "003"], "point": [8, 2]}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Name two squares: referee sight A B."),
        (("024",), "Name two squares: referee sight A B."),
        (("024", "999"), '"999" is not a square of this map.'),
        (("024", "x" * 9999), '" is not a square of this map.'),
        (("024", "062", "--closed", "043"), '--closed: "043" is not a side'),
        (("024", "062", "--closed", "024-025"), "--closed: there is no door 024-025 on this map."),
        (("024", "062", "--closed", "043-062", "--destroyed", "062-043"), "--destroyed: the door 062-043"),
        (("024", "062", "--pairs"), "With --pairs, give the squares on standard input"),
        (("024", "062", "--map", "nowhere.json"), 'The file "nowhere.json" cannot be read'),
        (("024", "062", "063"), "Got unexpected extra argument"),
    ],
)
def test_bad_input_is_told_in_one_sentence(cli: Cli, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in cli.refused("sight", *arguments)


def test_a_door_may_be_named_twice_if_it_is_in_the_same_state() -> None:
    board = equipment.setting().board
    assert door_states(board, {"closed": ["043-062", "062-043"]}) == {("043", "062"): "closed"}
