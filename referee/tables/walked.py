"""The steps that stand, kept up to date: a long game would walk through all of it for each view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from referee.games.ports import PositionT, Step
from referee.storage.rows import Line


@dataclass(slots=True)
class Walked(Generic[PositionT]):
    """The players' actions in order; a phase that ended by itself is not a step."""

    _steps: list[Step[PositionT]] | None = field(default=None)

    def forget(self) -> None:
        """Walk again when asked next: something before the end has changed."""
        self._steps = None

    def add(self, line: Line, before: PositionT) -> None:
        """Add a line and the position before it. The last one leads up to the start of this one."""
        if self._steps is None or line.automatic:
            return
        if self._steps:
            self._steps[-1] = replace(self._steps[-1], after=before)
        self._steps.append(Step(line.n, line.action, before, before))

    def up_to(self, now: PositionT, standing: Iterable[tuple[Line, PositionT]]) -> Sequence[Step[PositionT]]:
        """Return the steps, the last of which leads to `now`; `standing` is walked through if need be."""
        if self._steps is None:
            self._steps = []
            for line, before in standing:
                self.add(line, before)
        if self._steps and self._steps[-1].after is not now:
            self._steps[-1] = replace(self._steps[-1], after=now)
        return self._steps
