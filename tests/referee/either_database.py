"""An empty database of each kind, for tests that hold on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import soak
from tests.referee import postgresql
from tests.referee.seated import Seated


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of an empty database: one of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    else:
        with postgresql.schema() as url:
            yield url


on_sqlite = pytest.mark.parametrize(
    "either",
    ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgresql, soak.SEVERAL])],
    indirect=True,
)
"""For a test of what the database cannot change: `make soak` has it on PostgreSQL too."""


@pytest.fixture
def table(either: str, tmp_path: Path) -> Iterator[Seated]:
    """Give a table on each kind of database."""
    seated = Seated(tmp_path, database_url=either)
    yield seated
    seated.tables.close()
