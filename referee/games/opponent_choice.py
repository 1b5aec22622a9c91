"""The choice of the referee where it plays a seat: a pure function, run in a separate process."""

from __future__ import annotations

from typing import Any

from referee.games import registry
from referee.games.interface import SHARING, Json, asked_of_seat


def think(system: str, options: Json, position: Json, seed: str, sharing: int = 1) -> dict[str, Any]:
    """Return the choice of the referee's seat as JSON, from a position with all its secrets.

    It runs in a separate process, which this many tables share.
    """
    match = registry.game(system).match(options, _NoDocuments())
    now = match.read_position(position)
    asked = asked_of_seat(match, now)
    assert asked is not None
    SHARING.set(sharing)
    return match.write(match.choose(now, asked[1], seed).action)


class _NoDocuments:
    """An empty store of documents."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there are none
        return None
