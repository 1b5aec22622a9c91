"""What a seat may see; a position leaves the referee only in this form (5.0)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.names import SEATS
from rules.battlecon.position import Position
from rules.battlecon.selecting import hand
from rules.battlecon.sums import attack_sums

VIEWERS = frozenset({"table", *SEATS})


def view(position: Position, seat: str) -> dict[str, Any]:
    """Return a position as one seat may see it: in the shape of the position, with secrets as null.

    A choice that lies face down is there for its owner, and null for everybody else: everybody may see that
    somebody has chosen, but not what. Options stand with the seat that has to choose. Everything else in this
    game is open. `hands`, `sums` and `distance` help to read it. Raises ValueError for an unknown seat.
    """
    if seat not in VIEWERS:
        raise ValueError(f"There is no seat {seat!r}.")
    shown = position_to_json(position)
    shown["committed"] = {
        owner: cards if owner == seat else None for owner, cards in shown["committed"].items()
    }
    for pending in shown["pending"]:
        if pending["seat"] != seat:
            pending.pop("options", None)
    if len(position.fighters) == len(SEATS):
        shown["distance"] = position.distance
    shown["hands"] = {}
    shown["sums"] = {}
    for owner in position.fighters:
        styles, bases = hand(position, owner)
        shown["hands"][owner] = {"styles": styles, "bases": bases}
        sums = attack_sums(position, owner)
        shown["sums"][owner] = None if sums is None else asdict(sums)
    return shown
