"""What the tests of this game share: the two settings they play in."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from tests.rules.dawn_of_the_dead.small_mall import small_mall


@pytest.fixture(scope="session")
def mall() -> Setting:
    """Return the mall and the counter sheet that come with the game."""
    return equipment.setting()


@pytest.fixture(scope="session")
def small() -> Setting:
    """Return the small mall made for tests."""
    return small_mall()
