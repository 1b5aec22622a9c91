"""What the tablet tells to lay out before the first beat of a duel."""

from __future__ import annotations

from pathlib import Path

from tests.referee.games.battlecon.duelling import Duel


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
