"""Words that several kinds of actions share."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.wording import people
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS


def door(action: Json) -> str:
    """Return the two squares of a door: "043 and 062"."""
    return " and ".join(action["between"])


def door_step(action: Json) -> str:
    """Return what a step at a door is called."""
    return f"door {'–'.join(action['between'])}"


def shoots(action: Json) -> str:
    """Return the verb for those who shoot."""
    return "shoots" if len(action["by"]) == 1 else "shoot together"


def guns(action: Json) -> str:
    """Return whose guns fire: "Peter and Fran together"."""
    names = "all four" if len(action["by"]) == len(CHARACTERS) else people(action["by"])
    return names + (" together" if len(action["by"]) > 1 else "")
