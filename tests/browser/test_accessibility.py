"""Each screen in one visit: axe-core finds nothing, and at no size is anything cut off or too small to tap.

The screens are those of the tour (`tools/tour.py`). `make test` comes to each once, at one size and in one
theme, so that all of them occur; `make soak` begins with each size and theme, turns the screen from there and
makes its letters large (WCAG 2.2 AA).
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests import soak
from tests.browser.at_sizes import broken_words, cut_off, double_letters, letters, small_targets, turned
from tests.browser.at_table import GAME
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tools import tour
from tools.api_table import ApiTable
from tools.tour import Theme

USUAL, TWICE = 16, 32
"""Pixels: letters as they are and of twice the size."""
AXE = Axe().axe_script
# The contrast is most of what axe-core costs. It asks it of every word, and first finds out what lies over
# what on the whole page, the map too, although it calls the contrast of no text in SVG right or wrong. So the
# map is taken away meanwhile, and of words that look the same on the same grounds two are asked, on all the
# screens together that know of each other. `small_targets` asks more than the rule "target-size". News that
# comes while the map is away would look for it, so it waits.
ASK = """async ([map, known]) => {
  const alike = new Map(known), answers = document.querySelector('link[href$="/request_queue.js"]');
  if (answers && !("asked" in window.axe)) (await import(answers.href)).holdNews(() => window.axe.asked);
  window.axe.asked = true;
  const says = (e) => e.matches("input, select, textarea")
      || [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  for (const e of document.querySelectorAll("body *:not(svg, svg *)")) {
    e.removeAttribute("data-asked");
    if (!says(e) || !e.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(e);
    const off = ":disabled, [inert], [aria-disabled=true]";
    const kind = [color, fontSize, fontWeight, textShadow, Boolean(e.closest(off)),
      Boolean(e.closest("label")?.control?.matches(off))];
    for (let part = e; part; part = part.parentElement) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(part);
      kind.push(backgroundColor, backgroundImage, opacity, position);
    }
    const plain = ["rgba(0, 0, 0, 0)", "none", "1", "static", "relative"];
    const words = kind.filter((one) => !plain.includes(one));
    const count = alike.get(words.join()) ?? 0;
    alike.set(words.join(), count + 1);
    if (count < 2) e.setAttribute("data-asked", "");
  }
  const drawings = [...document.querySelectorAll("svg")].filter((e) => e.querySelectorAll("*").length > 50)
    .map((drawing) => [drawing, [...drawing.childNodes]]);
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-asked]" }] });
  const found = async (options) => (await axe.run({ resultTypes: ["violations"], ...options })).violations;
  const off = { enabled: false };
  const apart = map && drawings.length > 0;
  const rest = apart ? await found({ rules: { "color-contrast": off, "target-size": off } }) : [];
  try {
    const named = (part) => /^(title|desc)$/.test(part.localName);
    for (const [drawing, parts] of drawings) drawing.replaceChildren(...parts.filter(named));
    const asked = apart ? { runOnly: ["color-contrast"] } : { rules: { "target-size": off } };
    return [[...rest, ...await found(asked)], [...alike]];
  } finally {
    for (const [drawing, parts] of drawings) drawing.replaceChildren(...parts);
    window.axe.asked = false;
  }
}"""
_MEASURED = "() => !document.querySelector('#map.map:not([data-scaled])')"
"""Whether a page knows how large the squares of its map are: without them it cannot find out."""


REACHES = """(e) => {
  const { left, top, width, height } = e.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return [[0, -21], [0, 21], [-21, 0], [21, 0]].map(([a, b]) =>
    document.elementFromPoint(x + a, y + b) === e);
}"""


def faults(page: Page, known: dict[str, int] | None = None, *, drawings: bool = True) -> list[str]:
    """Return what axe-core finds wrong, a line each with the first place; in the map too, if wanted.

    `known` counts the looks of words whose contrast was asked on earlier screens, and of this one afterwards.
    """
    known = {} if known is None else known
    page.wait_for_load_state()
    page.wait_for_function(_MEASURED, polling=50)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    violations: list[dict[str, Any]]
    violations, looks = page.evaluate(ASK, [drawings, [*known.items()]])
    known |= dict(looks)
    return [f"{v['id']}: {v['help']} at {v['nodes'][0]['html'][:160]}" for v in violations]


ALL_SIZES = (TABLET, TABLET_UPRIGHT, PHONE, LANDSCAPE)
SIZES_OF = {"": ALL_SIZES, "table": (TABLET, TABLET_UPRIGHT)}
"""The sizes of a seat's devices; the others have phones."""
PHONES = (PHONE, LANDSCAPE)
THEMES: tuple[Theme, Theme] = ("dark", "light")
OF_SEATS = ("tablet", "phones", "duel", "zombies")
"""The parts of the tour whose screens stay at one kind of device: four sizes and themes each, not eight."""
MAPS = ("tablet", "phones")
"""The parts of the tour in which axe-core asks about the map, which costs as much as all the rest."""
DRAWING = [part for part in tour.PARTS if part.startswith("survey")]
PARTS = [part for part in tour.PARTS if part not in DRAWING]


def pairs(screen: tour.Screen) -> list[tuple[tuple[int, int], Theme]]:
    """Return the sizes and themes of a screen, so that both change from one to the next."""
    sizes = SIZES_OF.get(screen.seat, PHONES)
    return [(size, THEMES[(i + j) % 2]) for j in range(2) for i, size in enumerate(sizes)]


def other_sizes(page: Page, screen: tour.Screen, size: tuple[int, int]) -> list[tuple[int, int]]:
    """Return what a screen is turned to: a page with a map, which takes long to lay out, to one size only."""
    sizes = SIZES_OF.get(screen.seat, PHONES)
    if page.locator("#map").count():
        return [sizes[(sizes.index(size) + len(sizes) // 2) % len(sizes)]]
    return [other for other in sizes if other != size]


def looked_at(page: Page, size: tuple[int, int], others: list[tuple[int, int]], *, large: bool) -> list[str]:
    """Return what is cut off or too small to tap: at one size, at others, and with large letters."""
    wrong: list[str] = []
    for turned_to in (size, *others):
        if turned_to != size:
            turned(page, turned_to)
        found = [*cut_off(page), *broken_words(page), *small_targets(page)]
        wrong += [f"{turned_to}: {fault}" for fault in found]
    if large:
        letters(page, TWICE)
        back = [*reversed(others)] if page.locator("#map").count() else [*reversed(others), size]
        for turned_to in back:
            if turned_to != back[0]:
                turned(page, turned_to)
            wrong += [f"{turned_to}, large letters: {fault}" for fault in cut_off(page)]
        letters(page, USUAL)
    return wrong


@pytest.mark.parametrize(
    ("part", "deal", "turns"),
    [
        *((part, 0, False) for part in PARTS),
        *soak.rest(
            soak.SIZES,
            [(p, n, True) for p, n in product(PARTS, range(8)) if p not in OF_SEATS or n < 4],
        ),
    ],
)
def test_every_screen_can_be_read_and_tapped_at_every_size(
    browser: Browser, server: str, part: str, deal: int, turns: bool
) -> None:
    """Each deal gives each screen another size and theme to begin with.

    Without turns axe-core comes to the first screen of a kind, whose panels and keys are those of the others
    (`tablet-moving`, `tablet-attack`), and large letters to none: `test_between_sizes` has them.

    A key of the tour that is not there any more, an error page and an error of a script end the visit.
    """
    by_screen: dict[str, list[str]] = {}
    names: set[str] = set()
    kinds: Counter[str] = Counter()
    known: dict[str, int] = {}
    with tour.device(browser, has_touch=True) as device:
        for n, screen in enumerate(tour.PARTS[part](server)):
            assert screen.name not in names
            names.add(screen.name)
            looks = pairs(screen)
            size, theme = looks[(n + deal) % len(looks)]
            view: ViewportSize = {"width": size[0], "height": size[1]}
            with tour.visited(device, screen, view, theme) as page:
                others = other_sizes(page, screen, size) if turns else []
                large = part != "duel" and turns
                kinds[screen.name.partition("-")[0]] += 1
                asks = turns or kinds[screen.name.partition("-")[0]] == 1
                by_screen[f"{screen.name} {size} {theme}"] = [
                    *(faults(page, known, drawings=part in MAPS and (turns or n == 0)) if asks else ()),
                    *looked_at(page, size, others, large=large),
                ]
    assert names
    assert {where: wrong for where, wrong in by_screen.items() if wrong} == {}


@soak.BOARDS
@pytest.mark.parametrize("part", DRAWING)
def test_the_tour_comes_to_a_moment_of_drawing_a_board(browser: Browser, server: str, part: str) -> None:
    """Their screens are looked at where drawing is tested."""
    (screen,) = tour.PARTS[part](server)
    with (
        tour.device(browser) as device,
        tour.visited(device, screen, {"width": TABLET[0], "height": TABLET[1]}),
    ):
        pass


def test_the_sheets_are_closed_with_a_key_in_sight_at_every_size(open_page: OpenPage, server: str) -> None:
    page = open_page(TABLET, ApiTable.at(server, "moving").join("human"))
    for key, name in (("My notes", "#notes"), ("This device", "#device")):
        page.locator("#ways").get_by_text(key).click()
        sheet = page.locator(name)
        close = sheet.get_by_role("button", name="Close")
        for size in ALL_SIZES:
            turned(page, size)
            expect(close).to_be_in_viewport(ratio=1)
        close.click()
        expect(sheet).to_be_hidden()


def test_letters_of_twice_the_size_leave_the_checklist_room(open_page: OpenPage, server: str) -> None:
    """Its lines are the narrowest of all, where a phone lies on the table in place of a tablet (1.4.10)."""
    page = open_page(PHONE, ApiTable.at(server, "generation").join("table"), alone=True)
    letters(page, TWICE)
    expect(page.locator("#checklist li").first).to_be_visible()
    assert cut_off(page) == []


def test_twice_the_size_on_the_page_alone_cuts_nothing_off(open_page: OpenPage, server: str) -> None:
    """As a style sheet of one's own does it: no width in `em` follows."""
    page = open_page(TABLET, ApiTable.at(server, "reaction").join("table"))
    double_letters(page)
    assert cut_off(page) == []
    page.locator("#squares-key").click()
    expect(page.locator("#squares")).to_be_visible()
    assert cut_off(page) == []


def test_a_case_in_a_sentence_takes_a_finger_of_44_pixels(open_page: OpenPage) -> None:
    """Its tag is as low as the line, but answers around it too."""
    page = open_page(PHONE, "/rules/dawn-of-the-dead/7.1")
    case = page.locator("p > .case", has_text="6.4")
    assert case.evaluate("e => getComputedStyle(e).display") == "inline"
    case.scroll_into_view_if_needed()
    assert case.evaluate(REACHES) == [True] * 4


def test_a_fault_of_each_kind_would_be_noticed(open_page: OpenPage) -> None:
    """No measure is blind."""
    page = open_page(TABLET, GAME)
    key = page.locator("#start button.main")
    key.evaluate("e => e.style.cssText = 'min-height: 30px; height: 30px'")
    assert len(small_targets(page)) == 1
    key.evaluate("e => e.style.cssText = 'width: 44px; word-break: break-all'")
    assert "broken word: Start" in broken_words(page)[0]
    key.evaluate("e => e.style.cssText = 'margin-left: 200vw'")
    assert any("beside the screen" in fault for fault in cut_off(page))
    key.evaluate("e => e.style.cssText = 'color: #777; background: #888'")
    assert [fault.split(":")[0] for fault in faults(page)] == ["color-contrast"]
    page.locator("h1").first.evaluate("e => { e.innerHTML = '<img src=data:,>'; }")
    assert "image-alt" in [fault.split(":")[0] for fault in faults(page)]
