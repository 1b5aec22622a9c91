"""What is written on the map: points, rolls, arrows; read at the size of a tablet and of a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser.at_sizes import turned
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import still
from tests.referee.seated import HIDDEN, START
from tools.api_table import ApiTable

SIZES = pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [(TABLET,)])], ids=["phone", "tablet"])
SMALLEST = 9.0
"""The least height of a figure on the map, in CSS pixels: that of the squares' numbers."""
WAY = ("008", "026", "045")
Box = dict[str, float]


def moving(server: str) -> ApiTable:
    """Return a table where Peter is chosen to move from 009."""
    table = ApiTable.at(server, "place_hidden")
    table.do("zombie", HIDDEN)
    table.do("human", START)
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    return table


def reacting(server: str) -> ApiTable:
    """Return a table where Peter walked into the hall and units must react."""
    table = moving(server)
    for to in WAY:
        table.do("human", {"do": "step", "to": to})
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "next_phase"})
    return table


def seated(open_page: OpenPage, table: ApiTable, size: tuple[int, int], seat: str = "table") -> Device:
    """Return a device that has taken a seat."""
    page = open_page(size, path=f"/join/{table.tokens[seat]}")
    page.locator("#moment").or_(page.get_by_role("button")).first.wait_for()
    if page.locator("#moment").count() == 0:
        page.get_by_role("button").first.click()
    expect(page.locator("#moment")).to_be_visible()
    return Device(page)


def boxes(drawn: Locator) -> list[Box]:
    """Return where things stand on the screen."""
    all_: list[Box] = drawn.evaluate_all("boxes => boxes.map((one) => one.getBoundingClientRect().toJSON())")
    return all_


def overlap(a: Box, b: Box, by: float = 1.0) -> bool:
    """Whether two boxes cover each other by more than a hair."""
    return (
        min(a["right"], b["right"]) - max(a["left"], b["left"]) > by
        and min(a["bottom"], b["bottom"]) - max(a["top"], b["top"]) > by
    )


@soak.LOOKS
def test_5_1_points_can_be_read_and_hide_no_number(open_page: OpenPage, server: str) -> None:
    """5.1: each square in reach bears its points; they cover neither a square's number nor another figure."""
    page = seated(open_page, moving(server), TABLET).page
    costs = page.locator("#ink .cost")
    expect(costs.first).to_be_visible()
    assert {"1", "2", "3"} <= set(costs.all_text_contents())
    for size in (TABLET, PHONE):
        turned(page, size)
        still(page)
        figures_lie_apart(page, costs)


def figures_lie_apart(page: Page, costs: Locator) -> None:
    """Check that no points on the map cover a number or another figure."""
    plates, numbers = boxes(costs), boxes(page.locator(".board .number"))
    assert all(box["height"] >= SMALLEST for box in plates)
    rolls = boxes(page.locator("#ink .roll rect"))
    for i, one in enumerate(plates):
        # The box of a text is as high as its line, so that a third of it is air.
        assert not any(overlap(one, other, one["height"] / 3) for other in numbers)
        assert not any(overlap(one, other, one["height"] / 3) for other in [*plates[i + 1 :], *rolls])


@SIZES
def test_6_7_a_target_bears_its_dice_and_what_comes_off(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """6.7: 025 is face down, three squares from 009, behind an open door. The panel says the same."""
    device = seated(open_page, moving(server), size)
    roll = device.page.locator('#ink .roll[data-for="025"]')
    expect(roll.locator("text")).to_have_text("−5")
    (plate,), (words,) = boxes(roll.locator("rect")), boxes(roll.locator("text"))
    assert plate["left"] <= words["left"]
    assert words["right"] <= plate["right"] + 1
    device.tap("025")
    expect(device.moment).to_contain_text("Peter: 2 dice, less 5")


@soak.LOOKS
@SIZES
def test_5_0_walking_is_one_key_and_several_steps(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """5.0: a far square shows its way and a key; pressed, Peter stands there, step by step on the trail."""
    device = seated(open_page, moving(server), size)
    device.tap(WAY[-1])
    expect(device.page.locator("#ink .arrow.way")).to_have_count(1)
    device.press(f"Walk there: {', '.join(WAY)} (3 points)")
    expect(device.page.locator(f'.counter-piece.human[data-on="{WAY[-1]}"]')).to_have_count(1)
    expect(device.page.locator("#trail .trail-dot")).to_have_count(len(WAY))
    expect(device.page.locator("#trail .trail-head")).to_have_count(1)


@soak.LOOKS
def test_5_0_a_second_tap_on_the_square_walks(open_page: OpenPage, server: str) -> None:
    device = seated(open_page, moving(server), TABLET)
    device.tap(WAY[-1])
    before = device.version
    device.page.locator(f'polygon.square[data-square="{WAY[-1]}"]').dispatch_event("click")
    expect(device.moment).to_have_attribute("data-version", str(before + len(WAY)))


@soak.LOOKS
@SIZES
def test_7_0_units_that_must_react_have_arrows_and_keep_them_when_they_went(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """7.0: thick arrows for moves without a choice; after one tap dashed ones; then none."""
    table = reacting(server)
    device = seated(open_page, table, size)
    forced = device.page.locator("#ink .arrow.forced")
    expect(forced.first).to_be_attached()
    starts = {a["from"] for a in table.actions("zombie") if a["do"] == "react"}
    count = forced.count()
    assert count > 1
    device.press("Move them")
    expect(device.page.locator("#ruling")).to_contain_text(re.compile(r"\d+ units: "))
    starting_squares = re.findall(r"(\d{3}) → \d{3}", device.page.locator("#ruling").inner_text())
    assert len(set(starting_squares)) >= count
    assert set(starting_squares) <= starts
    gone = device.page.locator("#ink .arrow.done")
    expect(gone).not_to_have_count(0)
    assert not passes_numbers(device.page)
    while react := [a for a in table.actions("zombie") if a["do"] == "react"]:
        table.do("zombie", react[0])
    table.do("zombie", {"do": "next_phase"})
    expect(gone).to_have_count(0)


def passes_numbers(page: Page) -> list[Any]:
    """Return the arrows whose tip lies on a number."""
    numbers = boxes(page.locator(".board .number"))
    heads = boxes(page.locator("#ink .arrow .head"))
    return [head for head in heads if any(overlap(head, number, 4) for number in numbers)]


@soak.LOOKS
def test_15_0_what_the_referee_proposes_is_pointed_to_and_then_shown_as_done(
    open_page: OpenPage, server: str
) -> None:
    """15.0: units saw Peter in the hall, so the earlier phases end and a move is proposed."""
    table = ApiTable.at(server, "place_characters", mode="solitaire")
    table.do("human", START)
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    for to in WAY:
        table.do("human", {"do": "step", "to": to})
    table.do("human", {"do": "end_turn"})
    device = seated(open_page, table, TABLET)
    proposed = device.page.locator("#ink .arrow.forced")
    while table.view()["advice"]["action"]["do"] != "react":
        device.press("Go ahead")
    expect(proposed).to_have_count(1)
    device.press("Go ahead")
    expect(device.page.locator("#ink .arrow.done")).to_have_count(1)
