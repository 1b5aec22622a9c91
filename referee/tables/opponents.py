"""The referee as a player at a table: it chooses whenever its seat is waited for.

It thinks in processes of its own, so no table waits for it: one for each core, so that tables hardly wait
for the thoughts at others either. Where more tables than cores wait for it, each has its share of the time,
and the thoughts that have begun are cut short too. What it chooses comes from the table's sealed seed and
from what its seat may know, so the choice is fixed before any player chooses. What was taken back is chosen
again: its player has seen it.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Protocol, cast

from referee.choice_seeds import choice_seed
from referee.games import registry
from referee.games.ports import Json
from referee.problems import Problem
from referee.tables.loaded_table import LoadedTable
from referee.tables.not_at_hand import NoTable
from referee.tables.playing import Playing
from referee.tables.table_store import TableStore

log = logging.getLogger(__name__)
_TRIES = 3
_SPAWNED = multiprocessing.get_context("spawn")
_MOST = 4
"""Most tables at which it thinks at the same moment: each process takes some 70 MB."""


class _Count(Protocol):
    """A number that processes share."""

    value: int


class Opponents:
    """The seats that the referee plays, at all tables."""

    def __init__(self, store: TableStore, playing: Playing) -> None:
        self._store, self._playing = store, playing
        self._guard = threading.Lock()
        self._thinking: dict[str, int] = {}
        """The tables at which it thinks, and at how many it did when each of them began to wait."""
        self._count: _Count | None = None
        """How many tables it thinks at: a number that the processes see too."""
        self._thread: ThreadPoolExecutor | None = None
        self._process: ProcessPoolExecutor | None = None
        self._closed = False
        store.when_moved.append(self.look)

    def look(self, table: LoadedTable) -> None:
        """Begin to think where the referee's seat is waited for. The table's lock must be held."""
        if not _owes(table):
            return
        with self._guard:
            if self._closed or table.code in self._thinking:
                return
            self._thinking[table.code] = len(self._thinking) + 1
            self._tell_count()
            if self._thread is None:
                self._thread = ThreadPoolExecutor(_at_once(), thread_name_prefix="opponent")
            self._thread.submit(self._play, table.code)

    def close(self) -> None:
        """Stop thinking, and wait until the thought in progress has ended."""
        with self._guard:
            self._closed = True
            thread, process = self._thread, self._process
            self._thread = self._process = None
        if thread is not None:
            thread.shutdown(cancel_futures=True)
        if process is not None:
            process.shutdown(cancel_futures=True)

    def _play(self, code: str) -> None:
        """Choose as long as the referee's seat is waited for, in a thread for this."""
        try:
            for _ in range(_TRIES):
                while self._chosen(code):
                    pass
                with self._store.at(code) as table:
                    if self._closed or not _owes(table):
                        return
        except NoTable:
            pass
        except Exception:
            log.exception("The referee could not choose at a table.")
        finally:
            with self._guard:
                self._thinking.pop(code, None)
                self._tell_count()

    def _tell_count(self) -> None:
        """Tell the processes at how many tables it thinks now. The guard must be held."""
        if self._count is not None:
            self._count.value = len(self._thinking)

    def _chosen(self, code: str) -> bool:
        """Choose once. Return whether something was chosen, so that more may be waited for."""
        with self._store.at(code) as table:
            if self._closed or not _owes(table):
                return False
            opponent, stage = table.match.opponent, table.stage
            assert opponent is not None
            seed = _seed(table)
            asked = (table.game.system, table.match.options, table.match.opened(table.position), seed)
        data = self._thought((*asked, self._thinking.get(code, 1)))
        if data is None:
            return False
        with self._store.at(code) as table:
            if (table.stage, _seed(table)) != (stage, seed) or not _owes(table):
                return True  # somebody took something back meanwhile, or added to the seed
            try:
                self._playing.step(table, opponent.seat, table.match.read(data))
            except Problem as problem:
                # The refusal's words may tell what the referee chose under seal.
                log.warning("The referee's choice at a table came to nothing (%s).", problem.status)
                return False
        return True

    def _thought(self, asked: tuple[str, Json, Json, str, int]) -> dict[str, Any] | None:
        """Return the referee's choice as JSON; None when the server stops or the process has died."""
        with self._guard:
            if self._closed:
                return None
            try:
                if self._process is None:
                    self._count = cast("_Count", _SPAWNED.RawValue(ctypes.c_int, len(self._thinking)))
                    self._process = _processes(self._count)
                process = self._process
                thought: Future[dict[str, Any]] | None = process.submit(think, *asked)
            except BrokenProcessPool:
                self._process = None
                return None
            except (ImportError, OSError):
                thought = None  # Android has no semaphores that processes could share.
        try:
            return think(*asked) if thought is None else thought.result()
        except BrokenProcessPool:
            log.warning("The process in which the referee thinks came to a sudden end.")
            with self._guard:
                if self._process is process:  # else another thread has started again already
                    self._process = None
            return None


def _at_once() -> int:
    """Return at how many tables the referee thinks at the same moment: one for each core, up to a few."""
    usable = getattr(os, "sched_getaffinity", None)
    return max(1, min(_MOST, len(usable(0)) if usable else os.cpu_count() or 1))


def _processes(count: _Count) -> ProcessPoolExecutor:
    """Return the processes to think in, with a shared number of tables.

    They are spawned: a server with threads cannot be forked safely.
    """
    return ProcessPoolExecutor(_at_once(), _SPAWNED, _begin, (count,))


_shared: list[_Count] = []
"""In a process to think in: at how many tables the referee thinks now."""


def _begin(count: _Count) -> None:
    """Begin a process to think in."""
    _shared.append(count)


def _sharing(waited: int) -> int:
    """Return how many tables share a core: those of now, or of when this one began to wait."""
    now = _shared[0].value if _shared else 1
    return -(-max(1, now, waited) // _at_once())


def think(system: str, options: Json, position: Json, seed: str, waited: int = 1) -> dict[str, Any]:
    """Return the choice of the referee's seat as JSON, from a position with all its secrets.

    It runs in a process of its own. `waited` is at how many tables it thought when this one began to wait:
    the last of many has waited longest, and has no more time than the others.
    """
    match = registry.game(system).match(options, _NoDocuments())
    assert match.opponent is not None
    return match.write(match.opponent.choose(match.read_position(position), seed, partial(_sharing, waited)))


class _NoDocuments:
    """The store of documents of a game that needs none."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there are none
        return None


def _owes(table: LoadedTable) -> bool:
    opponent = table.match.opponent
    return opponent is not None and not table.finished and opponent.owes(table.positions[-1])


def _seed(table: LoadedTable) -> str:
    """Return what the referee's choices come from now: another seed once something was taken back."""
    return choice_seed(table.chance.seed, sum(not line.stands for line in table.lines))
