"""While a secret action is asked for against the referee, every screen of every seat still opens (9.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.seated import Seated


@pytest.fixture(name="asked")
def _asked(tmp_path: Path) -> Seated:
    """Give a table where the zombie player has asked to allow a reveal that the referee refused."""
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    steps = table.get("human", "/actions").get_json()["actions"]
    table.do("human", next(action for action in steps if action["do"] == "step"), {"do": "end_turn"})
    while table.position.phase != "reaction":
        table.do("zombie", {"do": "next_phase"})
    for square in sorted(table.position.hidden):
        action = {"do": "reveal", "square": square}
        if table.post("zombie", "/override", action=action, version=table.version).status_code == 202:
            return table
    raise AssertionError(table.position)


@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_9_2_a_request_to_allow_a_reveal_leaves_every_page_open(asked: Seated, seat: str) -> None:
    for path in ("", "/now", "/sight"):
        answer = asked.client.get(f"/t/{asked.code}{path}", headers=asked.headers(seat))
        assert answer.status_code == 200, path
    page = asked.client.get(f"/t/{asked.code}", headers=asked.headers(seat)).text
    assert ("Reveal a hidden zombie" in page) is (seat != "zombie")


def test_9_2_the_other_side_declines_it_on_the_screen(asked: Seated) -> None:
    answer = asked.client.post(
        f"/t/{asked.code}/override", data={"answer": "decline"}, headers=asked.headers("human")
    )
    assert answer.status_code in {200, 303}
    assert not asked.get("human", "/view").get_json().get("requests")
