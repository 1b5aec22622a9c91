"""A key covers a player's secrets, and so does a phone that sleeps, shows another app or lies face down."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.conftest import PHONE, OpenPage
from tools.api_table import ApiTable

AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.hidden;
}"""
TURNED = 'beta => dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta, gamma: 3 }))'
SEEN = """() => [...document.body.querySelectorAll("*")].filter((part) => !part.closest("#cover")
  && part.checkVisibility({ visibilityProperty: true }) && part.textContent.trim()).map((part) => part.id)"""
"""What of the page can still be seen beside the cover."""


def private_seat(server: str, game: str) -> tuple[str, str]:
    """Return where a private seat of a game joins, and what it alone sees."""
    if game == "dawn":
        return ApiTable.at(server, "reaction").join("zombie"), "#secret"
    duel = ApiTable.new(server, {"system": "battlecon"})
    for seat, fighter in (("a", "cadenza"), ("b", "kallistar")):
        duel.do(seat, {"do": "choose_fighter", "fighter": fighter})
    return duel.join("a"), ".pick"


@pytest.fixture(params=["dawn", *soak.rest(soak.SEVERAL, ["battlecon"])])
def phone(request: pytest.FixtureRequest, open_page: OpenPage, server: str) -> tuple[Page, str]:
    """Give the phone of a private seat, and what it alone sees."""
    path, secret = private_seat(server, request.param)
    page = open_page(PHONE, path)
    expect(page.locator(secret).first).to_be_visible()
    expect(page.locator("#cover")).to_be_hidden()
    return page, secret


def covered(page: Page) -> None:
    expect(page.locator("#cover")).to_be_visible()
    assert page.evaluate(SEEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_key_covers_and_a_tap_shows_again(phone: tuple[Page, str]) -> None:
    """Also after a reload: the page is drawn covered."""
    page, secret = phone
    key = page.get_by_role("button", name="Cover my secrets")
    size = key.bounding_box()
    assert size
    assert min(size["width"], size["height"]) >= 44
    key.click()
    covered(page)
    expect(page.locator("#cover")).to_be_focused()
    page.reload()
    covered(page)
    expect(page.locator("#cover")).to_contain_text("It is your turn.")
    page.locator("#cover").click()
    expect(page.locator(secret).first).to_be_visible()
    for _ in range(2):  # Whoever goes to another page, or to this one again, is not away.
        page.reload()
        expect(page.locator(secret).first).to_be_visible()


def test_a_phone_that_sleeps_or_lies_face_down_covers_what_is_open(phone: tuple[Page, str]) -> None:
    page, _ = phone
    page.get_by_role("button", name="This device").click()
    expect(page.locator("#device")).to_be_visible()
    page.evaluate(AWAY)
    covered(page)
    page.locator("#cover").click()
    expect(page.locator("#device")).to_be_hidden()
    for beta, hides in ((40, False), (178, True)):
        page.evaluate(TURNED, beta)
        expect(page.locator("#cover")).to_be_visible(visible=hides)


def test_news_leaves_it_covered(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "human")
    page = open_page(PHONE, table.join("zombie"))
    page.get_by_role("button", name="Cover my secrets").click()
    expect(page.locator("#cover [data-turn]")).to_be_hidden()
    table.do("human", {"do": "end_turn"})
    expect(page.locator("#cover [data-turn]")).to_be_visible()
    covered(page)


def test_who_wants_to_keeps_it_open(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, ApiTable.at(server, "reaction").join("zombie"))
    page.get_by_role("button", name="This device").click()
    page.locator("[data-wish=cover]").uncheck()
    page.get_by_role("button", name="Close").click()
    page.evaluate(AWAY)
    expect(page.locator("#cover")).to_be_hidden()
