"""Tables where nobody plays the zombies: alone, or three or four together (15.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.ai.advisers import tie_share
from tests.referee.seated import START, Seated, ordered

ALONE = {"mode": "solitaire"}
FOUR = {"mode": "cooperative"}
_MOST = 200
SEED = "b"
"""With these dice equal squares come up in the sixth Game-Turn, and a tie between units in the second."""


@pytest.fixture
def alone(tmp_path: Path) -> Seated:
    """Give a solitaire table with the characters set up."""
    seated = Seated(tmp_path, options=ALONE, sources=replace(ordered({}), seed=lambda: SEED))
    seated.do("table", START)
    return seated


@pytest.fixture
def four(tmp_path: Path) -> Seated:
    """Give a table of four who play together, the characters set up."""
    seated = Seated(tmp_path, options=FOUR)
    seated.do("table", START)
    return seated


def advance(seated: Seated, seat: str = "table", **how: Any) -> dict[str, Any]:
    """Let the referee act, and return the answer."""
    answer = seated.post(seat, "/advance", version=seated.version, **how)
    assert answer.status_code == 200, answer.data
    body: dict[str, Any] = answer.get_json()
    return body


def actions(seated: Seated, seat: str, *names: str) -> list[dict[str, Any]]:
    """Return the actions of some kinds that a seat may do."""
    return [a for a in seated.get(seat, "/actions").get_json()["actions"] if a["do"] in names]


def to_zombies(seated: Seated) -> None:
    """Move Peter a square, and end the Human Player-Turn."""
    seated.do("table", {"do": "start_move", "characters": ["peter"]})
    seated.do("table", actions(seated, "table", "step")[0], {"do": "end_turn"})


class TestAlone:
    """15.0 with one player."""

    def test_15_1_nobody_hides_zombies_and_nobody_plays_them(self, tmp_path: Path) -> None:
        """The seats are the tablet and the player's own phone; play begins with the characters."""
        seated = Seated(tmp_path, options=ALONE)
        assert set(seated.tokens) == {"table", "human"}
        assert seated.view()["phase"] == "place_characters"

    def test_the_view_hides_face_down_values_and_pools(self, alone: Seated) -> None:
        """2.3: a lone player does not learn a face-down value either, not even from the advice."""
        to_zombies(alone)
        for seat in alone.tokens:
            seen = alone.view(seat)
            assert all(z["value"] is None for z in seen["zombies"])
            assert not any(seen["eliminated"])
            assert set(seen["advice"]) == {"action", "case", "why", "cardboard", "among"}

    def test_15_2_the_referee_takes_one_step_with_its_case(self, alone: Seated) -> None:
        """Without `all` one action is carried out; its record line begins with the case that calls for it."""
        assert alone.get("table", "/advice").get_json() == {"advice": None}
        to_zombies(alone)
        assert alone.get("human", "/advice").get_json()["advice"]["action"] == {"do": "roll_hidden"}
        done = advance(alone, "human")
        assert len(done["rulings"]) == 1
        assert done["view"]["phase"] == "hidden_appearance"
        if done["view"]["underway"]:
            done = advance(alone, "human")
        assert done["steps"][0]["cases"][0] == "15.2"

    def test_15_2_equally_near_squares_are_the_players_choice(self, alone: Seated) -> None:
        """The referee stops, proposes the mildest for the characters, and the player may name another."""
        view = to_equal_squares(alone)
        wanted = view["underway"]["needs"]["square"]
        assert view["advice"]["action"]["square"] in wanted
        first, second = view["advice"]["action"]["dice"]
        assert view["advice"]["why"].startswith(f"{first} and {second}: last digit {wanted[0][-1]};")
        other = next(s for s in wanted if s != view["advice"]["action"]["square"])
        alone.do("human", {"do": "roll_hidden", "square": other})
        assert f"{first} and {second}:" in alone.record()[-1]["story"]
        assert f"appears in {other}" in alone.record()[-1]["story"]

    def test_all_goes_on_to_the_players_next_choice(self, alone: Seated) -> None:
        """`all` stops before a shot (6.9), before victims are named, and at the next Human Player-Turn."""
        for _ in range(3):
            to_zombies_or_end(alone)
            for _ in range(_MOST):
                seen = alone.view()
                if seen["phase"] == "human":
                    break
                if theirs := actions(alone, "table", "hold_fire", "choose_victims"):
                    alone.do("human", theirs[0])
                else:
                    advance(alone, all=True)
                stop = alone.view()
                waits = actions(alone, "table", "defend", "choose_victims")
                assert stop["phase"] == "human" or waits or stop["underway"] or theirs
        assert alone.view()["turn"] == 4

    def test_a_phase_at_a_time(self, alone: Seated) -> None:
        """With `phase` the referee stops when the phase has ended."""
        to_zombies(alone)
        seen = alone.view()
        while seen["phase"] == "hidden_appearance":
            seen = advance(alone, phase=True)["view"]
        assert seen["phase"] == "berserk"
        assert advance(alone, phase=True)["view"]["phase"] == "reaction"

    def test_undo_is_one_tap_and_brings_the_same_dice(self, alone: Seated) -> None:
        """R-UNDO: there is one side, so whoever is at hand takes back; the roll comes up again."""
        to_zombies(alone)
        while not (first := advance(alone)["steps"]):
            pass
        taken_back = alone.post("human", "/undo")
        assert taken_back.get_json()["undo"] == "done"
        while not (again := advance(alone)["steps"]):
            pass
        assert again[-1]["action"] == first[-1]["action"]

    def test_overruling_is_one_tap(self, alone: Seated) -> None:
        """There is nobody else who would have to agree."""
        to_zombies(alone)
        action = {"do": "next_phase"}
        asked = alone.post("table", "/override", action=action, version=alone.version).get_json()
        assert asked.get("override") == "done"
        assert alone.view()["phase"] == "berserk"

    def test_the_player_may_choose_otherwise_among_the_lawful(self, alone: Seated) -> None:
        """15.5: any move of the priority that comes first is lawful, and is told with its own case."""
        to_zombies(alone)
        for _ in range(_MOST):
            seen = alone.view()
            if seen["phase"] == "free_movement" and seen["phase_state"].get("die"):
                break
            advance(alone)
        moves = actions(alone, "human", "free_move")
        if len(moves) > 1:
            alone.do("human", moves[-1])
            assert alone.record()[-1]["cases"][0].startswith("15.5.")

    def test_nothing_to_advance_while_the_player_has_to_act(self, alone: Seated) -> None:
        """In the Human Player-Turn the referee has nothing to do; an old version is stale."""
        assert alone.post("table", "/advance", version=alone.version).status_code == 422
        to_zombies(alone)
        assert alone.post("table", "/advance", version=alone.version - 1).status_code == 409

    def test_two_players_play_for_themselves(self, tmp_path: Path) -> None:
        """Where the zombies have their player the referee plays nobody, and the view knows of no advice."""
        seated = Seated(tmp_path)
        seated.set_up()
        assert seated.post("table", "/advance", version=seated.version).status_code == 422
        assert seated.get("table", "/advice").status_code == 422
        assert "advice" not in seated.view()


class TestTies:
    """15.4: equal shares of a die."""

    def test_15_4_a_tie_is_decided_by_the_sealed_dice(self, alone: Seated) -> None:
        """The roll is in the log; taken back and made again it falls the same."""
        among = to_a_tie(alone)
        story = advance(alone)["steps"][0]["story"]
        named = int(story.split(" on the die")[0].split()[-1])
        share = tie_share((named,), len(among))
        assert share is not None
        assert f"names {among[share]['square']}" in story
        alone.post("table", "/undo")
        assert advance(alone)["steps"][0]["story"] == story


class TestTogether:
    """Three and four players."""

    def test_seats_are_the_characters(self, tmp_path: Path) -> None:
        """With three, one plays Steve and Fran."""
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        assert set(Seated(tmp_path / "a", options=FOUR).tokens) == {
            "table",
            "peter",
            "roger",
            "steve",
            "fran",
        }
        three = Seated(tmp_path / "b", options={**FOUR, "players": 3})
        assert set(three.tokens) == {"table", "peter", "roger", "steve+fran"}
        invitation = three.get("table", "/invitation").get_json()
        joined = three.client.post(
            "/api/join", json={"code": three.code, "pin": invitation["pin"], "seat": "fran"}
        )
        assert joined.get_json()["token"] == three.tokens["steve+fran"]

    def test_each_moves_whom_he_plays(self, four: Seated) -> None:
        """A seat starts a move only with its own character; who has one in the move may lead it."""
        move = {"do": "start_move", "characters": ["peter", "roger"]}
        assert all("fran" in a["characters"] for a in actions(four, "fran", "start_move"))
        refused = four.try_("fran", move)
        assert refused.status_code == 403
        assert "Peter or Roger" in refused.get_json()["detail"]
        four.do("roger", move)
        assert not actions(four, "fran", "step")
        step = actions(four, "peter", "step")[0]
        assert four.try_("steve", step).status_code == 403
        four.do("peter", step)
        assert four.try_("fran", {"do": "end_turn"}).status_code == 403
        four.do("roger", {"do": "end_turn"})

    def test_anybody_lets_the_referee_act_and_takes_back(self, four: Seated) -> None:
        """The zombies are nobody's, and everybody is on one side (15.0)."""
        to_zombies(four)
        advance(four, "fran")
        assert four.post("steve", "/undo").get_json()["undo"] == "done"

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"mode": "cooperative", "players": 5}, "players: 5"),
            ({"mode": "solitaire", "players": 3}, "players"),
            ({"mode": "duel"}, "mode"),
        ],
    )
    def test_impossible_tables(self, tmp_path: Path, options: dict[str, Any], words: str) -> None:
        """A table that cannot be played is not made, and the sentence names the field."""
        seated = Seated(tmp_path)
        answer = seated.client.post("/api/tables", json=options)
        assert answer.status_code == 422
        assert words in answer.get_json()["detail"]


def to_a_tie(seated: Seated) -> list[dict[str, Any]]:
    """Play on to the first check for which several units are equally near, and return the checks."""
    view = play_on(seated, lambda seen: bool(seen["advice"] and seen["advice"]["among"]))
    among: list[dict[str, Any]] = view["advice"]["among"]
    return among


def to_equal_squares(seated: Seated) -> dict[str, Any]:
    """Play on until a hidden zombie may appear in one of several squares, and return the view."""
    return play_on(seated, lambda seen: bool(seen["underway"]))


def play_on(seated: Seated, there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play until the view is as wanted: those who can move go in and out, and the referee does the rest."""
    for _ in range(_MOST):
        seen = seated.view()
        if there(seen):
            return seen
        if seen["phase"] == "human":
            to_zombies_or_end(seated)
        elif theirs := actions(seated, "table", "hold_fire", "choose_victims"):
            seated.do("human", theirs[0])
        else:
            advance(seated)
    raise AssertionError("It did not come up; another seed would have it.")


def to_zombies_or_end(seated: Seated) -> None:
    """End the Human Player-Turn, after a step of whoever can be moved."""
    moves = actions(seated, "table", "start_move")
    if moves:
        seated.do("table", moves[0])
        if steps := actions(seated, "table", "step"):
            seated.do("table", steps[0])
    seated.do("table", {"do": "end_turn"})
