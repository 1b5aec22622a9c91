"""3.13: the picture, the walls and the doors of another program's Universal VTT come onto the drawing."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Page, Route, expect

from tests.browser.at_survey import Hand, begin
from tests.browser.conftest import TABLET, OpenPage
from tools.tour import EMPTY

TAKE = "Take the walls and doors of the file"
WALLS: list[list[tuple[float, float]]] = [[(4, 0), (4, 2)], [(4, 3), (4, 6)], [(0, 3), (4, 3)]]


def table_file(folder: Path, **more: Any) -> Path:
    """Write a file as Dungeondraft does: 8 by 6 cells, three walls, a door, and a picture of them."""
    image = Image.new("RGB", (8 * 50, 6 * 50), "#f0e8d8")
    pen = ImageDraw.Draw(image)
    for wall in WALLS:
        pen.line([(x * 50, y * 50) for x, y in wall], fill="#202020", width=6)
    kept = io.BytesIO()
    image.save(kept, "PNG")
    given = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 8, "y": 6}, "pixels_per_grid": 50},
        "line_of_sight": [[{"x": x, "y": y} for x, y in wall] for wall in WALLS],
        "portals": [{"bounds": [{"x": 4, "y": 2}, {"x": 4, "y": 3}], "closed": True}],
        "lights": [{"position": {"x": 1, "y": 1}}],
        "image": base64.b64encode(kept.getvalue()).decode(),
        **more,
    }
    path = folder / "rooms.dd2vtt"
    path.write_text(json.dumps(given), encoding="utf-8")
    return path


def chooses(page: Page, path: Path) -> None:
    page.get_by_label("Choose a picture, a VASSAL module or a Universal VTT").set_input_files(path)


def kinds(hand: Hand) -> list[str]:
    return sorted(side["kind"] for side in hand.map()["sides"])


def test_3_13_walls_and_doors_come_with_the_picture_and_go_with_one_tap(
    open_page: OpenPage, tmp_path: Path
) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page, said = hand.page, hand.page.locator("#said")
    hand.tool("picture")
    chooses(page, table_file(tmp_path))
    expect(said).to_have_text(
        "Taken from the file: 8 × 6 squares, walls on 9 sides, 1 door. Lights are left out."
    )
    hand.squares(48)
    assert kinds(hand) == ["solid_door"] + ["wall"] * 9
    assert page.evaluate("desk.picture.box") == [0, 0, 960, 720], "the picture lies under the lines"
    page.locator("#undo").click()
    hand.squares(0)
    hand.tool("outline")
    page.evaluate("""() => { desk.do({ do: "outline", points: [[0, 0], [960, 0], [960, 720], [0, 720]] });
      desk.do({ do: "cut", points: [[480, 0], [480, 720]] }); }""")
    page.reload()
    hand.squares(2)
    hand.tool("picture")
    page.get_by_role("button", name=TAKE).click()
    expect(said).to_contain_text("Taken from the file: walls on 0 sides, 1 door. Not taken: 1 of 3 pieces")
    assert kinds(hand) == ["solid_door"]


def test_3_13_a_damaged_file_gives_its_picture_and_says_what_is_wrong(
    open_page: OpenPage, tmp_path: Path
) -> None:
    hand = begin(open_page(TABLET, EMPTY))
    page, said = hand.page, hand.page.locator("#said")
    hand.tool("picture")
    chooses(page, table_file(tmp_path, portals=[{"bounds": [{"x": 4, "y": 2}]}]))
    expect(said).to_have_text("portals[0].bounds has one point; a door has two ends.")
    expect(page.locator("#stage")).to_have_class("stage pictured")
    hand.squares(0)
    hand.tool("picture")
    page.get_by_role("button", name="Remove the picture").click()
    expect(said).to_contain_text("The picture is gone.")

    def away(route: Route) -> None:
        route.abort()

    page.route("**/lines", away)
    chooses(page, table_file(tmp_path))
    expect(said).to_contain_text("Its walls and doors need the network")
    page.unroute("**/lines", away)
    hand.tool("picture")
    page.get_by_role("button", name=TAKE).click()
    hand.squares(48)
