"""`make screens`: a picture of every screen in build/screens/, outside git; `make pictures`: the README's.

The dice and the order of the units are the same each time. So a picture changes only where its screen
changes.
"""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tools import battlecon_screens, survey_screens
from tools.api_table import ApiTable, hold
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "screens"
SHOWN = ROOT / "docs" / "pictures"
"""The few pictures that the README and the pages in docs/ show. Git keeps these alone."""
SIZES: Mapping[str, ViewportSize] = {
    "1280x800": {"width": 1280, "height": 800},
    "800x1280": {"width": 800, "height": 1280},
    "390x844": {"width": 390, "height": 844},
    "844x390": {"width": 844, "height": 390},
}
THEMES = ("dark", "light")
QUALITY = {FOLDER: 15, SHOWN: 40}
PATIENCE_MS = 30_000
REPLAYED = 40
"""The action of the finished game in the picture of the replay."""
OLD_HAND = {"help": "read"}
"""What a device stores once its player has closed the first help."""
PAGES = {
    "home": "/",
    "help": "/help",
    "rules": "/rules/dawn-of-the-dead",
    "rules-search": "/rules/dawn-of-the-dead?q=glass+door",
    "rules-case": "/rules/dawn-of-the-dead/6.4",
    "rules-chart": "/rules/dawn-of-the-dead/8.8",
    "rules-unknown": "/rules/dawn-of-the-dead/6.99",
    "demo": "/demo/1/60",
    "sight": "/sight",
    "sight-clear": "/sight?from=024&to=062",
    "sight-blocked": "/sight?from=098&to=079",
    "sight-seen": "/sight?from=105",
    "error-wrong-link": "/join/no-such-link",
    "error-no-table": "/t/ZZZZZZ",
    "error-not-here": "/nothing/here",
    "error-not-that-way": "/theme",
}
MOMENTS = {
    "tablet-waiting": ("table", "place_hidden"),
    "tablet-setting-up": ("table", "place_characters"),
    "tablet-human": ("table", "human"),
    "tablet-moving": ("table", "moving"),
    "tablet-berserk": ("table", "berserk"),
    "tablet-reaction": ("table", "reaction"),
    "tablet-attack": ("table", "attack"),
    "tablet-generation": ("table", "generation"),
    "human-waiting": ("human", "place_hidden"),
    "human-moving": ("human", "moving"),
    "zombie-hidden-squares": ("zombie", "place_hidden"),
    "zombie-waiting": ("zombie", "moving"),
    "zombie-berserk": ("zombie", "berserk"),
    "zombie-reaction": ("zombie", "reaction"),
    "zombie-free-moves": ("zombie", "free_movement"),
    "zombie-attack": ("zombie", "attack"),
}


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its name and its address.

    `first` is opened before it, to take a seat; `kept` are the cookies of the device; `act` is what a person
    does then.
    """

    name: str
    url: str
    first: str | None = None
    kept: Mapping[str, str] = field(default_factory=lambda: OLD_HAND)
    act: Callable[[Page], None] | None = None


def screens(server: str) -> Iterator[Screen]:
    """Yield every screen, with its own table for each moment of a game."""
    for name, path in PAGES.items():
        yield Screen(name, server + path)
    for name, (seat, phase) in MOMENTS.items():
        yield _at(ApiTable.at(server, phase), name, seat)
    yield from _newcomers(server)
    yield from _over_the_game(server)
    yield from _alone(server)
    yield from _afterwards(server)
    yield from (_at(*moment) for moment in battlecon_screens.moments(server))
    yield from (Screen(name, f"{server}/library", act=act) for name, act in survey_screens.moments())


def _at(
    table: ApiTable, name: str, seat: str = "table", path: str = "",
    act: Callable[[Page], None] | None = None,
    **kept: str,
) -> Screen:  # fmt: skip
    """Return the screen of a seat at a table, or another page of it."""
    return Screen(name, f"{table.server}/t/{table.code}{path}", table.join(seat), {**OLD_HAND, **kept}, act)


def _newcomers(server: str) -> Iterator[Screen]:
    """Yield the first help on each kind of device, and the front page with a table to come back to."""
    table = ApiTable.at(server, "place_hidden")
    for name, seat in (("tablet-first-help", "table"), ("zombie-first-help", "zombie")):
        yield Screen(name, f"{server}/t/{table.code}", table.join(seat), {})
    yield Screen("home-tables", f"{server}/", table.join("table"))
    yield _at(table, "delete", path="/delete")
    yield Screen("guide", f"{server}/", act=_guided)


def _over_the_game(server: str) -> Iterator[Screen]:
    """Yield what opens over a game: sight, a case, help, odds, dice, a choice, a lost connection."""
    table = ApiTable.at(server, "moving")
    here = next(c["square"] for c in table.view()["characters"].values() if c["square"])
    yield _at(table, "tablet-sight", path=f"/sight?from={here}&to=047")
    yield _at(table, "tablet-sight-seen", path=f"/sight?from={here}")
    yield _at(table, "tablet-squares", path="/squares")
    yield _at(table, "tablet-square", path=f"/square/{here}")
    yield _at(table, "tablet-case", act=_opened("#bar a.case"))
    yield _at(table, "tablet-rules", act=_opened('.tools a[href^="/rules"]'))
    yield _at(table, "tablet-help", act=_opened('.tools a[href="/help"]'))
    yield _at(table, "tablet-clock", act=_clock)
    yield _at(table, "tablet-cut-off", act=_cut_off)
    table = ApiTable.at(server, "reaction")
    must = [s for item in table.view()["agenda"] if item["kind"] == "must" for s in item["squares"]]
    yield _at(table, "zombie-choice", "zombie", f"/square/{must[0]}")
    yield _at(table, "zombie-called", "zombie", "/squares")
    yield _at(table, "zombie-another-tablet", "zombie", act=_another_tablet)
    table = ApiTable.at(server, "free_movement")
    yield _at(table, "zombie-dice", "zombie", act=_asked_for_dice, dice="typed")
    yield _at(ApiTable.at(server, "attack"), "tablet-odds", odds="shown")
    table = ApiTable.at(server, "attack")
    table.do("zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))
    yield _at(table, "human-attacked", "human")


def _alone(server: str) -> Iterator[Screen]:
    """Yield a game for one player: what the referee proposes, the chances, what the zombies did."""
    table = ApiTable.at(server, "human", mode="solitaire")
    yield _at(table, "solitaire-human")
    yield _at(table, "solitaire-chances", chances="shown")
    table.do("table", {"do": "end_turn"})
    yield _at(table, "solitaire-proposal")
    yield _at(table, "solitaire-checklist", act=_zombies_have_played)
    yield _at(ApiTable.at(server, "human", mode="solitaire", practice=True), "solitaire-practice")
    yield _at(ApiTable.at(server, "moving", mode="cooperative"), "cooperative-moving")


def _afterwards(server: str) -> Iterator[Screen]:
    """Yield the end of a game, its report, and the page in place of the report before the end."""
    table = ApiTable.at(server, "over")
    yield _at(table, "tablet-over")
    yield _at(table, "zombie-over", "zombie")
    yield _at(table, "report", path="/report")
    yield _at(table, "report-replay", path=f"/report/{REPLAYED}")
    yield _at(table, "rematch", path="/rematch")
    yield Screen("statistics", f"{server}/statistics", table.join("table"))
    yield _at(ApiTable.at(server, "moving"), "report-early", path="/report")


def _opened(key: str) -> Callable[[Page], None]:
    """Return the step that opens a sheet over the game."""

    def act(page: Page) -> None:
        page.locator(key).first.click()
        expect(page.locator("#sheet")).to_be_visible()

    return act


def _cut_off(page: Page) -> None:
    page.context.set_offline(True)
    page.locator(".square").first.dispatch_event("click")
    expect(page.locator("#cutoff")).to_be_visible()


def _clock(page: Page) -> None:
    clock = page.locator("#clock")
    clock.locator("summary").click()
    clock.scroll_into_view_if_needed()


def _guided(page: Page) -> None:
    page.get_by_role("button", name="Guided first turn").click()
    expect(page.locator("#guide")).to_be_visible()


def _another_tablet(page: Page) -> None:
    fold = page.locator("#seats details")
    fold.locator("summary").click()
    fold.scroll_into_view_if_needed()
    expect(fold.locator("img")).to_have_js_property("complete", True)


def _asked_for_dice(page: Page) -> None:
    page.get_by_role("button", name="Roll for free moves", exact=True).click()
    expect(page.locator("#complete")).to_be_visible()


def _zombies_have_played(page: Page) -> None:
    """Let the referee play the zombies, unless it has done so at an earlier size."""
    key, moment = (
        page.get_by_role("button", name="Play the whole zombie Player-Turn"),
        page.locator("#moment"),
    )
    while key.count():
        before = moment.get_attribute("data-version") or ""
        key.click()
        expect(moment).not_to_have_attribute("data-version", before)


def shown() -> frozenset[str]:
    """Return the names of the pictures in the README and the pages in docs/."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    return frozenset(re.findall(r"pictures/([\w-]+\.webp)", text))


def take(browser: Browser, screen: Screen, folder: Path, wanted: frozenset[str] | None) -> None:
    """Take the pictures of one screen: the wanted ones, or all of them."""
    for label, size in SIZES.items():
        names = {theme: f"{screen.name}-{label}-{theme}.webp" for theme in THEMES}
        if wanted is None or wanted & {*names.values()}:
            _take_at(
                browser,
                screen,
                size,
                {t: folder / n for t, n in names.items() if wanted is None or n in wanted},
            )


def _take_at(browser: Browser, screen: Screen, size: ViewportSize, files: Mapping[str, Path]) -> None:
    """Take the pictures of one screen at one size, a file for each theme."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies([{"name": n, "value": v, "url": screen.url} for n, v in screen.kept.items()])
    page = context.new_page()
    if screen.first:
        hold(context, screen.first)
        context.request.get(screen.first)
    page.goto(screen.url, wait_until="load")
    if screen.act:
        screen.act(page)
    for theme, file in files.items():
        page.locator("html").evaluate("(root, theme) => { root.dataset.theme = theme; }", theme)
        file.write_bytes(_picture(page, QUALITY.get(file.parent, QUALITY[FOLDER])))
    context.close()


def _picture(page: Page, quality: int) -> bytes:
    """Return the screen as WebP: half the bytes of a JPEG, but Playwright cannot make it."""
    chromium = page.context.new_cdp_session(page)
    taken = chromium.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    chromium.detach()
    return b64decode(taken["data"])


def take_all(folder: Path, wanted: frozenset[str] | None = None) -> None:
    """Take the pictures into a folder, or say that there is no browser."""
    path = find_chromium()
    if path is None:
        sys.exit("There is no Chromium on this machine.")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as kept,
        serving(Path(kept)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for screen in screens(server):
            take(browser, screen, folder, wanted)
            print(screen.name, flush=True)
        browser.close()
    missing = (wanted or frozenset()) - {file.name for file in folder.glob("*.webp")}
    if missing:
        sys.exit(f"No screen has these names: {', '.join(sorted(missing))}.")


def main(words: Sequence[str]) -> None:
    """Take the pictures that the words of the command line ask for; say what they may be for any other."""
    if words == ["--shown"]:
        take_all(SHOWN, shown())
    elif len(words) > 1 or any(word.startswith("-") for word in words):
        sys.exit("usage: python -m tools.screens [FOLDER | --shown]")
    else:
        take_all(Path(words[0]) if words else FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])
