"""Taking back the end of a game: by agreement, told everywhere, with seals that still hold (R-UNDO)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.ai.advisers import TIE_CASE
from referee.records import codec
from referee.records.seals import Chance
from referee.records.text import dump_line
from referee.tables.record import replay_record
from tests import soak
from tests.referee.any_table import steady
from tests.referee.cli import Cli
from tests.referee.games.dawn_of_the_dead.test_solitaire_table import ALONE, SEED, advance, to_a_tie
from tests.referee.paired import Pair, pair
from tests.referee.played import copied, play_out, take_back
from tests.referee.seated import START, Seated, ordered

SEEDS = (SEED, SEED, *(f"{SEED}{number}" for number in range(9)))
"""The first is for the secret of the server, the second for the table."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Play one game to its end."""
    table = Seated(tmp_path_factory.mktemp("finished"), sources=replace(ordered({}), seed=steady().seed))
    play_out(table)
    table.tables.close()
    return table


@pytest.fixture
def over(finished: Seated, tmp_path: Path) -> Seated:
    """Give a table whose game is over, on a database of its own."""
    return copied(finished, tmp_path)


def faults(lines: list[dict[str, Any]]) -> list[str]:
    """Return what `referee verify` finds in a record."""
    record = codec.parse(map(dump_line, lines))
    rolled = records.chance_problems(record, replay_record)
    return [*codec.verify(record), *rolled, *records.faults(record, replay_record)]


def shown(table: Seated, seat: str) -> str:
    """Return the page of a seat."""
    headers = {"Cookie": f"seat-{table.code}={table.tokens[seat]}"}
    return str(table.client.get(f"/t/{table.code}", headers=headers).text)


def test_both_sides_take_back_the_last_action_and_the_secrets_close_again(over: Seated) -> None:
    end = over.record()[-2]
    assert over.view("human")["hidden"] is not None
    over.post("human", "/undo")
    assert over.view()["phase"] == "over"
    assert over.post("zombie", "/undo", answer="agree").get_json()["undo"] == "done"
    for restarted in (False, True):
        if restarted:
            over.restart()
        for seat in ("table", "human"):
            view = over.view(seat)
            assert view["phase"] != "over"
            assert view["hidden"] is None
            assert set(view["eliminated"]) <= {None}
            assert view["reopened"] == [{"n": end["n"], "turn": end["turn"]}]
        told = [effect for line in over.tables.log_entries(over.code, "table") for effect in line["effects"]]
        phase = "over" if told[-1]["effect"] == "won" else ""
        gone = {"phase": phase, "hidden": next((e["squares"] for e in told if e["effect"] == "hide"), None)}
        assert (gone["phase"], gone["hidden"]) == ("over", None)
        last = over.record()[-1]
        assert (last["n"], last["taken_back"], last["secrets_open"]) == (end["n"], True, True)
        assert over.record()[0]["start"] is None


def test_the_game_goes_on_to_another_end_and_every_seal_holds(over: Seated, tmp_path: Path, cli: Cli) -> None:
    first = over.record()[0]["seals"]
    for seed in (41, 42):
        take_back(over)
        over.restart()
        assert over.record()[0]["seals"].items() >= first.items()
        play_out(over, seed)
    record = over.record()
    assert sorted(record[0]["seals"]) == ["dice", "dice_2", "dice_3", "draw", "hidden"]
    assert record[0]["seals"].items() >= first.items()
    assert record[-1]["opened"]["dice"]["value"] != record[-1]["opened"]["dice_2"]["value"]
    assert faults(record) == []
    parsed = codec.parse(map(dump_line, record))
    judged = list(records.replay(parsed, records.start_of(parsed)))
    assert all(one.stands for one in judged)
    assert judged[-1].position.phase == "over"
    file = tmp_path / "record.jsonl"
    file.write_text("\n".join(map(dump_line, record)))
    assert cli("verify", str(file)).status == 0
    assert cli("replay", str(file)).status == 0


def test_dice_of_the_opened_seed_come_up_no_more(over: Seated) -> None:
    """The record of a finished game opens the seed, and with it every roll to come.

    That goes for lots between equals too, also in a turn that had begun (R-15.4b).
    """
    with over.opened() as loaded:
        before = loaded.chance.seed
    take_back(over)
    for restarted in (False, True):
        if restarted:
            over.restart()
        with over.opened() as loaded:
            assert loaded.chance.seed != before
            tied = [loaded.chance.tie_break("tie", n, 6) for n in range(20)]
            assert tied != [Chance(before).stream("tie", n, 6) for n in range(20)]


@soak.HANDS
def test_a_record_that_hides_or_invents_a_second_start_is_found(over: Seated) -> None:
    take_back(over)
    play_out(over, 41)
    record = over.record()
    back = next(i for i, line in enumerate(record) if line.get("secrets_open"))
    hidden = json.loads(json.dumps(record))
    del hidden[back]["secrets_open"]
    assert any("does not say that it was taken back after the end" in fault for fault in faults(hidden))
    invented = json.loads(json.dumps(record))
    invented[5]["secrets_open"] = True
    assert any("no end of the game was taken back with it" in fault for fault in faults(invented))
    unsealed = json.loads(json.dumps(record))
    del unsealed[0]["seals"]["dice_2"]
    assert "Seal 'dice_2' is missing." in faults(unsealed)
    copied = json.loads(json.dumps(record))
    for seals in (copied[0]["seals"], copied[-1]["opened"]):
        seals["dice_3"] = seals["dice_2"]
    assert faults(copied) == ["Seal 'dice_3' does not belong to this game."]


def test_only_the_last_action_goes_back_from_the_end(over: Seated) -> None:
    n = over.view()["undo"]["n"]
    assert over.view()["undo"]["places"] == []
    refused = over.post("human", "/undo", n=n - 1)
    assert (refused.status_code, "last action first" in refused.get_json()["detail"]) == (422, True)
    assert over.post("human", "/undo", n=n).status_code == 202


def test_a_decline_leaves_the_game_finished(over: Seated) -> None:
    over.post("human", "/undo")
    assert over.post("zombie", "/undo", answer="decline").get_json()["undo"] == "declined"
    assert over.view()["phase"] == "over"
    assert over.view()["reopened"] == []


def test_after_the_rematch_began_the_game_stays_finished(over: Seated) -> None:
    over.post("human", "/undo")
    over.tables.rematches.start(over.code, "human")
    late = over.post("zombie", "/undo", answer="agree")
    assert (late.status_code, "rematch has begun" in late.get_json()["detail"]) == (422, True)
    assert over.post("zombie", "/undo", answer="decline").status_code == 200
    assert over.view()["undo"] is None
    assert over.post("human", "/undo").status_code == 422
    assert over.view()["phase"] == "over"


@soak.HANDS
def test_every_screen_the_log_and_the_report_say_that_the_secrets_lay_open(over: Seated) -> None:
    assert "The last action can still be taken back." in shown(over, "human")
    turn = take_back(over) and over.view()["reopened"][0]["turn"]
    told = f"The end of this game was taken back in Game-Turn {turn}: all secrets were open then."
    spectator = over.get("table", "/invitation").get_json()["spectator"]["token"]
    over.tokens["spectator"] = spectator
    for seat in ("table", "human", "zombie", "spectator"):
        page = shown(over, seat)
        assert told in page
        assert "taken back after the end" in page
    play_out(over, 41)
    headers = {"Cookie": f"seat-{over.code}={over.tokens['human']}"}
    report = over.client.get(f"/t/{over.code}/report", headers=headers).text
    assert told in report
    assert "The seed of the dice from then on" in report


def test_alone_one_tap_takes_back_the_end(tmp_path: Path) -> None:
    alone = Seated(tmp_path, options=ALONE)
    alone.do("table", START)
    alone.do("table", {"do": "start_move", "characters": ["fran"]})
    with alone.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.views.clear()
    assert alone.post("table", "/undo").get_json()["undo"] == "done"
    assert alone.view()["phase"] == "human"
    assert len(alone.view()["reopened"]) == 1


def test_15_4_a_lot_that_was_drawn_brings_the_same_dice_after_the_end_is_taken_back(tmp_path: Path) -> None:
    """The others of its turn come from the new seed."""
    alone = Seated(tmp_path, options=ALONE, sources=replace(ordered({}), seed=iter(SEEDS).__next__))
    alone.do("table", START)
    to_a_tie(alone)
    advance(alone)
    drawn = alone.record()[-1]
    with alone.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.views.clear()
        (kind,) = loaded.chance.tie_breaks
        lots = {name: [loaded.chance.tie_break(name, n, 6) for n in range(20)] for name in (kind, "tie")}
    assert alone.post("table", "/undo").get_json()["undo"] == "done"
    for restarted in (False, True):
        if restarted:
            alone.restart()
        with alone.opened() as loaded:
            for name, before in lots.items():
                same = [loaded.chance.tie_break(name, n, 6) for n in range(20)] == before
                assert same == (name == kind)
    advance(alone)
    assert (again := alone.record()[-1])["story"] == drawn["story"]
    assert TIE_CASE in again["cases"]


PATHS = ("/api/tables/{}/view", "/api/tables/{}/record", "/api/tables/{}/actions", "/t/{}", "/t/{}/report")


def look(both: Pair) -> None:
    """Compare what every seat that may not know the secrets is sent."""
    for seat in both.seats:
        for path in PATHS:
            both.same(seat, "GET", path.format(both.a.code))


@pytest.mark.parametrize("counters", ["digital", *soak.rest(soak.SEVERAL, ["physical"])])
def test_after_it_no_seat_is_sent_what_the_end_had_opened(tmp_path: Path, counters: str) -> None:
    """Two games that differ in their secrets look the same again: screens, log, cardboard, record."""
    with pair(tmp_path, counters=counters) as both:
        both.do("human", START)
        for _ in both.play(12, 3, lambda _: None):
            pass
        both.change(lambda position: replace(position, phase="over", winner="zombie", phase_state=None))
        for twin in (both.a, both.b):
            for seat in ("table", "human"):
                twin.send(seat, "GET", f"/t/{twin.code}")
            for seat, answer in (("human", "ask"), ("zombie", "agree")):
                twin.send(seat, "POST", f"/api/tables/{twin.code}/undo", json={"answer": answer})
        assert both.a.position.phase != "over"
        look(both)
        for _ in both.play(8, 4, look):
            pass
