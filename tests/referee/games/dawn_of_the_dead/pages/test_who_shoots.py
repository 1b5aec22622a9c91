"""6.8: with typed dice the form says who shoots, and each choice is a tap away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.referee.seated import Seated, ordered

TARGET = "012"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Seated]:
    """Return a table where Peter and Roger move together and see a zombie."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "010"})
    yield table
    table.tables.close()


def tapped(table: Seated, by: str = "", *, typed: bool = True, seat: str = "human") -> str:
    """Return what a device shows for a tapped zombie, perhaps with its shooters chosen."""
    headers = {**table.headers(seat), "HX-Request": "true", "Cookie": "dice=typed" if typed else ""}
    chosen = f"?by={by}" if by else ""
    answer = table.client.get(f"/t/{table.code}/square/{TARGET}{chosen}", headers=headers)
    return unescape(answer.get_data(as_text=True)).split('id="moment"')[1].split("</section>")[0]


def shooters(shown: str) -> list[str]:
    return re.findall(r'class="key"[^>]*aria-label="([^:]+): ', shown)


def dice(shown: str) -> int:
    return 2 if 'name="total"' in shown else len(set(re.findall(r'name="(die-\d)"', shown)))


def test_all_shoot_at_first_and_every_choice_is_a_tap_away(stack: Seated) -> None:
    shown = tapped(stack)
    assert shooters(shown) == ["Peter", "Roger", "Both"]
    assert re.findall(r'aria-current="true"[^>]*aria-label="(\w+)', shown) == ["Both"]
    assert dice(shown) == 3
    assert "by=peter%2Croger" in shown.split('data-now="')[1].split('"')[0]
    assert "Walk there" in shown
    assert 'name="other"' not in shown


@pytest.mark.parametrize(("by", "count"), [("roger", 2), ("roger,peter", 3), ("fran", 3), ("../x", 3)])
def test_who_is_chosen_rolls_his_own_dice(stack: Seated, by: str, count: int) -> None:
    """What cannot be chosen is as if nothing was."""
    assert dice(tapped(stack, by)) == count


def test_6_1_who_has_no_shot_left_is_no_choice(stack: Seated) -> None:
    for _ in range(3):
        stack.do("human", {"do": "shoot", "by": ["peter"], "at": TARGET, "dice": [1, 1]})
    shown = tapped(stack)
    assert shooters(shown) == []
    assert dice(shown) == 2


def test_a_device_whose_dice_the_referee_rolls_has_a_key_for_each_choice(stack: Seated) -> None:
    shown = tapped(stack, typed=False)
    assert shooters(shown) == []
    assert shown.count('name="other"') == 3
