"""People at a table of ZoMbIeS!: each has a screen, and taps what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect

from referee.testing.guests import guests

SEATS = ("Player 1", "Player 2", "Player 3")
TABLET, PHONE = (1280, 800), (390, 844)
_NEWER = "(than) => Number(document.querySelector('#moment').dataset.version) > than"


@dataclass
class Screen:
    """A screen of the table, the screens that are there besides, and how often this one was tapped."""

    page: Page
    others: list[Screen] = field(default_factory=list)
    taps: int = 0

    @property
    def version(self) -> int:
        return int(self.page.locator("#moment").get_attribute("data-version") or 0)

    @property
    def in_progress(self) -> Locator:
        return self.page.locator(".progress")

    def card(self, name: str) -> Locator:
        """Return the card of a figure."""
        return self.page.get_by_role("region", name=name, exact=True)

    def card_of(self, name: str) -> Locator:
        """Return the heading of a character before the game."""
        return self.page.get_by_role("heading", name=name).first

    def line(self, name: str) -> Locator:
        """Return the line of something on the table: a group, a noise, a building, an objective."""
        named = re.compile(rf"^{re.escape(name)}(\s|$)")
        return self.page.locator(".roster li", has=self.page.locator("b", has_text=named))

    def reads(self, sentence: str) -> None:
        """Expect what has happened to be told here."""
        expect(self.page.locator("#moment .latest")).to_contain_text(sentence)

    def does(self, key: str, *chosen: str, at: str = "") -> None:
        """Tap a key, or what stands under its name or its question. `at`: on whose card."""
        self._catch_up()
        part = self.card(at) if at else self.page.locator("#moment")
        named = re.compile(rf"^{re.escape(key)}( \d actions)?$")
        sends = part.get_by_role("button", name=named, include_hidden=True)
        if not chosen:
            return self._send(sends.first)
        called = re.compile(
            rf"^\s*{re.escape(key)}\s*(\n|\d\+|\d actions|$)"
        )  # the number that it needs may follow
        asks = part.locator(".asks", has=self.page.locator("summary, h3, form > button", has_text=called))
        return self._choose(asks.first, key, chosen)

    def answers(self, question: str, *chosen: str) -> None:
        """Answer what an action in progress asks: once, or for each of several."""
        self._catch_up()
        return self._choose(self.in_progress.locator(".asks", has_text=question).first, "Enter", chosen)

    def answers_each(self, question: str, *chosen: str) -> None:
        """Answer what an action in progress asks for each of several, and wait until that sends itself."""
        self._catch_up()
        parts = self.in_progress.locator(".asks", has_text=question).first.locator(".part")
        before = self.version
        for n, answer in enumerate(chosen):
            self._tap(parts.nth(n).locator("label.key", has_text=answer).first)
        self.page.wait_for_function(_NEWER, arg=before)

    def rolls(self, *faces: int) -> None:
        """Type in the dice that are asked for, and send them without waiting until they send themselves."""
        self._catch_up()
        form = self.in_progress.locator("form[data-sends]")
        form.wait_for()
        dice = form.locator(".part")
        assert dice.count() == len(faces), dice.all_inner_texts()
        for n, face in enumerate(faces):
            self._tap(dice.nth(n).locator(f'label.key:has(input[value="{face}"])'))
        self._send(form.get_by_role("button", name="Enter", exact=True))

    def lets_roll(self) -> None:
        """Let the referee roll the dice that are asked for."""
        self._catch_up()
        self._send(self.in_progress.get_by_role("button", name="Let the referee roll"))

    def takes_back(self) -> None:
        """Take the last step back, alone."""
        self._send(self.page.get_by_role("button", name="Take back the last step"))

    def agrees(self) -> None:
        """Say yes to what another player asks for."""
        self._catch_up()
        self._send(self.page.locator("#agreement").get_by_role("button", name="Yes", exact=True))

    def _catch_up(self) -> None:
        """Wait until this screen is as new as all others."""
        newest = max((one.version for one in self.others), default=0)
        self.page.wait_for_function(_NEWER, arg=newest - 1)

    def _choose(self, asks: Locator, sends: str, chosen: Sequence[str]) -> None:
        """Tap an answer, or one in each part of a form and then the key that sends it."""
        asks.wait_for(state="attached")
        if not asks.locator("label.key").count():
            (answer,) = chosen
            named = re.compile(rf"^{re.escape(answer)}(\W|$)")
            return self._send(asks.get_by_role("button", name=named, include_hidden=True))
        parts = asks.locator(".part")
        for n, answer in enumerate(chosen):
            self._tap(self._opened(parts.nth(n).locator("label.key", has_text=answer).first))
        return self._send(asks.get_by_role("button", name=sends, exact=True))

    def _tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def _opened(self, what: Locator) -> Locator:
        """Return something once the folds around it are open."""
        what.wait_for(state="attached")
        shut = what.locator("xpath=ancestor::details[not(@open)]").first
        while shut.count():
            self._tap(shut.locator("summary").first)
        return what

    def _send(self, key: Locator) -> None:
        """Tap a key, and wait until the table has moved on."""
        self._opened(key)
        before = self.version
        self._tap(key)
        self.page.wait_for_function(_NEWER, arg=before)


@dataclass(frozen=True)
class Table:
    """The screens of a table: the tablet's, and those of the phones by the seats that they have taken."""

    tablet: Screen
    phones: Mapping[str, Screen]

    @property
    def screens(self) -> Sequence[Screen]:
        return (self.tablet, *self.phones.values())

    def phone(self, seat: str) -> Screen:
        return self.phones[seat]

    def all_read(self, sentence: str) -> None:
        """Expect what has happened to be told on each screen."""
        for screen in self.screens:
            screen.reads(sentence)


@contextmanager
def playing(browser: Browser, server: str, options: Mapping[str, str]) -> Iterator[Table]:
    """Sit three people down at a table with these options."""
    with guests(browser, server, "zombies-surviving", SEATS, options, tablet=TABLET, phone=PHONE) as seated:
        tablet, phones = Screen(seated.tablet), {seat: Screen(page) for seat, page in seated.phones.items()}
        table = Table(tablet, phones)
        for screen in table.screens:
            screen.others += [one for one in table.screens if one is not screen]
        yield table
