"""The tablet changes a choice that it laid for a player: only that player's view becomes another."""

from __future__ import annotations

from pathlib import Path

from tests.referee.games.battlecon.duel_tables import Duel, pair_of

FIRST, SECOND = pair_of("battery", "strike"), pair_of("grapnel", "shot")


def test_the_owner_gets_a_new_version_with_the_new_choice(tmp_path: Path) -> None:
    duel = Duel(tmp_path, fighters=())
    for seat, fighter in (("a", "cadenza"), ("b", "kallistar")):
        duel.do("table", {"do": "choose_fighter", "seat": seat, "fighter": fighter})
    duel.do("table", {**FIRST, "seat": "a"})
    before = {seat: duel.get(seat, "/view") for seat in ("a", "b", "table")}
    duel.do("table", {**SECOND, "seat": "a"})
    for _ in range(2):
        after = {seat: duel.get(seat, "/view") for seat in before}
        assert after["a"].get_json()["committed"]["a"] == {"style": "grapnel", "base": "shot"}
        assert after["a"].get_json()["version"] == before["a"].get_json()["version"] + 1
        assert after["a"].headers["ETag"] != before["a"].headers["ETag"]
        for seat in ("b", "table"):
            assert after[seat].data == before[seat].data
        duel.restart()
    duel.do("table", {**FIRST, "seat": "a"})
    assert duel.seen("a")["committed"]["a"] == {"style": "battery", "base": "strike"}
    duel.do("table", {"do": "commit_pair", "seat": "b", "style": "volcanic", "base": "drive"})
    assert duel.seen("table")["phase"] == "ante"
    duel.tables.close()
