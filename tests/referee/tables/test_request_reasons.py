"""Who is asked to allow a refused action reads why it was refused, as far as that seat may know it."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import FreeState
from tests.referee.paired import Pair, pair
from tests.referee.seated import Seated
from tests.referee.tables.test_secrecy import HIDDEN, look

SEATS = ("table", "human", "zombie")


@pytest.mark.parametrize("seat", SEATS)
def test_a_request_tells_the_ruling_on_the_refused_action(tmp_path: Path, seat: str) -> None:
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    far = {"do": "step", "to": "004"}
    ruling = table.post("human", "/ask", action=far).get_json()
    assert not ruling["legal"]
    assert table.post("human", "/override", action=far, version=table.version).status_code == 202
    refused = table.view(seat)["request"]["refused"]
    assert refused == {"reason": ruling["reason"], "cases": ruling["cases"]}
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    question = unescape(page).split('<section id="agreement"', 1)[1].split("</section>", 1)[0]
    assert f"The referee refused it. {ruling['reason']}" in question
    for case in ruling["cases"]:
        assert f">{case}</a>" in question
    table.tables.close()


def ask_to_end_the_phase(both: Pair) -> None:
    """Ask in both games to end free movement while a zombie hidden in another square must be revealed."""
    both.do("table", {"do": "start_move", "characters": ["peter"]})
    for twin, square in ((both.a, "141"), (both.b, "142")):
        with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
            free = FreeState(die=3, left=2)
            swept = {"phase": "free_movement", "phase_state": free, "zombies": {}, "swept": True}
            loaded.positions[-1] = replace(loaded.positions[-1], hidden=(square,), **swept)
            loaded.views.clear()
        asked = {"action": {"do": "next_phase"}, "version": twin.version}
        status, _, body = twin.send("zombie", "POST", f"/api/tables/{twin.code}/override", json=asked)
        assert status == 202, body


def test_9_4_the_reason_in_a_request_tells_no_hidden_square(tmp_path: Path) -> None:
    """The other side reads the ruling that it would get itself, whatever the squares are."""
    with pair(tmp_path, differ=HIDDEN, seed=7) as both:
        ask_to_end_the_phase(both)
        _, page = both.same("human", "GET", f"/t/{both.a.code}")
        assert "hidden zombies must be revealed first wherever possible" in page.decode()
        look(both)
