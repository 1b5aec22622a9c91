"""What tests of duels share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.referee.games.battlecon.duel_tables import quick_thoughts


@pytest.fixture
def quick_referee() -> Iterator[None]:
    """Have a referee that does not think long, for tests of what happens around its thoughts."""
    with quick_thoughts():
        yield
