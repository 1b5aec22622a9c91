"""What the referee chooses where it plays a seat: a pure function, for a process of its own."""

from __future__ import annotations

from typing import Any

from referee.games import registry
from referee.games.ports import Json


def think(system: str, options: Json, position: Json, seed: str, sharing: int = 1) -> dict[str, Any]:
    """Return the choice of the referee's seat as JSON, from a position with all its secrets.

    It runs in a process of its own, which so many tables share.
    """
    match = registry.game(system).match(options, _NoDocuments())
    assert match.opponent is not None
    return match.write(match.opponent.choose(match.read_position(position), seed, lambda: sharing))


class _NoDocuments:
    """The store of documents of a game that needs none."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there are none
        return None
