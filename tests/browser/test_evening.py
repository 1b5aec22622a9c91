"""An evening with the referee's own counters: what the cardboard game in `test_whole_game` cannot show.

Joining by code and PIN, values that the referee draws and nobody may know, the same dice after a step
was taken back, a phone that is cut off, and screens that are loaded again, over whole Game-Turns.
"""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests import soak
from tests.browser.at_table import Device, join, start
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.browser.hands import listening
from tests.browser.playing import (
    board,
    both_see,
    door,
    face_up,
    hold_fire,
    keeps_secrets,
    logged,
    phase,
    react,
    resolve_attacks,
    standing,
    take_back,
)
from tools.api_table import ApiTable

HIDDEN = ("030", "069", "156", "180", "201")
PLACES = {"peter": "010", "roger": "010", "steve": "009", "fran": "009"}


@soak.GAMES
def test_three_game_turns_with_the_referees_counters(open_page: OpenPage) -> None:
    """Set-up and whole Game-Turns; what is drawn is read off the screens as players would."""
    tablet, phone = _sit_down(open_page)
    _first_turn(tablet, phone)
    _load_again(tablet, phone)
    _second_turn(tablet, phone)
    _third_turn(tablet, phone)
    expect(tablet.page.locator("#bar .turn b")).to_have_text("4")


@soak.HANDS
def test_news_in_quick_succession_all_arrive(open_page: OpenPage, server: str) -> None:
    """A second step that is taken while the phone still fetches the first one arrives as well."""
    table = ApiTable.at(server, "place_characters")
    table.do("human", {"do": "place_characters", "squares": PLACES})
    tablet, phone = (
        Device(open_page(size, table.join(seat))) for size, seat in ((TABLET, "table"), (PHONE, "zombie"))
    )
    listening(phone.page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.fallback()
        else:
            held.append(route)

    phone.page.route("**/now", hold)
    with phone.page.expect_request("**/now"):
        tablet.tap("010")
        tablet.press("Move Peter and Roger")
    early = held[0].fetch()
    tablet.tap("011")
    tablet.press("Go to 011")
    phone.page.wait_for_function("version => live.version >= version", arg=tablet.version)
    held[0].fulfill(response=early)
    both_see(tablet, phone)
    assert standing(phone, "011") == ["Peter", "Roger"]


def _sit_down(open_page: OpenPage) -> tuple[Device, Device]:
    """Start a table, join it by code and PIN, and set up (3.1, 3.2)."""
    tablet, phone = Device(open_page(TABLET)), Device(open_page(PHONE))
    _join(tablet.page, phone.page, start(tablet.page))
    for square in (*HIDDEN, "081"):
        phone.page.locator(f'#place-hidden label:has(input[value="{square}"])').click()
    expect(phone.page.locator("[data-chosen]")).to_have_text("5")
    expect(phone.page.locator('#place-hidden input[value="081"]')).not_to_be_checked()
    phone.press("Hide the zombies")
    expect(phone.page.locator("#secret a")).to_have_text(list(HIDDEN))
    tablet.catches_up_with(phone)
    logged(tablet, "The five hidden zombies are in their squares.")
    for name, square in PLACES.items():
        tablet.page.locator(f'label:has(input[name="square-{name}"][value="{square}"])').click()
    tablet.press("Set up the characters")
    both_see(tablet, phone)
    phase(tablet, "Human Player-Turn")
    assert not face_up(tablet)
    keeps_secrets(tablet, HIDDEN)
    return tablet, phone


def _join(tablet: Page, phone: Page, code: str) -> None:
    """Type the code and the PIN off the tablet, the PIN wrongly first."""
    pin = tablet.locator("#seats .pin").nth(1).inner_text()
    join(phone, code.lower(), "000000" if pin != "000000" else "111111", "zombie")
    expect(phone.get_by_role("alert")).to_be_in_viewport(ratio=1)
    phone.get_by_label("PIN").fill(pin)
    phone.get_by_role("button", name="Try again").click()
    expect(phone.locator("#moment")).to_be_visible()
    expect(tablet.locator('[data-presence="zombie"]')).to_have_class("here")


def _first_turn(tablet: Device, phone: Device) -> None:
    """Peter and Roger meet a hidden zombie, shut themselves in, and are attacked; a unit enters."""
    tablet.type_dice()
    phone.type_dice()
    _meet_and_shoot(tablet, phone)
    tablet.tap("031")
    tablet.press("Go to 031")
    tablet.tap("031")
    tablet.press("Close the door between 031 and 050")
    tablet.press("End the Human Player-Turn")
    both_see(tablet, phone)
    _smash(tablet, phone)
    _roll_twice(tablet, phone)
    phone.tap("046")
    phone.tap("045")
    phone.press("046 to 045")
    logged(phone, "046 → 045")
    phone.press("On to the Zombie Attack")
    _divide(tablet, phone)
    phone.press("On to the Zombie Generation")
    phone.do("Roll on the Zombie Entrance Table", 2, 4)
    logged(phone, "a zombie unit enters")
    both_see(tablet, phone)
    assert standing(tablet, "004") == ["Zombie unit"]
    assert set(face_up(tablet)) == {"031"}
    phone.press("On to Game-Turn 2")
    both_see(tablet, phone)
    phase(tablet, "Human Player-Turn")


def _meet_and_shoot(tablet: Device, phone: Device) -> None:
    """Walk into a hidden zombie, take it back, meet the very same one again and shoot it (9.1, R-UNDO)."""
    tablet.tap("010")
    tablet.press("Move Peter and Roger")
    tablet.tap("011")
    tablet.press("Go to 011")
    both_see(tablet, phone)
    before = board(tablet)
    tablet.press("030")
    logged(tablet, "meet a hidden zombie")
    expect(tablet.page.locator("#ruling .cases")).to_contain_text("9.1")
    both_see(tablet, phone)
    met = face_up(tablet)
    assert set(met) == {"030"}
    expect(phone.page.locator("#secret a")).to_have_text(list(HIDDEN[1:]))

    phone.page.locator("#seats").scroll_into_view_if_needed()
    take_back(tablet, phone, "Agree")
    both_see(tablet, phone)
    assert board(tablet) == before
    expect(phone.page.locator("#secret a")).to_have_text(list(HIDDEN))

    tablet.press("030")
    both_see(tablet, phone)
    assert face_up(phone) == met
    tablet.tap("030")
    tablet.do("Peter and Roger shoot together at 030", 6, 6, 6)
    tablet.says(f"18, needed {met['030']}: eliminated.")
    both_see(tablet, phone)
    expect(tablet.page.locator("#log")).not_to_contain_text("against")
    assert standing(tablet, "030") == ["Peter", "Roger"]
    keeps_secrets(tablet, HIDDEN)


def _smash(tablet: Device, phone: Device) -> None:
    """Let a berserk unit strike at the glass; a two breaks it for any unit of three or more (10.5)."""
    phase(phone, "Berserk Zombie Phase")
    phone.tap("050")
    phone.do("Check the unit in 050", 2)
    phone.says("goes berserk")
    phone.press("On to the Zombie Reaction")
    phase(phone, "Zombie Reaction Movement Phase")
    expect(phone.moment).not_to_contain_text("may be revealed")
    phone.look("050")
    phone.do("Smash the glass between 031 and 050", 1, 1)
    both_see(tablet, phone)
    breaks = face_up(tablet)["050"] > 2
    for device in (tablet, phone):
        expect(door(device, "031-050")).to_have_class(f"door glass {'destroyed' if breaks else 'closed'}")
        device.says("the glass breaks" if breaks else "the glass holds")
    react(phone)
    both_see(tablet, phone)
    assert standing(tablet, "031") == ["Peter", "Roger", "Zombie unit"]
    assert set(face_up(tablet)) == {"031"}
    keeps_secrets(tablet, HIDDEN)
    phone.press("On to the Zombie Free")


def _roll_twice(tablet: Device, phone: Device) -> None:
    """Let the referee roll, take it back, and get the same die again, with typed dice on (R-UNDO)."""
    phone.look("Roll for free moves")
    phone.changes(phone.page.locator('#complete button[name="roll"]'))
    reason = phone.page.locator("#ruling .reason")
    expect(reason).to_contain_text("free move")
    rolled = reason.inner_text()
    take_back(phone, tablet, "The human player agrees")
    phone.look("Roll for free moves")
    expect(phone.moment).to_contain_text("was rolled before and taken back, so it stands.")
    expect(phone.page.locator("#complete input[type=radio]")).to_have_count(0)
    phone.changes(phone.page.locator("#complete button.main"))
    expect(reason).to_have_text(rolled)


def _divide(tablet: Device, phone: Device) -> None:
    """Declare one attacked on the phone, and choose him on the tablet (8.0)."""
    phase(phone, "Zombie Attack Phase")
    phone.press("Resolve the attack in 031")
    tablet.catches_up_with(phone)
    expect(tablet.key("Peter and Roger shoot together first")).to_be_visible()
    expect(phone.moment).to_contain_text("Waiting for the human player.")
    expect(phone.key("Attack 1 character")).to_have_count(0)
    hold_fire(tablet, phone)
    phone.press("Attack 1 character")
    tablet.catches_up_with(phone)
    expect(phone.moment).to_contain_text("Waiting for the human player.")
    tablet.press("Roger is attacked")
    phone.catches_up_with(tablet)
    phone.do("Roll the attack on Roger", 5, 5)
    logged(phone, "Roger is attacked: rolled 10, no effect.")
    expect(phone.key("Roll the attack on")).to_have_count(0)


def _load_again(tablet: Device, phone: Device) -> None:
    """Load both screens again: everything stays, secrets and the choice of dice as well."""
    for device in (tablet, phone):
        before, log = board(device), device.page.locator("#log").inner_text()
        device.page.reload()
        assert board(device) == before
        expect(device.page.locator("#log")).to_have_text(log, use_inner_text=True)
        expect(device.page.locator("#ways")).to_contain_text("we roll")
    expect(phone.page.locator("#secret a")).to_have_text(list(HIDDEN[1:]))


def _second_turn(tablet: Device, phone: Device) -> None:
    """Steve and Fran shoot through a glass door that they closed, while the phone is cut off (6.7)."""
    tablet.tap("009")
    tablet.press("Move Steve and Fran")
    for square in ("008", "026"):
        tablet.tap(square)
        tablet.press(f"Go to {square}")
    tablet.tap("045")
    tablet.press("Close the door between 026 and 045")
    both_see(tablet, phone)
    expect(door(phone, "026-045")).to_have_class("door glass closed")

    phone.page.context.set_offline(True)
    phone.page.locator('polygon.square[data-square="022"]').dispatch_event("click")
    expect(phone.page.locator("#cutoff")).to_be_visible()
    tablet.tap("045")
    tablet.do("Steve and Fran shoot together at 045", 6, 6)
    tablet.says("rolled 12 − 8 = 4, needed")
    tablet.says("miss" if "045" in face_up(tablet) else "eliminated")
    expect(phone.page.locator("#cutoff")).to_be_visible()
    phone.page.context.set_offline(False)
    both_see(tablet, phone)
    expect(phone.page.locator("#cutoff")).to_be_hidden()
    for device in (tablet, phone):
        expect(door(device, "026-045")).to_have_class("door glass destroyed")

    tablet.press("End the Human Player-Turn")
    both_see(tablet, phone)
    phone.do("Check the unit in 050", 6)
    _finish(tablet, phone, 3)


def _third_turn(tablet: Device, phone: Device) -> None:
    """Peter and Roger rid themselves of the unit that holds them."""
    tablet.tap("031")
    tablet.press("Move Peter and Roger")
    tablet.tap("031")
    tablet.do("Peter and Roger shoot together at 031", 6, 6, 6)
    tablet.says("eliminated")
    assert standing(tablet, "031") == ["Peter", "Roger"]
    tablet.press("End the Human Player-Turn")
    both_see(tablet, phone)
    _finish(tablet, phone, 4)


def _finish(tablet: Device, phone: Device, turn: int) -> None:
    """Play the rest of a Zombie Player-Turn: reactions, attacks without effect, nobody enters on a four."""
    phone.press("On to the Zombie Reaction")
    react(phone)
    both_see(tablet, phone)
    phone.press("On to the Zombie Free")
    phone.press("On to the Zombie Attack")
    resolve_attacks(tablet, phone)
    phone.press("On to the Zombie Generation")
    if phone.key("Roll on the Zombie Entrance Table").count():
        phone.do("Roll on the Zombie Entrance Table", 2, 2)
    both_see(tablet, phone)
    keeps_secrets(tablet, HIDDEN)
    phone.press(f"On to Game-Turn {turn}")
    both_see(tablet, phone)
    phase(tablet, "Human Player-Turn")
