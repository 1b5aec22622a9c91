"""Two fingers at once, answers that are lost, and figures of a player who has left, at a real table."""

from __future__ import annotations

from tests.referee.any_table import AnyTable

SHOUT = {"do": "shout", "figure": "ana"}


def spent(table: AnyTable) -> int:
    count: int = table.view()["figures"]["ana"]["spent"]
    return count


def test_a_phone_and_the_tablet_act_with_one_figure_and_the_second_is_too_late(table: AnyTable) -> None:
    version = table.view("p1")["version"]
    first = table.try_("p1", SHOUT, version)
    second = table.try_("table", {**SHOUT, "seat": "p1"}, version)
    assert (first.status_code, second.status_code) == (200, 409)
    assert spent(table) == 1


def test_a_tap_whose_answer_was_lost_is_done_once(table: AnyTable) -> None:
    version, lines = table.view("p1")["version"], len(table.record())
    sent = {"action": SHOUT, "version": version}
    answers = [
        table.client.post(
            f"/api/tables/{table.code}/do",
            json=sent,
            headers={**table.headers("p1"), "Idempotency-Key": "one-tap-0001"},
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].data == answers[1].data
    assert len(table.record()) == lines + 1
    assert spent(table) == 1


def test_a_second_figure_waits_until_the_first_player_is_done(table: AnyTable) -> None:
    table.do("p1", SHOUT)
    refused = table.try_("p2", {"do": "shout", "figure": "bruno"})
    assert refused.status_code == 422
    assert refused.get_json()["ruling"]["cases"] == ["5.0"]
    assert "each player finishes first" in refused.get_json()["detail"]


def test_a_figure_of_a_seat_that_has_left_obeys_whoever_took_it(table: AnyTable) -> None:
    version = table.view("p1")["version"]
    table.do("p1", {"do": "leave", "to": "p2"})
    serial = table.view("p2")["request"]["serial"]
    assert table.post("p2", "/consent", answer="agree", serial=serial).status_code == 200
    assert "p1" not in table.view("p2")["seats"]
    assert table.try_("p1", SHOUT, version).status_code in {401, 403, 409}
    assert spent(table) == 0
    table.do("p2", SHOUT)
    assert spent(table) == 1
