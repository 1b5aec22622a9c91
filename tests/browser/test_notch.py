"""A phone with a notch, on its side: nothing that is read or tapped lies beneath it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests import soak
from tests.browser.conftest import OpenPage
from tools.api_table import ApiTable

LANDSCAPE = (844, 390)
NOTCH = {"left": 47, "right": 47, "bottom": 21}
"""What an iPhone keeps free at its edges, in CSS pixels."""
_BENEATH = """({left, right}) => {
  const apart = (e) => e.closest("svg, .unseen, .skip, .scroll, dialog:not([open])");
  return [...document.querySelectorAll("a[href], button, h1, h2, p, label, input")].filter((e) => {
    if (apart(e) || !e.checkVisibility({visibilityProperty: true})) return false;
    const box = e.getBoundingClientRect();
    return box.width > 1 && (box.left < left || box.right > innerWidth - right);
  }).map((e) => e.outerHTML.slice(0, 100));
}"""


def notched(page: Page) -> None:
    """Give the screen a notch and a bar of its own, also on the pages that it goes on to."""
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": NOTCH})


def test_plain_pages_keep_clear_of_the_notch(open_page: OpenPage) -> None:
    page = open_page(LANDSCAPE, alone=True)
    notched(page)
    beneath = {"/": page.evaluate(_BENEATH, NOTCH)}
    for path in ("/sight?from=024&to=062", "/rules/dawn-of-the-dead/6.4", "/help"):
        page.goto(path)
        beneath[path] = page.evaluate(_BENEATH, NOTCH)
    assert {path: parts for path, parts in beneath.items() if parts} == {}


@soak.LOOKS
def test_a_table_keeps_clear_of_the_notch_and_of_the_bar_below(open_page: OpenPage, server: str) -> None:
    page = open_page(LANDSCAPE, ApiTable.at(server, "moving").join("human"), alone=True)
    notched(page)
    assert page.evaluate(_BENEATH, NOTCH) == []
    key = page.locator(".undo button").first.bounding_box()
    assert key
    assert key["y"] + key["height"] <= LANDSCAPE[1] - NOTCH["bottom"]
