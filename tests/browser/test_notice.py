"""The notice of what was just done, on a phone: one line, and gone when it has been dismissed."""

from __future__ import annotations

from itertools import pairwise, product

from playwright.sync_api import expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import at_sizes, box_of, seated, turned
from tools.api_table import ApiTable

LINE = 48
"""Pixels: a line of two rows of small letters, with a key as high as a fingertip."""
THREE_ROWS = 52
"""The same with three rows, where two or more numbers leave a sentence less room."""
GAP = 12
SMALL = PHONE, LANDSCAPE


@soak.LOOKS
def test_a_notice_is_one_line(open_page: OpenPage, server: str) -> None:
    page, _ = seated(open_page, server, "moving", PHONE)
    notice, moment = page.locator("#ruling > .panel"), page.locator("#moment")
    expect(notice).to_contain_text("Peter goes from")
    for size in turned(page, *SMALL, anew=True):
        assert box_of(notice)[3] <= LINE, size
        assert box_of(moment)[1] - box_of(notice)[1] - box_of(notice)[3] <= GAP, size
        parts = [box_of(part) for part in notice.locator(".reason, .cases, .dismiss").all()]
        for (x, _, wide, _), (after, _, _, _) in pairwise(parts):
            assert x + wide <= after, size


@soak.HANDS
@at_sizes(PHONE, LANDSCAPE)
def test_a_dismissed_notice_stays_away_until_the_next_one(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """It leaves no gap; it stays away over a reload; the next step has a notice of its own."""
    page, table = seated(open_page, server, "moving", size)
    notice, side = page.locator("#ruling > .panel"), page.locator(".side")
    page.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    top, listed = box_of(page.locator("#moment"))[1], box_of(page.locator("#checklist"))
    above = listed[1] + listed[3] if listed[1] < top else box_of(side)[1]
    assert top - above <= GAP
    page.reload()
    expect(page.locator("#moment")).to_be_visible()
    expect(notice).to_be_hidden()
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    expect(notice).to_be_visible()


@soak.LOOKS
@at_sizes(LANDSCAPE, PHONE)
def test_a_long_notice_after_a_dismissed_one_keeps_to_its_box(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """It lies over the heading then. Its box was one line high all the same, and its words lay outside it."""
    page, table = seated(open_page, server, "moving", size)
    notice, reason = page.locator("#ruling > .panel"), page.locator("#ruling .reason")
    page.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    expect(page.locator("#ruling[data-over] > .panel")).to_be_visible()
    reason.evaluate("(reason) => { reason.textContent = reason.textContent.repeat(4); }")
    (_, top, _, high), (_, first, _, tall) = box_of(notice), box_of(reason)
    assert tall > LINE
    assert top <= first
    assert first + tall <= top + high


@soak.LOOKS
@at_sizes(PHONE, LANDSCAPE)
def test_a_notice_of_two_rows_after_a_dismissed_one_covers_no_half_line(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """What came of a shot stands below its word: it takes the room that it needs."""
    page, table = seated(open_page, server, "moving", size)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#ruling > .panel")).to_be_hidden()
    table.do("human", next(a for a in table.actions("human") if a["do"] == "shoot"))
    expect(page.locator("#ruling .reason")).to_contain_text("rolled")
    (_, top, _, high), line = box_of(page.locator("#ruling > .panel")), page.locator("#moment .todo li").first
    assert high > THREE_ROWS
    assert top + high <= box_of(line)[1]


@soak.LOOKS
def test_a_notice_below_another_covers_nothing_of_who_moves(open_page: OpenPage, server: str) -> None:
    """The turn comes to a phone that has waited, with the outcome of an attack above: "Peter is stunned"."""
    table = ApiTable.at(server, "attack")
    page = open_page(PHONE, table.join("human"))
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#ruling > .panel")).to_be_hidden()
    while table.view()["phase"] != "human":
        table.go_on()
    expect(page.locator("#ruling .reason")).to_contain_text("Game-Turn 2 begins")
    asks = page.locator("#moment legend", has_text="Who moves?")
    expect(asks).to_be_visible()
    expect(page.locator("#ruling .kept")).to_be_visible()
    (_, top, _, high), words = box_of(page.locator("#ruling > .panel")), box_of(asks)
    assert top + high <= words[1]


@soak.LOOKS
def test_a_tablet_has_no_key_for_it(open_page: OpenPage, server: str) -> None:
    page, _ = seated(open_page, server, "moving", (1280, 800))
    expect(Device(page).page.locator("#ruling .word")).to_be_visible()
    expect(page.get_by_role("button", name="Dismiss")).to_have_count(0)


@soak.LOOKS
@at_sizes(LANDSCAPE, PHONE)
def test_the_sentence_beside_a_large_word_is_read_in_whole(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """What came of a shot has a long sentence: it has the width of the notice, and nothing of it is cut."""
    page, table = seated(open_page, server, "moving", size)
    shot = next(a for a in table.actions("human") if a["do"] == "shoot")
    table.do("human", shot)
    expect(page.locator("#ruling .reason")).to_contain_text("rolled")
    notice, reason = box_of(page.locator("#ruling > .panel")), box_of(page.locator("#ruling .reason"))
    assert reason[2] > 0.8 * notice[2]
    assert notice[1] <= reason[1]
    assert reason[1] + reason[3] <= notice[1] + notice[3]


_SHOWN = """notice => [...notice.querySelectorAll(".case")].map((one) => {
  const [chip, strip] = [one, one.closest(".cases")].map((part) => part.getBoundingClientRect());
  const across = chip.left >= strip.left - 1 && chip.right <= strip.right + 1;
  if (chip.top >= strip.bottom - 1 || chip.bottom <= strip.top + 1) return "below";
  return across && chip.top >= strip.top - 1 && chip.bottom <= strip.bottom + 1 ? "whole" : "cut";
})"""


_CASES = ["5.5", "5.9"], ["8.1", "R-8.1a"], ["13.0", "13.5", "13.3"], ["7.0", "7.2", "7.5", "R-7.5a"]
_PUT = """(notice, [word, cases]) => {
  const list = notice.querySelector(".cases");
  const chip = list.firstElementChild;
  list.replaceChildren(...cases.map((number) => {
    const one = chip.cloneNode(true);
    one.querySelector(".case").textContent = number;
    return one;
  }));
  notice.querySelector(".word").textContent = word;
  if (word === "Done") notice.dataset.plain = "";
  else delete notice.dataset.plain;
  notice.toggleAttribute("data-many", cases.join("").length > 8);
}"""


@soak.LOOKS
def test_no_number_of_a_case_is_cut(open_page: OpenPage, server: str) -> None:
    """What does not fit beside the sentence comes whole when a finger pushes the numbers up."""
    page, _ = seated(open_page, server, "moving", PHONE)
    notice = page.locator("#ruling > .panel")
    assert notice.get_attribute("data-plain") is not None
    for size in turned(page, *SMALL):
        for word, cases in product(("Done", "Eliminated"), _CASES):
            notice.evaluate(_PUT, [word, cases])
            notice.locator(".cases").evaluate("cases => { cases.scrollTop = 0; }")
            seen = size, word, cases
            assert set(notice.evaluate(_SHOWN)) <= {"whole", "below"}, seen
            assert notice.evaluate(_SHOWN)[0] == "whole", seen
            notice.locator(".cases").evaluate("cases => { cases.scrollTop = cases.scrollHeight; }")
            assert notice.evaluate(_SHOWN)[-1] == "whole", seen
            if word == "Done":
                assert box_of(notice)[3] <= THREE_ROWS, seen


WORDS = """() => ["done", "done harm", "done open", "no", "yes", "ask"].map((tone) => {
  const ruling = document.querySelector("#ruling > .ruling");
  ruling.className = `panel ruling ${tone}`;
  return parseFloat(getComputedStyle(ruling.querySelector(".word")).fontSize);
})"""


def test_the_words_of_all_rulings_are_of_one_size(open_page: OpenPage, server: str) -> None:
    """On the tablet they are read from a metre, and "Infected" is no smaller than "Done"."""
    page = open_page(TABLET, ApiTable.at(server, "moving").join("table"))
    expect(page.locator("#ruling .word")).to_be_visible()
    assert set(page.evaluate(WORDS)) == {28}
