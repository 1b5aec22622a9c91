"""Yes or no for each of several names: a page asks for each of them, and for one alone too."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from tests.referee.any_table import AnyTable
from tests.rows import each_row


@each_row("figures", [("ann",), ("ann", "bea")])
def test_4_2_a_page_asks_of_each_who_changes_what_strangers_think(
    tmp_path: Path, figures: tuple[str, ...]
) -> None:
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 1, "points": 0})
    party = [{"name": name.capitalize(), "traits": ["abrasive"]} for name in figures]
    table.do("p1", {"do": "use_roster", "seat": "p1", "characters": party})
    table.do("table", {"do": "lay_out", "buildings": 0, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "turns"})
    table.do("p1", {"do": "ready"})
    table.do("p1", {"do": "add_figures", "kind": "independent", "count": 1, "zone": "street"})
    table.do("p1", {"do": "end_turn"})
    while (begun := table.view()["underway"])["action"]["do"] != "party_meets":
        (name, need), *_ = begun["needs"].items()
        table.do(
            "table", {**begun["action"], name: need["options"][-1] if need["kind"] == "choice" else False}
        )
    table.do("table", {**begun["action"], "met": True})
    begun = table.view()["underway"]
    assert (begun["needs"]["near"]["kind"], begun["needs"]["near"]["each"]) == ("yes_no", [*figures])
    page = unescape(table.client.get(f"/t/{table.code}", headers=table.headers("table")).text)
    fields = {*re.findall(r'name="(field\.near[^"]*)"', page)}
    assert fields == {f"field.near.{name}" for name in figures}
    form = dict.fromkeys(fields, "yes") | {"question": begun["question"], "serial": begun["serial"]}
    posted = {**form, "action": json.dumps(begun["action"]), "version": table.version}
    sent = table.client.post(f"/t/{table.code}/do", data=posted, headers=table.headers("table"))
    assert sent.status_code == 303
    met = next(line for line in table.record() if line.get("action", {}).get("do") == "party_meets")
    assert met["action"]["near"] == dict.fromkeys(figures, True)
    table.tables.close()
