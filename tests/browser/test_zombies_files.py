"""Files for a table of ZoMbIeS!: rosters on phones, a scenario on the tablet, refused with their faults."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from referee.testing.guests import guests

SEATS = ("Player 1", "Player 2")
ANN = {"name": "Ann", "traits": ["leader"], "items": [{"item": "pistol", "loaded": 7}], "supplies": 3}
ROSTER = {
    "format": "referee-roster/1", "system": "zombies-surviving", "name": "Ours", "characters": [ANN],
}  # fmt: skip
SCENARIO = {
    "format": "referee-scenario/1", "system": "zombies-surviving", "name": "The clinic", "edge": "west",
    "turns": 8, "buildings": [{"name": "Clinic", "state": "barricaded", "floors": 2}, {"state": "ruin"}],
    "vehicles": [{"kind": "van"}],
    "goals": [{"text": "Find the vaccine", "measure": "item", "item": "vaccine"}],
}  # fmt: skip


def upload(page: Page, words: str, data: Any, name: str = "ours.json") -> None:
    """Choose a file of this device where the screen takes one."""
    said = data if isinstance(data, str) else json.dumps(data)
    taken = page.locator("label", has_text=words).locator("input[type=file]")
    taken.set_input_files({"name": name, "mimeType": "application/json", "buffer": said.encode()})


def refused(page: Page, *sentences: str) -> None:
    for sentence in sentences:
        expect(page.locator("#ruling")).to_contain_text(sentence)


def test_a_roster_and_a_scenario_come_from_files(browser: Browser, server: str) -> None:
    with guests(browser, server, "zombies-surviving", SEATS, {"players": "2", "points": "60"}) as table:
        ann, ben = table.phones.values()
        upload(ann, "Take characters from a file", "Ann, a leader")
        expect(ann.get_by_text("This file is no JSON.")).to_be_visible()
        wrong = {**ANN, "traits": ["leader", "lucky"], "items": [{"item": "laser"}], "supplies": -3}
        upload(ann, "Take characters from a file", {**ROSTER, "characters": [wrong]})
        refused(ann, "lucky", "laser", "−3")
        upload(ann, "Take characters from a file", {**ROSTER, "system": "battlecon"})
        refused(ann, "The file is for another game: “battlecon”.")
        upload(ann, "Take characters from a file", SCENARIO)
        refused(ann, "“referee-scenario/1”, not “referee-roster/1”.")
        expect(ann.get_by_role("heading", name="Ann")).to_have_count(0)
        upload(ann, "Take characters from a file", ROSTER)
        expect(ann.get_by_role("heading", name="Ann")).to_be_visible()
        expect(ann.locator(".card")).to_contain_text("7/12")
        expect(ben.get_by_role("heading", name="Ann")).to_have_count(1)
        upload(ben, "Take characters from a file", ROSTER)
        refused(ben, "Ann")
        expect(ben.get_by_role("heading", name="Ann")).to_have_count(1)

        tablet = table.tablet
        faults = {"turns": 99, "vehicles": [{"kind": "tank"}], "buildings": [{"name": "Clinic", "floors": 0}]}
        upload(tablet, "Take a scenario from a file", {**SCENARIO, **faults})
        refused(tablet, "1 to 50 turns", "No vehicle is called “tank”.", "Clinic has 1 to 20 floors, not 0.")
        expect(tablet.get_by_text("Clinic")).to_have_count(1)
        upload(tablet, "Take a scenario from a file", ROSTER)
        refused(tablet, "“referee-roster/1”, not “referee-scenario/1”.")
        upload(tablet, "Take a scenario from a file", SCENARIO)
        expect(tablet.locator(".roster")).to_contain_text("Clinic")
        expect(tablet.locator(".roster")).to_contain_text("Find the vaccine")
        expect(ben.locator(".latest")).to_contain_text("The scenario is The clinic.")
