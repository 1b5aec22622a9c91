"""8.1: while a player's phone is here, no practice tap on the tablet shoots or waives for that player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import Seated, ordered


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[Seated]:
    """Give a two-player practice table where Peter and Roger are attacked in 009."""
    table = Seated(tmp_path, options={"practice": True}, sources=ordered({}))
    table.set_up()
    with table.opened() as loaded:
        now = loaded.positions[-1]
        zombies = {**now.zombies, "009": Zombie(11)}
        loaded.positions[-1] = enter_phase(replace(now, zombies=zombies, trail=("009",)), "attack")
        loaded.views.clear()
    table.do("zombie", {"do": "open_attack", "square": "009"})
    yield table
    table.tables.close()


def practise(table: Seated) -> int:
    """Let the tablet play the characters on, and return the status of the answer."""
    answer = table.post("table", "/advance", version=table.version, side="human", all=True)
    return answer.status_code


def test_r_8_1a_the_tablet_shoots_for_nobody_who_is_at_the_table(attacked: Seated) -> None:
    with attacked.tables.events.open_stream(attacked.code, "human"):
        before = attacked.record()
        assert practise(attacked) == 403
        assert attacked.record() == before


def test_r_8_1a_without_a_phone_the_tablet_practises(attacked: Seated) -> None:
    assert practise(attacked) == 200
    assert attacked.record()[-1]["action"]["do"] in {"defend", "hold_fire", "roll_attack", "next_phase"}
