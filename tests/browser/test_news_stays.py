"""News from the other side: nothing that a player reads moves, and what attacks did stays in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import at_sizes, box_of, turned
from tools.api_table import ApiTable

NEWS = 14
_PLACES = """() => {
  const top = (part) => Math.round(document.querySelector(part).getBoundingClientRect().top);
  return { ruling: top("#ruling"), moment: top("#moment"), side: top(".side") };
}"""

_TOGETHER = """() => {
  const [stays, notice] = document.querySelectorAll("#ruling > .kept, #ruling > .panel");
  stays.remove();
  const kept = snapshot();
  notice.before(stays);
  delete notice.dataset.plain;
  notice.querySelector(".reason").textContent = "A zombie unit enters by the north door.";
  restorePosition(kept);
  keepMapHeight(kept);
}"""
"""News with a large word comes together with a line that stays."""


def watching(open_page: OpenPage, table: ApiTable, seat: str, size: tuple[int, int]) -> Device:
    """Return a device at a seat on which nobody taps."""
    device = Device(open_page(size, table.join(seat).removeprefix(table.server)))
    expect(device.moment).to_be_visible()
    return device


def catches_up(device: Device, table: ApiTable) -> None:
    """Wait until a device shows the table as it is."""
    expect(device.moment).to_have_attribute("data-version", str(table.view()["version"]))


@soak.LOOKS
@at_sizes(TABLET, PHONE, TABLET_UPRIGHT, LANDSCAPE)
def test_nothing_moves_when_news_arrives_and_its_first_line_is_in_sight(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """The rulings of a Game-Turn have one line to four, and the keys stay where they are."""
    table = ApiTable.at(server, "moving")
    page = watching(open_page, table, "table", size).page
    begun, lines = page.evaluate(_PLACES), set[int]()
    for _ in range(NEWS):
        table.go_on()
        catches_up(Device(page), table)
        now = page.evaluate(_PLACES)
        assert now == begun, page.locator("#ruling").inner_text()
        lines.add(len(page.locator("#ruling .reason").inner_text()) // 40)
        assert whole(page), page.locator("#ruling").inner_text()
    assert len(lines) > 1


def whole(page: Page) -> bool:
    """Whether all of the ruling's sentence is on the screen, with nothing over it."""
    return bool(
        page.evaluate("""() => {
          const { left, top, bottom } = document.querySelector("#ruling .reason").getBoundingClientRect();
          const inRuling = (y) => document.elementFromPoint(left + 4, y)?.closest("#ruling");
          return [top + 4, bottom - 4].every(inRuling);
        }""")
    )


@pytest.fixture(scope="module")
def played(server: str) -> ApiTable:
    """Give a table at which Peter was just stunned, and the zombie player goes on."""
    table = ApiTable.at(server, "attack")
    while not any(line["cases"][-1:] == ["8.3"] for line in table.record()[1:]):
        table.go_on()
    return table


@pytest.fixture
def stunned(played: ApiTable) -> ApiTable:
    """Give another table like it, for one test."""
    return played.again()


@soak.LOOKS
@at_sizes(TABLET_UPRIGHT, PHONE, TABLET, LANDSCAPE)
def test_8_3_what_an_attack_did_stays_until_the_player_acts_again(
    open_page: OpenPage, stunned: ApiTable, size: tuple[int, int]
) -> None:
    table = stunned
    device = watching(open_page, table, "human", size)
    kept = device.page.locator("#ruling .kept")
    expect(device.page.locator("#ruling .word")).to_have_text("Stunned")
    expect(kept).to_have_count(0)
    before = device.page.evaluate(_PLACES)
    while table.view()["turn"] == 1:
        table.go_on()
        catches_up(device, table)
        expect(kept).to_contain_text("Peter is stunned.")
        expect(kept).to_be_in_viewport(ratio=0.99)
        assert device.page.evaluate(_PLACES)["moment"] == before["moment"]
    device.page.reload()
    expect(kept).to_contain_text("Peter is stunned.")
    box = box_of(kept.get_by_role("button", name="Dismiss"))
    assert min(box[2:]) >= 44
    table.do("human", next(a for a in table.actions("human") if a["do"] == "start_move"))
    expect(kept).to_have_count(0)


def test_8_3_a_notice_beneath_what_stays_covers_no_key(open_page: OpenPage, stunned: ApiTable) -> None:
    table = stunned
    while table.view()["turn"] == 1:
        table.go_on()
    page = watching(open_page, table, "human", LANDSCAPE).page
    expect(page.locator("#ruling .kept")).to_contain_text("Peter is stunned.")
    notice, key = page.locator("#ruling > .panel"), page.locator("#moment button").first
    page.evaluate(_TOGETHER)
    assert box_of(notice)[1] + box_of(notice)[3] <= box_of(key)[1]


@at_sizes(PHONE, soaked=(TABLET,))
def test_8_3_it_can_be_dismissed_and_stays_away(
    open_page: OpenPage, stunned: ApiTable, size: tuple[int, int]
) -> None:
    table = stunned
    table.go_on()
    page = watching(open_page, table, "human", size).page
    kept = page.locator("#ruling .kept")
    kept.get_by_role("button", name="Dismiss").click()
    expect(kept).to_be_hidden()
    table.go_on()
    catches_up(Device(page), table)
    expect(kept).to_be_hidden()
    page.reload()
    expect(page.locator("#moment")).to_be_visible()
    expect(kept).to_be_hidden()


def test_8_3_the_zombie_player_who_rolled_is_not_reminded(open_page: OpenPage, stunned: ApiTable) -> None:
    table = stunned
    table.go_on()
    page = watching(open_page, table, "zombie", PHONE).page
    expect(page.locator("#ruling .kept")).to_have_count(0)


@soak.LOOKS
@at_sizes(PHONE, LANDSCAPE)
def test_a_notice_of_all_that_the_zombies_did_covers_no_key(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Nobody has tapped on this phone: each notice lies over the heading. This one is five lines long."""
    table = ApiTable.at(server, "place_characters", mode="cooperative", players=3)
    phone = watching(open_page, table, "roger", size)
    while table.view()["phase"] in {"place_characters", "human"}:
        table.go_on()
        catches_up(phone, table)
    tablet = watching(open_page, table, "table", TABLET)
    while table.view()["turn"] == 1:
        if table.view()["phase"] == "attack" and table.view()["phase_state"].get("attack"):
            table.go_on()  # the characters hold fire
            catches_up(tablet, table)
        else:
            tablet.press("Play the whole Zombie Player-Turn")
    catches_up(phone, table)
    assert len(phone.page.locator("#ruling .reason").inner_text()) > 80
    phone.page.locator(".side").evaluate("side => { side.scrollTop = 0; }")
    notice, first = (box_of(phone.page.locator(at)) for at in ("#ruling > .panel", "#moment button >> nth=0"))
    assert notice[1] + notice[3] <= first[1]


@soak.LOOKS
def test_a_short_notice_in_the_room_of_a_long_one_keeps_its_words_together(
    open_page: OpenPage, server: str
) -> None:
    """Its large word and its sentence, in the room that the longer one has taken."""
    table = ApiTable.at(server, "moving")
    page = watching(open_page, table, "zombie", TABLET).page
    ruling = page.locator("#ruling")
    for _ in turned(page, TABLET, TABLET_UPRIGHT):
        ruling.evaluate("ruling => { ruling.style.minHeight = '12rem'; }")
        assert box_of(ruling.locator(".done"))[3] > NEWS * 7
        word, reason = (box_of(ruling.locator(part)) for part in (".word", ".reason"))
        assert reason[1] - (word[1] + word[3]) <= NEWS
