"""3.0 Setting Up for Play: the units on their symbols, the secret squares, the characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from rules.board.board import Board
from rules.dawn_of_the_dead.actions import PlaceCharacters, PlaceHidden
from rules.dawn_of_the_dead.effects import CharacterPlaced, HiddenChosen, PhaseBegun, PlayerTurnBegun
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, NAMES, UNITS, Setting
from rules.dawn_of_the_dead.equipment.units import turned
from rules.dawn_of_the_dead.position import Character, Counters, Mode, Position, Zombie
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.ruling import allow, refuse

MAX_PER_SQUARE = 2


def set_up(setting: Setting, mode: Mode, counters: Counters, draw: Sequence[int]) -> Position:
    """Return the position before the first choice: a unit on each symbol, all doors open (3.1, 3.3).

    `draw` has the values of all units in the order of the draw: one for each symbol by square number, then
    the five of the Hidden Zombie box (in solitaire play: eliminated units, R-15.1a). It is ignored if the
    counters are physical. Raises ValueError if it does not fit the counter sheet.
    """
    squares = setting.zombie_squares
    if counters == "physical":
        values: list[int | None] = [None] * UNITS
    else:
        if tuple(sorted(draw)) != setting.sheet.units:
            raise ValueError("The units drawn do not match the counter sheet.")
        values = list(draw)
    rest = tuple(values[len(squares) :])
    solitaire = mode != "two-player"
    return Position(
        setting,
        phase="place_characters" if solitaire else "place_hidden",
        mode=mode,
        counters=counters,
        characters={name: Character(None) for name in CHARACTERS},
        zombies={s: Zombie(v) for s, v in zip(squares, values, strict=False)},
        hidden_box=() if solitaire else rest,
        eliminated=rest if solitaire else (),
        rifles=setting.board.rifle_count,
    )


def hidden_square_refusal(board: Board, square: str) -> Verdict | None:
    """Return why a square may not be assigned a hidden zombie, or None if it may (3.1)."""
    if square not in board.squares:
        return refuse(("3.1",), f"There is no square {square} on this map.", firm=True)
    if board.is_hall(square):
        return refuse(("3.1",), f"{square} is a hall square; hidden zombies must be in stores.")
    if _is_start(board, square):
        return refuse(("3.1",), f"{square} has a Character Placement Symbol.")
    for near in board.passages[square]:
        if _is_start(board, near):
            return refuse(
                ("3.1", "R-3.1a"),
                f"{square} is next to {near}, which has a Character Placement Symbol, with no wall between.",
            )
    return None


def lawful_hidden_squares(board: Board) -> tuple[str, ...]:
    """Return every square that may be assigned a hidden zombie, whatever the other four are (3.1)."""
    return tuple(s for s in board.squares if hidden_square_refusal(board, s) is None)


def in_edwins(board: Board, square: str) -> bool:
    """Return whether a square is in Edwin's Sports Center; it may hide only one zombie (3.1)."""
    return board.squares[square].area.id == board.special.get("edwins")


def _is_start(board: Board, square: str) -> bool:
    return "character" in board.squares[square].symbols


def _refuse_hidden(position: Position, action: PlaceHidden) -> Verdict | None:
    squares = action.squares
    if len(squares) != HIDDEN_COUNT:
        return refuse(("3.1",), f"Choose five squares, not {len(squares)}.", firm=True)
    if len(set(squares)) != HIDDEN_COUNT:
        twice = next(s for s in squares if squares.count(s) > 1)
        return refuse(("3.1",), f"{twice} is named more than once.", firm=True)
    # A square that does not exist comes first: no agreement overrides that refusal.
    board = position.setting.board
    for square in sorted(squares, key=lambda s: s in board.squares):
        if refused := hidden_square_refusal(board, square):
            return refused
    edwins = [s for s in squares if in_edwins(board, s)]
    if len(edwins) > 1:
        where = " and ".join(edwins)
        return refuse(("3.1",), f"{where} are both in Edwin's Sports Center, which may hide only one.")
    return None


def _grant_hidden(position: Position, action: PlaceHidden) -> Verdict:
    return allow(("3.1",), "Those five squares may be chosen.")


def _hide(position: Position, action: PlaceHidden) -> Outcome:
    squares = tuple(sorted(action.squares))
    after = replace(position, hidden=squares, phase="place_characters")
    effects = (HiddenChosen(squares), PhaseBegun("place_characters", position.turn))
    return Outcome(after, "The five hidden zombies are in their squares.", effects=effects)


def _hidden_options(position: Position) -> Iterator[PlaceHidden]:
    """Yield choices that use each lawful square at least once; there are millions of choices of five."""
    board = position.setting.board
    squares = lawful_hidden_squares(board)
    edwins = [s for s in squares if in_edwins(board, s)]
    others = [s for s in squares if s not in edwins]
    for start in range(len(others) if len(others) >= HIDDEN_COUNT else 0):
        yield PlaceHidden(tuple(sorted((others * 2)[start : start + HIDDEN_COUNT])))
    for square in edwins if len(others) >= HIDDEN_COUNT - 1 else ():
        yield PlaceHidden(tuple(sorted((square, *others[: HIDDEN_COUNT - 1]))))


def _refuse_characters(position: Position, action: PlaceCharacters) -> Verdict | None:
    missing = [n for n in CHARACTERS if n not in action.squares]
    if missing:
        return refuse(("3.2",), f"{NAMES[missing[0]]} has no square yet.", firm=True)
    for name in CHARACTERS:
        square = action.squares[name]
        if square not in position.setting.board.squares:
            return refuse(("3.2",), f"There is no square {square} on this map.", firm=True)
        if square not in position.setting.character_squares:
            return refuse(
                ("3.2", "R-3.2a"),
                f"{square} has no Character Placement Symbol, so {NAMES[name]} cannot start there.",
            )
        together = sum(action.squares[n] == square for n in CHARACTERS)
        if together > MAX_PER_SQUARE:
            return refuse(
                ("3.2", "R-3.2a"), f"{together} characters in {square} are too many; two is the limit."
            )
    return None


def _grant_characters(position: Position, action: PlaceCharacters) -> Verdict:
    return allow(("3.2",), "The characters may start there.")


def _place_characters(position: Position, action: PlaceCharacters) -> Outcome:
    characters = {
        name: replace(
            position.characters.get(name, Character(None)), square=action.squares[name], status="normal"
        )
        for name in CHARACTERS
    }
    where = ", ".join(f"{NAMES[n]} in {action.squares[n]}" for n in CHARACTERS)
    after = replace(position, characters=characters, phase="human")
    met = (s for s in position.zombies if s in action.squares.values())
    effects = (
        *(CharacterPlaced(n, action.squares[n]) for n in CHARACTERS),
        *(effect for s in met for effect in turned(after, s, up=False)),
        PlayerTurnBegun("human", position.turn),
        PhaseBegun("human", position.turn),
    )
    return Outcome(after, f"The characters are set up: {where}.", effects=effects)


def _character_options(position: Position) -> Iterator[PlaceCharacters]:
    squares = position.setting.character_squares
    for chosen in product(squares, repeat=len(CHARACTERS)):
        if max(chosen.count(s) for s in chosen) <= MAX_PER_SQUARE:
            yield PlaceCharacters(dict(zip(CHARACTERS, chosen, strict=True)))


PLACE_HIDDEN = Procedure(PlaceHidden, _refuse_hidden, _grant_hidden, _hide, _hidden_options)
PLACE_CHARACTERS = Procedure(
    PlaceCharacters,
    _refuse_characters, _grant_characters, _place_characters, _character_options,
)  # fmt: skip
