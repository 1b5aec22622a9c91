"""Dust-Up in the browser: a tablet, three phones and a game master play it from the first band to the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.testing.guests import Guests, guests, live_server
from tests import soak
from tests.browser.test_accessibility import faults
from tests.example_game import DUST_UP, DUST_UP_ID, ROOT, install

SEATS = ("Player 1", "Player 2", "Player 3", "Game master")
ORDER = ("1A", "2A", "3A", "1B", "2B", "3B")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that has the game installed beside it."""
    folder: Path = tmp_path_factory.mktemp("dust-up")
    with live_server(folder, install(folder / "site", DUST_UP)) as url:
        yield url


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Guests]:
    """Give a table whose players roll the dice, with a game master."""
    with guests(browser, address, DUST_UP_ID, SEATS, {"players": "3", "master": "true"}) as made:
        made.tablet.get_by_role("button", name="Roll our own", exact=True).click()
        expect(made.tablet.locator("#moment")).to_contain_text("we roll our own")
        yield made


def moment(page: Page, words: str) -> None:
    expect(page.locator("#moment")).to_contain_text(words)


def everybody(table: Guests, words: str) -> None:
    for page in table.pages:
        moment(page, words)


def hire(page: Page, band: str) -> None:
    page.get_by_role("button", name=band, exact=True).click()
    moment(page, f"hires {band.lower()}")


def plot(page: Page, seat: str, first: str, second: str) -> None:
    for letter, rate in (("A", first), ("B", second)):
        page.get_by_role("group", name=f"{seat}{letter}").get_by_label(rate).check()
    page.get_by_role("button", name="Plot").click()


def rolls(page: Page, die: int) -> None:
    """Type a die in, which sends it."""
    page.locator(".progress").get_by_label(str(die), exact=True).check()


def begin(page: Page, key: str, target: str) -> None:
    """Begin a shot from the keys of a phone."""
    page.locator("summary").get_by_text(key, exact=True).click()
    page.locator("details[open]").get_by_role("button", name=target, exact=True).click()


def shoot_first(page: Page, figure: str, target: str) -> None:
    """Begin a shot where there are so few targets that each has a key."""
    moment(page, f"Act {figure}")
    page.locator("#moment").get_by_role("button", name=target, exact=True).click()


def agrees(page: Page, to: str) -> None:
    """Say yes to what another player asks for."""
    expect(page.locator("#agreement")).to_contain_text(to)
    page.get_by_role("button", name="Yes", exact=True).click()


def facts(table: Guests, doer: Page, distance: str, cover: str) -> None:
    """Tell on the tablet how far it is, and on the doer's phone whether there is cover."""
    table.tablet.locator(".progress").get_by_role("button", name=distance, exact=True).click()
    expect(doer.locator(".progress > p")).to_contain_text(f"How far is it? {distance}")
    doer.locator(".progress").get_by_role("button", name=cover, exact=True).click()


def set_up(table: Guests) -> tuple[Page, Page, Page, Page]:
    """Hire, plot and roll, with a step taken back and a plot changed on the way."""
    one, two, three, master = table.phones.values()
    hire(one, "Gunslinger + deputy")
    one.get_by_role("button", name="Take back the last step").click()
    expect(one.locator("#moment")).not_to_contain_text("hires")
    for page in (one, two, three):
        hire(page, "Deputy + deputy")
    moment(one, "How does each figure move?")
    plot(one, "1", "Walk", "Run")
    moment(two, "Player 1 has plotted.")
    one.locator("summary", has_text="Plot").click()
    expect(one.get_by_role("group", name="1B").get_by_label("Run")).to_be_checked()
    plot(one, "1", "Stand", "Run")
    expect(one.locator(".facts")).to_contain_text("stand")
    expect(master.locator(".facts")).to_contain_text("stand")
    for page in (table.tablet, two, three):
        expect(page.locator(".facts")).to_contain_text("face down")
        expect(page.locator(".facts")).not_to_contain_text("stand")
    plot(two, "2", "Walk", "Walk")
    moment(two, "Player 2 has plotted.")
    plot(three, "3", "Walk", "Walk")
    everybody(table, "A d20 for each figure.")
    form = table.tablet.locator(".progress")
    for name, die in zip(ORDER, (20, 17, 15, 14, 12, 11), strict=True):
        form.get_by_role("group", name=name, exact=True).get_by_role("spinbutton").fill(str(die))
    form.get_by_role("button", name="Enter").click()
    everybody(table, "Order: 1A, 2A, 3A, 1B, 2B, 3B.")
    return one, two, three, master


def test_a_whole_fight(table: Guests) -> None:
    one, two, three, master = set_up(table)

    # A shot: facts of the table, the score taken apart, a die.
    begin(one, "Shoot", "2A")
    facts(table, one, "8 to 16″", "No")
    expect(one.locator(".progress .score")).to_contain_text("stand")
    rolls(one, 20)
    everybody(table, "1A rolls 20 and hits 2A.")

    # Two may save the target: one answers while the other still rolls.
    three.get_by_role("button", name="Spend your luck").click()
    moment(three, "4 or more makes the wound lighter.")
    two.get_by_role("button", name="Keep your luck").click()
    everybody(table, "Player 2 keeps the luck.")
    rolls(three, 4)
    everybody(table, "Player 3 spends the luck and rolls 4.")
    rolls(table.tablet, 3)
    everybody(table, "2A is hit in the body.")
    expect(two.locator(".facts")).to_contain_text("wounds 1")

    # One's own harmless step goes back alone.
    two.get_by_role("button", name="Reload").click()
    everybody(table, "2A reloads.")
    two.get_by_role("button", name="Take back the last step").click()
    moment(two, "Act 2A")

    # Help needs the other player's yes.
    begin(two, "Shoot with help", "1A")
    two.locator(".progress").get_by_role("button", name="3B", exact=True).click()
    agrees(three, "“Shoot with help”. At whom? 1A. Who helps? 3B.")
    facts(table, two, "up to 8″", "Yes")
    rolls(two, 2)
    everybody(table, "2A rolls 2 and misses 1A.")

    # A die fell, so the others must agree that it goes back.
    two.get_by_role("button", name="Take back the last step").click()
    for page in (one, three):
        page.get_by_role("button", name="Agree", exact=True).click()
    moment(two, "Act 2A")
    two.get_by_role("button", name="Wait").click()
    everybody(table, "2A waits.")

    # Somebody goes home, and another player takes the figures.
    three.locator("summary", has_text="Leave").click()
    three.get_by_role("button", name="Player 1").click()
    for page in (table.tablet, one, two, master):
        moment(page, "Player 3 leaves. Player 1 takes the figures.")
    expect(three.locator("#left")).to_contain_text("has left the game")  # its page was loaded anew
    assert [faults(page) for page in table.pages] == [[]] * 5

    # The game master acts for player 1. The die that was taken back comes up again.
    shoot_first(master, "3A", "2A")
    facts(table, master, "up to 8″", "No")
    rolls(master, 19)
    expect(master.locator("body")).to_contain_text("2 comes up again")
    rolls(master, 2)
    everybody(table, "3A rolls 2 and misses 2A.")

    # Both figures of player 2 fall.
    for figure, target in (("1B", "2B"), ("3B", "2A")):
        shoot_first(one, figure, target)
        facts(table, one, "up to 8″", "No")
        rolls(one, 19)
        two.get_by_role("button", name="Keep your luck").click()
        moment(table.tablet, "A d6 for the place.")
        rolls(table.tablet, 6)
        moment(two, f"{target} is hit in the head and falls.")
    for page in (table.tablet, one, two, master):
        expect(page.locator("#moment h1")).to_contain_text("Over")
        expect(page.locator("#moment .ended h2")).to_have_text("Player 1 wins")


@soak.SEVERAL
def test_the_example_of_the_guide_plays(tmp_path: Path) -> None:
    """In a process of its own, as an author of games runs it."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```py\n(from pathlib .*?)^```$", guide, re.MULTILINE | re.DOTALL)
    (tmp_path / "test_guests.py").write_text(block, encoding="utf-8")
    env = os.environ | {"PYTHONPATH": f"{install(tmp_path / 'site', DUST_UP)}:{ROOT}"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        str(tmp_path),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=env)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 passed" in ran.stdout
