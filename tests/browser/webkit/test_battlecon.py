"""A pair of BattleCON is put together and laid on an iPhone's engine."""

from __future__ import annotations

from referee.games.battlecon.demo_states import FIGHTERS
from tests.browser.conftest import PHONE
from tests.browser.webkit.conftest import OpenDevice
from tools.api_table import ApiTable

KEY = "button.commit"


def test_a_phone_lays_a_pair_and_changes_it(server: str, open_device: OpenDevice) -> None:
    table = ApiTable.new(server, {"system": "battlecon"})
    for action in FIGHTERS:
        table.do(str(action["seat"]), dict(action))
    phone = open_device(PHONE, table.join("a"))
    phone.choose("style", "1-grapnel")
    assert not phone.all(KEY)
    phone.choose("base", "1-shot")
    phone.until(lambda: phone.text(KEY) == "Lay down Grapnel Shot", "The sum")
    assert "3~8" in phone.text(".sum .sum-figs")
    assert len(phone.all(".sum .space.reached")) == 3
    phone.open(phone.run("return location.href"))
    phone.until(lambda: phone.text(KEY) == "Lay down Grapnel Shot", "The pair after a reload")
    phone.changes(lambda: phone.click(KEY))
    laid = {"style": "grapnel", "base": "shot"}
    assert phone.view()["committed"] == {"a": laid}
    assert table.view("b")["committed"] == {"a": None}
    phone.click("#change > summary")
    phone.choose("base", "1-drive")
    phone.until(lambda: phone.text(KEY) == "Lay down Grapnel Drive", "The other pair")
    phone.changes(lambda: phone.click(KEY))
    assert phone.view()["committed"] == {"a": {"style": "grapnel", "base": "drive"}}
