"""The games as cards: what each is in a line, who plays, and its picture or else its initials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from referee.games.ports import Game, Introduction
from referee.static_files import static_files
from referee.web.api.links import url_at

Json = Mapping[str, Any]
INKS = 4
"""How many grounds there are for initials in the style sheet."""


def card(game: Game, told: Introduction) -> Json:
    """Return what is shown of a game wherever it is met: on the front page, its own, in a list of tables."""
    return {
        "id": game.id,
        "title": game.title,
        "url": url_at(f"/games/{game.id}"),
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


def played_first(cards: Iterable[Json], played: Iterable[str]) -> list[Json]:
    """Return cards in order: those of games `played` last come first, the others as they are."""
    rank = {system: place for place, system in enumerate(dict.fromkeys(played))}
    return sorted(cards, key=lambda shown: rank.get(shown["id"], len(rank)))
