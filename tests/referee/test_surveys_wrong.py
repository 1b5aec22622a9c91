"""3: what is still wrong with a board that is nearly drawn, each entry with its place."""

from __future__ import annotations

from typing import Any

from referee.games import registry
from referee.surveys import checking
from rules.board import Board
from rules.dawn_of_the_dead.library import load_map
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
    gestures += [{"do": "special", "key": checking.DEPICTS, "value": "mall"}]
    return log.replay({"format": log.FORMAT, "done": len(gestures), "gestures": gestures})


def test_what_is_missing_is_counted_named_and_leads_to_its_place() -> None:
    data = load_map("mall")
    told = {entry["says"]: entry for entry in checking.wrong(nearly_drawn(data).plane, registry.default())}
    spots = {s["id"]: spot_in(s) for s in data["squares"]}
    assert told['41 squares have "zombie"; the game places 45 units (3.1).']["squares"] == []
    door = told["The north door is missing (13.0). It belongs on 004 (R-13.0c)."]
    assert (door["squares"], door["at"]) == (["004"], spots["004"])
    gap = told["Square 131 is missing: 130 is followed by 132 (2.1)."]
    assert gap["squares"] == ["130", "132"]
