"""A picture under the drawing: chosen, kept on the device, laid straight, dimmed and removed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from struct import pack

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import small_targets
from tests.browser.at_survey import PLACE, Hand, begin
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import Hand as Fingers
from tests.browser.test_accessibility import faults
from tools.photographs.on_screen import LOOKING_MS, mark

SIZE = (800, 600)
BOARD = (132, 100, 668, 502)
"""Where the board is printed in the picture: left, top, right, bottom; a larger one takes longer."""
UPRIGHTS = (266, 400, 534)
HIGH = 3000
"""So high is the board in the plane, which is 4000 wide."""
_PLACE = "() => [desk.picture.corners, desk.picture.box, desk.picture.dim]"
_FLAT = "() => desk.picture.ask('spots', { pixels: [[200, 200], [600, 333], [427, 547]] })"
_SEEN = """() => ["#picture", "#flat-picture"].map((id) => document.querySelector(id))
  .filter((element) => !element.hidden).map((element) => element.getBoundingClientRect().toJSON())"""


def print_of_a_board(turned: bool = False) -> bytes:
    """Return a JPEG of a flat board with two rows and four columns."""
    picture = Image.new("RGB", SIZE, (236, 230, 214))
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = BOARD
    pen.rectangle(BOARD, outline=(20, 20, 20), width=6)
    pen.line([(left, 301), (right, 301)], fill=(50, 50, 50), width=3)
    for x in UPRIGHTS:
        pen.line([(x, top), (x, bottom)], fill=(50, 50, 50), width=3)
    kept = BytesIO()
    exif = picture.getexif()
    if turned:
        picture, exif[0x0112] = picture.rotate(90, expand=True), 6
    picture.save(kept, "JPEG", quality=90, exif=exif)
    return kept.getvalue()


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG that says that it is very large."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))

    header = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(100_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_with_notes() -> bytes:
    """Return a JPEG with 650 kB of notes before its size, which is very large, and nothing after it."""
    note = b"\xff\xe2" + pack(">H", 65_535) + bytes(65_533)
    return b"\xff\xd8" + 10 * note + b"\xff\xc0" + pack(">HBHHB", 8, 8, 30_000, 30_000, 0) + bytes(16)


def avif() -> bytes:
    """Return the beginning of an AVIF that says that it is very large."""
    inside = b"ispe" + bytes(4) + pack(">II", 30_000, 30_000)
    return pack(">I", 16) + b"ftypavif" + bytes(4) + pack(">I", 4 + len(inside)) + inside


def bmp() -> bytes:
    """Return the beginning of a BMP, its rows from the top, that says that it is very large."""
    return b"BM" + bytes(12) + pack("<Iii", 40, 30_000, -30_000) + bytes(28)


def choose(hand: Hand, data: bytes, name: str = "board.jpg") -> None:
    """Choose a picture."""
    hand.page.get_by_label("Choose a picture").set_input_files(
        {"name": name, "mimeType": "image/jpeg", "buffer": data}
    )


def laid(hand: Hand, data: bytes) -> None:
    """Choose a picture of `BOARD` and lay it straight by its corners."""
    hand.tool("picture")
    choose(hand, data)
    straight = hand.page.get_by_role("button", name="Lay it straight")
    expect(straight).to_be_visible(timeout=LOOKING_MS)
    left, top, right, bottom = BOARD
    for n, (x, y) in enumerate(((left, top), (right, top), (right, bottom), (left, bottom))):
        there = hand.page.evaluate("(p) => desk.picture.way.slice(0, 1).map((s) => [p[0] * s, p[1] * s])[0]",
                                   [x, y])  # fmt: skip
        mark = hand.page.evaluate("(n) => desk.tool.marks[n]", n)
        hand.draw((mark[0], mark[1]), (there[0], there[1]))
    straight.click()
    expect(hand.page.get_by_text("Lay it straight")).to_have_count(0)
    hand.page.wait_for_function("() => globalThis.desk?.picture.isPlaced")


def test_a_picture_is_laid_straight_kept_on_this_device_and_removed(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    laid(hand, print_of_a_board())
    hand.draw((0, 0), (4000, HIGH))
    hand.squares(1)
    (square,) = hand.map()["squares"]
    assert len(square["outline"]) == 4
    xs, ys = ({p[i] for p in square["outline"]} for i in (0, 1))
    assert min(xs) == pytest.approx(0, abs=20)
    assert max(xs) == pytest.approx(4000, abs=20)
    assert max(ys) - min(ys) == pytest.approx(HIGH, abs=80)
    hand.tool("picture")
    dim = page.get_by_label("Fainter picture")
    dim.fill("60")
    assert page.locator("#picture").evaluate("(e) => e.style.opacity") == "0.4"
    assert faults(page) == []
    assert small_targets(page) == []
    before = page.evaluate(_PLACE)
    page.reload()
    page.wait_for_function("() => globalThis.desk?.picture.isPlaced", timeout=LOOKING_MS)
    assert page.evaluate(_PLACE) == before
    assert len(page.evaluate(_SEEN)) == 1
    assert max(sent) < 2000, "the picture never leaves the device"
    other = open_page(TABLET_UPRIGHT, path=page.evaluate("location.pathname"))
    Hand(other).squares(1)
    other.evaluate("desk.picture.restore()")
    assert other.evaluate(_SEEN) == [], "another device goes on without it"
    hand.tool("picture")
    page.get_by_role("button", name="Remove the picture").click()
    expect(page.get_by_label("Choose a picture")).to_be_visible()
    page.wait_for_function("() => kept(desk.picture.id).then((picture) => !picture)")
    page.reload()
    hand.squares(1)
    page.evaluate("desk.picture.restore()")
    assert page.evaluate(_SEEN) == []


def page_with_marks(open_page: OpenPage) -> Page:
    """Return a new survey's page on which the corners of a picture can be marked."""
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    hand.tool("picture")
    choose(hand, print_of_a_board())
    expect(page.get_by_role("button", name="Lay it straight")).to_be_visible()
    return page


@soak.BOARDS
def test_a_mark_that_is_dragged_goes_back_for_a_second_finger(open_page: OpenPage) -> None:
    page = page_with_marks(open_page)
    before = mark(page, 2)
    fingers = Fingers(page)
    fingers.touch("touchStart", before)
    fingers.touch("touchMove", (before[0] + 30, before[1]))
    assert mark(page, 2) != pytest.approx(before, abs=5)
    fingers.touch("touchStart", (before[0] + 30, before[1]), (before[0] - 60, before[1]))
    fingers.touch("touchEnd")
    assert mark(page, 2) == pytest.approx(before, abs=0.1)


@soak.BOARDS
def test_a_mark_follows_a_finger_that_moves_it_by_a_little(open_page: OpenPage) -> None:
    """By as much as the finger moves, wherever in the mark it was pressed, once it was put by hand."""
    page = page_with_marks(open_page)
    x, y = mark(page, 2)
    fingers = Fingers(page)
    fingers.drag((x, y), (x - 40, y - 30))
    x, y = mark(page, 2)
    fingers.drag((x + 6, y - 4), (x + 6 + 4, y - 4 + 3))
    assert mark(page, 2) == pytest.approx((x + 4, y + 3), abs=0.5)


@soak.BOARDS
def test_a_picture_is_turned_by_quarters_and_its_marks_with_it(open_page: OpenPage) -> None:
    page = page_with_marks(open_page)
    size = "() => [desk.picture.size.width, desk.picture.size.height]"
    before, wide = page.evaluate("desk.picture.corners"), page.evaluate(size)
    for n in range(1, 5):
        page.evaluate("desk.tool.turn()")
        assert page.evaluate(size) == (wide if n % 2 == 0 else wide[::-1])
    for mine, one in zip(page.evaluate("desk.picture.corners"), before, strict=True):
        assert mine == pytest.approx(one)
    page.evaluate("() => Promise.all([desk.tool.turn(), desk.tool.turn()])")
    assert page.evaluate(size) == wide, "two quick taps turn it twice"
    expect(page.get_by_role("button", name="Turn the picture")).to_be_visible()


def two_rows(hand: Hand) -> None:
    """Draw the outline of the board, and cut it along the line between its rows."""
    for corner in ((0, 0), (4000, 0), (4000, HIGH), (0, HIGH), (0, 0)):
        hand.tap(*corner)
    hand.squares(1)
    hand.tool("cut")
    hand.draw((0, HIGH / 2 - 20), (4000, HIGH / 2 + 20))
    hand.squares(2)


def middle_on_screen(hand: Hand, ends: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return where the middle of a line is seen."""
    x, y = hand.page.evaluate(PLACE, [(ends[0][i] + ends[1][i]) / 2 for i in (0, 1)])
    return x, y


def drag(hand: Hand, start: tuple[float, float], end: tuple[float, float], off: float) -> None:
    """Drag from one place on the screen to another, so many pixels too far."""
    hand.page.mouse.move(*start)
    hand.page.mouse.down()
    hand.page.mouse.move(end[0] + off, end[1], steps=4)
    hand.page.mouse.up()


@soak.BOARDS
def test_rows_and_proposed_cuts_go_to_the_ink(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board(turned=True))
    two_rows(hand)
    levels = {p[1] for s in hand.map()["squares"] for p in s["outline"]}
    assert len(levels) == 3
    assert sorted(levels)[1] == pytest.approx((min(levels) + max(levels)) / 2, abs=20)
    page.get_by_role("button", name="Find the lines between the rows").click()
    take = page.locator("#take-cuts")
    expect(take).to_have_text("Take all 6", timeout=LOOKING_MS)
    hand.squares(2)
    expect(page.locator(".proposal.cut")).to_have_count(6)
    dropped, moved, *_ = page.evaluate("desk.tool.proposals.map(({ ends }) => ends)")
    page.mouse.click(*middle_on_screen(hand, dropped))
    expect(take).to_have_text("Take all 5")
    drag(hand, middle_on_screen(hand, moved), middle_on_screen(hand, dropped), off=8)
    page.wait_for_function("(ends) => `${desk.tool.proposals[1].ends}` === `${ends}`", arg=dropped)
    flat = page.evaluate(_FLAT)
    page.reload()
    page.wait_for_function("() => globalThis.desk?.picture.shown", timeout=LOOKING_MS)
    for spot, before in zip(page.evaluate(_FLAT), flat, strict=True):
        assert spot == pytest.approx(before, abs=0.1), "unbent as it was, by the copy that is kept"
    expect(take).to_have_text("Take all 5")
    expect(page.locator(".proposal.cut")).to_have_count(6)
    take.click()
    hand.squares(7)
    corners = [tuple(p) for s in hand.map()["squares"] for p in s["outline"]]
    assert tuple(dropped[0]) in corners
    assert tuple(moved[0]) not in corners
    page.reload()
    hand.squares(7)
    expect(page.locator(".proposal")).to_have_count(0)
    page.locator("#undo").click()
    hand.squares(2)
    hand.tool("picture")
    page.locator("label:has(#proposes)").click()
    hand.tool("cut")
    page.get_by_role("button", name="Lay the lines on a grid").click()
    expect(page.locator("#said")).to_contain_text("First draw all lines of the board", timeout=LOOKING_MS)
    hand.squares(2)


@soak.BOARDS
def test_lines_that_were_drawn_with_the_proposals_off_are_laid_on_their_grid(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    hand.tool("picture")
    page.locator("label:has(#proposes)").click()
    hand.tool("outline")
    two_rows(hand)
    for n, x in enumerate((1000, 2000, 3000)):
        hand.draw((x - 20, 0), (x + 20, HIGH))
        hand.squares(4 + 2 * n)
    expect(page.get_by_role("button", name="Find the lines between the rows")).to_have_count(0)
    page.get_by_role("button", name="Lay the lines on a grid").click()
    expect(page.locator("#said")).to_have_text("The lines lie on the grid now.", timeout=LOOKING_MS)
    assert page.evaluate("desk.picture.shown !== null"), "the picture is unbent after it"
    corners = {tuple(p) for s in hand.map()["squares"] for p in s["outline"]}
    xs, ys = ({p[i] for p in corners} for i in (0, 1))
    assert (len(xs), len(ys), len(corners)) == (5, 3, 15)
    assert len({b - a for a, b in pairwise(sorted(xs))}) == 1


@soak.BOARDS
def test_a_file_that_cannot_be_opened_gets_a_sentence(open_page: OpenPage) -> None:
    hand = begin(open_page(PHONE, "/surveys"))
    hand.tool("picture")
    for data, told in (
        (b"This is no picture at all, only a line of text.", "This browser cannot open the file"),
        (bomb(30_000, 30_000), "This picture has 900 megapixels. Choose one with at most 60."),
        (jpeg_with_notes(), "This picture has 900 megapixels."),
        (avif(), "This picture has 900 megapixels."),
        (bmp(), "This picture has 900 megapixels."),
        (print_of_a_board()[:4000], "This browser cannot open the file"),
    ):
        hand.page.evaluate("desk.say('The next file.')")
        choose(hand, data)
        expect(hand.page.locator("#said")).to_contain_text(told, timeout=LOOKING_MS)
        expect(hand.page.get_by_label("Choose a picture")).to_be_visible()


def test_corners_by_keyboard(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys", touch=False))
    page: Page = hand.page
    hand.tool("picture")
    choose(hand, print_of_a_board())
    mark = page.get_by_role("button", name="Upper left")
    expect(mark).to_be_visible(timeout=LOOKING_MS)
    before = page.evaluate("desk.picture.corners")
    mark.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    after = page.evaluate("desk.picture.corners")
    assert [after[0][0] - before[0][0], after[0][1] - before[0][1]] == pytest.approx([1, 10])
    assert after[1:] == before[1:]
    expect(page.locator("#loupe")).to_be_visible()
    page.get_by_role("button", name="Lay it straight").press("Enter")
    page.wait_for_function("() => globalThis.desk?.picture.isPlaced", timeout=LOOKING_MS)
    expect(page.locator("#loupe")).to_be_hidden()


@soak.BOARDS
@pytest.mark.parametrize(
    ("size", "dark"),
    [
        (TABLET, True),
        (PHONE, False),
        (TABLET, False),
        (TABLET_UPRIGHT, False),
        (PHONE, True),
        (LANDSCAPE, False),
    ],
)
def test_axe_finds_nothing_over_a_picture_in_any_tool(
    open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(size, "/surveys", dark=dark)
    hand = begin(page)
    laid(hand, print_of_a_board())
    hand.tool("outline")
    two_rows(hand)
    first, second = (square["outline"] for square in hand.map()["squares"])
    assert (len(first), len(second)) == (4, 4), "no corner lies under a key"
    tools = page.locator('[name="tool"]').evaluate_all("(keys) => keys.map((key) => key.value)")
    assert {"picture", "outline", "join", "move", "sides"} <= set(tools)
    for name in tools:
        hand.tool(name)
        assert faults(page) == [], name
        assert small_targets(page) == [], name
