"""R-UNDO: an answer counts for the request that its player read, and asking for the table that was seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests import soak
from tests.referee.games.dawn_of_the_dead.test_shots_under_attack import here, under_attack
from tests.referee.seated import START, Seated, ordered
from tests.referee.tables.test_undo import INTO_A_STORE

TOGETHER = {"do": "defend", "by": ["peter", "roger"]}
FAR = {"do": "step", "to": "060"}
NEAR = {"do": "step", "to": "062"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Give a table of two where Peter is on the way."""
    seated = Seated(tmp_path, sources=ordered({}))
    seated.set_up()
    seated.do("human", {"do": "start_move", "characters": ["peter"]}, *INTO_A_STORE)
    return seated


def steps(table: Seated, seat: str) -> list[dict[str, Any]]:
    offered = table.get(seat, "/actions").get_json()["actions"]
    return [action for action in offered if action["do"] == "step"][:1]


def page(table: Seated, seat: str, path: str, **data: Any) -> TestResponse:
    """Post a form of the page."""
    return table.client.post(f"/t/{table.code}{path}", headers=table.headers(seat), data=data)


def form(table: Seated, seat: str, answer: str, address: str = "") -> dict[str, str]:
    """Return the fields that a key of the seat's screen posts."""
    shown = table.client.get(f"/t/{table.code}{address}", headers=table.headers(seat))
    before, _, _ = shown.get_data(as_text=True).partition(answer)
    fields = before[before.rindex("<form") :].split('<input type="hidden" ')[1:]
    return {f.split('name="')[1].split('"')[0]: f.split('value="')[1].split('"')[0] for f in fields}


def standing(table: Seated) -> list[int]:
    return [line["n"] for line in table.record()[1:] if not line.get("taken_back")]


class TestTheRequestThatIsAnswered:
    def test_agree_to_the_last_step_never_agrees_to_more(self, table: Seated) -> None:
        before = standing(table)
        table.post("human", "/undo")
        read = form(table, "zombie", 'value="agree"')
        table.post("human", "/undo", answer="withdraw")
        table.post("human", "/undo", n=1)
        late = page(table, "zombie", "/undo", answer="agree", **read)
        assert "Read the new one before you answer." in late.get_data(as_text=True)
        assert 'id="agreement"' in late.get_data(as_text=True)
        assert (standing(table), table.view()["request"]["agreed"]) == (before, ["human"])
        page(table, "zombie", "/undo", answer="agree", **form(table, "zombie", 'value="agree"'))
        assert standing(table) == []

    @pytest.mark.parametrize("answer", ["agree", "decline", "withdraw"])
    def test_over_http_the_answer_is_409_with_the_table_now(self, table: Seated, answer: str) -> None:
        table.post("human", "/undo")
        serial = table.view("zombie")["request"]["serial"]
        table.post("human", "/undo", answer="withdraw")
        nobody = table.post("zombie", "/undo", answer=answer, serial=serial)
        assert (nobody.status_code, nobody.get_json()["view"]["request"]) == (409, None)
        table.post("human", "/undo", n=1)
        other = table.post("zombie", "/undo", answer=answer, serial=serial)
        assert (other.status_code, other.get_json()["view"]["request"]["n"]) == (409, 1)
        assert table.view()["request"]["kind"] == "undo"

    def test_agree_to_one_exception_never_agrees_to_another(self, table: Seated) -> None:
        table.post("human", "/override", action=FAR, version=table.version)
        read = form(table, "zombie", 'value="agree"')
        table.post("human", "/override", answer="withdraw")
        table.post("human", "/override", action=NEAR, version=table.version)
        before = standing(table)
        late = page(table, "zombie", "/override", answer="agree", **read)
        assert "That request is closed." in late.get_data(as_text=True)
        assert standing(table) == before
        api = table.post("zombie", "/override", answer="agree", serial=int(read["serial"]))
        assert (api.status_code, api.get_json()["view"]["request"]["action"]) == (409, NEAR)
        assert table.post("zombie", "/override", answer="agree").get_json()["override"] == "done"

    def test_a_tap_for_one_shot_fires_no_other(self, tmp_path: Path) -> None:
        table = under_attack(tmp_path, "cooperative")
        table.do("peter", TOGETHER)
        read = form(table, "roger", 'value="agree"')
        table.post("peter", "/shot", answer="withdraw")
        table.do("peter", TOGETHER)
        late = page(table, "roger", "/shot", answer="agree", **read)
        assert "That request is closed." in late.get_data(as_text=True)
        assert table.post("roger", "/shot", answer="agree", serial=int(read["serial"])).status_code == 409
        assert table.view()["request"]["wanted"] == ["roger"]
        page(table, "roger", "/shot", answer="agree", **form(table, "roger", 'value="agree"'))
        assert table.record()[-1]["action"]["do"] == "defend"

    def test_the_serial_survives_a_restart_and_the_other_sides_tap(self, table: Seated) -> None:
        table.post("table", "/undo")
        serial = table.view()["request"]["serial"]
        table.post("human", "/undo")
        table.restart()
        assert (table.view()["request"]["serial"], table.view()["request"]["wanted"]) == (serial, ["zombie"])
        assert table.post("zombie", "/undo", answer="agree", serial=serial).status_code == 200

    @soak.HANDS
    def test_asking_for_the_last_step_agrees_to_no_larger_request(self, table: Seated) -> None:
        before = standing(table)
        table.post("human", "/undo", n=1)
        for body in ({"answer": "ask"}, {"n": before[-1]}, {"answer": "ask", "n": before[-1]}):
            refused = table.post("zombie", "/undo", **body)
            assert refused.status_code == 409
            assert "Waiting for the zombie player: take back?" in refused.get_json()["detail"]
        page(table, "zombie", "/undo", answer="ask")
        assert standing(table) == before
        assert table.post("zombie", "/undo", answer="ask", n=1).get_json()["undo"] == "done"


class TestTheTableThatWasSeen:
    def test_two_taps_on_the_same_screen_take_back_one_step(self, tmp_path: Path) -> None:
        table = Seated(tmp_path, options={"mode": "solitaire"}, sources=ordered({}))
        table.do("table", START, {"do": "start_move", "characters": ["peter"]})
        for _ in range(2):
            table.do("table", *steps(table, "table"))
        seen = {seat: form(table, seat, 'value="ask"') for seat in ("table", "human")}
        for seat in ("table", "human"):
            answer = page(table, seat, "/undo", answer="ask", **seen[seat])
        assert "moved on" in answer.get_data(as_text=True)
        assert standing(table) == [1, 2, 3]

    def test_the_panel_of_places_names_the_table_it_saw(self, table: Seated) -> None:
        read = form(table, "human", 'name="n"', "/now?back=back")
        assert read["version"] == str(table.version)
        table.do("human", *steps(table, "human"))
        page(table, "human", "/undo", n=1, **read)
        assert table.view()["request"] is None

    def test_over_http_the_version_may_be_given(self, table: Seated) -> None:
        stale = table.post("human", "/undo", version=table.version - 1)
        assert (stale.status_code, stale.get_json()["view"]["version"]) == (409, table.version)
        assert table.post("human", "/undo", version=table.version).status_code == 202

    def test_the_same_tap_twice_asks_once(self, table: Seated) -> None:
        seen = table.version
        for _ in range(2):
            assert table.post("human", "/undo", answer="ask", version=seen).status_code == 202
        assert table.post("zombie", "/undo", answer="ask", version=seen).status_code == 409
        assert table.view()["request"]["wanted"] == ["zombie"]


class TestWithdrawing:
    @pytest.mark.parametrize("other", ["zombie", "table"])
    def test_from_another_seat_it_declines_and_the_asker_is_told(self, table: Seated, other: str) -> None:
        no = {"kind": "undo", "seat": other}
        table.post("human", "/undo")
        assert table.post(other, "/undo", answer="withdraw").get_json()["undo"] == "declined"
        assert (table.view("human")["unread"], table.view()["declined"]) == (no, no)

    def test_the_side_that_the_tablet_asked_for_may_withdraw(self, table: Seated) -> None:
        table.post("table", "/undo")
        table.post("human", "/undo")
        assert table.post("human", "/undo", answer="withdraw").get_json()["undo"] == "withdrawn"
        assert table.view()["declined"] is None

    def test_the_tablet_withdraws_a_shot_for_a_player_whose_device_is_away(self, tmp_path: Path) -> None:
        table = under_attack(tmp_path, "cooperative")
        table.do("peter", TOGETHER)
        assert table.post("table", "/shot", answer="withdraw").get_json()["shot"] == "withdrawn"
        with here(table, "peter"):
            table.do("peter", TOGETHER)
            assert table.post("table", "/shot", answer="withdraw").get_json()["shot"] == "declined"
        assert table.view("peter")["unread"] == {"kind": "shot", "seat": "table"}


def test_what_waits_is_told_with_the_player_that_has_to_answer(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    table.do("peter", TOGETHER)
    for seat in ("table", "peter", "roger", "fran"):
        refused = table.post(seat, "/undo")
        told = (refused.status_code, refused.get_json()["detail"])
        assert told == (409, "Waiting for Roger’s player: shoot together?")
    table.post("roger", "/name", name="Ann")
    assert "Waiting for Ann: shoot together?" in table.post("fran", "/undo").get_json()["detail"]
