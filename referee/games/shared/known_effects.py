"""Which effects a seat may know, by what each effect itself says of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.effects import Effect, known, to_json


class KnownEffects:
    """The part of a match about effects."""

    keeps_effects = True

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """
        shown = effects if seat is None else known(effects, seat)
        return [to_json(effect, lasting=lasting and seat is not None) for effect in shown]
