"""Characters of ZoMbIeS! on a phone: made by points, kept on the device, on a sheet, in the next game."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Page, expect

from referee.testing.guests import guests

SEATS = ("Player 1",)


def chosen(page: Page, fold: str, *names: str) -> None:
    """Open a fold of the form, and choose in it."""
    part = page.locator(".builder form > details", has=page.get_by_text(fold, exact=True))
    part.locator("summary").click()
    for name in names:
        part.locator("label.key", has=page.get_by_text(name, exact=True)).click()


def test_a_character_is_made_by_points_kept_and_taken_into_another_game(
    browser: Browser, server: str
) -> None:
    with guests(browser, server, "zombies-surviving", SEATS, {"players": "1", "points": "60"}) as table:
        phone = table.phones["Player 1"]
        phone.locator("summary", has_text="Make one of your own").click()
        form = phone.locator(".builder form")
        form.get_by_label("Name", exact=True).fill("Zed")
        chosen(phone, "Traits that help", "Leader", "Very fast")
        expect(form.locator(".sum p")).to_contain_text("46 of 60 points")
        expect(form.locator(".sum p")).to_contain_text("Leader, Very fast")
        chosen(phone, "Weapons", "Pistol")
        expect(form.get_by_role("button", name="1 point too dear")).to_be_disabled()
        fast = form.locator("label.key.dear", has=phone.get_by_text("Fast", exact=True))
        expect(fast).to_have_count(1)
        chosen(phone, "Traits that hinder, and give points back", "Argumentative")
        form.get_by_role("button", name="Make this character").click()
        expect(phone.locator("#ruling")).to_contain_text("Zed cannot be leader and argumentative")
        expect(form.get_by_label("Name", exact=True)).to_have_value("Zed")
        expect(form.locator(".sum p")).to_contain_text("58 of 60 points")
        for name in ("Argumentative", "Noisy"):
            form.locator("label.key", has=phone.get_by_text(name, exact=True)).click()
        form.get_by_role("button", name="Make this character").click()
        expect(phone.get_by_role("heading", name="Zed")).to_be_visible()
        phone.locator("summary", has_text="Make one of your own").click()
        expect(form.get_by_label("Name", exact=True)).to_have_value("")

        phone.get_by_role("link", name="Your characters").click()
        sheet = phone.get_by_role("article", name="Zed")
        expect(sheet.get_by_role("img", name="12 of 12 rounds")).to_be_visible()
        with phone.expect_download() as saved:
            phone.get_by_role("link", name="Save as a file").click()
        roster = json.loads(saved.value.path().read_text("utf-8"))
        assert roster["characters"][0]["traits"] == ["leader", "very_fast", "noisy"]
        sheet.get_by_role("button", name="Keep on this device").click()
        expect(sheet.get_by_role("button", name="✓ Kept on this device")).to_be_disabled()

        phone.get_by_role("link", name="Back to the table").click()
        phone.get_by_role("button", name="Send Zed away").click()
        phone.locator("[data-kept]").get_by_role("button", name="Zed").click()
        expect(phone.get_by_role("heading", name="Zed")).to_be_visible()
        phone.get_by_role("link", name="Your characters").click()
        phone.get_by_role("button", name="Forget Zed").click()
        expect(phone.locator("#kept")).to_be_hidden()
