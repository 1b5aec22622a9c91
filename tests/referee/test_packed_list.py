"""A list with packed entries is like any list, whatever is done to it and in whatever order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from referee.tables import packed_list
from referee.tables.packed_list import PackedList
from tests import soak
from tests.rows import each_row


@dataclass(frozen=True, slots=True)
class Board:
    """What all entries share."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry like a position."""

    board: Board = field(compare=False)
    turn: int
    units: Any


BOARDS = Board(tuple(range(3000))), Board(tuple(range(4000)))


def standing(turn: int, board: Board = BOARDS[0]) -> Standing:
    """Return an entry."""
    return Standing(board, turn, MappingProxyType({str(n): {n, turn} for n in range(turn % 7)}))


@pytest.fixture(params=[(1, 1), (2, 3), (packed_list.BLOCK, packed_list.READY)])
def sizes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the sizes of blocks and of what lies ready."""
    monkeypatch.setattr(packed_list, "BLOCK", request.param[0])
    monkeypatch.setattr(packed_list, "READY", request.param[1])


def packed_of(entries: Iterable[Any]) -> PackedList[Any]:
    """Return a list of entries, packed as they come."""
    packed = PackedList[Any]()
    for entry in entries:
        packed.append(entry)
        packed.pack()
    return packed


@soak.DAYS
@pytest.mark.usefixtures("sizes")
def test_whatever_is_done_it_is_like_a_list() -> None:
    luck, packed, plain = Random(3), PackedList[Standing](), list[Standing]()
    looks: list[Callable[[Any, int], Any]] = [
        lambda all_, n: all_[n],
        lambda all_, n: all_[-1 - n],
        lambda all_, n: list(all_[n:]),
        lambda all_, n: list(all_[: n - 3]),
        lambda all_, n: list(all_[n::2]),
        lambda all_, n: list(all_[::-1]),
        lambda all_, _: list(all_),
        lambda all_, _: list(reversed(all_)),
        lambda all_, n: all_[n] in all_,
        lambda all_, n: all_.index(all_[n]),
        lambda all_, _: len(all_),
    ]
    for n in range(500):
        packed.append(standing(n))
        packed.pack()
        plain.append(standing(n))
        at, deed = luck.randrange(len(plain)), luck.random()
        if deed < 0.02:
            packed[at] = plain[at] = standing(-n)
        elif deed < 0.1:
            assert packed.pop() == plain.pop()
        elif deed < 0.12:
            start = luck.randrange(max(0, len(plain) - 40), len(plain) + 1)
            packed.cut(start)
            del plain[start:]
        if plain:
            at = luck.randrange(len(plain))
            look = luck.choice(looks)
            assert look(packed, at) == look(plain, at)
            assert list(packed.since(at)) == plain[at:]
    assert packed == plain
    assert packed != [*plain, standing(1)]
    assert packed == PackedList(plain)


@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize("end", ["popped", "cut"])
def test_another_entry_takes_the_place_of_the_last_one_wherever_the_list_ends(end: str) -> None:
    packed = packed_of(standing(n) for n in range(140))
    for count in range(139, 0, -1):
        if end == "popped":
            packed.pop()
        else:
            packed.cut(count)
        assert list(packed.ending_with(standing(-1))) == [*packed[:-1], standing(-1)]
        assert packed[-1] is packed[-1]
        assert len(packed) == count


def test_there_is_nothing_before_the_first_and_after_the_last() -> None:
    packed = packed_of(range(200))
    for index in (200, -201, 1000):
        with pytest.raises(IndexError):
            packed[index]
        with pytest.raises(IndexError):
            packed[index] = 1
    packed.cut(0)
    with pytest.raises(IndexError):
        packed.pop()


def test_what_entries_share_is_not_packed_with_them() -> None:
    """The board of a table is large, and rules may know it by its identity."""
    packed = packed_of(standing(n, BOARDS[n > 100]) for n in range(300))
    assert all(entry.board is BOARDS[entry.turn > 100] for entry in packed)
    assert _bytes(packed) < 200 * packed_list.BLOCK


def test_many_entries_take_little_memory() -> None:
    packed = packed_of(standing(n) for n in range(3000))
    assert _bytes(packed) / 3000 < 100


class Stubborn:
    """An entry of a stranger's game: its pickling fails, or its unpickling, or brings another one."""

    def __init__(self, packs: Callable[[], Any]) -> None:
        self.packs = packs

    def __reduce__(self) -> Any:
        return self.packs()


def refuses() -> Any:
    """Refuse to be pickled."""
    raise RuntimeError


@each_row(
    "packs", [refuses, lambda: (int, ("no number",)), lambda: (object, ()), lambda: (Stubborn, (refuses,))]
)
def test_what_does_not_come_back_as_it_was_stays_as_it_is(packs: Callable[[], Any]) -> None:
    entries = [Stubborn(packs) for _ in range(300)]
    packed = packed_of(entries)
    assert all(one is other for one, other in zip(packed, entries, strict=True))


def test_what_was_read_at_once_is_packed_one_block_at_a_time() -> None:
    packed = PackedList(standing(n) for n in range(400))
    for blocks in range(1, 11):
        packed.pack()
        assert len(packed._blocks) == blocks
    packed.pack()
    assert len(packed._ready) == 400 - 10 * packed_list.BLOCK
    assert packed == [standing(n) for n in range(400)]


def test_entries_that_cannot_be_packed_stay_as_they_are() -> None:
    entries = [lambda n=n: n for n in range(300)]
    packed = packed_of(entries)
    assert list(packed) == entries
    assert packed[0] is entries[0]


def _bytes(packed: PackedList[Any]) -> int:
    return sum(sys.getsizeof(block._bytes) for block in packed._blocks)
