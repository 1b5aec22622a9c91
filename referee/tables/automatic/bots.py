"""The referee as a player: for a side without a player, or when a player asks it to continue.

At a table made for practice it also acts for the players' side when one of them asks.

It computes in the processes of `referee.heavy`, so no table waits for it. If more tables than processes wait,
each gets its share of the time. Its choices come from the table's sealed seed and from what its seat may
know, so they are fixed before any player chooses. A choice that was taken back is made anew, because the
player has seen it.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from referee import heavy
from referee.errors import Problem, Stale
from referee.games.interface import Json, Position, asked_of_seat
from referee.games.opponent_choice import think
from referee.records.data import PHASE, TURN, Tap
from referee.records.seals import choice_seed
from referee.tables import views
from referee.tables.actions import Playing
from referee.tables.record import TableNotFound
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable
from referee.tables.views import decided_advice, practice, practises
from rules.ruling import Ruling

_NOBODY = "At this table the referee proposes nothing and plays no side that waits for a tap."
_NOT_NOW = "The players act now."
_NO_PRACTICE = "The referee does not play the characters for this seat."
_NOTHING = "The characters have nothing to do now."
_MAX_STEPS = 500
Rulings = list[Ruling[Position]]
"""The rulings on the actions that were carried out."""


@dataclass(frozen=True, slots=True)
class Autoplay:
    """The referee's actions for a side without a player. The table's lock must be held."""

    playing: Playing

    def advice(self, table: LoadedTable, seat: str) -> dict[str, Any]:
        """Return `{"advice": ..., "practice": ...}`: what the view holds under these names.

        Each is None while that side has nothing to do; only seats that practise get `practice`. Raises
        Problem (422) if the referee plays no side and the seat does not practise.
        """
        if not practises(table, seat):
            _refuse_played(table)
        seen = views.view(table, seat)
        advice = {"advice": seen.advice} if seen.advised else {}
        return {**advice, "practice": seen.practice} if seen.practises else advice

    def proposed(self, table: LoadedTable) -> Json | None:
        """Return the next action as JSON, with ties decided, or None while the players must act."""
        advice = decided_advice(table)
        return None if advice is None else table.match.write(advice.action)

    def act_for(
        self,
        table: LoadedTable,
        seat: str,
        version: int,
        side: str | None,
        *,
        whole: bool = False,
        phase: bool = False,
    ) -> Rulings:
        """Act for a side: `practise` for that of the players, `advance` for every other and for None."""
        practice = table.match.practice
        if practice is not None and side == practice.side:
            return self.practise(table, seat, version, whole=whole or phase)
        return self.advance(table, seat, version, whole=whole or phase, phase=phase)

    def advance(
        self, table: LoadedTable, seat: str, version: int, *, whole: bool = False, phase: bool = False
    ) -> Rulings:
        """Carry out the next action, or with `whole` all until the players must choose.

        With `phase` it also stops when a phase has ended. Returns the rulings. Raises Stale (409), Refused
        (422), and Problem (422) if the referee has nothing to do.
        """
        _refuse_played(table)
        if version != table.version:
            raise Stale(version)
        rulings = Rulings()
        far = PHASE if phase else TURN if whole else ""
        while len(rulings) < _MAX_STEPS:
            advice = decided_advice(table)
            if advice is None:
                break
            before = table.match.summary(table.position)
            tap = Tap(goes_on=bool(rulings), far=far)
            rulings.append(self.playing.step(table, seat, advice.action, tap=tap))
            ended = table.match.summary(table.position) != before
            if not whole or (phase and ended) or self._players_choose(table):
                break
        if not rulings:
            raise Problem(422, _NOT_NOW)
        return rulings

    def practise(self, table: LoadedTable, seat: str, version: int, *, whole: bool = False) -> Rulings:
        """Carry out the `practice` advice of the view, or with `whole` all of it in this phase.

        It stops when that side's turn ends, and at an action of another player or a value to read off the
        pieces. Returns what `advance` returns. Raises Stale (409), and Problem (403) for a seat that does not
        practise and for a shot that a player answers on his own device, (422) when there is nothing to do.
        """
        if not practises(table, seat):
            raise Problem(403, _NO_PRACTICE)
        if version != table.version:
            raise Stale(version)
        before, rulings = table.match.summary(table.position), Rulings()
        while len(rulings) < _MAX_STEPS and (proposal := practice(table, seat)) is not None:
            action = proposal.action
            if table.pending_action is None:
                if rulings and self.playing.answered_elsewhere(table, seat, action):
                    break
                self.playing.check_answered_here(table, seat, action)
            tap = Tap(goes_on=bool(rulings), far=PHASE if whole else "")
            rulings.append(self.playing.step(table, seat, action, tap=tap))
            if not whole or table.request or table.match.summary(table.position) != before:
                break
        if not rulings:
            raise Problem(422, _NOTHING)
        return rulings

    def _players_choose(self, table: LoadedTable) -> bool:
        """Return whether the players must choose something now, or read a piece."""
        adviser = table.match.adviser
        assert adviser is not None
        ruling = self.playing.pending_ruling(table)
        return adviser.waits(table.position) if ruling is None else adviser.waits_for(ruling.needs)


def _refuse_played(table: LoadedTable) -> None:
    if table.match.adviser is None:
        raise Problem(422, _NOBODY)


log = logging.getLogger(__name__)
_TRIES = 3


class Opponents:
    """The referee as an opponent, at all tables."""

    def __init__(self, store: TableStore, playing: Playing) -> None:
        self._store, self._playing = store, playing
        self._guard = threading.Lock()
        self._thinking: dict[str, int] = {}
        """The tables at which it thinks, with the number of such tables when each began to wait."""
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False
        store.on_change.append(self.look)

    def look(self, table: LoadedTable) -> None:
        """Start thinking if the table waits for the referee's seat. The table's lock must be held."""
        if not _owes(table):
            return
        with self._guard:
            if self._closed or table.code in self._thinking:
                return
            self._thinking[table.code] = len(self._thinking) + 1
            if self._threads is None:
                self._threads = ThreadPoolExecutor(heavy.POOL.size, thread_name_prefix="opponent")
            self._threads.submit(self._play, table.code)

    def close(self) -> None:
        """Stop, and wait until the computations in progress have ended."""
        with self._guard:
            self._closed = True
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(cancel_futures=True)

    def _play(self, code: str) -> None:
        """Choose as long as the table waits for the referee's seat, in a thread of the pool."""
        try:
            for _ in range(_TRIES):
                while self._chosen(code):
                    pass
                with self._store.locked(code) as table:
                    if self._closed or not _owes(table):
                        return
        except TableNotFound:
            pass
        except Exception:
            log.exception("The referee could not choose at a table.")
        finally:
            with self._guard:
                self._thinking.pop(code, None)

    def _chosen(self, code: str) -> bool:
        """Choose once. Return whether there was a choice, so that another may follow."""
        with self._store.locked(code) as table:
            if self._closed or not _owes(table):
                return False
            stage, seed = table.stage, _seed(table)
            asked = (table.game.system, table.match.options, table.match.opened(table.position), seed)
        data = self._thought((*asked, self._sharing(code)))
        if data is None:
            return False
        with self._store.locked(code) as table:
            owes = asked_of_seat(table.match, table.positions[-1])
            if (table.stage, _seed(table)) != (stage, seed) or owes is None:
                return True  # something was taken back meanwhile, or the seed has changed
            try:
                self._playing.step(table, owes[0], table.match.read(data))
            except Problem as problem:
                # The sentence may reveal the referee's sealed choice.
                log.warning("The referee's choice at a table came to nothing (%s).", problem.status)
                return False
        return True

    def _sharing(self, code: str) -> int:
        """Return how many tables share a process: now, or when this one began to wait.

        The last of many has waited longest, and gets no more time than the others.
        """
        with self._guard:
            tables = max(1, len(self._thinking), self._thinking.get(code, 1))
        return -(-tables // heavy.POOL.size)

    def _thought(self, asked: tuple[str, Json, Json, str, int]) -> dict[str, Any] | None:
        """Return the referee's choice as JSON; None if the server stops or the process died."""
        if self._closed:
            return None
        try:
            return heavy.run(heavy.OPPONENT, think, *asked)
        except heavy.WorkerDied:
            log.warning("The process in which the referee thinks came to a sudden end.")
            return None


def _owes(table: LoadedTable) -> bool:
    return bool(table.roster.played) and asked_of_seat(table.match, table.positions[-1]) is not None


def _seed(table: LoadedTable) -> str:
    """Return the seed of the referee's choices now: a new one after something was taken back."""
    return choice_seed(table.chance.seed, sum(not line.stands for line in table.lines))
