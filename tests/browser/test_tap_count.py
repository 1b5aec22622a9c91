"""How many taps a zombie Player-Turn takes where phases with nothing left to do end by themselves (4.0)."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.playing import react
from tools.api_table import ApiTable
from tools.tour import EMPTY

MAX_TAPS = 8
WAY = ("011", "012")
"""Into the square of a zombie, in sight of another one."""
WAY_OF_TWO = ("047", "046")
"""The same, where the zombie has a value that two can share."""
CHECKED = "043"
_COUNT = """() => addEventListener("click", (event) => {
  if (event.target.closest("button, a, summary, polygon"))
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def seated(page: Page, table: ApiTable, seat: str) -> Device:
    """Sit down at a seat that was played over the API so far, and count the taps from now on."""
    page.context.add_cookies(
        [{"name": f"seat-{table.code}", "value": table.tokens[seat], "url": table.server}]
    )
    page.goto(f"{table.server}/t/{table.code}")
    page.evaluate(_COUNT)
    return Device(page)


def counted(page: Page) -> int:
    """Return how often a finger has tapped this screen."""
    return int(page.evaluate("() => sessionStorage.taps ?? 0"))


@soak.HANDS
def test_a_turn_without_choices_alone_takes_two_taps_at_most(open_page: OpenPage, server: str) -> None:
    """15.0: the referee plays the whole zombie Player-Turn."""
    table = ApiTable.at(server, "human", mode="solitaire", phases="automatic")
    table.do("table", {"do": "start_move", "characters": ["steve"]})
    table.do("table", next(action for action in table.actions("table") if action["do"] == "step"))
    table.do("table", {"do": "end_turn"})
    tablet = seated(open_page(TABLET, EMPTY), table, "table")
    page = tablet.page
    while table.view()["turn"] == 1 and counted(page) < 2:
        tablet.press("Play the whole zombie Player-Turn")
    assert table.view()["turn"] == 2
    assert 1 <= counted(page) <= 2


@soak.HANDS
def test_a_turn_with_a_check_a_reaction_and_an_attack_takes_eight_taps_at_most(
    open_page: OpenPage, server: str
) -> None:
    """10.0, 7.0, 8.0: Steve enters a zombie's square with five still hidden, and waives his shot."""
    table = ApiTable.at(server, "place_characters", phases="automatic")
    people = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table.do("human", {"do": "place_characters", "squares": people})
    table.do("human", {"do": "start_move", "characters": ["steve"]})
    for to in WAY:
        table.do("human", {"do": "step", "to": to})
    table.do("human", {"do": "end_turn"})
    phone, tablet = (
        seated(open_page(PHONE, EMPTY), table, "zombie"),
        seated(open_page(TABLET, EMPTY), table, "table"),
    )
    phone.tap(CHECKED)
    phone.press("Check the unit in")
    react(phone)
    if "Reaction" in phone.page.locator("#bar .phase").inner_text():
        phone.press("On to the Zombie Free")
    phone.press("On to the Zombie Attack")
    if phone.key("Resolve the attack").count():
        phone.press("Resolve the attack")
    tablet.catches_up_with(phone)
    tablet.press("No shot")
    if tablet.key("Roll the attack").count():
        tablet.press("Roll the attack")
    phone.catches_up_with(tablet)
    phone.press("Roll on the Zombie Entrance Table")
    expect(phone.page.locator("#bar .turn b")).to_have_text("2")
    done = [line["action"]["do"] for line in table.record() if "action" in line]
    assert {"check_berserk", "react", "roll_attack", "roll_entrance"} <= set(done)
    assert counted(phone.page) + counted(tablet.page) <= MAX_TAPS


def two_attacked(server: str, counters: str) -> ApiTable:
    """Return a table at the zombie Player-Turn: Steve and Fran stand in a zombie's square."""
    table = ApiTable.at(server, "place_characters", phases="automatic", counters=counters)
    people = {"peter": "009", "roger": "009", "steve": "028", "fran": "028"}
    table.do("human", {"do": "place_characters", "squares": people})
    table.do("human", {"do": "start_move", "characters": ["steve", "fran"]})
    for to in WAY_OF_TWO:
        met = {"values": {to: 5}} if counters == "physical" and to == WAY_OF_TWO[-1] else {}
        table.do("human", {"do": "step", "to": to, **met})
    table.do("human", {"do": "end_turn"})
    return table


@soak.HANDS
@pytest.mark.parametrize(
    ("counters", "defends"),
    [*product(("digital", "physical"), ("table", "human"))],
)
def test_8_0_an_attack_on_two_takes_no_more_taps(
    open_page: OpenPage, server: str, counters: str, defends: str
) -> None:
    """10.0, 7.0, R-8.1a: those attacked waive their shot with a tap of their own, which rolls nothing yet.

    The tap that says how many are attacked rolls for each of them.
    """
    table = two_attacked(server, counters)
    phone, other = (
        seated(open_page(PHONE, EMPTY), table, "zombie"),
        seated(open_page(TABLET, EMPTY), table, defends),
    )
    phone.tap(CHECKED)
    phone.press("Check the unit in")
    phone.press("Skip everything optional")
    other.catches_up_with(phone)
    other.press("No shot")
    phone.catches_up_with(other)
    phone.press("Attack 2 characters")
    for screen in (phone, other):
        other.catches_up_with(phone)
        screen.says("Steve is attacked")
        screen.says("Fran is attacked")
    phone.press("Roll on the Zombie Entrance Table")
    expect(phone.page.locator("#bar .turn b")).to_have_text("2")
    done = [line["action"]["do"] for line in table.record() if "action" in line]
    assert {"check_berserk", "react", "hold_fire", "roll_entrance"} <= set(done)
    assert done.count("roll_attack") == 2
    assert counted(phone.page) + counted(other.page) <= MAX_TAPS


def test_4_0_a_turn_in_which_nothing_is_done_takes_two_taps(open_page: OpenPage, server: str) -> None:
    """Nobody moved, and the zombie player wants no check, no reveal and no free move."""
    table = ApiTable.at(server, "human", phases="automatic")
    table.do("human", {"do": "end_turn"})
    phone = seated(open_page(PHONE, EMPTY), table, "zombie")
    phone.press("Skip everything optional")
    expect(phone.page.locator("#bar .turn b")).to_have_text("2")
    assert counted(phone.page) <= 2
