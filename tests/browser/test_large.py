"""Large fingers and large text: 44 px targets, and double size without loss (WCAG 2.2 AA)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.at_sizes import cut_off, double_letters, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.test_accessibility import OPEN_SCREENS
from tools.api_table import ApiTable, hold
from tools.browser import find_chromium
from tools.served import ARGUMENTS

PHASES = ("place_hidden", "place_characters", "moving", "reaction", "free_movement", "attack", "generation")
LARGE = "--blink-settings=defaultFontSize=32"
"""How Chromium is told what a person chooses under "Font size": twice what it is."""
AT_TABLE = [
    pytest.param("table", TABLET, id="tablet"),
    pytest.param("table", TABLET_UPRIGHT, id="upright"),
    pytest.param("zombie", PHONE, id="zombie-phone"),
    pytest.param("human", PHONE, id="human-phone"),
    pytest.param("human", LANDSCAPE, id="human-landscape"),
]
SIZES = [
    pytest.param(TABLET, id="tablet"),
    pytest.param(TABLET_UPRIGHT, id="upright"),
    pytest.param(PHONE, id="phone"),
    pytest.param(LANDSCAPE, id="landscape"),
]
ByScreen = dict[str, list[str]]


@pytest.fixture(scope="module")
def moments(server: str) -> dict[str, ApiTable]:
    """Give a table that stands at each phase of a game, by the name of the phase."""
    return {phase: ApiTable.at(server, phase) for phase in PHASES}


def walk(page: Page, moments: dict[str, ApiTable], seat: str) -> Iterator[str]:
    """Go through every phase at a seat, with the list of squares and a case open too; gives where one is."""
    for phase, table in moments.items():
        hold(page.context, table.join(seat))
        page.goto(table.join(seat))
        expect(page.locator("#moment")).to_be_visible()
        yield phase
        page.locator("#squares-key").click()
        expect(page.locator("#squares")).to_be_visible()
        yield f"{phase}, the list of squares"
        page.locator("#bar a.case").click()
        expect(page.locator("#sheet")).to_be_visible()
        yield f"{phase}, a case"


def wrong(by_screen: ByScreen) -> ByScreen:
    """Return where something was found."""
    return {where: what for where, what in by_screen.items() if what}


@pytest.mark.parametrize(("seat", "size"), AT_TABLE)
def test_every_target_at_the_table_is_large(
    open_page: OpenPage, moments: dict[str, ApiTable], seat: str, size: tuple[int, int]
) -> None:
    """44 pixels each way, whatever is asked for and whatever lies open."""
    page = open_page(size)
    assert wrong({where: small_targets(page) for where in walk(page, moments, seat)}) == {}


@pytest.mark.parametrize("size", SIZES)
def test_every_target_of_the_other_screens_is_large(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size)
    by_screen: ByScreen = {}
    for path in OPEN_SCREENS:
        page.goto(path)
        by_screen[path] = small_targets(page)
    assert wrong(by_screen) == {}


def test_a_small_target_would_be_noticed(open_page: OpenPage) -> None:
    """The measure is not blind: a button of 30 pixels is found."""
    page = open_page(TABLET)
    assert small_targets(page) == []
    page.locator("#start button.main").evaluate("e => e.style.cssText = 'min-height: 30px; height: 30px'")
    assert len(small_targets(page)) == 1


def test_letters_of_twice_the_size_on_the_tablet(open_page: OpenPage, moments: dict[str, ApiTable]) -> None:
    """Twice the size on the page alone, as a style sheet of one's own does it."""
    page = open_page(TABLET)
    by_screen: ByScreen = {}
    for where in walk(page, moments, "table"):
        double_letters(page)
        by_screen[where] = cut_off(page)
    assert wrong(by_screen) == {}


@pytest.fixture(scope="module")
def large_letters(browser: Browser) -> Iterator[Browser]:
    """Start a Chromium whose person has chosen letters of twice the size."""
    chromium = browser.browser_type.launch(executable_path=find_chromium(), args=[*ARGUMENTS, LARGE])
    yield chromium
    chromium.close()


@pytest.mark.parametrize(("seat", "size"), AT_TABLE)
def test_letters_of_twice_the_size_at_the_table(
    large_letters: Browser, moments: dict[str, ApiTable], seat: str, size: tuple[int, int]
) -> None:
    """Nothing is cut off, sticks out, or makes the page scroll sideways (1.4.4, 1.4.10)."""
    page = large_page(large_letters, size)
    assert wrong({where: cut_off(page) for where in walk(page, moments, seat)}) == {}
    page.context.close()


def test_letters_of_twice_the_size_leave_the_checklist_room(
    large_letters: Browser, moments: dict[str, ApiTable]
) -> None:
    """Its lines are the narrowest of all, where a phone lies on the table in place of a tablet (1.4.10)."""
    page = large_page(large_letters, PHONE)
    page.goto(moments["generation"].join("table"))
    expect(page.locator("#checklist li").first).to_be_visible()
    assert cut_off(page) == []
    page.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_letters_of_twice_the_size_on_the_other_screens(
    large_letters: Browser, server: str, size: tuple[int, int]
) -> None:
    page = large_page(large_letters, size)
    by_screen: ByScreen = {}
    for path in OPEN_SCREENS:
        page.goto(f"{server}{path}")
        by_screen[path] = cut_off(page)
    assert wrong(by_screen) == {}
    page.context.close()


def large_page(browser: Browser, size: tuple[int, int]) -> Page:
    """Return a page of a size, and see that its letters are large."""
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto("about:blank")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    return page
