"""The library in the browser: files are chosen or dropped, and a map is drawn on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from referee.surveys.formats.universal_vtt import universal_vtt
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests import soak
from tests.browser.at_sizes import SCREENS, cut_off, small_targets
from tests.browser.at_survey import Hand
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_accessibility import faults

DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def badly_made(page: Page) -> list[str]:
    """Return what somebody cannot read, hit or see on a page."""
    return [*faults(page), *small_targets(page), *cut_off(page)]


def named(name: str) -> dict[str, Any]:
    return {**load_map("mall"), "name": name}


def test_5_a_map_is_chosen_or_dropped(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(TABLET, path="/library")
    chosen = tmp_path / "chosen.json"
    chosen.write_text(json.dumps(named("A chosen map")))
    page.get_by_label("Files").set_input_files(chosen)
    page.get_by_role("button", name="Keep them").click()
    expect(page.locator("#shelf-map")).to_contain_text("A chosen map")
    expect(page.locator(".entry:target")).to_contain_text("A chosen map")
    page.evaluate(DROP, [json.dumps(named("A dropped map")), "dropped.json"])
    expect(page.locator("#shelf-map")).to_contain_text("A dropped map")
    page.evaluate(DROP, ["{", "broken.json"])
    expect(page.get_by_role("alert")).to_contain_text('"broken.json" was not saved')
    expect(page.get_by_role("alert")).to_contain_text("The file is not JSON")
    table = universal_vtt(Board.from_json(named("A map with a photograph")))
    page.evaluate(DROP, [json.dumps({**table, "image": "A" * 3_000_000}), "photograph.dd2vtt"])
    expect(page.locator("#shelf-map")).to_contain_text("A map with a photograph")


@soak.HANDS
def test_5_a_map_is_drawn_on_and_kept_under_another_name(open_page: OpenPage) -> None:
    page = open_page(TABLET, path="/surveys")
    page.get_by_role("link", name="Library").click()
    page.get_by_role("button", name="Draw from this map").first.click()
    hand = Hand(page)
    hand.squares(212)
    expect(page.locator("#wrong-count")).to_have_text("nothing left to fix")
    expect(page.get_by_label("Printed board")).to_be_checked()
    page.get_by_label("Name of the board").fill("With another wall")
    page.get_by_label("Name of the board").press("Tab")
    hand.is_saved()
    page.get_by_role("button", name="Make it a map").click()
    expect(page.locator("#made")).to_contain_text("With another wall is a map now.")
    page.goto("/library")
    expect(page.locator("#shelf-map")).to_contain_text("With another wall")
    expect(page.locator("#drawings")).to_contain_text("With another wall")
    with page.expect_download() as waited:
        page.locator("#shelf-map li", has_text="With another wall").get_by_role(
            "link", name="JSON"
        ).first.click()
    data = json.loads(Path(waited.value.path()).read_text())
    assert (data["name"], data["depicts"], len(data["squares"])) == ("With another wall", "mall", 212)


@pytest.mark.parametrize(("size", "dark"), [SCREENS[0], *soak.rest(soak.SIZES, SCREENS[1:])])
def test_axe_finds_nothing_in_the_library_and_on_the_form_of_a_sheet(
    open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(size, path="/library", dark=dark)
    assert badly_made(page) == []
    page.goto("/counters/new?from=stand-in")
    assert badly_made(page) == []


def test_4_the_units_of_a_sheet_are_added_up_while_they_are_typed(open_page: OpenPage) -> None:
    page = open_page(PHONE, path="/library")
    page.get_by_role("link", name="Start from it").click()
    expect(page.locator("#total")).to_have_text("50 of 50 units ✓")
    page.locator("#value-1").fill("3")
    expect(page.locator("#total")).to_have_text("48 of 50 units: 2 to go")
    page.locator("#value-11").fill("3")
    expect(page.locator("#total")).to_have_text("50 of 50 units ✓")
    page.get_by_label("Name of the sheet").fill("Printed")
    page.get_by_role("button", name="Save the sheet").click()
    expect(page.locator("#shelf-counters")).to_contain_text("Printed")


def test_5_ones_own_map_is_copied_renamed_and_deleted_after_a_question(open_page: OpenPage) -> None:
    page = open_page(PHONE, path="/library")
    expect(page.locator("#no-map")).to_contain_text("None of these is yours yet.")
    page.locator("#mall").get_by_role("link", name="Copy…").click()
    page.get_by_label("Name").fill("Our mall")
    page.get_by_role("button", name="Keep a copy").click()
    own = page.locator(".entry", has_text="Our mall")
    expect(own).to_contain_text("Uploaded by you")
    expect(page.locator("#no-map")).to_have_count(0)
    own.get_by_role("link", name="Rename or copy…").click()
    page.get_by_role("button", name="Rename it").click()
    expect(page.get_by_role("alert")).to_contain_text("It already has that name.")
    assert badly_made(page) == []
    page.get_by_label("Name").fill("Our printed mall")
    page.get_by_role("button", name="Rename it").click()
    renamed = page.locator(".entry", has_text="Our printed mall")
    renamed.get_by_role("link", name="Delete…").click()
    expect(page.get_by_role("heading", name="Delete Our printed mall?")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Keep it").click()
    renamed.get_by_role("link", name="Delete…").click()
    page.get_by_role("button", name="Delete the map").click()
    expect(page.locator("#shelf-map")).not_to_contain_text("Our printed mall")
