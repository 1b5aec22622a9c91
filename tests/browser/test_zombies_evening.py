"""Three turns of ZoMbIeS! with a tablet and three phones, played by what the screens show; dice are typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_zombies import Table, playing

SECRETS = {
    "Player 1": "None of your figures is bitten or dead",
    "Player 2": "One of your figures has a special item",
    "Player 3": "Your figures carry five supplies or more",
}


@pytest.fixture
def table(browser: Browser, server: str) -> Iterator[Table]:
    """Give a table with a tablet and three phones, whose players have a secret objective each."""
    with playing(browser, server, {"players": "3", "objectives": "secret"}) as made:
        yield made


def test_three_turns_of_an_evening(table: Table) -> None:
    set_up(table)
    first_turn(table)
    second_turn(table)
    third_turn(table)
    the_end(table)


def set_up(table: Table) -> None:
    """Take a character and a secret objective on each phone; tell the tablet what stands on the table."""
    for (seat, secret), name in zip(SECRETS.items(), ("Gus", "Bruno", "Dora"), strict=True):
        phone = table.phone(seat)
        phone.does("Who is it?", name)
        expect(phone.card_of(name)).to_be_visible()
        phone.does("Choose your secret objective", secret)
        phone.does("Ready")
    tablet = table.tablet
    tablet.does("What must be done to win?", "Search four buildings, or all if there are fewer")
    tablet.does("From which edge do the characters come?", "South")
    for what, many in (("buildings", "4"), ("ruins", "2"), ("vehicles", "1")):
        tablet.answers(f"How many {what}", many)
    table.all_read("Lay out 6 incident tokens at random, numbered 1 to 6")
    for seat, secret in SECRETS.items():
        for one in table.screens:
            assert (secret in one.page.content()) == (one is table.phone(seat))
    tablet.does("Roll our own")


def first_turn(table: Table) -> None:
    """Run, break into a building, shout and take that back alone."""
    gus, bruno, dora = (table.phone(seat) for seat in SECRETS)
    gus.does("Move")
    gus.does("Run")
    gus.rolls(4)
    gus.reads("Gus runs up to 3 inches")
    gus.does("Our figures are done")

    bruno.does("Enter a building", "Building 1")
    bruno.answers("What is near Bruno", "A door or window")
    bruno.rolls(6)
    expect(bruno.in_progress).to_contain_text("barricaded")
    bruno.rolls(5)
    bruno.rolls(3)
    table.all_read("Bruno is in building 1. Nobody else is there.")
    expect(table.tablet.line("Building 1")).to_contain_text("barricaded · 1 breach")
    bruno.does("Shout")
    expect(table.tablet.line("Noise")).to_contain_text("Bruno")
    bruno.takes_back()
    expect(bruno.card("Bruno").get_by_role("img", name="1 of 2 actions left")).to_be_visible()
    expect(table.tablet.line("Noise")).to_have_count(0)
    bruno.does("Our figures are done")

    dora.does("Move")
    dora.does("Our figures are done")


def second_turn(table: Table) -> None:
    """Turn a token up: a boss and shufflers bite Gus and kill Dora. Gus opens fire, and Bruno searches."""
    gus, bruno, dora = (table.phone(seat) for seat in SECRETS)
    tablet = table.tablet
    tablet.rolls(5, 3)
    tablet.answers("farthest from the starting edge", "Gus")
    tablet.rolls(2)
    table.all_read("Gus finds 2 supplies.")
    tablet.lets_roll()  # the moves of the tokens
    tablet.answers("Which token", "Token 1")
    tablet.rolls(1, 1)  # a boss, and again
    tablet.rolls(2, 3)
    tablet.rolls(4)
    table.all_read("Token 1 (2 and 5) is a boss and 4 shufflers.")
    tablet.answers("Which token", "None")

    tablet.answers("nearest human in sight", "Group A at Dora")
    tablet.rolls(3, 3, 3, 1, 6)
    tablet.answers("How far is Dora?", "5 to 7 inches: Gus too")
    table.all_read("4 of them get there, Boss 1 at Gus.")
    tablet.rolls(6)
    tablet.rolls(3)
    table.all_read("Boss 1 hits Gus with 6 and bites")
    expect(gus.card("Gus")).to_contain_text("1 bite")
    tablet.answers("within 12 inches of an edge", "No")
    for hit in (4, 5):
        tablet.rolls(hit)
        tablet.rolls(6)
    table.all_read("Dora dies.")
    expect(dora.page.get_by_role("listitem").filter(has_text="Dora")).to_contain_text("dead")

    gus.does("Automatic fire: submachine gun", "Shuffler 1")
    gus.answers("At whom then?", "Shuffler 2", "Shuffler 3")
    gus.answers("How far is it", "up to 4″, In the open")
    gus.rolls(6, 6, 1)
    gus.rolls(4, 5)
    table.all_read("Shuffler 1 becomes an ankle-biter; damage 5, Shuffler 2 is gone.")
    expect(gus.card("Gus")).to_contain_text("25/30")
    gus.does("Our figures are done")

    bruno.does("Search Building 1")
    for dice in ((6,), (5,), (1, 2)):
        bruno.rolls(*dice)
    table.all_read("Bruno searches building 1 and finds body armour.")
    expect(tablet.line("Search four buildings, or all if there are fewer")).to_contain_text("1 of 4")
    bruno.does("Our figures are done")


def third_turn(table: Table) -> None:
    """Play the boss without a figure of one's own, be grabbed, leave, and put more figures on the table."""
    gus, bruno, boss = (table.phone(seat) for seat in SECRETS)
    tablet = table.tablet
    tablet.rolls(5, 2)
    table.all_read("No corpse rises any more.")
    tablet.answers("corner", "No")
    tablet.lets_roll()
    tablet.answers("Which token", "None")
    table.all_read("Player 3 now plays Boss 1.")
    boss.does("Melee: bare hands", "Gus")
    boss.rolls(4)
    boss.rolls(2)
    table.all_read("Boss 1 strikes at Gus")
    boss.does("The boss is done")

    tablet.answers("Which zombies are nearest", "Group B at Gus")
    tablet.rolls(2, 6)
    tablet.answers("How far is Gus?", "2 to 10")
    tablet.answers("Shuffler 3: which is the nearest human", "Shuffler 3 at Bruno")
    tablet.answers("How far is Shuffler 3 from a door", "2 to 4")
    tablet.rolls(3)
    table.all_read("at Building 1: Shuffler 3 stays.")
    tablet.rolls(4)
    tablet.rolls(2)
    table.all_read("Shuffler 4 grabs Gus.")
    expect(gus.card("Gus")).to_contain_text("grabbed by Shuffler 4")

    bruno.does("Leave the table", "Player 1")
    gus.agrees()
    table.all_read("Player 2 leaves. Player 1 takes the figures.")
    expect(bruno.page.locator("#left")).to_contain_text("Player 2 has left the game.")
    expect(gus.card("Bruno").get_by_role("img", name="2 of 2 actions left")).to_be_visible()

    gus.does("Melee: bare hands", "Shuffler 4", at="Gus")
    gus.rolls(6)
    gus.rolls(4)
    table.all_read("Shuffler 4 becomes an ankle-biter.")
    expect(gus.card("Gus")).not_to_contain_text("grabbed")

    tablet.does("Add figures", "Shuffler")
    tablet.answers("How many?", "3")
    tablet.answers("Where?", "Street")
    for phone in (gus, boss):
        phone.agrees()
    table.all_read("Added: 3 shufflers")


def the_end(table: Table) -> None:
    """Stop: the bite infects Gus, and the secret objectives are told with what became of them."""
    table.phone("Player 1").does("End the game")
    table.phone("Player 3").agrees()
    table.tablet.rolls(2)
    table.all_read("Gus is infected.")
    table.all_read("Nobody has won.")
    table.all_read(f"Player 1: “{SECRETS['Player 1']}” (not met).")
    table.all_read(f"Player 3: “{SECRETS['Player 3']}” (not met).")
