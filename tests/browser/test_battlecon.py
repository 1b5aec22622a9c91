"""Two phones and a tablet play a whole duel: a clash, a Cancel, an auto-stun, a Finish, a step taken back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_duel import Seat, do_all, sit_down, table_after
from tests.browser.at_sizes import cut_off
from tests.browser.conftest import LANDSCAPE, PHONE, TABLET_UPRIGHT, OpenPage


def pair(seat: str, style: str, base: str) -> dict[str, Any]:
    return {"do": "commit_pair", "seat": seat, "style": style, "base": base}


def base(seat: str, name: str) -> dict[str, Any]:
    return {"do": "commit_base", "seat": seat, "base": name}


def pull(seat: str, whom: str, spaces: int) -> dict[str, Any]:
    option = {"what": "move", "whom": whom, "direction": "advance", "spaces": spaces}
    return {"do": "choose", "seat": seat, "option": option}


MIXED = """(line, n) => {
  const owner = getComputedStyle(document.body).getPropertyValue(["--cadenza", "--kallistar"][n]);
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `color-mix(in oklab, ${owner}, var(--text) 38%)`;
  const mixed = getComputedStyle(probe).color;
  probe.remove();
  return [getComputedStyle(line).stroke, mixed];
}"""
"""The colour of a line of the plot, and its fighter's colour mixed with that of the text."""
NO_TOKEN: dict[str, Any] = {"do": "pass", "seat": "a"}
FIGHTERS: list[dict[str, Any]] = [
    {"do": "choose_fighter", "seat": "a", "fighter": "cadenza", "finish": "rocket_press"},
    {"do": "choose_fighter", "seat": "b", "fighter": "kallistar", "finish": "supernova"},
]
TO_THE_CLASH = [pair("a", "grapnel", "shot"), pair("b", "ignition", "spellbolt"), NO_TOKEN]
AFTER_THE_CLASH = [base("a", "press"), base("b", "shot"), pull("a", "b", 2)]
TO_THE_CANCEL = [pair("a", "special", "grasp"), pair("b", "caustic", "spellbolt"), NO_TOKEN]
AFTER_THE_CANCEL = [pair("a", "clockwork", "shot"), pull("b", "a", 2)]
THIRD_BEAT = [pair("a", "hydraulic", "strike"), pair("b", "volcanic", "strike"), NO_TOKEN]
TO_THE_FINISH = [pair("a", "grapnel", "press"), pair("b", "special", "drive"), NO_TOKEN]
LAST: dict[str, Any] = {"do": "choose", "seat": "a", "option": {"what": "decline"}}


def play(seats: dict[str, Seat], actions: list[dict[str, Any]]) -> None:
    for action in actions:
        seats[action["seat"]].do(action)


def the_end_tells_why(tablet: Page, a: Page, b: Page) -> None:
    for page in (tablet, a, b):
        expect(page.locator(".ended h2")).to_contain_text("Cadenza wins")
        expect(page.locator(".ended h2")).to_contain_text("Kallistar loses by Supernova")
        expect(page.locator(".line.is-won")).to_contain_text("19.8")
    expect(a.locator(".ended h2")).to_contain_text("You win")
    expect(tablet.locator(".line.is-won")).to_be_in_viewport(ratio=1)


def the_report_tells_it(tablet: Page) -> None:
    expect(tablet.locator("#report h1")).to_have_text("Cadenza wins")
    expect(tablet.locator(".reason").first).to_contain_text("There was 1 clash, 1 Cancel and 1 Finish.")
    expect(tablet.locator(".met tbody tr").last).to_contain_text("Finish")
    colours = [tablet.locator(f".plot .series.s{n}").evaluate(MIXED, n) for n in (0, 1)]
    assert [drawn for drawn, _ in colours] == [mixed for _, mixed in colours]
    assert tablet.locator(".ended .word").evaluate("e => getComputedStyle(e, '::before').content") == "none"


def test_two_phones_and_a_tablet_play_a_duel(open_page: OpenPage, server: str) -> None:
    seats = sit_down(open_page, table_after(server))
    tablet, a, b = (seats[seat].page for seat in ("table", "a", "b"))
    play(seats, FIGHTERS)
    expect(tablet.locator(".plate")).to_have_count(2)

    play(seats, TO_THE_CLASH[:1])
    expect(a.locator("#moment h2").first).to_contain_text("Waiting for Kallistar")
    expect(tablet.locator(".side-a .lamp")).to_have_text("has chosen")
    assert "Grapnel Shot" not in tablet.content() + b.content()
    play(seats, TO_THE_CLASH[1:])
    expect(tablet.locator(".line.is-clash")).to_contain_text("7.2")
    expect(b.locator(".facing")).to_contain_text("Grapnel Shot")
    theirs = a.locator(".cards-of").first
    expect(theirs).to_contain_text("Strike")
    expect(theirs).not_to_contain_text("Special action")
    play(seats, AFTER_THE_CLASH)
    expect(tablet.locator(".sheet.cadenza .pair-name")).to_contain_text("Grapnel Press")
    expect(tablet.locator(".side-b .life b")).to_have_text("15")
    expect(tablet.locator(".side-b .cardboard")).to_contain_text("Life 15")

    play(seats, TO_THE_CANCEL)
    expect(a.locator(".picker h2")).to_contain_text("Choose a new pair")
    expect(a.locator(".facing")).to_contain_text("Caustic Spellbolt")
    expect(b.locator("#moment h2").first).to_contain_text("Waiting for Cadenza")
    play(seats, AFTER_THE_CANCEL)
    expect(tablet.locator(".line.is-stunned")).to_contain_text("stunned at once (Caustic)")

    play(seats, THIRD_BEAT)
    expect(tablet.locator(".side-b .life b")).to_have_text("7")
    seats["a"].ask_back()
    expect(b.locator("#agreement h2")).to_have_text("Take back?")
    expect(b.locator("#agreement")).to_contain_text("back to the start of beat 3")
    seats["b"].agree()
    expect(tablet.locator(".side-b .life b")).to_have_text("14")
    expect(a.locator(".picker h2")).to_contain_text("Choose your pair")
    play(seats, THIRD_BEAT)
    expect(tablet.locator(".side-b .life b")).to_have_text("7")

    play(seats, TO_THE_FINISH)
    expect(tablet.locator(".sheet.kallistar .pair-name")).to_have_text("Supernova")
    play(seats, [LAST])
    the_end_tells_why(tablet, a, b)
    tablet.get_by_role("link", name="The report of the game").click()
    expect(tablet.locator(".met tbody tr")).to_have_count(4)
    the_report_tells_it(tablet)
    for width, height in (TABLET_UPRIGHT, PHONE):
        tablet.set_viewport_size({"width": width, "height": height})
        sideways = (
            "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).length"
        )
        assert tablet.evaluate(sideways) == 0


def test_a_player_changes_a_pair_until_both_are_in(open_page: OpenPage, server: str) -> None:
    table = table_after(server, FIGHTERS)
    seats = sit_down(open_page, table, ("table", "a"))
    a = seats["a"]
    a.do(pair("a", "battery", "strike"))
    expect(a.page.locator(".laid .sum-name").first).to_have_text("Battery Strike")
    a.page.locator("#change > summary").click()
    expect(a.page.locator("#change .styles label.pick").nth(1)).to_be_in_viewport(ratio=1)
    a.do(pair("a", "grapnel", "shot"))
    expect(a.page.locator(".laid .sum-name").first).to_have_text("Grapnel Shot")
    do_all(table, [pair("b", "blazing", "shot")])
    a.do(NO_TOKEN)
    expect(seats["table"].page.locator(".sheet.cadenza .pair-name")).to_have_text("Grapnel Shot")


def test_the_tablet_alone_hands_itself_round(open_page: OpenPage, server: str) -> None:
    """Without phones each player covers the screen; nothing of the first pair shows to the second."""
    table = sit_down(open_page, table_after(server), ["table"])["table"]
    tablet = table.page
    for action in FIGHTERS:
        expect(tablet.locator(".fighters h2")).to_have_text(f"Fighter for player {action['seat'].upper()}")
        table.do(action)
    for name, action in (
        ("Cadenza", pair("a", "grapnel", "shot")),
        ("Kallistar", pair("b", "blazing", "drive")),
    ):
        tablet.get_by_role("link", name=f"{name}: choose a pair here").click()
        expect(tablet.locator(".cover h2")).to_have_text(f"For {name} alone")
        assert "Grapnel Shot" not in tablet.content()
        tablet.get_by_role("link", name=f"I am {name}").click()
        expect(tablet.locator(".picker h2")).to_contain_text(f"{name} · Choose your pair")
        table.do(action)
    table.do(NO_TOKEN)
    expect(tablet.locator(".sheet.cadenza .pair-name")).to_have_text("Grapnel Shot")


def tablet_for_everybody(open_page: OpenPage, server: str) -> Seat:
    """Return the tablet of a table where nobody has a phone, with the fighters chosen."""
    return sit_down(open_page, table_after(server, FIGHTERS, alone=True), ["table"])["table"]


def test_pairs_that_lie_face_up_are_entered_one_after_the_other(open_page: OpenPage, server: str) -> None:
    """The tablet alone: the first pair laid shows the other hand, and the second one turns both up.

    What is asked is in sight on a small screen too, and so is the pair that is put together.
    """
    table = tablet_for_everybody(open_page, server)
    tablet = table.page
    for width, height in (PHONE, LANDSCAPE):
        tablet.set_viewport_size({"width": width, "height": height})
        for key in tablet.locator(".secret-keys a, .open-entry a").all():
            expect(key).to_be_in_viewport(ratio=1)
    tablet.locator(".open-entry").get_by_role("link", name="Cadenza’s pair").tap()
    expect(tablet.locator(".picker h2")).to_contain_text("Cadenza · Choose your pair")
    expect(tablet.locator("label.pick").first).to_be_in_viewport(ratio=1)
    expect(table.key(pair("a", "grapnel", "shot"))).to_be_in_viewport(ratio=1)
    for card in tablet.locator("label.pick:has(:checked)").all():
        expect(card).to_be_in_viewport(ratio=1)
    assert cut_off(tablet) == []
    table.do(pair("a", "grapnel", "shot"))
    expect(tablet.locator(".picker h2")).to_contain_text("Kallistar · Choose your pair")
    table.do(pair("b", "blazing", "drive"))
    expect(tablet.get_by_role("button", name="Add no token")).to_be_in_viewport(ratio=1)
    table.do(NO_TOKEN)
    expect(tablet.locator(".sheet.cadenza .pair-name")).to_have_text("Grapnel Shot")


def test_a_hand_is_played_by_keyboard(open_page: OpenPage, server: str) -> None:
    page = sit_down(open_page, table_after(server, FIGHTERS), "a")["a"].page
    page.locator(".styles input").first.focus()
    page.keyboard.press("Space")
    page.locator(".bases input").first.focus()
    page.keyboard.press("Space")
    expect(page.locator("button.commit:visible")).to_have_text("Lay down Battery Strike")
    page.locator("button.commit:visible").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".laid .sum-name").first).to_have_text("Battery Strike")


@soak.LOOKS
def test_what_is_new_begins_at_the_top_of_a_phone(open_page: OpenPage, server: str) -> None:
    table = table_after(server, FIGHTERS, duels=2)
    a = sit_down(open_page, table, "a")["a"]
    page = a.page
    expect(page.locator(".points")).to_have_text("Duel 1, You 0 : 0 Player B, first to 2")
    page.locator("#give-up").scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    a.do(pair("a", "grapnel", "shot"))
    page.wait_for_function("() => scrollY === 0")
    page.locator("#give-up").scroll_into_view_if_needed()
    do_all(table, [pair("b", "blazing", "shot")])
    expect(page.locator("#moment h2").first).to_contain_text("Ante")
    page.wait_for_function("() => scrollY === 0")


def test_a_match_goes_on_to_the_next_duel(open_page: OpenPage, server: str) -> None:
    seats = sit_down(open_page, table_after(server, FIGHTERS, duels=2))
    page = seats["a"].page
    page.locator("#give-up > summary").click()
    page.get_by_role("button", name="Give up the duel").click()
    for seat, winner, names in (
        ("a", "Player B", ("You", "Player B")),
        ("b", "You", ("Player A", "You")),
        ("table", "Player B", ("Player A", "Player B")),
    ):
        screen = seats[seat].page
        won = f"{winner} won duel 1 with Kallistar: Cadenza gives up."
        expect(screen.locator("#duel-before h2")).to_have_text(won)
        expect(screen.locator(".points")).to_have_text(f"Duel 2, {names[0]} 0 : 1 {names[1]}, first to 2")


def test_who_has_no_phone_gives_up_on_the_tablet(open_page: OpenPage, server: str) -> None:
    tablet = tablet_for_everybody(open_page, server).page
    tablet.locator("#give-up > summary").click()
    tablet.get_by_role("button", name="Kallistar gives up the duel").click()
    expect(tablet.locator(".ended h2")).to_contain_text("Cadenza wins")
    expect(tablet.locator("#give-up")).to_have_count(0)
