"""Actions of setting up (3.0)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dawn_of_the_dead.actions.action import Action, during
from rules.dawn_of_the_dead.actions.field_types import Places, Squares


@dataclass(frozen=True, slots=True)
class PlaceHidden(Action):
    """Write down the five secret squares (3.1)."""

    do = "place_hidden"
    side = "zombie"
    phases = during("place_hidden")
    secret = True
    own_fields = frozenset({"squares"})
    squares: Squares


@dataclass(frozen=True, slots=True)
class PlaceCharacters(Action):
    """Set up the four characters (3.2)."""

    do = "place_characters"
    side = "human"
    phases = during("place_characters")
    squares: Places
