"""Keys of the page of a board: a search that stops, a picture turned, a virtual table, sides in doubt."""

from __future__ import annotations

import base64
import json
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.at_survey import begin
from tests.browser.conftest import TABLET, OpenPage
from tools.tour import EMPTY

STOPPED = """async () => {
  const { stoppable, Stopped } = await import("/static/survey/tools/ink_tools.js");
  const asked = [];
  const picture = { places: [1], get last() { return this.places.at(-1); }, ask(...given) {
    asked.push(given); return "told"; } };
  const search = { isStopped: false };
  const one = stoppable(picture, search);
  const told = [one.last, one.ask("cuts", 7)];
  search.isStopped = true;
  try { one.ask("fit"); } catch (wrong) { told.push(wrong instanceof Stopped); }
  return [told, asked];
}"""


def test_a_search_ends_at_its_next_question_once_it_is_stopped(page: Page) -> None:
    assert page.evaluate(STOPPED) == [[1, "told", True], [["cuts", 7]]]


TURNED = """async (corners) => {
  const { Picture } = await import("/static/survey/picture/picture.js");
  let told;
  await Picture.prototype.turn.call({
    size: { width: 800, height: 600 }, corners, ask: async (what) => what,
    opened: (...given) => { told = given; },
  });
  return told;
}"""


def test_a_picture_that_is_turned_keeps_its_marks_and_they_their_names(page: Page) -> None:
    corners = [[100, 50], [700, 50], [700, 550], [100, 550]]
    told, turned = page.evaluate(TURNED, corners)
    assert told == "turn"
    assert turned == [[49, 100], [549, 100], [549, 700], [49, 700]], "the lower left is the upper left now"


TABLE = """async (image) => {
  const m = await import("/static/survey/picture/universal_vtt.js");
  const names = ["a.uvtt", "B.DD2VTT", "a.df2vtt", "a.png"].map((name) => m.isVirtualTable({ name }));
  const told = async (given) => {
    try { return (await m.opened(new Blob([given]))).picture.size; } catch (wrong) { return wrong.message; }
  };
  const sizes = [];
  for (const given of [JSON.stringify({ image }), JSON.stringify({ image: `data:image/png;base64,${image}` }),
    '{"resolution": {}}', "no JSON", '{"image": "*"}', "{}", "null"]) sizes.push(await told(given));
  const asked = [];
  const photograph = new OffscreenCanvas(300, 150);
  const pen = photograph.getContext("2d");
  pen.fillStyle = "#e00000";
  pen.fillRect(0, 0, 300, 150);
  const picture = { ask: async (what, { box }) => {
    asked.push(what, box);
    return { image: photograph.transferToImageBitmap(), box };
  } };
  const table = { image, portals: [1], "referee-place": { left: 10, top: 20, cell: 5 },
    resolution: { map_size: { x: 6, y: 3 }, pixels_per_grid: 70 } };
  const made = await m.withPhotograph(table, picture);
  return { names, sizes, asked, made };
}"""


def test_a_virtual_table_gives_its_picture_and_takes_the_photograph(page: Page) -> None:
    kept = BytesIO()
    Image.new("RGB", (3, 2)).save(kept, "PNG")
    image = base64.b64encode(kept.getvalue()).decode()
    told = page.evaluate(TABLE, image)
    assert told["names"] == [True, True, True, False]
    size = len(kept.getvalue())
    assert told["sizes"][:2] == [size, size]
    assert told["sizes"][2] == "This Universal VTT has no picture."
    assert told["sizes"][4] == "The picture in this Universal VTT is damaged."
    assert {*told["sizes"][3::2], told["sizes"][6]} == {"This file is not a Universal VTT, or it is damaged."}
    assert told["asked"] == ["flat", [10, 20, 40, 35]], "the six by three cells of the grid"
    made = told["made"]
    assert made["portals"] == [1]
    assert made["resolution"] == {"map_size": {"x": 6, "y": 3}, "pixels_per_grid": 50}
    picture = Image.open(BytesIO(base64.b64decode(made["image"])))
    assert picture.size == (300, 150)
    red, green, blue = picture.convert("RGB").getpixel((295, 145))  # type: ignore[misc]
    assert red > 200
    assert max(green, blue) < 40


def test_a_board_is_saved_for_a_virtual_table(open_page: OpenPage) -> None:
    page = begin(open_page(TABLET, EMPTY)).page
    page.locator("#save-vtt").click()
    expect(page.locator("#made")).to_contain_text("Not yet: Every square needs a number of its own first.")
    page.evaluate("""() => desk.do({ do: "all", gestures: [
      { do: "outline", points: [[0, 0], [2000, 0], [2000, 1000], [0, 1000]] },
      { do: "cut", points: [[1000, 0], [1000, 1000]] }, { do: "title", name: "Our Mall!" } ] })""")
    with page.expect_download() as saving:
        page.locator("#save-vtt").click()
    assert saving.value.suggested_filename == "our-mall.dd2vtt"
    table = json.loads(saving.value.path().read_text(encoding="utf-8"))
    assert table["resolution"]["map_size"] == {"x": 2, "y": 1}
    assert table["referee-map"]["name"] == "Our Mall!"
    expect(page.locator("#made")).to_contain_text("none lies under the drawing")
    assert pytest.approx(1000) == table["referee-place"]["cell"]


DOUBTS = """async () => {
  const { sidesOf } = await import("/static/survey/tools/strokes.js");
  desk.do({ do: "all", gestures: [
    { do: "outline", points: [[0, 0], [3000, 0], [3000, 1000], [0, 1000]] },
    { do: "cut", points: [[1000, 0], [1000, 1000]] }, { do: "cut", points: [[2000, 0], [2000, 1000]] },
  ] });
  desk.choose("sides");
  const why = { 1000: ["open", "pale"], 2000: ["glass_door", "short"] };
  desk.tool.proposals = new Map([...sidesOf(desk.plane)].map(([pair, [ends]]) => (
    [pair, { kind: why[ends[0][0]][0], sure: false, why: why[ends[0][0]][1], ends }])));
  desk.tool.shown();
}"""


def test_each_side_in_doubt_is_checked_one_after_the_other(open_page: OpenPage) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    page.evaluate(DOUBTS)
    expect(page.locator("#board .doubt")).to_have_count(2)
    page.get_by_role("button", name="Check the 2 sides in doubt").click()
    line = page.locator("#check-line")
    expect(page.locator("#hint")).to_have_text("What stands on the marked line between these two squares?")
    expect(line).to_have_text("001 to 002: a thin line? It has little ink. 2 sides left.")
    page.evaluate("""() => { const key = () => document.querySelector("#check-wall");
      key().click(); key()?.click(); }""")
    expect(line).to_have_text("002 to 003: a glass door? It is short. 1 side left.")
    page.locator("#check-back").click()
    expect(line).to_contain_text("001 to 002")
    page.locator("#check-open").click()
    expect(line).to_contain_text("002 to 003")
    page.locator("#check-glass_door").click()
    expect(page.locator("#said")).to_have_text("That was the last side in doubt.")
    expect(line).to_have_count(0)
    assert [(s["between"], s["kind"]) for s in hand.map()["sides"]] == [(["002", "003"], "glass_door")]
