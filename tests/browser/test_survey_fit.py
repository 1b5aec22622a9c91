"""Lines are judged by the ink: grids that are proposed, the error that is measured, a picture laid anew."""

from __future__ import annotations

from io import BytesIO
from math import pi, sin
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_survey import Hand, begin, size_is_set
from tests.browser.conftest import TABLET, OpenPage
from tests.browser.test_survey_picture import (
    BOARD,
    SIZE,
    UPRIGHTS,
    laid,
    print_of_a_board,
    two_rows,
)
from tools.photographs.on_screen import LOOKING_MS

FIT = """async (lines) => {
  const { fitOf } = await import("/static/survey/photo/ink/fit.js");
  const size = 600;
  const ink = new Uint8Array(size * size);
  const fill = (left, top, right, bottom) => {
    for (let y = top; y < bottom; y += 1) ink.fill(200, y * size + left, y * size + right);
  };
  fill(50, 298, 550, 303);
  for (const x of [150, 250, 350, 450]) fill(x - 2, 100, x + 3, 500);
  const bend = { unit: 100, pixel: (p) => p, scale: () => 1 };
  return fitOf({ ink, width: size, height: size }, bend, lines, { thin: 0.5, unit: 100 });
}"""
BEST = """async (offs) => {
  const { GridFit } = await import("/static/survey/tools/grid_fit.js");
  const asked = [];
  class Fake {
    constructor(picture, plane) { Object.assign(this, { picture, plane }); }
    heights() { return []; }
    evened(cuts, across) {
      asked.push(across && Math.round(across));
      return { cuts, at: [], to: [], box: [], unit: 160, isOnGrid: across !== null };
    }
    unbendAlong() {
      const at = asked.at(-1);
      const off = offs[at] ?? offs.others;
      return { shares: [off < 9 ? 1 : 0.2, 1], off };
    }
  }
  const plane = { faces: new Map(), sides: new Map(), doors: new Map(), looks: new Map() };
  const cuts = Array.from({ length: 60 }, (_, n) => {
    const x = 160 * (n % 12) + 20 * Math.floor((n % 12) / 5);
    return { ends: [[x, 240 * Math.floor(n / 12)], [x, 240 * Math.floor(n / 12) + 240]] };
  });
  const widths = Array.from({ length: 55 }, (_, n) => (n % 5 ? 160 : 180));
  const picture = { ask() {}, corners: [] };
  const best = await new GridFit(new Fake(picture, plane), cuts, widths).best();
  return { step: best.across && Math.round(best.across), last: asked.at(-1), fits: best.fits,
    many: asked.length };
}"""

SHOWN = """async (outline) => {
  const { View } = await import("/static/survey/page/viewport.js");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.append(document.createElementNS(svg.namespaceURI, "g"));
  svg.firstChild.setAttribute("class", "marks");
  document.body.append(svg);
  const view = new View(svg, () => {});
  view.showAll({ faces: new Map(outline ? [[1, { outline }]] : []) });
  return view.box;
}"""

ALONG = """async ({ outlines, answers, meanwhile = {} }) => {
  const { laidAlong } = await import("/static/survey/picture/picture_tool.js");
  const asked = [];
  const picture = {
    photo: 1, corners: [], box: [], isPlaced: true,
    unit: () => 1000,
    place() { asked.push("place"); }, unfold() { asked.push("unfold"); },
    settled() { asked.push("settled"); },
    ask(question, { spots }) {
      asked.push(question);
      if (question === "pixels") return spots;
      if (question === "rows") Object.assign(picture, meanwhile);
      return question === "fit" ? answers.shift() : undefined;
    },
  };
  const faces = new Map(outlines.map((outline, n) => [n, { outline }]));
  const told = await laidAlong(picture, { faces });
  return { told, asked: asked.filter((one) => one !== "pixels") };
}"""
SQUARES = [[[x, 0], [x + 1000, 0], [x + 1000, 900], [x, 900]] for x in (0, 1000)]


def test_a_line_lies_on_ink_or_beside_it(page: Page) -> None:
    """Where another line crosses, its ink is not taken for that of the line."""
    lines = [
        [[50, 300], [550, 300]],
        [[50, 303], [550, 303]],
        [[50, 309], [550, 309]],
        [[200, 110], [200, 290]],
    ]
    told = [page.evaluate(FIT, [line]) for line in lines]
    assert [one["shares"][0] for one in told] == [1, 1, 0, 0]
    assert told[0]["off"] == pytest.approx(0, abs=0.1)
    assert told[1]["off"] == pytest.approx(3, abs=0.1)
    assert page.evaluate(FIT, lines)["off"] == pytest.approx(3, abs=0.1)
    assert told[2]["off"] == pytest.approx(4.5), "what lies on no ink is not near it"
    assert page.evaluate(FIT, [])["off"] == 0


@pytest.mark.parametrize(
    ("offs", "step", "many"),
    [
        ({"20": 1.5, "others": 4}, 20, 1),
        ({"20": 6, "null": 1, "others": 5}, None, 5),
        ({"20": 6, "null": 4, "others": 3.5}, 160, 5),
        ({"20": 6, "null": 5.8, "others": 5}, 20, 3),
    ],
)
def test_the_grid_that_lies_on_the_ink_is_taken(
    page: Page, offs: dict[str, float], step: int | None, many: int
) -> None:
    told = page.evaluate(BEST, offs)
    assert told["step"] == step, told
    assert told["fits"], told
    assert told["last"] == told["step"], "the picture lies where the answer says"
    assert told["many"] == many, "others are tried only where the first fits worse than no grid"


def test_between_the_grids_that_are_tried_the_page_answers_a_finger(page: Page) -> None:
    noted = BEST.replace("asked.push(", "turns.push(turn); asked.push(")
    turns = page.evaluate(
        f"""async (offs) => {{
      const turns = [];
      let turn = 0;
      const {{ port1, port2 }} = new MessageChannel();
      port1.onmessage = () => {{ turn += 1; port2.postMessage(0); }};
      port2.postMessage(0);
      const best = {noted};
      await best(offs);
      port1.close();
      return turns;
    }}""",
        {"20": 6, "null": 1, "others": 5},
    )
    assert len(turns) == 5
    assert len(set(turns)) == 5, "other work of the page has its turn before each"


def test_a_grid_that_lies_nowhere_on_the_ink_does_not_fit(page: Page) -> None:
    assert page.evaluate(BEST, {"others": 12})["fits"] is False


@soak.BOARDS
@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([500, 1000, 2000, 2500], "Most lines would not lie on the ink, so none are proposed."),
        ([750, 2250], "2 lines that were drawn are not on the ink."),
    ],
)
def test_rows_that_are_not_in_the_picture_are_told(open_page: OpenPage, rows: list[int], told: str) -> None:
    """They were drawn where the board has none, and what is found between them may be worth nothing."""
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    page.evaluate(
        """(rows) => desk.do({ do: "all", gestures: [
      { do: "outline", points: [[0, 0], [4000, 0], [4000, 3000], [0, 3000]] },
      ...rows.map((y) => ({ do: "cut", points: [[0, y], [4000, y]] })),
    ] })""",
        rows,
    )
    hand.tool("cut")
    done = page.evaluate("desk.sync.log.done")
    page.get_by_role("button", name="Find the lines between the rows").click()
    said = page.locator("#said")
    expect(said).to_contain_text(told, timeout=LOOKING_MS)
    isnt = told.startswith("Most")
    expect(page.locator("#take-cuts")).to_have_count(0 if isnt else 1)
    assert (page.evaluate("desk.sync.log.done") == done) == isnt, "no line has moved where none is proposed"


@soak.BOARDS
def test_the_error_of_a_corner_begins_as_it_was_measured_and_goes_with_the_picture(
    open_page: OpenPage,
) -> None:
    """What was proposed goes with it too: a reload brings no lines back."""
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    two_rows(hand)
    page.locator("#close summary").click()
    measured = page.locator("#close-measured")
    expect(measured).to_contain_text("A guess")
    page.get_by_role("button", name="Find the lines between the rows").click()
    expect(page.locator("#take-cuts")).to_be_visible(timeout=LOOKING_MS)
    units = page.evaluate("Math.max(1, Math.ceil(desk.picture.error))")
    told = f"Measured in the picture: the lines are within {units} unit"
    for _ in range(2):
        expect(measured).to_contain_text(told)
        expect(page.get_by_label("A corner may be off by")).to_have_value(str(units))
        page.reload()
        page.wait_for_function("() => globalThis.desk?.picture.shown", timeout=LOOKING_MS)
        page.locator("#close summary").click()
    page.get_by_label("A corner may be off by").fill("31")
    page.get_by_label("A corner may be off by").press("Enter")
    expect(measured).to_contain_text(told)
    assert hand.map()["looks"]["error"] == 31
    expect(measured).to_contain_text("Saved with the drawing, as it was typed")
    hand.tool("picture")
    page.get_by_role("button", name="Remove the picture").click()
    expect(measured).to_have_text("Saved with the drawing, as it was typed or when the lines were found.")
    hand.tool("cut")
    expect(page.locator("#take-cuts")).to_have_count(0)
    page.reload()
    hand.squares(2)
    expect(page.locator("#take-cuts")).to_have_count(0)
    expect(page.locator(".proposal")).to_have_count(0)


def test_what_is_asked_of_a_picture_that_goes_is_refused(page: Page) -> None:
    """Otherwise nothing that waits its turn would ever come to it."""
    told = page.evaluate("""async () => {
      const { Photo } = await import("/static/survey/photo/photo.js");
      const { inTurn } = await import("/static/survey/tools/ink_lines.js");
      const [photo, picture] = [new Photo(), {}];
      const asked = inTurn(picture, () => photo.ask("open", { file: new Blob(["x"]) }))
        .catch((wrong) => wrong.message);
      const next = inTurn(picture, () => "its turn");
      await Promise.resolve();
      photo.close();
      const late = new Promise((done) => { setTimeout(() => done("late"), 5000); });
      return Promise.all([asked, next].map((one) => Promise.race([one, late])));
    }""")
    assert told == ["That picture is no longer there.", "its turn"]


def test_a_board_without_level_lines_lies_by_its_corners(page: Page) -> None:
    """A picture is unbent along rows, and such a board has none."""
    halves = [
        [[0, 0], [2000, 500], [2000, 3500], [0, 3000]],
        [[2000, 500], [4000, 1000], [4000, 4000], [2000, 3500]],
    ]
    told = page.evaluate(ALONG, {"outlines": halves, "answers": []})
    assert told["told"].startswith("Are the lines off the ink?")
    assert told["asked"] == []


@pytest.mark.parametrize("meanwhile", [{"isPlaced": False}, {"corners": [[1, 1]]}, {"photo": 2}])
def test_nothing_is_laid_along_the_lines_once_the_corners_are_set_again(
    page: Page, meanwhile: dict[str, Any]
) -> None:
    """Nor once there is another picture."""
    answers = [{"shares": [0]}, {"shares": [1]}, {"shares": [1]}]
    told = page.evaluate(ALONG, {"outlines": SQUARES, "answers": answers, "meanwhile": meanwhile})
    assert told["told"] == ""
    assert not {"place", "unfold"} & set(told["asked"])


def test_all_of_a_board_is_shown_and_no_more(page: Page) -> None:
    """Where no door has a name yet, none of them counts."""
    shown = page.evaluate(SHOWN, [[2000, 2000], [3000, 2000], [3000, 2500]])
    assert shown == {"x": 1940, "y": 1940, "width": 1120, "height": 620}
    assert page.evaluate(SHOWN, None) == {"x": -200, "y": -200, "width": 4400, "height": 3400}


def test_lines_off_the_ink_are_told_of_in_one_sentence(page: Page) -> None:
    """Whether others are proposed or not."""
    told = page.evaluate("""async () => {
      const { offInk } = await import("/static/survey/tools/proposal_drawing.js");
      return [[], [1, 0.9], [1, 0.2], [0.1, 1, 0]].map(offInk);
    }""")
    one, two = " 1 line that was drawn is not on the ink.", " 2 lines that were drawn are not on the ink."
    assert told == ["", "", one, two]


def bent_print() -> bytes:
    """Return a JPEG of the board of `print_of_a_board`, its paper bent in the middle by 16 pixels."""
    left, top, right, bottom = BOARD

    def at(x: float, y: float) -> tuple[float, float]:
        by = 16 * sin(pi * (x - left) / (right - left)) * sin(pi * (y - top) / (bottom - top))
        return x + by, y + by

    picture = Image.new("RGB", SIZE, (236, 230, 214))
    pen = ImageDraw.Draw(picture)
    steps = [n / 60 for n in range(61)]
    for y in (top, (top + bottom) / 2, bottom):
        pen.line([at(left + (right - left) * t, y) for t in steps], fill=(40, 40, 40), width=3)
    for x in (left, *UPRIGHTS, right):
        pen.line([at(x, top + (bottom - top) * t) for t in steps], fill=(40, 40, 40), width=3)
    kept = BytesIO()
    picture.save(kept, "JPEG", quality=90)
    return kept.getvalue()


DRAWN: list[dict[str, Any]] = [
    {"do": "outline", "points": [[0, 0], [4000, 0], [4000, 3000], [0, 3000]]},
    {"do": "cut", "points": [[0, 1500], [4000, 1500]]},
    *({"do": "cut", "points": [[x, 0], [x, 3000]]} for x in (1000, 2000, 3000)),
]
"""The board as another device has drawn it."""


@soak.BOARDS
def test_on_another_device_the_picture_lies_along_the_lines_once_its_corners_are_set(
    open_page: OpenPage,
) -> None:
    page = open_page(TABLET)
    log = {"format": "referee-survey/1", "done": len(DRAWN), "gestures": DRAWN}
    made = page.request.post("/api/surveys", data={"survey": log}).json()
    page.goto(f"/surveys/{made['id']}")
    hand = Hand(page)
    hand.squares(8)
    before = hand.log()
    laid(hand, bent_print())
    said = page.locator("#said")
    expect(said).to_have_text("The picture lies along the lines that are drawn.", timeout=LOOKING_MS)
    assert page.evaluate("Boolean(desk.picture.shown)"), "the paper is unbent"
    assert hand.log() == before, "no gesture was made for it"
    expect(page.locator("#close-measured")).to_contain_text("Measured in the picture")


@soak.BOARDS
def test_a_picture_that_lies_right_by_its_corners_tells_the_error_and_keeps_it(open_page: OpenPage) -> None:
    """It is bent along the lines once others are looked for, and there are none."""
    page = open_page(TABLET)
    log = {"format": "referee-survey/1", "done": len(DRAWN), "gestures": DRAWN}
    made = page.request.post("/api/surveys", data={"survey": log}).json()
    page.goto(f"/surveys/{made['id']}")
    hand = Hand(page)
    hand.squares(8)
    laid(hand, print_of_a_board())
    expect(page.locator("#said")).to_contain_text("Are the lines off the ink?", timeout=LOOKING_MS)
    measured = page.locator("#close-measured")
    expect(measured).to_contain_text("Measured in the picture")
    page.reload()
    page.wait_for_function("() => globalThis.desk?.picture.isPlaced", timeout=LOOKING_MS)
    expect(measured).to_contain_text("Measured in the picture")
    assert page.evaluate("desk.picture.shown") is None
    hand.tool("cut")
    page.get_by_role("button", name="Find the lines between the rows").click()
    expect(page.locator("#said")).to_contain_text("No other lines were found.", timeout=LOOKING_MS)
    expect(page.locator("#take-cuts")).to_have_count(0)
    assert page.evaluate("Boolean(desk.picture.shown)"), "the paper is unbent"
    hand.squares(8)


PLACES = """async () => {
  const { Places } = await import("/static/survey/picture/picture_place.js");
  const [drawn, laid, other] = [{ do: "cut" }, { do: "move_corners" }, { do: "title" }];
  const log = (done, gestures) => ({ done, gestures });
  const places = new Places([{ box: "paper" }]);
  places.lay("grid", log(2, [drawn, laid]));
  const told = [];
  const follow = (...given) => told.push([places.follow(log(...given)), places.last.box]);
  told.push(places.isLaidBy(log(2, [drawn, laid])));
  follow(3, [drawn, laid, other]);
  told.push(places.isLaidBy(log(3, [drawn, laid, other])));
  follow(1, [drawn, laid]);
  follow(2, [drawn, laid]);
  follow(1, [drawn, laid]);
  follow(2, [drawn, other]);
  return told;
}"""


def test_the_picture_goes_with_the_lines_back_and_there_again(page: Page) -> None:
    """Undo and redo of the gesture that moved the lines move it; another gesture in its place does not."""
    assert page.evaluate(PLACES) == [
        True, [False, "grid"], False, [True, "paper"], [True, "grid"], [True, "paper"], [False, "paper"],
    ]  # fmt: skip


_LIES = "() => [desk.plane.faces.get(1).outline, desk.picture.box, Boolean(desk.picture.shown)]"


@soak.BOARDS
def test_what_was_found_is_cancelled_undone_and_done_again_with_the_picture(open_page: OpenPage) -> None:
    """The lines and the picture go back to where they were, and no old error is told."""
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    two_rows(hand)
    before = page.evaluate(_LIES)
    find, take = (
        page.get_by_role("button", name="Find the lines between the rows"),
        page.locator("#take-cuts"),
    )
    find.click()
    expect(take).to_be_visible(timeout=LOOKING_MS)
    measured = page.locator("#close-measured")
    expect(measured).to_contain_text("Measured in the picture")
    after = page.evaluate(_LIES)
    assert after[0] != before[0], "the lines that were drawn moved onto the grid"
    page.get_by_role("button", name="Cancel").click()
    expect(measured).to_contain_text("A guess")
    assert page.evaluate(_LIES) == before
    page.locator("#redo").click()
    expect(measured).to_contain_text("Measured in the picture")
    assert page.evaluate(_LIES) == after
    expect(page.locator(".proposal")).to_have_count(0)
    page.locator("#undo").click()
    expect(measured).to_contain_text("A guess")
    find.click()
    expect(take).to_be_visible(timeout=LOOKING_MS)
    page.locator("#undo").click()
    expect(take).to_have_count(0)
    expect(measured).to_contain_text("A guess")
    assert page.evaluate(_LIES) == before
    page.evaluate("""() => {
      const points = [...desk.plane.faces.values()].flatMap(({ outline }) => outline);
      const [xs, ys] = [0, 1].map((i) => points.map((p) => p[i]));
      const [left, right, top, bottom] = [xs, ys].flatMap((all) => [Math.min(...all), Math.max(...all)]);
      const rows = [1, 2, 3, 5, 6, 7].map((n) => Math.round(top + ((bottom - top) * n) / 8));
      desk.do({ do: "all", gestures: rows.map((y) => ({ do: "cut", points: [[left, y], [right, y]] })) });
    }""")
    page.get_by_role("button", name="Find the lines between the rows").click()
    expect(page.locator("#said")).to_contain_text("Most lines would not lie on the ink", timeout=LOOKING_MS)
    expect(measured).to_contain_text("A guess")


@soak.BOARDS
def test_a_search_for_lines_is_stopped_and_nothing_moves(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    two_rows(hand)
    before = page.evaluate(_LIES)
    page.get_by_role("button", name="Find the lines between the rows").click()
    page.locator("#stop-looking").click()
    expect(page.locator("#said")).to_have_text("Stopped. Nothing has moved.", timeout=LOOKING_MS)
    assert page.evaluate(_LIES) == before
    expect(page.locator("#look")).to_be_visible()
    expect(page.locator(".proposal")).to_have_count(0)


@soak.BOARDS
def test_the_picture_lies_along_a_board_whose_size_is_set(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, "/surveys"))
    page = hand.page
    laid(hand, print_of_a_board())
    two_rows(hand)
    before = page.evaluate(_LIES)
    size_is_set(hand, "400", "150")
    page.wait_for_function("() => desk.picture.box[3] < 1600")
    assert hand.height() == pytest.approx(150 / 400, abs=0.001)
    page.locator("#undo").click()
    expect(page.get_by_text("A unit of the drawing is")).to_have_count(0)
    assert page.evaluate(_LIES) == before
