"""A spectator's screen has no key that does nothing for who only watches."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import box_of, turned
from tools.api_table import ApiTable


def watching(open_page: OpenPage, tablet: Page, size: tuple[int, int]) -> Page:
    """Return the page of somebody who looks on at the table of a tablet."""
    link = tablet.locator("#others img[alt*='watch']").locator("..").get_attribute("href") or ""
    page = open_page(size, "/join/" + link.rsplit("/", 1)[1])
    if page.get_by_role("button", name="Join").count():
        page.get_by_role("button", name="Join").click()
    return page


def test_a_spectator_has_only_keys_that_work(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    tablet = open_page(TABLET, table.join("table").removeprefix(server))
    page = watching(open_page, tablet, PHONE)
    expect(page.locator("#agreement")).to_have_text("You are watching.")
    expect(page.locator("#first-help")).to_have_count(0)
    expect(page.locator("#agreement :is(button, a.button)")).to_have_count(0)
    expect(page.locator("#bar .tools > *")).to_have_count(4)
    for size in turned(page, TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        wide = box_of(page.locator("#ways [data-opens]"))[2]
        assert wide > 0.8 * box_of(page.locator("#ways"))[2], size
    page.locator("#ways [data-opens]").click()
    expect(page.locator("#device [data-wish]:visible")).to_have_count(1)
    expect(page.locator("#device")).not_to_contain_text("turn")
    for size in turned(page, TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE):
        assert small_targets(page) == [], size


def test_the_link_to_watch_is_copied_whole(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    tablet = open_page(TABLET, table.join("table").removeprefix(server))
    tablet.locator("#others summary", has_text="Let somebody watch").click()
    tablet.locator("[data-copies]").click()
    expect(tablet.locator("#others [role=status]")).to_have_text("Copied.")
    tablet.context.grant_permissions(["clipboard-read"])
    link = tablet.evaluate("navigator.clipboard.readText()")
    assert link == tablet.get_by_role("link", name="QR code: watch").evaluate("link => link.href")
    assert small_targets(tablet) == []


AT_END = """async (side) => {
  const line = side.querySelector("#others summary"), tops = [];
  side.scrollTop = side.scrollHeight;
  for (let frame = 0; frame < 4; frame += 1) {
    tops.push(Math.round(line.getBoundingClientRect().top));
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  return tops;
}"""


def test_nothing_moves_at_the_end_of_the_panels(open_page: OpenPage, server: str) -> None:
    """The row that leads to keys further down goes there, and a finger still meets what it was put on."""
    table = ApiTable.at(server, "moving")
    tablet = open_page(TABLET, table.join("table").removeprefix(server))
    expect(tablet.locator("#below")).to_be_visible()
    tops = tablet.locator(".side").evaluate(AT_END)
    expect(tablet.locator("#below")).to_be_hidden()
    assert len(set(tops)) == 1, tops
    tablet.locator(".side").evaluate("side => { side.scrollTop = 0; }")
    expect(tablet.locator("#below")).to_be_visible()
    assert not tablet.locator(".side").evaluate("side => side.style.paddingBottom")


@soak.HANDS
def test_a_roll_is_no_order_to_a_spectator(open_page: OpenPage, server: str) -> None:
    """Who looks on reads what is waited for; the tablet beside is told to roll."""
    table = ApiTable.at(server, "free_movement", mode="solitaire")
    tablet = open_page(TABLET, table.join("table").removeprefix(server))
    page = watching(open_page, tablet, PHONE)
    expect(tablet.locator("#proposal .says")).to_have_text("Roll one die for the free moves.")
    expect(page.locator("#proposal .says")).to_have_text("Waiting for the die for the free moves.")
