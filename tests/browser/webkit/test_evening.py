"""A Game-Turn alone on a tablet and the zombie player's evening on a phone, in WebKit."""

from __future__ import annotations

from tests import soak
from tests.browser.conftest import PHONE, TABLET
from tests.browser.webkit.conftest import OpenDevice
from tests.browser.webkit.device import Device
from tools.api_table import ApiTable

PLACES = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
_MAX_TAPS = 60
"""A zombie Player-Turn takes a handful; the number only ends a test that goes in circles."""


def set_up(device: Device) -> None:
    """Give the characters their squares."""
    for name, square in PLACES.items():
        device.choose(f"square-{name}", square)
    device.changes(lambda: device.click("#place-characters button.main"))


def press(device: Device, do: str) -> None:
    """Press the first key that carries out an action of a kind."""
    device.changes(device.keys(do)[0][0].click)


def walk(device: Device) -> None:
    """Move somebody two squares: one by a key, one by two taps on the map."""
    press(device, "start_move")
    press(device, "step")
    offered = {action["to"] for action in device.actions("step")}
    behind = {device.view()["trail"][0]}
    square = min(offered - behind)
    device.tap(square)
    device.until(lambda: device.one("#moment").get_attribute("data-square") == square, "The tap")
    step = next(key for key, action in device.keys("step") if action["to"] == square)
    device.changes(step.click)
    assert device.view()["characters"]["peter"]["square"] == square


def end_human_turn(device: Device) -> None:
    """End the Human Player-Turn; where points or shots are left, the first tap only asks."""
    if not device.keys("end_turn"):
        device.click('#moment a[href*="ending="]')
        device.until(lambda: device.keys("end_turn"), "The question")
    press(device, "end_turn")
    assert device.view()["phase"] != "human"


def let_zombies_play(device: Device) -> None:
    """Let the referee play the zombies; a choice that stays with the characters is the first one offered."""
    turn = device.view()["turn"]
    for _ in range(_MAX_TAPS):
        if device.view()["turn"] > turn:
            return
        whole = device.all('form[action$="/advance"] button[name=far][value=turn]')
        device.changes(whole[0].click if whole else device.keys()[0][0].click)
    raise AssertionError(f"Game-Turn {turn} does not end.")


@soak.GAMES
def test_15_0_a_game_turn_alone_on_a_tablet(open_device: OpenDevice) -> None:
    """From the game’s page: set up, walk by keys and by the map, and let the referee play the zombies."""
    tablet = open_device(TABLET, "/games/dawn-of-the-dead")
    tablet.choose("game", "alone")
    tablet.click("form:has(input[name=game]) button.main")
    set_up(tablet)
    walk(tablet)
    end_human_turn(tablet)
    let_zombies_play(tablet)
    seen = tablet.view()
    assert (seen["turn"], seen["phase"]) == (2, "human")
    assert tablet.version == seen["version"]
    assert tablet.keys("start_move")


def test_4_0_a_phone_hides_the_zombies_and_hears_of_the_tablet(open_device: OpenDevice, server: str) -> None:
    """The phone chooses five squares, the characters are set up elsewhere, and the phone shows it."""
    table = ApiTable.at(server, "place_hidden")
    phone = open_device(PHONE, table.join("zombie"))
    squares = phone.actions("place_hidden")[0]["squares"]
    for square in squares:
        phone.choose("squares", square)
    phone.changes(lambda: phone.click("#place-hidden button.main"))
    assert sorted(phone.view()["hidden"]) == sorted(squares)
    before = phone.version
    table.do("human", {"do": "place_characters", "squares": PLACES})
    phone.until(lambda: phone.version > before, "News from the tablet")


def table_in_reaction(server: str) -> ApiTable:
    """Return a table at which one unit may choose where it reacts to, and others may not."""
    table = ApiTable.at(server, "human")
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    for square in ("010", "029", "028", "047"):
        table.do("human", {"do": "step", "to": square})
    table.do("human", {"do": "end_turn"})
    while table.view()["phase"] == "berserk":
        table.do("zombie", table.actions("zombie")[-1])
    return table


def test_7_0_a_phone_reacts(open_device: OpenDevice, server: str) -> None:
    """Every unit that must react goes: the forced ones together, the other where its player chooses."""
    table = table_in_reaction(server)
    phone = open_device(PHONE, table.join("zombie"))
    assert len([a for a in phone.actions("react") if a["from"] == "012"]) == 2
    phone.changes(phone.keys("forced")[0][0].click)
    phone.tap("012")
    going = phone.until(lambda: phone.keys("react"), "The squares it may go to")
    key, chosen = going[-1]
    phone.changes(lambda: phone.press(key))
    assert not phone.actions("react")
    stands = {unit["square"] for unit in phone.view()["zombies"]}
    assert chosen["path"][-1] in stands
    assert "012" not in stands
