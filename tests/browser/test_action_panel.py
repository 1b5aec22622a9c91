"""The action panel: phase and key to take back stay in sight, and nothing moves under a finger."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, TABLET_UPRIGHT, OpenPage
from tests.browser.hands import at_sizes
from tools.api_table import ApiTable

TAP = 44


def sat_down(open_page: OpenPage, table: ApiTable, seat: str, size: tuple[int, int]) -> Device:
    """Return a device that has taken a seat."""
    return Device(open_page(size, table.join(seat)))


def stands(place: Locator) -> tuple[float, float]:
    """Return where something stands on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"], box["y"]


def in_sight(page: Page) -> None:
    """Check that Game-Turn, phase and the large key to take back are on the screen."""
    for part in ("#bar .turn b", "#bar .phase", "#agreement button"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    box = page.locator("#agreement button").first.bounding_box()
    assert box is not None
    assert box["height"] >= TAP


@soak.HANDS
@pytest.mark.parametrize(
    ("seat", "size"),
    [*product(("table", "human", "zombie"), (TABLET, TABLET_UPRIGHT, PHONE))],
    ids=str,
)
def test_the_phase_and_taking_back_never_leave_the_sight(
    open_page: OpenPage, server: str, seat: str, size: tuple[int, int]
) -> None:
    """At every seat: at first, at the end of a long panel, and after an answer."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, seat, size)
    in_sight(device.page)
    device.page.locator("#seats").scroll_into_view_if_needed()
    in_sight(device.page)
    if seat != "zombie":
        device.changes(device.moment.locator("button[name=action]").first)
        in_sight(device.page)


@soak.HANDS
@at_sizes(TABLET, PHONE, TABLET_UPRIGHT)
def test_what_the_other_side_is_asked_covers_no_more_than_its_own_place(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """A question rises from below: it is in sight at once, and no key above it has moved (R-UNDO)."""
    table = ApiTable.at(server, "moving")
    device, asking = (sat_down(open_page, table, seat, size) for seat in ("human", "zombie"))
    key = device.moment.locator("h2")
    before = stands(key)
    asking.changes(asking.page.locator("#agreement button", has_text="Take back"))
    device.catches_up_with(asking)
    agree = device.page.locator("#agreement").get_by_role("button", name="Agree")
    expect(agree).to_be_in_viewport(ratio=1)
    assert stands(key) == pytest.approx(before, abs=1)
    device.changes(agree)
    asking.catches_up_with(device)
    asking.says("Taken back")
    in_sight(asking.page)


def test_where_nothing_can_be_taken_back_that_is_said(open_page: OpenPage, server: str) -> None:
    """Before the first step; at the end what it means is said first."""
    early = sat_down(open_page, ApiTable.at(server, "place_hidden"), "table", PHONE)
    expect(early.page.locator("#agreement")).to_have_text("Nothing to take back yet.")
    late = sat_down(open_page, ApiTable.at(server, "over"), "table", TABLET)
    told = "The record and every screen will then say that all secrets were open."
    expect(late.page.locator("#moment")).to_contain_text(told)
    expect(late.page.locator("#agreement button")).to_have_count(1)


def moves_on(table: ApiTable, device: Device) -> None:
    """Let the other side's device take a step, and wait until this one shows it."""
    before = device.version
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    expect(device.moment).not_to_have_attribute("data-version", str(before))


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_news_leaves_a_tapped_square_and_the_place_of_its_keys(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """The same square is asked anew, however far the panel was scrolled, and what lay open stays open."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "zombie", size)
    device.tap("043")
    fold = device.page.locator("#seats details, #log details").first
    fold.locator("summary").click()
    shut = fold.get_attribute("open")
    device.page.locator("#moment h2").scroll_into_view_if_needed()
    before = stands(device.moment.locator("h2"))
    moves_on(table, device)
    expect(device.moment.locator("h2")).to_have_text("Square 043")
    assert stands(device.moment.locator("h2")) == pytest.approx(before, abs=1)
    assert fold.get_attribute("open") == shut


@soak.HANDS
def test_a_square_that_was_looked_at_makes_room_for_the_next_phase(open_page: OpenPage, server: str) -> None:
    """A phone with a square open shows what to do when its player's turn comes."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "zombie", PHONE)
    device.tap("043")
    moves_on(table, device)
    expect(device.moment.locator("h2")).to_have_text("Square 043")
    table.do("human", {"do": "end_turn"})
    expect(device.moment.locator("h2")).to_have_text("Now")
    expect(device.moment).to_contain_text("Check one unit")
    device.says("Berserk Zombie Phase")


@soak.HANDS
def test_a_square_that_was_looked_at_makes_room_for_a_question_in_the_same_phase(
    open_page: OpenPage, server: str
) -> None:
    """8.1: the zombies wait for a shot that nobody makes whose phone does not speak of it."""
    table = ApiTable.at(server, "attack")
    device = sat_down(open_page, table, "human", PHONE)
    device.tap("043")
    table.do("zombie", next(a for a in table.actions("zombie") if a["do"] == "open_attack"))
    expect(device.moment.locator("h2")).to_have_text("Now")
    expect(device.key("No shot")).to_be_in_viewport(ratio=1)


@soak.HANDS
def test_6_9_with_four_under_attack_a_phone_shows_each_shot_and_no_shot(
    open_page: OpenPage, server: str
) -> None:
    """They can shoot in fifteen ways: those together lie folded, and two of the others stand in a row."""
    table = ApiTable.new(server, {"system": "dawn-of-the-dead", "mode": "solitaire"})
    squares = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    table.do("table", {"do": "place_characters", "squares": squares})
    table.do("table", {"do": "start_move", "characters": ["steve", "fran"]})
    table.do("table", {"do": "step", "to": "009"})
    while not (table.view()["phase_state"] or {}).get("attack"):
        now = table.actions("table")
        table.do("table", next((a for a in now if a["do"] == "end_turn"), now[0]))
    device = sat_down(open_page, table, "table", PHONE)
    for name in ("Peter", "Roger", "Steve", "Fran"):
        expect(device.key(f"{name} shoots first")).to_be_in_viewport(ratio=1)
    waiver, strip = (part.bounding_box() for part in (device.key("No shot"), device.page.locator(".undo")))
    assert waiver
    assert strip
    assert waiver["y"] + waiver["height"] <= strip["y"]
    device.page.locator("#moment summary", has_text="Shoot together").click()
    expect(device.key("Peter, Roger, Steve and Fran shoot together first")).to_be_visible()


@soak.HANDS
@pytest.mark.parametrize(
    ("tool", "size"),
    [*product(("Sight", "List of squares"), (PHONE, TABLET))],
    ids=str,
)
def test_a_tool_that_lies_open_calls_its_player_when_his_turn_comes(
    open_page: OpenPage, server: str, tool: str, size: tuple[int, int]
) -> None:
    """It says so in words, seen and read aloud, at the foot of the screen. The tool keeps its question."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "zombie", size)
    device.page.get_by_role("link", name=tool).click()
    title = device.moment.locator("h2")
    expect(title).to_have_text(tool)
    moves_on(table, device)
    call, said = device.moment.locator(".called"), device.page.locator("#said")
    expect(call).to_have_count(0)
    expect(said).to_have_text("Game-Turn 1: Human Player-Turn.")
    table.do("human", {"do": "end_turn"})
    expect(call).to_contain_text("Your turn. Check one unit")
    expect(call).to_be_in_viewport(ratio=1)
    expect(said).to_contain_text("Berserk Zombie Phase. Your turn. Check one unit")
    expect(title).to_have_text(tool)
    call.get_by_role("link", name="Back to the game").click()
    expect(title).to_have_text("Now")
    expect(said).to_have_text("Game-Turn 1: Berserk Zombie Phase.")


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_news_leaves_the_sight_tool_with_its_question(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """The line is still on the map, and a number that was just being typed is still in its field (6.4)."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "zombie", size)
    device.page.get_by_role("link", name="Sight").click()
    expect(device.page.locator("#sight-form")).to_be_visible()
    for square in ("024", "062"):
        device.page.locator(f'polygon.square[data-square="{square}"]').dispatch_event("click")
        expect(device.page.locator(f'#sight-form input[value="{square}"]')).to_be_visible()
    word = device.page.locator("#verdict .word")
    said = word.inner_text()
    device.page.get_by_label("To", exact=True).fill("9")
    moves_on(table, device)
    expect(word).to_have_text(said)
    expect(device.page.locator("#sightline *").first).to_be_attached()
    expect(device.page.get_by_label("To", exact=True)).to_have_value("9")
    expect(device.page.get_by_label("To", exact=True)).to_be_focused()


@soak.HANDS
@at_sizes(TABLET, PHONE)
def test_news_leaves_a_form_half_filled_and_says_when_it_is_too_late(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """Dice that were tapped in stay; when the shot is no longer allowed, that is said beside them (6.1)."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "table", size)
    shot = next(a for a in table.actions("human") if a["do"] == "shoot")
    device.tap(shot["at"])
    device.page.locator("#moment .dicekey").first.click()
    device.type_each_die()
    die = device.page.locator('#complete input[name="die-1"][value="4"]')
    device.page.locator('#complete label:has(input[name="die-1"][value="4"])').click()
    asking = sat_down(open_page, table, "zombie", TABLET)
    asking.changes(asking.page.locator("#agreement button", has_text="Take back"))
    expect(device.page.locator("#agreement")).to_contain_text("Take back?")
    expect(die).to_be_checked()
    expect(device.moment.locator("[data-lapsed]")).to_have_count(0)
    table.do("human", {"do": "end_turn"})
    expect(device.moment.locator("[data-lapsed]")).to_contain_text("no longer allowed")
    expect(die).to_be_checked()
    expect(device.page.locator("#complete")).to_have_css("filter", "grayscale(1)")
    device.says("Not allowed")
    device.page.get_by_role("link", name="Back to the game").click()
    expect(device.page.locator("#complete")).to_have_count(0)


@soak.HANDS
def test_a_form_with_nothing_in_it_makes_room_when_it_is_too_late(open_page: OpenPage, server: str) -> None:
    """A tablet that asked for dice while the game went on shows the possible actions instead."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "table", TABLET)
    shot = next(a for a in table.actions("human") if a["do"] == "shoot")
    device.tap(shot["at"])
    device.page.locator("#moment .dicekey").first.click()
    expect(device.page.locator("#complete")).to_be_visible()
    table.do("human", {"do": "end_turn"})
    expect(device.moment.locator("h2")).to_have_text("Now")
    device.says("Berserk Zombie Phase")


@soak.HANDS
def test_news_waits_while_a_finger_is_down(open_page: OpenPage, server: str) -> None:
    """The very key that is under the finger stays until the finger is lifted, and then the news arrives."""
    table = ApiTable.at(server, "moving")
    device = sat_down(open_page, table, "zombie", TABLET)
    device.tap("043")
    page = device.page
    page.locator("#moment h2").hover()
    page.mouse.down()
    page.evaluate("window.held = document.querySelector('#moment')")
    before = device.version
    with page.expect_event("console", lambda message: message.text == "told"):
        page.evaluate("live.source.addEventListener('version', () => console.log('told'))")
        table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    assert page.evaluate("window.held.isConnected && live.asked === null")
    assert device.version == before
    page.mouse.up()
    expect(device.moment).not_to_have_attribute("data-version", str(before))
    assert not page.evaluate("window.held.isConnected")


@at_sizes(PHONE, soaked=(TABLET,))
def test_a_refused_action_leaves_everything_where_it_was(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """3.2: three in one square are too many; every choice stays, and the key stays under the thumb."""
    table = ApiTable.at(server, "place_characters")
    device = sat_down(open_page, table, "table", size)
    for name, square in {"peter": "009", "roger": "009", "steve": "009", "fran": "010"}.items():
        device.page.locator(f'label:has(input[name="square-{name}"][value="{square}"])').click()
    key = device.key("Set up the characters")
    key.scroll_into_view_if_needed()
    before = stands(key)
    key.click()
    device.says("Not allowed")
    expect(device.page.locator("#ruling .word")).to_be_in_viewport()
    assert stands(key) == pytest.approx(before, abs=1)
    expect(device.page.locator("#place-characters input:checked")).to_have_count(4)


@soak.HANDS
@at_sizes(PHONE, TABLET)
def test_what_is_left_stays_in_sight_while_a_square_is_looked_at(
    open_page: OpenPage, server: str, size: tuple[int, int]
) -> None:
    """5.1 and 6.1: the points and the shots that are left, each with its case."""
    device = sat_down(open_page, ApiTable.at(server, "moving"), "human", size)
    device.tap("025")
    for words, case in (("Movement Points left", "5.1"), ("Shots left: Peter", "6.1")):
        line = device.moment.locator(".todo li").filter(has_text=words)
        expect(line.locator("a.case")).to_have_text(case)
        expect(line).to_be_in_viewport()
