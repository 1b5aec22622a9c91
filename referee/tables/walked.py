"""The steps that stand, kept up to date: a long game would walk through all of it for each view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, overload

from referee.games.ports import PositionT, Step
from referee.storage.rows import Line
from referee.tables import packed_list


@dataclass(slots=True)
class Walked(Generic[PositionT]):
    """The players' actions in order; a phase that ended by itself is not a step.

    Only the last ones stay in memory: `_older` is how many came before them.
    """

    _steps: list[Step[PositionT]] | None = field(default=None)
    _older: int = 0

    def forget_from(self, n: int) -> None:
        """Forget the steps from line `n` on; walk again when asked next if that is far back."""
        while self._steps and self._steps[-1].n >= n:
            self._steps.pop()
        if self._older and not self._steps:
            self._steps, self._older = None, 0

    def add(self, line: Line, before: PositionT) -> None:
        """Add a line and the position before it. The last one leads up to the start of this one."""
        if self._steps is None or line.automatic:
            return
        _walk(self._steps, line, before)
        if len(self._steps) >= packed_list.READY + packed_list.BLOCK:
            del self._steps[: packed_list.BLOCK]
            self._older += packed_list.BLOCK

    def up_to(self, now: PositionT, standing: Iterable[tuple[Line, PositionT]]) -> Sequence[Step[PositionT]]:
        """Return the steps, the last of which leads to `now`; `standing` is walked through if need be."""
        if self._steps is None:
            self._steps, standing = [], list(standing)
            for line, before in standing:
                self.add(line, before)
        if self._steps and self._steps[-1].after is not now:
            self._steps[-1] = replace(self._steps[-1], after=now)
        return Steps(self._steps, self._older, standing) if self._older else self._steps


class Steps(Sequence[Step[PositionT]]):
    """The steps of a long game: the `last` ones are at hand, and the `older` ones are walked through for.

    Whoever looks back from the end does not reach them.
    """

    def __init__(
        self, last: Sequence[Step[PositionT]], older: int, standing: Iterable[tuple[Line, PositionT]]
    ) -> None:
        self._last, self._count, self._standing = last, older, standing
        self._walked: list[Step[PositionT]] | None = None

    def __len__(self) -> int:
        return self._count + len(self._last)

    def __iter__(self) -> Iterator[Step[PositionT]]:
        yield from self._older()
        yield from self._last

    def __reversed__(self) -> Iterator[Step[PositionT]]:
        yield from reversed(self._last)
        yield from reversed(self._older())

    @overload
    def __getitem__(self, index: int) -> Step[PositionT]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Step[PositionT]]: ...
    def __getitem__(self, index: int | slice) -> Step[PositionT] | Sequence[Step[PositionT]]:
        if isinstance(index, int) and -len(self._last) <= index < 0:
            return self._last[index]
        return [*self][index]

    def _older(self) -> list[Step[PositionT]]:
        if self._walked is None:
            self._walked = []
            for line, before in self._standing:
                if not line.automatic:
                    _walk(self._walked, line, before)
            del self._walked[self._count :]
        return self._walked


def _walk(steps: list[Step[PositionT]], line: Line, before: PositionT) -> None:
    """Add a step; the last one leads up to its start."""
    if steps:
        steps[-1] = replace(steps[-1], after=before)
    steps.append(Step(line.n, line.action, before, before))
