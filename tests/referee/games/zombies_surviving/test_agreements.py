"""Changes beside the game that the tablet asks for and all players agree to, each on a phone."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from tests.referee.any_table import AnyTable

SEATS = ("p1", "p2", "p3")


def test_the_first_yes_keeps_the_request_of_the_tablet(tmp_path: Path) -> None:
    """Nobody had agreed to it before, and it is not taken for a new request of who says yes first."""
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 3})
    for seat, name in zip(SEATS, ("ana", "bruno", "dora"), strict=True):
        table.do(seat, {"do": "recruit", "character": name})
    table.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in SEATS:
        table.do(seat, {"do": "ready"})
    with ExitStack() as phones:
        for seat in SEATS:
            phones.enter_context(table.tables.events.open_stream(table.code, seat))
        asked = table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 2, "zone": "street"})
        assert asked["ruling"]["needs"] == {"agree": [*SEATS]}
        for seat in SEATS:
            request = table.view(seat)["request"]
            assert request["seat"] == "table"
            assert table.post(seat, "/consent", answer="agree", serial=request["serial"]).status_code < 300
    line = table.record()[-1]
    assert (line["seat"], line["action"]["do"], line["agreed"]) == ("table", "add_figures", [*SEATS])
    assert not table.view("table")["unread"]
    table.tables.close()
