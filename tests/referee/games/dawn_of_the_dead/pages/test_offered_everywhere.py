"""What `actions` lists is what the screen offers, the shot under attack included (R-8.1a)."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from tests.referee.games.dawn_of_the_dead.pages import test_musts
from tests.referee.games.dawn_of_the_dead.pages.test_musts import MUSTS, tap
from tests.referee.seated import Seated

attacked = test_musts.attacked
STRIKES = {"declare_attack", "roll_attack"}


def keys(table: Seated, seat: str) -> list[Any]:
    """Return the actions of the keys on the screen of a seat."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    moment = page[page.index('id="moment"') : page.index('id="people"')]
    return [json.loads(unescape(value)) for value in re.findall(r'name="action" value="([^"]+)"', moment)]


def listed(table: Seated, seat: str) -> list[Any]:
    """Return the actions that the API lists for a seat."""
    actions: list[Any] = table.get(seat, "/actions").get_json()["actions"]
    return actions


@pytest.mark.parametrize("seat", ["human", "zombie"])
def test_8_1_no_strike_is_listed_before_those_attacked_are_asked(attacked: Seated, seat: str) -> None:
    tap(attacked, "zombie", MUSTS)
    assert attacked.view()["phase_state"]["attack"]
    offered = listed(attacked, seat)
    assert not STRIKES & {action["do"] for action in offered}
    assert ("hold_fire" in {action["do"] for action in offered}) == (seat == "human")
    shown = keys(attacked, seat)
    assert all(action in offered for action in shown)
    assert {action["do"] for action in shown} == {action["do"] for action in offered}


def test_8_1_the_strike_is_listed_once_nobody_shoots(attacked: Seated) -> None:
    tap(attacked, "zombie", MUSTS)
    attacked.do("human", {"do": "hold_fire"})
    offered = listed(attacked, "zombie")
    assert STRIKES & {action["do"] for action in offered}
    assert keys(attacked, "zombie") == offered
