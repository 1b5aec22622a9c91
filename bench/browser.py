"""What a person with a tablet notices: the delay after a tap, the bytes loaded, jumps and jerks.

Chromium plays on the real server, and the page itself measures: `watching.js` notes the time from the
finger's touch to the first frame that shows the answer, the layout shifts and the long tasks; the browser's
own timings tell the bytes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

from bench.figures import figure
from tools.api_table import ApiTable
from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving

KB = 1000
TABLET: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
PHASES = ("human", "moving", "berserk", "reaction", "free_movement", "attack", "generation")
TAPS = 16
"""Taps in each phase."""
POLL_MS = 40
"""How often we ask a page whether it has answered. Asking at each frame would slow it down."""
_WATCHING = (Path(__file__).parent / "watching.js").read_text()
_SQUARES = """[...new Set([...document.querySelectorAll("#counters [data-on]")].map((e) => e.dataset.on))]
  .filter((square) => square !== watched.square)"""
"""Not the square tapped last: a second tap so soon would zoom in and ask nothing."""
_OPERATIONS = "#moment .actions button[name=action]:visible"
_LOOKS = "#moment a.button[hx-get]:visible"
_LOADED = """() => performance.getEntries()
  .filter((entry) => ["navigation", "resource"].includes(entry.entryType))
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""
_MOVES = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.name.endsWith("/do")).map((entry) => entry.encodedBodySize)"""
_ANSWERED = "count => watched.taps.length >= count"
_CAUGHT_UP = "version => Number(document.querySelector('#moment').dataset.version) >= version"


@dataclass(slots=True)
class Noticed:
    """The measurements: times in milliseconds, sizes in bytes, shifts as the browser counts them."""

    taps: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    by_itself: float = 0.0
    after_taps: float = 0.0
    under_a_finger: float = 0.0
    watching: float = 0.0
    moves: list[int] = field(default_factory=list)


def figures() -> list[dict[str, Any]]:
    """Return the figures from a separate server, or none without Chromium."""
    path = find_chromium()
    if path is None:
        print("No Chromium on this machine: nothing is measured in a browser.")
        return []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        figures = measured(browser, server)
        browser.close()
    return figures


def measured(
    browser: Browser, server: str, phases: tuple[str, ...] = PHASES, taps: int = TAPS
) -> list[dict[str, Any]]:
    """Return the figures, and print the median and the worst; `phases` are those of `ApiTable.at`."""
    noticed = Noticed()
    table = ApiTable.at(server, "moving")
    front, first = (_first_load(browser, table, path) for path in ("/", f"/t/{table.code}"))
    for phase in phases:
        _play(browser, ApiTable.at(server, phase), taps, noticed)
    for size in (TABLET, PHONE):
        _look_on(browser, ApiTable.at(server, "human"), size, noticed)
    times = sorted(noticed.taps)
    print(
        f"in Chromium: {len(times)} taps, median {times[len(times) // 2]:.0f} ms, worst {times[-1]:.0f} ms;"
        f" layout shifts in the half second after a tap {noticed.after_taps:.3f} in all"
    )
    return [
        _figure("tap_p95_ms", times[int(len(times) * 0.95)], 100),
        _figure("first_load_front_kb", front / KB, 120),
        _figure("first_load_table_kb", first / KB, 120),
        _figure("layout_shift", noticed.by_itself, 0),
        _figure("map_shift", noticed.under_a_finger, 0),
        _figure("looking_on_shift", noticed.watching, 0.1),
        _figure("longest_task_ms", max(noticed.tasks, default=0.0), 50),
        _figure("move_fragment_kb", max(noticed.moves, default=0) / KB, 10),
    ]


def _figure(name: str, value: float, goal: float) -> dict[str, Any]:
    return figure(name, round(value, 1 if goal > 1 else 4), goal)


def _first_load(browser: Browser, table: ApiTable, path: str) -> int:
    """Return the bytes of a page and all it loads, headers included, as sent over the network."""
    page = _opened(browser, table, path, TABLET)
    loaded = int(page.evaluate(_LOADED))
    page.context.close()
    return loaded


def _opened(
    browser: Browser, table: ApiTable, path: str, size: ViewportSize, *, newcomer: bool = True
) -> Page:
    """Return the page of a new device that has taken the tablet's seat.

    A newcomer has not yet put away the first help, which stands below what may be done and moves with its
    length.
    """
    context = browser.new_context(viewport=size, has_touch=True, service_workers="block")
    if not newcomer:
        context.add_cookies([{"name": "help", "value": "read", "url": table.server}])
    context.request.get(table.join("table"))
    context.add_init_script(_WATCHING)
    page = context.new_page()
    page.goto(table.server + path, wait_until="load")
    return page


def _play(browser: Browser, table: ApiTable, taps: int, noticed: Noticed) -> None:
    """Tap squares and keys in turn, and note what a person would notice."""
    page, chance = _opened(browser, table, f"/t/{table.code}", TABLET), Random(table.view()["phase"])
    begun = page.evaluate("performance.now()")
    for number in range(1, taps + 1):
        SPOTS[number % len(SPOTS)](page, chance).tap()
        page.wait_for_function(_ANSWERED, arg=number, polling=POLL_MS)
    watched = _watched(page, begun, noticed)
    noticed.taps += watched["taps"]
    noticed.by_itself += sum(s["value"] for s in watched["shifts"] if not s["tapped"])
    noticed.after_taps += sum(s["value"] for s in watched["shifts"] if s["tapped"])
    noticed.moves += page.evaluate(_MOVES)
    page.context.close()


def _look_on(browser: Browser, table: ApiTable, size: ViewportSize, noticed: Noticed) -> None:
    """Watch while others play a Game-Turn: every change comes without a tap."""
    page = _opened(browser, table, f"/t/{table.code}", size, newcomer=False)
    begun = page.evaluate("performance.now()")
    while table.view()["turn"] == 1:
        table.go_on()
        page.wait_for_function(_CAUGHT_UP, arg=table.view()["version"])
    watched = _watched(page, begun, noticed)
    noticed.watching = max(noticed.watching, sum(s["value"] for s in watched["shifts"]))
    page.context.close()


def _watched(page: Page, begun: float, noticed: Noticed) -> dict[str, Any]:
    """Return the events of a page since `begun`, and add those that always count to `noticed`."""
    watched: dict[str, Any] = page.evaluate("watched")
    for kind in ("shifts", "tasks"):
        watched[kind] = [entry for entry in watched[kind] if entry["at"] >= begun]
    noticed.tasks += [task["duration"] for task in watched["tasks"]]
    noticed.under_a_finger += sum(shift["value"] for shift in watched["shifts"] if shift["map"])
    return watched


def _square(page: Page, chance: Random) -> Locator:
    """Return a square with a counter."""
    return page.locator(f'polygon.square[data-square="{chance.choice(page.evaluate(_SQUARES))}"]')


def _operation(page: Page, chance: Random) -> Locator:
    """Return a key that carries out an action."""
    return _one_of(page, _OPERATIONS, chance)


def _look(page: Page, chance: Random) -> Locator:
    """Return a key that shows something."""
    return _one_of(page, _LOOKS, chance)


def _one_of(page: Page, keys: str, chance: Random) -> Locator:
    """Return one of the keys on the page, or a square if there is no key."""
    count = page.locator(keys).count()
    return page.locator(keys).nth(chance.randrange(count)) if count else _square(page, chance)


SPOTS: tuple[Callable[[Page, Random], Locator], ...] = (_square, _look, _operation, _operation)
"""The kinds of taps, in turn."""
