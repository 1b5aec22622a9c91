"""Whether a screen has the turn: its signals and its title depend on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.keys import of_kinds
from referee.games.dawn_of_the_dead.seats import played
from referee.games.ports import SPECTATOR
from rules.dawn_of_the_dead.actions import ATTACKS, kinds_where

Json = Mapping[str, Any]
ANSWERS = kinds_where(lambda kind: kind.side == "human" and kind.phases & ATTACKS)
"""What each player decides for characters of his own where several play together (6.9, 8.0)."""


def has_turn(view: Json, role: str, actions: Sequence[Json], here: Collection[str]) -> bool:
    """Return whether somebody at this screen acts next, by what its seat was sent.

    The tablet stands in for the sides whose own device is not `here`. Where nobody plays the zombies the
    tablet waits for nobody, and each phone for its own characters.
    """
    if view["phase"] == "over" or role == SPECTATOR:
        return False
    if view["mode"] != "two-player":
        human = view["phase"] == "human" and _may_move(view, role, actions)
        return role != "table" and (human or bool(of_kinds(actions, *ANSWERS)))
    acting = {item["seat"] for item in view["agenda"]}
    return bool(acting.difference(here)) if role == "table" else role in acting


def _may_move(view: Json, role: str, actions: Sequence[Json]) -> bool:
    """Return whether a phone's own characters move now or may begin to (5.0).

    Where nothing is left to do but to end the Human Player-Turn, everybody may end it.
    """
    moving: list[str] = (view.get("move") or {}).get("characters") or []
    if not played(role).isdisjoint(moving) or of_kinds(actions, "start_move"):
        return True
    return not moving and len(view["agenda"]) == 1
