"""Overruling the referee by agreement, one roll made the other way, and playing without a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import box_of
from tools.api_table import ApiTable

HIDDEN = ["030", "069", "156", "180", "201"]
PLACES = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
Table = tuple[Device, Device]


@pytest.fixture
def tablet(open_page: OpenPage, made: ApiTable) -> Device:
    """Give the tablet of a table where everything is set up, Peter and Roger on the move."""
    return Device(open_page(TABLET, made.join("table")))


@pytest.fixture
def table(open_page: OpenPage, tablet: Device, made: ApiTable) -> Table:
    """Give that tablet and the zombie player's phone."""
    return tablet, Device(open_page(PHONE, made.join("zombie")))


@pytest.fixture
def made(server: str) -> ApiTable:
    """Give the table itself."""
    table = ApiTable.at(server, "place_hidden")
    table.do("zombie", {"do": "place_hidden", "squares": HIDDEN})
    table.do("table", {"do": "place_characters", "squares": PLACES})
    table.do("table", {"do": "start_move", "characters": ["peter", "roger"]})
    return table


def ask_to_walk_through_a_wall(tablet: Device) -> None:
    """Walk to 028, tap 027 behind its wall, and ask that it be done all the same."""
    tablet.tap("028")
    tablet.press("Go to 028")
    tablet.tap("027")
    tablet.says("There is a wall between 028 and 027")
    tablet.changes(tablet.page.get_by_role("button", name="Allow anyway"))
    expect(tablet.page.locator("#agreement")).to_contain_text("the zombie player to agree")


def test_both_sides_can_overrule_the_referee(table: Table) -> None:
    """The human side asks at the tablet, the zombie player agrees on his phone, and the log says so."""
    tablet, phone = table
    ask_to_walk_through_a_wall(tablet)
    phone.catches_up_with(tablet)
    phone.changes(phone.page.locator("#agreement").get_by_role("button", name="Agree"))
    tablet.catches_up_with(phone)
    tablet.says("Done by agreement")
    expect(tablet.page.locator('#counters [data-on="027"]')).to_have_count(2)
    expect(tablet.page.locator("#log")).to_contain_text("by agreement")


@soak.HANDS
def test_a_declined_request_leaves_everything_as_it_was(table: Table) -> None:
    """One no is enough; nothing has moved."""
    tablet, phone = table
    ask_to_walk_through_a_wall(tablet)
    phone.catches_up_with(tablet)
    phone.changes(phone.page.locator("#agreement").get_by_role("button", name="Decline"))
    tablet.catches_up_with(phone)
    expect(tablet.page.locator("#agreement")).not_to_contain_text("Overrule")
    declined = "The zombie player declined: the referee’s verdict stands."
    expect(tablet.page.locator("#agreement")).to_contain_text(declined)
    yours = "You declined: the referee’s verdict stands."
    expect(phone.page.locator("#agreement")).to_contain_text(yours)
    expect(tablet.page.locator('#counters [data-on="028"]')).to_have_count(2)


@soak.HANDS
def test_keys_are_in_sight_above_what_was_declined_on_a_phone(open_page: OpenPage, server: str) -> None:
    """The map gives them its room until the answer is read. Who has nothing to tap keeps a high map."""
    table = ApiTable.at(server, "moving")
    table.do("table", next(a for a in table.actions("human") if a["do"] == "step"))
    phone, other = (Device(open_page(PHONE, table.join(seat))) for seat in ("human", "zombie"))
    high = box_of(phone.page.locator("#map"))[3]
    phone.changes(phone.page.locator("#agreement button", has_text="Take back"))
    other.catches_up_with(phone)
    other.changes(other.page.locator("#agreement").get_by_role("button", name="Decline"))
    phone.catches_up_with(other)
    expect(phone.page.locator("#agreement h2")).to_have_text("Declined")
    expect(phone.moment.locator(".squares button").first).to_be_in_viewport(ratio=1)
    assert box_of(other.page.locator("#map"))[3] == high
    phone.changes(phone.page.locator("#agreement").get_by_role("button", name="OK"))
    assert box_of(phone.page.locator("#map"))[3] == high


def left_by_the_phone(open_page: OpenPage, server: str) -> tuple[Device, ApiTable]:
    """Return a tablet that asks to take a step back, and its table, which nobody else looks at any more."""
    table = ApiTable.at(server, "moving")
    tablet = Device(open_page(TABLET, table.join("table")))
    tablet.changes(tablet.page.locator("#agreement button", has_text="Take back"))
    expect(tablet.page.locator("#agreement")).to_contain_text(
        "Waiting for the human player and the zombie player"
    )
    return tablet, table


@soak.HANDS
def test_the_tablet_tells_the_answer_of_those_whose_phones_are_away(open_page: OpenPage, server: str) -> None:
    """It says whose phone is away, and the key to agree comes only after asking at the table."""
    tablet, _ = left_by_the_phone(open_page, server)
    for name in ("human", "zombie"):
        away = tablet.page.locator("#agreement summary", has_text=f"The {name} player’s phone is away")
        agrees = tablet.page.locator("#agreement").get_by_role("button", name=f"The {name} player agrees")
        expect(away).to_be_visible()
        expect(agrees).to_be_hidden()
        away.click()
        tablet.changes(agrees)
    expect(tablet.page.locator("#ruling .word")).to_have_text("Taken back")


@soak.HANDS
def test_a_phone_that_comes_back_answers_by_itself_again(open_page: OpenPage, server: str) -> None:
    tablet, table = left_by_the_phone(open_page, server)
    away = tablet.page.locator("#agreement summary", has_text="The zombie player’s phone is away")
    expect(away).to_be_visible()
    phone = Device(open_page(PHONE, table.join("zombie")))
    expect(phone.page.locator("#agreement")).to_contain_text("Do you agree? The human player must agree too.")
    expect(phone.page.locator("#agreement")).to_contain_text("The human player’s phone is away")
    expect(away).to_be_hidden()
    expect(tablet.page.locator("#agreement summary", has_text="human")).to_be_visible()
    phone.changes(phone.page.locator("#agreement").get_by_role("button", name="Agree"))
    tablet.catches_up_with(phone)
    expect(tablet.page.locator("#agreement")).not_to_contain_text("zombie")


@soak.HANDS
def test_one_roll_can_be_made_the_other_way(tablet: Device) -> None:
    """Beside the key of a roll stands one for dice from the table, and in that form one for the referee's."""
    tablet.tap("025")
    tablet.page.locator(".dicekey").first.click()
    form = tablet.page.locator("#complete")
    expect(form.locator("fieldset")).to_have_count(1)
    tablet.changes(form.get_by_role("button", name="Let the referee roll this one"))
    tablet.says("Peter shoots at 025")
    expect(tablet.page.locator("#ways")).to_contain_text("the referee rolls")


def test_a_square_is_looked_at_by_its_number(tablet: Device) -> None:
    """Nothing needs the map: a number typed in gets the same answer as a tap."""
    tablet.page.get_by_label("Find square").fill("46")
    tablet.page.get_by_role("button", name="Find").click()
    expect(tablet.moment).to_contain_text("009 does not see 046")
    expect(tablet.moment.locator("h2")).to_have_text("Square 046")


@soak.HANDS
def test_a_tap_on_a_door_says_what_may_be_done_to_it(tablet: Device) -> None:
    """5.5: the door beside the stack can be closed, a main door far away cannot, and the answer says why."""
    tablet.page.locator('[data-door="008-009"] .reach').dispatch_event("click")
    expect(tablet.moment.locator("h2")).to_have_text("Door between 008 and 009")
    tablet.press("Close the door between 008 and 009")
    expect(tablet.page.locator('[data-door="008-009"]')).to_have_class("door solid closed")
    tablet.page.locator('[data-main-door="north"] .reach').dispatch_event("click")
    expect(tablet.moment.locator("h2")).to_have_text("North door")
    tablet.says("Not allowed")
    expect(tablet.page.locator("#ruling .case").first).to_have_text("5.5")


def test_the_game_goes_on_without_a_script(tablet: Device) -> None:
    """Every key is a button of a plain form, and its answer a whole page."""
    page: Page = tablet.page
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    plain.locator("#moment").get_by_role("button", name="028").click()
    expect(plain.locator("#ruling")).to_contain_text("go from 009 to 028")
    plain.get_by_label("Find square").fill("27")
    plain.get_by_role("button", name="Find").click()
    expect(plain.locator("#ruling .word")).to_have_text("Not allowed")
    context.close()
