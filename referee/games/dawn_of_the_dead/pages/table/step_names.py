"""What the last step was in two or three words, for the narrow key that takes it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.dawn_of_the_dead.shown_actions import SHOWN


def step_name(action: Mapping[str, Any]) -> str:
    """Return what a step was, within a sentence; "the last step" for an action that has no name here."""
    shown = SHOWN.get(action["do"])
    return shown.step(action) if shown else "the last step"
