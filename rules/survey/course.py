"""The course of a survey: every gesture as it came, undo and redo among them, and the plane they add up to.

The number of entries is the survey's version, so two devices can say which of them they have seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any

from rules.survey import log
from rules.survey.exact import Refused
from rules.survey.plane import Plane

UNDO, REDO = "undo", "redo"
MAX_ENTRIES = 2 * log.MAX_GESTURES
MAX_CHARACTERS = 2_000_000
"""Letters of all entries of a survey as JSON, undone ones too: some 40 times what 200 squares take."""
_KEPT = 20
"""How many planes before the present one are kept, so that undo answers immediately."""
_EVERY = 50
"""Of the planes before those, one in this many is kept, so that any other is near one."""


class Course:
    """A survey in progress. Entries are applied one by one; a refused one changes nothing."""

    def __init__(self) -> None:
        """Begin with the empty plane."""
        self.version = 0
        self.done = 0
        self.letters = 0
        self.gestures: list[Mapping[str, Any]] = []
        self._planes: dict[int, Plane] = {0: Plane()}
        self._spent = 0

    @property
    def plane(self) -> Plane:
        """Return the plane as it is now."""
        at = max(n for n in self._planes if n <= self.done)
        plane = self._planes[at]
        for gesture in self.gestures[at : self.done]:
            plane = log.apply(plane, gesture)
        self._planes[self.done] = plane
        return plane

    def copy(self) -> Course:
        """Return an independent copy."""
        other = copy(self)
        other.gestures = list(self.gestures)
        other._planes = dict(self._planes)  # noqa: SLF001 - of another course, but no other class
        return other

    def take(self, entry: Mapping[str, Any]) -> None:
        """Take one entry: a gesture, undo or redo. Raises Refused, with a sentence; then nothing changes."""
        after, work = self._tested(entry)
        if after is not None:
            self._spent += work
            self._add(entry, after)
        else:
            self.done += 1 if entry["do"] == REDO else -1
        self.letters += letters_of(entry)
        self.version += 1

    def test(self, entry: Mapping[str, Any]) -> Plane | None:
        """Return the plane after a gesture, None for undo and redo; nothing changes. Raises Refused."""
        return self._tested(entry)[0]

    def _tested(self, entry: Mapping[str, Any]) -> tuple[Plane | None, int]:
        """Return what `test` does, and the work of it."""
        if self.version >= MAX_ENTRIES:
            raise Refused(f"A survey has at most {MAX_ENTRIES} gestures, undone ones too.")
        if entry.get("do") in {UNDO, REDO}:
            end = 0 if entry["do"] == UNDO else len(self.gestures)
            if self.done == end:
                raise Refused(f"There is nothing to {entry['do']}.")
            return None, 0
        if self.done >= log.MAX_GESTURES:
            raise Refused(f"A survey has at most {log.MAX_GESTURES} gestures.")
        work = log.work(self.plane, entry)
        if self._spent + work > log.MAX_WORK:
            raise Refused(log.TOO_MUCH)
        return log.apply(self.plane, entry), work

    def _add(self, gesture: Mapping[str, Any], after: Plane) -> None:
        self.gestures[self.done :] = [gesture]
        self.done += 1
        kept = {n: p for n, p in self._planes.items() if n < self.done and self._is_kept(n)}
        self._planes = {**kept, self.done: after}

    def _is_kept(self, n: int) -> bool:
        return n % _EVERY == 0 or n > self.done - _KEPT

    def to_json(self) -> dict[str, Any]:
        """Return the log (`referee-survey/1`)."""
        return {"format": log.FORMAT, "done": self.done, "gestures": list(self.gestures)}


def after(course: Course, entry: Mapping[str, Any]) -> Course:
    """Return a course after one entry more. Raises Refused, with a sentence."""
    following = course.copy()
    following.take(entry)
    return following


def replayed(course: Course, entries: Iterable[Mapping[str, Any]]) -> Course:
    """Return a course after entries that were taken before. Raises Refused for one that no longer fits."""
    following = course.copy()
    for entry in entries:
        try:
            following.take(entry)
        except Refused as refused:
            number = following.version + 1
            raise Refused(f"Gesture {number} of this survey no longer fits: {refused}") from None
    return following


def letters_of(entry: Mapping[str, Any]) -> int:
    """Return the letters of an entry as JSON."""
    return len(json.dumps(entry, ensure_ascii=False))


def entries_of(data: object) -> list[Mapping[str, Any]]:
    """Return the entries of a log from elsewhere. Raises Refused, with a sentence."""
    if not isinstance(data, dict):
        raise Refused(f'A survey is an object with "format": "{log.FORMAT}" and a list of gestures.')
    known = log.replay(data)
    undone = len(known.gestures) - known.done
    return [*(only_known(g) for g in known.gestures), *({"do": UNDO} for _ in range(undone))]


def only_known(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without fields that no gesture has."""
    kind = log.kind_of(entry)
    fields = log.GESTURES[kind][0] if kind in log.GESTURES else {}
    kept = {name: entry[name] for name in ("do", *fields) if name in entry}
    if kind == log.ALL and isinstance(kept.get("gestures"), list):
        kept["gestures"] = [_alone(one) for one in kept["gestures"]]
    return kept


def _alone(gesture: object) -> object:
    """Return one of many gestures without strange fields; what is not a gesture is refused later."""
    return only_known(gesture) if isinstance(gesture, dict) and log.kind_of(gesture) != log.ALL else gesture
