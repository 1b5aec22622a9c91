"""The answer to a question of sight. The drawing, the verdict and its reason all come from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from rules.board import Pair
from rules.sentences import listed

BlockKind = Literal[
    "wall", "corner", "closed_solid_door", "door_not_adjacent", "two_doors", "outside", "look"
]

BLOCK_CASES: dict[BlockKind, tuple[str, ...]] = {
    "wall": ("6.4", "R-6.4a"),
    "outside": ("6.4", "R-6.4a"),
    "corner": ("6.4", "R-6.4a"),
    "door_not_adjacent": ("6.4", "R-6.4b"),
    "two_doors": ("6.4", "R-6.4c"),
    "closed_solid_door": ("6.4", "R-6.4a"),
    "look": ("6.4",),
}
"""The cases of each kind of block (6.4). If several block one line, the first kind here is the reason."""


@dataclass(frozen=True, slots=True)
class LineDoor:
    """A door that a sight line touches, and its present state."""

    between: Pair
    kind: Literal["glass", "solid"]
    state: str

    @property
    def words(self) -> str:
        """The door in words for a sentence."""
        return f"{self.state} {self.kind} door between {self.between[0]} and {self.between[1]}"


@dataclass(frozen=True, slots=True)
class Block:
    """What blocks a sight line, and the point where it does, in the coordinates of the map.

    `between` is the side that blocks, None for the outer wall. `meeting` names the squares at the point, for
    a corner or the outer wall. A "look" is the owner's, along the whole line; its point is the middle.
    """

    kind: BlockKind
    between: Pair | None
    point: tuple[Fraction, Fraction]
    meeting: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the block as JSON data."""
        between = list(self.between) if self.between else None
        return {"kind": self.kind, "between": between, "point": [_number(c) for c in self.point]}


@dataclass(frozen=True, slots=True)
class SightLine:
    """The line between the centres of two squares, as the doors stand (6.4, 6.7).

    The line crosses the interior of `squares`, ends not included, and touches `doors`, both in order from
    the start. `distance` is in squares, None if there is no way. `modifier` is that of one gun, 0 or less,
    None without sight. `cases` has the decisive one first.
    """

    start: str
    end: str
    clear: bool
    cases: tuple[str, ...]
    reason: str
    squares: tuple[str, ...]
    doors: tuple[LineDoor, ...]
    distance: int | None
    modifier: int | None
    blocked_by: Block | None

    def to_json(self) -> dict[str, Any]:
        """Return the line as JSON data."""
        return {
            "from": self.start,
            "to": self.end,
            "sight": self.clear,
            "cases": list(self.cases),
            "reason": self.reason,
            "squares": list(self.squares),
            "doors": [{"between": list(d.between), "kind": d.kind, "state": d.state} for d in self.doors],
            "distance": self.distance,
            "modifier": self.modifier,
            "blocked_by": self.blocked_by.to_json() if self.blocked_by else None,
        }


def why_clear(start: str, end: str, doors: Sequence[LineDoor]) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a clear line."""
    if start == end:
        return ("6.4", "R-6.4e"), f"{start} sees itself, as every square does."
    if not doors:
        return ("6.4",), f"{start} sees {end}: nothing is in the way."
    cases = ("6.4", "R-6.4d") if doors[0].state == "destroyed" else ("6.4",)
    return cases, f"{start} sees {end} through the {doors[0].words}."


def why_looked(
    start: str, end: str, doors: Sequence[LineDoor], *, clear: bool
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a line that the owner of the board looked along."""
    looked = "the owner of this board looked along the line"
    if not clear:
        return ("6.4",), f"{start} does not see {end}: {looked}."
    through = f" through the {doors[0].words}" if doors else ""
    return ("6.4",), f"{start} sees {end}{through}: {looked}."


def why_blocked(start: str, end: str, block: Block, doors: Sequence[LineDoor]) -> tuple[tuple[str, ...], str]:
    """Return the cases and the sentence for a blocked line."""
    return BLOCK_CASES[block.kind], f"{start} does not see {end}: {_obstacle(block, doors)}."


def _obstacle(block: Block, doors: Sequence[LineDoor]) -> str:
    between = f"between {block.between[0]} and {block.between[1]}" if block.between else ""
    match block.kind:
        case "wall":
            return f"the line meets the wall {between}"
        case "outside":
            return f"the line meets the outer wall of {listed(block.meeting)}"
        case "corner":
            return f"the line touches a wall corner at {listed(block.meeting)}"
        case "door_not_adjacent":
            return f"the line passes the door {between}, which touches neither square"
        case "two_doors":
            first, second = (f"{d.between[0]} and {d.between[1]}" for d in doors[:2])
            return f"the line touches two doors, between {first} and between {second}"
        case "closed_solid_door":
            return f"the solid door {between} is closed"
        case "look":
            return "the owner of this board saw something in the way"


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)
