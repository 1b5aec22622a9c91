"""After a roll the chart opens from the ruling with the row of that roll marked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests import soak
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.referee.seated import HIDDEN, START


@pytest.mark.parametrize(
    "size", [pytest.param(TABLET, id="tablet"), *soak.rest(soak.SEVERAL, [pytest.param(PHONE, id="phone")])]
)
def test_13_5_the_entrance_table_opens_at_the_row_just_rolled(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    """13.5: a 2 and a 2 bring no unit; the case tag opens the table with row 4 marked, in words too."""
    page = open_page(size)
    made = page.request.post("/api/tables", data={}).json()

    def do(seat: str, action: dict[str, Any]) -> None:
        headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}"}
        table = f"/api/tables/{made['code']}"
        version = page.request.get(f"{table}/view", headers=headers).json()["version"]
        answer = page.request.post(
            f"{table}/do", headers=headers, data={"action": action, "version": version}
        )
        assert answer.ok, answer.text()

    do("zombie", HIDDEN)
    do("human", START)
    do("human", {"do": "end_turn"})
    for _ in range(4):
        do("zombie", {"do": "next_phase"})
    do("zombie", {"do": "roll_entrance", "dice": [2, 2]})
    page.goto(f"/join/{made['seats']['table']['token']}")
    if "/join/" in page.url:
        page.get_by_role("button").first.click()
    page.locator("#ruling .case", has_text="13.5").click()
    sheet = page.locator("#sheet")
    expect(sheet.locator("caption")).to_contain_text("Just rolled: 4: no unit")
    expect(sheet.locator('tr.rolled th[aria-current="true"]')).to_have_text("4")
    expect(sheet.locator("tr.rolled")).to_have_count(1)
    sheet.get_by_role("button", name="Close").click()
    expect(page.locator("#ruling")).to_contain_text("13.5")
