"""What WebKit does in its own way, and what we do about it; `docs/browsers.md` tells it."""

from __future__ import annotations

import pytest

from tests import soak
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET
from tests.browser.webkit.conftest import OpenDevice
from tests.browser.webkit.device import Device
from tools.api_table import ApiTable

_SMALL_FIELDS = """
const inputs = "input:not([type=hidden], [type=radio], [type=checkbox])";
return [...document.querySelectorAll(`${inputs}, select, textarea`)]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML);"""
# Two fingers go apart. A finger that a script has made cannot be held fast, so that is left out.
_PINCH = """
const map = document.querySelector("#map");
map.setPointerCapture = () => {};
const box = map.getBoundingClientRect();
const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
const finger = (kind, pointerId, apart) => map.dispatchEvent(new PointerEvent(kind, {
  bubbles: true, pointerId, pointerType: "touch",
  clientX: x + (pointerId === 8 ? apart : -apart), clientY: y }));
for (const id of [8, 9]) finger("pointerdown", id, 30);
for (const apart of [40, 60, 90]) for (const id of [8, 9]) finger("pointermove", id, apart);
for (const id of [8, 9]) finger("pointerup", id, 90);"""
_WIDTH = "return document.querySelector('#map svg').getBoundingClientRect().width"


def seated(open_device: OpenDevice, server: str, size: tuple[int, int] = PHONE) -> Device:
    """Return a device at a table while a character moves."""
    device = open_device(size, ApiTable.at(server, "moving").join("human"))
    device.one("#moment")
    return device


@soak.LOOKS
def test_the_screen_stays_awake_from_the_first_tap_on(open_device: OpenDevice, server: str) -> None:
    """WebKit refuses it to a page that nobody has touched."""
    phone = seated(open_device, server)
    assert not phone.run("return Boolean(awake.lock)")
    phone.tap(phone.actions("step")[0]["to"])
    phone.until(lambda: phone.run("return awake.lock?.released === false"), "The lock")


@soak.LOOKS
def test_a_sound_can_be_heard_from_the_first_tap_on(open_device: OpenDevice, server: str) -> None:
    """Also on a page that was loaded anew, with the sound switched on before."""
    phone = seated(open_device, server)
    phone.run("localStorage.setItem('device', JSON.stringify({sound: true}))")
    phone.remote.refresh()
    phone.one("#moment")
    phone.watch()
    phone.tap(phone.actions("step")[0]["to"])
    phone.until(lambda: phone.run("return sound.context?.state === 'running'"), "The sound")


@soak.LOOKS
def test_a_turn_begins_where_nothing_vibrates(open_device: OpenDevice, server: str) -> None:
    """WebKit has no vibration: the page's title calls the player."""
    table = ApiTable.at(server, "moving")
    phone = open_device(PHONE, table.join("zombie"))
    before = phone.version
    assert not phone.run("return 'vibrate' in navigator")
    quiet = phone.remote.title
    table.do("human", {"do": "end_turn"})
    phone.until(lambda: phone.version > before, "News")
    assert phone.until(lambda: phone.remote.title != quiet, "A title that calls")


@pytest.mark.parametrize("size", [PHONE, *soak.rest(soak.SIZES, [pytest.param(TABLET)])], ids=str)
def test_a_case_opens_over_the_game_and_goes_with_back(
    open_device: OpenDevice, server: str, size: tuple[int, int]
) -> None:
    """The sheet is a dialog; Back closes it and stays at the table."""
    device = seated(open_device, server, size)
    where = device.run("return location.href")
    device.click("#bar a.case")
    device.one("#sheet[open] h1")
    device.remote.back()
    device.until(lambda: not device.all("#sheet[open]"), "The end of the sheet")
    assert device.run("return location.href") == where
    assert device.version


def test_two_fingers_make_the_map_larger(open_device: OpenDevice, server: str) -> None:
    phone = seated(open_device, server)
    phone.tap(phone.actions("step")[0]["to"])
    before = phone.run(_WIDTH)
    phone.run(_PINCH)
    phone.until(lambda: phone.run(_WIDTH) > before * 1.2, "A larger map")


def test_a_tapped_square_is_answered_in_place(open_device: OpenDevice, server: str) -> None:
    """While squares are being chosen, a tap elsewhere says why not, and keeps what is chosen (a morph)."""
    table = ApiTable.at(server, "place_hidden")
    phone = open_device(PHONE, table.join("zombie"))
    lawful = phone.run(
        "return [...document.querySelectorAll('#place-hidden [name=squares]')].map((b) => b.value)"
    )
    phone.choose("squares", lawful[0])
    phone.run("document.querySelector('.side').scrollTop = 0")
    other = phone.run(
        "return [...document.querySelectorAll('#map polygon.square')].map((s) => s.dataset.square)"
        ".find((s) => !arguments[0].includes(s))",
        lawful,
    )
    phone.tap(other)
    assert other in phone.text("#ruling .panel")
    assert phone.run("return document.querySelectorAll('#place-hidden :checked').length") == 1


@soak.LOOKS
def test_an_iphone_does_not_zoom_into_a_field(open_device: OpenDevice, server: str) -> None:
    """Its browser does so with letters below 16 pixels, and stays there."""
    phone = seated(open_device, server)
    assert phone.run(_SMALL_FIELDS) == []
    for path in ("/", "/games/dawn-of-the-dead", "/sight", "/rules/dawn-of-the-dead"):
        phone.open(server + path)
        assert phone.run(_SMALL_FIELDS) == [], path


@soak.LOOKS
def test_a_table_fills_the_screen_and_no_more(open_device: OpenDevice, server: str) -> None:
    device = seated(open_device, server, TABLET)
    for size in (TABLET, PHONE, LANDSCAPE):
        device.resize(size)
        device.remote.refresh()
        device.one("#moment")
        root = "document.documentElement"
        fills = device.run(f"return [{root}.scrollHeight <= innerHeight, {root}.scrollWidth <= innerWidth]")
        assert fills == [True, True], size
