"""What it costs to leave a zombie's square stands in its panel, and in those one step away (5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import Zombie
from tests.referee.seated import HIDDEN, Seated, beside_two_units, ordered


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Steve has come to 046, into the square of a zombie of value 3."""
    made = Seated(tmp_path, sources=ordered({"046": 3}))
    made.do("zombie", HIDDEN)
    places = {"peter": "009", "roger": "009", "steve": "028", "fran": "028"}
    made.do("human", {"do": "place_characters", "squares": places})
    made.do("human", {"do": "start_move", "characters": ["steve"]}, {"do": "step", "to": "047"})
    made.do("human", {"do": "step", "to": "046"})
    yield made
    made.tables.close()


def panel(table: Seated, square: str, seat: str = "human") -> str:
    """Return the facts in a square's panel, without the tags."""
    headers = {**table.headers(seat), "HX-Request": "true"}
    page = table.client.get(f"/t/{table.code}/square/{square}", headers=headers).get_data(as_text=True)
    told = page.split('id="moment"')[1].split("<dl", 1)[1].split("</dl>")[0]
    words = " ".join(part.split(">", 1)[-1] for part in told.split("<"))
    return " ".join(unescape(words).split())


def change(table: Seated, *, unit: Zombie | None, above: str | None = None) -> None:
    """Put another unit in 046, or none, and `above` it a super zombie."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        zombies = {s: z for s, z in now.zombies.items() if s != "046"} | ({"046": unit} if unit else {})
        people = dict(now.characters)
        if above:
            people[above] = replace(people[above], square="046", status="super_zombie")
        loaded.positions[-1] = replace(now, zombies=zombies, characters=people)
        loaded.views.clear()


@pytest.mark.parametrize("seat", ["human", "table", "zombie"])
def test_5_4_the_points_stand_in_its_panel_and_in_the_next_one(table: Seated, seat: str) -> None:
    costs = "4 Movement Points: 1 to enter, 3 to leave 046"
    assert f"To leave {costs}" in panel(table, "046", seat)
    assert f"Step from 046 {costs}" in panel(table, "045", seat)
    assert "to leave" not in panel(table, "009", seat)


def test_5_4_they_stand_there_where_they_are_too_many(table: Seated) -> None:
    """No figure stands in the squares that cannot be reached, so the panel alone tells it."""
    change(table, unit=Zombie(9))
    assert "10 Movement Points: 1 to enter, 9 to leave 046" in panel(table, "046")


def test_5_4_a_mover_who_cannot_pay_for_any_step_reads_why(table: Seated) -> None:
    """The keys to go on are gone, and the points left alone do not tell why."""
    told = "A step from 046 takes 10 Movement Points: 1 to enter, 9 to leave 046."
    page = f"/t/{table.code}/now"
    assert "A step from" not in table.client.get(page, headers=table.headers("human")).get_data(as_text=True)
    change(table, unit=Zombie(9))
    assert told in table.client.get(page, headers=table.headers("human")).get_data(as_text=True)


def test_r_11_1c_a_super_zombie_alone_counts_its_own_strength(table: Seated) -> None:
    change(table, unit=None, above="roger")
    assert "3 Movement Points: 1 to enter, 2 to leave 046 5.4 R-11.1c" in panel(table, "046").replace(
        " ,", ","
    )


def test_r_5_4a_with_a_unit_beside_it_both_count(table: Seated) -> None:
    change(table, unit=Zombie(3), above="roger")
    assert "6 Movement Points: 1 to enter, 5 to leave 046" in panel(table, "046")


def test_5_4_a_value_that_nobody_has_read_is_named_as_such(tmp_path: Path) -> None:
    for table in beside_two_units(tmp_path):
        table.do("human", {"do": "step", "to": "012", "values": {"012": 3}})
        with table.opened() as loaded:
            now = loaded.positions[-1]
            loaded.positions[-1] = replace(now, zombies={**now.zombies, "012": Zombie(None)})
            loaded.views.clear()
        assert "at least 1 Movement Point: 1 to enter, the Zombie Value to leave 012" in panel(table, "012")


def test_5_0_it_is_told_in_the_human_player_turn_alone(table: Seated) -> None:
    table.do("human", {"do": "end_turn"})
    assert "to leave" not in panel(table, "046").lower()
