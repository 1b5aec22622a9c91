"""Words beside keys: what a second tap does, what is taken back, and marks that touch no key."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, OpenPage
from tools.api_table import ApiTable

TAP = 44
BREAKS = """(label) => {
  const part = document.createRange();
  const texts = [...label.childNodes].map((node) => node.firstChild ?? node);
  return texts.flatMap((text) => [...text.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    part.setStart(text, index);
    part.setEnd(text, index + word.length);
    return part.getClientRects().length > 1;
  })).map(([word]) => word);
}"""
"""The words of a key that stand in two lines."""


def moving(server: str) -> ApiTable:
    """Return a game in which most of the characters that can have begun to move together."""
    table = ApiTable.at(server, "human")
    starts = [a for a in table.actions("human") if a["do"] == "start_move"]
    table.do("human", max(starts, key=lambda action: len(action["characters"])))
    return table


def test_6_0_the_second_tap_is_told_at_the_key_that_it_presses(open_page: OpenPage, server: str) -> None:
    """The amber key shoots, and so does a second tap; whoever wants to walk there taps the key below it."""
    table = moving(server)
    device = Device(open_page(PHONE, table.join("human")))
    at = next(a["at"] for a in table.actions("human") if a["do"] == "shoot")
    device.tap(at)
    expect(device.moment.get_by_text("Tap the square again to shoot.")).to_have_count(1)
    expect(device.moment.locator("[data-again]")).to_have_count(1)
    expect(device.moment.locator("button.main")).to_have_attribute("data-again", "do")
    device.tap_again(at)
    expect(device.page.locator("#ruling")).to_contain_text("shoots at")


@soak.LOOKS
def test_what_is_taken_back_has_two_lines_on_a_phone_on_its_side(open_page: OpenPage, server: str) -> None:
    """Its key is no higher than the others, and says nothing outside of itself."""
    page = open_page(LANDSCAPE, moving(server).join("human"))
    key = page.locator("#agreement button", has_text="Take back: moving")
    label, box = key.locator(".label").bounding_box(), key.bounding_box()
    assert label
    assert box
    assert box["height"] <= TAP
    assert box["y"] <= label["y"]
    assert label["y"] + label["height"] <= box["y"] + box["height"]


@soak.LOOKS
def test_the_words_of_the_key_that_takes_back_setting_up_break_only_between_words(
    open_page: OpenPage, server: str
) -> None:
    page = open_page(PHONE, ApiTable.at(server, "human").join("human"))
    label = page.locator("#agreement button .label")
    expect(label).to_have_text("Take back: setting up")
    assert label.evaluate(BREAKS) == []


def test_8_0_how_many_are_attacked_is_asked_once(open_page: OpenPage, server: str) -> None:
    """Every key of the choice stands above the bar of the zombie player's phone."""
    table = ApiTable.at(server, "attack")
    while not [a for a in table.actions("zombie") if a["do"] == "declare_attack"]:
        opens = [a for a in table.actions("zombie") if a["do"] == "open_attack"]
        if opens:
            table.do("zombie", opens[0])
        else:
            table.go_on()
    device = Device(open_page(PHONE, table.join("zombie")))
    expect(device.moment.get_by_text("many")).to_have_count(1)
    for words in ("Attack 1 character", "Attack 2 characters"):
        expect(device.key(words)).to_be_in_viewport(ratio=1)
        device.key(words).click(trial=True)
