"""Every action worth asking about, legal or not, to check the engine's own lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations

from rules.board.board import Pair, pair
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, MAIN_DOORS
from rules.dawn_of_the_dead.position import Position

Groups = tuple[tuple[str, ...], ...]
GROUPS: Groups = tuple(chain.from_iterable(combinations(CHARACTERS, n) for n in range(len(CHARACTERS) + 1)))
LONGEST_PATH = 4
"""One square more than any piece goes."""


def candidates(position: Position) -> Iterator[act.Action]:
    """Yield single actions of every kind of this phase, sensible or not, chance left out."""
    for kind in game.PROCEDURES:
        if position.phase in game.PROCEDURES[kind].phases and kind in LISTS:
            yield from LISTS[kind](position)


def _squares(position: Position) -> list[str]:
    return list(position.setting.board.squares)


def _sides(position: Position) -> list[Pair]:
    """Return all doors, some walls and open sides, and squares that do not touch."""
    board = position.setting.board
    others = [s for s in board.sides if s not in board.doors][::7]
    return [*board.doors, *others, pair("000", "011")]


def start_move(position: Position) -> Iterator[act.Action]:
    """Yield all groups with all ways of one carrying another."""
    for group in GROUPS:
        yield act.StartMove(group)
        for by in CHARACTERS:
            for whom in CHARACTERS:
                yield act.StartMove(group, {"by": by, "whom": whom})


def _targets(position: Position) -> list[str]:
    """Return where somebody or something stands, and a few empty squares."""
    taken = {c.square for c in position.characters.values() if c.square}
    return sorted({*position.zombies, *taken, *position.hidden, *_squares(position)[::9]})


def shoot(position: Position) -> Iterator[act.Action]:
    """Yield all groups at all targets."""
    for at in _targets(position):
        for by in GROUPS:
            yield act.Shoot(by, at)


def _paths(position: Position, start: str, longest: int) -> Iterator[tuple[str, ...]]:
    """Yield every way of adjacent squares, walls or not."""
    ways: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        ways = [(*w, n) for w in ways for n in position.setting.board.neighbours[(start, *w)[-1]]]
        yield from ways


def _moves(position: Position, kind: type[act.React | act.FreeMove]) -> Iterator[act.Action]:
    for start in _targets(position):
        for path in _paths(position, start, 3):
            yield kind(path, start)
    for name in CHARACTERS:
        square = position.characters[name].square
        if square is None or position.characters[name].status != "super_zombie":
            yield kind(("000",), None, name)
            continue
        for path in _paths(position, square, LONGEST_PATH):
            yield kind(path, None, name, with_zombie=False)
            yield kind(path, None, name, with_zombie=True)


def smash(position: Position) -> Iterator[act.Action]:
    """Yield every piece at every door."""
    for between in _sides(position):
        for start in _targets(position):
            yield act.Smash(between, start)
        for name in CHARACTERS:
            yield act.Smash(between, None, name)


LISTS: dict[str, Callable[[Position], Iterator[act.Action]]] = {
    "start_move": start_move,
    "step": lambda p: (act.Step(s) for s in _squares(p)),
    "put_down": lambda p: iter([act.PutDown()]),
    "open_door": lambda p: (act.OpenDoor(s) for s in _sides(p)),
    "close_door": lambda p: (act.CloseDoor(s) for s in _sides(p)),
    "close_main_door": lambda p: (act.CloseMainDoor(d) for d in MAIN_DOORS),
    "take_rifle": lambda p: (act.TakeRifle(n) for n in CHARACTERS),
    "shoot": shoot,
    "end_turn": lambda p: iter([act.EndTurn()]),
    "check_berserk": lambda p: (act.CheckBerserk(s) for s in _squares(p)),
    "react": lambda p: _moves(p, act.React),
    "free_move": lambda p: _moves(p, act.FreeMove),
    "smash": smash,
    "reveal": lambda p: (act.Reveal(s) for s in _squares(p)),
    "roll_free_moves": lambda p: iter([act.RollFreeMoves()]),
    "open_attack": lambda p: (act.OpenAttack(s) for s in _squares(p)),
    "defend": lambda p: (act.Defend(g) for g in GROUPS),
    "hold_fire": lambda p: iter([act.HoldFire()]),
    "declare_attack": lambda p: (act.DeclareAttack(n) for n in (None, *range(6))),
    "choose_victims": lambda p: (act.ChooseVictims(g) for g in GROUPS),
    "roll_attack": lambda p: (act.RollAttack(n) for n in CHARACTERS),
    "roll_entrance": lambda p: iter([act.RollEntrance()]),
    "roll_infection": lambda p: (act.RollInfection(n) for n in CHARACTERS),
    "next_phase": lambda p: iter([act.NextPhase()]),
}
