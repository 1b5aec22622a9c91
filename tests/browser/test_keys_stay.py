"""Keys stay in sight and in their place: at the front door, in the set-up, when a phone's turn comes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import GAME, STARTS, Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import box_of, turned
from tests.browser.test_low_screen import FOLD
from tests.browser.test_tap_count import seated
from tests.referee.seated import START
from tools.api_table import ApiTable
from tools.tour import EMPTY

EDGES = """() => [...document.querySelectorAll(".undo, .tools")]
  .filter((part) => getComputedStyle(part).borderTopWidth !== "0px").map((part) => part.className)"""


@soak.LOOKS
def test_choosing_cardboard_moves_no_key(open_page: OpenPage) -> None:
    page = open_page(TABLET, GAME)
    key = page.get_by_role("button", name=STARTS)
    before = box_of(key)
    page.locator("label", has_text="Cardboard").click()
    assert box_of(key) == before
    expect(key).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_3_1_a_refused_sixth_square_leaves_the_key_whole(open_page: OpenPage, server: str) -> None:
    """Also with cardboard, where the form begins below the fold of a phone."""
    table = ApiTable.at(server, "place_hidden", counters="physical")
    page = open_page(PHONE, table.join("zombie").removeprefix(server), dark=False)
    boxes = page.locator("#place-hidden input[name=squares]")
    for square in boxes.evaluate_all("boxes => boxes.map((box) => box.value)"):
        page.locator(f'polygon.square[data-square="{square}"]').dispatch_event("click")
        if page.locator("#ruling .no").count():
            break
    expect(page.locator("#ruling")).to_contain_text("No more")
    key = page.locator("#place-hidden button.main")
    expect(key).to_contain_text("5 of 5")
    assert key.evaluate(FOLD)


def at_berserk_by_news(page: Page, server: str, *, scrolled: bool = False) -> Device:
    """Return a zombie player's phone that has waited for the human Player-Turn, and waits no longer."""
    table = ApiTable.at(server, "human", counters="physical")
    phone = seated(page, table, "zombie")
    expect(phone.moment).to_contain_text("Waiting for the human player")
    assert box_of(page.locator("#map"))[3] >= PHONE[1] / 2
    if scrolled:
        page.locator(".side").evaluate("side => { side.scrollTop = side.scrollHeight; }")
        expect(phone.moment).not_to_be_in_viewport()
    table.do("human", {"do": "end_turn"})
    expect(phone.moment).to_contain_text("Check one unit")
    return phone


def test_10_0_when_the_turn_comes_the_keys_are_in_sight(open_page: OpenPage, server: str) -> None:
    """The panel says that the map can be tapped; that keeps half the height, also while a unit is tapped."""
    page = open_page(PHONE, EMPTY, dark=False)
    phone = at_berserk_by_news(page, server)
    expect(phone.moment.get_by_text("Tap a unit on the map")).to_be_in_viewport(ratio=1)
    phone.page.wait_for_function("() => !document.querySelector('.side').getAnimations().length")
    assert phone.key("On to the Zombie Reaction").evaluate(FOLD)
    high = box_of(page.locator("#map"))[3]
    assert high >= PHONE[1] / 2
    phone.tap("046")
    assert box_of(page.locator("#map"))[3] == high


@soak.LOOKS
def test_10_0_after_a_check_the_key_that_goes_on_is_still_in_sight(open_page: OpenPage, server: str) -> None:
    """It stands below a notice of two rows, and the squares to choose from follow it."""
    table = ApiTable.at(server, "berserk")
    table.do("zombie", {"do": "check_berserk", "square": "046", "die": 1})
    while (table.view()["turn"], table.view()["phase"]) != (2, "berserk"):
        table.go_on()
    page = open_page(PHONE, EMPTY, dark=False)
    phone = seated(page, table, "zombie")
    phone.changes(phone.key("Check the unit in"))
    expect(page.locator("#ruling .word")).to_contain_text("erserk")
    expect(phone.moment).to_contain_text("One more unit can be checked")
    page.reload()
    assert box_of(page.locator("#map"))[3] >= PHONE[1] / 2
    key = phone.key("On to the Zombie Reaction")
    page.wait_for_function(FOLD, arg=key.element_handle())
    assert box_of(page.locator("details.group summary"))[1] > box_of(key)[1]


@soak.LOOKS
def test_10_0_when_the_turn_comes_a_phone_that_was_scrolled_shows_it(
    open_page: OpenPage, server: str
) -> None:
    phone = at_berserk_by_news(open_page(PHONE, EMPTY, dark=False), server, scrolled=True)
    expect(phone.moment.locator("h2")).to_be_in_viewport(ratio=1)


@soak.LOOKS
def test_8_1_a_shot_that_news_brings_is_in_sight_on_a_phone_there_since_the_set_up(
    open_page: OpenPage, server: str
) -> None:
    """Its map had half of the height for the set-up, and the moments since then had keys of their own."""
    table = ApiTable.at(server, "place_characters", mode="solitaire")
    phone = seated(open_page(PHONE, EMPTY, dark=False), table, "human")
    expect(phone.moment).to_contain_text("Set up the four characters")
    table.do("table", START)
    table.do("table", {"do": "start_move", "characters": ["steve", "fran"]})
    for square in ("011", "012"):
        table.do("table", {"do": "step", "to": square})
    table.do("table", {"do": "end_turn"})
    expect(phone.page.locator("#ruling")).to_contain_text("The Human Player-Turn ends")
    seated(open_page(TABLET, EMPTY), table, "table").press("Play the whole zombie Player-Turn")
    expect(phone.page.locator("#ruling .word")).to_have_text("Attack")
    waits, notice = (box_of(phone.page.locator(at)) for at in ("#moment .notice", "#ruling > .panel"))
    assert waits[1] >= notice[1] + notice[3]
    assert phone.key("Steve shoots first").evaluate(FOLD)


@soak.LOOKS
def test_one_edge_stands_above_the_bottom_bar(open_page: OpenPage, server: str) -> None:
    page = open_page(PHONE, EMPTY, dark=False)
    phone = seated(page, ApiTable.at(server, "berserk"), "zombie")
    for size in turned(page, PHONE, LANDSCAPE, anew=True):
        assert phone.page.evaluate(EDGES) == ["undo"], size


@soak.LOOKS
def test_a_refusal_takes_no_more_room_than_its_words(open_page: OpenPage, server: str) -> None:
    """The target of its case is higher than the word beside it, and pushes the reason no further down."""
    page = open_page(PHONE, EMPTY, dark=False)
    phone = seated(page, ApiTable.at(server, "moving"), "human")
    phone.tap("004")
    refusal = page.locator("#ruling .no")
    for size in turned(page, PHONE, LANDSCAPE):
        word, reason, case = (box_of(refusal.locator(part)) for part in (".word", ".reason", ".case"))
        assert case[3] >= 44, size
        assert reason[1] - box_of(refusal)[1] < case[3], size
        assert reason[1] >= word[1] + word[3], size
