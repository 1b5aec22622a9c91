"""Whether the map is what matters on a screen, so that a phone gives it half of its height."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.shown_actions import kinds_shown

Json = Mapping[str, Any]
ON_THE_MAP = kinds_shown(lambda shown: shown.tapped)
"""What is done by tapping squares."""
TAPPED_FORMS = frozenset({"place_hidden", "place_characters", "sight"})
"""The forms that a tap on the map fills in."""


def map_matters(moment: Moment, view: Json, actions: Sequence[Json]) -> bool:
    """Whether a player looks at the map or chooses on it; else dice, an answer or a list need the room.

    A player who waits looks at the map. A square that is tapped open leaves it as high as it was.
    """
    if moment.form:
        return moment.form.name in TAPPED_FORMS
    if moment.confirms or moment.proposal or view["phase"] == "over":
        return False
    return not actions or any(a["do"] in ON_THE_MAP for a in actions) or _may_check_any(view, actions)


def _may_check_any(view: Json, actions: Sequence[Json]) -> bool:
    """Whether a unit is chosen to be checked, out of many; those that must be are few, and listed (10.0)."""
    return not view["phase_state"].get("due") and any(a["do"] == "check_berserk" for a in actions)
