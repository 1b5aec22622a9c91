"""Squares and doors as a view shows them, as players write them, and what a tap on one may mean.

All of it follows from the view and the legal actions that the seat was sent, and from the board, which is
public. A guess at what a tap meant is no ruling: the referee is asked about it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.errors import InputError
from referee.games.dawn_of_the_dead.labels.wording import DOORS
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.records.text import Json, plain, show
from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.position import DoorState, Zombie
from rules.dawn_of_the_dead.view import View

_SIDE = re.compile(r"([0-9]{3})-([0-9]{3})", re.ASCII)


def normalized_square(text: str) -> str:
    """Return a typed square number in three digits."""
    text = plain(text).strip()[:10]
    return text.zfill(3) if text.isascii() and text.isdigit() else text


def door_states(
    board: Board, named: Mapping[DoorState, Iterable[str]], prefix: str = ""
) -> dict[Pair, DoorState]:
    """Return the doors that are not open, from the sides named for each state.

    Raises InputError for a side without a door or a door named with both states; its sentence names the state
    after `prefix` ("--closed" on the command line).
    """
    states: dict[Pair, DoorState] = {}
    for state, sides in named.items():
        for text in sides:
            between = _between(board, text, f"{prefix}{state}")
            if states.setdefault(between, state) != state:
                raise InputError(f"{prefix}{state}: the door {text} is already said to be {states[between]}.")
    return states


def _between(board: Board, text: str, field: str) -> Pair:
    side = _SIDE.fullmatch(text)
    if side is None:
        raise InputError(
            f"{field}: {show(text)} is not a side; write it as two squares, for example 043-062."
        )
    between = pair(side[1], side[2])
    if between not in board.doors:
        raise InputError(f"{field}: there is no door {text} on this map.")
    return between


@dataclass(frozen=True, slots=True)
class Door:
    """A door as the seat sees it, and the `action` that a tap on it most likely means."""

    title: str
    state: str
    action: Json

    def takes(self, action: Json) -> bool:
        """Whether an action is done to this door."""
        if "door" in self.action:
            return bool(action.get("door") == self.action["door"])
        return bool(sorted(action.get("between") or ()) == self.action["between"])


FACE_DOWN = "face down"
PEOPLE = frozenset({"normal", "stunned", "infected"})
"""The statuses of a character that is still the human player's."""


def standing(view: View, square: str, statuses: Container[str]) -> list[str]:
    """Return the characters in a square whose status is one of `statuses`."""
    return [n for n, c in view.characters.items() if c.square == square and c.status in statuses]


def people_in(view: View, square: str) -> list[str]:
    """Return the characters of the human player in a square."""
    return standing(view, square, PEOPLE)


def occupied(view: View) -> set[str]:
    """Return the squares of the human player's characters."""
    return {c.square for c in view.characters.values() if c.square and c.status in PEOPLE}


def supers_in(view: View, square: str) -> list[str]:
    """Return the super zombies in a square."""
    return standing(view, square, ("super_zombie",))


def unit_in(view: View, square: str) -> Zombie | None:
    """Return the zombie unit in a square as the seat sees it, or None."""
    return view.zombies.get(square)


def piece_in(view: View, square: str) -> bool:
    """Whether a zombie unit or a super zombie is in a square."""
    return bool(unit_in(view, square) or supers_in(view, square))


def unit_label(view: View, square: str) -> str:
    """Return a unit's side or value.

    Cardboard beside a character is face up, even without a value (5.4, 9.0).
    """
    value = view.zombies[square].value
    if value is not None:
        return f"value {value}"
    return "face up, value not told yet" if people_in(view, square) else FACE_DOWN


def face_down(view: View) -> frozenset[str]:
    """Return the squares of face-down units."""
    return frozenset(square for square in view.zombies if unit_label(view, square) == FACE_DOWN)


def face_up(view: View) -> frozenset[str]:
    """Return the squares of face-up units."""
    return frozenset(view.zombies) - face_down(view)


def piece_square(view: View, action: Json) -> str | None:
    """Return the square of the piece that moves or attempts a door."""
    if action.get("super"):
        return view.characters[action["super"]].square
    return action.get("from")


def guess(view: View, board: Board, square: str, chosen: str | None) -> Json | None:
    """Return the action that a tap most likely meant although it is not among the legal ones, or None."""
    phase = view.phase
    if phase == "human":
        return _human_guess(view, board, square)
    if phase in {"reaction", "free_movement"}:
        return _zombie_guess(view, board, square, chosen)
    if phase == "berserk" and unit_in(view, square):
        return {"do": "check_berserk", "square": square}
    return None


def _human_guess(view: View, board: Board, square: str) -> Json | None:
    here = view.mover_square
    there = people_in(view, square)
    if here is None:
        return {"do": "start_move", "characters": there[:1]} if there else None
    if unit_in(view, square) or supers_in(view, square):
        return {"do": "shoot", "by": list(view.moving), "at": square}
    if there and square != here and square not in board.neighbours[here]:
        return {"do": "start_move", "characters": there[:1]}
    return {"do": "step", "to": square} if square != here else None


def other_guesses(view: View, board: Board, square: str) -> list[Json]:
    """Return other likely meanings of a tap: a walk to a square in shooting range, doors, rifles."""
    here = view.mover_square
    if view.phase != "human" or here is None:
        return []
    if square == here:
        return list(_guesses_here(view, board, here))
    guesses: list[Json] = []
    if square in board.neighbours[here]:
        guesses.append({"do": "step", "to": square})
        if door := named_door(view, board, "-".join(pair(here, square))):
            guesses.append(door.action)
    elif unit_in(view, square) or supers_in(view, square):
        guesses.append({"do": "step", "to": square})
    return guesses


def idle_characters(view: DawnView, square: str, here: Sequence[Json]) -> list[Json]:
    """Return a choice for each character in a square that no key in `here` would move; before any move."""
    if view.game.phase != "human" or view.game.move or view.pending_action:
        return []
    offered = {name for a in here if a["do"] == "start_move" for name in a["characters"]}
    return [{"do": "start_move", "characters": [n]} for n in people_in(view.game, square) if n not in offered]


def _guesses_here(view: View, board: Board, here: str) -> Iterator[Json]:
    for name in board.main_doors_on.get(here, ()):
        if door := named_door(view, board, name):
            yield door.action
    if here == board.rifle_square and view.rifles:
        yield {"do": "take_rifle", "character": view.moving[-1]}


def named_door(view: View, board: Board, name: str) -> Door | None:
    """Return a door by its name: two squares ("043-062"), or a main door's ("north")."""
    if name in board.main_doors:
        state = view.main_doors.get(name, "open")
        return Door(f"{DOORS[name]} door", state, {"do": "close_main_door", "door": name})
    between = sorted(name.split("-"))
    if len(between) != 2 or (between[0], between[1]) not in board.doors:
        return None
    state = door_state(view, *between)
    do = "open_door" if state == "closed" else "close_door"
    return Door(f"Door between {between[0]} and {between[1]}", state, {"do": do, "between": between})


def _zombie_guess(view: View, board: Board, square: str, chosen: str | None) -> Json | None:
    do = "react" if view.phase == "reaction" else "free_move"
    start = chosen if chosen and chosen != square else square
    supers = supers_in(view, start)
    if not unit_in(view, start) and not supers:
        return None
    path = [square] if start != square else _nearest_step(view, board, start)
    who = {"from": start} if unit_in(view, start) else {"super": supers[0]}
    return {"do": do, **who, "path": path} if path else None


def _nearest_step(view: View, board: Board, start: str) -> list[str]:
    """Return the free neighbour nearest to the end of the trail: the likely step of a unit."""
    goal = view.trail[-1] if view.trail else None
    near = [s for s in board.passages[start] if not unit_in(view, s)] or board.passages[start]
    if goal is None or not near:
        return list(near[:1])
    return [min(near, key=lambda s: (board.distance(s, goal) or 0, s))]


def door_state(view: View, a: str, b: str) -> str:
    """Return whether the door between two squares is open, closed or destroyed."""
    return view.doors.get(pair(a, b), "open")


def door_label(view: View, board: Board, square: str, near: str) -> str:
    """Return a door of a square in words: where to, of what, and its state."""
    kind = "glass" if board.neighbours[square][near].kind == "glass_door" else "solid"
    return f"to {near} ({kind}, {door_state(view, square, near)})"
