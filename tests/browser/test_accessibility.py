"""axe-core finds nothing on any screen: tablet and phone, dark and light (WCAG 2.2 AA)."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools.api_table import ApiTable, hold

THEMES = [pytest.param(True, id="dark"), pytest.param(False, id="light")]
SIZES = [
    pytest.param(TABLET, id="tablet"),
    pytest.param(TABLET_UPRIGHT, id="upright"),
    pytest.param(PHONE, id="phone"),
    pytest.param(LANDSCAPE, id="landscape"),
]
OPEN_SCREENS = [
    "/",
    "/rules/dawn-of-the-dead",
    "/rules/dawn-of-the-dead?q=glass+door",
    "/rules/dawn-of-the-dead/6.4",
    "/rules/dawn-of-the-dead/8.8",
    "/rules/dawn-of-the-dead/8.8?row=7&column=3-4",
    "/rules/dawn-of-the-dead/6.99",
    "/demo/1/0",
    "/demo/1/60",
    "/help",
    "/sight",
    "/sight?from=024",
    "/sight?from=028&to=047&closed=028-047&closed=043-062",
    "/sight?from=024&to=062",
    "/sight?from=098&to=079",
    "/t/AAAAAA",
    "/join/no-such-link",
    "/nowhere",
]


AXE = Axe().axe_script
# axe-core cannot tell what lies behind a text in SVG: it calls the contrast of none right or wrong, and
# takes half of its time for that.
ASK = """() => {
  axe.configure({ rules: [{ id: "color-contrast", selector: "*:not(svg, svg *)" }] });
  return axe.run({ resultTypes: ["violations"] }).then((results) => results.violations);
}"""


def faults(page: Page) -> list[str]:
    """Return what axe-core finds wrong, a line each with the first place."""
    page.evaluate(AXE)
    violations: list[dict[str, Any]] = page.evaluate(ASK)
    return [f"{v['id']}: {v['help']} at {v['nodes'][0]['html'][:160]}" for v in violations]


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_screens_without_a_game(open_page: OpenPage, size: tuple[int, int], dark: bool) -> None:
    page = open_page(size, dark=dark)
    by_screen = {}
    for path in OPEN_SCREENS:
        page.goto(path)
        by_screen[path] = faults(page)
    assert {path: wrong for path, wrong in by_screen.items() if wrong} == {}


HUMAN_PHASES = ("place_characters", "moving", "attack")
SEATS = [
    pytest.param("table", TABLET, True, ApiTable.PHASES, id="tablet-dark"),
    pytest.param("table", TABLET, False, ApiTable.PHASES, id="tablet-light"),
    pytest.param("human", PHONE, False, HUMAN_PHASES, id="human-phone-light"),
    pytest.param("zombie", PHONE, True, ApiTable.PHASES, id="zombie-phone-dark"),
    pytest.param("human", LANDSCAPE, True, HUMAN_PHASES, id="human-landscape-dark"),
    pytest.param("zombie", LANDSCAPE, False, ApiTable.PHASES, id="zombie-landscape-light"),
    pytest.param("table", TABLET_UPRIGHT, False, ApiTable.PHASES, id="upright-light"),
]


@pytest.fixture(scope="module")
def moments(server: str) -> dict[str, ApiTable]:
    """Give a table that stands at each phase of a game, by the name of the phase."""
    return {phase: ApiTable.at(server, phase) for phase in ApiTable.PHASES}


@pytest.mark.parametrize(("seat", "size", "dark", "phases"), SEATS)
def test_every_phase(
    open_page: OpenPage,
    moments: dict[str, ApiTable],
    seat: str,
    size: tuple[int, int],
    dark: bool,
    phases: tuple[str, ...],
) -> None:
    page = open_page(size, dark=dark)
    by_screen = {}
    for phase in phases:
        hold(page.context, moments[phase].join(seat))
        page.goto(moments[phase].join(seat))
        page.wait_for_selector("#moment")
        by_screen[phase] = faults(page)
    assert {phase: wrong for phase, wrong in by_screen.items() if wrong} == {}


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_keys_and_proposals_with_their_odds(
    server: str, open_page: OpenPage, moments: dict[str, ApiTable], size: tuple[int, int], dark: bool
) -> None:
    """The odds are switched on: on the keys of shots and rolls, and on what the referee proposes."""
    page = open_page(size, dark=dark)
    page.context.add_cookies([{"name": "odds", "value": "shown", "url": f"{server}/t"}])
    unit = moments["berserk"].view()["zombies"][0]["square"]
    places = {
        "check": (moments["berserk"], f"/square/{unit}"),
        "entrance": (moments["generation"], ""),
        "alone": (ApiTable.at(server, "hidden_appearance", mode="solitaire"), ""),
    }
    by_screen = {}
    for name, (table, path) in places.items():
        page.goto(table.join("table"))
        page.wait_for_selector("#moment")
        page.goto(f"/t/{table.code}{path}")
        page.wait_for_selector("#moment .odds", state="attached")
        by_screen[name] = faults(page)
    assert {name: wrong for name, wrong in by_screen.items() if wrong} == {}


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_what_opens_over_a_game(
    open_page: OpenPage, moments: dict[str, ApiTable], size: tuple[int, int], dark: bool
) -> None:
    """The list of squares, a square of it, a refusal, the sight tool with a verdict, a case in its sheet."""
    page = open_page(size, path=moments["moving"].join("human"), dark=dark)
    table, by_screen = page.url, {}
    for path in ("/squares", "/squares?all=1&at=045", "/square/008", "/square/210", "/sight?from=024&to=062"):
        page.goto(table + path)
        page.wait_for_selector("#moment")
        by_screen[path] = faults(page)
    page.locator("#bar a.case").click()
    page.wait_for_selector("#sheet[open]")
    by_screen["a case"] = faults(page)
    assert {where: wrong for where, wrong in by_screen.items() if wrong} == {}


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_game_and_its_replay(
    open_page: OpenPage, ended: ApiTable, size: tuple[int, int], dark: bool
) -> None:
    """The first step of the replay has keys that lead nowhere; their words can be read all the same."""
    page = open_page(size, path=ended.join("table"), dark=dark)
    table, by_screen = page.url, {}
    for path in ("", "/report", "/report/0", "/report/1"):
        page.goto(table + path)
        page.wait_for_load_state("load")
        by_screen[path] = faults(page)
    assert {where: wrong for where, wrong in by_screen.items() if wrong} == {}


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (LANDSCAPE, True)], ids=["phone", "landscape"])
def test_the_pages_beside_a_game(
    open_page: OpenPage, ended: ApiTable, size: tuple[int, int], dark: bool
) -> None:
    """Statistics with a game, the question for a rematch and before deleting, and those of who arrives."""
    page = open_page(size, path=ended.join("table"), dark=dark)
    table, by_screen = page.url.removeprefix(ended.server), {}
    asked = [ended.join(seat).removeprefix(ended.server) + "?ask" for seat in ("human", "zombie")]
    for path in ("/statistics", f"{table}/rematch", f"{table}/delete", "/offline", *asked):
        page.goto(path)
        by_screen[path] = faults(page)
    assert {where: wrong for where, wrong in by_screen.items() if wrong} == {}


@pytest.fixture(scope="module")
def ended(server: str) -> ApiTable:
    """Give a table whose game is over."""
    return ApiTable.at(server, "over")


@pytest.mark.parametrize("dark", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_who_shoots_and_the_question_of_what_must_be_done(
    server: str, open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    """6.8, 4.0: the form of typed dice with its choice of shooters, and the key that plays on."""
    page = open_page(size, dark=dark)
    page.context.add_cookies([{"name": "dice", "value": "typed", "url": server}])
    people = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table = ApiTable.at(server, "place_characters", counters="physical", phases="automatic")
    table.do("human", {"do": "place_characters", "squares": people})
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    table.do("human", {"do": "step", "to": "010"})
    page.goto(table.join("table"))
    page.goto(f"/t/{table.code}/square/012")
    page.wait_for_selector(".who")
    shooters = faults(page)
    page.goto("/help")  # News would close the panel of the square, and that goes back in the history.
    page.evaluate("sessionStorage.clear()")  # What was being chosen would come back.
    table.do("human", {"do": "end_turn"})
    page.goto(f"/t/{table.code}/now?ending=musts")
    page.wait_for_selector("#moment .actions button")
    assert {"shooters": shooters, "musts": faults(page)} == {"shooters": [], "musts": []}
