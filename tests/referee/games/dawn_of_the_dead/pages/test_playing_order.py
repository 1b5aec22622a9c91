"""What one tap must leave to the zombie player: the order of his steps where it is a choice."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import BerserkState
from tests.referee.games.dawn_of_the_dead.pages.test_musts import (
    AUTOMATIC,
    HOLD,
    MUSTS,
    attacked,
    idle,
    kinds,
    tap,
)
from tests.referee.seated import HIDDEN, START, Seated, ordered

__all__ = ["attacked", "idle"]
YOURS = "The next step is yours"


def changed(table: Seated, **changes: Any) -> None:
    """Put pieces elsewhere."""
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], **changes)
        loaded.views.clear()


def reacting(table: Seated, mover: str, squares: list[str]) -> None:
    """Let a character go to 010, so that the units in these squares must react."""
    table.do("zombie", HIDDEN)
    table.do("human", START)
    units = list(table.position.zombies.values())
    changed(table, zombies=dict(zip(squares, units, strict=False)))
    table.do("human", {"do": "start_move", "characters": [mover]}, {"do": "step", "to": "010"})
    table.do("human", {"do": "end_turn"})


def reactions(table: Seated) -> dict[str, int]:
    """Return how many ways each unit may react now."""
    offered = table.get("zombie", "/actions").get_json()["actions"]
    starts = [a["from"] for a in offered if a["do"] == "react"]
    return {start: starts.count(start) for start in starts}


@pytest.mark.parametrize(
    ("mover", "squares", "ways"),
    [("roger", ["012", "031"], {"012": 1, "031": 1}), ("peter", ["028", "029", "032"], {"032": 2})],
)
def test_7_2_units_wait_where_the_first_move_gives_another_one_a_choice(
    tmp_path: Path, mover: str, squares: list[str], ways: dict[str, int]
) -> None:
    """R-7.2a: the zombie player takes them in any order, and what he may do last hangs on it."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    reacting(table, mover, squares)
    tap(table, "zombie", MUSTS)
    assert table.view()["phase"] == "reaction"
    assert reactions(table).items() >= ways.items()
    assert "react" not in kinds(table)
    before = table.version
    assert YOURS in tap(table, "zombie", MUSTS)
    assert table.version == before


def test_7_0_a_unit_that_another_one_blocks_follows_it(tmp_path: Path) -> None:
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    reacting(table, "roger", ["011", "012"])
    table.do("zombie", {"do": "next_phase"})
    assert reactions(table) == {"011": 1}
    tap(table, "zombie", MUSTS)
    assert kinds(table).count("react") == 2


@pytest.mark.parametrize("infected", [["fran"], ["fran", "steve"]])
def test_11_0_the_order_of_two_infected_characters_is_the_zombie_players(
    idle: Seated, infected: list[str]
) -> None:
    people = idle.position.characters
    ill = {name: replace(people[name], status="infected", infected_on_turn=0) for name in infected}
    changed(idle, characters={**people, **ill})
    tap(idle, "zombie", MUSTS)
    assert "roll_entrance" in kinds(idle)
    assert ("roll_infection" in kinds(idle)) == (len(infected) == 1)


def test_r_undo_dice_that_come_up_again_are_laid_by_the_zombie_player(attacked: Seated) -> None:
    """8.0: he rolls in any order. Once both dice are known, the order says whom each falls on."""
    tap(attacked, "zombie", MUSTS)
    tap(attacked, "human", HOLD)
    tap(attacked, "zombie", {"do": "declare_attack", "count": 2})
    declared = next(x["n"] for x in reversed(attacked.record()) if x["action"]["do"] == "declare_attack")
    attacked.post("human", "/undo", n=declared)
    assert attacked.post("zombie", "/undo", answer="agree").get_json()["undo"] == "done"
    tap(attacked, "zombie", {"do": "declare_attack", "count": 2})
    assert kinds(attacked)[-1] == "declare_attack"


def test_10_0_the_key_also_makes_the_checks_that_are_due(idle: Seated) -> None:
    at = "046"
    zombies = idle.position.zombies
    changed(
        idle,
        zombies={**zombies, at: replace(zombies[at], berserk=True)},
        phase_state=BerserkState(due=frozenset({at})),
    )
    page = idle.client.get(f"/t/{idle.code}", headers=idle.headers("zombie")).get_data(as_text=True)
    assert "ending=musts" in page
    tap(idle, "zombie", MUSTS)
    assert kinds(idle)[2:5] == ["end_turn", "check_berserk", "next_phase"]


def test_the_tap_does_nothing_where_the_key_does_not_stand(idle: Seated) -> None:
    idle.do("zombie", {"do": "next_phase"}, {"do": "roll_free_moves", "die": 3})
    before = idle.version
    assert YOURS in tap(idle, "zombie", MUSTS)
    assert idle.version == before


def test_a_tap_that_comes_too_late_says_so_where_nothing_is_left_to_play(attacked: Seated) -> None:
    tap(attacked, "zombie", MUSTS)
    before = attacked.version
    assert "came too late" in unescape(tap(attacked, "zombie", MUSTS, version=before - 1))
    assert attacked.version == before
