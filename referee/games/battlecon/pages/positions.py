"""The position as a seat sees it, so that the rules can answer what that seat may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.battlecon.cards import Figures, figures, profiles
from rules.battlecon.formats.position_reading import FIELDS, position_from_json
from rules.battlecon.position import Position

Json = Mapping[str, Any]


def seen_position(view: Json) -> Position:
    """Return the position of a view, as if no card lay face down: what is secret cannot be in it.

    At the ante, where the rules want both pairs, it is the choice of pairs with the tokens of the ante.
    """
    open_fields = {name: view[name] for name in FIELDS if name in view}
    if view["phase"] == "ante":
        open_fields["phase"] = "select"
        del open_fields["beat_state"]
    return position_from_json({**open_fields, "committed": {}, "pending": []})


def figures_of(view: Json) -> Figures:
    """Return the figures of the profile that a table plays with."""
    profile = view.get("profile")
    return figures(profile) if profile in profiles() else figures()
