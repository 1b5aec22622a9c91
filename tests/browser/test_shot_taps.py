"""The taps of a shot with typed dice: one screen asks for everything, and the last number sends it."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import stop_clock
from tests.browser.playing import LATEST
from tools.api_table import ApiTable
from tools.tour import EMPTY

MOST = 4
COUNT = """() => {
  window.tapped = 0;
  document.addEventListener("click", (event) => {
    if (!event.target.matches("input")) window.tapped += 1;
  }, true);
}"""


def typing(open_page: OpenPage, table: ApiTable, size: tuple[int, int]) -> Device:
    """Return the human player's device, which types in its dice, and counts its taps from now on."""
    device = Device(open_page(size, table.join("human")))
    device.type_dice()
    device.page.evaluate(COUNT)
    return device


def number(page: Page, field: str, value: int) -> None:
    page.locator(f'#complete label:has(input[name^="{field}"][value="{value}"])').click()


def target(table: ApiTable) -> str:
    """Return a square that one character alone may shoot at."""
    shots = [a for a in table.actions("human") if a["do"] == "shoot"]
    assert all(shot["by"] == ["peter"] for shot in shots)
    return str(shots[0]["at"])


@pytest.mark.parametrize(
    ("counters", "size"),
    [
        ("physical", TABLET),
        *soak.rest(soak.SIZES, [("digital", PHONE), ("digital", TABLET), ("physical", PHONE)]),
    ],
    ids=str,
)
def test_a_shot_with_typed_dice_takes_three_taps_at_most(
    open_page: OpenPage, server: str, counters: str, size: tuple[int, int]
) -> None:
    """6.6: the square, what Peter's two dice come to, and what the cardboard unit says (6.0)."""
    table = ApiTable.at(server, "moving", counters=counters)
    device = typing(open_page, table, size)
    version = table.view()["version"]
    device.tap(target(table))
    number(device.page, "total", 3)
    if counters == "physical":
        number(device.page, "value-", 9)
    expect(device.moment).to_have_attribute("data-version", str(version + 1))
    assert device.page.evaluate("tapped") <= MOST - 1
    assert table.record()[-1]["action"]["total"] == 3
    line = device.page.locator(LATEST)
    expect(line).to_contain_text("shoot")


def stack(server: str, counters: str) -> ApiTable:
    """Return a table where Peter and Roger move together and see a zombie."""
    table = ApiTable.at(server, "place_characters", counters=counters)
    people = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table.do("human", {"do": "place_characters", "squares": people})
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    table.do("human", {"do": "step", "to": "010"})
    return table


@soak.HANDS
@pytest.mark.parametrize(
    ("chosen", "counters", "size"),
    [*product(("", "Roger"), ("digital", "physical"), (TABLET, PHONE))],
    ids=str,
)
def test_6_8_a_stack_says_on_the_form_of_the_dice_who_shoots(
    open_page: OpenPage, server: str, chosen: str, counters: str, size: tuple[int, int]
) -> None:
    """All shoot unless somebody else is chosen, so that nobody's dice are taken for another's."""
    dice, by = (2, ["roger"]) if chosen else (3, ["peter", "roger"])
    most = MOST + 1 if counters == "physical" else MOST
    table = stack(server, counters)
    device = typing(open_page, table, size)
    version = table.view()["version"]
    device.tap("012")
    page = device.page
    expect(page.locator('.who [aria-current="true"]')).to_have_text("Both")
    if chosen:
        page.locator(".who a", has_text=chosen).click()
        expect(page.locator('.who [aria-current="true"]')).to_have_text(chosen)
    if chosen:
        device.type_each_die()
    expect(page.locator('#complete input[name^="die-"][value="1"]')).to_have_count(dice)
    for die in range(1, dice + 1):
        number(page, f"die-{die}", 2)
    if counters == "physical":
        number(page, "value-", 11)
    expect(device.moment).to_have_attribute("data-version", str(version + 1))
    assert page.evaluate("tapped") <= most
    shot = table.record()[-1]["action"]
    assert (shot["do"], shot["by"], shot["dice"]) == ("shoot", by, [2] * dice)


@soak.HANDS
def test_the_chosen_shooter_stays_when_there_is_news(open_page: OpenPage, server: str) -> None:
    table = stack(server, "digital")
    device = typing(open_page, table, TABLET)
    device.tap("012")
    device.page.locator(".who a", has_text="Roger").click()
    expect(device.page.locator('.who [aria-current="true"]')).to_have_text("Roger")
    device.page.reload()
    expect(device.page.locator('.who [aria-current="true"]')).to_have_text("Roger")


def test_dice_typed_for_one_shot_are_not_taken_for_those_of_another(open_page: OpenPage, server: str) -> None:
    """6.8: somebody else fires all shots of one gun meanwhile, and the form asks for the other one alone."""
    table = stack(server, "digital")
    device = Device(open_page(PHONE, table.join("human")))
    device.type_dice()
    device.tap("012")
    key = device.page.locator("#complete button.main")
    expect(key).to_contain_text("Peter and Roger")
    number(device.page, "die-1", 3)
    for _ in range(3):
        table.do("human", {"do": "shoot", "by": ["peter"], "at": "012", "dice": [1, 1]})
    expect(key).not_to_contain_text("Peter")
    expect(key).to_contain_text("Roger")
    expect(device.page.locator("#complete input:checked")).to_have_count(0)


def test_a_slip_is_put_right_before_the_dice_go(open_page: OpenPage, server: str) -> None:
    """Another tap puts the sending off, until a number is tapped again."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET, EMPTY, alone=True)
    page.clock.install()
    page.goto(table.join("human"))
    device = Device(page)
    device.type_dice()
    device.tap(target(table))
    sent: list[str] = []
    page.on("request", lambda one: sent.append(str(one.post_data)) if one.url.endswith("/do") else None)
    stop_clock(page)
    number(page, "total", 3)
    expect(page.locator("#complete .due")).to_have_count(1)
    page.locator("#complete legend").first.click()
    expect(page.locator("#complete .due")).to_have_count(0)
    page.clock.fast_forward(5000)
    assert not sent
    number(page, "total", 3)  # It is chosen already.
    expect(page.locator("#complete .due")).to_have_count(1)
    page.locator("#complete legend").first.click()
    expect(page.locator("#complete .due")).to_have_count(0)
    with page.expect_request("**/do"):
        number(page, "total", 8)
        page.clock.fast_forward(5000)
    assert len(sent) == 1
    assert "total=8" in sent[0] or 'name="total"\r\n\r\n8' in sent[0]


@soak.HANDS
def test_the_arrow_keys_send_nothing(open_page: OpenPage, server: str) -> None:
    """They pass over numbers that nobody means; the key sends the dice."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET, EMPTY, alone=True)
    page.clock.install()
    page.goto(table.join("human"))
    device = Device(page)
    device.type_dice()
    device.tap(target(table))
    expect(page.locator("#complete button.main")).to_have_count(1)
    page.clock.fast_forward(5000)  # The finger that chose typed dice was lifted long ago.
    page.locator('#complete input[name="total"]').first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#complete input:checked")).to_have_count(1)
    expect(page.locator("#complete .due")).to_have_count(0)
    before = device.version
    page.clock.fast_forward(5000)
    device.changes(page.locator("#complete button.main"))
    assert device.version > before


@soak.HANDS
def test_what_opens_a_panel_looks_unlike_what_acts(open_page: OpenPage, server: str) -> None:
    """A "Go to" key acts at once and is solid; a "Shoot at" key opens a panel: an outline, a mark."""
    table = ApiTable.at(server, "moving")
    device = Device(open_page(PHONE, table.join("human")))
    groups = device.moment.locator("fieldset.group")
    acts = groups.filter(has_text="Go to").locator("button").first
    opens = groups.filter(has_text="Shoot at").locator("a.button").first
    look = """key => [getComputedStyle(key).backgroundColor, getComputedStyle(key, "::after").content]"""
    assert acts.evaluate(look)[1] == "none"
    assert "›" in opens.evaluate(look)[1]
    assert acts.evaluate(look)[0] != opens.evaluate(look)[0]
    # 5.1: ending the Player-Turn stands apart from steps and shots, and is no bright key.
    ends = device.moment.locator(".group.apart")
    expect(ends.locator("button, a.button")).to_have_text(
        "End the Human Player-Turn (Movement Points and shots left)"
    )
    expect(ends.locator(".main")).to_have_count(0)
    assert ends.evaluate("group => parseFloat(getComputedStyle(group).borderTopWidth)") > 0
    device.tap(target(table))
    roll, other = device.moment.locator(".pair").first.locator("button").all()
    assert roll.evaluate(look)[1] == "none"
    assert "›" in other.evaluate(look)[1]


@soak.HANDS
def test_6_6_all_that_is_typed_for_a_shot_stands_above_the_bar_of_a_phone(
    open_page: OpenPage, server: str
) -> None:
    """6.0: with cardboard counters the second row of values lay half behind the bar."""
    table = ApiTable.at(server, "moving", counters="physical")
    device = typing(open_page, table, PHONE)
    device.tap(target(table))
    expect(device.page.locator('#complete input[name^="value-"]').first).to_be_attached()
    last = device.page.locator('#complete label:has(input[name^="value-"])').last.bounding_box()
    side = device.page.locator(".side").bounding_box()
    assert last
    assert side
    assert last["y"] + last["height"] <= side["y"] + side["height"]
