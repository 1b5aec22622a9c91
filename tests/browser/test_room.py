"""Room on the screen: an upright tablet, and the narrowest screen that there is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of
from tools.api_table import ApiTable
from tools.tour import EMPTY

NARROWEST = (320, 640)
_PHASES = {"two-player": ("human", "reaction", "free_movement"), "solitaire": ("human", "berserk")}


@soak.LOOKS
def test_the_map_stands_where_it_stood_in_every_phase(open_page: OpenPage, server: str) -> None:
    """4.0: on an upright tablet even a long phase name takes no second row."""
    page = open_page(TABLET_UPRIGHT, EMPTY)
    for mode, phases in _PHASES.items():
        tops = set()
        for phase in phases:
            page.goto(ApiTable.at(server, phase, mode=mode).join("table"))
            expect(page.locator("#bar [aria-current=step]")).to_be_visible()
            tops.add(box_of(page.locator("#board"))[1])
        assert len(tops) == 1, mode


@soak.LOOKS
def test_a_call_stands_free_of_the_key_to_take_back_on_the_narrowest_screen(
    open_page: OpenPage, server: str
) -> None:
    """1.4.10: what calls the player and the key that leads back to his turn are seen whole at 320 pixels."""
    device = Device(open_page(NARROWEST, ApiTable.at(server, "reaction").join("zombie")))
    device.page.locator("#squares-key").click()
    called = device.moment.locator(".called")
    expect(called).to_be_visible()
    device.page.evaluate("scrollTo(0, 0)")
    foot, above = called.bounding_box(), device.page.locator(".undo").bounding_box()
    assert foot
    assert above
    assert foot["y"] + foot["height"] <= above["y"] + 0.5


def test_the_key_back_to_the_game_points_back_alone(open_page: OpenPage, server: str) -> None:
    """It has the face of a key that leads on, where it calls the player to his turn."""
    device = Device(open_page(PHONE, ApiTable.at(server, "reaction").join("zombie")))
    device.page.locator("#squares-key").click()
    key = device.moment.locator(".called").get_by_role("link")
    expect(key).to_have_text("‹ Back to the game")
    assert key.evaluate("key => getComputedStyle(key, '::after').content") == "none"


@soak.LOOKS
def test_the_verdict_on_a_line_is_read_without_scrolling_on_a_phone(open_page: OpenPage, server: str) -> None:
    """6.4: what was done last makes room for it, and comes back with what may be done."""
    device = Device(open_page(PHONE, ApiTable.at(server, "moving").join("human")))
    expect(device.page.locator("#ruling .word")).to_have_text("Done")
    device.page.get_by_role("link", name="Sight").click()
    device.page.get_by_label("From").fill("024")
    device.page.get_by_label("To", exact=True).fill("062")
    device.page.get_by_role("button", name="Show the line").click()
    expect(device.page.locator("#verdict .word")).to_be_in_viewport(ratio=1)
    expect(device.page.locator("#ruling .word")).to_have_count(0)
    device.page.get_by_role("link", name="Back to the game").click()
    expect(device.page.locator("#ruling .word")).to_have_text("Done")
