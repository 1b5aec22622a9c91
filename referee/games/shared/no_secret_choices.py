"""What a game answers whose seats never choose in secret at the same moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rules.effects import Effect, known, to_json

if TYPE_CHECKING:
    from referee.games.ports import Opponent

# ruff: noqa: ARG002 - these plain answers are the same whatever was asked


class NoSecretChoices:
    """The part of a match about secret choices; a game that has them overrides it."""

    keeps_effects = False
    opponent: Opponent[Any, Any] | None = None

    def read_position(self, data: object) -> Any:
        """Return a position from JSON; only a game whose seat the referee plays is asked."""
        raise NotImplementedError

    @property
    def simultaneous(self) -> bool:
        """Whether seats make secret choices at the same moment."""
        return type(self).secret_choice is not NoSecretChoices.secret_choice

    def open_choice(self, action: Any) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None.

        Such a choice is not too late because another seat was quicker.
        """
        return None

    def secret_choice(self, action: Any) -> str | None:
        """Return the seat whose choice lies face down by this action until all are in, or None."""
        return None

    def lying(self, position: Any) -> frozenset[str]:
        """Return the seats whose choice lies face down."""
        return frozenset()

    def opens(self, before: Any, action: Any, after: Any) -> frozenset[str]:
        """Return the seats whose choice an action opened to everybody."""
        owner = self.secret_choice(action)
        lay = self.lying(before) | (frozenset() if owner is None else frozenset({owner}))
        return lay - self.lying(after)

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """
        shown = effects if seat is None else known(effects, seat)
        return [to_json(effect, lasting=lasting and seat is not None) for effect in shown]
