"""Neither choosing something else nor a lost answer given again tells what is hidden (9.1, R-UNDO)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import soak
from tests.referee.any_pair import Action
from tests.referee.paired import Pair, pair, tells_apart
from tests.referee.tables.test_secrecy import HIDDEN, look

SEEDS = (3, *soak.rest(soak.PAIRS, [7]))
KEY = "Idempotency-Key"
PLACES: Action = {
    "do": "place_characters",
    "squares": {"peter": "010", "roger": "010", "steve": "009", "fran": "009"},
}
STEP: Action = {"do": "step", "to": "012"}
"""Into the square of an open unit: its value is asked for, so the action begins."""


def moving(both: Pair) -> None:
    """Let Peter and Roger come to 011, beside the unit in 012."""
    beside = {"do": "step", "to": "011"}
    for action in (PLACES, {"do": "start_move", "characters": ["peter", "roger"]}, beside):
        assert not tells_apart(both.a, both.b, action), "the hidden squares keep away from the way"
        status, answer = both.do("human", action)
        assert status == 200, answer


def sent(both: Pair, seat: str, path: str, key: str = "", **body: Any) -> tuple[int, Any]:
    """Send something to both games with a key, and return the status and the answer, which are the same."""
    headers = {KEY: key} if key else {}
    status, answer = both.api(seat, "POST", path, json=body, headers=headers)
    return status, json.loads(answer)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("where", ["human", "table"])
def test_r_undo_begin_and_choose_something_else(tmp_path: Path, seed: int, where: str) -> None:
    with pair(tmp_path, differ=HIDDEN, seed=seed, counters="physical") as both:
        moving(both)
        for _ in range(2):
            assert both.do(where, STEP)[0] == 200
            look(both)
            for seat in both.seats:
                view = json.loads(both.api(seat, "GET", "/view")[1])
                assert view["underway"]["may_cancel"] is (seat == where)
                if seat != where:
                    assert sent(both, seat, "/undo", answer="cancel", version=both.a.version)[0] >= 400
            version = both.a.version
            assert sent(both, where, "/undo", answer="cancel", version=version)[1]["undo"] == "done"
            assert sent(both, where, "/undo", answer="cancel", version=version)[0] == 409
            look(both)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_answer_given_again_is_the_same_in_both_games(tmp_path: Path, seed: int) -> None:
    """To begin, to choose something else, and to go another way: each of them is answered twice."""
    with pair(tmp_path, differ=HIDDEN, seed=seed, counters="physical") as both:
        moving(both)
        taps: tuple[tuple[str, Action], ...] = (
            ("/do", {"action": STEP}),
            ("/undo", {"answer": "cancel"}),
            ("/do", {"action": STEP}),
            ("/do", {"action": {**STEP, "values": {"012": 3}}}),
        )
        for n, (path, body) in enumerate(taps):
            version = both.a.version
            first = sent(both, "human", path, f"tap {n}", **body, version=version)
            assert first[0] == 200
            assert sent(both, "human", path, f"tap {n}", **body, version=version) == first
            for seat in {*both.seats} - {"human"}:
                sent(both, seat, path, f"tap {n}", **body, version=version)
            look(both)
