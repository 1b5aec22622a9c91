"""What a game asks, on a tablet and on phones: each kind of question is answered in a tap or two."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.testing.guests import Guests, guests
from tests import soak
from tests.browser.test_accessibility import faults
from tests.example_game import ROOT
from tools.served import serving, skip

Seating = Callable[..., AbstractContextManager[Guests]]
SEATS = ("Player 1", "Player 2")
ENTRY = "[tabletop_referee.games]\ninquiry = inquiry:GAME\n"
METADATA = "Metadata-Version: 2.1\nName: inquiry-for-referee\nVersion: 1\n"
SIZES = {"phone": (390, 844), "phone on its side": (844, 390), "tablet": (800, 1280), "wide": (1280, 800)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server that has the game installed beside it."""
    folder: Path = tmp_path_factory.mktemp("inquiry")
    told = folder / "site" / "inquiry_for_referee-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(METADATA)
    (told / "entry_points.txt").write_text(ENTRY)
    shutil.copy(ROOT / "tests" / "referee" / "inquiry.py", folder / "site")
    with serving(folder, folder / "site") as url:
        yield url


@pytest.fixture
def table(browser: Browser, server: str) -> Seating:
    """Give what sits people down at a table of the game."""
    return partial(guests, browser, server, "inquiry", SEATS)


def question(page: Page, title: str) -> Locator:
    """Return the panel of a question, or of an action in progress."""
    head = page.locator("h2, summary, .shut button, form > button", has_text=title)
    return page.locator(":is(.question, .progress)", has=head).first


def key(page: Page, title: str, says: str) -> Locator:
    return question(page, title).get_by_role("button", name=says, exact=True)


def choose(part: Locator, says: str) -> None:
    part.locator("label.key", has_text=re.compile(f"^{says}$")).click()


def happened(page: Page, told: str) -> None:
    expect(page.locator("#moment")).to_contain_text(told)


@pytest.mark.parametrize(
    "size", ["phone", *(pytest.param(size, marks=soak.SIZES) for size in SIZES if size != "phone")]
)
def test_each_kind_of_question_is_answered(table: Seating, size: str) -> None:
    with table(phone=SIZES[size], dark=size != "tablet") as at:
        page = at.phones["Player 1"]
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(question(page, "Reload").get_by_role("button")).to_be_disabled()
        expect(question(page, "Reload")).to_contain_text("The pistol is full.")

        key(page, "Stance", "Kneeling").click()
        happened(page, "stance {'stance': 'kneeling'}")

        key(page, "Walk", "Jail").click()
        number = question(page, "Walk").get_by_role("spinbutton")
        for _ in range(3):
            key(page, "Walk", "More").click()
        key(page, "Walk", "Less").click()
        expect(number).to_have_value("0.5")
        number.fill("7.5")
        key(page, "Walk", "Enter").click()
        happened(page, "walk {'to': 'jail', 'inches': 7.5}")

        for figure, rate in (("1A", "Run"), ("1B", "Stand")):
            choose(question(page, "Plot").get_by_role("group", name=figure), rate)
        key(page, "Plot", "Plot").click()
        happened(page, "Plotted.")

        key(page, "Shoot", "Shoot").click()
        expect(key(page, "Shoot", "‹ Choose something else")).to_be_visible()
        key(page, "Shoot", "over 12″").click()  # the number alone
        expect(question(page, "Shoot")).to_contain_text("How far is the target? over 12″")
        key(page, "Shoot", "‹ Choose something else").click()
        key(page, "Shoot", "Shoot").click()
        assert faults(page) == []
        key(page, "Shoot", "6 to 12″, In the open").click()
        expect(question(page, "Shoot").locator(".score .need b")).to_have_text("11")
        assert faults(page) == []
        choose(question(page, "Shoot"), "15")
        happened(page, "shoot {'inches': 12, 'cover': False, 'die': 15}")
        expect(page.locator(".score .fell")).to_have_text(re.compile(r"Rolled 15 \+1 = 16\s*Success"))


def test_dice_are_typed_by_their_faces_and_for_each_name(
    table: Seating,
) -> None:
    with table() as at:
        page = at.phones["Player 1"]
        key(page, "Hurt", "Hurt").click()
        for die, face in (("Die 1", 5), ("Die 2", 2)):
            question(page, "Hurt").get_by_role("group", name=die).locator(f'input[value="{face}"]').check(
                force=True
            )
        key(page, "Hurt", "Enter").click()
        happened(page, "hurt {'dice': (5, 2)}")

        question(page, "Panic").locator("summary").first.click()
        key(page, "Panic", "Panic").click()
        for figure, face in (("1A", 6), ("1B", 1)):
            question(page, "Panic").get_by_role("group", name=figure).locator(f'input[value="{face}"]').check(
                force=True
            )
        key(page, "Panic", "Enter").click()
        happened(page, "panic {'dice': {'1A': 6, '1B': 1}}")


def test_the_referee_rolls_once_or_from_now_on(table: Seating) -> None:
    with table() as at:
        page = at.phones["Player 1"]
        key(page, "Hurt", "Hurt").click()
        key(page, "Hurt", "Let the referee roll").click()
        happened(page, "Done: hurt")
        page.locator(".who-rolls").get_by_role("button", name="On this device only").click()
        expect(page.locator(".who-rolls")).to_contain_text("on this device the referee rolls")
        page.locator(".who-rolls").get_by_role("button", name="as at the table").click()
        expect(page.locator(".who-rolls")).not_to_contain_text("on this device")
        page.locator(".who-rolls").get_by_role("button", name="Let the referee roll").click()
        expect(page.locator(".who-rolls")).to_contain_text("the referee rolls")
        for other in at.pages:
            expect(other.locator("#arrival")).to_contain_text("the referee now rolls the dice")
        question(page, "Panic").locator("summary").first.click()
        key(page, "Panic", "Panic").click()
        happened(page, "Done: panic")


def test_others_read_who_is_asked_and_until_when(table: Seating) -> None:
    with table() as at:
        one, two = at.phones.values()
        line = one.locator(".waits li", has_text="Player 2")
        expect(line).to_contain_text("a choice")
        first = int(line.locator(".countdown b").inner_text())
        expect(line.locator(".countdown b")).not_to_have_text(str(first))
        expect(question(two, "Duck").locator(".countdown")).to_be_visible()
        expect(two.locator(".waits li", has_text="a secret choice")).to_contain_text("Player 1:")
        expect(question(at.tablet, "Plot")).to_have_count(0)
        key(two, "Duck", "Duck: duck").click()
        expect(line).to_have_count(0)


def test_the_page_asks_when_the_time_is_over(table: Seating, server: str) -> None:
    with table() as at:
        two = at.phones["Player 2"]
        two.clock.install()
        two.reload()
        expect(question(two, "Duck").locator(".countdown b")).to_have_text(re.compile(r"^\d+$"))
        skip(server, 601)
        two.clock.fast_forward("10:01")
        happened(two, "Done: duck {'duck': False}")


def test_a_secret_on_the_tablet_is_for_one_player_alone(browser: Browser, server: str) -> None:
    with guests(browser, server, "inquiry", ["Player 2"]) as at:
        plot = question(at.tablet, "Plot: Player 1")
        expect(plot.get_by_role("button", name="Plot")).to_be_hidden()
        expect(plot).not_to_contain_text("only you")
        plot.get_by_text("hand this device to Player 1").click()
        for figure in ("1A", "1B"):
            choose(plot.get_by_role("group", name=figure), "Stand")
        plot.get_by_role("button", name="Plot").click()
        happened(at.tablet, "Plotted.")


def test_the_tablet_asks_for_no_secret_of_a_player_whose_phone_has_come(
    browser: Browser, server: str
) -> None:
    with guests(browser, server, "inquiry", [*reversed(SEATS)]) as at:
        expect(at.tablet.locator("#moment")).not_to_contain_text("hand this device")


def test_guests_of_a_game_that_is_not_there_are_told_so(browser: Browser, server: str) -> None:
    with (
        pytest.raises(AssertionError, match="no game enquiry: `referee games` says why"),
        guests(browser, server, "enquiry", SEATS),
    ):
        pass


def test_an_action_that_has_begun_is_given_up_alone(table: Seating) -> None:
    with table() as at:
        page = at.phones["Player 1"]
        key(page, "Shoot", "Shoot").click()
        key(page, "Shoot", "‹ Choose something else").click()
        expect(key(page, "Shoot", "Shoot")).to_be_visible()
        expect(page.locator(".progress")).to_have_count(0)


def test_another_player_is_asked_for_a_yes_before_the_dice_fall(table: Seating) -> None:
    with table() as at:
        one, two = at.phones.values()
        key(one, "Lift", "Lift").click()
        asked = two.locator("#agreement")
        expect(asked).to_contain_text("Player 1 asks")
        expect(asked).to_contain_text("Lift")
        assert faults(two) == []
        asked.get_by_role("button", name="No", exact=True).click()
        expect(one.locator("#agreement")).to_contain_text("declined")
        key(one, "Lift", "Lift").click()
        asked.get_by_role("button", name="Yes", exact=True).click()
        happened(one, "Done: lift")
