"""Each device adds its part to the dice once the page has shown the seal, and finds it again (#11)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import soak
from tests.browser.at_sizes import cut_off, small_targets
from tests.browser.at_table import joining_path, start
from tests.browser.conftest import PHONE, TABLET, OpenPage
from tests.referee.cli import Cli
from tools.api_table import ApiTable
from tools.served import serving

ADDED = """async ([path, count]) => {
  const [first] = (await (await fetch(path)).text()).split("\\n");
  return (JSON.parse(first).parts || []).length >= count;
}"""
KEPT = """() => {
  const name = Object.keys(localStorage).find((key) => key.startsWith("dice "));
  return JSON.parse(localStorage.getItem(name));
}"""
"""What the device keeps of its part."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server whose tables take parts of the dice."""
    with serving(tmp_path_factory.mktemp("server"), parts=True) as url:
        yield url


def parts(page: Page, code: str) -> list[dict[str, Any]]:
    """Return the parts in the record."""
    record = page.request.get(f"/api/tables/{code}/record").text()
    return list(json.loads(record.splitlines()[0]).get("parts", []))


def checked(page: Page) -> str:
    """Check the dice as a player does, and return what the device then says."""
    page.locator("[data-opens=device]").first.click()
    page.get_by_role("button", name="Check the dice").click()
    said = page.locator("#dice [role=status]")
    expect(said).to_contain_text("The record has", timeout=30_000)
    return said.inner_text()


def test_two_devices_join_and_find_their_parts_in_the_record(open_page: OpenPage) -> None:
    tablet, phone = open_page(TABLET), open_page(PHONE)
    code = start(tablet)
    tablet.wait_for_function(ADDED, arg=[f"/api/tables/{code}/record", 1])
    phone.goto(joining_path(tablet, "Zombie player"))
    expect(phone.locator("#moment")).to_be_visible()
    for page in (tablet, phone):
        assert "is this device’s" in checked(page)
        assert small_targets(page) == []
        assert cut_off(page) == []
    added = parts(tablet, code)
    assert [(part["seat"], part["round"]) for part in added if part["round"] == 2] == [
        ("zombie", 2), ("table", 2),
    ]  # fmt: skip
    assert len({part["part"] for part in added}) == len(added) == 3
    tablet.reload()
    assert "is this device’s" in checked(tablet)
    assert parts(tablet, code) == added


@soak.HANDS
def test_another_device_of_the_seat_adds_its_own_part(open_page: OpenPage) -> None:
    tablet, other = open_page(TABLET), open_page(TABLET)
    code = start(tablet)
    assert "is this device’s" in checked(tablet)
    pin = tablet.locator("#seats .pin").nth(1).text_content()
    joined = other.request.post("/api/join", data={"code": code, "pin": pin, "seat": "table"})
    assert joined.status == 200
    other.goto(f"/t/{code}")
    assert "Number 2 is this device’s" in checked(other)
    assert [part["seat"] for part in parts(tablet, code)] == ["table", "table"]


@soak.HANDS
def test_the_record_of_a_whole_game_holds_every_roll_and_both_parts(
    open_page: OpenPage,
    server: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the devices kept is enough to check the dice of the evening, on any computer."""
    table, pages = ApiTable.new(server, {"system": "dawn-of-the-dead"}), {}
    for seat, size in (("human", TABLET), ("zombie", PHONE)):
        page = pages[seat] = open_page(size)
        page.context.add_cookies([{"name": f"seat-{table.code}", "value": table.tokens[seat], "url": server}])
        page.goto(f"/t/{table.code}")
        assert "is this device’s" in checked(page)
    for page in pages.values():
        page.wait_for_function(ADDED, arg=[f"/api/tables/{table.code}/record", 3])
        page.goto("/healthz")  # It need not draw every step.
    table.play_to("over")
    file = tmp_path / "evening.jsonl"
    file.write_text(pages["human"].request.get(f"/api/tables/{table.code}/record").text(), encoding="utf-8")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.get("rolled")) for line in lines[1:]) > 10
    cli = Cli(capsys, monkeypatch)
    for page in pages.values():
        kept = page.evaluate(KEPT)
        assert cli("verify", file, "--part", kept["part"]).status == 0
    assert "human and zombie showed what they had promised before." in cli("verify", file).out
    other = cli("verify", file, "--part", "3" * 64)
    assert (other.status, "Your part is not in this record" in other.out) == (1, True)
