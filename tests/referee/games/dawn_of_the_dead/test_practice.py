"""Tables made for practice: the referee proposes for the characters too, and does it for who wants that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.ai.aiming import HumanSight, remembered
from referee.games.dawn_of_the_dead.records import chance_problems
from referee.records.codec import parse
from referee.tables.record import replay_record
from tests import soak
from tests.referee.seated import HIDDEN, START, Seated, ordered

ALONE = {"mode": "solitaire", "practice": True}
TWO = {"practice": True}
FOUR = {"mode": "cooperative", "practice": True}
MOST = 400
HUMAN_PHASES = {"place_characters", "human"}


def made(folder: Path, options: dict[str, Any], seed: str = "b") -> Seated:
    """Make a table with the same units every time, and the same dice by their `seed`."""
    return Seated(folder, options=options, sources=replace(ordered({}), seed=lambda: seed))


def practise(seated: Seated, seat: str = "table", **how: Any) -> dict[str, Any]:
    """Let the referee act for the characters, and return the answer."""
    answer = seated.post(seat, "/advance", version=seated.version, side="human", **how)
    assert answer.status_code == 200, answer.data
    body: dict[str, Any] = answer.get_json()
    return body


def advance(seated: Seated, **how: Any) -> dict[str, Any]:
    """Let the referee act for the zombies, and return the view after it."""
    answer = seated.post("table", "/advance", version=seated.version, **how)
    assert answer.status_code == 200, answer.data
    view: dict[str, Any] = answer.get_json()["view"]
    return view


def practice_to(seated: Seated, phases: set[str]) -> dict[str, Any]:
    """Let the referee play both sides until one of the phases has come, and return the view."""
    for _ in range(MOST):
        seen = seated.view()
        if seen["phase"] in phases:
            return seen
        if seen["practice"]:
            practise(seated)
        else:
            advance(seated)
    raise AssertionError("It did not come up.")


class TestProposal:
    """What the view holds under `practice`."""

    def test_only_a_table_made_for_it_has_any(self, tmp_path: Path) -> None:
        """Neither view nor record of any other table knows of it, and nobody can ask for it there."""
        seated = made(tmp_path, {"mode": "solitaire", "practice": False})
        assert "practice" not in seated.view()
        assert "practice" not in seated.record()[0]
        assert seated.get("table", "/advice").get_json() == {"advice": None}
        refused = seated.post("table", "/advance", version=seated.version, side="human")
        assert refused.status_code == 403

    def test_each_seat_of_the_characters_is_shown_it(self, tmp_path: Path) -> None:
        """3.2: it begins with placing them; the record's header tells that the table is for practice."""
        seated = made(tmp_path, ALONE)
        for seat in ("table", "human"):
            proposed = seated.view(seat)["practice"]
            assert proposed["action"]["do"] == "place_characters"
            assert proposed["case"] == "3.2"
            assert proposed["why"]
            assert seated.get(seat, "/advice").get_json() == {"advice": None, "practice": proposed}
        assert seated.record()[0]["practice"] is True

    def test_it_takes_nothing_from_the_players(self, tmp_path: Path) -> None:
        """They have the same actions as at a table without practice, and their own actions stay theirs."""
        (tmp_path / "a").mkdir()
        (tmp_path / "b").mkdir()
        practised = made(tmp_path / "a", ALONE)
        plain = made(tmp_path / "b", {"mode": "solitaire"})
        for seated in (practised, plain):
            seated.do("human", START, {"do": "start_move", "characters": ["peter"]})
        offered = [s.get("human", "/actions").get_json() for s in (practised, plain)]
        assert offered[0] == offered[1]
        assert [line["story"] for line in practised.record()[1:]] == [
            line["story"] for line in plain.record()[1:]
        ]

    def test_two_players_the_zombie_seat_is_shown_nothing(self, tmp_path: Path) -> None:
        """Neither before the zombies are hidden nor after; and it cannot have the characters played."""
        seated = made(tmp_path, TWO)
        assert seated.view("table")["practice"] is None
        seated.do("zombie", HIDDEN)
        assert seated.view("human")["practice"]["action"]["do"] == "place_characters"
        assert "practice" not in seated.view("zombie")
        refused = seated.post("zombie", "/advance", version=seated.version, side="human")
        assert refused.status_code == 403
        assert seated.get("zombie", "/advice").status_code == 422
        assert seated.post("table", "/advance", version=seated.version).status_code == 422

    def test_together_a_seat_is_shown_what_it_may_do(self, tmp_path: Path) -> None:
        """15.0: who plays none of those that move is proposed nothing; all four may end the turn."""
        seated = made(tmp_path, FOUR)
        practise(seated, "fran")
        move = {"do": "start_move", "characters": ["peter"]}
        seated.do("peter", move)
        assert seated.view("peter")["practice"]
        assert seated.view("table")["practice"]
        assert seated.view("fran")["practice"] is None
        assert seated.post("fran", "/advance", version=seated.version, side="human").status_code == 422

    @pytest.mark.parametrize("given", ["yes", 1, None])
    def test_it_is_true_or_false(self, tmp_path: Path, given: Any) -> None:
        """Anything else is refused with the name of the field."""
        seated = Seated(tmp_path)
        answer = seated.client.post("/api/tables", json={"practice": given})
        assert answer.status_code == 422
        assert "practice" in answer.get_json()["detail"]

    def test_what_shots_have_shown_is_remembered_for_the_turn(self, tmp_path: Path) -> None:
        """2.3: everybody saw the value. It counts until the end of the Player-Turn, not in the next one."""
        seated = made(tmp_path, ALONE)
        seated.do("table", START)
        with seated.opened() as loaded:
            now = loaded.positions[-1]
        square = next(iter(now.zombies))
        shown = replace(now, shown={square: 7})
        assert remembered([shown, now]) == {square: 7}
        gone = replace(now, zombies={s: z for s, z in now.zombies.items() if s != square})
        assert remembered([shown, gone, now]) == {}
        assert remembered([shown, replace(now, turn=2)]) == {}
        assert HumanSight(now, remembered([shown, now])).remembers == {square: 7}


class TestPlaying:
    """`POST /advance` with the side of the characters."""

    def test_one_step_is_what_was_proposed(self, tmp_path: Path) -> None:
        """Without `all` one action is carried out, by the seat that asked for it."""
        seated = made(tmp_path, ALONE)
        for _ in range(4):
            proposed = seated.view("human")["practice"]["action"]
            done = practise(seated, "human")
            assert len(done["rulings"]) == 1
            line = done["steps"][-1]
            assert {**line["action"], **proposed} == line["action"]
            assert line["seat"] == "human"

    @pytest.mark.parametrize("options", [ALONE, FOUR, TWO], ids=["alone", "four", "two"])
    def test_a_whole_player_turn_ends_with_it(self, tmp_path: Path, options: dict[str, Any]) -> None:
        """Set-up is a step by itself. Then the referee plays to the end of the Player-Turn and stops."""
        seated = made(tmp_path, options)
        if "zombie" in seated.tokens:
            seated.do("zombie", HIDDEN)
        assert practise(seated, all=True)["view"]["phase"] == "human"
        done = practise(seated, all=True)
        assert done["steps"][0]["action"]["do"] == "start_move"
        assert done["steps"][-1]["action"]["do"] == "end_turn"
        assert len(done["rulings"]) == len(done["steps"]) > 2
        assert done["view"]["phase"] in {"hidden_appearance", "berserk"}
        assert done["view"]["practice"] is None

    def test_together_it_stops_at_another_seats_character(self, tmp_path: Path) -> None:
        """15.0: asked from one character's seat, nothing is done that is another's."""
        seated = made(tmp_path, FOUR)
        practise(seated)
        while seated.view("fran")["practice"] and seated.view()["turn"] < 4:
            done = practise(seated, "fran", all=True)
            for line in done["steps"]:
                if line["action"]["do"] == "start_move":
                    assert "fran" in line["action"]["characters"]
            while seated.view()["phase"] != "human":
                if seated.view()["practice"]:
                    practise(seated)
                else:
                    advance(seated)

    def test_6_9_under_attack(self, tmp_path: Path) -> None:
        """6.9, 8.0: it shoots before the attack and names victims, the zombies go on; `all` is the phase."""
        seated = made(tmp_path, ALONE)
        seen, done = seated.view(), set[str]()
        for _ in range(MOST):
            if {"defend", "choose_victims"} <= done or seen["phase"] == "over":
                break
            if seen["practice"]:
                under_attack = seen["phase"] not in HUMAN_PHASES
                assert not under_attack or seen["practice"]["action"]["do"] in {"defend", "choose_victims"}
                answer = practise(seated, all=True)
                done |= {line["action"]["do"] for line in answer["steps"]}
                seen = answer["view"]
                assert not under_attack or (seen["phase"] not in HUMAN_PHASES and seen["practice"] is None)
            else:
                seen = advance(seated)
        assert {"defend", "choose_victims"} <= done

    def test_undo_is_as_for_any_step(self, tmp_path: Path) -> None:
        """R-UNDO: the last step is taken back, the same is proposed again, and its dice come up again."""
        seated = made(tmp_path, ALONE)
        practise(seated)
        while seated.view()["practice"]["action"]["do"] != "shoot":
            practise(seated)
        proposed = seated.view()["practice"]
        first = practise(seated)["steps"][-1]
        assert seated.post("human", "/undo").get_json()["undo"] == "done"
        assert seated.view()["practice"] == proposed
        assert practise(seated)["steps"][-1]["action"] == first["action"]

    def test_two_players_take_it_back(self, tmp_path: Path) -> None:
        """A step of the referee's is taken back as one of the human player's own."""
        seated = made(tmp_path, TWO)
        seated.do("zombie", HIDDEN)
        practise(seated, "human")
        assert seated.post("human", "/undo").get_json()["undo"] == "done"
        assert seated.view()["phase"] == "place_characters"

    def test_an_old_version_is_stale(self, tmp_path: Path) -> None:
        """Somebody else was quicker: the present view is sent, and nothing is done."""
        seated = made(tmp_path, ALONE)
        practise(seated)
        answer = seated.post("table", "/advance", version=seated.version - 1, side="human")
        assert answer.status_code == 409
        assert seated.view()["phase"] == "human"

    def test_nothing_to_do_in_the_zombies_turn(self, tmp_path: Path) -> None:
        """Nobody is attacked yet: the zombies go on first."""
        seated = made(tmp_path, ALONE)
        practise(seated)
        practise(seated, all=True)
        assert seated.post("table", "/advance", version=seated.version, side="human").status_code == 422

    def test_cardboard_counters_are_read_off_by_the_players(self, tmp_path: Path) -> None:
        """Whole turns stop where a value has to be told, and nothing is proposed until it is."""
        seated = made(tmp_path, {**ALONE, "counters": "physical"})
        rng, seen, proposals = Random(3), seated.view(), 0
        for _ in range(MOST):
            if proposals > 2 or seen["phase"] == "over":
                break
            if begun := seen["underway"]:
                proposals += begun["seat"] == "table" and begun["action"]["do"] in {"shoot", "step", "defend"}
                assert seen["practice"] is None
                needs = begun["needs"]
                values = {s: rng.randint(1, 11) for s in needs.get("value", ())}
                given = {"values": values} if values else {"square": needs["square"][0]}
                seen = seated.do("table", begun["action"] | given)["view"]
            elif seen["practice"]:
                seen = practise(seated, all=True)["view"]
            else:
                seen = advance(seated, all=True)
        assert proposals > 2

    @soak.GAMES
    def test_a_whole_game_holds_when_it_is_judged_again(self, tmp_path: Path) -> None:
        """Both sides by the referee, to the end; the record is as any other, also after a new start."""
        seated = made(tmp_path, ALONE, seed="w")
        seen = seated.view()
        for _ in range(MOST):
            if seen["phase"] == "over":
                break
            seen = practise(seated, all=True)["view"] if seen["practice"] else advance(seated, all=True)
        assert seen["phase"] == "over"
        assert seen["practice"] is None
        seated.restart()
        lines = seated.get("table", "/record").data.splitlines()
        assert json.loads(lines[0])["practice"] is True
        assert chance_problems(parse(lines), replay_record) == []
