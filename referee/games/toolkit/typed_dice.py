"""Who rolls the dice: the setting of a table, and what one device does otherwise."""

from __future__ import annotations

from flask import request

from referee.games.interface import Json

DICE, PLAYERS = "dice", "players"
"""The setting, and its value where the players roll real dice. A device's cookie has the same name."""
TYPED, ROLLED = "typed", "rolled"
"""The values of the cookie of a device that does otherwise than its table."""


def table_types_dice(settings: Json) -> bool:
    """Whether the dice of this table are the players' own."""
    return settings.get(DICE) == PLAYERS


def dice_preference(settings: Json) -> bool | None:
    """Whether this device alone types in the dice, or alone does not; None where it goes with the table."""
    wish = request.cookies.get(DICE)
    if wish not in {TYPED, ROLLED} or (wish == TYPED) == table_types_dice(settings):
        return None
    return wish == TYPED


def types_dice(settings: Json) -> bool:
    """Whether this device types in dice that are rolled on the table; never in a game without that setting."""
    own = dice_preference(settings)
    return DICE in settings and (table_types_dice(settings) if own is None else own)
