"""The referee as a player: one action at a time, or on to the players' next choice.

At a table made for practice it also acts for the players' side when one of them asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.games.ports import Json, Position
from referee.problems import Problem, Stale
from referee.storage.rows import PHASE, TURN, Tap
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing import Playing
from referee.tables.proposals import decided_advice, practice, practises
from rules.ruling import Ruling

_NOBODY = "At this table the referee proposes nothing and plays no side that waits for a tap."
_NOT_NOW = "The players act now."
_NO_PRACTICE = "The referee does not play the characters for this seat."
_NOTHING = "The characters have nothing to do now."
_MOST_STEPS = 500
Rulings = list[Ruling[Position]]
"""The ruling on each action that was carried out."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """The referee's actions for a side without a player. The table's lock must be held."""

    playing: Playing

    def advice(self, table: LoadedTable, seat: str) -> dict[str, Any]:
        """Return `{"advice": ..., "practice": ...}`: what the view holds under these names.

        Each is None while that side has nothing to do; only seats that practise get `practice`. Raises
        Problem (422) for a seat that is proposed nothing, because every side has its player.
        """
        if not practises(table, seat):
            _refuse_played(table)
        seen = projections.view(table, seat)
        return {name: seen[name] for name in ("advice", "practice") if name in seen}

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
        if side is not None and side == table.match.players_side:
            return self.practise(table, seat, version, whole=whole or phase)
        return self.advance(table, seat, version, whole=whole or phase, phase=phase)

    def advance(
        self, table: LoadedTable, seat: str, version: int, *, whole: bool = False, phase: bool = False
    ) -> Rulings:
        """Carry out the next action, and with `whole` all that follow until the players must choose.

        With `phase` it also stops when a phase has ended. Returns the ruling on each. Raises Stale (409),
        Refused (422), and Problem (422) when there is nothing that the referee could do.
        """
        _refuse_played(table)
        if version != table.version:
            raise Stale(version)
        rulings = Rulings()
        far = PHASE if phase else TURN if whole else ""
        while len(rulings) < _MOST_STEPS:
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
        """Carry out the `practice` advice of the view, and with `whole` all that follow in this phase.

        It stops when that side's turn ends, and at an action of another player or a value to read off the
        pieces. Returns what `advance` returns. Raises Stale (409), and Problem (403) for a seat that does not
        practise and for a shot that a player answers on his own device, (422) when there is nothing to do.
        """
        if not practises(table, seat):
            raise Problem(403, _NO_PRACTICE)
        if version != table.version:
            raise Stale(version)
        before, rulings = table.match.summary(table.position), Rulings()
        while len(rulings) < _MOST_STEPS and (proposal := practice(table, seat)) is not None:
            action = proposal.action
            if table.underway is None:
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
        """Whether the players must choose something now, or read a piece."""
        adviser = table.match.adviser
        assert adviser is not None
        begun = self.playing.begun(table)
        return adviser.waits(table.position) if begun is None else adviser.waits_for(begun.needs)


def _refuse_played(table: LoadedTable) -> None:
    if table.match.adviser is None:
        raise Problem(422, _NOBODY)
