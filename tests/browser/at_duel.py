"""What a person does at a duel of BattleCON in the browser: tap two cards, lay them, answer a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from rules.battlecon.cards import figures
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

Action = Mapping[str, Any]
EVERYBODY = ("table", "a", "b")


class Seat:
    """A device at a duel."""

    def __init__(self, page: Page, seat: str) -> None:
        self.page, self.seat = page, seat
        self.moment = page.locator("#moment")

    def catch_up(self) -> None:
        """Wait until this screen shows the table as it is now: a tap on an older one does nothing."""
        code = self.page.url.split("/t/")[1].split("?")[0]
        view = self.page.request.get(f"/api/tables/{code}/view").json()
        expect(self.moment).to_have_attribute("data-version", str(view["version"]))

    def do(self, action: Action) -> None:
        """Do an action as a person does it, and wait until this screen shows what came of it."""
        self.catch_up()
        key = self.key(action)
        expect(key).to_be_visible()
        before = self.moment.element_handle()
        key.click()
        self.page.wait_for_function("moment => !moment.isConnected", arg=before)

    def key(self, action: Action) -> Locator:
        """Return the key of an action, with its cards tapped first."""
        if action["do"] == "choose_fighter":
            name = figures().fighters[action["fighter"]].name.split()[0]
            self.moment.locator("label.candidate", has_text=name).click()
        if "style" in action:
            self.tap("style", action["style"])
        if "base" in action:
            self.tap("base", action["base"])
            return self.moment.locator("button.commit:visible")
        words = _words(action)
        return self.moment.locator("button:visible", has_text=words).first

    def tap(self, kind: str, card: str) -> None:
        """Tap a card of the hand."""
        name = "Special action" if card == "special" else figures().name(card)
        cards = self.moment.locator(f".{kind}s label.pick")
        cards.filter(has=self.page.get_by_text(name, exact=True)).click()

    def ask_back(self) -> None:
        """Ask to take back the last step."""
        self.page.locator("#agreement").get_by_role("button", name="Take back the last step").click()

    def agree(self) -> None:
        """Agree to what was asked for."""
        self.page.locator("#agreement").get_by_role("button", name="Agree", exact=True).click()


def _words(action: Action) -> str:
    """Return what stands on the key of an action that lays no cards."""
    if action["do"] == "choose_fighter":
        return f"with {figures().name(action['finish'])}"
    return "Add no token" if action["do"] == "pass" else _option(action["option"])


def _option(option: Mapping[str, Any]) -> str:
    if option["what"] == "decline":
        return "Keep the token"
    return f"Pull {'Kallistar' if option['whom'] == 'b' else 'Cadenza'} {option['spaces']}"


def table_after(
    server: str, actions: Sequence[Action] = (), *, alone: bool = False, **options: Any
) -> ApiTable:
    """Return a new table after these actions over the API; `alone`: by its tablet for everybody."""
    table = ApiTable.new(server, {"system": "battlecon", **options})
    do_all(table, actions, alone=alone)
    return table


def do_all(table: ApiTable, actions: Iterable[Action], *, alone: bool = False) -> None:
    """Do actions over the API, each from its own seat; `alone` from the tablet."""
    for action in actions:
        table.do("table" if alone else action["seat"], dict(action))


def sit_down(open_page: OpenPage, table: ApiTable, seats: Iterable[str] = EVERYBODY) -> dict[str, Seat]:
    """Return devices at some seats of a table: a tablet, and phones for the players."""
    sizes = {"table": TABLET}
    found = {}
    for seat in seats:
        page = open_page(sizes.get(seat, PHONE), path=table.join(seat), dark=seat != "b")
        expect(page.locator("#moment")).to_be_visible()
        found[seat] = Seat(page, seat)
    return found
