"""The choice of the referee where it plays a seat: a pure function, run in a separate process."""

from __future__ import annotations

from typing import Any

from referee.games import registry
from referee.games.interface import Json


def think(system: str, options: Json, position: Json, seed: str, sharing: int = 1) -> dict[str, Any]:
    """Return the choice of the referee's seat as JSON, from a position with all its secrets.

    It runs in a separate process, which this many tables share.
    """
    match = registry.game(system).match(options, _NoDocuments())
    assert match.opponent is not None
    return match.write(match.opponent.choose(match.read_position(position), seed, lambda: sharing))


class _NoDocuments:
    """An empty store of documents."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there are none
        return None
