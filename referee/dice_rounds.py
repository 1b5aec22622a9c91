"""Parts of the dice that devices promise before they show them: what stands in a record, and its checks.

A player who knew the seed and all other parts could choose his own part so that the dice suit him. So devices
add their parts in rounds: each first sends the SHA-256 of its part, its promise. Once the promises of a round
are fixed the parts are shown, and they count together. A part without a round was added in one step.

After a device has shown its part, only a round in which its seat takes part again may change the dice:
otherwise somebody could choose them by a round of his own. `referee.tables.dice` runs the rounds.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from referee.chance import Chance, mixed
from referee.choice_seeds import ends_taken_back
from referee.records import Record
from rules.sentences import listed

Entry = Mapping[str, Any]
"""A promise: `seat`, `commit`, `round`; the last line when it was made (`opened`), when its round was fixed
(`closed`) and when the round began to count (`after`); `part` once it was shown. Or a part added in one step:
`seat`, `part`, `after`."""
LATE = 4
"""After this many lines a round counts without the parts that were not shown."""
EACH = 2
"""How many rounds one seat may begin under one seal: for its first device, and for another one."""

_PUBLIC = ("seat", "commit", "round", "opened", "closed", "after")


def promise_of(part: str) -> str:
    """Return the promise of a part of 64 hexadecimal digits: the SHA-256 of its 32 bytes."""
    return hashlib.sha256(bytes.fromhex(part)).hexdigest()


def counting(entries: Iterable[Entry] | None) -> list[dict[str, Any]]:
    """Return the parts that count: `seat`, `part`, `after`, and the `round` where there was one."""
    wanted = ("seat", "part", "after", "round")
    return [{k: e[k] for k in wanted if k in e} for e in entries or () if "part" in e and "after" in e]


def promises(entries: Iterable[Entry] | None) -> list[dict[str, Any]]:
    """Return the promises, in order, without the parts."""
    return [{k: e[k] for k in _PUBLIC if k in e} for e in entries or () if "commit" in e]


def reordered(order: Sequence[int], entries: Iterable[Entry] | None) -> tuple[int, ...]:
    """Return the order of a stock once all parts of rounds that ended before the first action are in it.

    Parts that were added in one step change nothing in it.
    """
    early = [part["part"] for part in counting(entries) if "round" in part and part["after"] == 0]
    if not early:
        return tuple(order)
    chance, left = Chance(mixed("order of the stock", early)), list(order)
    return tuple(left.pop(chance.stream("stock", n, len(left))) for n in range(len(left)))


def faults(record: Record) -> Iterator[str]:
    """Yield a sentence for each broken promise, and each round that broke the rules for rounds."""
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
    """Yield what is worth knowing of the parts in a record whose checks hold."""
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
    """Yield the number of each round with the seats of its promises."""
    for number, entries in groupby(promised, key=lambda entry: int(entry["round"])):
        yield number, [str(entry["seat"]) for entry in entries]


def _kept(part: Entry, promised: Iterable[Entry]) -> bool:
    """Return whether a part was promised in its round, and not changed since."""
    promise = promise_of(part["part"])
    return any(
        (p["seat"], p["round"], p["commit"]) == (part["seat"], part["round"], promise) for p in promised
    )


def _left_out(record: Record) -> Iterator[str]:
    """Yield a sentence for each part that came after somebody's round, and in which he had no say."""
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
    """Yield a sentence for each round that began when none might, or counted when it suited somebody."""
    ends = [end for end, _ in ends_taken_back(record)]
    shown = {(part["seat"], part.get("round")): part["after"] for part in record.header.get("parts", ())}
    begun: Counter[tuple[int, str]] = Counter()
    kept_back: dict[int, int] = {}
    for number, entries in groupby(record.header.get("commits", ()), key=lambda entry: int(entry["round"])):
        together = list(entries)
        first, counted = together[0], [shown.get((entry["seat"], number)) for entry in together]
        under = sum(end <= first["opened"] for end in ends)
        begun[under, first["seat"]] += 1
        if begun[under, first["seat"]] > EACH:
            yield f"Round {number} was begun by {first['seat']}, who had begun {EACH} before."
        if under in kept_back:
            yield f"Round {number} was begun although a part of round {kept_back[under]} was not shown."
        if None in counted:
            kept_back.setdefault(under, number)
        elif any(after > first.get("closed", 0) + LATE for after in counted if after is not None):
            yield f"Round {number} began to count too late."


def _promising(record: Record, number: int | None) -> set[str]:
    """Return the seats that promised a part in a round."""
    return {p["seat"] for p in record.header.get("commits", ()) if p["round"] == number}
