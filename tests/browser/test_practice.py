"""Trying the game out: the referee plays the characters too, one step or a whole Player-Turn at a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser import at_table
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_table import Device, joining_path
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.playing import phase
from tests.browser.test_accessibility import faults

ALL_OF_IT = "Play the whole human Player-Turn"
ZOMBIES = "Play the whole zombie Player-Turn"
HIDDEN = ("001", "002", "003", "005", "006")
MOST = 80


def start(page: Page, game: str) -> Device:
    """Start a table of one kind of play, ticking that the referee can play the characters too."""
    at_table.start(page, game=game, practice=True)
    return Device(page)


def proposes(device: Device, words: str) -> None:
    """Check what the referee would do."""
    expect(device.page.locator("#practice .says")).to_contain_text(f"Suggestion: {words}")
    expect(device.page.locator("#practice a.case")).to_be_visible()


def do_this(device: Device) -> None:
    """Let the referee do the one thing that it proposes for the characters."""
    device.changes(device.page.locator("#practice button").first)


def at_play(device: Device) -> bool:
    """Whether the panel offers the whole human Player-Turn, as it does only in one."""
    return device.moment.locator("button", has_text=ALL_OF_IT).count() > 0


def to_the_zombies(device: Device) -> None:
    """Let the referee take step after step until the Player-Turn has ended."""
    for _ in range(MOST):
        if not at_play(device):
            return
        do_this(device)
    raise AssertionError("The Human Player-Turn does not end.")


def through_the_zombies(device: Device, key: str) -> None:
    """Let the referee play the zombies by one of its keys, and the characters where these are attacked."""
    for _ in range(MOST):
        if at_play(device):
            return
        if device.moment.locator("#practice").count():
            do_this(device)
        else:
            device.press(key)
    raise AssertionError("The zombie Player-Turn does not end.")


@soak.GAMES
@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (TABLET, True)])
def test_alone_two_game_turns_played_by_the_referee(
    open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    """The characters step by step and as a whole, the zombies too; a step is taken back at one tap."""
    device = start(open_page(size, dark=dark), "alone")
    proposes(device, "set up Peter and Fran")
    expect(device.page.locator("#place-characters")).to_be_visible()
    assert not small_targets(device.page)
    assert not cut_off(device.page)
    do_this(device)
    phase(device, "Human Player-Turn")
    proposes(device, "move")
    expect(device.moment.locator("legend", has_text="Who moves?")).to_be_visible()
    do_this(device)
    first = device.page.locator("#practice .says").inner_text()
    do_this(device)
    device.changes(device.page.locator("#agreement button", has_text="Take back"))
    device.says("Taken back")
    expect(device.page.locator("#practice .says")).to_have_text(first)
    to_the_zombies(device)
    phase(device, "Hidden Zombie Table")
    expect(device.page.locator("#practice")).to_have_count(0)
    through_the_zombies(device, "Go ahead")
    expect(device.page.locator("#bar .turn b")).to_have_text("2")
    assert not small_targets(device.page)
    assert not cut_off(device.page)
    assert faults(device.page) == []
    device.press(ALL_OF_IT)
    phase(device, "Hidden Zombie Table")
    through_the_zombies(device, ZOMBIES)
    expect(device.page.locator("#bar .turn b")).to_have_text("3")


def test_the_players_own_keys_stay(open_page: OpenPage) -> None:
    """Who would rather do something else just does it, and the referee goes on from there when asked."""
    tablet = start(open_page(TABLET), "alone")
    do_this(tablet)
    tablet.press("Move Fran")
    tablet.press("End the Human Player-Turn")
    through_the_zombies(tablet, ZOMBIES)
    tablet.press(ALL_OF_IT)
    phase(tablet, "Hidden Zombie Table")


def test_the_zombie_side_tried_out_by_one_person(open_page: OpenPage) -> None:
    """Two players' table: the tablet plays the characters; the zombie player's phone shows no proposal."""
    tablet = start(open_page(TABLET), "two")
    phone = Device(open_page(PHONE, joining_path(tablet.page, "Zombie player")))
    phone.page.locator("#place-hidden").wait_for()
    for square in HIDDEN:
        phone.page.locator(f'label:has(input[name="squares"][value="{square}"])').click()
    phone.press("Hide the zombies here")
    tablet.catches_up_with(phone)
    proposes(tablet, "set up")
    expect(phone.page.locator("#practice")).to_have_count(0)
    do_this(tablet)
    proposes(tablet, "move")
    phone.catches_up_with(tablet)
    expect(phone.page.locator("#practice")).to_have_count(0)
    tablet.press(ALL_OF_IT)
    phase(tablet, "Berserk")
    phone.catches_up_with(tablet)
    phase(phone, "Berserk")
    phone.press("On to the")
    tablet.catches_up_with(phone)
    expect(tablet.page.locator("#practice")).to_have_count(0)
    assert not cut_off(phone.page)
