"""`make screens`: a picture of every screen into docs/screens/, at tablet and phone size, dark and light."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.api_table import ApiTable
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screens"
SIZES = {"1280x800": (1280, 800), "800x1280": (800, 1280), "390x844": (390, 844)}
THEMES = ("dark", "light")
QUALITY = 72
PAGES = {
    "home": "/",
    "rules": "/rules/dawn-of-the-dead",
    "rules-search": "/rules/dawn-of-the-dead?q=glass+door",
    "rules-case": "/rules/dawn-of-the-dead/6.4",
    "rules-chart": "/rules/dawn-of-the-dead/8.8",
    "rules-unknown": "/rules/dawn-of-the-dead/6.99",
    "sight-clear": "/sight?from=024&to=062",
    "sight-blocked": "/sight?from=098&to=079",
    "wrong-link": "/join/no-such-link",
}
MOMENTS = {
    "tablet-waiting": ("table", "place_hidden"),
    "tablet-setting-up": ("table", "place_characters"),
    "tablet-moving": ("table", "moving"),
    "tablet-reaction": ("table", "reaction"),
    "tablet-generation": ("table", "generation"),
    "human-moving": ("human", "moving"),
    "zombie-hidden-squares": ("zombie", "place_hidden"),
    "zombie-berserk": ("zombie", "berserk"),
    "zombie-reaction": ("zombie", "reaction"),
    "zombie-free-moves": ("zombie", "free_movement"),
}


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its name, and where a browser finds it. `first` is opened before it, to take a seat."""

    name: str
    url: str
    first: str | None = None


def screens(server: str) -> Iterator[Screen]:
    """Yield every screen, with a table of its own for each moment of a game."""
    for name, path in PAGES.items():
        yield Screen(name, server + path)
    for name, (seat, phase) in MOMENTS.items():
        table = ApiTable.at(server, phase)
        yield Screen(name, f"{server}/t/{table.code}", table.join(seat))
    table = ApiTable.at(server, "over")
    yield Screen("report", f"{server}/t/{table.code}/report", table.join("table"))
    yield Screen("report-replay", f"{server}/t/{table.code}/report/40", table.join("table"))
    yield Screen("tablet-over", f"{server}/t/{table.code}", table.join("table"))


def take(browser: Browser, screen: Screen) -> None:
    """Take the pictures of one screen."""
    for theme in THEMES:
        for label, (width, height) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height})
            context.add_cookies([{"name": "theme", "value": theme, "url": screen.url}])
            page = context.new_page()
            if screen.first:
                page.goto(screen.first)
            page.goto(screen.url)
            page.wait_for_load_state("load")
            target = FOLDER / f"{screen.name}-{label}-{theme}.jpg"
            page.screenshot(path=target, type="jpeg", quality=QUALITY, animations="disabled")
            context.close()


def main() -> None:
    """Take every picture anew, or say that there is no browser to take them with."""
    path = find_chromium()
    if path is None:
        sys.exit("There is no Chromium on this machine.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.jpg"):
        old.unlink()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for screen in screens(server):
            take(browser, screen)
            print(screen.name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
