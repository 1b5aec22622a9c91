"""How large a map is, in words, for lists that tell one from another."""

from __future__ import annotations

from functools import lru_cache

from referee.documents import find
from referee.tables.service import tables


@lru_cache(maxsize=1000)
def size_of(id_: str) -> str:
    """Return how many squares an uploaded map has. Its id is its hash, so that never changes.

    Raises Problem (404) for one that was just deleted.
    """
    count = len(find(tables(), "map", id_)["squares"])
    return f"{count} square{'' if count == 1 else 's'}"
