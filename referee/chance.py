"""The referee's dice and draws: sealed before the game, kept when taken back, never rolled twice.

Each kind of roll has its own stream of results, worked out from the table's seed. The seed is chosen and
sealed (its SHA-256 published) when the table is made and opened when the game is over, so anybody can check
that no result was picked to suit anyone. What a stream gave is used up; what was taken back comes up again,
in the same order, before anything new (R-UNDO). That holds for dice typed in from the table just the same.

Each seat's device may add a part of its own to the seed. It is public, and counts for what comes up after it:
so whoever sealed the seed does not know the dice either when he seals it.

The end of a game opens the seed. Where its end is taken back, a new seed is chosen and sealed for all that
has not come up yet.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.games.ports import ChanceRequest, DiceTotal, dice_in, results_by_kind

Given = Iterable[tuple[ChanceRequest, tuple[int, ...]]]


@dataclass(slots=True)
class Chance:
    """What chance has in store at one table. `seed` is secret while the game runs.

    `used` counts what each stream gave, `kept` holds what was taken back, by kind. `earlier` are the seeds
    that came before, each with the `lots` between equals that had been drawn by then.
    """

    seed: str = field(repr=False)
    used: dict[str, int] = field(default_factory=dict)
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)
    lots: set[str] = field(default_factory=set)
    earlier: list[tuple[frozenset[str], str]] = field(default_factory=list, repr=False)

    def next(
        self, want: ChanceRequest, already: Mapping[str, int] | None = None
    ) -> tuple[tuple[int, ...], int]:
        """Return the next results for `want`, and how many of them are new; nothing is used up yet.

        `already` says how many results of each kind the same action has taken before this one.
        """
        return self._drawn(want) if want.pool is not None else self._rolled(want, already or {})

    def contradiction(self, given: Given) -> str | None:
        """Return a sentence if dice somebody typed in differ from those that must come up again, or None."""
        for kind, results in results_by_kind(given).items():
            again = _coming(self.kept.get(kind, ()), dice_in(results))
            if again and not _agree(results, again):
                shown = ", ".join(f"a total of {r}" if isinstance(r, DiceTotal) else str(r) for r in again)
                return (
                    f"This roll was made before and taken back: {shown} comes up again. Leave the dice out."
                )
        return None

    def spend(self, given: Given, rolled: Mapping[str, int]) -> None:
        """Use up the results of an action; `rolled` says how many of each kind came from the stream."""
        for kind, results in results_by_kind(given).items():
            new = rolled.get(kind, 0)
            self.used[kind] = self.used.get(kind, 0) + new
            kept = self.kept.get(kind, ())
            if _totals(results) or _totals(kept):
                self.kept[kind] = kept[len(_coming(kept, dice_in(results) - new)) :]
                continue
            left = list(kept)
            for result in results[: len(results) - new]:
                if result in left:
                    left.remove(result)
            self.kept[kind] = tuple(left)

    def take_back(self, given: Given) -> None:
        """Keep the results of an action that was taken back; they come up before all others of their kind."""
        for kind, results in results_by_kind(given).items():
            self.kept[kind] = results + self.kept.get(kind, ())

    def renew(self, seed: str) -> None:
        """Take new results from another seed: the present one was opened, or a part was added to it."""
        self.earlier.append((frozenset(self.lots), self.seed))
        self.seed = seed

    def mix(self, part: str) -> None:
        """Take new results from the present seed and a part that a device adds to it."""
        self.renew(mixed(self.seed, (part,)))

    def stream(self, kind: str, index: int, size: int) -> int:
        """Return a number from 0 to `size` - 1: result `index` of a kind of roll."""
        return _result(self.seed, kind, index, size)

    def tied(self, kind: str, index: int, size: int) -> int:
        """Return result `index` of a lot between equals, from 0 to `size` - 1.

        A lot that was drawn keeps its seed: the same tie brings the same dice again.
        """
        seed = next((seed for drawn, seed in self.earlier if kind in drawn), self.seed)
        return _result(seed, kind, index, size)

    def _rolled(self, want: ChanceRequest, already: Mapping[str, int]) -> tuple[tuple[int, ...], int]:
        before = already.get(want.kind, 0)
        kept = self.kept.get(want.kind, ())
        first = self.used.get(want.kind, 0) + max(0, before - len(kept))
        again = _coming(kept[before:], want.count)
        new = want.count - dice_in(again)
        return again + tuple(self.stream(want.kind, first + i, want.sides) + 1 for i in range(new)), new

    def _drawn(self, want: ChanceRequest) -> tuple[tuple[int, ...], int]:
        assert want.pool is not None
        pool, kept, index = sorted(want.pool), list(self.kept.get(want.kind, ())), self.used.get(want.kind, 0)
        results: list[int] = []
        # A unit that was drawn and taken back comes again if it still lies in the pool.
        for value in list(kept):
            if len(results) < want.count and value in pool:
                results.append(value)
                pool.remove(value)
        new = want.count - len(results)
        results.extend(pool.pop(self.stream(want.kind, index + i, len(pool))) for i in range(new))
        return tuple(results), new


def _totals(results: Iterable[int]) -> bool:
    return any(isinstance(result, DiceTotal) for result in results)


def _coming(kept: Sequence[int], count: int) -> tuple[int, ...]:
    """Return which results that were taken back come up again for this many dice: the first that fit.

    What several dice came to cannot be split: it waits for a roll of as many dice or more.
    """
    coming: list[int] = []
    for result in kept:
        if dice_in((*coming, result)) > count:
            break
        coming.append(result)
    return tuple(coming)


def _agree(results: Sequence[int], again: Sequence[int]) -> bool:
    """Return whether given dice begin with those that come up again, or can come to what they came to."""
    if not (_totals(results) or _totals(again)):
        return tuple(results[: len(again)]) == tuple(again)
    if not _totals(results):
        return sum(results[: dice_in(again)]) == sum(again)
    rest, more = dice_in(results) - dice_in(again), sum(results) - sum(again)
    return rest <= more <= 6 * rest


def mixed(seed: str, parts: Iterable[str]) -> str:
    """Return the seed that a seed and the parts added to it make, in their order."""
    for part in parts:
        seed = hmac.new(seed.encode(), f"part:{part}".encode(), hashlib.sha256).hexdigest()
    return seed


def _result(seed: str, kind: str, index: int, size: int) -> int:
    """Return result `index` of a kind of roll.

    The 256 bits of an HMAC are far too many for the remainder to favour any number.
    """
    digest = hmac.new(seed.encode(), f"{kind}:{index}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest, "big") % size
