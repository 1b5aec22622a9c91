"""What two people see on their screens, and the chores of the zombie player, for tests that play for long."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.at_table import Device

LATEST = "#log ol:nth-of-type(1) > li:last-child"
"""What happened last: the log begins with the latest Player-Turn and tells each in order."""
Board = list[tuple[str, str]]
"""What lies on the map: for each counter its square and what it is, for each door its squares and state."""

_BOARD = """() => [
  ...[...document.querySelectorAll("#counters [data-on]")]
      .map((e) => [e.dataset.on, e.querySelector("title").textContent]),
  ...[...document.querySelectorAll("#doors [data-door]")]
      .map((e) => [e.dataset.door, e.getAttribute("class")]),
]"""


def board(device: Device) -> Board:
    """Return what a person sees on the map of a device, in a fixed order."""
    return sorted((str(at), str(what)) for at, what in device.page.evaluate(_BOARD))


def face_up(device: Device) -> dict[str, int]:
    """Return the Zombie Values that a person can read off the map, by square."""
    values: dict[str, int] = {}
    for square, what in board(device):
        if value := re.search(r"Zombie Value (\d+)", what):
            values[square] = int(value.group(1))
    return values


def standing(device: Device, square: str) -> list[str]:
    """Return what a person sees in a square, a name a counter."""
    return [what.split(",")[0] for at, what in board(device) if at == square]


def both_see(tablet: Device, phone: Device) -> None:
    """Wait until the two screens show the same moment of the game, and check that they show the same map."""
    ahead, behind = (tablet, phone) if tablet.version >= phone.version else (phone, tablet)
    behind.catches_up_with(ahead)
    behind.page.wait_for_function(
        f"seen => JSON.stringify(({_BOARD})()) === seen",
        arg=str(ahead.page.evaluate(f"JSON.stringify(({_BOARD})())")),
    )
    for part in ("#bar .phase", "#bar .turn b", LATEST):
        expect(phone.page.locator(part)).to_have_text(
            tablet.page.locator(part).inner_text(), use_inner_text=True
        )


def phase(device: Device, name: str) -> None:
    """Check the phase that the bar shows, and that its step is the one marked."""
    expect(device.page.locator("#bar .phase")).to_contain_text(name)
    expect(device.page.locator('#bar [aria-current="step"]')).to_have_count(1)


def logged(device: Device, sentence: str) -> None:
    """Check the newest line of the log."""
    expect(device.page.locator(LATEST)).to_contain_text(sentence)


def door(device: Device, between: str) -> Locator:
    """Return a door on the map; its class tells its kind and state."""
    return device.page.locator(f'#doors [data-door="{between}"]')


def keeps_secrets(tablet: Device, hidden: tuple[str, ...]) -> None:
    """Check that the tablet neither shows nor receives hidden squares or face-down values."""
    code = tablet.page.url.rsplit("/", 1)[1]
    expect(tablet.page.locator("#secret")).to_be_empty()
    expect(tablet.page.locator("#marks .hidden")).to_have_count(0)
    seen = tablet.page.request.get(f"/api/tables/{code}/view").json()
    assert not seen["hidden"]
    assert not seen["inspected"]
    assert not any([*seen["hidden_box"], *seen["eliminated"]])
    with_people = {c["square"] for c in seen["characters"].values()}
    for unit in seen["zombies"]:
        if unit["square"] not in with_people and unit["square"] not in seen["shown"]:
            assert unit["value"] is None, unit
    placing = tablet.page.request.get(f"/api/tables/{code}/record").text().splitlines()[1]
    assert '"place_hidden"' in placing
    assert not any(f'"{square}"' in placing for square in hidden), placing


def take_back(asking: Device, agreeing: Device, answer: str) -> None:
    """Ask on one screen and agree on the other (R-UNDO)."""
    asking.changes(asking.page.locator("#agreement button", has_text="Take back"))
    agreeing.catches_up_with(asking)
    expect(agreeing.page.locator("#agreement")).to_contain_text("Take back?")
    agree = agreeing.page.locator("#agreement button", has_text=answer)
    expect(agree).to_be_in_viewport()
    agreeing.changes(agree)
    asking.catches_up_with(agreeing)
    for device in (asking, agreeing):
        expect(device.page.locator("#ruling .word")).to_have_text("Taken back")
        expect(device.page.locator("#log li .back").first).to_be_visible()


def key_for_all(device: Device) -> Locator:
    """Return the key that moves every unit without a choice, be it one or many (7.0)."""
    return device.moment.locator("""button[value='{"do":"forced"}']""")


def react(phone: Device) -> None:
    """Move everything that must react: all without a choice at once, the others by their first choice."""
    due = phone.moment.locator(".kind.must, legend:text-is('Must react')")
    while due.count():
        forced = key_for_all(phone)
        if forced.count():
            phone.changes(forced)
            continue
        phone.moment.locator("legend", has_text="Must react").locator("..").locator("a").first.click()
        expect(phone.moment).to_contain_text("May go")
        phone.do(" to ")


def hold_fire(tablet: Device, phone: Device) -> None:
    """Let the attack that was opened on the phone come without a shot, where one could be fired (8.1)."""
    tablet.catches_up_with(phone)
    if tablet.key("No shot").count():
        tablet.press("No shot")
        phone.catches_up_with(tablet)


def resolve_attacks(tablet: Device, phone: Device) -> None:
    """Attack everybody in each square with a ten, which has no effect at any strength (8.8).

    A unit of cardboard that is asked for has a value of 1: shared by two it has no strength.
    """
    while phone.key("Resolve the attack in").count():
        phone.press("Resolve the attack in")
        hold_fire(tablet, phone)
        if phone.key("Attack 2 characters").count():
            phone.do("Attack 2 characters")
        while phone.key("Roll the attack on").count():
            phone.do("Roll the attack on", 5, 5)
            phone.says("no effect")
