"""Where a survey's page shows a spot of a photograph, for tests and pictures of it."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from tools.photographs.camera import Photograph

LOOKING_MS = 300_000
"""How long the page may look for the corners of the board."""
_ON_SCREEN = """async (pixels) => {
  const spots = await desk.picture.spots(pixels);
  const { a, d, e, f } = document.querySelector("#board").getScreenCTM();
  return spots.map(([u, v]) => [a * u + e, d * v + f]);
}"""
_MARK = """(n) => {
  const [x, y] = desk.tool.marks[n];
  const { a, d, e, f } = document.querySelector("#board").getScreenCTM();
  return [a * x + e, d * y + f];
}"""
_SCALE = "photo => desk.picture.size.width / photo"
Spot = tuple[float, float]


def scale(page: Page, photograph: Photograph) -> float:
    """Return how many pixels of the page's own picture one pixel of the photograph makes."""
    share: float = page.evaluate(_SCALE, photograph.pixels.shape[1])
    return share


def shown(page: Page, pixel: Spot, share: float) -> Spot:
    """Return where on the screen a pixel of the photograph is shown; `share` as `scale` gives it."""
    (place,) = all_shown(page, [pixel], share)
    return place


def all_shown(page: Page, pixels: Sequence[Spot], share: float) -> list[Spot]:
    """Return where on the screen pixels of the photograph are shown, all at once."""
    places = page.evaluate(_ON_SCREEN, [[(way + 0.5) * share - 0.5 for way in pixel] for pixel in pixels])
    return [(x, y) for x, y in places]


def mark(page: Page, number: int) -> Spot:
    """Return where on the screen one of the four marks lies, from north-west clockwise."""
    x, y = page.evaluate(_MARK, number)
    return x, y
