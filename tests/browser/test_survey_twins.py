"""The plane of the page and the plane of the server: the same gestures, the same bytes, refusals too."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import map_check
from rules.dawn_of_the_dead.equipment.equipment import load_map, shot_modifier
from rules.sight.sight import SightTable
from rules.survey import chart, log
from rules.survey.exact import Refused
from rules.survey.plane import Plane
from tests import soak
from tests.rules.survey.random_gestures import first_outline, gesture
from tests.rules.survey.surveying import strokes, survey

RUNS = (range(40), *soak.rest(soak.ENGINES, [range(40, 400)]))
"""The seeds of random gestures, many at a time."""
GESTURES = 60
ON_THE_PAGE = """
async (gestures) => {
  const { Log, replay } = await import("/static/survey/plane/log.js");
  const { Refused } = await import("/static/survey/plane/exact.js");
  const { mapText, stateText } = await import("/static/survey/plane/chart.js");
  let log = new Log();
  const told = [];
  for (const gesture of gestures) {
    try {
      log = log.add(gesture);
      told.push(stateText(log.plane));
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      told.push(refused.message);
    }
  }
  const texts = log.planes.map(stateText);
  let back = log;
  const undone = [];
  while (back.done > 0) {
    back = back.undo();
    undone.unshift(stateText(back.plane));
  }
  while (back.done < log.done) back = back.redo();
  const again = replay(JSON.parse(JSON.stringify(log)));
  return {
    told, log: JSON.stringify(log), map: mapText(log.plane),
    undone: JSON.stringify([...undone, stateText(back.plane)]) === JSON.stringify(texts),
    replayed: stateText(again.plane) === texts.at(-1),
  };
}
"""


def told(plane: Plane, made: dict[str, Any]) -> tuple[Plane, str]:
    """Return what the server says of a gesture: the plane after it, or why it is refused."""
    try:
        after = log.apply(plane, made)
    except Refused as refused:
        return plane, str(refused)
    return after, chart.state_text(after)


def run(rng: Random) -> tuple[list[dict[str, Any]], list[str], Plane]:
    """Return random gestures, what the server says of each, and the plane at the end."""
    gestures: list[dict[str, Any]] = []
    answers: list[str] = []
    plane = Plane()
    while len(gestures) < GESTURES:
        made = gesture(rng, plane) if plane.faces else first_outline(rng)
        plane, answer = told(plane, made)
        gestures.append(made)
        answers.append(answer)
    return gestures, answers, plane


@soak.BOARDS
@pytest.mark.parametrize("seeds", RUNS, ids=len)
def test_page_and_server_give_the_same_bytes(page: Page, seeds: range) -> None:
    done = refused = 0
    for seed in seeds:
        gestures, answers, plane = run(Random(seed))
        there = page.evaluate(ON_THE_PAGE, gestures)
        assert there["told"] == answers, seed
        assert there["map"] == chart.map_text(plane)
        assert there["undone"]
        assert there["replayed"]
        assert chart.state_text(log.replay(json.loads(there["log"])).plane) == chart.state_text(plane)
        done += sum(a.startswith("{") for a in answers)
        refused += sum(not a.startswith("{") for a in answers)
    assert done > len(seeds) * 10
    assert refused > len(seeds)


def test_what_is_no_gesture_is_refused_in_the_same_words(page: Page) -> None:
    wrong: list[Any] = [
        None, 3, "cut", [], {}, {"do": "fly"}, {"do": "cut"}, {"do": "cut", "points": [[1, 2]]},
        {"do": "cut", "points": [[1, 2], [1, 2]]}, {"do": "cut", "points": [[1, 2.5], [3, 4]]},
        {"do": "cut", "points": [[0, 0], [2_000_000, 0]]}, {"do": "cut", "points": [[0, 0]] * 201},
        {"do": "outline", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}, {"do": "merge", "edge": [[0, 0]]},
        {"do": "title", "name": 3}, {"do": "title", "name": "x" * 41}, {"do": "number", "at": [1, 1]},
        {"do": "special", "key": "__proto__", "value": "x"}, {"do": "first_number", "number": True},
    ]  # fmt: skip
    answers = [told(Plane(), made)[1] for made in wrong]
    assert not [a for a in answers if a.startswith("{")]
    assert page.evaluate(ON_THE_PAGE, wrong)["told"] == answers


@soak.BOARDS
def test_2_1_the_mall_is_surveyed_again_by_its_straight_lines(page: Page) -> None:
    """Every sight line and every distance of the reconstruction, from its outline and some 90 strokes."""
    mall = load_map("mall")
    assert len(strokes(Board.from_json(mall))) <= 90
    gestures = list(survey(mall))
    there = page.evaluate(ON_THE_PAGE, gestures)
    made = log.Log()
    for each in gestures:
        made = made.add(each)
    assert there["told"][-1] == chart.state_text(made.plane)
    assert there["map"] == chart.map_text(made.plane)
    data = json.loads(there["map"])
    assert map_check.problems(data) == []
    ours, theirs = (SightTable(Board.from_json(m), shot_modifier) for m in (mall, data))
    assert {p: s.kind for p, s in ours.board.sides.items()} == {
        p: s.kind for p, s in theirs.board.sides.items()
    }
    assert ours.board.main_doors_on == theirs.board.main_doors_on
    for a, b in combinations(ours.board.squares, 2):
        assert ours.door_on(a, b) == theirs.door_on(a, b)
        assert ours.sees(a, b, {}) == theirs.sees(a, b, {})
        assert ours.board.distance(a, b) == theirs.board.distance(a, b)
