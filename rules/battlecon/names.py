"""The few words that all of the game shares: seats, triggers, forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

Seat = Literal["a", "b"]
Trigger = Literal[
    "ante", "reveal", "start_of_beat", "before_activating", "on_hit", "taking_damage", "on_damage",
    "after_activating", "end_of_beat", "passive",
]  # fmt: skip
"""When an effect comes (15.0); `passive` holds from the reveal to the end of the beat (12.1)."""
Form = Literal["human", "elemental"]
SpecialKind = Literal["pulse", "cancel", "finish"]

SEATS: tuple[Seat, Seat] = ("a", "b")
OTHER: Mapping[Seat, Seat] = {"a": "b", "b": "a"}
FORMS: tuple[Form, ...] = get_args(Form)
SPECIAL = "special"
"""The id of the special action card, which is played in place of a style (14.1)."""
