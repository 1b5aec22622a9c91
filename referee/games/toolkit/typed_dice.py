"""Who rolls the dice: the setting of a table, and what one device does otherwise."""

from __future__ import annotations

from flask import g, request
from werkzeug.wrappers import Response

from referee.games.interface import Json
from referee.games.toolkit.http import url_at

DICE, PLAYERS = "dice", "players"
"""The setting, and its value where the players roll real dice. A device's cookie has the same name."""
TYPED, ROLLED = "typed", "rolled"
"""The values of the cookie of a device that does otherwise than its table."""
_YEAR = 31_536_000


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
    """Whether this device types in dice that are rolled on the table; not in a game without that setting."""
    if "types_dice" in g:
        return DICE in settings and bool(g.types_dice)
    wish = request.cookies.get(DICE)
    return DICE in settings and (wish == TYPED if wish in {TYPED, ROLLED} else table_types_dice(settings))


def switch(settings: Json) -> bool | None:
    """Let this device do otherwise than before, in the answer to this request too; return its preference."""
    g.types_dice = not types_dice(settings)
    return None if g.types_dice == table_types_dice(settings) else bool(g.types_dice)


def keep_preference(answer: Response, code: str, preference: bool | None) -> None:
    """Let this device keep what it prefers; None is as its table does."""
    if preference is None:
        forget_preference(answer, code)
    else:
        wish = TYPED if preference else ROLLED
        answer.set_cookie(DICE, wish, path=url_at(f"/t/{code}"), max_age=_YEAR, samesite="Lax")


def forget_preference(answer: Response, code: str) -> None:
    """Let this device do with its dice as its table does, from this answer on."""
    answer.delete_cookie(DICE, path=url_at(f"/t/{code}"), samesite="Lax")
