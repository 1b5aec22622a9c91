"""The box that asks a player: the cases in it open, no answer is pushed, and what is read has its row."""

from __future__ import annotations

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import box_of, turned
from tests.browser.test_tap_count import seated
from tools.api_table import ApiTable
from tools.tour import EMPTY

FACE = "key => { const { backgroundColor, color } = getComputedStyle(key); return [backgroundColor, color]; }"


def asked_to_allow(open_page: OpenPage, server: str) -> tuple[Device, Device]:
    """Return the tablet that asks to allow a step too far, and the zombie player's device that is asked."""
    table = ApiTable.at(server, "human")
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    tablet = seated(open_page(TABLET, EMPTY), table, "table")
    other = seated(open_page(PHONE, EMPTY, dark=False), table, "zombie")
    tablet.tap("004")
    tablet.page.locator("#ruling button", has_text="Allow anyway").click()
    expect(other.page.locator("#agreement h2")).to_have_text("Overrule the referee?")
    return tablet, other


@soak.LOOKS
def test_agreeing_and_declining_are_keys_of_one_weight(open_page: OpenPage, server: str) -> None:
    _, other = asked_to_allow(open_page, server)
    agree, decline = (
        other.page.locator(f"#agreement .answers button[value={answer}]") for answer in ("agree", "decline")
    )
    for size in turned(other.page, PHONE, LANDSCAPE, TABLET):
        assert agree.evaluate(FACE) == decline.evaluate(FACE), size
        assert box_of(agree)[1:4:2] == box_of(decline)[1:4:2], size


@soak.LOOKS
def test_a_case_in_the_question_opens_there(open_page: OpenPage, server: str) -> None:
    _, other = asked_to_allow(open_page, server)
    question = other.page.locator("#agreement")
    expect(question.locator(".waits")).to_contain_text("Do you agree?")
    case = question.locator("a.case").first
    number = case.inner_text()
    case.click()
    expect(other.page.locator("dialog[open]")).to_contain_text(number)


@soak.LOOKS
def test_ok_has_a_row_of_its_own_above_taking_back(open_page: OpenPage, server: str) -> None:
    """Also where there is but one place to take back to."""
    tablet, other = asked_to_allow(open_page, server)
    other.changes(other.page.locator("#agreement button[value=decline]"))
    expect(tablet.page.locator("#agreement h2")).to_have_text("Declined")
    read, back = (
        box_of(tablet.page.locator(f"#agreement button[value={answer}]").first) for answer in ("read", "ask")
    )
    assert back[1] >= read[1] + read[3]
    assert back[3] == read[3]
