"""The moving parts of the map: counters, and a sight line.

The counters come from a `view`, the JSON that one seat may see; what it leaves out is not drawn. The sight
line comes from the JSON of the one result object that also gives the verdict, so that picture and verdict
cannot differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from referee.games.dawn_of_the_dead.drawing.plan import frame_of, middle, outline
from referee.games.dawn_of_the_dead.drawing.stacks import places_in
from referee.printing.measure import path, text
from rules.board.board import Board, pair
from rules.board.outlines import box

RIFLES_FOOT = 16.0
"""The strip at the foot of their square that the rifles take beside counters."""
INITIALS: Mapping[str, str] = {"peter": "P", "roger": "R", "steve": "S", "fran": "F"}
STATUS_WORDS: Mapping[str, str] = {"stunned": "stun", "infected": "inf", "super_zombie": "super"}
_KEPT = 4096
"""Counters that are kept as they were drawn last: most of them lie still from one step to the next."""
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CounterView:
    """One counter: its spot (top left), its edge as a scale of `FULL`, and what is printed on it.

    `side` is human, super or zombie. `face` is the initial of a character or the Zombie Value; empty when the
    unit lies face down. `foot` is the word for its status, `ratings` the three figures of a character. A
    `compact` counter shares its square with others and prints less; of a `covered` one only the head is in
    sight. The top one of a stack tells how many lie there: `count`.
    """

    square: str
    title: str
    side: str
    status: str
    face: str = ""
    foot: str = ""
    ratings: str = ""
    berserk: bool = False
    rifle: bool = False
    compact: bool = False
    covered: bool = False
    count: int = 0
    transform: str = ""


@dataclass(frozen=True, slots=True)
class RiflesView:
    """The rifles in their square, and how many are `left` (12.0).

    `beside` counters they lie at the foot of the square.
    """

    x: str
    y: str
    left: int
    beside: bool = False


@dataclass(frozen=True, slots=True)
class SightView:
    """A sight line: `seen` up to the blocking point, `unseen` beyond it, `blocking` the side there."""

    clear: bool
    ends: tuple[str, ...]
    crossed: tuple[str, ...]
    doors: tuple[str, ...]
    seen: str
    unseen: str
    block: tuple[str, str] | None
    blocking: str


def counters_of(
    view: Json, board: Board, ratings: Mapping[tuple[str, bool], str] | None = None
) -> list[CounterView]:
    """Return the counters of a view in their places, the lowest of a stack first: characters on top.

    `ratings` gives the figures on a character's counter by (character, infected).
    """
    stacks: dict[str, list[CounterView]] = defaultdict(list)
    for counter in [*_zombies(view), *_characters(view, ratings or {})]:
        if counter.square in board.squares:
            stacks[counter.square].append(counter)
    rifles = board.rifle_square if view.get("rifles") else None
    placed: list[CounterView] = []
    for square, stack in sorted(stacks.items()):
        placed += _laid_out(tuple(stack), board, square, RIFLES_FOOT if square == rifles else 0.0)
    return placed


def rifles_of(view: Json, board: Board, counters: Iterable[CounterView] = ()) -> RiflesView | None:
    """Return where the rifles lie and how many are left (12.0), or None when none is."""
    left = view.get("rifles")
    if not isinstance(left, int) or not left or board.rifle_square is None:
        return None
    x, y = middle(board.rifle_square, board)
    beside = any(c.square == board.rifle_square for c in counters)
    if beside:
        _, _, _, bottom = box(board.squares[board.rifle_square].outline)
        y = frame_of(board).spot(0, bottom)[1] - RIFLES_FOOT
    return RiflesView(text(x), text(y), left, beside)


def sight_of(line: Json, board: Board) -> SightView:
    """Return the drawing of a sight line, given as the JSON of its result (INTERFACES: Sight)."""
    frame = frame_of(board)
    start, end = (frame.spot(*board.squares[line[key]].centre) for key in ("from", "to"))
    blocked_by = line.get("blocked_by") or {}
    point = blocked_by.get("point")
    stop = frame.spot(*(Fraction(c) for c in point)) if point else None
    clear = bool(line["sight"])
    broken = not clear and stop is not None
    return SightView(
        clear=clear,
        ends=tuple(outline(s, board) for s in dict.fromkeys((line["from"], line["to"]))),
        crossed=tuple(outline(s, board) for s in line.get("squares", ())),
        doors=tuple(_side_path(d["between"], board) for d in line.get("doors", ())),
        seen=path([start, stop if broken and stop else end]),
        unseen=path([stop, end]) if broken and stop else "",
        block=(text(stop[0]), text(stop[1])) if broken and stop else None,
        blocking=_side_path(blocked_by["between"], board) if blocked_by.get("between") else "",
    )


def area_of(squares: Iterable[str], board: Board) -> str:
    """Return squares as the `d` of one path to shade; "" for none."""
    return "".join(f"M{outline(s, board)}Z" for s in sorted(squares) if s in board.squares)


def _characters(view: Json, ratings: Mapping[tuple[str, bool], str]) -> Iterator[CounterView]:
    for name, character in (view.get("characters") or {}).items():
        square, status = character.get("square"), character.get("status", "normal")
        if square is None or status == "killed":
            continue
        gone_over = status == "super_zombie"
        said = "" if status == "normal" else f", {status.replace('_', ' ')}"
        yield CounterView(
            square=square,
            title=f"{name.capitalize()}{said}{', with a rifle' if character.get('rifle') else ''}",
            side="super" if gone_over else "human",
            status=status,
            face=INITIALS.get(name, name[:1].upper()),
            foot=STATUS_WORDS.get(status, ""),
            ratings="" if gone_over else ratings.get((name, status == "infected"), ""),
            rifle=bool(character.get("rifle")),
        )


def _zombies(view: Json) -> Iterator[CounterView]:
    shown = view.get("shown") or {}
    people = (view.get("characters") or {}).values()
    # Beside a character a cardboard unit is face up even before its value is known (5.4, 9.0).
    beside = {c["square"] for c in people if c.get("status", "normal") not in {"killed", "super_zombie"}}
    for unit in view.get("zombies") or ():
        value, square = unit.get("value"), unit["square"]
        value = shown.get(square) if value is None else value
        yield _zombie(square, value, bool(unit.get("berserk")), square in beside)


@lru_cache(maxsize=_KEPT)
def _zombie(square: str, value: int | None, berserk: bool, beside: bool) -> CounterView:
    face = "" if value is None else str(value)
    unread = "face up, value not told yet" if beside else "face down"
    said = unread if value is None else f"Zombie Value {value}"
    return CounterView(
        square=square,
        title=f"Zombie unit, {said}{', berserk' if berserk else ''}",
        side="zombie",
        status="up" if face else "down",
        face=face,
        berserk=berserk,
    )


@lru_cache(maxsize=_KEPT)
def _laid_out(
    stack: Sequence[CounterView], board: Board, square: str, foot: float
) -> tuple[CounterView, ...]:
    """Return the counters of a square in their places; the `foot` stays free."""
    lying = places_in(board, square, len(stack), foot)
    placed = []
    for i, (counter, transform) in enumerate(zip(stack, lying.transforms, strict=True)):
        covered = lying.covers(i)
        count = len(stack) if lying.stack and not covered else 0
        placed.append(
            replace(counter, compact=lying.compact, covered=covered, count=count, transform=transform)
        )
    return tuple(placed)


def _side_path(between: Iterable[str], board: Board) -> str:
    side = board.sides.get(pair(*between))
    return path(*(frame_of(board).line(s) for s in side.segments)) if side else ""


def drawn(counters: Iterable[CounterView], draw: Callable[[CounterView, bool], str]) -> Markup:
    """Return the counters of a board, each `draw`n on a line of its own by the template's macro."""
    lines = "".join([_drawn(draw, counter) for counter in counters])
    return Markup(lines)  # noqa: S704  (the macro escapes what it draws)


@lru_cache(maxsize=_KEPT)
def _drawn(draw: Callable[[CounterView, bool], str], counter: CounterView) -> str:
    return f"{draw(counter, True)}\n"
