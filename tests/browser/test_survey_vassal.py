"""1: a VASSAL module is opened on the device: its boards, pictures, and names that become numbers."""

from __future__ import annotations

import base64
import io
import re
import struct
import zipfile
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_survey import begin
from tests.browser.conftest import TABLET, OpenPage
from tests.browser.test_accessibility import faults
from tools.tour import EMPTY

PACKAGE = "VASSAL.build.module.map.boardPicker"
PICTURE = b"\x89PNG\r\n\x1a\n picture"
LOOK = """
async ([data, outline]) => {
  const { gesturesOf, NoModule, opened } = await import("/static/survey/picture/vassal_module.js");
  const { Log } = await import("/static/survey/plane/log.js");
  const { mapText } = await import("/static/survey/plane/chart.js");
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  try {
    const module_ = await opened(new File([bytes], "game.vmod"));
    const [board] = module_.boards;
    const picture = module_.picture(board);
    const text = String.fromCharCode(...new Uint8Array(await picture.arrayBuffer()));
    let log = new Log();
    for (const gesture of outline) log = log.add(gesture);
    const gestures = gesturesOf(board, log.plane, ([x, y]) => [2 * x, 2 * y]);
    for (const gesture of gestures) log = log.add(gesture);
    return {
      boards: module_.boards, type: picture.type, picture: text, gestures,
      map: JSON.parse(mapText(log.plane)),
    };
  } catch (wrong) {
    if (!(wrong instanceof NoModule)) throw wrong;
    return { says: wrong.message };
  }
}
"""
OUTLINE: list[dict[str, Any]] = [
    {"do": "outline", "points": [[0, 0], [600, 0], [600, 400], [0, 400]]},
    {"do": "cut", "points": [[200, 0], [200, 400]]},
    {"do": "cut", "points": [[400, 0], [400, 400]]},
    {"do": "cut", "points": [[0, 200], [600, 200]]},
]
"""Six squares, each 100 pixels wide in the picture of the module."""
BOARD = f"""<{PACKAGE}.Board image="main.png" name="The building" reversible="false">
  <{PACKAGE}.board.ZonedGrid>
    <{PACKAGE}.board.mapgrid.Zone name="Long hall" path="0,100;300,100;300,200;0,200" useParentGrid="true"/>
    <{PACKAGE}.board.mapgrid.Zone name="Shop &amp; Co" path="0,0;100,0;100,100;0,100"/>
    <{PACKAGE}.board.mapgrid.Zone name="Broken" path="0,0;x,0"/>
    <{PACKAGE}.board.RegionGrid fontsize="9" snapto="true" visible="true">
      <{PACKAGE}.board.Region name="11" originx="50" originy="50"/>
      <{PACKAGE}.board.Region name="Room 12" originx="150" originy="50"/>
      <{PACKAGE}.board.Region name="40" originx="250" originy="50"/>
      <{PACKAGE}.board.Region name="Nowhere" originx="50" originy="150"/>
      <{PACKAGE}.board.Region name="99" originx="9999" originy="50"/>
    </{PACKAGE}.board.RegionGrid>
  </{PACKAGE}.board.ZonedGrid>
</{PACKAGE}.Board>
<{PACKAGE}.Board name="No picture" width="500" height="500"/>"""


def build_file(boards: str = BOARD, head: str = "") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>{head}
<VASSAL.build.GameModule name="A game" version="1.0" VassalVersion="3.7.15">
  <VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>{boards}
  </VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>
</VASSAL.build.GameModule>"""


def module(files: dict[str, str | bytes], packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def look(page: Page, data: bytes) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(LOOK, [base64.b64encode(data).decode(), OUTLINE])
    return told


@pytest.mark.parametrize("name", ["buildFile.xml", "buildFile"])
def test_1_boards_pictures_and_names_come_out_of_a_module(page: Page, name: str) -> None:
    packed = zipfile.ZIP_STORED if name == "buildFile" else zipfile.ZIP_DEFLATED
    data = module({"moduledata": "<data/>", name: build_file(), "images/main.png": PICTURE}, packed)
    told = look(page, data)
    (board,) = told["boards"]
    assert (board["name"], board["imageName"]) == ("The building", "main.png")
    assert board["regions"][0] == {"name": "11", "x": 50, "y": 50}
    assert [zone["name"] for zone in board["zones"]] == ["Long hall", "Shop & Co"]
    assert board["zones"][0]["path"] == [[0, 100], [300, 100], [300, 200], [0, 200]]
    assert (told["type"], told["picture"]) == ("image/png", PICTURE.decode("latin-1"))
    squares = {s["id"]: s["area"] for s in told["map"]["squares"]}
    assert squares == {"011": "shop-co", "012": None, "040": None} | dict.fromkeys(
        ("041", "042", "043"), "long-hall"
    )
    assert {a["name"]: a["kind"] for a in told["map"]["areas"]} == {"Long hall": "hall", "Shop & Co": "store"}
    assert sum(g["do"] == "number" for g in told["gestures"]) == 2, "the numbers go on by themselves"


def bomb() -> bytes:
    """Return a module with a build file of 40 MB that packs into 40 kB."""
    return module({"buildFile.xml": b" " * (40 << 20)})


def lying_bomb() -> bytes:
    """Return the same, with a directory that calls it small: what comes out is cut there, and no XML."""
    data = bytearray(bomb())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 1000)
    return bytes(data)


def outside(name: str) -> bytes:
    board = f'<{PACKAGE}.Board image="{name}" name="Main"/>'
    return module({"buildFile.xml": build_file(board), f"images/{name}": PICTURE})


BAD: dict[str, tuple[bytes, str]] = {
    "no zip": (b"\xff\xd8\xff not a zip", "This file is not a VASSAL module, or it is damaged."),
    "another zip": (module({"a.txt": "a"}), "This zip is not a VASSAL module: it has no buildFile.xml."),
    "a bomb": (bomb(), "buildFile.xml in the module is larger than 32 MB."),
    "a bomb that lies": (lying_bomb(), "The build file of the module is not valid XML."),
    "cut short": (module({"buildFile.xml": build_file()})[:-30], "This file is not a VASSAL module"),
    "no xml": (module({"buildFile.xml": "<a><b>"}), "The build file of the module is not valid XML."),
    "entities": (
        module({"buildFile.xml": build_file(head='<!DOCTYPE a [<!ENTITY b "c">]>')}),
        "The build file of the module defines entities",
    ),
    "no board": (module({"buildFile.xml": build_file("")}), "The module has no board with a picture."),
    "no picture": (module({"buildFile.xml": build_file()}), "The module has no picture of “The building”."),
    "outside": (outside("../../etc/a.png"), "The picture of “Main” lies outside the module."),
    "a drive": (outside("C:\\a.png"), "The picture of “Main” lies outside the module."),
    "a program": (outside("a.exe"), "The picture of “Main” is in a format that browsers cannot show."),
}


def test_bad_modules_get_a_sentence(page: Page) -> None:
    told = {name: look(page, data).get("says", "no mistake") for name, (data, _) in BAD.items()}
    assert {name: says[: len(BAD[name][1])] for name, says in told.items()} == {
        name: says for name, (_, says) in BAD.items()
    }


ENDLESS = {
    "a name without an end": "<" + "a" * 400_000,
    "remarks without an end": "<!--" * 300_000,
    "a tag without an end": "<a " + "b" * 20_000_000,
    "a very long tag": "<a " + "b" * 20_000_000 + "/>",
}
QUICKLY_S = 60.0
"""Far more than one reading takes on any machine. To begin anew at each letter takes longer on all."""


@pytest.mark.parametrize("name", ENDLESS)
def test_a_build_file_without_an_end_holds_up_nobody(page: Page, name: str) -> None:
    data = module({"buildFile.xml": ENDLESS[name]})
    began = monotonic()
    assert look(page, data)["says"] == "The build file of the module is not valid XML."
    assert monotonic() - began < QUICKLY_S


def picture() -> bytes:
    """Return a picture of six squares, 100 pixels wide each."""
    made, data = Image.new("RGB", (300, 200), "white"), io.BytesIO()
    pen = ImageDraw.Draw(made)
    for at in (0, 100, 200, 299):
        pen.line((at, 0, at, 199), "black", 3)
    for at in (0, 100, 199):
        pen.line((0, at, 299, at), "black", 3)
    made.save(data, "PNG")
    return data.getvalue()


@soak.BOARDS
def test_1_a_module_gives_its_picture_and_its_names(open_page: OpenPage, tmp_path: Path) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    other = f'<{PACKAGE}.Board image="other.png" name="The yard"/>'
    files: dict[str, str | bytes] = {"buildFile.xml": build_file(BOARD + other), "images/main.png": picture()}
    path = tmp_path / "game.vmod"
    path.write_bytes(module(files))
    hand.tool("picture")
    chooser = page.get_by_label("Choose a picture, a VASSAL module or a Universal VTT")
    (tmp_path / "bad.vmod").write_bytes(b"no zip")
    chooser.set_input_files(tmp_path / "bad.vmod")
    expect(page.locator("#said")).to_contain_text("This file is not a VASSAL module, or it is damaged.")
    chooser.set_input_files(path)
    page.get_by_role("button", name="The yard").click()
    expect(page.locator("#said")).to_contain_text("The module has no picture of “The yard”.")
    assert faults(page) == []
    page.get_by_role("button", name="The building").click()
    page.get_by_role("button", name="It is flat already").click()
    expect(page.locator('#tools [value="outline"]')).to_be_checked()
    box = page.evaluate("desk.picture.box")
    x, y = [[box[i] + (box[i + 2] - box[i]) * n / 6 for n in range(7)] for i in (0, 1)]
    page.evaluate("(entry) => desk.do(entry)", {"do": "outline", "points": corners_of(box)})
    for line in ([[x[2], y[0]], [x[2], y[6]]], [[x[4], y[0]], [x[4], y[6]]], [[x[0], y[3]], [x[6], y[3]]]):
        points = [[round(c) for c in spot] for spot in line]
        page.evaluate("(entry) => desk.do(entry)", {"do": "cut", "points": points})
    hand.squares(6)
    page.reload()
    hand.squares(6)
    expect(page.locator("#stage")).to_have_class(re.compile("pictured"))
    hand.tool("picture")
    page.get_by_role("button", name="Take the names of the module").click()
    expect(page.locator("#said")).to_have_text("The squares have the names of the module.")
    squares = [(s["id"], s["area"]) for s in hand.map()["squares"]]
    assert squares[:3] == [("011", "shop-co"), ("012", None), ("040", None)]
    assert squares[3:] == [(name, "long-hall") for name in ("041", "042", "043")]


def test_1_after_a_picture_that_cannot_be_opened_another_board_is_chosen(
    open_page: OpenPage, tmp_path: Path
) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    other = f'<{PACKAGE}.Board image="other.png" name="The yard"/>'
    path = tmp_path / "game.vmod"
    files: dict[str, str | bytes] = {"buildFile.xml": build_file(BOARD + other), "images/main.png": picture()}
    path.write_bytes(module({**files, "images/other.png": PICTURE}))
    hand.tool("picture")
    chooser = page.get_by_label("Choose a picture, a VASSAL module or a Universal VTT")
    chooser.set_input_files(path)
    page.get_by_role("button", name="The yard").click()
    expect(page.locator("#said")).to_contain_text("This browser cannot open the file")
    page.get_by_role("button", name="Choose another file").click()
    chooser.set_input_files(path)
    page.get_by_role("button", name="The yard").click()
    expect(page.locator("#said")).to_contain_text("This browser cannot open the file")
    page.get_by_role("button", name="The building").click()
    expect(page.get_by_role("button", name="It is flat already")).to_be_visible()


def test_1_a_module_whose_only_picture_lies_outside_can_be_put_away(
    open_page: OpenPage, tmp_path: Path
) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page = hand.page
    path = tmp_path / "game.vmod"
    path.write_bytes(outside("../../main.png"))
    hand.tool("picture")
    chooser = page.get_by_label("Choose a picture, a VASSAL module or a Universal VTT")
    chooser.set_input_files(path)
    expect(page.locator("#said")).to_contain_text("lies outside the module")
    page.get_by_role("button", name="Choose another file").click()
    expect(chooser).to_be_visible()


def corners_of(box: list[int]) -> list[list[int]]:
    left, top, right, bottom = box
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
