"""Setting up the characters (3.2): too many in a square, picking up again, and what is said."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import Hand, at_sizes, middle_of, square, still
from tools.api_table import ApiTable


def placing(open_page: OpenPage, server: str, size: tuple[int, int]) -> Device:
    """Return a device that is to set up the characters."""
    device = Device(open_page(size, ApiTable.at(server, "place_characters").join("table")))
    expect(device.page.locator("#place-characters")).to_be_visible()
    still(device.page)
    return device


def stand(page: Page) -> dict[str, str]:
    """Return who is to stand where."""
    pairs: list[list[str]] = page.locator("#place-characters input:checked").evaluate_all(
        "keys => keys.map((key) => [key.name.slice(7), key.value])"
    )
    return dict(pairs)


def touch(device: Device, *numbers: str) -> None:
    """Tap squares one after the other, as fast as a hand could."""
    hand, spots = Hand(device.page), [middle_of(square(device.page, number)) for number in numbers]
    for spot in spots:
        hand.tap(spot)


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_3_2_two_quick_taps_place_two_characters_in_one_square_or_two(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Neither is taken for a double tap, which looks closer."""
    device = placing(open_page, server, size)
    touch(device, "009", "009", "010", "028")
    expect(device.page.locator("#placed .counter-piece")).to_have_count(4)
    assert stand(device.page) == {"peter": "009", "roger": "009", "steve": "010", "fran": "028"}


@soak.HANDS
@at_sizes(TABLET, PHONE)
def test_3_2_a_third_tap_on_a_square_is_refused_and_the_next_one_picks_up(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    device = placing(open_page, server, size)
    touch(device, "009", "009", "009")
    device.says("Peter and Roger are in 009, and two is the limit.")
    expect(device.page.locator("#ruling .case")).to_have_text("3.2")
    assert stand(device.page) == {"peter": "009", "roger": "009"}
    touch(device, "009")
    device.says("Roger is off the map now.")
    touch(device, "010")
    device.says("Roger stands in 010 now, no longer in 009.")
    assert stand(device.page) == {"peter": "009", "roger": "010"}


@at_sizes(PHONE, soaked=(TABLET,))
def test_3_2_who_stands_is_picked_up_and_put_elsewhere(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Each of two in a square can be reached: who was put back there stays, and the other one is next."""
    device = placing(open_page, server, size)
    touch(device, "009", "009", "010", "010")
    expect(device.page.locator("#placed .counter-piece")).to_have_count(4)
    touch(device, "028")
    device.says("To move one, tap that character first.")
    touch(device, "009")
    device.says("Roger is off the map now.")
    expect(device.page.locator("#placed .counter-piece")).to_have_count(3)
    expect(device.key("Set up the characters")).to_contain_text("Still to place: Roger")
    touch(device, "009", "009", "029")
    device.says("Peter stands in 029 now, no longer in 009.")
    assert stand(device.page) == {"peter": "029", "roger": "009", "steve": "010", "fran": "010"}


@soak.HANDS
def test_3_2_the_list_says_too_many_at_once_and_what_has_moved(open_page: OpenPage, server: str) -> None:
    """Players may still agree on three in a square: the choice stays, and the referee answers the key."""
    device = placing(open_page, server, PHONE)
    for name in ("peter", "roger", "steve"):
        device.page.locator(f'label:has(input[name="square-{name}"][value="009"])').click()
    device.says("Three characters in 009 are too many; two is the limit.")
    expect(device.page.locator("#ruling .reason")).to_be_in_viewport()
    device.page.locator('label:has(input[name="square-fran"][value="010"])').click()
    expect(device.key("Set up the characters")).to_contain_text("Too many in 009")
    device.page.locator('label:has(input[name="square-steve"][value="010"])').click()
    device.says("Steve stands in 010 now, no longer in 009.")
    device.page.locator('label:has(input[name="square-steve"][value="010"])').click()
    device.says("Steve is off the map now.")
    assert stand(device.page) == {"peter": "009", "roger": "009", "fran": "010"}


@soak.HANDS
def test_3_2_the_space_bar_takes_a_character_off(open_page: OpenPage, server: str) -> None:
    device = placing(open_page, server, TABLET)
    key = device.page.locator('input[name="square-fran"][value="010"]')
    key.focus()
    key.press("Space")
    expect(key).to_be_checked()
    key.press("Space")
    expect(key).not_to_be_checked()
    device.says("Fran is off the map now.")
