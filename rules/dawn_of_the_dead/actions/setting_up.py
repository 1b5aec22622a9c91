"""Actions of setting up (3.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action


@dataclass(frozen=True, slots=True)
class PlaceHidden(Action):
    """Write down the five secret squares (3.1)."""

    do = "place_hidden"
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceCharacters(Action):
    """Set up the four characters (3.2)."""

    do = "place_characters"
    squares: Mapping[str, str]
