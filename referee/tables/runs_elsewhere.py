"""The chances that other processes of the same host work out, as far as they have told."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from referee.events.channel import Channel

BUSY = frozenset({"waiting", "running"})
"""The states of a run that has not ended."""
Moment = tuple[int, int]
"""The number of standing lines and the number of the last one: a public mark of the moment."""
_KEPT = 256


@dataclass(frozen=True, slots=True)
class RunElsewhere:
    """A run of another process: `facts` is what that process answers, without `current`."""

    process: str
    moment: Moment
    facts: dict[str, Any]

    def to_json(self, now: Moment) -> dict[str, Any]:
        """Return the progress of the run, for a table that stands at `now`."""
        return {**self.facts, "current": self.moment == now}


class RunsElsewhere:
    """What is known of the runs of other processes, and a way to tell them of this process's own.

    `begun` is called with the code of a table for which another process begins a run, `stopped` with that of
    one whose run somebody stopped elsewhere.
    """

    def __init__(
        self, channel: Channel, begun: Callable[[str], None], stopped: Callable[[str], None]
    ) -> None:
        self._channel, self._begun = channel, begun
        self._guard = threading.Lock()
        self._runs: OrderedDict[str, RunElsewhere] = OrderedDict()
        channel.hear("run", self._heard)
        channel.hear("stop", lambda _, code: stopped(code))

    def of(self, code: str) -> RunElsewhere | None:
        """Return the run of a table at another process, None if there is none.

        A run has failed when its process has ended before it.
        """
        with self._guard:
            run = self._runs.get(code)
        if run is not None and run.facts["state"] in BUSY and not self._channel.lives(run.process):
            return replace(run, facts={**run.facts, "state": "failed"})
        return run

    def tell(self, code: str, moment: Moment, facts: dict[str, Any]) -> None:
        """Tell the others how far a run of this process is; it takes the place of theirs."""
        self.drop(code)
        self._channel.tell("run", code, list(moment), facts)

    def stop(self, code: str) -> None:
        """Have the process that works out the chances of a table stop."""
        run = self.of(code)
        if run is None or run.facts["state"] not in BUSY:
            return
        with self._guard:
            self._runs[code] = replace(run, facts={**run.facts, "state": "stopped"})
        self._channel.tell("stop", code)

    def drop(self, code: str) -> None:
        """Forget the run of a table."""
        with self._guard:
            self._runs.pop(code, None)

    def _heard(self, process: str, code: str, moment: list[int], facts: dict[str, Any]) -> None:
        if facts["state"] == "waiting":
            self._begun(code)
        first, last = moment
        with self._guard:
            self._runs[code] = RunElsewhere(process, (first, last), facts)
            self._runs.move_to_end(code)
            while len(self._runs) > _KEPT:
                self._runs.popitem(last=False)
