"""Keys that would be refused: they look shut, say what is missing, and still answer a tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

_SHINES = """(key) => {
  const probe = key.ownerDocument.querySelector("#probe");
  return getComputedStyle(key).backgroundColor === getComputedStyle(probe).color;
}"""

_FREE_FIELD = """() => {
  const spots = [...document.querySelectorAll("#moment .key")].map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [x + width / 2, y + height / 2, key];
  });
  const free = spots.find(([x, y, key]) => key.contains(document.elementFromPoint(x, y)));
  return free.slice(0, 2);
}"""


def shines(page: Page, device: Device, words: str) -> bool:
    """Whether a key has the colour of what comes next."""
    page.evaluate(
        """() => {
          const probe = document.querySelector("#probe")
            ?? document.body.appendChild(document.createElement("i"));
          probe.id = "probe";
          probe.style.color = "var(--accent)";
        }"""
    )
    return bool(device.key(words).evaluate(_SHINES))


def choose(device: Device, square: str) -> None:
    device.page.locator(f'polygon.square[data-square="{square}"]').dispatch_event("click")


def test_3_1_the_hiding_key_is_shut_until_five_squares_are_chosen(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, ApiTable.at(server, "place_hidden").join("zombie"))
    phone, words = Device(page), "Hide the zombies here"
    assert not shines(page, phone, words)
    expect(phone.key(words)).to_have_attribute("data-shut", "")
    expect(phone.key(words)).to_contain_text("Choose 5 more squares")
    phone.look(words)
    phone.says("Choose five squares, not 0.")
    for square in ("030", "069", "156", "180"):
        choose(phone, square)
    expect(phone.key(words)).to_contain_text("Choose 1 more square")
    choose(phone, "201")
    expect(phone.key(words)).not_to_have_attribute("data-shut", "")
    assert shines(page, phone, words)


@soak.LOOKS
def test_3_1_a_square_too_many_gets_an_answer_also_on_the_map_alone(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, ApiTable.at(server, "place_hidden").join("zombie"))
    phone = Device(page)
    for square in ("030", "069", "156", "180", "201", "019"):
        choose(phone, square)
    phone.says("All five squares are chosen. Tap one of them to free it.")
    expect(page.locator("#ruling .case")).to_have_text("3.1")
    page.locator("[data-alone]").click()
    choose(phone, "004")
    phone.says("004 is a hall square")
    expect(page.locator("#ruling .reason")).to_be_in_viewport()


@soak.LOOKS
@pytest.mark.parametrize(
    ("phase", "seat", "bad"), [("place_hidden", "zombie", "009"), ("place_characters", "human", "098")]
)
def test_3_0_a_refusal_covers_no_field_of_a_set_up_once_its_player_goes_on(
    open_page: OpenPage, server: str, phase: str, seat: str, bad: str
) -> None:
    """3.1, 3.2: it is read where the tap was made, and then it scrolls away with the rest."""
    page = open_page(PHONE, ApiTable.at(server, phase).join(seat))
    phone, side = Device(page), page.locator(".side")
    side.hover()
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => find('.side').scrollTop > 150")
    choose(phone, bad)
    expect(page.locator("#ruling .no .reason")).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 40)
    expect(page.locator("#ruling .no")).not_to_be_in_viewport()
    choose(phone, bad)
    expect(page.locator("#ruling .no .reason")).to_be_in_viewport(ratio=1)
    page.mouse.click(*page.evaluate(_FREE_FIELD))
    expect(page.locator("#ruling .no")).not_to_be_in_viewport()


@soak.LOOKS
def test_3_2_the_key_for_the_characters_names_who_has_no_square(open_page: OpenPage, server: str) -> None:
    page = open_page(TABLET, ApiTable.at(server, "place_characters").join("table"))
    tablet, words = Device(page), "Set up the characters"
    expect(tablet.key(words)).to_contain_text("Still to place: Peter, Roger, Steve, Fran")
    assert not shines(page, tablet, words)
    for _ in range(2):
        choose(tablet, "009")
    expect(tablet.key(words)).to_contain_text("Still to place: Steve, Fran")
    tablet.look(words)
    tablet.says("has no square yet.")
    for _ in range(2):
        choose(tablet, "010")
    expect(tablet.key(words)).not_to_have_attribute("data-shut", "")
    assert shines(page, tablet, words)
    tablet.press(words)


@soak.LOOKS
def test_dice_that_are_missing_are_named_on_the_key(open_page: OpenPage, server: str) -> None:
    page = open_page(TABLET, ApiTable.at(server, "free_movement").join("table"))
    tablet = Device(page)
    tablet.type_dice()
    tablet.look("Roll for free moves")
    key = page.locator("#complete button.main")
    expect(key).to_contain_text("First tap: The die")
    key.click()
    tablet.says("First tap: The die.")
    page.locator('#complete label:has(input[value="4"])').click()
    expect(page.locator("#complete")).to_have_count(0)
