"""The first thing that is painted has the colours of the screen: the system's, or those that were chosen."""

from __future__ import annotations

from time import sleep

import pytest
from playwright.sync_api import Browser, Route, expect

from tests import soak

GROUNDS = {"dark": "rgb(20, 23, 27)", "light": "rgb(239, 234, 221)"}
WATCH = """() => {
  window.grounds = [];
  const look = () => {
    if (document.body) window.grounds.push(getComputedStyle(document.body).backgroundColor);
    requestAnimationFrame(look);
  };
  look();
}"""
SLOW_S = 0.5
CHOICES = (("dark", ""), ("light", ""), ("dark", "light"), ("light", "dark"))
"""What the system wants, and what a person chose."""
ASKED = (("/", "dark", "light"), ("/", "light", "dark"), ("/sight", "dark", "light"))


@pytest.mark.parametrize(
    ("path", "system", "chosen"),
    [
        *ASKED,
        *soak.rest(soak.SIZES, [(p, *c) for p in ("/", "/sight") for c in CHOICES if (p, *c) not in ASKED]),
    ],
)
def test_no_frame_has_the_colours_of_the_other_theme(
    browser: Browser, server: str, path: str, system: str, chosen: str
) -> None:
    """Even where the style sheet of the light screen comes late."""
    context = browser.new_context(
        color_scheme="dark" if system == "dark" else "light", service_workers="block"
    )
    if chosen:
        context.add_cookies([{"name": "theme", "value": chosen, "url": server}])
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")

    def late(route: Route) -> None:
        sleep(SLOW_S)
        route.continue_()

    page.route("**/light.css", late)
    page.goto(server + path, wait_until="load")
    expect(page.locator("h1, #map").first).to_be_visible()
    page.wait_for_function("window.grounds.length > 2")
    # The first look of all is before the first frame, when no style is there yet.
    painted = set(page.evaluate("window.grounds")) - {"rgba(0, 0, 0, 0)"}
    context.close()
    assert painted == {GROUNDS[chosen or system]}
