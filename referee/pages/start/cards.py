"""The games as cards: what each is in a line, who plays, and its picture or else its initials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from referee.games.ports import Front, Game
from referee.pages.fronts import introduction_of, said_of_each
from referee.static_files import static_files

Json = Mapping[str, Any]
INKS = 4
"""How many grounds there are for initials in the style sheet."""


def card(game: Game, front: Front) -> Json:
    """Return what is shown of a game wherever it is met: on the front page, its own, in a list of tables."""
    told = introduction_of(game, front)
    return {
        "id": game.id,
        "title": game.title,
        "url": f"/games/{game.id}",
        "line": told.line,
        "players": told.players,
        "modes": told.modes,
        "picture": told.picture if told.picture in static_files() else "",
        "pictured": told.pictured,
        "initials": initials(game.title),
        "ink": crc32(game.id.encode()) % INKS,
    }


def initials(title: str) -> str:
    """Return two letters that stand for a title: of its first two words, or of its only one."""
    words = [word for word in ("".join(filter(str.isalnum, part)) for part in title.split()) if word]
    if not words:
        return "?"
    return words[0][:2] if len(words) == 1 else words[0][0] + words[1][0]


def cards(played: Iterable[str] = ()) -> list[Json]:
    """Return the card of every game that has pages: those `played` last come first, then the usual one."""
    rank = {system: place for place, system in enumerate(dict.fromkeys(played))}
    return sorted(
        said_of_each(lambda game, front: [card(game, front)]),
        key=lambda shown: rank.get(shown["id"], len(rank)),
    )
