"""3: what is still wrong with a board that is nearly drawn, each entry with its place."""

from __future__ import annotations

import re
from typing import Any

from referee.games import registry
from referee.surveys import checks
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.survey import log
from tests.rules.survey.surveying import spot_in, survey

DROPPED = 4


def nearly_drawn(data: dict[str, Any]) -> log.Log:
    """Return the mall with a line not drawn, some symbols not put down, and no door in the north."""
    gestures = [g for g in survey(data) if (g["do"], g.get("name")) != ("main_door", "north")]
    zombies = [g for g in gestures if g.get("symbol") == "zombie"][:DROPPED]
    gestures = [g for g in gestures if g not in zombies and g.get("number") != 131]
    edge = Board.from_json(data).sides["130", "131"].segments[0]
    gestures += [{"do": "merge", "edge": [list(p) for p in edge]}]
    gestures += [{"do": "special", "key": checks.DEPICTS, "value": "mall"}]
    return log.replay({"format": log.FORMAT, "done": len(gestures), "gestures": gestures})


def test_what_is_missing_is_counted_named_and_leads_to_its_place() -> None:
    data = load_map("mall")
    told = {entry["says"]: entry for entry in checks.faults(nearly_drawn(data).plane, registry.default())}
    spots = {s["id"]: spot_in(s) for s in data["squares"]}
    assert told['41 squares are marked "zombie"; the game places 45 units (3.1).']["squares"] == []
    door = told["The north door is missing (13.0). It belongs on 004 (R-13.0c)."]
    assert (door["squares"], door["at"]) == (["004"], spots["004"])
    gap = told["Square 131 is missing: 130 is followed by 132 (2.1)."]
    assert gap["squares"] == ["130", "132"]


def test_what_a_beginner_does_badly_is_told_in_plain_words_and_leads_to_its_tool() -> None:
    """Two main doors at one square, three rifles, numbers beyond 999, and most things not there yet."""
    gestures: list[dict[str, Any]] = [
        {"do": "outline", "points": [[0, 0], [800, 0], [800, 600], [0, 600]]},
        {"do": "cut", "points": [[400, 0], [400, 600]]},
        {"do": "main_door", "edge": [[0, 0], [400, 0]], "name": "north"},
        {"do": "main_door", "edge": [[0, 0], [0, 600]], "name": "west"},
        {"do": "symbol", "at": [10, 10], "symbol": "zombie"},
    ]
    before = told_of(gestures)
    assert before["The rifles are not on the board yet; the game puts two in one square (3.2)."] == "symbols"
    assert before['1 square is marked "zombie"; the game places 45 units (3.1).'] == "symbols"
    assert before["The south door is missing (13.0)."] == "sides"
    assert before["The board has no name yet."] == "title"
    gestures += [{"do": "rifles", "at": [10, 10], "count": 3}, {"do": "first_number", "number": 999}]
    after = told_of(gestures)
    assert after["The board has 3 rifles; the game has 2 (12.0)."] == "symbols"
    assert "Square 999 has more than one main door; each needs its own square (13.0)." in after
    raw = re.compile(r"[a-z]_[a-z]|[a-z]\.[a-z]|\[[0-9]+\]")
    assert [says for says in (*before, *after) if raw.search(says)] == []


def test_each_entry_leads_to_a_place_or_to_a_tool() -> None:
    outline = {"do": "outline", "points": [[0, 0], [800, 0], [800, 600], [0, 600]]}
    cut = {"do": "cut", "points": [[400, 0], [400, 600]]}
    claim = {"do": "special", "key": checks.DEPICTS, "value": "mall"}
    two = entries([outline, cut, claim])
    missing = two["Square 004 is missing; the rulebook names it."]
    assert (missing["squares"], missing["at"]) == (["002"], [600, 300])
    one_size = "All squares are of one size; in the mall some are larger than others (2.1)."
    assert two[one_size]["tool"] == "cut"
    assert two["The map has no store square; the mall has halls and stores (3.1)."]["tool"] == "areas"
    assert [says for says, entry in two.items() if not (entry["at"] or entry.get("tool"))] == []


def test_a_board_that_is_drawn_in_another_shape_than_it_has_is_told() -> None:
    outline = {"do": "outline", "points": [[0, 0], [800, 0], [800, 600], [0, 600]]}
    misshapen = "drawn as if it were 400 × 300 mm"
    for high, is_told in ((300, False), (304, False), (310, True), (150, True)):
        told = told_of([outline, {"do": "size", "width": 400, "height": high}])
        assert [tool for says, tool in told.items() if misshapen in says] == ["outline"] * is_told


def test_how_many_squares_there_are_is_no_number_of_one() -> None:
    squares = [{"do": "outline", "points": [[0, 0], [6000, 0], [6000, 400], [0, 400]]}]
    squares += [{"do": "cut", "points": [[x, 0], [x, 400]]} for x in range(50, 6000, 50)]
    marks = [{"do": "symbol", "at": [x + 20, 200], "symbol": "zombie"} for x in range(0, 5050, 50)]
    told = entries([*squares, *marks])['101 squares are marked "zombie"; the game places 45 units (3.1).']
    assert (told["squares"], told["at"], told["tool"]) == ([], None, "symbols")


def told_of(gestures: list[dict[str, Any]]) -> dict[str, str | None]:
    """Return the sentences of the list, each with the tool to which it leads."""
    return {says: entry.get("tool") for says, entry in entries(gestures).items()}


def entries(gestures: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the list of what is wrong after gestures, by sentence."""
    plane = log.replay({"format": log.FORMAT, "done": len(gestures), "gestures": gestures}).plane
    return {entry["says"]: entry for entry in checks.faults(plane, registry.default())}
