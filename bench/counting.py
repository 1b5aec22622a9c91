"""Counting what one answer takes of the server: Python calls, takings of the lock, rulings, statements."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import setprofile
from types import CodeType, FrameType
from typing import Any

CALLS, LOCKS, PARSES, RULINGS, LOOKUPS, STATEMENTS = (
    "calls", "locks", "parses", "rulings", "seat_lookups", "statements",
)  # fmt: skip
WATCHED = (
    (LOCKS, "/tables/store.py", {"__getitem__"}),
    (PARSES, "referee/games/dawn_of_the_dead/game.py", {"read"}),
    (PARSES, "referee/games/battlecon/match.py", {"read"}),
    (PARSES, "referee/games/interface/rules.py", {"read"}),
    (RULINGS, "rules/dawn_of_the_dead/game.py", {
        "rule", "check", "recorded", "force", "force_recorded", "legal_actions", "refusal", "follow",
    }),
    (RULINGS, "rules/battlecon/game.py", {
        "rule", "check", "recorded", "force", "force_recorded", "legal_actions", "refusal", "follow",
    }),
    (LOOKUPS, "referee/tables/seats/links.py", {"seat_of_token", "find"}),
    (STATEMENTS, "sqlalchemy/engine/default.py", {"do_execute", "do_executemany"}),
)  # fmt: skip
"""What is counted by name: a file, and its functions. A ruling or reading that asks another counts once."""


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Yield the counts of what this thread does until the block ends."""
    counts: Counter[str] = Counter()
    names: dict[CodeType, str] = {}

    def note(frame: FrameType, event: str, _what: Any) -> None:
        if event != "call":
            return
        counts[CALLS] += 1
        code = frame.f_code
        name = names.get(code)
        if name is None:
            name = names[code] = _name(code)
        asked_by = names.get(frame.f_back.f_code) if frame.f_back else None
        if name and not (name in {PARSES, RULINGS} and name == asked_by):
            counts[name] += 1

    sys.setprofile(note)
    try:
        yield counts
    finally:
        sys.setprofile(None)
        setprofile(None)


def _name(code: CodeType) -> str:
    """Return what a call of this code counts as, "" for nothing but a call."""
    path = Path(code.co_filename).as_posix()
    return next((name for name, end, calls in WATCHED if path.endswith(end) and code.co_name in calls), "")
