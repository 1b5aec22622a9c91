"""The screens by keyboard and by ear: the list of squares, the focus, what is read out (WCAG 2.2 AA)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_keyboard import Keyboard
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable


def at_table(
    open_page: OpenPage, table: ApiTable, seat: str = "table", size: tuple[int, int] = TABLET
) -> Page:
    """Return a page at a seat of a table."""
    page = open_page(size, path=table.join(seat))
    expect(page.locator("#moment")).to_be_visible()
    return page


# ---- The list of squares
# ------------------------------------------------------------------------------------------


@soak.HANDS
def test_the_list_shows_what_the_map_shows(open_page: OpenPage, server: str) -> None:
    """First the squares with something in them, each as the map has it; then all of them."""
    page = at_table(open_page, ApiTable.at(server, "human"))
    page.get_by_role("link", name="List of squares").click()
    places = page.locator("#squares .places li")
    on_map = page.evaluate(
        "new Set([...document.querySelectorAll('#counters [data-on]')].map(e => e.dataset.on)).size"
    )
    rifles = page.locator("#counters .rifles").count()
    expect(places).to_have_count(on_map + rifles)
    for square in page.evaluate(
        "[...document.querySelectorAll('#counters [data-on]')].map(e => e.dataset.on)"
    ):
        titles = page.locator(f'#counters [data-on="{square}"] title').all_text_contents()
        expect(page.locator(f"#at-{square} .title")).to_contain_text("; ".join(titles))
    page.get_by_role("link", name="All squares of the map").click()
    expect(places).to_have_count(page.locator("polygon.square[data-square]").count())


@soak.HANDS
def test_a_square_of_the_list_asks_what_a_tap_asks(open_page: OpenPage, server: str) -> None:
    """By keyboard: jump to a number, then Enter. The answer is that of a tap and leads back to the list."""
    table = ApiTable.at(server, "moving")
    page, tapped = at_table(open_page, table), at_table(open_page, table)
    keyboard = Keyboard(page)
    here = next(a["to"] for a in table.actions("human") if a["do"] == "step")
    keyboard.tab_to("List of squares")
    page.keyboard.press("Enter")
    expect(page.locator("#squares")).to_be_visible()
    keyboard.goes_on()
    keyboard.tab_to("Jump to square")
    page.keyboard.type(str(int(here)))
    page.keyboard.press("Enter")
    expect(page.locator(f"#at-{here}")).to_be_focused()
    expect(page.locator(f"#at-{here}")).to_be_in_viewport()
    expect(page.locator(f"#near-{here}")).to_contain_text(f"Go to {here}")
    page.keyboard.press("Enter")
    expect(page.locator("#moment")).to_have_attribute("data-square", here)
    keyboard.goes_on()
    tapped.locator(f'polygon.square[data-square="{here}"]').dispatch_event("click")
    expect(tapped.locator("#moment")).to_have_attribute("data-square", here)
    assert page.locator("#moment").inner_html() == tapped.locator("#moment").inner_html()
    keyboard.tab_to("Square list: show this square in it")
    page.keyboard.press("Enter")
    expect(page.locator(f"#at-{here}")).to_be_focused()
    keyboard.tab_to("Jump to square")
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("There is no square 999")


@soak.LOOKS
def test_the_list_follows_the_game(open_page: OpenPage, server: str) -> None:
    """While it lies open, news from the table changes it, and the keyboard stays on the square it was on."""
    table = ApiTable.at(server, "moving")
    page = at_table(open_page, table)
    page.get_by_role("link", name="List of squares").click()
    page.get_by_role("link", name="All squares of the map").click()
    step = next(a for a in table.actions("human") if a["do"] == "step")
    mover = table.view()["move"]["characters"][0].capitalize()
    page.locator("#at-160").focus()
    table.do("human", step)
    expect(page.locator(f"#at-{step['to']}")).to_contain_text(mover)
    expect(page.locator("#at-160")).to_be_focused()


def test_the_list_is_a_page_too(open_page: OpenPage, server: str) -> None:
    """Its address opens by itself, on a phone as well, and needs no script."""
    page = at_table(open_page, ApiTable.at(server, "human"), "human", PHONE)
    page.goto(f"{page.url}/squares?all=1")
    expect(page.locator("#squares .places li").first).to_be_visible()
    expect(page.locator("#at-001")).to_have_accessible_description("Open to 002.")
