"""What was opened to answer something goes once it is answered, also where another device answered it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from referee.games.battlecon.demo_states import FIGHTERS, FIRST_BEAT, NO_TOKEN
from tests import soak
from tests.browser.at_duel import Action, table_after
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.test_low_screen import at_the_zombies_turn
from tools.api_table import ApiTable

MISSED: tuple[Action, ...] = (
    {"do": "commit_pair", "seat": "a", "style": "grapnel", "base": "shot"},
    {"do": "commit_pair", "seat": "b", "style": "volcanic", "base": "spellbolt"},
)
"""Two pairs after which player A alone is asked, and twice: for a token, and how far he pulls."""


def unfolded(fold: Locator) -> Locator:
    """Return a fold that somebody has opened."""
    fold.locator("> summary").click()
    expect(fold).to_have_attribute("open", "")
    return fold


def two_of_one_seat(open_page: OpenPage, table: ApiTable, seat: str = "table") -> tuple[Device, Device]:
    """Return two devices that share a seat."""
    return Device(open_page(TABLET, table.join(seat))), Device(open_page(PHONE, table.join(seat)))


@pytest.mark.parametrize("then", ["taken back", *soak.rest(soak.HANDS, ["played on"])])
def test_the_places_to_take_back_to_go_with_the_step_that_they_begin_with(
    open_page: OpenPage, server: str, then: str
) -> None:
    """Else its first key would now take back another step than the one that its player read."""
    table = ApiTable.at(server, "moving", mode="solitaire")
    reads, acts = two_of_one_seat(open_page, table)
    reads.page.locator("#agreement .further").click()
    expect(reads.moment.locator("h2")).to_have_text("Take back")
    if then == "taken back":
        acts.changes(acts.page.locator("#agreement button", has_text="Take back").first)
    else:
        acts.changes(acts.moment.locator("button[name=action]").first)
    reads.catches_up_with(acts)
    expect(reads.moment.locator("h2")).not_to_have_text("Take back")


@soak.HANDS
def test_the_question_whether_to_end_a_phase_goes_when_another_device_ends_it(
    open_page: OpenPage, server: str
) -> None:
    table = ApiTable.at(server, "moving", mode="solitaire")
    reads, acts = two_of_one_seat(open_page, table)
    for device in (reads, acts):
        device.page.locator("#moment a[href*='ending=']").click()
        expect(device.page.locator("#moment[data-confirms]")).to_be_visible()
    acts.changes(acts.moment.locator("button[name=action]").first)
    reads.catches_up_with(acts)
    expect(reads.page.locator("#moment[data-confirms]")).to_have_count(0)


@soak.HANDS
def test_other_ways_to_move_a_zombie_are_folded_again_once_it_has_moved(
    open_page: OpenPage, server: str
) -> None:
    """What the referee proposes next has other ways of its own."""
    table = at_the_zombies_turn(server)
    reads, acts = two_of_one_seat(open_page, table)
    unfolded(reads.page.locator("#otherwise"))
    proposed = reads.page.locator("#proposal .says").inner_text()
    acts.changes(acts.page.locator("#proposal button.main"))
    reads.catches_up_with(acts)
    expect(reads.page.locator("#proposal .says")).not_to_have_text(proposed)
    expect(reads.page.locator("#otherwise")).not_to_have_attribute("open", "")


def test_the_next_question_to_the_same_player_is_folded(open_page: OpenPage, server: str) -> None:
    """A tablet that looked at the question of a player with a phone has not opened the one after it."""
    table = table_after(server, [*FIGHTERS, *MISSED])
    open_page(PHONE, table.join("a"))
    tablet = open_page(TABLET, table.join("table"))
    expect(tablet.locator('[data-presence="a"]')).to_have_class("here")
    tablet.reload()  # the phone may have come after the page was made
    fold = unfolded(tablet.locator("#moment .on-phone"))
    expect(fold).to_contain_text("token")
    table.do("a", dict(NO_TOKEN))
    expect(fold).to_contain_text("pull")
    expect(fold).not_to_have_attribute("open", "")


@soak.HANDS
@pytest.mark.parametrize("here", [True, False], ids=["here", "elsewhere"])
def test_the_list_of_what_to_take_back_is_folded_once_something_was(
    open_page: OpenPage, server: str, *, here: bool
) -> None:
    table = table_after(server, [*FIGHTERS, *FIRST_BEAT], alone=True)
    reads, other = (open_page(TABLET, table.join("table")) for _ in range(2))
    fold = unfolded(reads.locator("#take-back-more"))
    before = reads.locator("#moment").get_attribute("data-version") or ""
    (reads if here else other).locator("#agreement > .answers button", has_text="Take back").click()
    expect(reads.locator("#moment")).not_to_have_attribute("data-version", before)
    expect(fold).not_to_have_attribute("open", "")
