"""A game without maps, counter sheets and odds: a game adds what it has."""

from __future__ import annotations

from collections.abc import Mapping

from referee.errors import InputError
from referee.games.ports import INTERFACE, Json, Presenter, Simulation


class PlainGame:
    """What every such game answers in the same way."""

    interface = INTERFACE
    title: str
    has_odds = False
    presenter: Presenter | None = None

    def simulate(self, wanted: Simulation) -> None:  # noqa: ARG002 - nobody plays it
        """Play whole games. Raises InputError: the referee does not play this game by itself."""
        raise InputError(f"--system: the referee has no players for {self.title}.")

    def check_document(self, kind: str, data: object) -> str:  # noqa: ARG002 - it takes none
        """Return the name of a document. Raises InputError: this game takes none."""
        raise InputError(f"{kind}: {self.title} has no maps and no counter sheets.")

    def bundled(self, kind: str) -> Mapping[str, str]:  # noqa: ARG002 - the same
        """Return the names of the documents of a kind: none."""
        return {}

    def document(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - the same
        """Return a document that comes with the game: none."""
        return None

    def refuse_documents(self, map_data: object, counters_data: object) -> None:
        """Refuse a map or a counter sheet that somebody gives for this game. Raises InputError."""
        for name, data in (("map", map_data), ("counters", counters_data)):
            if data is not None:
                what = "map" if name == "map" else "counter sheet"
                raise InputError(f"--{name}: {self.title} is played without a {what}.")
