"""What the referee would do for the characters rests on no secret; the zombie player never gets it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests import soak
from tests.referee.any_pair import Action
from tests.referee.games.dawn_of_the_dead.test_practice import HUMAN_PHASES, TWO, made
from tests.referee.paired import Pair, at_new_moments, pair
from tests.referee.tables.test_secrecy import BOTH, look


def both_practise(both: Pair) -> bool:
    """Let the referee do the next thing for the characters in both games, if they must look the same."""
    seen = json.loads(both.api("human", "GET", "/view")[1])
    if not seen["practice"]:
        return False
    body = {"version": both.a.version, "side": "human"}
    for seat in ("table", "human"):
        both.api(seat, "GET", "/advice")
    # A seat that may not is told so in the same words, whatever is proposed.
    assert both.api("zombie", "POST", "/advance", json=body)[0] == 403
    return both.api("table", "POST", "/advance", json=body)[0] == 200


@pytest.mark.parametrize(("seed", "everywhere"), [(1, False), *soak.rest(soak.PAIRS, [(1, True), (2, True)])])
def test_what_is_proposed_depends_on_no_secret(tmp_path: Path, seed: int, *, everywhere: bool) -> None:
    """2.3, 3.1: hidden squares and face-down values differ; the seats receive the same bytes."""
    rng, proposed = Random(seed), 0

    def lean(action: Action) -> float:
        return 0.2 if action["do"] in {"end_turn", "next_phase"} else rng.uniform(0.5, 2.0)

    def look_at_all(both: Pair) -> None:
        nonlocal proposed
        look(both)
        proposed += bool(json.loads(both.api("human", "GET", "/view")[1])["practice"])
        for seat in ("table", "human"):
            both.api(seat, "GET", "/advice")
            both.same(seat, "GET", f"/t/{both.a.code}")

    with pair(tmp_path, differ=BOTH, seed=seed, practice=True) as both:
        assert both_practise(both)
        look_now = look_at_all if everywhere else at_new_moments(look_at_all)
        list(both.play(30, seed, look_now, lean=lean))
    assert proposed > (5 if everywhere else 3)


def test_what_is_played_is_the_same_whatever_the_secrets_are(tmp_path: Path) -> None:
    """The referee's whole Player-Turn goes the same way in both games until a unit is turned up."""
    with pair(tmp_path, differ=BOTH, seed=1, practice=True) as both:
        done = 0
        while done < 12 and both.a.position.phase in HUMAN_PHASES and both_practise(both):
            look(both)
            done += 1
        assert done > 3


def test_the_zombie_seat_is_sent_what_it_is_sent_without_practice(tmp_path: Path) -> None:
    """Before a proposal is carried out, nothing that the zombie player receives tells of it."""
    answers = []
    for name, options in (("a", TWO), ("b", {})):
        (tmp_path / name).mkdir()
        seated = made(tmp_path / name, options)
        seated.set_up()
        seated.do("human", {"do": "start_move", "characters": ["peter"]})
        seen = seated.view("zombie")
        assert seen.pop("code") == seated.code
        answers.append((seen, seated.get("zombie", "/actions").get_json()))
    assert answers[0] == answers[1]
