"""A table of ZoMbIeS! with a tablet and three phones, as people play it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from referee.testing.guests import Guests, guests

SEATS = ("Player 1", "Player 2", "Player 3")
PEOPLE = dict(zip(SEATS, ("Ana", "Bruno", "Dora"), strict=True))
SECRETS = dict(
    zip(
        SEATS,
        (
            "Your figures carry five supplies or more",
            "None of your figures is bitten or dead",
            "One of your figures has a special item",
        ),
        strict=True,
    )
)
OPTIONS = {"players": "3", "objectives": "secret"}


def fold_of(page: Page, question: str) -> Locator:
    """Return the fold of a question, opened."""
    fold = page.locator("details.question", has=page.locator("summary", has_text=question)).first
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()
    return fold


def tap(page: Page, question: str, words: str | re.Pattern[str]) -> None:
    """Tap an answer in the fold of a question, which sends it."""
    fold_of(page, question).get_by_role("button", name=words).first.click()


def choose(page: Page, question: str, words: str, key: str) -> None:
    """Choose an answer that lies face down in the fold of a question, and send it."""
    fold = fold_of(page, question)
    fold.locator("label.key", has_text=words).first.click()
    fold.get_by_role("button", name=key, exact=True).click()


def set_up(table: Guests) -> None:
    """Set a table of three up, on the phones and on the tablet."""
    for seat, page in table.phones.items():
        tap(page, "Characters", re.compile(f"^{PEOPLE[seat]}"))
        page.get_by_role("heading", name=re.compile(PEOPLE[seat])).first.wait_for()
        choose(page, "Secret objective", SECRETS[seat], "Choose your secret objective")
        expect(page.get_by_text(f"{seat} has chosen a secret objective.").first).to_be_visible()
        page.get_by_role("button", name="Ready", exact=True).click()
        expect(page.get_by_text(f"{seat} is ready.").first).to_be_visible()
    tap(table.tablet, "The objective", re.compile("^Carry 3 supplies"))
    expect(table.tablet.get_by_text("Primary objective: Carry 3 supplies").first).to_be_visible()
    tap(table.tablet, "The table", "South")
    for what, many in (("buildings", "4"), ("ruins", "2"), ("vehicles", "1")):
        form = table.tablet.locator(".progress .asks", has_text=re.compile(f"How many {what}"))
        form.get_by_role("button", name=many, exact=True).click()
        expect(form).to_have_count(0)
    expect(table.tablet.locator(".latest")).to_contain_text("Lay out 6 incident tokens at random")


def shout_and_take_back(phone: Page, tablet: Page) -> None:
    """Let Ana shout, which everybody hears, and take it back alone."""
    card = phone.get_by_role("region", name="Ana")
    card.locator("summary", has_text="Everything else").click()
    card.get_by_role("button", name="Shout", exact=True).click()
    expect(card.get_by_role("img", name="1 of 2 actions left")).to_be_visible()
    noise = tablet.locator(".roster li", has_text="Noise")
    expect(noise).to_have_count(1)
    phone.get_by_role("button", name="Take back the last step").click()
    expect(card.get_by_role("img", name="2 of 2 actions left")).to_be_visible()
    expect(noise).to_have_count(0)


def add_figures(table: Guests) -> None:
    """Put shufflers on the table, which the tablet asks for and each phone agrees to."""
    fold = table.tablet.locator("details.question", has_text="Corrections and hand-overs").first
    fold.locator("summary").first.click()
    fold.locator("summary", has_text="Add figures").click()
    fold.get_by_role("button", name="Shuffler", exact=True).click()
    for page in table.phones.values():
        page.locator("#agreement").get_by_role("button", name="Yes").click()
        expect(page.locator("#agreement").get_by_role("button", name="Yes")).to_have_count(0)
    begun = table.tablet.locator(".progress")
    for answer in ("3", "Street"):
        begun.get_by_role("button", name=answer, exact=True).first.click()
    expect(table.tablet.locator(".latest")).to_contain_text("Added: 3 shufflers")


def test_three_phones_set_a_game_up_and_the_menace_phase_asks_the_tablet(
    browser: Browser, server: str
) -> None:
    with guests(browser, server, "zombies-surviving", SEATS, OPTIONS) as table:
        set_up(table)
        for seat, page in table.phones.items():
            card = page.get_by_role("region", name=PEOPLE[seat])
            expect(card.get_by_role("img", name="2 of 2 actions left")).to_be_visible()
            for other, secret in SECRETS.items():
                assert (secret in page.content()) == (other == seat)
        assert not any(secret in table.tablet.content() for secret in SECRETS.values())
        shout_and_take_back(table.phones["Player 1"], table.tablet)
        add_figures(table)
        for page in table.phones.values():
            page.get_by_role("button", name="Our figures are done").click()
        expect(table.tablet.get_by_role("heading", name="Turn 2")).to_be_visible()
        expect(table.tablet.locator(".steps .now")).to_be_visible()
        expect(table.tablet.locator(".progress")).to_be_visible()
