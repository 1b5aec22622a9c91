"""The clock of an evening: it goes on by itself, for the whole game and for the side that acts."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable


def at_a_new_table(open_page: OpenPage, server: str) -> Page:
    """Return a tablet where a move has just begun, with its clock open; a copied table would be older."""
    table = ApiTable.new(server, {"system": "dawn-of-the-dead"})
    table.play_to("moving")
    page = open_page(TABLET, alone=True)
    page.clock.install()
    page.goto(table.join("table"))
    page.locator("#clock summary").click()
    expect(page.locator("#clock time")).to_have_count(3)
    return page


def seconds(page: Page) -> list[float]:
    """Return the seconds that the server counted: of the game, the human side and the zombie side."""
    counted = "times => times.map((time) => Number(time.dataset.seconds))"
    return [float(one) for one in page.locator("#clock time").evaluate_all(counted)]


def words(given: float) -> str:
    minutes = int(given // 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def passes(page: Page, minutes: int) -> float:
    """Let so many minutes pass and return the seconds; the clock then stands far from the next minute."""
    ahead = minutes * 60 + 30 - seconds(page)[0] % 60
    page.clock.fast_forward(int(ahead * 1000))
    return ahead


def test_it_runs_for_the_side_that_acts_and_stays_open(open_page: OpenPage, server: str) -> None:
    page = at_a_new_table(open_page, server)
    game, human, zombie = seconds(page)
    ahead = passes(page, 4)
    times = page.locator("#clock time")
    expect(times).to_have_text([words(game + ahead), words(human + ahead), words(zombie)])
    device = Device(page)
    device.changes(device.moment.locator("button[name=action]").first)
    expect(page.locator("#clock")).to_have_attribute("open", "")


@soak.HANDS
def test_news_sets_it_to_the_time_of_the_server(open_page: OpenPage, server: str) -> None:
    """The answer brings new times for the clock that stands there; what it had run on counts no more."""
    table = ApiTable.new(server, {"system": "battlecon"})
    table.do("a", table.actions("a")[0])
    page = open_page(TABLET, alone=True)
    page.clock.install()
    page.goto(table.join("table"))
    device = Device(page)
    page.locator("#clock summary").click()
    passes(page, 10)
    before = device.version
    table.do("b", table.actions("b")[0])
    expect(device.moment).not_to_have_attribute("data-version", str(before))
    game = seconds(page)[0]
    ahead = passes(page, 10)
    expect(page.locator("#clock time").first).to_have_text(words(game + ahead))


@soak.HANDS
def test_in_a_break_it_stands_where_the_last_action_was(open_page: OpenPage, server: str) -> None:
    """A tablet that lies awake beside the board all night shows what was played."""
    page = at_a_new_table(open_page, server)
    game, human, zombie = seconds(page)
    ahead = passes(page, 25)
    times = page.locator("#clock time")
    expect(times).to_have_text([words(game + ahead), words(human + ahead), words(zombie)])
    page.clock.fast_forward("09:00:00")
    since = float(page.locator("#clock").get_attribute("data-since") or 0)
    expect(times).to_have_text([words(game - since), words(human - since), words(zombie)])
    expect(page.locator("#clock")).to_contain_text("Breaks of more than half an hour do not count.")


def test_alone_there_is_one_clock(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "human", mode="solitaire")
    page = open_page(PHONE, table.join("table"))
    page.locator("#clock summary").click()
    expect(page.locator("#clock time")).to_have_count(1)
