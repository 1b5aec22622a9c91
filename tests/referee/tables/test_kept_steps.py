"""The steps that a table keeps in memory are those that its record gives when it is played back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests import soak
from tests.referee.seated import Seated

TAPS = 60


@soak.GAMES
@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_steps_kept_through_play_and_taking_back_are_those_of_the_record(tmp_path: Path, mode: str) -> None:
    rng, table = Random(5), Seated(tmp_path, options={"mode": mode, "phases": "automatic"})
    taken_back = 0
    for n in range(TAPS):
        seats = [seat for seat in table.tokens if seat != "spectator"]
        seat = next((s for s in seats if table.get(s, "/actions").get_json()["actions"]), None)
        if seat is None:
            break
        if n % 9 == 8 and (undo := table.view()["undo"]):
            back = (undo["places"] or [undo])[-1]["n"]
            for asking in seats:
                table.post(asking, "/undo", n=back)
            taken_back += 1
        else:
            actions = table.get(seat, "/actions").get_json()["actions"]
            table.post(seat, "/do", action=rng.choice(actions), version=table.version)
        with table.opened() as loaded:
            kept = list(loaded.steps())
            read = table.tables.store._read(table.code)
            assert [*kept] == [*read.steps()]  # type: ignore[comparison-overlap]
    assert taken_back > 2
    assert len(kept) > 5
