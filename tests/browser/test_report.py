"""After the game: the report, its plots, and the replay, on every screen that people use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect
from pypdf import PdfReader

from tests import soak
from tests.browser.at_sizes import SCREENS
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.kept_file import kept, opened_alone
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered
from tools.served import serving


@dataclass(frozen=True)
class Over:
    """A table whose game is over.

    `folder` holds its database, `token` seats the tablet; the record has so many `lines`.
    """

    folder: Path
    code: str
    token: str
    lines: int

    @property
    def join(self) -> str:
        """The path that seats the tablet."""
        return f"/join/{self.token}"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Over:
    """Play a game to its end, on a database that the server is then started on."""
    folder = tmp_path_factory.mktemp("over")
    table = Seated(folder, sources=ordered({}))
    play_out(table)
    game = Over(folder, table.code, table.tokens["table"], len(table.record()) - 2)
    table.tables.close()
    return game


@pytest.fixture(scope="module")
def server(over: Over) -> Iterator[str]:
    """Start the real thing on the database of the finished game; gives its address."""
    with serving(over.folder) as url:
        yield url


def sat_down(open_page: OpenPage, over: Over, size: tuple[int, int], path: str, **wishes: bool) -> Page:
    """Open a page on the device that has the tablet's seat."""
    page = open_page(size, "/static/icon.svg", **wishes)
    origin = page.url.removesuffix("/static/icon.svg")
    page.context.add_cookies([{"name": f"seat-{over.code}", "value": over.token, "url": origin}])
    page.goto(path)
    return page


def at_report(open_page: OpenPage, over: Over, size: tuple[int, int], **wishes: bool) -> Page:
    """Open the report at the table."""
    page = sat_down(open_page, over, size, f"/t/{over.code}/report", **wishes)
    expect(page.locator("h1")).to_contain_text("has won")
    page.wait_for_load_state("load")
    return page


FIFTEEN_TURNS = """() => {
  const { rows } = document.querySelector(".figure tbody");
  while (rows.length < 16) rows[0].parentElement.append(rows[1].cloneNode(true));
}"""
OUTSIDE = """() => [...document.querySelectorAll("svg.plot text")].filter((text) => {
  const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
  return inner.left < outer.left - 1 || inner.right > outer.right + 1
      || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
}).map((text) => text.textContent)"""


@soak.LOOKS
@pytest.mark.parametrize(("size", "dark"), SCREENS)
def test_the_report_fits_its_screen_with_everything_unfolded(
    open_page: OpenPage, over: Over, size: tuple[int, int], dark: bool
) -> None:
    """Each plot fills its card, and no word leaves it. The keys stand in rows."""
    page = at_report(open_page, over, size, dark=dark)
    figures = page.locator(".figure:has(svg.plot)").all()
    assert len(figures) == page.locator("svg.plot").count() > 0
    for figure in figures:
        plot, words = (figure.locator(part).bounding_box() for part in ("svg.plot", "figcaption"))
        assert plot
        assert words
        assert plot["width"] > 250
        assert plot["height"] > 80
        assert plot["width"] == pytest.approx(words["width"], abs=1)
    assert page.evaluate(OUTSIDE) == []
    in_rows(page)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    expect(page.locator(".verdict.yes")).to_have_count(3)


def in_rows(page: Page) -> None:
    """Check that the keys of a row are equally high, and that each row is as wide as the panel above."""
    rows: dict[float, list[FloatRect]] = {}
    for key in page.locator(".ways > :visible").all():
        box = key.bounding_box()
        assert box
        rows.setdefault(box["y"], []).append(box)
    panel = page.locator(".ended").bounding_box()
    assert panel
    for row in rows.values():
        assert len({key["height"] for key in row}) == 1
        assert row[0]["x"] == pytest.approx(panel["x"], abs=1)
        assert row[-1]["x"] + row[-1]["width"] == pytest.approx(panel["x"] + panel["width"], abs=1)


@soak.LOOKS
def test_the_facts_of_all_games_stand_in_the_middle_of_their_panel(open_page: OpenPage, over: Over) -> None:
    """They had twice as much room above as below."""
    page = sat_down(open_page, over, PHONE, "/statistics")
    panel = page.locator(".panel:has(> .facts)").bounding_box()
    facts = page.locator(".panel > .facts").bounding_box()
    assert panel
    assert facts
    below = panel["y"] + panel["height"] - facts["y"] - facts["height"]
    assert facts["y"] - panel["y"] == pytest.approx(below, abs=1)


@soak.LOOKS
def test_the_figures_open_by_keyboard(open_page: OpenPage, over: Over) -> None:
    page = at_report(open_page, over, TABLET)
    summary = page.locator("#units summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#units table")).to_be_visible()
    expect(page.locator("#units tbody tr").first).to_contain_text("45")


@soak.LOOKS
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=str)
def test_the_game_is_stepped_through_without_loading_the_map_again(
    open_page: OpenPage, over: Over, size: tuple[int, int]
) -> None:
    page = at_report(open_page, over, size)
    page.get_by_role("link", name="Step through the game").click()
    expect(page.locator("#counters .counter-piece.zombie.up")).to_have_count(45)
    page.evaluate("document.querySelector('.board .squares').dataset.kept = 'yes'")
    for n in (1, 2, 3):
        page.locator("#key-next").click()
        expect(page.locator("#step")).to_contain_text(f"Step {n} of {over.lines}")
    expect(page.locator("#counters .counter-piece.human")).to_have_count(4)
    page.locator("#key-previous").click()
    expect(page.locator(".stepping .here")).to_contain_text("2")
    page.locator("#key-last").click()
    expect(page.locator("#step")).to_contain_text(f"Step {over.lines} of {over.lines}")
    assert page.evaluate("document.querySelector('.board .squares').dataset.kept") == "yes"
    page.reload()
    expect(page.locator("#step")).to_contain_text(f"Step {over.lines} of {over.lines}")


@soak.LOOKS
def test_the_replay_keeps_the_keys_where_the_thumb_is(open_page: OpenPage, over: Over) -> None:
    page = sat_down(open_page, over, PHONE, f"/t/{over.code}/report/5")
    before = page.locator("#key-next").bounding_box()
    for n in (6, 7, 8):
        page.locator("#key-next").click()
        expect(page.locator("#step")).to_contain_text(f"Step {n} of")
        assert page.locator("#key-next").bounding_box() == before


def test_all_of_it_reads_without_a_script(browser: Browser, server: str, over: Over) -> None:
    context = browser.new_context(base_url=server, java_script_enabled=False)
    page = context.new_page()
    page.goto(over.join)
    page.goto(f"/t/{over.code}/report")
    expect(page.locator("svg.plot")).to_have_count(6)
    page.get_by_role("link", name="Step through the game").click()
    page.locator("#key-next").click()
    expect(page).to_have_url(f"{server}/t/{over.code}/report/1")
    page.locator("#key-last").click()
    expect(page).to_have_url(f"{server}/t/{over.code}/report/{over.lines}")
    context.close()


def test_the_record_is_a_file_to_keep(open_page: OpenPage, over: Over) -> None:
    """The report is reached from the table."""
    page = open_page(TABLET, over.join)
    page.get_by_role("link", name="Game report").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == f"{over.code}-record.jsonl"
    assert len(download.value.path().read_text().splitlines()) == over.lines + 2


@soak.LOOKS
def test_the_keyboard_steps_on_and_on(open_page: OpenPage, over: Over) -> None:
    page = sat_down(open_page, over, TABLET, f"/t/{over.code}/report/3")
    page.locator("#key-next").focus()
    for n in (4, 5, 6):
        page.keyboard.press("Enter")
        expect(page.locator("#step")).to_contain_text(f"Step {n} of")
        expect(page.locator("#key-next")).to_be_focused()


@soak.LOOKS
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=str)
def test_the_replay_plays_by_itself_once_somebody_taps_play(
    open_page: OpenPage, over: Over, size: tuple[int, int]
) -> None:
    page = at_report(open_page, over, size)
    page.get_by_role("link", name="Step through the game").click()
    play = page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    expect(page.locator("#step")).to_contain_text("Step 0 of")
    page.get_by_role("button", name="Faster").click()
    play.click()
    expect(page.locator("#step")).to_contain_text("Step 2 of")
    page.get_by_role("button", name="Pause").click()
    expect(play).to_be_visible()


def test_the_report_is_kept_as_one_file_that_opens_alone(
    open_page: OpenPage, over: Over, browser: Browser, tmp_path: Path
) -> None:
    page = at_report(open_page, over, PHONE)
    page.locator("#secrets summary").click()
    cut = "tables => tables.filter((table) => table.scrollWidth > table.clientWidth).map((t) => t.ariaLabel)"
    assert page.locator("#secrets .scroll").evaluate_all(cut) == []
    file = kept(page, tmp_path)
    assert file.name == f"{over.code}-report.html"
    with opened_alone(file, browser) as alone:
        expect(alone.locator("h1")).to_contain_text("has won")
        assert (
            alone.evaluate("getComputedStyle(document.querySelector('.panel')).backgroundColor")
            != "rgba(0, 0, 0, 0)"
        )


@soak.LOOKS
def test_on_paper_everything_is_unfolded(open_page: OpenPage, over: Over) -> None:
    page = at_report(open_page, over, TABLET, alone=True)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.querySelectorAll('main details:not([open])').length") == 0
    page.emulate_media(media="print")
    expect(page.locator(".ways")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("document.querySelectorAll('main details[open]').length") == 0


def test_on_paper_the_first_page_is_used_and_no_table_is_cut_off(open_page: OpenPage, over: Over) -> None:
    page = at_report(open_page, over, TABLET, alone=True)
    page.evaluate(FIFTEEN_TURNS)
    first = PdfReader(BytesIO(page.pdf(format="A4"))).pages[0].extract_text()
    assert "Zombie units on the map" in first
    assert "Still hidden" in first, "its table begins there too"
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".figures .scroll").count()
    cut = "tables => tables.filter((table) => table.scrollWidth > table.clientWidth).map((t) => t.ariaLabel)"
    assert page.locator(".figures .scroll").evaluate_all(cut) == []
