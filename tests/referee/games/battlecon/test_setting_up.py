"""What the tablet tells to lay out before the first beat of a duel."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.referee.games.battlecon import duel_screens
from tests.referee.games.battlecon.duel_screens import duel
from tests.referee.games.battlecon.duel_tables import Duel


def page(duel: Duel) -> str:
    client = duel.app.test_client()
    client.set_cookie(f"seat-{duel.code}", duel.tokens["table"])
    return client.get(f"/t/{duel.code}").get_data(as_text=True)


def test_3_0_each_duel_begins_with_what_to_lay_out(tmp_path: Path) -> None:
    """In duel 2 and 3 the list of the duel before stood there."""
    table = Duel(tmp_path, options={"duels": 2})
    at_first = page(table)
    laid_out = ("Stand on space", "Hydraulic + Dash", "All other cards", "Special action", "Iron Body 3")
    for told in ("Lay out for this duel", *laid_out):
        assert told in at_first, told
    table.do("a", {"do": "concede"})
    assert table.view()["phase"] == "choose_fighters"
    assert 'class="cardboard"' not in page(table)
    for seat, fighter in (("a", "khadath"), ("b", "hikaru")):
        table.do(seat, {"do": "choose_fighter", "fighter": fighter})
    second = page(table)
    assert "Stand on space" in second
    assert "Evacuation + Dash" in second
    assert "<small>Off the board</small> <b>Trap</b>" in second


def test_14_1_the_special_action_is_laid_out_in_hand(tmp_path: Path) -> None:
    """It has the back of a style: taken up from beside the board it would tell that it is played."""
    duel = Duel(tmp_path)
    assert "<small>Into your hand</small> <b>Special action</b>" in page(duel)


def test_after_the_last_duel_nothing_is_laid_out_for_another() -> None:
    """A fighter without a token left brought the page down, and the tablet told to lay out one more duel."""
    one = duel("hikaru", "khadath")
    while any((one.position.fighters["a"].tokens or {}).values()):
        for seat in ("a", "b"):
            one.do(**first(one, seat, "commit_pair"))
        while one.position.phase == "ante":
            one.do(**first(one, one.position.pending[0].seat, "ante", "pass"))
        one.go_on()
        assert one.position.phase == "select", "No beat ends the duel."
    one.do(do="concede", seat="a")
    for seat in ("table", "a", "spectator"):
        seen = one.screen(seat)
        assert (seen.over, seen.tasks_title) == (True, "On the table now")
        assert "Stand on space" not in {task.words for task in seen.tasks}


def first(one: duel_screens.Duel, seat: str, *kinds: str) -> Mapping[str, Any]:
    """Return the first action of a seat that is of one of the kinds, the kinds in their order."""
    actions = [a for a in one.context("table", taken="").actions if a["seat"] == seat and a["do"] in kinds]
    return min(actions, key=lambda action: kinds.index(action["do"]))
