"""The tour through every screen of the games and the survey, for pictures of them and for a test.

A part of the tour needs nothing of the other parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import Any, Literal
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tools import battlecon_screens, survey_screens, zombies_screens
from tools.api_table import ApiTable, hold
from tools.served import listen_for_errors

Theme = Literal["dark", "light"]
PATIENCE_MS = 30_000
REPLAYED = 40
"""The action of the finished game in the picture of the replay."""
EMPTY = "/healthz"
"""A page of the same server without a script, where what the device keeps can be cleared."""
OLD_HAND = {"help": "read"}
"""What a device stores once its player has closed the first help."""
PAGES = {
    "home": "/",
    "game": "/games/dawn-of-the-dead",
    "game-battlecon": "/games/battlecon",
    "game-zombies": "/games/zombies-surviving",
    "tables-none": "/tables",
    "help": "/help",
    "rules-every": "/rules?q=move",
    "rules": "/rules/dawn-of-the-dead",
    "rules-search": "/rules/dawn-of-the-dead?q=glass+door",
    "rules-case": "/rules/dawn-of-the-dead/6.4",
    "rules-charts": "/rules/zombies-surviving/11.3",
    "rules-chart-zombies": "/rules/zombies-surviving/chart/5.2",
    "rules-chart": "/rules/dawn-of-the-dead/8.8",
    "rules-chart-read": "/rules/dawn-of-the-dead/8.8?row=7&column=3-4",
    "demo-begins": "/demo/1/0",
    "demo": "/demo/1/60",
    "offline": "/offline",
    "sight": "/sight",
    "sight-doors": "/sight?from=028&to=047&closed=028-047&closed=043-062",
    "sight-clear": "/sight?from=024&to=062",
    "sight-blocked": "/sight?from=098&to=079",
    "sight-seen": "/sight?from=105",
}
ERRORS = {
    "home-no-such-code": ("/join?code=ZZZZZZ", HTTPStatus.NOT_FOUND),
    "rules-unknown": ("/rules/dawn-of-the-dead/6.99", HTTPStatus.NOT_FOUND),
    "error-wrong-link": ("/join/no-such-link", HTTPStatus.NOT_FOUND),
    "error-no-table": ("/t/ZZZZZZ", HTTPStatus.NOT_FOUND),
    "error-not-here": ("/nothing/here", HTTPStatus.NOT_FOUND),
    "error-not-that-way": ("/theme", HTTPStatus.METHOD_NOT_ALLOWED),
}
TABLET_MOMENTS = {
    "tablet-waiting": ("table", "place_hidden"),
    "tablet-setting-up": ("table", "place_characters"),
    "tablet-human": ("table", "human"),
    "tablet-moving": ("table", "moving"),
    "tablet-berserk": ("table", "berserk"),
    "tablet-reaction": ("table", "reaction"),
    "tablet-free-moves": ("table", "free_movement"),
    "tablet-attack": ("table", "attack"),
    "tablet-generation": ("table", "generation"),
}
PHONE_MOMENTS = {
    "human-waiting": ("human", "place_hidden"),
    "human-setting-up": ("human", "place_characters"),
    "human-moving": ("human", "moving"),
    "human-attack": ("human", "attack"),
    "zombie-hidden-squares": ("zombie", "place_hidden"),
    "zombie-hidden": ("zombie", "place_characters"),
    "zombie-human": ("zombie", "human"),
    "zombie-waiting": ("zombie", "moving"),
    "zombie-berserk": ("zombie", "berserk"),
    "zombie-reaction": ("zombie", "reaction"),
    "zombie-free-moves": ("zombie", "free_movement"),
    "zombie-attack": ("zombie", "attack"),
    "zombie-generation": ("zombie", "generation"),
}


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its name and its address.

    `first` is opened before it, to take a seat; `kept` are the cookies of the device; `act` is what a person
    does then; `status` is what the server answers; `seat` is that of the device, where it stays at one kind
    of device.
    """

    name: str
    url: str
    first: str | None = None
    kept: Mapping[str, str] = field(default_factory=lambda: OLD_HAND)
    act: Callable[[Page], None] | None = None
    status: HTTPStatus = HTTPStatus.OK
    seat: str = ""


@contextmanager
def device(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Yield a device, which loads no file twice. Raises LookupError if a script of a page had an error."""
    context = browser.new_context(reduced_motion="reduce", service_workers="block", **options)
    context.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    listen_for_errors(context, errors)
    yield context
    context.close()
    if errors:
        raise LookupError(str(errors))


@contextmanager
def visited(
    context: BrowserContext, screen: Screen, size: ViewportSize, theme: Theme = "light"
) -> Iterator[Page]:
    """Open a screen on a device that remembers no other, do what is done there, and yield the page.

    The page is that of the last screen: a new one would take its scripts in anew. Raises LookupError where
    the server answers with another status.
    """
    context.add_cookies([{"name": n, "value": v, "url": screen.url} for n, v in screen.kept.items()])
    page = context.pages[0] if context.pages else context.new_page()
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    if screen.first:
        hold(context, screen.first)
        context.request.get(screen.first, max_redirects=0)
    answer = page.goto(screen.url, wait_until="load")
    if answer is None or answer.status != screen.status:
        raise LookupError(f"{screen.name}: {screen.url} answers with {answer and answer.status}.")
    if screen.act:
        screen.act(page)
    yield page
    for other in context.pages[1:]:
        other.close()
    clear(page, screen.url)


def clear(page: Page, server: str) -> None:
    """Let the device of a page forget all that it did at a server; the page ends at an empty one there."""
    page.context.set_offline(offline=False)
    page.unroute_all(behavior="ignoreErrors")
    page.mouse.move(-9, -9)  # Nothing lies under the pointer.
    page.goto(urljoin(server, EMPTY))
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()


def _pages(server: str) -> Iterator[Screen]:
    """Yield the pages outside of a table, and those that tell of a mistake."""
    for name, path in PAGES.items():
        yield Screen(name, server + path)
    for name, (path, status) in ERRORS.items():
        yield Screen(name, server + path, status=status)
    table = ApiTable.at(server, "human")
    yield Screen("seats-wrong-pin", f"{server}/join?code={table.code}", act=_wrong_pin)
    yield Screen("seats", f"{server}/join?code={table.code}")
    yield Screen("tables", f"{server}/tables", table.join("table"))


def _moments(moments: Mapping[str, tuple[str, str]], server: str) -> Iterator[Screen]:
    """Yield each seat's screen in the phases of a game, each with its own table."""
    for name, (seat, phase) in moments.items():
        yield replace(_at(ApiTable.at(server, phase), name, seat), seat=seat)


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
    yield _at(table, "tablet-squares-all", path="/squares?all=1&at=045")
    yield _at(table, "tablet-square", path=f"/square/{here}")
    yield _at(table, "human-no-square", "human", "/square/210")
    yield _at(table, "human-notes", "human", act=_sheet("My notes", "#notes"))
    yield _at(table, "human-device", "human", act=_sheet("This device", "#device"))
    yield _at(table, "tablet-case", act=_opened("#bar a.case"))
    yield _at(table, "tablet-rules", act=_opened('.tools a[href^="/rules"]'))
    yield _at(table, "tablet-help", act=_opened('.tools a[href^="/help"]'))
    yield _at(table, "tablet-clock", act=_clock)
    yield _at(table, "tablet-cut-off", act=_cut_off)
    table = ApiTable.at(server, "reaction")
    must = [s for item in table.view()["agenda"] if item["kind"] == "must" for s in item["squares"]]
    yield _at(table, "zombie-choice", "zombie", f"/square/{must[0]}")
    yield _at(table, "zombie-called", "zombie", "/squares")
    yield _at(table, "zombie-case", "zombie", act=_opened("#bar a.case"))
    yield _at(table, "zombie-another-tablet", "zombie", act=_another_tablet)
    table = ApiTable.at(server, "free_movement")
    yield _at(table, "zombie-dice", "zombie", act=_asked_for_dice, dice="typed")
    yield _at(ApiTable.at(server, "attack"), "tablet-odds", odds="shown")
    table = ApiTable.at(server, "berserk")
    unit = table.view()["zombies"][0]["square"]
    yield _at(table, "tablet-check-odds", path=f"/square/{unit}", odds="shown")
    yield _at(ApiTable.at(server, "generation"), "tablet-entrance-odds", odds="shown")
    yield _at(ApiTable.at(server, "shooters"), "tablet-shooters", path="/square/012", dice="typed")
    table = ApiTable.at(server, "shooters")
    table.do("human", {"do": "end_turn"})
    yield _at(table, "tablet-musts", path="/now?ending=musts", dice="typed")
    yield _at(ApiTable.at(server, "attacked"), "human-attacked", "human")


def _alone(server: str) -> Iterator[Screen]:
    """Yield a game for one player: what the referee proposes, the chances, what the zombies did."""
    table = ApiTable.at(server, "solitaire")
    yield _at(table, "solitaire-human")
    yield _at(table, "solitaire-chances", chances="shown")
    table = ApiTable.at(server, "solitaire_proposal")
    yield _at(table, "solitaire-proposal")
    yield _at(table, "solitaire-checklist", act=_zombies_have_played)
    table = ApiTable.at(server, "solitaire_hidden")
    yield _at(table, "solitaire-proposal-odds", odds="shown")
    yield _at(ApiTable.at(server, "practice"), "solitaire-practice")
    yield _at(ApiTable.at(server, "cooperative"), "cooperative-moving")


def _afterwards(server: str) -> Iterator[Screen]:
    """Yield the end of a game, its report, and the page in place of the report before the end."""
    table = ApiTable.at(server, "over")
    yield _at(table, "tablet-over")
    yield _at(table, "zombie-over", "zombie")
    yield _at(table, "report", path="/report")
    yield _at(table, "report-begins", path="/report/0")
    yield _at(table, "report-replay", path=f"/report/{REPLAYED}")
    yield _at(table, "rematch", path="/rematch")
    yield Screen("statistics", f"{server}/statistics", table.join("table"))
    yield _at(ApiTable.at(server, "moving"), "report-early", path="/report")
    for seat in ("human", "zombie"):
        joins = ApiTable.at(server, "place_hidden").join(seat)
        yield Screen(f"{seat}-joins", f"{joins}?ask")


def _opened(key: str) -> Callable[[Page], None]:
    """Return the step that opens a sheet over the game."""

    def act(page: Page) -> None:
        page.locator(key).first.click()
        expect(page.locator("#sheet")).to_be_visible()

    return act


def _sheet(key: str, sheet: str) -> Callable[[Page], None]:
    """Return the step that opens a sheet of the device itself."""

    def act(page: Page) -> None:
        page.locator("#ways").get_by_text(key).click()
        expect(page.locator(sheet)).to_be_visible()

    return act


def _wrong_pin(page: Page) -> None:
    page.get_by_label("PIN").fill("none")
    page.locator("label.seat").first.click()
    page.get_by_role("button", name="Take this seat").click()
    expect(page.get_by_role("alert")).to_be_visible()


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


def _duel(server: str) -> Iterator[Screen]:
    """Yield the moments of a duel of BattleCON."""
    for table, name, seat, path, act in battlecon_screens.moments(server):
        yield replace(_at(table, name, seat, path, act), seat=seat)


def _zombies(server: str) -> Iterator[Screen]:
    """Yield the moments of a game of ZoMbIeS!."""
    for table, name, seat, path, act, kept in zombies_screens.moments(server):
        yield replace(_at(table, name, seat, path, act, **kept), seat=seat)


def _drawing(name: str, act: Callable[[Page], None]) -> Callable[[str], Iterator[Screen]]:
    """Return the part with one moment of drawing a board; looking through a photograph takes long."""
    return lambda server: iter([Screen(name, f"{server}/library", act=act)])


PARTS: Mapping[str, Callable[[str], Iterator[Screen]]] = {
    "pages": _pages,
    "tablet": partial(_moments, TABLET_MOMENTS),
    "phones": partial(_moments, PHONE_MOMENTS),
    "newcomers": _newcomers,
    "over-the-game": _over_the_game,
    "alone": _alone,
    "afterwards": _afterwards,
    "duel": _duel,
    "zombies": _zombies,
    **{name: _drawing(name, act) for name, act in survey_screens.moments()},
}
"""The parts of the tour: each yields its screens, given the address of a server."""


def screens(server: str) -> Iterator[Screen]:
    """Yield every screen of the tour."""
    for part in PARTS.values():
        yield from part(server)
