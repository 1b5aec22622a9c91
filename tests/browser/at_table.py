"""What a person does at a table in the browser, in a word each: tap a square, press a key, put dice in."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urljoin

from playwright.sync_api import Locator, Page, expect

from referee.events import GRACE_SECONDS
from tools.served import skip

PATIENCE_MS = 30_000
"""How long a key may take to appear; nothing in a passing test takes nearly as long."""

GAME, STARTS = "/games/dawn-of-the-dead", "Start the table"
"""The page of the game, and what its key says."""
_LOOKS_MS = 2500
"""The server looks every two seconds at who is away."""
_ASKED = """(() => {
  const asked = [...document.querySelectorAll("#complete legend")].map((legend) => legend.textContent).join();
  return document.querySelector("#moment").dataset.version + (asked && "?" + asked);
})()"""


class Device:
    """A tablet or a phone at the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE_MS)
        self.moment = page.locator("#moment")

    @property
    def version(self) -> int:
        """The version of the table that this device shows."""
        return int(self.moment.get_attribute("data-version") or -1)

    def catches_up_with(self, other: Device) -> None:
        """Wait until the device shows what another one shows, by itself."""
        expect(self.moment).to_have_attribute("data-version", str(other.version))

    def tap(self, square: str) -> None:
        """Tap a square of the map, and wait for what it offers."""
        self._touch(square)
        expect(self.moment).to_have_attribute("data-square", square)

    def tap_again(self, square: str) -> None:
        """Tap the square whose keys are open, and wait until what a second tap does is done."""
        before = self.version
        self._touch(square)
        expect(self.moment).not_to_have_attribute("data-version", str(before))

    def _touch(self, square: str) -> None:
        self.page.locator(f'polygon.square[data-square="{square}"]').dispatch_event("click")

    def key(self, words: str) -> Locator:
        """Return the key that begins with these words."""
        return self.moment.locator("button, a.button").filter(has_text=words).first

    def press(self, words: str) -> None:
        """Press a key that changes the table, and wait until it has.

        A key that would end a phase in which something is left asks once more, and is then told yes.
        """
        key = self.key(words)
        if "ending=" in (key.get_attribute("href") or ""):
            key.click()
            key = self.key("Yes")
        self.changes(key)

    def changes(self, key: Locator) -> None:
        """Press what changes the table, and wait until it has."""
        before = self.version
        key.click()
        expect(self.moment).not_to_have_attribute("data-version", str(before))

    def look(self, words: str) -> None:
        """Press a key that only shows or asks something."""
        self.key(words).click()

    def do(self, words: str, *dice: int, value: int = 1) -> None:
        """Press a key, and tap in whatever is asked for until it is done: dice, then what a unit says.

        A panic check is always passed with a six. The form may be there already, with the key on it.
        """
        in_form = self.key(words).evaluate("key => Boolean(key.closest('#complete'))")
        before = self._asked()
        if not in_form:
            self.key(words).click()
            before = self._after(before)
        while "?" in before:
            self._fill(dice, value)
            # The last number may have sent them already.
            self.page.evaluate("document.querySelector('#complete button.main')?.click()")
            before = self._after(before)

    def _after(self, before: str) -> str:
        """Wait until something else is shown or asked for, and return it."""
        self.page.wait_for_function(f"before => {_ASKED} !== before", arg=before)
        return self._asked()

    def _asked(self) -> str:
        """Return the version shown and, after a question mark, what is asked for."""
        return str(self.page.evaluate(_ASKED))

    def _fill(self, dice: tuple[int, ...], value: int) -> None:
        rolled = iter(dice)
        for row in self.page.locator("#complete fieldset").all():
            name = row.locator("input").first.get_attribute("name") or ""
            number = 6 if name.startswith("panic-") else value
            if name.startswith("die-"):
                number = next(rolled)
            elif name == "total":
                number = next(rolled) + next(rolled)
            row.locator(f'label:has(input[value="{number}"])').click()

    def type_each_die(self) -> None:
        """Have the form ask for each die, not for what two of them come to."""
        self.page.get_by_role("link", name="Type each die").click()
        expect(self.page.locator('#complete input[name="die-1"]').first).to_be_visible()

    def type_dice_here(self) -> None:
        """Let this device alone type in its dice."""
        self.page.locator("#dice-here").evaluate(
            "key => { key.closest('details').open = true; key.click(); }"
        )
        expect(self.page.locator("#ways")).to_contain_text("only here: we roll")

    def type_dice(self) -> None:
        """Let the whole table type in its dice from now on, unless it does already."""
        key = self.page.locator("#ways button", has_text="Dice")
        if "we roll" not in key.inner_text():
            key.click()
        expect(key).to_contain_text("we roll")

    def says(self, words: str) -> None:
        """Check what the ruling says."""
        expect(self.page.locator("#ruling")).to_contain_text(words)


def start(
    tablet: Page, counters: str = "digital", *, game: str = "two", taps: bool = True, practice: bool = False
) -> str:
    """Start a table on the tablet and return its code; with `taps` every phase waits for a tap to end it."""
    tablet.goto(urljoin(tablet.url, GAME))
    further = [name for name, wanted in (("tap", taps), ("practice", practice)) if wanted]
    if further:
        tablet.locator("#further summary").click()
    for name in further:
        tablet.locator(f'label:has(input[name="{name}"])').click()
    for value in (game, counters):
        tablet.locator(f'label:has(input[value="{value}"])').click()
    tablet.get_by_role("button", name=STARTS).click()
    expect(tablet.locator("#moment")).to_be_visible()
    return tablet.url.rsplit("/", 1)[1]


def join(phone: Page, code: str, pin: str, seat: str) -> None:
    """Type the code on the front page, then the PIN where the seats are, and take one of them."""
    phone.goto(urljoin(phone.url, "/"))
    phone.locator("#code").fill(code)
    phone.get_by_role("button", name="Join").click()
    phone.get_by_label("PIN").fill(pin)
    phone.locator(f'label:has(input[name="seat"][value="{seat}"])').click()
    phone.get_by_role("button", name="Take this seat").click()


def joining_path(tablet: Page, seat: str) -> str:
    """Return the path that the QR code of a seat leads to."""
    link = tablet.locator("a.qr", has=tablet.locator(f'img[alt*="{seat}"]')).get_attribute("href")
    assert link is not None
    return "/join/" + link.rsplit("/", 1)[1].partition("?")[0]


def goes_away(phone: Page, server: str, sign: Locator) -> None:
    """Close the table on a phone, and wait for the sign that the server takes its player for away.

    When the server notices that the stream has ended is its own affair: only then does the time away begin.
    """
    phone.goto("about:blank")
    for _ in range(20):
        skip(server, GRACE_SECONDS)
        with suppress(AssertionError):
            expect(sign).to_be_visible(timeout=_LOOKS_MS)
            return
    expect(sign).to_be_visible()
