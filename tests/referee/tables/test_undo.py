"""Taking back (R-UNDO) and overruling: by agreement, on the record, and without a second roll."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.referee.seated import HIDDEN, START, Seated, ordered

INTO_A_STORE: list[dict[str, Any]] = [{"do": "step", "to": "008"}, {"do": "step", "to": "007"}]
"""The second step shows whether a zombie is hidden there (9.1)."""
BERSERK = {"do": "check_berserk", "square": "043"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, sources=ordered({}))


def undo_answer(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.get_json().get("undo")


def test_one_side_asks_and_the_other_agrees(table: Seated) -> None:
    table.set_up("table")
    assert undo_answer(table.post("human", "/undo")) == (202, "asked")
    asked = table.view("zombie")["request"]
    assert (asked["kind"], asked["seat"], asked["lines"]) == ("undo", "human", [2])
    assert (asked["agreed"], asked["wanted"]) == (["human"], ["zombie"])
    assert table.view()["phase"] == "human"
    assert undo_answer(table.post("human", "/undo")) == (202, "asked")
    assert undo_answer(table.post("zombie", "/undo")) == (200, "done")
    view = table.view()
    assert (view["phase"], view["request"], view["undo"]["n"]) == ("place_characters", None, 1)
    lines = table.record()[1:]
    assert [(line["n"], line.get("taken_back", False)) for line in lines] == [(1, False), (2, True)]
    table.do("human", START)
    assert [line["n"] for line in table.record()[1:]] == [1, 2, 3]


def test_who_has_agreed_reads_so_and_for_whom_the_table_waits(table: Seated) -> None:
    table.set_up()
    table.post("table", "/undo")
    table.post("human", "/undo", answer="agree")
    seen = table.client.get(f"/t/{table.code}", headers=table.headers("human")).get_data(as_text=True)
    assert "You agreed. Waiting for the zombie player." in seen


@pytest.mark.parametrize(("seat", "answer"), [("zombie", "decline"), ("human", "withdraw")])
def test_a_request_can_be_declined_or_withdrawn(table: Seated, seat: str, answer: str) -> None:
    table.set_up("table")
    table.post("human", "/undo")
    said = table.post(seat, "/undo", answer=answer)
    assert said.status_code == 200
    assert said.get_json()["undo"] in {"declined", "withdrawn"}
    assert (table.view()["request"], table.view()["phase"]) == (None, "human")
    assert table.post(seat, "/undo", answer="agree").status_code == 422


@pytest.mark.parametrize(
    ("path", "asked", "sentence"),
    [
        ("/undo", {}, "declined: nothing is taken back."),
        (
            "/override",
            {"action": {"do": "step", "to": "060"}},
            "declined: the referee’s verdict stands.",
        ),
    ],
)
def test_that_a_request_was_declined_is_told_until_the_next_step(
    table: Seated, path: str, asked: dict[str, Any], sentence: str
) -> None:
    """Every seat sees it, also after a restart; who said no is spoken to. The record does not have it."""
    table.set_up("table")
    table.do("table", {"do": "start_move", "characters": ["fran"]})
    before = table.record()
    body = asked | {"version": table.version} if asked else asked
    assert table.post("human", path, **body).status_code == 202
    table.post("zombie", path, answer="decline")
    for _ in range(2):
        told = {"table": "The zombie player", "human": "The zombie player", "zombie": "You"}
        for seat, who in told.items():
            assert f"{who} {sentence}" in shown(table, seat)
        table.restart()
    assert table.record() == before
    table.do("human", {"do": "step", "to": "011"})
    assert table.view()["declined"] is None
    table.restart()
    assert "declined" not in shown(table, "human")


def test_what_was_declined_makes_room_for_the_next_request(table: Seated) -> None:
    table.set_up("table")
    table.post("human", "/undo")
    table.post("table", "/undo", answer="decline")
    assert "Declined at the tablet: nothing is taken back." in shown(table, "human")
    table.post("human", "/undo")
    assert (table.view()["declined"], table.view()["request"]["seat"]) == (None, "human")
    table.post("human", "/undo", answer="withdraw")
    assert (table.view()["declined"], table.view()["request"]) == (None, None)


def shown(table: Seated, seat: str) -> str:
    """Return the panel of taking back as a seat is shown it."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    panel = page[page.index('id="agreement"') :]
    return unescape(panel[: panel.index("</section>")])


def test_a_request_lapses_when_the_game_goes_on(table: Seated) -> None:
    table.set_up()
    table.post("zombie", "/undo")
    table.do("human", {"do": "start_move", "characters": ["fran"]})
    assert table.view()["request"] is None
    assert len(table.record()) == 4


def test_several_steps_are_taken_back_at_once(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["fran"]}, {"do": "end_turn"})
    assert table.post("human", "/undo", n=99).status_code == 422
    table.post("human", "/undo", n=2)
    assert table.view()["request"]["lines"] == [2, 3, 4]
    table.post("zombie", "/undo")
    assert table.view()["phase"] == "place_characters"
    table.restart()
    assert table.view()["phase"] == "place_characters"
    assert {line.get("taken_back_at") for line in table.record()[2:]} == {4}


def test_the_tablet_taps_for_a_side_that_no_device_ever_took(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    table.do("table", START, {"do": "start_move", "characters": ["peter"]}, *INTO_A_STORE)
    assert undo_answer(table.post("table", "/undo")) == (202, "asked")
    assert table.view()["request"]["agreed"] == ["human"]
    refused = table.post("table", "/undo", answer="agree")
    assert refused.status_code == 403
    assert "zombie" in refused.get_json()["detail"]
    assert table.post("table", "/undo", answer="agree", side="zombie").status_code == 403
    assert undo_answer(table.post("zombie", "/undo", answer="agree")) == (200, "done")


def test_with_both_phones_there_the_tablet_only_asks(table: Seated) -> None:
    table.set_up()
    assert undo_answer(table.post("table", "/undo")) == (202, "asked")
    assert table.view()["request"]["agreed"] == []
    assert table.post("table", "/undo", answer="agree").status_code == 403
    assert undo_answer(table.post("human", "/undo")) == (202, "asked")
    assert undo_answer(table.post("zombie", "/undo")) == (200, "done")


def test_a_tablet_alone_needs_two_taps(table: Seated) -> None:
    with table.tables.store.locked(table.code) as loaded:
        loaded.unclaimed.clear()  # nobody's first visit is counted: as if no phone had ever come
    table.set_up()
    assert undo_answer(table.post("table", "/undo")) == (202, "asked")
    assert undo_answer(table.post("table", "/undo", answer="ask")) == (202, "asked")
    assert undo_answer(table.post("table", "/undo", answer="agree")) == (200, "done")


def test_nothing_can_be_taken_back_before_the_first_step(table: Seated) -> None:
    assert table.post("zombie", "/undo").status_code == 422


def test_r_undo_referees_dice_come_up_again(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", BERSERK)
    first = table.record()[-1]["action"]["die"]
    table.post("zombie", "/undo")
    table.post("human", "/undo")
    other = {"do": "check_berserk", "square": "046"}
    table.restart()
    table.do("zombie", other)
    assert table.record()[-1]["action"] == {**other, "die": first}
    assert "rolled" not in table.record()[-1]


def test_r_undo_dice_typed_in_come_up_again_and_cannot_be_typed_otherwise(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {**BERSERK, "die": 6})
    for seat in ("zombie", "human"):
        table.post(seat, "/undo")
    refused = table.try_("zombie", {**BERSERK, "die": 1})
    assert refused.status_code == 422
    assert refused.get_json()["ruling"]["cases"] == ["R-UNDO"]
    assert "6 comes up again" in refused.get_json()["detail"]
    table.do("zombie", BERSERK)
    assert table.record()[-1]["action"]["die"] == 6


def test_r_undo_keeps_the_order_of_several_rolls(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "next_phase"}, {"do": "next_phase"})
    table.do("zombie", {"do": "roll_free_moves"}, *[{"do": "next_phase"}] * 2, {"do": "roll_entrance"})
    for seat in ("zombie", "human"):
        table.post(seat, "/undo", n=6)
    table.do("zombie", {"do": "roll_free_moves"}, *[{"do": "next_phase"}] * 2, {"do": "roll_entrance"})
    done = [line["action"] for line in table.record()[1:]]
    assert done[5:9] == done[9:13]
    assert done[5]["die"]
    assert len(done[8]["dice"]) == 2


def test_what_was_shown_for_a_moment_is_not_shown_again(table: Seated, tmp_path: Path) -> None:
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    target = next(a["at"] for a in table.get("human", "/actions").get_json()["actions"] if a["do"] == "shoot")
    shot = table.do("human", {"do": "shoot", "by": ["peter"], "at": target, "dice": [1, 1]})
    assert shot["view"]["shown"]
    assert shot["view"]["moment"]["n"] == 5
    table.do("human", {"do": "end_turn"})
    assert not table.view()["shown"]
    for seat in ("zombie", "human"):
        table.post(seat, "/undo")
    view = table.view()
    assert (view["phase"], view["shown"], view["moment"]) == ("human", {}, None)
    assert not [z for z in view["zombies"] if z["value"] is not None]
    table.restart()
    assert table.view()["shown"] == {}


class TestOverride:
    """A group that agrees on something else has its way, and the record says so."""

    def ask(self, table: Seated, seat: str, action: dict[str, Any]) -> Any:
        return table.post(seat, "/override", action=action, version=table.version)

    def test_by_agreement(self, table: Seated) -> None:
        table.set_up()
        table.do("human", {"do": "start_move", "characters": ["fran"]})
        far = {"do": "step", "to": "060"}
        refused = table.try_("human", far)
        assert (refused.status_code, refused.get_json()["ruling"]["firm"]) == (422, False)
        assert self.ask(table, "human", far).status_code == 202
        assert table.view("zombie")["request"]["action"] == far
        done = table.post("zombie", "/override", answer="agree")
        assert (done.status_code, done.get_json()["override"]) == (200, "done")
        assert table.view()["characters"]["fran"]["square"] == "060"
        line = table.record()[-1]
        assert (line["overridden"], line["seat"], line["cases"][0]) == (
            True,
            "human",
            refused.get_json()["ruling"]["cases"][0],
        )
        table.restart()
        assert table.view()["characters"]["fran"]["square"] == "060"

    def test_declined(self, table: Seated) -> None:
        table.set_up()
        table.do("human", {"do": "start_move", "characters": ["fran"]})
        self.ask(table, "human", {"do": "step", "to": "060"})
        assert self.ask(table, "zombie", {"do": "next_phase"}).status_code == 409
        assert table.post("zombie", "/undo").status_code == 409
        assert table.post("zombie", "/undo").get_json()["title"] == "Not yet"
        assert table.post("zombie", "/override", answer="decline").get_json()["override"] == "declined"
        assert table.view()["characters"]["fran"]["square"] == "010"
        assert table.post("zombie", "/override", answer="agree").status_code == 422

    def test_what_is_allowed_or_impossible_cannot_be_overruled(self, table: Seated) -> None:
        table.set_up()
        allowed = self.ask(table, "human", {"do": "start_move", "characters": ["fran"]})
        impossible = self.ask(table, "human", {"do": "step", "to": "011"})
        not_theirs = self.ask(table, "human", {"do": "next_phase"})
        stale = table.post("human", "/override", action={"do": "end_turn"}, version=0)
        statuses = [a.status_code for a in (allowed, impossible, not_theirs, stale)]
        assert statuses == [422, 422, 403, 409]
        assert impossible.get_json()["ruling"]["firm"]
        assert table.view()["request"] is None


@pytest.mark.parametrize("read", ["by a tap", "by acting"])
def test_who_asked_is_told_of_a_no_until_he_has_read_it(table: Seated, read: str) -> None:
    """The game may go on meanwhile; the others are told until the next step."""
    table.set_up()
    table.do("table", {"do": "end_turn"})
    table.post("human", "/undo")
    table.post("zombie", "/undo", answer="decline")
    table.do("zombie", BERSERK)
    table.restart()
    assert table.view("human")["unread"] == {"kind": "undo", "seat": "zombie"}
    assert (table.view("zombie")["unread"], table.view("table")["unread"]) == (None, None)
    assert "The zombie player declined" in shown(table, "human")
    assert "OK</button>" in shown(table, "human")
    assert "declined" not in shown(table, "zombie") + shown(table, "table")
    if read == "by a tap":
        assert table.post("human", "/undo", answer="read").get_json()["undo"] == "read"
    else:
        while table.view()["phase"] != "human":
            table.do("zombie", *ending(table))
        table.do("human", {"do": "start_move", "characters": ["fran"]})
    assert table.view("human")["unread"] is None
    table.restart()
    assert "declined" not in shown(table, "human")


def ending(table: Seated) -> list[dict[str, Any]]:
    """Return the next thing that the zombie player has to do to end the turn."""
    offered = table.get("zombie", "/actions").get_json()["actions"]
    ends = [a for a in offered if a["do"] == "next_phase"]
    return ends or offered[:1]


def test_a_no_told_at_the_asking_device_needs_no_reading(table: Seated) -> None:
    table.set_up()
    table.post("table", "/undo")
    table.post("table", "/undo", answer="decline")
    assert table.view("table")["unread"] is None
