"""The arena: seven spaces in a row with the fighters, the trap, and where an attack reaches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.wording import first_name
from rules.battlecon.cards import Figures
from rules.battlecon.position import SPACES

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A fighter on the arena: his seat, who he is, and which way he faces."""

    seat: str
    fighter: str
    name: str
    looks: str


@dataclass(frozen=True, slots=True)
class Space:
    """A space: its number, who stands there, whether the trap lies there, and whether an attack reaches it.

    `label` says all of it in words.
    """

    number: int
    piece: Piece | None
    trap: bool
    reached: bool
    label: str


def spaces_of(
    cards: Figures, fighters: Mapping[str, str], places: Mapping[str, int], trap: int | None,
    reached: Collection[int] = (),
) -> tuple[Space, ...]:  # fmt: skip
    """Return the arena with fighters by seat at their places; `reached` are the spaces in reach."""
    standing = {space: _piece(cards, seat, fighters, places) for seat, space in places.items()}
    return tuple(_space(n, standing.get(n), n == trap, n in reached) for n in SPACES)


def spaces_in(cards: Figures, view: Json, reached: Collection[int] = ()) -> tuple[Space, ...]:
    """Return the arena of a view."""
    fighters = {seat: fighter["fighter"] for seat, fighter in view["fighters"].items()}
    places = {seat: fighter["space"] for seat, fighter in view["fighters"].items()}
    return spaces_of(cards, fighters, places, view["trap"], reached)


def _piece(cards: Figures, seat: str, fighters: Mapping[str, str], places: Mapping[str, int]) -> Piece:
    other = next((places[s] for s in places if s != seat), 4)
    looks = "right" if other > places[seat] else "left"
    return Piece(seat, fighters[seat], first_name(cards, fighters[seat]), looks)


def _space(n: int, piece: Piece | None, trap: bool, reached: bool) -> Space:
    said = [f"Space {n}"]
    if piece is not None:
        said.append(piece.name)
    if trap:
        said.append("the trap")
    if reached:
        said.append("in reach")
    return Space(n, piece, trap, reached, ", ".join(said))
