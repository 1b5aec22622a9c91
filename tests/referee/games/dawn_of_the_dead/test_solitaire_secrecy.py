"""Where nobody plays the zombies (15.0) a take-back or an override takes effect at once.

The value of a face-down unit stays unknown to everybody then. An override opens it only where the action that
it carries out turns the unit up: a shot at it (6.0), a step onto it (5.4), an attack (8.0), a door that it
smashes (10.5). `tells_apart` names those; every other answer is the same whatever the values are.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import soak
from tests.referee.any_pair import Twin
from tests.referee.any_table import Action
from tests.referee.paired import Pair, pair, tells_apart
from tests.referee.tables.test_secrecy import DRAW, START, lean, look

ALONE, TOGETHER = "solitaire", "cooperative"
FAR_AWAY = "141"


def differing(both: Pair) -> list[str]:
    """Return the squares of units whose value differs between the games, the nearest to Peter first."""
    one, two = both.a.position, both.b.position
    here = one.characters["peter"].square or FAR_AWAY
    squares = [s for s in one.zombies if s in two.zombies and one.zombies[s].value != two.zombies[s].value]
    return sorted(squares, key=lambda s: (one.setting.board.distance(s, here) or 0, s))


def overruled(both: Pair) -> list[Action]:
    """Return actions around the nearest unit that differs, most of them unlawful now."""
    square = differing(both)[0]
    here = both.a.position.characters["peter"].square
    beside = min(both.a.position.setting.board.neighbours[square])
    actions: list[Action] = [
        {"do": "step", "to": beside},
        {"do": "step", "to": square},
        {"do": "react", "from": square, "path": [beside]},
        {"do": "react", "from": square, "path": [here]},
        {"do": "check_berserk", "square": square},
        {"do": "free_move", "from": square, "path": [FAR_AWAY]},
        {"do": "shoot", "by": ["peter"], "at": square},
        {"do": "open_attack", "square": square},
        {"do": "end_turn"},
        {"do": "next_phase"},
    ]
    return [action for action in actions if not tells_apart(both.a, both.b, action)]


def override(both: Pair, action: Action) -> int:
    """Overrule the referee in both games; the answers must agree. Returns their status."""
    status, body = both.api("table", "POST", "/override", json={"action": action, "version": both.a.version})
    assert status != 200 or json.loads(body)["override"] == "done"
    return status


@pytest.mark.parametrize(("mode", "seed"), [(ALONE, 2), *soak.rest(soak.PAIRS, [(TOGETHER, 3)])])
def test_15_0_an_override_and_its_undo_at_once_tell_no_value(tmp_path: Path, mode: str, seed: int) -> None:
    with pair(tmp_path, differ=DRAW, seed=seed, mode=mode) as both:
        both.do("table", START)
        met, carried_out = set(), set()
        for _ in both.play(40, seed, lambda _: None, lean=lean):
            phase = both.a.position.phase
            if phase in met:
                continue
            met.add(phase)
            assert differing(both)
            for action in overruled(both):
                if override(both, action) == 200:
                    carried_out.add(action["do"])
                    look(both)
                    assert both.api("table", "POST", "/undo", json={})[0] == 200
            look(both)
        assert len(met) >= 5
        assert {"step", "check_berserk", "next_phase"} <= carried_out


@pytest.mark.parametrize("mode", [ALONE, TOGETHER])
def test_15_0_taking_back_to_each_place_tells_no_value(tmp_path: Path, mode: str) -> None:
    with pair(tmp_path, differ=DRAW, seed=1, mode=mode) as both:
        both.do("table", START)
        done = list(both.play(30, 1, lambda _: None, lean=lean))
        assert len(done) >= 20
        assert differing(both)
        for body in ({}, {"n": len(done) - 6}, {"side": "zombie"}, {"n": 999}, {"n": 2}):
            both.api("table", "POST", "/undo", json=body)
            look(both)
        assert differing(both)


def value(twin: Twin, seat: str, square: str) -> int | None:
    """Return the value of a unit as a seat sees it now; None where it lies face down."""
    body = twin.send(seat, "GET", f"/api/tables/{twin.code}/view")[2]
    shown: int | None = next(z["value"] for z in json.loads(body)["zombies"] if z["square"] == square)
    return shown


def test_6_0_an_overruled_shot_turns_its_unit_up_and_the_undo_turns_it_down(tmp_path: Path) -> None:
    with pair(tmp_path, differ=DRAW, seed=1, mode=ALONE) as both:
        both.do("table", START)
        both.do("table", {"do": "start_move", "characters": ["peter"]})
        square = differing(both)[-1]
        action = {"do": "shoot", "by": ["peter"], "at": square, "dice": [1, 1]}
        for twin in (both.a, both.b):
            sent = twin.send(
                "table",
                "POST",
                f"/api/tables/{twin.code}/override",
                json={"action": action, "version": twin.version},
            )
            assert sent[0] == 200, sent[2]
            assert value(twin, "human", square) == twin.position.zombies[square].value
            assert twin.send("table", "POST", f"/api/tables/{twin.code}/undo", json={})[0] == 200
            assert value(twin, "human", square) is None
        for seat in both.seats:
            both.api(seat, "GET", "/view")
