"""How many taps ZoMbIeS! takes, counted on its screens, where the referee rolls the dice."""

from __future__ import annotations

import pytest

from tests.browser.at_zombies import Screen
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

FAR = "zombies that nobody has measured"
SYSTEM = "zombies-surviving"
GOES = {"zombies_go", "zombies_wander", "pack_acts"}
A_GROUP, AN_ACTION, AUTOMATIC = 2, 3, 5


def answered(screen: Screen) -> bool:
    """Tap "No" or the first answer to what is asked first; return whether anything was."""
    asked = screen.in_progress.locator(".asks").first
    keys = asked.locator("button:not([type=button])")
    if not keys.count():
        return False
    no = asked.get_by_role("button", name="No", exact=True)
    key = no if no.count() else keys.first
    screen.answers("", key.get_attribute("aria-label") or key.inner_text())
    return True


@pytest.mark.parametrize("state", ["zombies_menace", "zombies_crowd"])
def test_a_group_that_goes_takes_two_taps_at_most(open_page: OpenPage, server: str, state: str) -> None:
    """4.1: who goes at whom, then how far and who else is near. A boss that attacks takes one, to groan."""
    table = ApiTable.at(server, state, SYSTEM)
    begun = len(table.record())
    tablet = Screen(open_page(TABLET, table.join("table")))
    while table.view()["phase"] == "menace" and answered(tablet):
        pass
    assert table.view()["phase"] == "survival"
    done = [line["action"]["do"] for line in table.record()[begun:] if "action" in line]
    groups = sum(do in GOES for do in done)
    assert groups >= 3
    assert tablet.taps <= A_GROUP * groups + done.count("boss_groan")


ACTIONS = [
    ("zombies_first_turn", ("Move",), AN_ACTION),
    ("zombies_first_turn", ("Search Car 1",), AN_ACTION),
    ("zombies_first_turn", ("Enter a building", "Building 1"), AN_ACTION),
    ("zombies_first_turn", ("Shout",), AN_ACTION),
    ("zombies_fight", ("Melee: bare hands", "Shuffler 1"), AN_ACTION),
    ("zombies_fight", ("Snap shot: pistol", "Runner 1"), AN_ACTION),
    (FAR, ("Snap shot: pistol", "Shuffler 1"), AN_ACTION),
    (FAR, ("Aimed shot: pistol, with nobody within 1 inch", "Shuffler 1"), AN_ACTION),
]


@pytest.mark.parametrize(("state", "key", "most"), ACTIONS)
def test_an_action_takes_three_taps_at_most(
    open_page: OpenPage, server: str, state: str, key: tuple[str, ...], most: int
) -> None:
    """5.0: its own key, a target, what is asked. The key of an aimed shot says that nobody is near (5.11)."""
    table = ApiTable.at(server, "zombies_first_turn" if state == FAR else state, SYSTEM)
    if state == FAR:
        table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 3, "zone": "street"})
    phone = Screen(open_page(PHONE, table.join("p1")))
    begun = len(table.record())
    phone.does(*key)
    while phone.in_progress.count() and answered(phone):
        pass
    assert table.record()[begun]["action"]["figure"] == "ana"
    assert phone.taps <= most


def test_automatic_fire_at_three_takes_five_taps(open_page: OpenPage, server: str) -> None:
    """6.7: its own key, three targets, and how far; the form of the others goes off with its last target."""
    table = ApiTable.new(server, {"system": SYSTEM, "players": 1})
    table.do("p1", {"do": "recruit", "seat": "p1", "character": "gus"})
    table.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    table.do("p1", {"do": "ready"})
    table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 3, "zone": "street"})
    phone = Screen(open_page(PHONE, table.join("p1")))
    begun = len(table.record())
    phone.does("Automatic fire: submachine gun", "Shuffler 1")
    phone.answers_each("At whom then?", "Shuffler 2", "Shuffler 3")
    phone.answers("How far is it", "4 to 10″, In the open")
    assert table.record()[begun]["action"]["do"] == "automatic"
    assert phone.taps <= AUTOMATIC
