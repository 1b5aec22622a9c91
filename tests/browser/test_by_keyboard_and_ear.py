"""A whole Game-Turn by keyboard alone, and what a screen reader is told on the way (WCAG 2.2 AA)."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_keyboard import Keyboard
from tests.browser.at_table import Device
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tools.api_table import ApiTable

LEADS_ON = (
    "Move them",
    "Move it from",
    "Resolve the attack",
    "No shot",
    "Attack 1 character",
    "Roll",
    "On to",
)
"""Keys that lead on through the Zombie Player-Turn, the first that is offered first."""
MAX_KEYS = 60

_LISTEN = """() => {
  window.toldOf = {ruling: 0, said: 0};
  for (const id of Object.keys(toldOf)) {
    const region = document.getElementById(id);
    region.stayed = true;
    new MutationObserver(() => { toldOf[id] += 1; })
      .observe(region, {childList: true, subtree: true, characterData: true});
  }
}"""


def offered(page: Page) -> list[str]:
    """Return what the keys of the moment say."""
    return [t.strip() for t in page.locator("#moment :is(button, a.button):visible").all_inner_texts()]


def lead_on(page: Page, keyboard: Keyboard) -> None:
    """Press the key that leads on; a unit with a choice goes where its first key says."""
    keys = offered(page)
    words = next((w for w in LEADS_ON if any(k.startswith(w) for k in keys)), "")
    if page.locator("#moment legend", has_text="Must react").count() and not words.startswith("Move"):
        keyboard.tab_to("", group="Must react")
        page.keyboard.press("Enter")
        expect(page.locator("#moment")).to_contain_text("May go")
        keyboard.goes_on()
        words = next(k for k in offered(page) if " to " in k)
    assert words, keys
    keyboard.press(words)


def same_version(page: Page, *others: Page) -> None:
    """Wait until the others show what a page shows."""
    version = page.locator("#moment").get_attribute("data-version") or ""
    for other in others:
        expect(other.locator("#moment")).to_have_attribute("data-version", version)


@soak.GAMES
def test_a_whole_game_turn_without_a_pointer(open_page: OpenPage, server: str) -> None:
    """Set-up on a phone and a tablet, then every phase, with Tab, Enter, space and the arrows."""
    table = ApiTable.at(server, "place_hidden")
    phone = open_page(PHONE, path=table.join("zombie"), touch=False)
    hiding = Keyboard(phone)
    for number in range(1, 6):
        hiding.tab_to("", kind="input", group="")
        while phone.evaluate("document.activeElement.type") != "checkbox":
            hiding.tab_to("", kind="input")
        phone.keyboard.press("Space")
        expect(phone.locator("[data-chosen]")).to_have_text(str(number))
    hiding.press("Hide the zombies here")

    tablet = open_page(TABLET, path=table.join("table"), touch=False)
    keyboard = Keyboard(tablet)
    for name, arrows in (("Peter", 0), ("Roger", 0), ("Steve", 1), ("Fran", 1)):
        keyboard.tab_to("", group=name)
        tablet.keyboard.press("Space")
        for _ in range(arrows):
            tablet.keyboard.press("ArrowDown")
        expect(tablet.locator(f"[name=square-{name.lower()}]:checked")).to_have_count(1)
    keyboard.press("Set up the characters")
    keyboard.press("Move Peter")
    keyboard.tab_to("", group="Go to")
    before = tablet.locator("#moment").get_attribute("data-version") or ""
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#moment")).not_to_have_attribute("data-version", before)
    keyboard.goes_on()
    before = tablet.locator("#moment").get_attribute("data-version") or ""
    keyboard.press("End the Human Player-Turn")
    expect(tablet.locator("#moment")).not_to_have_attribute("data-version", before)
    same_version(tablet, phone)
    for _ in range(MAX_KEYS):
        if tablet.locator("#bar .turn b").inner_text() == "2":
            break
        # The zombies move on the phone; the tablet has the keys of the characters under attack.
        page, keys = (tablet, keyboard) if offered(tablet) else (phone, hiding)
        lead_on(page, keys)
        same_version(page, tablet, phone)
    expect(tablet.locator("#bar .turn b")).to_have_text("2")
    expect(tablet.locator("#bar .phase")).to_contain_text("Human Player-Turn")


def test_a_sheet_gives_the_keyboard_back(open_page: OpenPage, server: str) -> None:
    """Escape closes it; the focus is where it was, and the map holds nobody fast."""
    page = open_page(TABLET, path=ApiTable.at(server, "moving").join("table"), touch=False)
    keyboard = Keyboard(page)
    page.locator("#map").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#map")).not_to_be_focused()
    case = page.locator("#moment a.case").first
    case.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    expect(page.locator("#sheet :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(case).to_be_focused()
    keyboard.at()


def test_every_ruling_and_phase_is_read_out(open_page: OpenPage, server: str) -> None:
    """The regions stay and their text changes: after an action, a refusal, a second one, a new phase."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET, path=table.join("table"))
    expect(page.locator("#moment")).to_be_visible()
    page.evaluate(_LISTEN)
    page.locator("#moment fieldset", has_text="Go to").locator("button").first.click()
    heard(page, "ruling", 1)
    said = page.get_by_role("status")
    expect(said.filter(has_text="goes from")).to_have_count(1)
    for _ in range(2):
        before = page.evaluate("toldOf.ruling")
        page.locator("#byname").fill("209")
        page.keyboard.press("Enter")
        expect(page.locator("#moment")).to_have_attribute("data-square", "209")
        heard(page, "ruling", before + 1)
        expect(said.filter(has_text="Not allowed")).to_have_count(1)
    page.locator("#moment a", has_text="Back to").click()
    Device(page).press("End the Human Player-Turn")
    heard(page, "said", 1)
    expect(said.filter(has_text="Game-Turn 1: ")).to_contain_text("Berserk Zombie Phase")
    assert page.evaluate("['ruling', 'said'].every(id => document.getElementById(id).stayed)")


def test_news_is_read_out_and_moves_no_focus(open_page: OpenPage, server: str) -> None:
    """What the other side does is told politely; the keyboard stays, in the bar and in the lists too."""
    table = ApiTable.at(server, "moving")
    page = open_page(TABLET, path=table.join("table"))
    expect(page.locator("#moment")).to_be_visible()
    page.evaluate(_LISTEN)
    for place in ("#bar .tools a >> nth=1", "#people a >> nth=1", "#log summary", "#moment h2"):
        page.locator(place).focus()
        name = page.evaluate("document.activeElement.textContent")
        before = page.evaluate("toldOf.ruling")
        table.do("human", next(a for a in table.actions("human") if a["do"] == "step"))
        expect(page.locator("#moment")).to_have_attribute("data-version", str(table.view()["version"]))
        heard(page, "ruling", before + 1)
        expect(page.locator(":focus")).to_have_text(name)


def heard(page: Page, region: str, times: int) -> None:
    """Wait until a region has spoken so many times."""
    page.wait_for_function("([region, times]) => toldOf[region] >= times", arg=[region, times])
