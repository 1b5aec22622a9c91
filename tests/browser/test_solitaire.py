"""One person at the tablet, and four with a phone each: the referee plays the zombies (15.0)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser import at_table
from tests.browser.at_table import Device, joining_path
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.playing import logged, phase
from tools.api_table import ApiTable

PLACES = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
WHOLE = "Play the whole zombie"
NOBODY_COMES = (5, 6)
"""Dice of the Hidden Zombie Table by which no unit appears (15.8)."""
_MAX_STOPS = 60


def start(page: Page, game: str) -> Device:
    """Start a table of one kind of play, and set up the characters on the tablet."""
    at_table.start(page, game=game)
    tablet = Device(page)
    for name, square in PLACES.items():
        page.locator(f'label:has(input[name="square-{name}"][value="{square}"])').click()
    tablet.press("Set up the characters")
    return tablet


def set_up(open_page: OpenPage, server: str, size: tuple[int, int]) -> Device:
    """Return a device at a table for one, where the characters are set up already."""
    table = ApiTable.at(server, "place_characters", mode="solitaire")
    table.do("table", {"do": "place_characters", "squares": PLACES})
    return Device(open_page(size, table.join("table")))


def turn_shown(device: Device) -> int:
    """Return the Game-Turn that a device shows."""
    return int(device.page.locator("#bar .turn b").inner_text())


def human_turn(device: Device) -> None:
    """Move somebody one square, if anybody can be moved, and end the Human Player-Turn."""
    move = device.key("Move ")
    if move.count():
        device.changes(move)
    step_and_end(device)


def steps(device: Device) -> Locator:
    """Return the keys of the squares that the move may go on to."""
    return device.moment.locator("legend", has_text="Go to").locator("..").locator("button")


def step_and_end(device: Device) -> None:
    """Go one square on, where that is possible, and end the Human Player-Turn."""
    if steps(device).count():
        device.changes(steps(device).first)
    device.press("End the Human Player-Turn")


def choose(device: Device) -> bool:
    """Name the first victims where the zombies wait for that; False where they do not."""
    victims = device.moment.locator("legend", has_text="Who is attacked?").locator("..").locator("button")
    if not victims.count():
        return False
    device.changes(victims.first)
    return True


def zombie_turn(device: Device, key: str, others: Sequence[Device] = ()) -> None:
    """Let the referee play the zombies by one of its keys, until the next Game-Turn.

    Whoever is attacked answers on a phone of his own, one of the `others` (8.1, R-8.1a).

    Attacks are taken one by one with a ten, which has no effect at any strength (8.8), so that the game goes
    on.
    """
    turn = turn_shown(device)
    for _ in range(_MAX_STOPS):
        if turn_shown(device) > turn:
            return
        if choose(device):
            continue
        if device.key("No shot").count():
            device.press("No shot")
            continue
        if any(held_fire(other, device) for other in others):
            continue
        if "Attack" in device.page.locator("#bar .phase").inner_text():
            device.do("Go ahead", 5, 5)
        elif key == "Go ahead":
            device.do(key, 5, 5)
        else:
            device.press(key)
    raise AssertionError(f"Game-Turn {turn} does not end.")


def held_fire(other: Device, device: Device) -> bool:
    """Let another player's attack come without a shot, if that player is asked; returns whether so."""
    other.catches_up_with(device)
    if not other.key("No shot").count():
        return False
    other.press("No shot")
    device.catches_up_with(other)
    return True


@pytest.mark.parametrize("more", [0, *soak.rest(soak.GAMES, [4])])
def test_15_0_game_turns_alone_at_the_tablet(open_page: OpenPage, more: int) -> None:
    """Step by step, phase by phase and a whole Player-Turn at a time; a step is taken back at one tap."""
    tablet = start(open_page(TABLET), "alone")
    tablet.type_dice()
    phase(tablet, "Human Player-Turn")
    human_turn(tablet)
    phase(tablet, "Hidden Zombie Table")
    proposal = tablet.page.locator("#proposal")
    expect(proposal).to_contain_text("Roll two dice, one after the other")
    expect(proposal.locator("a.case")).to_have_text("15.2")
    expect(proposal).to_contain_text("For more than one step the referee rolls")
    tablet.do("Go ahead", *NOBODY_COMES)
    logged(tablet, "15.2")
    tablet.changes(tablet.page.locator("#agreement button", has_text="Take back"))
    tablet.says("Taken back")
    tablet.look("Go ahead")
    expect(tablet.moment).to_contain_text("were rolled before and taken back, so they stand.")
    tablet.changes(tablet.page.locator("#complete button.main"))
    logged(tablet, "no hidden zombie appears")
    zombie_turn(tablet, "Go ahead")
    for key in ("Do all of this phase", *[WHOLE] * (more - 1))[:more]:
        human_turn(tablet)
        zombie_turn(tablet, key)
        expect(tablet.page.locator("#checklist details")).to_have_attribute("open", "")
    expect(tablet.page.locator("#bar .turn b")).to_have_text(str(2 + more))
    phase(tablet, "Human Player-Turn")


@soak.HANDS
def test_15_4_the_player_may_choose_otherwise(open_page: OpenPage, server: str) -> None:
    """What the referee proposes is the first offer; the lawful actions themselves stay within reach."""
    tablet = set_up(open_page, server, TABLET)
    tablet.type_dice()
    human_turn(tablet)
    tablet.do("Go ahead", *NOBODY_COMES)
    tablet.press("Go ahead")
    phase(tablet, "Berserk")
    tablet.page.locator("#otherwise > summary").click()
    tablet.page.locator("#otherwise details summary").click()
    square = tablet.page.locator("#otherwise .squares a").first
    number = square.inner_text()
    square.click()
    tablet.do(f"Check the unit in {number}", 5)
    logged(tablet, "15.4")


@soak.GAMES
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_page_stays_where_it_is_however_long_the_panel_grows(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """What does not fit scrolls inside the panel. The bar and the map never leave the screen."""
    device = set_up(open_page, server, size)
    human_turn(device)
    device.press(WHOLE)
    device.page.locator("#log li").last.scroll_into_view_if_needed()
    expect(device.page.locator("#log li").last).to_be_in_viewport()
    expect(device.page.locator("#bar")).to_be_in_viewport(ratio=1)
    assert device.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@soak.GAMES
def test_four_together_with_a_phone_each_for_two_game_turns(open_page: OpenPage) -> None:
    """Each moves whom he plays and nobody else; whoever is at hand lets the referee go on.

    In the second Game-Turn somebody is attacked who does not hold the device at hand (8.1).
    """
    tablet = start(open_page(TABLET), "four")
    names = {"peter": "Peter", "roger": "Roger", "steve": "Steve", "fran": "Fran"}
    phones = {n: Device(open_page(PHONE, joining_path(tablet.page, shown))) for n, shown in names.items()}
    for name, phone in phones.items():
        expect(phone.key(f"Move {names[name]}")).to_be_visible()
    expect(phones["fran"].key("Move Peter")).to_have_count(0)
    for phone in phones.values():
        phone.catches_up_with(tablet)
        phone.type_dice()
    for name, key in (("peter", WHOLE), ("steve", "Do all of this phase")):
        phone = phones[name]
        phone.catches_up_with(tablet)
        phone.press(f"Move {names[name]}")
        phones["fran"].catches_up_with(phone)
        expect(steps(phone).first).to_be_visible()
        expect(steps(phones["fran"])).to_have_count(0)
        step_and_end(phone)
        zombie_turn(phone, key, [p for p in phones.values() if p is not phone])
        tablet.catches_up_with(phone)
    for device in (tablet, *phones.values()):
        expect(device.page.locator("#bar .turn b")).to_have_text("3")
