"""The characters as the screens list them: who moved, and when (5.0); and the goal at a glance (14.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.status_bar import characters, goal
from rules.dawn_of_the_dead.equipment.equipment import setting
from rules.dawn_of_the_dead.position import Status
from tests.referee.dawn_views import view_of
from tests.referee.seated import Seated, ordered


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter moved and the Human Player-Turn is over."""
    made = Seated(tmp_path, sources=ordered({}))
    made.set_up()
    made.do(
        "human",
        {"do": "start_move", "characters": ["peter"]},
        {"do": "step", "to": "008"},
        {"do": "end_turn"},
    )
    yield made
    made.tables.close()


def said(table: Seated) -> dict[str, str]:
    """Return what is said of each character's last move."""
    lines = characters(view_of(table.view()), setting().sheet, "")
    return {
        line["name"]: words
        for line in lines
        for words in line["detail"].rstrip(".").split(", ")
        if "turn" in words
    }


def test_5_0_in_the_zombie_phases_peter_moved_this_turn_and_nobody_else(table: Seated) -> None:
    assert said(table) == {"Peter": "moved this turn"}


def test_5_0_in_the_next_human_turn_he_moved_last_turn(table: Seated) -> None:
    while table.view()["phase"] != "human":
        actions = table.get("zombie", "/actions").get_json()["actions"]
        order = ("react", "roll_free_moves", "roll_entrance", "next_phase")
        table.do("zombie", next(a for name in order for a in actions if a["do"] == name))
    assert said(table) == {"Peter": "moved last turn"}


def aims(table: Seated, seat: str = "table") -> dict[str, tuple[str, str]]:
    """Return what the strip says at a seat: in a few characters, and in words."""
    return {aim.name: (aim.value, aim.says) for aim in goal(view_of(table.view(seat)), setting().board)}


def test_14_0_the_goal_is_told_at_a_glance(table: Seated) -> None:
    """14.1 and 14.2: doors, rifles, zombies, also hidden ones (R-14.2a), and who is lost."""
    units = len(table.view()["zombies"])
    assert aims(table) == aims(table, "zombie")
    assert aims(table) == {
        "Doors": ("0/4", "0 of 4 main doors closed."),
        "Rifles": ("0/2", "Rifles: Steve and Fran need one."),
        "Zombies": (f"{units}+5", f"{units} zombie units on the map and 5 hidden."),
        "Lost": ("–", "Nobody is lost."),
    }
    with table.opened() as loaded:
        now = loaded.positions[-1]
        fates: dict[str, Status] = {"peter": "killed", "steve": "super_zombie", "fran": "infected"}
        characters = {
            name: replace(c, status=fates.get(name, c.status)) for name, c in now.characters.items()
        }
        characters["fran"] = replace(characters["fran"], rifle=True)
        doors = {**now.main_doors, "north": "closed"}
        loaded.positions[-1] = replace(now, characters=characters, main_doors=doors, zombies={}, hidden=())
        loaded.views.clear()
    assert aims(table) == {
        "Doors": ("1/4", "1 of 4 main doors closed: North."),
        "Rifles": ("1/1", "Rifles: Fran has a rifle."),
        "Zombies": ("1", "0 zombie units on the map and 1 super zombie."),
        "Lost": ("P S F", "Lost: Peter and Steve. Fran is infected."),
    }
    page = table.client.get(f"/t/{table.code}", headers=table.headers("human")).text
    assert "Lost: Peter and Steve. Fran is infected." in page


def test_3_0_before_the_game_has_begun_there_is_no_goal_to_show(tmp_path: Path) -> None:
    fresh = Seated(tmp_path)
    assert aims(fresh) == {}
    assert '<dl id="goal"' in fresh.client.get(f"/t/{fresh.code}", headers=fresh.headers("table")).text
    fresh.tables.close()
