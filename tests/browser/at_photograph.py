"""What a person does over a photograph of a known board: a hand that is some pixels off, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.at_survey import Hand
from tools.photographs.camera import Photograph
from tools.photographs.on_screen import LOOKING_MS, Spot, all_shown, mark, scale, shown

OFF_PX = 6.0
LOUPE_PX = 1.0
SHORT_PX = 24.0
"""A side this short on the screen cannot be tapped without a closer view."""


class PhotographHand(Hand):
    """A hand over a photograph. Spots are those of the map that was photographed."""

    def __init__(self, page: Page, photograph: Photograph) -> None:
        super().__init__(page)
        self.photograph = photograph
        self.gestures = 0
        self.share = 1.0

    def choose(self, path: str) -> None:
        """Choose the picture, and wait for its corners."""
        self.page.get_by_label("Choose a picture").set_input_files(path)
        self.gestures += 1
        expect(self.page.get_by_role("button", name="Lay it straight")).to_be_visible(timeout=LOOKING_MS)
        self.share = scale(self.page, self.photograph)

    def corners(self) -> None:
        """Drag the four marks to the corners of the board. Under the loupe a finger is 1 pixel off."""
        for n, corner in enumerate(self.photograph.corners):
            held = mark(self.page, n)
            there = self._near(self._shown(corner), LOUPE_PX)
            self.gestures += 1
            self.page.mouse.move(*held)
            self.page.mouse.down()
            self.page.mouse.move(*there, steps=5)
            self.page.mouse.up()

    def on_screen(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Return where a finger lands that means a spot of the map: it follows the ink."""
        (place,) = self.places([spot])
        return place

    def places(self, spots: Sequence[Spot]) -> list[Spot]:
        """Return where a finger lands that means one spot after the other."""
        pixels = [self.photograph.pixel((float(x), float(y))) for x, y in spots]
        return [self._near(place) for place in all_shown(self.page, pixels, self.share)]

    def exactly(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Return where a spot of the map is shown."""
        return self._shown(self.photograph.pixel((float(spot[0]), float(spot[1]))))

    def _shown(self, pixel: tuple[float, float]) -> tuple[float, float]:
        return shown(self.page, pixel, self.share)

    def _near(self, place: Spot, off: float = OFF_PX) -> Spot:
        turn = self.rng.random() * 2 * pi
        return place[0] + off * cos(turn), place[1] + off * sin(turn)

    def tap(self, *spot: float) -> None:
        """Tap a spot."""
        self.gestures += 1
        self.page.mouse.click(*self.on_screen((spot[0], spot[1])))

    def draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw from one spot to another."""
        self.gestures += 1
        super().draw(start, end)

    def tap_side_closer(self, start: Spot, end: Spot) -> None:
        """Tap the middle of a side in a view as close as a finger needs, and show the whole board after."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.gestures += 2
        for _ in range(2):
            self.page.mouse.move(*self.exactly(middle))
            self.page.mouse.wheel(0, -1000)
        self.tap(*middle)
        self.page.get_by_role("button", name="Show all").click()

    def tap_side(self, start: Spot, end: Spot) -> None:
        """Tap the middle of a side; a short one is brought closer first, and the whole board shown after."""
        (ax, ay), (bx, by) = self.exactly(start), self.exactly(end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        is_short = abs(bx - ax) + abs(by - ay) < SHORT_PX
        if is_short:
            self.gestures += 2
            self.page.mouse.move((ax + bx) / 2, (ay + by) / 2)
            self.page.mouse.wheel(0, -1000)
        self.tap(*middle)
        if is_short:
            self.page.get_by_role("button", name="Show all").click()

    def tool(self, name: str) -> None:
        """Choose a tool."""
        self.gestures += 1
        super().tool(name)

    def option(self, value: str) -> None:
        """Choose one of the keys of a tool."""
        self.gestures += 1
        super().option(value)

    def press(self, selector: str) -> None:
        """Press a key of the panel, and wait until nothing is looked for."""
        self.gestures += 1
        self.page.locator(selector).click()
        self.looked()

    def looked(self) -> None:
        """Wait until the worker has answered and everything is saved."""
        expect(self.page.locator("#busy")).to_be_hidden(timeout=LOOKING_MS)

    def stroke_through(self, spots: Sequence[Spot], steps: int = 4) -> None:
        """Draw one stroke through spots. The page hears of it so many times on each way."""
        self.gestures += 1
        mouse = self.page.mouse
        first, *others = self.places(spots)
        mouse.move(*first)
        mouse.down()
        for place in others:
            mouse.move(*place, steps=steps)
        mouse.up()


def proposals(page: Page) -> Any:
    """Return what the Cut tool proposes."""
    return page.evaluate("desk.tool.proposals.map(({ ends, sure }) => ({ ends, sure }))")
