"""The base of all ports: positions and actions, which only the game itself looks into, and JSON.

A game is typed by its own position and action. The service handles positions and actions of games that it
does not know. For it they are a `Position` and an `Action`: sealed boxes, which it hands back to the match
that they came from. So `Rules` without parameters are those of some game; `Rules[Deal, Bid]` is one of the
game with these two classes.
"""

from __future__ import annotations

from typing_extensions import TypeVar

from referee.records.text import Json

__all__ = [
    "SPECTATOR", "Action", "ActionT", "ActionT_co", "ActionT_contra", "Json", "Position", "PositionT",
    "PositionT_co", "PositionT_contra", "WrongAnswer",
]  # fmt: skip
SPECTATOR = "spectator"
"""The spectators' seat, which every table has beside those of its game. It sees the public view."""


class WrongAnswer(TypeError):
    """Raised where a game gives what it must not. The message has nothing of a table in it."""


class Position:
    """A position of a game that is not known here. Only the match that it came from can use it."""


class Action:
    """An action of a game that is not known here. Only the match that it came from can use it."""


PositionT = TypeVar("PositionT", default=Position)
PositionT_co = TypeVar("PositionT_co", covariant=True, default=Position)
PositionT_contra = TypeVar("PositionT_contra", contravariant=True, default=Position)
ActionT = TypeVar("ActionT", default=Action)
ActionT_co = TypeVar("ActionT_co", covariant=True, default=Action)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True, default=Action)
