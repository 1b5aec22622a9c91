"""A table of *Dawn of the Dead* whose record PostgreSQL keeps, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.seated import Seated


@pytest.fixture
def table(url: str, tmp_path: Path) -> Iterator[Seated]:
    """Give a table whose record PostgreSQL keeps."""
    seated = Seated(tmp_path, database_url=url)
    yield seated
    seated.tables.close()
