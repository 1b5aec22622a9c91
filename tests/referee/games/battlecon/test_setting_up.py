"""What the tablet tells to lay out before the first beat of a duel."""

from __future__ import annotations

from pathlib import Path

from tests.referee.games.battlecon.duelling import Duel, pair_of


def page(duel: Duel) -> str:
    client = duel.app.test_client()
    client.set_cookie(f"seat-{duel.code}", duel.tokens["table"])
    return client.get(f"/t/{duel.code}").get_data(as_text=True)


def test_3_0_each_duel_begins_with_what_to_lay_out(tmp_path: Path) -> None:
    """In duel 2 and 3 the list of the duel before stood there."""
    duel = Duel(tmp_path, options={"duels": 2})
    first = page(duel)
    laid_out = ("Stand on space", "Hydraulic + Dash", "All other cards", "Special action", "Iron Body 3")
    for told in ("Lay out for this duel", *laid_out):
        assert told in first, told
    duel.do("a", {"do": "concede"})
    assert duel.view()["phase"] == "choose_fighters"
    assert 'class="cardboard"' not in page(duel)
    for seat, fighter in (("a", "khadath"), ("b", "hikaru")):
        duel.do(seat, {"do": "choose_fighter", "fighter": fighter})
    second = page(duel)
    assert "Stand on space" in second
    assert "Evacuation + Dash" in second
    assert "<small>Off the board</small> <b>Trap</b>" in second


def test_14_1_the_special_action_is_laid_out_in_hand(tmp_path: Path) -> None:
    """It has the back of a style: taken up from beside the board it would tell that it is played."""
    duel = Duel(tmp_path)
    assert "<small>Into your hand</small> <b>Special action</b>" in page(duel)


def test_after_the_last_duel_nothing_is_laid_out_and_the_page_is_shown(tmp_path: Path) -> None:
    """The list for one more duel stood there, and a fighter without a token left brought the page down."""
    duel = Duel(tmp_path, ("hikaru", "khadath"))
    duel.do("a", pair_of("geomantic", "strike"))
    duel.do("b", pair_of("blight", "shot"))
    while duel.view()["beat"] == 1:
        asked = duel.view()["pending"][0]["seat"]
        actions = duel.get(asked, "/actions").get_json()["actions"]
        duel.do(asked, next(action for action in actions if action["do"] != "concede"))
    duel.do("a", {"do": "concede"})
    assert duel.view()["phase"] == "over"
    over = page(duel)
    assert "Lay out for this duel" not in over
    assert "Stand on space" not in over
