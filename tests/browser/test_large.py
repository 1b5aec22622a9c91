"""The list of squares and a case over each phase: 44 px targets, and double size without loss (WCAG 2.2 AA).

`test_accessibility.py` asks the same of every screen, once.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games.dawn_of_the_dead.commands.demo_states import PHASES
from tests import soak
from tests.browser.at_sizes import cut_off, double_letters, small_targets
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable, hold
from tools.browser import find_chromium
from tools.served import ARGUMENTS

pytestmark = soak.SIZES
LARGE = "--blink-settings=defaultFontSize=32"
"""How Chromium is told what a person chooses under "Font size": twice what it is."""
AT_TABLE = [
    pytest.param("table", TABLET, id="tablet"),
    pytest.param("table", TABLET_UPRIGHT, id="upright"),
    pytest.param("zombie", PHONE, id="zombie-phone"),
    pytest.param("human", PHONE, id="human-phone"),
    pytest.param("human", LANDSCAPE, id="human-landscape"),
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
    page = large_letters.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True
    ).new_page()
    page.goto("about:blank")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert wrong({where: cut_off(page) for where in walk(page, moments, seat)}) == {}
    page.context.close()
