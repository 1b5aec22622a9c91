"""The odds are off until somebody wants them, and then stand on the keys."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import at_sizes
from tests.referee.seated import HIDDEN, START
from tools.api_table import ApiTable


@at_sizes(PHONE, soaked=(TABLET,))
def test_6_7_the_chance_of_a_shot_stands_on_its_key(
    server: str, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """6.7: Peter at 009 may shoot at 025. The chance shows once switched on, also after a reload."""
    table = ApiTable.at(server, "place_hidden")
    table.do("zombie", HIDDEN)
    table.do("human", START)
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    page = open_page(size, table.join("table"))
    page.locator('polygon.square[data-square="025"]').dispatch_event("click")
    shot = page.locator("#moment button", has_text="025").first
    expect(shot).to_be_visible()
    expect(page.locator("#moment .odds")).to_have_count(0)
    page.get_by_role("button", name="Odds of rolls: not shown").click()
    expect(page.get_by_role("button", name="Odds of rolls: shown")).to_be_visible()
    page.locator('polygon.square[data-square="025"]').dispatch_event("click")
    expect(page.locator("#moment .odds").first).to_contain_text("hits ")
    page.reload()
    page.get_by_role("button", name="Odds of rolls: shown").click()
    expect(page.get_by_role("button", name="Odds of rolls: not shown")).to_be_visible()
    expect(page.locator("#moment .odds")).to_have_count(0)


@at_sizes(TABLET, soaked=(PHONE,))
def test_15_8_the_proposal_tells_its_odds_when_they_are_wanted(
    server: str, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """15.8: of the thirty-six rolls thirty name a square where a hidden zombie appears."""
    page = open_page(size, ApiTable.at(server, "solitaire_hidden").join("table"))
    proposal = page.locator("#proposal")
    expect(proposal).to_be_visible()
    expect(proposal.locator(".odds")).to_have_count(0)
    page.get_by_role("button", name="Odds of rolls: not shown").click()
    expect(proposal.locator(".odds").first).to_have_text("Odds: a hidden zombie appears 5 in 6, 83 %")
