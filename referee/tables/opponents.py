"""The referee as a player at a table: it chooses whenever its seat is waited for.

It thinks in the processes of `referee.heavy`, so no table waits for it. Where more tables than processes wait
for it, each has its share of the time. What it chooses comes from the table's sealed seed and from what its
seat may know, so the choice is fixed before any player chooses. What was taken back is chosen again: its
player has seen it.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from referee import heavy
from referee.choice_seeds import choice_seed
from referee.games.ports import Json
from referee.games.thought import think
from referee.problems import Problem
from referee.tables.loaded_table import LoadedTable
from referee.tables.not_at_hand import NoTable
from referee.tables.playing import Playing
from referee.tables.table_store import TableStore

log = logging.getLogger(__name__)
_TRIES = 3


class Opponents:
    """The seats that the referee plays, at all tables."""

    def __init__(self, store: TableStore, playing: Playing) -> None:
        self._store, self._playing = store, playing
        self._guard = threading.Lock()
        self._thinking: dict[str, int] = {}
        """The tables at which it thinks, and at how many it did when each of them began to wait."""
        self._threads: ThreadPoolExecutor | None = None
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
            if self._threads is None:
                self._threads = ThreadPoolExecutor(heavy.POOL.most, thread_name_prefix="opponent")
            self._threads.submit(self._play, table.code)

    def close(self) -> None:
        """Stop thinking, and wait until the thought in progress has ended."""
        with self._guard:
            self._closed = True
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(cancel_futures=True)

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

    def _chosen(self, code: str) -> bool:
        """Choose once. Return whether something was chosen, so that more may be waited for."""
        with self._store.at(code) as table:
            if self._closed or not _owes(table):
                return False
            opponent, stage = table.match.opponent, table.stage
            assert opponent is not None
            seed = _seed(table)
            asked = (table.game.system, table.match.options, table.match.opened(table.position), seed)
        data = self._thought((*asked, self._sharing(code)))
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

    def _sharing(self, code: str) -> int:
        """Return how many tables share a process: those of now, or of when this one began to wait.

        The last of many has waited longest, and has no more time than the others.
        """
        with self._guard:
            tables = max(1, len(self._thinking), self._thinking.get(code, 1))
        return -(-tables // heavy.POOL.most)

    def _thought(self, asked: tuple[str, Json, Json, str, int]) -> dict[str, Any] | None:
        """Return the referee's choice as JSON; None when the server stops or the process has died."""
        if self._closed:
            return None
        try:
            return heavy.run(heavy.THOUGHTS, think, *asked)
        except heavy.Died:
            log.warning("The process in which the referee thinks came to a sudden end.")
            return None


def _owes(table: LoadedTable) -> bool:
    opponent = table.match.opponent
    return opponent is not None and not table.finished and opponent.owes(table.positions[-1])


def _seed(table: LoadedTable) -> str:
    """Return what the referee's choices come from now: another seed once something was taken back."""
    return choice_seed(table.chance.seed, sum(not line.stands for line in table.lines))
