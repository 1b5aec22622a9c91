"""The referee's dice and draws: sealed before the game, and checked when it is over.

Each kind of roll has its own stream of results, worked out from the table's seed. The seed is chosen and
sealed (its SHA-256 published) when the table is made, and opened when the game is over, so anybody can check
that no result was picked in anyone's favour. Each result of a stream is used once; results that were taken
back come up again, in the same order, before new ones (R-UNDO), also those typed in by players.

Each seat's device may contribute to the seed. A contribution is public and changes all later results: so the
host who sealed the seed does not know the dice either.

The end of a game opens the seed. If the end is taken back, a new seed is chosen and sealed for all later
results.

A player who knew the seed and all other contributions could choose his own to get the dice he wants. So
devices contribute in rounds: each first commits, by sending the SHA-256 of its contribution. Once the
commitments of a round are fixed the contributions are revealed, and they count together. A contribution
without a round was added in one step.

After a device has revealed its contribution, only a round in which its seat takes part again may change the
dice: otherwise somebody could choose them in a round alone. `referee.tables.dice` runs the rounds.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from itertools import groupby
from typing import Any, Generic

from referee.games.interface import (
    ActionT,
    ChanceRequest,
    DiceTotal,
    PositionT,
    Rules,
    dice_in,
    given_at,
    results_by_kind,
)
from referee.records.codec import Record
from rules.fields import declared_fields
from rules.ruling import Ruling
from rules.sentences import listed

Given = Iterable[tuple[ChanceRequest, tuple[int, ...]]]


@dataclass(slots=True)
class Chance:
    """The dice and draws of one table. `seed` is secret until the game is over.

    `used` counts the results used of each stream; `kept` holds those that were taken back, by kind. `earlier`
    has the earlier seeds, each with the `tie_breaks` drawn by then.
    """

    seed: str = field(repr=False)
    used: dict[str, int] = field(default_factory=dict)
    kept: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)
    tie_breaks: set[str] = field(default_factory=set)
    earlier: list[tuple[frozenset[str], str]] = field(default_factory=list, repr=False)

    def next(
        self,
        request: ChanceRequest,
        already: Mapping[str, int] | None = None,
        rolled: Mapping[str, int] | None = None,
    ) -> tuple[tuple[int, ...], int]:
        """Return the next results for a request, and how many of them are new; nothing is used up yet.

        `already` says how many results of each kind the same action has taken before this one, and `rolled`
        how many of these were new; without it, all that did not come up again.
        """
        kind, kept = request.kind, self.kept.get(request.kind, ())
        before = (already or {}).get(kind, 0)
        new = max(0, before - dice_in(kept)) if rolled is None else rolled.get(kind, 0)
        kept, first = _after(kept, before - new), self.used.get(kind, 0) + new
        if request.pool is not None:
            return self._drawn(sorted(request.pool), request, kept, first)
        again = _coming(kept, request.count)
        missing = range(first, first + request.count - dice_in(again))
        return again + tuple(self.stream(kind, n, request.sides) + 1 for n in missing), len(missing)

    def contradiction(self, given: Given) -> str | None:
        """Return a sentence if dice somebody typed in differ from those that must come up again, or None."""
        if not (given := list(given)):
            return None
        sides = {request.kind: request.sides for request, _ in given}
        for kind, results in results_by_kind(given).items():
            again = _coming(self.kept.get(kind, ()), dice_in(results))
            if again and not _agree(results, again, sides[kind]):
                shown = ", ".join(f"a total of {r}" if isinstance(r, DiceTotal) else str(r) for r in again)
                return (
                    f"The roll stands, for it was made before and taken back: {shown} comes up again. "
                    "Enter that, or let the referee roll."
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

    def copy(self) -> Chance:
        """Return the same dice, to try what follows."""
        return Chance(self.seed, {**self.used}, {**self.kept}, {*self.tie_breaks}, [*self.earlier])

    def renew(self, seed: str) -> None:
        """Take new results from another seed: the present one was opened, or a part was added to it."""
        self.earlier.append((frozenset(self.tie_breaks), self.seed))
        self.seed = seed

    def mix(self, part: str) -> None:
        """Take new results from the present seed and a part that a device adds to it."""
        self.renew(mixed(self.seed, (part,)))

    def stream(self, kind: str, index: int, size: int) -> int:
        """Return a number from 0 to `size` - 1: result `index` of a kind of roll."""
        return _result(self.seed, kind, index, size)

    def tie_break(self, kind: str, index: int, size: int) -> int:
        """Return result `index` of a tie-break, from 0 to `size` - 1.

        A tie-break that was drawn keeps its seed: the same tie brings the same dice again.
        """
        seed = next((seed for drawn, seed in self.earlier if kind in drawn), self.seed)
        return _result(seed, kind, index, size)

    def _drawn(
        self, pool: list[int], request: ChanceRequest, kept: Sequence[int], first: int
    ) -> tuple[tuple[int, ...], int]:
        """Return units of a pool: those that were drawn and taken back, as far as they are still there."""
        results: list[int] = []
        for value in kept:
            if len(results) < request.count and value in pool:
                results.append(value)
                pool.remove(value)
        new = request.count - len(results)
        results.extend(pool.pop(self.stream(request.kind, first + n, len(pool))) for n in range(new))
        return tuple(results), new


def _after(kept: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Return the results that come up again after this many dice."""
    gone = 0
    while gone < len(kept) and dice_in(kept[:gone]) < count:
        gone += 1
    return kept[gone:]


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


def _agree(results: Sequence[int], again: Sequence[int], sides: int) -> bool:
    """Return whether given dice begin with those that come up again, or can come to what they came to."""
    if not (_totals(results) or _totals(again)):
        return tuple(results[: len(again)]) == tuple(again)
    if not _totals(results):
        return sum(results[: dice_in(again)]) == sum(again)
    rest, more = dice_in(results) - dice_in(again), sum(results) - sum(again)
    return rest <= more <= sides * rest


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


SEAL = "dice"
"""The name of the seal on the seed. Those that follow are "dice_2", "dice_3" and so on."""


def choice_seed(seed: str, taken_back: int) -> str:
    """Return the seed of a choice after this many lines were taken back: a different one each time."""
    return f"{seed}/{taken_back}"


def seal_names(count: int) -> list[str]:
    """Return the names of the seals on `count` seeds that followed the first."""
    return [f"{SEAL}_{number}" for number in range(2, count + 2)]


def ends_taken_back(record: Record) -> list[tuple[int, int]]:
    """Return the line and the turn of each end of the game that was taken back, in order."""
    marked = {entry.get("taken_back_at") for entry in record.lines if entry["secrets_open"]}
    return [(entry["n"], entry["turn"]) for entry in record.lines if entry["n"] in marked]


def opened_choice_seed(record: Record, n: int, since: int = 0) -> str | None:
    """Return the seed of the referee's choice in line `n`; None if it was not opened.

    Lines taken back before a standing line have lower numbers than it. `since` are those that were taken back
    after the choice.
    """
    ends = ends_taken_back(record)
    names = [SEAL, *seal_names(len(ends))]
    opened = (record.opened or {}).get(names[sum(end < n for end, _ in ends)])
    if opened is None:
        return None
    last_end = max((end for end, _ in ends if end < n), default=-1)
    parts = [p["part"] for p in record.header.get("parts", ()) if last_end <= p["after"] < n]
    before = sum(entry["taken_back"] for entry in record.lines if entry["n"] < n)
    return choice_seed(mixed(str(opened["value"]), parts), before - since)


_ROUNDS = 50
"""How often an action may need something more: dice, then more dice or draws. A find may take a dozen."""


@dataclass(slots=True)
class Attempt(Generic[PositionT, ActionT]):
    """An action with all its dice and draws, and the ruling on it.

    `rolled` counts the new results of each kind. They are used up only when the action is saved.
    """

    action: ActionT
    ruling: Ruling[PositionT]
    rolled: dict[str, int] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Whether only the players can say what is missing."""
        return self.ruling.legal and self.ruling.after is None


def attempt(
    match: Rules[PositionT, ActionT],
    chance: Chance,
    position: PositionT,
    action: ActionT,
    judge: Callable[[PositionT, ActionT], Ruling[PositionT]],
    rolled: dict[str, int],
    *,
    dice: bool = True,
) -> Attempt[PositionT, ActionT]:
    """Return an action with all dice and draws it needs, and the ruling on it.

    `rolled` are the results that the referee rolled for it before, when it was begun. Without `dice` people
    roll, and the referee only draws, and rolls what lies face down.
    """
    tried = Attempt(action, judge(position, action), dict(rolled))
    # Dice used so far are counted here, because a new roll would replace the one before.
    given = given_at(match, position, action) if tried.waits else ()
    taken = {kind: dice_in(results) for kind, results in results_by_kind(given).items()} if given else {}
    for _ in range(_ROUNDS):
        if not tried.waits:
            break
        wanted = match.wants(position, tried.action, tried.ruling.needs)
        requests = [
            one for one in wanted if dice or one.pool is not None or _face_down(tried.action, one.field)
        ]
        if not requests:
            break
        for request in requests:
            results, new = chance.next(request, taken, tried.rolled)
            taken[request.kind] = taken.get(request.kind, 0) + request.count
            tried.action = match.fill(tried.action, request, results)
            if new:
                tried.rolled[request.kind] = tried.rolled.get(request.kind, 0) + new
        tried.ruling = judge(position, tried.action)
    return tried


def _face_down(action: Any, name: str) -> bool:
    """Return whether the results of a field of an action lie face down."""
    fields = declared_fields(type(action)) if is_dataclass(action) else {}
    return name in fields and bool(fields[name].secret)


Entry = Mapping[str, Any]
"""A promise: `seat`, `commit`, `round`; the last line when it was made (`opened`), when its round was fixed
(`closed`) and when the round began to count (`after`); `part` once it was shown. Or a part added in one step:
`seat`, `part`, `after`."""
LINES_TO_REVEAL = 4
"""After this many lines a round counts without the contributions that were not revealed."""
MAX_ROUNDS_PER_SEAT = 2
"""Rounds that one seat may begin under one seal: one for its first device, one for another."""

_PUBLIC = ("seat", "commit", "round", "opened", "closed", "after")


def commitment_to(part: str) -> str:
    """Return the commitment to a contribution of 64 hexadecimal digits: the SHA-256 of its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def counted_contributions(entries: Iterable[Entry] | None) -> list[dict[str, Any]]:
    """Return the contributions that count: `seat`, `part`, `after`, and the `round` if there was one."""
    wanted = ("seat", "part", "after", "round")
    return [{k: e[k] for k in wanted if k in e} for e in entries or () if "part" in e and "after" in e]


def seed_commitments(entries: Iterable[Entry] | None) -> list[dict[str, Any]]:
    """Return the commitments, in order, without the contributions."""
    return [{k: e[k] for k in _PUBLIC if k in e} for e in entries or () if "commit" in e]


def reordered(order: Sequence[int], entries: Iterable[Entry] | None) -> tuple[int, ...]:
    """Return the order of a stock, shuffled by the contributions made before the first action.

    Contributions made in one step do not change it.
    """
    early = [
        part["part"] for part in counted_contributions(entries) if "round" in part and part["after"] == 0
    ]
    if not early:
        return tuple(order)
    chance, left = Chance(mixed("order of the stock", early)), list(order)
    return tuple(left.pop(chance.stream("stock", n, len(left))) for n in range(len(left)))


def faults(record: Record) -> Iterator[str]:
    """Yield a sentence for each broken commitment, and each round that broke the rules for rounds."""
    parts, promised = record.header.get("parts", ()), record.header.get("commits", ())
    for part in parts:
        if "round" in part and not _kept(part, promised):
            yield f"Round {part['round']}: the part of {part['seat']} is not the one that it had promised."
    for number, seats in _rounds(promised):
        if len(seats) > len(set(seats)):
            yield f"Round {number} has two promises of one seat."
    yield from _left_out(record)
    yield from _out_of_turn(record)


def notes(record: Record) -> Iterator[str]:
    """Yield facts about the contributions in a record that passes the checks."""
    parts, promised = record.header.get("parts", ()), record.header.get("commits", ())
    if single := [part["seat"] for part in parts if "round" not in part]:
        yield f"{listed(single)} added a part in one step, so the host could have chosen it."
    for number, seats in _rounds(promised):
        shown = {part["seat"] for part in parts if part.get("round") == number}
        if shown:
            yield f"Round {number}: {listed(sorted(shown))} showed what they had promised before."
        if missing := [seat for seat in seats if seat not in shown]:
            yield f"Round {number}: {listed(missing)} never showed the part, so it does not count."
    if parts and (without := sorted({*record.header["seats"]} - {part["seat"] for part in parts})):
        yield f"No part came from {listed(without)}."


def _rounds(promised: Iterable[Entry]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each round and the seats that committed."""
    for number, entries in groupby(promised, key=lambda entry: int(entry["round"])):
        yield number, [str(entry["seat"]) for entry in entries]


def _kept(part: Entry, promised: Iterable[Entry]) -> bool:
    """Return whether a contribution matches a commitment in its round."""
    promise = commitment_to(part["part"])
    return any(
        (p["seat"], p["round"], p["commit"]) == (part["seat"], part["round"], promise) for p in promised
    )


def _left_out(record: Record) -> Iterator[str]:
    """Yield a sentence for each contribution that left out a seat which had contributed before."""
    ends = [end for end, _ in ends_taken_back(record)]
    protected: dict[int, set[str]] = {}
    parts: Sequence[Entry] = record.header.get("parts", ())
    for number, together in groupby(parts, key=lambda part: part.get("round")):
        given = list(together)
        under = sum(end <= given[0]["after"] for end in ends)
        before, seats = protected.setdefault(under, set()), {part["seat"] for part in given}
        if missing := sorted(before - _promising(record, number)):
            what = "A part was added in one step" if number is None else f"Round {number} went on"
            yield f"{what} without {listed(missing)}, who had taken part before."
        if number is not None:
            before |= seats


def _out_of_turn(record: Record) -> Iterator[str]:
    """Yield a sentence for each round that began or counted at a time when it might not."""
    ends = [end for end, _ in ends_taken_back(record)]
    shown = {(part["seat"], part.get("round")): part["after"] for part in record.header.get("parts", ())}
    begun: Counter[tuple[int, str]] = Counter()
    kept_back: dict[int, int] = {}
    for number, entries in groupby(record.header.get("commits", ()), key=lambda entry: int(entry["round"])):
        together = list(entries)
        first, counted = together[0], [shown.get((entry["seat"], number)) for entry in together]
        under = sum(end <= first["opened"] for end in ends)
        begun[under, first["seat"]] += 1
        if begun[under, first["seat"]] > MAX_ROUNDS_PER_SEAT:
            yield f"Round {number} was begun by {first['seat']}, who had begun {MAX_ROUNDS_PER_SEAT} before."
        if under in kept_back:
            yield f"Round {number} was begun although a part of round {kept_back[under]} was not shown."
        if None in counted:
            kept_back.setdefault(under, number)
        elif any(after > first.get("closed", 0) + LINES_TO_REVEAL for after in counted if after is not None):
            yield f"Round {number} began to count too late."


def _promising(record: Record, number: int | None) -> set[str]:
    """Return the seats that committed in a round."""
    return {p["seat"] for p in record.header.get("commits", ()) if p["round"] == number}
