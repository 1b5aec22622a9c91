"""Giving up a duel: the key of a player, and those of the tablet for players without a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.pages.questions import seat_name
from referee.games.ports import Context
from rules.battlecon.cards import Figures

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Concession:
    """A player who may give up on the tablet: his name, and what the key posts."""

    name: str
    action: str


def own_concession(context: Context) -> str:
    """Return what a player's own key posts; "" where he has none."""
    return next((json.dumps(a) for a in _concessions(context) if a["seat"] == context.seat), "")


def concessions_here(cards: Figures, context: Context) -> tuple[Concession, ...]:
    """Return the keys of the tablet: a player with a phone gives up there."""
    if context.seat != "table":
        return ()
    return tuple(
        Concession(seat_name(cards, context, action["seat"]), json.dumps(action))
        for action in _concessions(context)
        if action["seat"] not in context.taken
    )


def _concessions(context: Context) -> Iterator[Json]:
    return (action for action in context.actions if action["do"] == "concede")
