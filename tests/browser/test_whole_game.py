"""Whole Game-Turns at a tablet and a phone, with cardboard counters and dice from the table.

What is typed in steers the game: a hidden zombie is met, a step is taken back, a berserk unit smashes a
glass door, an attack is divided, a shot goes through another glass door and a unit enters.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device, joining_path, start
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.playing import hold_fire, react, resolve_attacks

HIDDEN = ("030", "069", "156", "180", "201")
PLACES = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}


@pytest.mark.parametrize("turns", [1, *soak.rest(soak.GAMES, [3])])
def test_game_turns_on_a_tablet_and_a_phone(open_page: OpenPage, turns: int) -> None:
    """Set-up and whole Game-Turns, each phase in its order, the two screens following each other."""
    tablet = Device(open_page(TABLET))
    start(tablet.page, "physical")
    phone = Device(open_page(PHONE, joining_path(tablet.page, "Zombie")))
    _set_up(tablet, phone)
    _first_turn(tablet, phone)
    if turns > 1:
        _second_turn(tablet, phone)
        _third_turn(tablet, phone)
    expect(tablet.page.locator("#bar")).to_contain_text("Human Player-Turn")
    expect(tablet.page.locator("#bar .turn b")).to_have_text(str(turns + 1))
    phone.catches_up_with(tablet)


def _set_up(tablet: Device, phone: Device) -> None:
    """Choose five squares in secret (3.1) and set up the characters (3.2)."""
    phone.page.locator('polygon.square[data-square="009"]').dispatch_event("click")
    phone.says("has a Character Placement Symbol")
    for square in HIDDEN:
        phone.page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    expect(phone.page.locator("[data-chosen]")).to_have_text("5")
    phone.press("Hide the zombies")
    tablet.catches_up_with(phone)
    expect(phone.page.locator("#secret")).to_contain_text(HIDDEN[0])
    for name, square in PLACES.items():
        tablet.page.locator(f'label:has(input[name="square-{name}"][value="{square}"])').click()
    tablet.press("Set up the characters")
    phone.catches_up_with(tablet)
    tablet.type_dice()
    phone.type_dice()


def _first_turn(tablet: Device, phone: Device) -> None:
    """Peter and Roger go into a shop, take one step back, and close its glass door behind them."""
    tablet.tap("009")
    tablet.press("Move Peter and Roger")
    tablet.tap("046")
    expect(tablet.moment).to_contain_text("No shot")
    tablet.tap("008")
    tablet.press("Go to 008")
    _take_back(tablet, phone)
    tablet.tap("009")
    for square in ("008", "026"):
        tablet.tap(square)
        tablet.press(f"Go to {square}")
    tablet.tap("045")
    tablet.press("Close the door between 026 and 045")
    tablet.press("End the Human Player-Turn")

    phone.catches_up_with(tablet)
    phone.tap("046")
    phone.do("Check the unit in 046", 2)
    phone.says("berserk")
    phone.press("On to the Zombie Reaction")
    react(phone)
    phone.press("On to the Zombie Free")
    _move(phone, "046", "045")
    phone.do("Roll for free moves", 1)
    _move(phone, "043", "042")
    phone.press("On to the Zombie Attack")
    resolve_attacks(tablet, phone)
    phone.press("On to the Zombie Generation")
    _enter(phone, 2, 2)
    phone.press("On to Game-Turn 2")
    tablet.catches_up_with(phone)


def _second_turn(tablet: Device, phone: Device) -> None:
    """Steve and Fran walk into a hidden zombie; a berserk unit breaks the glass; an attack is divided."""
    tablet.tap("026")
    tablet.says("rest")
    tablet.tap("010")
    tablet.press("Move Steve and Fran")
    tablet.tap("011")
    tablet.press("Go to 011")
    tablet.tap("030")
    tablet.do("Go to 030", value=5)
    expect(tablet.page.locator("#log")).to_contain_text("meet a hidden zombie")
    phone.catches_up_with(tablet)
    expect(phone.page.locator("#secret")).not_to_contain_text("030")
    tablet.press("End the Human Player-Turn")

    phone.catches_up_with(tablet)
    phone.do("Check the unit in 045", 4)
    phone.press("On to the Zombie Reaction")
    react(phone)
    phone.press("On to the Zombie Free")
    phone.tap("045")
    phone.do("Smash the glass between 026 and 045", 1, 2, value=11)
    phone.says("the glass breaks")
    tablet.catches_up_with(phone)
    expect(tablet.page.locator('[data-door="026-045"]')).to_have_class("door glass destroyed")
    phone.press("On to the Zombie Attack")

    phone.press("Resolve the attack in 030")
    hold_fire(tablet, phone)
    phone.do("Attack 2 characters")
    phone.says("strength 2")
    for name in ("Steve", "Fran"):
        phone.do(f"Roll the attack on {name}", 3, 4)
        phone.says("no effect")
    resolve_attacks(tablet, phone)
    phone.press("On to the Zombie Generation")
    _enter(phone, 2, 2)
    phone.press("On to Game-Turn 3")
    tablet.catches_up_with(phone)


def _third_turn(tablet: Device, phone: Device) -> None:
    """Peter and Roger shoot their way out and shoot through a closed glass door; a unit comes in."""
    tablet.tap("026")
    tablet.press("Move Peter and Roger")
    for square, value in (("026", 1), ("045", 11)):
        tablet.tap(square)
        _shoot(tablet, square, value)
    for square in ("045", "044", "043"):
        tablet.tap(square)
        tablet.press(f"Go to {square}")
    tablet.tap("062")
    tablet.press("Close the door between 043 and 062")
    tablet.tap("062")
    _shoot(tablet, "062", 2)
    expect(tablet.page.locator('[data-door="043-062"]')).to_have_class("door glass destroyed")
    tablet.press("End the Human Player-Turn")

    phone.catches_up_with(tablet)
    phone.press("On to the Zombie Reaction")
    react(phone)
    phone.press("On to the Zombie Free")
    phone.press("On to the Zombie Attack")
    resolve_attacks(tablet, phone)
    phone.press("On to the Zombie Generation")
    _enter(phone, 2, 4)
    phone.says("004")
    tablet.catches_up_with(phone)
    expect(tablet.page.locator('#counters [data-on="004"]')).to_have_count(1)
    phone.press("On to Game-Turn 4")
    tablet.catches_up_with(phone)


def _take_back(tablet: Device, phone: Device) -> None:
    """Take back a step that showed nothing at the tablet, do it again, and take it back again (R-UNDO)."""
    keys = tablet.page.locator("#agreement button")
    for name in ("Take back: step to 008", "Do it again", "Take back: step to 008"):
        tablet.changes(keys.and_(tablet.page.get_by_role("button", name=name)))
    phone.catches_up_with(tablet)
    expect(phone.page.locator("#ruling .word")).to_have_text("Taken back")
    expect(tablet.page.locator("#log")).to_contain_text("taken back")
    expect(tablet.page.locator('#counters [data-on="009"]')).to_have_count(2)


def _shoot(tablet: Device, square: str, value: int) -> None:
    """Shoot together with three sixes at a unit that turns out to have a value."""
    tablet.do(f"Peter and Roger shoot together at {square}", 6, 6, 6, value=value)
    tablet.says("eliminated")


def _move(phone: Device, start: str, end: str) -> None:
    """Move a unit by tapping it, tapping where it should go, and tapping there again."""
    phone.tap(start)
    phone.tap(end)
    phone.press(f"{start} to {end}")


def _enter(phone: Device, *dice: int) -> None:
    """Roll on the Zombie Entrance Table where the phase calls for it."""
    if phone.key("Roll on the Zombie Entrance Table").count():
        phone.do("Roll on the Zombie Entrance Table", *dice)
