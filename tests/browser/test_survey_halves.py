"""A board in two photographs, one of each half, is joined by two spots that both show."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_photograph import PhotographHand
from tests.browser.at_sizes import small_targets
from tests.browser.at_survey import Hand, begin
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults
from tests.browser.test_survey_picture import choose, print_of_a_board
from tests.tools.small_board import HIGH, SIZE, WIDE, corner, small_board
from tools.photographs.camera import Photograph
from tools.photographs.halves import photograph_halves
from tools.photographs.on_screen import LOOKING_MS, Spot
from tools.tour import EMPTY

FOLD = WIDE * SIZE / 2
ENDS = ((FOLD, 0.0), (FOLD, float(HIGH * SIZE)))
MARK = """(n) => {
  const [x, y] = desk.tool.marks[n];
  const { a, d, e, f } = document.querySelector("#board").getScreenCTM();
  return [a * x + e, d * y + f];
}"""
_ON_PICTURE = """async (spot) => {
  const { between, cornersOf, taken } = await import("/static/survey/photo/geometry/homography.js");
  return taken(between(cornersOf([0, 0, 800, 600]), desk.picture.corners), spot);
}"""
JOIN = "Join the halves"
Halves = Sequence[tuple[Path, Photograph]]


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Halves:
    """Photograph the small board, a half at a time."""
    return photograph_halves(small_board(), tmp_path_factory.mktemp("halves"), width=1000)


class _Halves:
    """Two photographs and a hand that sets their marks."""

    def __init__(self, hand: Hand, taken: Halves) -> None:
        self.hand, self.page, self.taken = hand, hand.page, taken

    def first(self) -> None:
        """Choose the first photograph, and set its corners and the two ends of the fold."""
        self.hand.tool("picture")
        self.page.get_by_label("Choose a picture").set_input_files(self.taken[0][0])
        expect(self.page.get_by_role("button", name="Lay it straight")).to_be_visible(timeout=LOOKING_MS)
        self.marks(self.taken[0][1].corners)
        self.page.get_by_role("button", name="It is one half of the board").click()
        self.marks(self.ends(0))

    def second(self) -> None:
        """Choose the second photograph, and set its corners."""
        self.page.get_by_label("Choose the photograph of the other half").set_input_files(self.taken[1][0])
        following = self.page.get_by_role("button", name="Next: the spots")
        expect(following).to_be_visible(timeout=LOOKING_MS)
        self.marks(self.taken[1][1].corners)
        following.click()

    def ends(self, n: int) -> list[Spot]:
        """Return where the ends of the fold lie in a photograph."""
        return [self.taken[n][1].pixel(end) for end in ENDS]

    def marks(self, pixels: Sequence[Spot]) -> None:
        """Drag the marks to pixels of the photograph."""
        for n, pixel in enumerate(pixels):
            self.drag(n, pixel)

    def drag(self, n: int, pixel: Spot) -> None:
        """Drag one mark to a pixel of the photograph, exactly: there is a loupe."""
        put = "([n, x, y]) => desk.tool.put(n, [x, y])"
        start = self.page.evaluate(MARK, n)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 30, start[1] + 20, steps=3)
        self.page.evaluate(put, [n, *pixel])
        there = self.page.evaluate(MARK, n)
        self.page.evaluate(put, [n, *pixel])
        self.page.mouse.move(*there)
        self.page.mouse.up()


def joined(open_page: OpenPage, taken: Halves) -> PhotographHand:
    """Join the halves, lay them straight, draw the outline and the rows; return the hand."""
    halves = _Halves(begin(open_page(TABLET, EMPTY)), taken)
    page = halves.page
    halves.first()
    halves.second()
    spots = page.evaluate("desk.picture.common")
    halves.marks(halves.ends(1))
    likely = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(spots, halves.ends(1), strict=True)]
    assert max(likely) < 3, "the ends of the fold are proposed"
    expect(page.get_by_role("img", name="in the first photograph")).to_have_count(2)
    assert faults(page) == []
    assert small_targets(page) == []
    page.get_by_role("button", name=JOIN).click()
    straight = page.get_by_role("button", name="Lay it straight")
    expect(straight).to_be_visible(timeout=LOOKING_MS)
    straight.click()
    page.wait_for_function("() => globalThis.desk?.picture.isPlaced", timeout=LOOKING_MS)
    hand = _hand(page)
    for spot in ((0, 0), (800, 0), (800, 600), (0, 600), (0, 0)):
        hand.tap(*spot)
    hand.squares(1)
    hand.tool("cut")
    for n, y in enumerate(range(SIZE, HIGH * SIZE, SIZE), 2):
        hand.draw((0, y), (800, y))
        hand.squares(n)
    return hand


@soak.BOARDS
def test_two_halves_of_a_folded_board_are_joined(open_page: OpenPage, taken: Halves) -> None:
    hand = joined(open_page, taken)
    page = hand.page
    columns = (2, 4, 6)
    for n, column in enumerate(columns, HIGH + 1):
        hand.draw(*[(float(x), float(y)) for x, y in (corner(column, 0), corner(column, 1))])
        hand.squares(n)
    (left, top, right, bottom), corners = _box(hand.map())
    for column in columns:
        for row in (0, 1):
            x, y = corner(column, row)
            there = (left + (right - left) * x / (WIDE * SIZE), top + (bottom - top) * y / (HIGH * SIZE))
            off = min(hypot(p[0] - there[0], p[1] - there[1]) for p in corners)
            assert off < 0.01 * (right - left), "each lies where it is printed, on both sides of the fold"
    before = page.evaluate("[desk.picture.corners, desk.picture.size.width]")
    page.reload()
    hand.squares(HIGH + len(columns))
    page.wait_for_function("() => globalThis.desk?.picture.isPlaced", timeout=LOOKING_MS)
    assert page.evaluate("[desk.picture.corners, desk.picture.size.width]") == before
    other = Hand(open_page(PHONE, path=page.evaluate("location.pathname")))
    other.squares(HIGH + len(columns))


@soak.BOARDS
def test_the_whole_board_is_surveyed_over_its_joined_halves(open_page: OpenPage, taken: Halves) -> None:
    hand = joined(open_page, taken)
    hand.page.locator("#look").click()
    take = hand.page.locator("#take-cuts")
    expect(take).to_have_text(f"Take all {(WIDE - 1) * HIGH}", timeout=LOOKING_MS)
    take.click()
    hand.squares(WIDE * HIGH)
    there = zip(_middles(hand.map()), _middles(small_board()), strict=True)
    off = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in there]
    assert max(off) < 0.03, "every square lies where it is printed, on both sides of the fold"


def _box(data: dict[str, Any]) -> tuple[tuple[float, float, float, float], list[Spot]]:
    """Return the box around a board, and its corners."""
    spots = [(p[0], p[1]) for square in data["squares"] for p in square["outline"]]
    xs, ys = zip(*spots, strict=True)
    return (min(xs), min(ys), max(xs), max(ys)), spots


def _middles(data: dict[str, Any]) -> list[Spot]:
    """Return the middles of the squares, as shares of the board."""
    (left, top, right, bottom), _ = _box(data)
    return [
        ((sum(p[0] for p in corners) / len(corners) - left) / (right - left),
         (sum(p[1] for p in corners) / len(corners) - top) / (bottom - top))
        for corners in (square["outline"] for square in data["squares"])
    ]  # fmt: skip


def _hand(page: Page) -> PhotographHand:
    """Return a hand over the joined picture: flat, so that its corners tell where every spot is."""

    def pixel(spot: Spot) -> Spot:
        x, y = page.evaluate(_ON_PICTURE, list(spot))
        return x, y

    hand = PhotographHand(page, Photograph(pixels=None, pixel=pixel))  # type: ignore[arg-type]
    hand.rng.seed(3)
    return hand


@soak.BOARDS
def test_half_a_join_is_there_after_a_reload(open_page: OpenPage, taken: Halves) -> None:
    halves = _Halves(begin(open_page(TABLET, EMPTY)), taken)
    page = halves.page
    state = (
        "() => [desk.picture.state, desk.picture.corners, desk.picture.common, Boolean(desk.picture.first)]"
    )
    halves.first()
    page.get_by_role("button", name="Back to the corners").click()
    page.get_by_role("button", name="It is one half of the board").click()
    before: Any = page.evaluate(state)
    page.reload()
    expect(page.get_by_label("Choose the photograph of the other half")).to_be_visible(timeout=LOOKING_MS)
    assert page.evaluate(state) == before
    halves.second()
    before = page.evaluate(state)
    page.reload()
    expect(page.get_by_role("button", name=JOIN)).to_be_visible(timeout=LOOKING_MS)
    assert page.evaluate(state) == before
    assert before[0] == "corners"
    assert before[3] is True


WRONG = [
    ("() => [[300, 300], [302, 303]]", "The two spots in the second photograph are too close."),
    ("([a, b]) => [b, a]", "The halves would overlap."),
    ("([a, b]) => [a, [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2]]", "The halves do not fit"),
]


@soak.BOARDS
def test_halves_that_do_not_fit_get_a_sentence(open_page: OpenPage, taken: Halves) -> None:
    halves = _Halves(begin(open_page(TABLET, EMPTY)), taken)
    page = halves.page
    halves.first()
    halves.second()
    common = page.evaluate("desk.picture.common")
    for spots, told in WRONG:
        page.evaluate(f"(common) => {{ desk.picture.common = ({spots})(common); }}", common)
        page.get_by_role("button", name=JOIN).click()
        expect(page.locator("#said")).to_contain_text(told, timeout=LOOKING_MS)
        expect(page.get_by_role("button", name=JOIN)).to_be_visible()


def test_another_half_that_is_no_picture_leaves_the_first(open_page: OpenPage) -> None:
    hand = begin(open_page(PHONE, EMPTY))
    page = hand.page
    hand.tool("picture")
    choose(hand, print_of_a_board())
    page.get_by_role("button", name="It is one half of the board").click(timeout=LOOKING_MS)
    page.get_by_label("Choose the photograph of the other half").set_input_files(
        {"name": "half.jpg", "mimeType": "image/jpeg", "buffer": b"This is only a line of text, no picture."}
    )
    expect(page.locator("#said")).to_contain_text("This browser cannot open the file", timeout=LOOKING_MS)
    expect(page.get_by_label("Choose the photograph of the other half")).to_be_visible()
