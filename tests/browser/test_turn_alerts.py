"""The alert when a player's turn begins, from his own page only; and a screen that stays awake."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_table import Device
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET, OpenPage
from tests.browser.hands import listening, turned
from tools.api_table import ApiTable, hold
from tools.tour import EMPTY

LISTEN = """
  window.calls = [];
  Navigator.prototype.vibrate = () => calls.push("vibrate");
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { calls.push("tone"); return start.apply(this, when); };
"""
LOCK = """
  window.locks = [];
  const give = async () => {
    const lock = { released: false, release() { this.released = true; locks.push("released"); } };
    window.held = lock;
    locks.push("held");
    return lock;
  };
  Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request: give }, configurable: true });
"""
WITHOUT = """
  delete Navigator.prototype.wakeLock;
  delete Navigator.prototype.vibrate;
  delete window.AudioContext;
"""


def seated(
    open_page: OpenPage, table: ApiTable, seat: str, script: str, size: tuple[int, int] = PHONE
) -> Device:
    """Return a device at a seat whose page begins with a script."""
    page = open_page(size, EMPTY, alone=True)
    page.add_init_script(script)
    address = table.join(seat)
    hold(page.context, address)
    page.goto(address)
    listening(page)
    return Device(page)


def heard(page: Page) -> list[str]:
    """Return what a device did to call its player, once what it shows has come whole."""
    page.wait_for_function("() => Number(find('#moment').dataset.version) >= live.version && !live.asked")
    return list(page.evaluate("calls"))


def wish(page: Page, name: str, *, wanted: bool) -> None:
    """Switch something on or off in the sheet of the device, and close it."""
    page.get_by_role("button", name="This device").click()
    box = page.locator(f'[data-wish="{name}"]')
    expect(box).to_be_visible()
    box.set_checked(wanted)
    page.locator("#device").get_by_role("button", name="Close").click()


def ends_turn(table: ApiTable, *devices: Device) -> None:
    """Let the human player end the turn elsewhere, and wait until the devices show it."""
    table.do("human", {"do": "end_turn"})
    for device in devices:
        expect(device.moment).to_have_attribute("data-version", str(table.view()["version"]))


def test_a_phone_calls_its_player_when_his_turn_begins(open_page: OpenPage, server: str) -> None:
    """A tremble, the title, and a sound for who wants one; nothing while the other side goes on."""
    table = ApiTable.at(server, "moving")
    zombie, human = (seated(open_page, table, seat, LISTEN) for seat in ("zombie", "human"))
    wish(zombie.page, "sound", wanted=True)
    assert heard(zombie.page) == ["tone", "tone"]  # so sounds what was switched on
    zombie.page.evaluate("calls.length = 0")
    table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
    expect(zombie.moment).to_have_attribute("data-version", str(table.view()["version"]))
    assert heard(zombie.page) == []
    expect(zombie.page).to_have_title(re.compile("^Table"))
    expect(human.page).to_have_title(re.compile("^Your turn · Table"))
    ends_turn(table, zombie, human)
    assert heard(zombie.page) == ["vibrate", "tone", "tone"]
    expect(zombie.page).to_have_title(re.compile("^Your turn · Table"))
    assert heard(human.page) == []
    expect(human.page).to_have_title(re.compile("^Table"))
    zombie.page.reload()
    expect(zombie.page).to_have_title(re.compile("^Your turn · Table"))


@soak.HANDS
def test_what_is_switched_off_stays_off_on_this_device(open_page: OpenPage, server: str) -> None:
    table = ApiTable.at(server, "moving")
    zombie = seated(open_page, table, "zombie", LISTEN)
    wish(zombie.page, "vibrate", wanted=False)
    zombie.page.reload()
    listening(zombie.page)
    ends_turn(table, zombie)
    assert heard(zombie.page) == []
    zombie.page.get_by_role("button", name="This device").click()
    expect(zombie.page.locator('[data-wish="vibrate"]')).not_to_be_checked()
    expect(zombie.page.locator('[data-wish="sound"]')).not_to_be_checked()


@soak.HANDS
def test_the_tablet_is_quiet_for_its_own_finger_and_calls_for_the_side_that_plays_on_it(
    open_page: OpenPage, server: str
) -> None:
    table = ApiTable.at(server, "moving")
    tablet = seated(open_page, table, "table", LISTEN, TABLET)
    zombie = seated(open_page, table, "zombie", LISTEN)
    tablet.press("End the Human Player-Turn")
    zombie.catches_up_with(tablet)
    assert heard(tablet.page) == []
    assert heard(zombie.page) == ["vibrate"]
    while table.view()["phase"] != "human":
        seat = next(item["seat"] for item in table.view("zombie")["agenda"])
        seat = "table" if seat == "human" else seat  # A human device would be called instead of the tablet.
        choices = table.actions(seat)
        table.do(seat, next((a for a in choices if a["do"] == "next_phase"), choices[0]))
    expect(tablet.moment).to_have_attribute("data-version", str(table.view()["version"]))
    assert "vibrate" in heard(tablet.page)
    expect(tablet.page).to_have_title(re.compile("^Table"))


@soak.HANDS
def test_a_question_of_the_other_side_calls_too(open_page: OpenPage, server: str) -> None:
    """R-UNDO."""
    table = ApiTable.at(server, "moving")
    table.do("table", next(a for a in table.actions("human") if a["do"] == "step"))
    zombie, human = (seated(open_page, table, seat, LISTEN) for seat in ("zombie", "human"))
    human.changes(human.page.locator("#agreement button", has_text="Take back").first)
    zombie.catches_up_with(human)
    expect(zombie.page.locator("#agreement")).to_contain_text("Take back?")
    assert heard(zombie.page) == ["vibrate"]
    assert heard(human.page) == []


@soak.HANDS
def test_the_screen_stays_awake_while_it_is_looked_at_and_wanted(open_page: OpenPage, server: str) -> None:
    device = seated(open_page, ApiTable.at(server, "moving"), "human", LOCK)
    page = device.page
    assert page.evaluate("locks") == ["held"]
    # Who looks at another page loses the lock; it is asked for again on the way back.
    page.evaluate("held.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("locks.length === 2")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("locks") == ["held", "held"]
    wish(page, "awake", wanted=False)
    assert page.evaluate("locks") == ["held", "held", "released"]
    page.reload()
    assert page.evaluate("locks") == []
    wish(page, "awake", wanted=True)
    assert page.evaluate("locks") == ["held"]


@soak.HANDS
def test_what_a_browser_cannot_do_is_said_in_the_sheet(open_page: OpenPage, server: str) -> None:
    """On plain http, and in older browsers: the page goes on without it."""
    table = ApiTable.at(server, "moving")
    device = seated(open_page, table, "zombie", WITHOUT)
    device.page.get_by_role("button", name="This device").click()
    sheet = device.page.locator("#device")
    for name, words in (("sound", "cannot make"), ("vibrate", "cannot vibrate"), ("awake", "https")):
        expect(sheet.locator(f'[data-wish="{name}"]')).to_be_disabled()
        expect(sheet.locator("label", has=device.page.locator(f'[data-wish="{name}"]'))).to_contain_text(
            words
        )
    for _ in turned(device.page, TABLET, PHONE, LANDSCAPE):
        expect(sheet.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    device.page.go_back()
    expect(sheet).to_be_hidden()
    ends_turn(table, device)
    expect(device.page).to_have_title(re.compile("^Your turn"))


def test_8_5_big_news_sounds_where_it_is_wanted(open_page: OpenPage, server: str) -> None:
    """Off until somebody chooses it; then "Infected" sounds, and what is merely done does not."""
    table = ApiTable.at(server, "attack")
    tablet = seated(open_page, table, "table", LISTEN, TABLET)
    page = tablet.page
    tablet.moment.click(position={"x": 1, "y": 1})  # A browser makes no sound before it was touched.
    ruling = "document.querySelector('#ruling > .panel')"
    swapped = "document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: { ctx: {} } }))"

    def comes(big: str, words: str) -> list[str]:
        page.evaluate(f"{ruling}.querySelector('.word').textContent = '{words}'")
        page.evaluate(f"{ruling}.toggleAttribute('data-big', {big})")
        page.evaluate(swapped)
        return [call for call in heard(page) if call == "tone"]

    assert comes("true", "Infected") == [], "nobody has chosen it"
    wish(page, "news", wanted=True)
    tried = len(heard(page))
    assert tried, "a sound that was just chosen is heard once"
    assert len(comes("false", "Done")) == tried
    assert len(comes("true", "Killed")) == tried + 2
    assert len(comes("true", "Killed")) == tried + 2, "once"
