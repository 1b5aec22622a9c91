"""The odds of winning: the server plays games to the end from a position, while the players think.

A run keeps the position it started from: later actions at the table neither stop nor change it, and its
result is then about an earlier moment. Runs are only in memory; after a restart of the server the players ask
again. The processes of a host publish the progress of their runs to each other.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from referee.config import MAX_CHANCES_GAMES as MAX_GAMES
from referee.errors import Problem
from referee.events import ALONE, Channel
from referee.games.interface import Crashed, Odds, OddsPort, Position
from referee.games.interface.odds import ACTIVE
from referee.tables.seats.pins import network_of
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable

__all__ = ["ACTIVE", "MAX_ACTIVE", "MAX_GAMES", "Moment", "Run", "WinOdds"]


Moment = tuple[int, int]
"""The count of standing lines and the number of the last one: a public mark of the moment."""
_MAX_REMOTE = 256


@dataclass(frozen=True, slots=True)
class RemoteRun:
    """A run of another process: `facts` is its progress, without `current`."""

    process: str
    moment: Moment
    facts: dict[str, Any]

    def to_json(self, now: Moment) -> dict[str, Any]:
        """Return the progress of the run, for a table that is at `now`."""
        return {**self.facts, "current": self.moment == now}


class RemoteRuns:
    """The runs of other processes, as far as this one knows, and publishing its own runs to them.

    `begun` is called with the code of a table when another process starts a run, `stopped` when a run is
    stopped at another process.
    """

    def __init__(
        self, channel: Channel, begun: Callable[[str], None], stopped: Callable[[str], None]
    ) -> None:
        self._channel, self._begun = channel, begun
        self._guard = threading.Lock()
        self._runs: OrderedDict[str, RemoteRun] = OrderedDict()
        channel.subscribe("run", self._on_progress)
        channel.subscribe("stop", lambda _, code: stopped(code))

    def of(self, code: str) -> RemoteRun | None:
        """Return the run of a table at another process, None if there is none.

        A run has failed if its process ended first.
        """
        with self._guard:
            run = self._runs.get(code)
        if run is not None and run.facts["state"] in ACTIVE and not self._channel.lives(run.process):
            return replace(run, facts={**run.facts, "state": "failed"})
        return run

    def publish(self, code: str, moment: Moment, facts: dict[str, Any]) -> None:
        """Publish how far a run of this process is; it takes the place of theirs."""
        self.drop(code)
        self._channel.publish("run", code, list(moment), facts)

    def stop(self, code: str) -> None:
        """Stop the run of a table at another process."""
        run = self.of(code)
        if run is None or run.facts["state"] not in ACTIVE:
            return
        with self._guard:
            self._runs[code] = replace(run, facts={**run.facts, "state": "stopped"})
        self._channel.publish("stop", code)

    def drop(self, code: str) -> None:
        with self._guard:
            self._runs.pop(code, None)

    def _on_progress(self, process: str, code: str, moment: list[int], facts: dict[str, Any]) -> None:
        if facts["state"] == "waiting":
            self._begun(code)
        first, last = moment
        with self._guard:
            self._runs[code] = RemoteRun(process, (first, last), facts)
            self._runs.move_to_end(code)
            while len(self._runs) > _MAX_REMOTE:
                self._runs.popitem(last=False)


log = logging.getLogger("referee")

MAX_ACTIVE = 8
"""Most active runs of one network, the one being played included."""
_MAX_ACTIVE_IN_ALL = 24
"""Most active runs of all networks."""
_MAX_KEPT = 256
_OVER = "The game is over."
_FULL = "Too many tables are asking for their odds. Ask again in a minute."
_GAMES = f"games: the number must be 1 to {MAX_GAMES}."


@dataclass(slots=True)
class Run:
    """Games played to the end from one moment of a table.

    `state` is waiting, running, done, stopped, or failed (a worker process ended unexpectedly).
    """

    moment: Moment
    turn: int
    phase: str
    asked: int
    seed: str = field(repr=False)
    position: Position = field(repr=False)
    port: OddsPort = field(repr=False)
    network: str = ""
    state: str = "waiting"
    odds: Odds = field(default_factory=lambda: Odds(0, 0, 0, 0))


class WinOdds:
    """The runs of one process. One is played at a time.

    `channel` connects the processes of a host.
    """

    def __init__(self, store: TableStore, games: int, channel: Channel = ALONE) -> None:
        self.store, self.games = store, games
        self._remote = RemoteRuns(channel, self._on_remote_start, self._on_remote_stop)
        self._guard = threading.Lock()
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._waiting = list[tuple[str, Run]]()
        self._last_network = ""
        self._player: ThreadPoolExecutor | None = None
        store.on_deleted.append(self._drop)

    def shown(self, code: str) -> dict[str, Any]:
        """Return the progress of the table's run. Raises Problem (404; 422 if the referee plays no side).

        `state` is "none" before anybody asked; `of` is the number of games asked for; `current`: the table is
        still where the run started; `turn` and `phase` say where that was.
        """
        with self.store.locked(code) as table:
            _port(table)
            now = _moment(table)
        with self._guard:
            run = self._runs.get(code)
            if run is not None:
                return _run_json(run, now)
        there = self._remote.of(code)
        return {"state": "none", "of": self.games} if there is None else there.to_json(now)

    def start(self, code: str, games: int | None = None, address: str = "") -> dict[str, Any]:
        """Start a run from the present position, in place of an earlier one, and return it.

        `address` is that of the client: one network cannot take all places. An active run from this very
        moment continues. Raises Problem (422) once the game is over, for too few or too many games and if the
        referee plays no side, and (429) if there are too many runs.
        """
        if games is not None and not 1 <= games <= MAX_GAMES:
            raise Problem(422, _GAMES)
        with self.store.locked(code) as table:
            port = _port(table)
            if table.finished:
                raise Problem(422, _OVER)
            summary = table.match.summary(table.position)
            seed = self.store.config.sources.seed()
            run = Run(
                _moment(table),
                summary["turn"],
                summary["phase"],
                games or self.games,
                seed,
                table.position,
                port,
                network_of(address),
            )
        there = self._remote.of(code)
        if there is not None and there.facts["state"] in ACTIVE and there.moment == run.moment:
            return there.to_json(run.moment)
        with self._guard:
            before = self._runs.get(code)
            if before is None or before.state not in ACTIVE or before.moment != run.moment:
                self._enqueue(code, run)
            return _run_json(self._runs[code], run.moment)

    def stop(self, code: str) -> dict[str, Any]:
        """Stop the table's run, if there is one, and return it with its games so far."""
        with self._guard:
            run = self._runs.get(code)
            if run is not None:
                _stop(run)
                self._share_progress(code, run)
        if run is None:
            self._remote.stop(code)
        return self.shown(code)

    def close(self) -> None:
        """Stop every run and wait for all of them to end."""
        with self._guard:
            for run in self._runs.values():
                _stop(run)
            player, self._player = self._player, None
        if player is not None:
            player.shutdown()

    def _enqueue(self, code: str, run: Run) -> None:
        """Queue a run for its table; the oldest ended run is dropped."""
        busy = [other for name, other in self._runs.items() if other.state in ACTIVE and name != code]
        of_network = sum(other.network == run.network for other in busy)
        if of_network >= MAX_ACTIVE or len(busy) >= _MAX_ACTIVE_IN_ALL:
            raise Problem(429, _FULL)
        if code in self._runs:
            _stop(self._runs.pop(code))
        self._runs[code] = run
        self._share_progress(code, run)
        for name in [n for n, r in self._runs.items() if r.state not in ACTIVE][
            : len(self._runs) - _MAX_KEPT
        ]:
            del self._runs[name]
        if self._player is None:
            self._player = ThreadPoolExecutor(1, thread_name_prefix="chances")
        self._waiting.append((code, run))
        self._player.submit(self._play_next)

    def _share_progress(self, code: str, run: Run) -> None:
        """Publish the progress of a run; the caller has the guard, which keeps the order."""
        if self._runs.get(code) is run:
            self._remote.publish(code, run.moment, _facts(run))

    def _on_remote_start(self, code: str) -> None:
        """Drop a run that another process has replaced."""
        with self._guard:
            run = self._runs.pop(code, None)
            if run is not None:
                _stop(run)

    def _on_remote_stop(self, code: str) -> None:
        """Stop a run that was stopped at another process."""
        with self._guard:
            run = self._runs.get(code)
            if run is not None:
                _stop(run)
                self._share_progress(code, run)

    def _play_next(self) -> None:
        """Play a run to its end, in the thread for runs; networks take turns."""
        with self._guard:
            others = (entry for entry in self._waiting if entry[1].network != self._last_network)
            code, run = entry = next(others, self._waiting[0])
            self._waiting.remove(entry)
            self._last_network = run.network
        if not self._change_state(code, run, "waiting", "running"):
            return
        try:
            run.port.chances(
                run.position,
                run.asked,
                run.seed,
                lambda odds: self._store_result(code, run, odds),
                lambda: _stopped(run),
            )
        except Crashed:
            log.warning("A process that played games for a table came to a sudden end.")
            self._change_state(code, run, "running", "failed")
        except Exception:
            log.exception("The games for a table's chances could not be played.")
            self._change_state(code, run, "running", "failed")
        else:
            self._change_state(code, run, "running", "done")

    def _store_result(self, code: str, run: Run, odds: Odds) -> None:
        """Store the games so far; results after a stop do not count."""
        with self._guard:
            if run.state == "running":
                run.odds = odds
                self._share_progress(code, run)

    def _change_state(self, code: str, run: Run, before: str, after: str) -> bool:
        with self._guard:
            turns = run.state == before
            if turns:
                run.state = after
                self._share_progress(code, run)
            return turns

    def _drop(self, code: str) -> None:
        """Stop and drop the run of a deleted table."""
        self._remote.drop(code)
        with self._guard:
            run = self._runs.pop(code, None)
            if run is not None:
                _stop(run)


def _port(table: LoadedTable) -> OddsPort:
    port = table.match.odds
    if port is None:
        raise Problem(422, table.match.no_chances)
    return port


def _moment(table: LoadedTable) -> Moment:
    last = next((line.n for line in reversed(table.lines) if line.stands), 0)
    return len(table.lines) - table.lines.taken_back, last


def _stop(run: Run) -> None:
    if run.state in ACTIVE:
        run.state = "stopped"


def _stopped(run: Run) -> bool:
    return run.state != "running"


def _facts(run: Run) -> dict[str, Any]:
    """Return the progress of a run, without `current`."""
    counted = run.odds.to_json()
    del counted["stopped"]
    return {"state": run.state, "of": run.asked, **counted, "turn": run.turn, "phase": run.phase}


def _run_json(run: Run, now: Moment) -> dict[str, Any]:
    return {**_facts(run), "current": run.moment == now}
