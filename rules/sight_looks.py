"""What the owner of a board saw along its lines with a sheet of paper (6.4), kept with the map.

A map made from a board has an error: each corner and each centre may be off by this many units, across and up
and down. If less decides a sight line, the drawing cannot tell whether it is clear. The owner can.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Pair = tuple[str, str]


@dataclass(frozen=True)
class Looks:
    """The looks of an owner: for two squares in order, whether the line between them is clear.

    All doors count as open (3.3). `error` is how far a corner or a centre may be off, in units of the map.
    """

    error: int = 0
    clear: Mapping[Pair, bool] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Looks:
        """Return the looks of the member `looks` of a map; `sight_looks_check` must find nothing wrong."""
        lines = {(min(p), max(p)): bool(line["sight"]) for line in data["lines"] for p in [line["between"]]}
        return cls(data["error"], dict(sorted(lines.items())))

    def of(self, square: str) -> Mapping[str, bool]:
        """Return the looks from one square: the other squares, and whether the line there is clear."""
        return self._by_square.get(square, {})

    @cached_property
    def _by_square(self) -> Mapping[str, Mapping[str, bool]]:
        known: dict[str, dict[str, bool]] = defaultdict(dict)
        for (a, b), clear in self.clear.items():
            known[a][b] = known[b][a] = clear
        return dict(known)
