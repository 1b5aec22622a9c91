"""What a person does on the page where a board is drawn: choose a tool, draw, tap, type."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

PATIENCE_MS = 20_000
JITTER_PX = 3
PLACE = """([x, y]) => {
  const {a, d, e, f} = document.querySelector("#board").getScreenCTM();
  return [a * x + e, d * y + f];
}"""


class Hand:
    """A hand at one device, which is never quite exact."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.rng = Random(7)
        page.set_default_timeout(PATIENCE_MS)
        expect(page.locator("#content[data-ready]")).to_be_attached()

    @property
    def api(self) -> str:
        """The address of the survey in the API."""
        return f"/api{self.page.evaluate('location.pathname')}"

    def tool(self, name: str) -> None:
        """Choose a tool."""
        self.page.locator(f'#tools label:has([value="{name}"])').click()

    def option(self, value: str) -> None:
        """Choose one of the keys of a tool."""
        self.page.locator(f'#options label:has([value="{value}"])').click()

    def on_screen(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Return where a finger lands that means a spot of the board."""
        x, y = self.page.evaluate(PLACE, list(spot))
        return x + self.rng.uniform(-JITTER_PX, JITTER_PX), y + self.rng.uniform(-JITTER_PX, JITTER_PX)

    def places(self, spots: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return where a finger lands that means one spot after the other."""
        return [self.on_screen(spot) for spot in spots]

    def tap(self, *spot: float) -> None:
        """Tap a spot of the board."""
        self.page.mouse.click(*self.on_screen((spot[0], spot[1])))

    def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw from one spot to another, on a way that wavers."""
        mouse = self.page.mouse
        way = [
            (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            for part in (0, 0.3, 0.6, 0.9, 1)
        ]
        first, *others = self.places(way)
        mouse.move(*first)
        mouse.down()
        for place in others:
            mouse.move(*place)
        mouse.up()

    def trace(self, spots: Sequence[tuple[float, float]]) -> None:
        """Lead one stroke from spot to spot, on a way that wavers."""
        mouse = self.page.mouse
        mouse.move(*self.on_screen(spots[0]))
        mouse.down()
        for (ax, ay), (bx, by) in pairwise(spots):
            for part in (0.25, 0.5, 0.75, 1):
                mouse.move(*self.on_screen((ax + (bx - ax) * part, ay + (by - ay) * part)))
        mouse.up()

    def is_saved(self) -> None:
        """Wait until the server has everything."""
        expect(self.page.locator("#saved")).to_have_attribute("data-state", "kept")

    def squares(self, count: int) -> None:
        """Wait until the drawing has so many squares."""
        expect(self.page.locator("#board polygon.face")).to_have_count(count)

    def map(self) -> dict[str, Any]:
        """Return the map as the server has it."""
        self.is_saved()
        answer = self.page.request.get(f"{self.api}/map")
        assert answer.ok
        data: dict[str, Any] = answer.json()
        return data

    def height(self) -> float:
        """Return how high the map is for its width."""
        xs, ys = ([p[i] for s in self.map()["squares"] for p in s["outline"]] for i in (0, 1))
        high: float = (max(ys) - min(ys)) / (max(xs) - min(xs))
        return high

    def log(self) -> dict[str, Any]:
        """Return the survey as the server has it."""
        self.is_saved()
        told: dict[str, Any] = self.page.request.get(self.api).json()
        return told


def begin(page: Page) -> Hand:
    """Begin to draw a board, made over the API: nobody is its maker."""
    made = page.request.post("/api/surveys", data={})
    assert made.ok, made.text()
    page.goto(f"/surveys/{made.json()['id']}")
    return Hand(page)


def begin_as_maker(page: Page) -> Hand:
    """Begin to draw a board, from the front page."""
    page.get_by_role("link", name="Draw it from a photo").click()
    page.get_by_role("button", name="Draw a board").click()
    return Hand(page)


def size_is_set(hand: Hand, wide: str, high: str) -> None:
    """Type the size of the printed board, and let it be set."""
    hand.tool("outline")
    hand.page.get_by_role("spinbutton", name="Wide").fill(wide)
    hand.page.get_by_role("spinbutton", name="High").fill(high)
    hand.page.get_by_role("button", name="Set the size").click()
