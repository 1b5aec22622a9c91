"""The introduction of a game to newcomers, on the front page and on the page of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from referee.records.text import Json


@dataclass(frozen=True, slots=True)
class Introduction:
    """How a game introduces itself; whatever it leaves out, the frame does without or works out.

    `line` is the game in a sentence, `players` how many play ("1–4"), `modes` in which ways. `picture` is a
    static file, such as "go/lid.svg": 480 by 240, cropped at the bottom and the sides, so the middle
    must do alone. `pictured` says what it shows. `first` leads newcomers to their first game, `asks` to what
    answers a question without a table: `{"name", "url"}`, where `url` is a path such as "/demo", and `posts`,
    the fields of a form, where a tap begins something. `seats` has a picture for each seat, a static file as
    wide as it is high.
    """

    line: str = ""
    players: str = ""
    modes: str = ""
    picture: str = ""
    pictured: str = ""
    first: Sequence[Json] = ()
    asks: Sequence[Json] = ()
    seats: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Introduced(Protocol):
    """An option of fronts and presenters."""

    @property
    def introduction(self) -> Introduction:
        """The game's introduction."""
