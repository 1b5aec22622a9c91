"""R-2.3a: a running game goes on with another counter sheet, if all who play agree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.records.text import fingerprint
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.any_table import Action
from tests.referee.cli import Cli
from tests.referee.played import play_out, take_back
from tests.referee.seated import START, Seated, ordered

MEET: Action = {"do": "step", "to": "025"}


def sheet(values: dict[str, int] | None = None, **peter: int) -> dict[str, Any]:
    """Return a counter sheet of one's own: the bundled one but for these figures."""
    data = {**equipment.load_counters(), "name": "Our set", "provenance": "typed in"}
    data["characters"]["peter"]["normal"] |= peter
    return data | ({"zombie_values": values} if values else {})


def seated(folder: Path, **options: Any) -> Seated:
    """Return a table with cardboard counters where Peter stands in 026, beside a unit in 025."""
    table = Seated(folder, options={"counters": "physical"} | options, sources=ordered({}))
    if options.get("mode", "two-player") == "two-player":
        table.set_up()
    else:
        table.do("table", START)
    seat = "human" if "human" in table.tokens else "table"
    table.do(seat, {"do": "start_move", "characters": ["peter"]})
    table.do(seat, {"do": "step", "to": "008"}, {"do": "step", "to": "026"})
    return table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    made = seated(tmp_path)
    yield made
    made.tables.close()


def ask(table: Seated, data: dict[str, Any], seat: str = "human") -> Any:
    return table.post(seat, "/override", action={"do": "use_sheet", "sheet": data}, version=table.version)


def agree(table: Seated) -> dict[str, Any]:
    done: dict[str, Any] = table.post("zombie", "/override", answer="agree").get_json()
    assert done["override"] == "done"
    return done


def page(table: Seated, seat: str, path: str = "") -> str:
    answer = table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat))
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def test_both_sides_agree_and_the_record_holds_the_sheet(table: Seated) -> None:
    ours = sheet({"1": 20, "11": 30}, movement_allowance=19)
    assert table.try_("human", {"do": "use_sheet", "sheet": ours}).status_code == 422
    assert ask(table, ours).get_json()["override"] == "asked"
    read = page(table, "zombie")
    assert "Other counters?" in read
    assert "go on with the counter sheet “Our set”. It has units of 1: 20; of 11: 30." in read
    assert "Peter 3-1-19, infected 2-2-5" in read
    ruling = agree(table)["ruling"]
    assert (ruling["reason"], ruling["cases"]) == (
        "The game goes on with the counter sheet “Our set”.", ["R-2.3a", "2.3"],
    )  # fmt: skip
    line = table.record("zombie")[-1]
    assert (line["overridden"], line["story"]) == (True, ruling["reason"])
    assert line["action"] == {"do": "use_sheet", "sheet": ours, "sha256": fingerprint(ours)}
    assert table.view()["sheet"] == f"own-{fingerprint(ours)[:16]}"
    assert "3-1-19" in page(table, "human")
    assert "Counters: Our set" in page(table, "table")
    table.do("human", MEET, MEET | {"values": {"025": 11}})
    before = table.everything()
    table.restart()
    assert table.everything() == before
    take_back(table)
    take_back(table)
    assert (table.view()["sheet"], table.position.setting.sheet.name) == (
        equipment.DEFAULT_COUNTERS, equipment.load_counters()["name"],
    )  # fmt: skip


def test_a_value_that_lies_open_must_be_on_the_sheet(table: Seated) -> None:
    table.do("human", MEET | {"values": {"025": 11}})
    refused = ask(table, sheet({"1": 20, "2": 30})).get_json()["ruling"]
    assert (refused["firm"], refused["reason"]) == (
        True, "The unit in 025 was read as 11, but “Our set” has no unit with that value.",
    )  # fmt: skip
    assert table.view()["request"] is None
    answer = ask(table, {"format": "referee-counters/1"})
    assert "sheet is not a valid counter sheet: name is missing" in answer.get_json()["detail"]
    wrong = {"do": "use_sheet", "sheet": sheet(), "sha256": "0" * 64}
    answer = table.post("human", "/override", action=wrong, version=table.version)
    assert "is not the fingerprint of this sheet" in answer.get_json()["detail"]


def test_a_value_that_the_sheet_has_not_leads_on_and_is_then_taken(table: Seated) -> None:
    """The step waits for the value of the unit while the counters are changed beside it."""
    table.do("human", MEET)
    ours = table.client.post("/api/counters", json=sheet({"1": 20, "10": 30})).get_json()["id"]
    with table.opened() as loaded:
        now = loaded.positions[-1]
        other = next(square for square in now.zombies if square != "025")
        loaded.positions[-1] = replace(now, shown={other: 10})
        loaded.views.clear()
    posted = {
        "action": json.dumps(MEET | {"values": {"025": 10}}),
        "version": str(table.version),
    }
    answer = table.client.post(f"/t/{table.code}/do", headers=table.headers("human"), data=posted)
    assert f"The only unit with the value 10 is already known: {other}." in answer.text
    assert f'href="/t/{table.code}/counters"' in answer.text
    assert "Use another counter sheet" in answer.text
    offered = page(table, "human", "/counters")
    assert "Our set" in offered
    form = {"sheet": ours, "version": str(table.version)}
    sent = table.client.post(f"/t/{table.code}/counters", headers=table.headers("human"), data=form)
    assert sent.location == f"/t/{table.code}"
    assert agree(table)["view"]["underway"]["needs"] == {"value": ["025"]}
    table.do("human", MEET | {"values": {"025": 10}})
    assert table.view()["characters"]["peter"]["square"] == "025"
    table.restart()
    assert table.view()["characters"]["peter"]["square"] == "025"


def test_values_that_the_referee_drew_stay_and_figures_may_change(tmp_path: Path) -> None:
    table = seated(tmp_path, counters="digital")
    refused = ask(table, sheet({"1": 20, "2": 30})).get_json()["ruling"]
    assert "The referee has drawn the Zombie Values of this game already" in refused["reason"]
    assert refused["firm"]
    offered = page(table, "human", "/counters")
    table.client.post("/api/counters", json=sheet({"1": 20, "2": 30}))
    offered = page(table, "human", "/counters")
    assert "Not for this game." in offered
    ask(table, sheet(movement_allowance=19))
    agree(table)
    assert table.view("human")["agenda"][0]["text"] == "Peter: 17 Movement Points left."
    table.tables.close()


def test_alone_one_tap_does_it_and_a_rematch_keeps_the_sheet(tmp_path: Path) -> None:
    table = seated(tmp_path, mode="solitaire")
    ours = table.client.post("/api/counters", json=sheet(movement_allowance=19)).get_json()["id"]
    form = {"sheet": ours, "version": str(table.version)}
    table.client.post(f"/t/{table.code}/counters", headers=table.headers("table"), data=form)
    assert table.view()["sheet"] == ours
    assert "Your tap changes it for everybody" in page(table, "table", "/counters")
    again = table.client.post(f"/t/{table.code}/counters", headers=table.headers("table"), data=form)
    assert again.status_code in {409, 422}
    assert "Not now" in again.text
    table.tables.close()


@soak.GAMES
@pytest.mark.slow
@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_a_finished_record_is_replayed_and_verified(cli: Cli, tmp_path: Path, counters: str) -> None:
    """With cardboard every unit of the game shows a 4, which the bundled sheet has on eight alone."""
    table = seated(tmp_path, counters=counters)
    ours = sheet({"4": 50} if counters == "physical" else None, movement_allowance=8)
    ask(table, ours)
    agree(table)
    table.do("human", {"do": "end_turn"})
    play_out(table)
    record = tmp_path / "game.jsonl"
    record.write_bytes(table.get("table", "/record").data)
    assert cli("verify", str(record)).status == 0
    replayed = cli("replay", str(record))
    assert replayed.status == 0, replayed.out
    assert "1 of them overridden by agreement" in replayed.out
    changed = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    for line in changed:
        if line.get("action", {}).get("do") == "use_sheet":
            line["action"]["sheet"]["zombie_values"] = {"1": 50}
            line["action"].pop("sha256")
    record.write_text("\n".join(map(json.dumps, changed)), "utf-8")
    assert cli("replay", str(record)).status != 0 or cli("verify", str(record)).status != 0
    table.tables.close()
