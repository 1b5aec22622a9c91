"""Distances on a photograph of the table: the scale, a slanted picture, and a question answered with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, Request, expect

from referee.testing.guests import Guests, guests
from tests import soak
from tests.browser.at_sizes import broken_words, cut_off, out_of_reach, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT
from tests.browser.test_accessibility import faults
from tests.example_game import DUST_UP, DUST_UP_ID, install
from tools.photographs.camera import Camera, Photograph, photographed
from tools.photographs.printing import Printed
from tools.served import serving

Spot = tuple[float, float]
SIDE, SCALE, MARGIN = 48, 16, 60
CORNERS: list[Spot] = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]
FIGURES: dict[str, Spot] = {"1A": (9, 40), "2A": (22, 30), "2B": (41, 6), "1B": (30.5, 44)}
RUINS = [(4, 8, 14, 16), (26, 14, 34, 26), (12, 33, 17, 44)]
STRAIGHT = Camera((1200, 900), (0, 0), 0.1, lens=0, shadow=0.1, glare=0, blur=0.5, noise=2)
SLANTED = replace(STRAIGHT, tilt=(0.35, 0.12), turn=0.15, lens=0.004)
FINGER_PX = 1.5
_SCALE = "import('/static/table/questions/photograph/scale.js')"
_ALL = f"""async ({{ corners, sides, pairs }}) => {{
  const {{ scaleOfRectangle, distance }} = await {_SCALE};
  const scale = scaleOfRectangle(corners, sides);
  return pairs.map(([from, to]) => distance(scale, from, to));
}}"""
_REFUSED = f"""async ([name, given, known]) => {{
  const scales = await {_SCALE};
  try {{ scales[name](given, known); }} catch (error) {{ return error.message; }}
  return "";
}}"""
_FORGOTTEN = """() => new Promise((done) => {
  indexedDB.deleteDatabase("survey-pictures").onsuccess = done;
})"""
_PLACES = """(pixels) => {
  const { a, d, e, f } = document.querySelector(".photograph svg").getScreenCTM();
  return pixels.map(([x, y]) => [a * x + e, d * y + f]);
}"""


@cache
def photograph(camera: Camera) -> Photograph:
    """Return a photograph of a table of 48 by 48 inches with felt squares and four figures."""
    wide = SIDE * SCALE + 2 * MARGIN
    board = Image.new("RGB", (wide, wide), (88, 70, 54))
    pen = ImageDraw.Draw(board)

    def at(x: float, y: float) -> Spot:
        return MARGIN + x * SCALE, MARGIN + y * SCALE

    for x in range(0, SIDE, 12):
        for y in range(0, SIDE, 12):
            tone = (92, 124, 82) if (x + y) % 24 else (104, 138, 92)
            pen.rectangle([at(x, y), at(x + 12, y + 12)], fill=tone)
    for box in RUINS:
        pen.rectangle([at(*box[:2]), at(*box[2:])], fill=(150, 128, 104), outline=(70, 58, 48), width=4)
    for name, (u, v) in FIGURES.items():
        tone = (190, 60, 50) if name[0] == "1" else (50, 80, 170)
        pen.ellipse([at(u - 0.6, v - 0.6), at(u + 0.6, v + 0.6)], fill=tone, outline=(20, 20, 20), width=3)
    return photographed(Printed(board, SCALE, MARGIN, (0, 0, SIDE, SIDE)), 1, camera)


def jpeg(camera: Camera) -> bytes:
    kept = BytesIO()
    Image.fromarray(photograph(camera).pixels).save(kept, "JPEG", quality=88)
    return kept.getvalue()


# ---- The numbers


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=soak.BOARDS) for n in range(2, 12))])
def test_a_slanted_picture_measures_to_less_than_an_inch(page: Page, seed: int) -> None:
    """Every tap, also one at a corner of the table, is a little off."""
    rng, shot = Random(seed), photograph(SLANTED)

    def tapped(spot: Spot) -> list[float]:
        return [way + rng.uniform(-FINGER_PX, FINGER_PX) for way in shot.pixel(spot)]

    def anywhere() -> Spot:
        return rng.uniform(0, SIDE), rng.uniform(0, SIDE)

    pairs = [(anywhere(), anywhere()) for _ in range(60)]
    told = page.evaluate(
        _ALL,
        {
            "corners": [tapped(corner) for corner in CORNERS],
            "sides": [SIDE, SIDE],
            "pairs": [[tapped(a), tapped(b)] for a, b in pairs],
        },
    )
    off = [abs(inches - _apart(a, b)) for inches, (a, b) in zip(told, pairs, strict=True)]
    assert max(off) < 1, max(off)


def _apart(a: Spot, b: Spot) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


REFUSED = [
    ("scaleOfLine", [[10, 10], [12, 10]], 12, "The two points lie too close together."),
    ("scaleOfRectangle", [[0, 0], [400, 0], [200, 0], [0, 400]], [9, 9], "not the corners of a rectangle"),
    ("scaleOfRectangle", [[0, 0], [400, 0], [90, 90], [0, 400]], [9, 9], "not the corners of a rectangle"),
    ("scaleOfRectangle", [[0, 0], [5, 0], [5, 400], [0, 400]], [9, 9], "not the corners of a rectangle"),
    ("scaleOfRectangle", [[0, 0], [400, 0], [400, 400], [0, 400]], [9, 9], ""),
]


def test_points_that_give_no_scale_are_refused(page: Page) -> None:
    for name, given, known, told in REFUSED:
        said = page.evaluate(_REFUSED, [name, given, known])
        assert told in said, (given, said)
        assert bool(told) == bool(said), given


def test_a_point_above_the_horizon_has_no_distance(page: Page) -> None:
    given = {"corners": [[400, 300], [600, 300], [900, 600], [100, 600]], "sides": [48, 48]}
    near, far = page.evaluate(_ALL, given | {"pairs": [[[500, 600], [500, 300]], [[500, 600], [500, 20]]]})
    assert near == pytest.approx(48)
    assert far is None


def test_corners_come_into_order_whichever_was_tapped_first(page: Page) -> None:
    ordered = f"async (corners) => (await {_SCALE}).inOrder(corners)"
    corners = [[100, 120], [820, 90], [900, 700], [40, 640]]
    for turn in (1, 2, 3):
        assert page.evaluate(ordered, [*corners[turn:], *corners[:turn]][::-1]) == corners


def test_a_distance_falls_into_the_band_up_to_whose_limit_it_reaches(page: Page) -> None:
    bands = [["8", "up to 8"], ["16", "8 to 16"], ["17", "over 16"]]
    said = f"""async ([bands, inches]) => {{
      const {{ bandOf, limitNear, rounded }} = await {_SCALE};
      return [bandOf(bands, inches)?.[1] ?? null, limitNear(bands, inches) ?? null, rounded(inches)];
    }}"""
    assert page.evaluate(said, [bands, 8]) == ["up to 8", 8, 8]
    assert page.evaluate(said, [bands, 12.3]) == ["8 to 16", None, 12.5]
    assert page.evaluate(said, [bands, 40]) == ["over 16", None, 40]
    assert page.evaluate(said, [[], 7.2]) == [None, None, 7]


# ---- At a table


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that has the game installed beside it."""
    folder: Path = tmp_path_factory.mktemp("measuring")
    with serving(folder, install(folder / "site", DUST_UP)) as url:
        yield url


class Hand:
    """A person who measures on a page: a finger on the photograph, and the keys beside it."""

    def __init__(self, page: Page, camera: Camera) -> None:
        self.page, self.camera = page, camera
        self.dialog = page.locator("dialog.photograph")

    def opens(self) -> None:
        self.page.get_by_role("button", name="Measure on a photograph").first.click()
        expect(self.dialog).to_be_visible()

    def chooses(self, name: str = "Choose a picture") -> None:
        picture: Any = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg(self.camera)}
        self.dialog.get_by_label(name).set_input_files(picture)
        expect(self.key("Measure")).to_be_visible()

    def key(self, name: str) -> Locator:
        return self.dialog.get_by_role("button", name=name, exact=True)

    def places(self, *spots: Spot) -> list[Spot]:
        """Return where spots of the table are on the screen."""
        shot = photograph(self.camera)
        return [(x, y) for x, y in self.page.evaluate(_PLACES, [list(shot.pixel(spot)) for spot in spots])]

    def taps(self, *spots: Spot) -> None:
        for place in self.places(*spots):
            self.page.touchscreen.tap(*place)

    def scales_by_corners(self, corners: Sequence[Spot] = CORNERS, sides: Spot = (SIDE, SIDE)) -> None:
        self.dialog.locator("label.key", has_text="Four corners").click()
        self.taps(*corners[::-1])
        for name, side in zip("AB", sides, strict=True):
            self.dialog.get_by_label(f"Side {name}, inches").fill(str(side))
        self.key("Measure").click()
        expect(self.key("From")).to_be_visible()

    @property
    def figure(self) -> Locator:
        return self.dialog.locator(".figure")

    def inches(self) -> float:
        return float(self.figure.locator("b").inner_text())


@pytest.fixture(scope="module")
def both(browser: Browser, address: str) -> Iterator[tuple[Page, Page]]:
    """Give the phone of a player who is asked how far his target is, and the tablet: one table for all."""
    with guests(browser, address, DUST_UP_ID, ("Player 1", "Player 2"), {"players": "2"}) as table:
        yield shooting(table), table.tablet


@pytest.fixture
def phone(both: tuple[Page, Page]) -> Iterator[Page]:
    """Give the phone alone, on which nothing was measured."""
    page = both[0]
    yield page
    page.evaluate(_FORGOTTEN)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme="dark")
    page.reload()


def shooting(table: Guests) -> Page:
    """Play to the first shot, and return the phone of whoever shoots."""
    for page in table.phones.values():
        page.get_by_role("button", name="Deputy + deputy", exact=True).click()
    for title, page in table.phones.items():
        for letter in "AB":
            page.get_by_role("group", name=f"{title[-1]}{letter}").get_by_label("Walk").check()
        page.get_by_role("button", name="Plot").click()
    moment = table.tablet.locator("#moment")
    expect(moment).to_contain_text("Act ")
    seat = moment.inner_text().split("Act ")[1][0]
    page = table.phones[f"Player {seat}"]
    page.locator("#moment").get_by_role("button", name=f"{'21'[int(seat) - 1]}A", exact=True).click()
    expect(page.locator(".progress")).to_contain_text("How far is it?")
    return page


def test_a_distance_is_measured_on_a_slanted_photograph(phone: Page, both: tuple[Page, Page]) -> None:
    """Meanwhile somebody else answers the other question of the same shot."""
    _, tablet = both
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method != "GET":
            sent.append(request.url)

    phone.on("request", note)
    hand = Hand(phone, SLANTED)
    hand.opens()
    assert faults(phone) == []
    hand.chooses()
    hand.key("Measure").click()
    expect(hand.dialog.get_by_role("status").first).to_have_text("Tap the two points first.")
    hand.scales_by_corners()
    for one, other in combinations(FIGURES, 2):
        hand.taps(FIGURES[one], FIGURES[other])
        expect(hand.figure.locator("b")).to_be_visible()
        assert hand.inches() == pytest.approx(_apart(FIGURES[one], FIGURES[other]), abs=1)

    hand.taps(FIGURES["2A"], FIGURES["1A"])
    expect(hand.figure).to_contain_text("16.5 inches")
    expect(hand.figure).to_contain_text("16 to 24")
    expect(hand.figure).to_contain_text("Close to 16: check with a ruler.")
    assert faults(phone) == []
    assert small_targets(phone) == []
    tablet.locator(".progress").get_by_role("button", name="No", exact=True).click()
    expect(phone.locator(".progress").get_by_role("button", name="No", exact=True)).to_have_count(0)
    hand.key("Use 16.5").click()
    expect(hand.dialog).to_be_hidden()
    expect(phone.locator(".progress .dial input")).to_have_value("16.5")
    expect(phone.get_by_role("button", name="Measure on a photograph")).to_be_focused()
    phone.remove_listener("request", note)
    assert sent == [], "the picture stays here, and nothing is posted by itself"


def is_kept(page: Page, condition: str) -> None:
    """Wait until the browser keeps the picture and its scale so."""
    page.wait_for_function(f"""async () => {{
      const {{ kept }} = await import("/static/survey/picture/picture_store.js");
      const picture = await kept("photograph of the table");
      const scale = await kept("scale of that photograph");
      return {condition};
    }}""")


def test_the_scale_stays_with_the_picture_until_it_is_removed(phone: Page) -> None:
    hand = Hand(phone, STRAIGHT)
    hand.opens()
    hand.chooses()
    hand.taps((0, 0), (0, SIDE))
    hand.dialog.get_by_label("Inches from 1 to 2").fill("48")
    hand.key("Measure").click()
    hand.taps((4, 4), (16, 4))
    assert hand.inches() == pytest.approx(12, abs=0.5)
    phone.go_back()
    expect(hand.dialog).to_be_hidden()
    is_kept(phone, "picture?.bytes.byteLength > 0 && scale?.isScaled")
    phone.reload()
    hand.opens()
    hand.taps((10, 10), (40, 10))
    assert hand.inches() == pytest.approx(30, abs=0.5)
    hand.key("Change scale").click()
    expect(hand.dialog.get_by_label("Inches from 1 to 2")).to_have_value("48")
    hand.dialog.get_by_label("New picture").set_input_files(
        {"name": "no.jpg", "mimeType": "image/jpeg", "buffer": b"no picture at all"}
    )
    expect(hand.dialog.get_by_role("status").first).to_contain_text("cannot open the file as a picture")
    hand.key("Remove picture").click()
    expect(hand.dialog.get_by_label("Take a photograph")).to_be_attached()
    hand.key("Close").click()
    is_kept(phone, "!picture && !scale")
    phone.reload()
    hand.opens()
    expect(hand.dialog.get_by_label("Take a photograph")).to_be_attached()


def test_the_sides_of_a_rectangle_are_those_that_bear_their_letters(phone: Page) -> None:
    """Whichever corner was tapped first: A is the upper side, B the left one."""
    hand = Hand(phone, STRAIGHT)
    hand.opens()
    hand.chooses()
    left, top, right, bottom = RUINS[1]
    corners = [(right, top), (right, bottom), (left, bottom), (left, top)]
    hand.scales_by_corners(corners, (right - left, bottom - top))
    for ends, inches in (((4, 4), (40, 4)), 36), (((4, 4), (4, 40)), 36):
        hand.taps(*ends)
        assert hand.inches() == pytest.approx(inches, abs=1.5)


def test_a_distance_is_measured_with_the_keyboard_and_with_a_drag(phone: Page) -> None:
    hand = Hand(phone, STRAIGHT)
    hand.opens()
    hand.chooses()
    for name, key in (("Point 1", "ArrowLeft"), ("Point 2", "ArrowRight")):
        hand.key(name).press("Enter")
        for _ in range(10):
            hand.key(name).press(f"Shift+{key}")
    expect(hand.dialog.locator(".loupe")).to_be_visible()
    hand.dialog.get_by_label("Inches from 1 to 2").fill("20")
    hand.dialog.get_by_label("Inches from 1 to 2").press("Enter")
    (x, y), (to_x, to_y) = hand.places((20, 20), (30, 20))
    phone.mouse.move(x, y)
    phone.mouse.down()
    phone.mouse.move(to_x, to_y, steps=5)
    expect(hand.dialog.locator(".loupe")).to_be_visible()
    phone.mouse.up()
    expect(hand.dialog.locator(".loupe")).to_be_hidden()
    drawn = hand.inches()
    hand.key("To").press("Shift+ArrowRight")
    assert hand.inches() == pytest.approx(drawn + 1, abs=0.5), "20 inches are 200 pixels of the screen"


def test_the_privacy_screen_stays_over_a_picture_that_was_just_taken(phone: Page) -> None:
    """While the camera is open the page is hidden, so it covers itself, and closes what lies over it."""
    hand = Hand(phone, STRAIGHT)
    hand.opens()
    phone.evaluate("document.querySelector('[data-cover]').click()")
    expect(hand.dialog).to_be_hidden()
    picture: Any = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg(STRAIGHT)}
    hand.dialog.get_by_label("Take a photograph").set_input_files(picture)
    expect(hand.dialog).to_have_attribute("data-step", "scale")
    expect(hand.dialog).to_be_hidden()
    phone.locator("#cover").click()
    expect(hand.key("Measure")).to_be_visible()
    hand.taps((0, 0), (0, SIDE))
    expect(hand.dialog.locator(".marks .dot")).to_have_count(2)


SIZES = [
    (LANDSCAPE, "light"),
    *soak.rest(soak.SIZES, [(LANDSCAPE, "dark")]),
    *soak.rest(soak.SIZES, product((TABLET, TABLET_UPRIGHT, PHONE), ("dark", "light"))),
]


def badly_made(page: Page) -> list[str]:
    return [*faults(page), *small_targets(page), *cut_off(page), *broken_words(page), *out_of_reach(page)]


@pytest.mark.parametrize(("size", "theme"), SIZES, ids=str)
def test_each_step_fits_the_screen(
    phone: Page, size: tuple[int, int], theme: Literal["dark", "light"]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.emulate_media(color_scheme=theme)
    hand = Hand(phone, SLANTED)
    hand.opens()
    found = [badly_made(phone)]
    hand.chooses()
    found.append(badly_made(phone))
    hand.scales_by_corners()
    found.append(badly_made(phone))
    hand.taps(FIGURES["2A"], FIGURES["1A"])
    expect(hand.figure).to_contain_text("inches")
    found.append(badly_made(phone))
    assert found == [[]] * 4


def test_what_measures_is_fetched_only_when_it_is_wanted(phone: Page) -> None:
    fetched = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('photograph/'))"
    assert phone.evaluate(f"{fetched}.length") == 0
    Hand(phone, STRAIGHT).opens()
    assert phone.evaluate(f"{fetched}.length") >= 3


def test_without_scripts_the_key_is_not_shown(phone: Page, browser: Browser) -> None:
    plain = browser.new_context(java_script_enabled=False, storage_state=phone.context.storage_state())
    page = plain.new_page()
    page.goto(phone.url)
    expect(page.locator(".progress .dial input")).to_be_visible()
    expect(page.get_by_role("button", name="Measure on a photograph")).to_be_hidden()
    plain.close()
