"""A list that keeps its older entries packed: a long game takes little more memory than a short one."""

from __future__ import annotations

import copyreg
import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from io import BytesIO
from itertools import islice
from types import MappingProxyType
from typing import Generic, TypeVar, cast, overload

T = TypeVar("T")

BLOCK = 32
"""How many entries are packed together: what they have in common is packed once."""
READY = 64
"""How many of the last entries lie ready at least: a turn of both sides, and more."""
_QUICK = 1
"""The level of zlib."""


class PackedList(Sequence[T]):
    """A list of entries that nobody changes; those before the last `READY` are packed, `BLOCK` at a time.

    An older entry is unpacked when it is asked for: it equals what was put in, but is another object. Of a
    block, what its entries share with the ones that follow stays as it is. Where an entry cannot be pickled,
    or comes back as another, all stay ready. The last entry always lies ready.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._blocks: list[_Block[T]] = []
        self._ready = list(entries)
        self._packs = True
        self._unpacked: tuple[int, list[T]] | None = None

    def __len__(self) -> int:
        return self._packed + len(self._ready)

    def __iter__(self) -> Iterator[T]:
        return self.since(0)

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._ready)
        for number in reversed(range(len(self._blocks))):
            yield from reversed(self._block(number))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PackedList | list):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"PackedList({list(self)})"

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if index == -1:  # by far the most common one
            return self._ready[-1]
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            return (
                list(islice(self.since(start), max(0, stop - start)))[::step] if step > 0 else [*self][index]
            )
        if -len(self._ready) <= index < 0:
            return self._ready[index]
        at = self._at(index)
        if at >= self._packed:
            return self._ready[at - self._packed]
        return self._block(at // BLOCK)[at % BLOCK]

    def ending_with(self, entry: T) -> PackedList[T]:
        """Return the same list with another entry as its last one."""
        other = PackedList[T]()
        other._blocks, other._packs = self._blocks[:], self._packs
        other._ready = [*self._ready[:-1], entry]
        return other

    @overload
    def __setitem__(self, index: int, entry: T) -> None: ...
    @overload
    def __setitem__(self, index: slice, entry: Iterable[T]) -> None: ...
    def __setitem__(self, index: int | slice, entry: T | Iterable[T]) -> None:
        """Put another entry in the place of one, or others in the place of several."""
        if isinstance(index, slice):
            self._unpack_from(0)
            self._ready[index] = cast("Iterable[T]", entry)
        else:
            at = self._at(index)
            self._unpack_from(at)
            self._ready[at - self._packed] = cast("T", entry)

    def since(self, start: int) -> Iterator[T]:
        """Yield the entries from this index on."""
        for number in range(start // BLOCK, len(self._blocks)):
            yield from islice(self._block(number), max(0, start - number * BLOCK), None)
        yield from islice(self._ready, max(0, start - self._packed), None)

    def append(self, entry: T) -> None:
        """Add an entry."""
        self._ready.append(entry)

    def pop(self) -> T:
        """Remove the last entry and return it."""
        self._unpack_from(len(self) - 2)
        return self._ready.pop()

    def cut(self, start: int) -> None:
        """Remove the entries from this index on."""
        self._unpack_from(start - 1)
        del self._ready[start - self._packed :]

    def _at(self, index: int) -> int:
        """Return an index counted from the start. Raises IndexError before the first entry."""
        at = index if index >= 0 else len(self) + index
        if at < 0:
            raise IndexError(index)
        return at

    @property
    def _packed(self) -> int:
        return len(self._blocks) * BLOCK

    def _block(self, number: int) -> list[T]:
        """Return the entries of a block; the last one asked for stays at hand."""
        if self._unpacked is None or self._unpacked[0] != number:
            self._unpacked = number, self._blocks[number].entries()
        return self._unpacked[1]

    def pack(self) -> None:
        """Pack a block of the older entries, if there are enough of them.

        One at a time: nobody waits for many, not even where a whole record was just read.
        """
        if len(self._ready) < READY + BLOCK or not self._packs:
            return
        block = self._ready[:BLOCK]
        try:
            packed = _Block(block, _shared(block[0], self._ready[BLOCK]))
        except Exception:  # noqa: BLE001 - what a stranger's game keeps may fail in any way
            self._packs = False
            return
        self._blocks.append(packed)
        del self._ready[:BLOCK]
        self._unpacked = None

    def _unpack_from(self, index: int) -> None:
        """Have the entries from this index on lie ready."""
        while self._blocks and index < self._packed:
            self._ready[:0] = self._blocks.pop().entries()
        self._unpacked = None


def _shared(first: object, following: object) -> tuple[object, ...]:
    """Return what entries refer to and do not hold alone: the board and its counters, whatever their size."""
    return tuple(
        {
            id(value): value
            for entry in (first, following)
            if is_dataclass(entry)
            for value in (getattr(entry, field.name) for field in fields(entry))
            if is_dataclass(value)
        }.values()
    )


class _Block(Generic[T]):
    """Entries as bytes, and the objects to which they refer by number."""

    __slots__ = ("_bytes", "_shared")

    def __init__(self, entries: list[T], shared: tuple[object, ...]) -> None:
        """Pack entries. Raises ValueError, or whatever else, where they would not come back as they are."""
        written = BytesIO()
        _Pickler(written, shared).dump(entries)
        self._bytes, self._shared = zlib.compress(written.getvalue(), _QUICK), shared
        if _unpickled(written.getvalue(), shared) != entries:
            raise ValueError

    def entries(self) -> list[T]:
        """Return the entries, made anew."""
        return cast("list[T]", _unpickled(zlib.decompress(self._bytes), self._shared))


class _Pickler(pickle.Pickler):
    dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda proxy: (_proxy, (dict(proxy),))}

    def __init__(self, file: BytesIO, shared: Sequence[object]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._numbers = {id(one): number for number, one in enumerate(shared)}

    def persistent_id(self, obj: object) -> int | None:
        return self._numbers.get(id(obj))


def _unpickled(written: bytes, shared: Sequence[object]) -> object:
    entries: object = _Unpickler(BytesIO(written), shared).load()
    return entries


def _proxy(of: dict[object, object]) -> MappingProxyType[object, object]:
    return MappingProxyType(of)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, shared: Sequence[object]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, pid: int) -> object:
        return self._shared[pid]
