"""A table of three that several files of tests play at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.any_table import AnyTable

SEATS = {"p1": "ana", "p2": "bruno", "p3": "dora"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of three at the first survival phase."""
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 3})
    for seat, name in SEATS.items():
        made.do(seat, {"do": "recruit", "character": name})
    made.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    made.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in SEATS:
        made.do(seat, {"do": "ready"})
    yield made
    made.tables.close()
