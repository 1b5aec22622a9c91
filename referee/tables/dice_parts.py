"""What each seat's device adds to the seed of the referee's dice, so nobody can steer them.

The referee seals its seed first. A device that was shown the seal adds 32 random bytes, and the dice that
fall from then on come from both. The host does not know those bytes when the seed is sealed,
and a player does not know the seed. What was added is public. It changes nothing that anybody sees of the
game, so the table's version stays as it is, and no tap becomes stale because of it.

A device first promises its part, by its SHA-256, and shows it once the promises of the round are fixed: see
`referee.dice_rounds`. Until anybody does so, a part may be added in one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from referee import records
from referee.dice_rounds import counting, promises
from referee.games.ports import SPECTATOR
from referee.problems import Problem
from referee.storage import parts
from referee.tables import rounds
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing_back import first_position
from referee.tables.table_store import TableStore

_OVER = "The game is over: there are no more rolls."
_TAUGHT = "This table is a lesson, so its dice are fixed."
_BEGUN = "An action is in progress. Add to the dice once it is done."
_SPECTATOR = "Spectators add nothing to the dice."
_OTHER_SEAL = "The dice have a new seal. Look at it first."
_ALREADY = "This seat has added its part to these dice."
_TRIES = 3
_BUSY = "Somebody else is changing this table. Try again."


@dataclass(frozen=True, slots=True)
class DiceParts:
    """The parts of the dice at all tables."""

    store: TableStore

    def add(self, code: str, seat: str, seal: str, part: str) -> dict[str, Any]:
        """Show a seat's `part` of the seed under this `seal`; return `{"seat", "seal", "parts", "commits"}`.

        Where nobody has promised one, it is added in one step, once for each seat. The same part sent again
        counts once. Raises Problem: 403 for a spectator, 409 for another seal than the present one, 422 where
        nothing can be added or another part was promised, 503 when it could not be saved.
        """

        def with_it(table: LoadedTable, entries: rounds.Entries) -> rounds.Entries:
            if any((e["seat"], e.get("part")) == (seat, part) for e in entries):
                return entries
            _check(table, seat, seal)
            after = rounds.shown(entries, _began(table), seat, part)
            if after is None:
                _check_first(table, seat)
                after = (*entries, {"seat": seat, "part": part, "after": table.last_number})
            return after

        return self._change(code, seat, with_it)

    def promise(self, code: str, seat: str, seal: str, commit: str) -> dict[str, Any]:
        """Promise a part by its SHA-256; return what `add` returns. The same promise again changes nothing.

        Raises the same as `add`.
        """

        def with_it(table: LoadedTable, entries: rounds.Entries) -> rounds.Entries:
            if any((e["seat"], e.get("commit")) == (seat, commit) for e in entries):
                return entries
            _check(table, seat, seal)
            return rounds.promised(entries, _began(table), seat, commit, table.last_number)

        return self._change(code, seat, with_it)

    def _change(
        self, code: str, seat: str, with_it: Callable[[LoadedTable, rounds.Entries], rounds.Entries]
    ) -> dict[str, Any]:
        """Write what a device adds, with what its round has come to, and return what stands."""
        for _ in range(_TRIES):
            with self.store.at(code) as table:
                before = table.game.parts or ()
                after = _gone_on(table, with_it(table, _gone_on(table, before)))
                if after != before and not self._written(table, after):
                    continue
                told = {"parts": counting(after), "commits": promises(after)}
                return {"seat": seat, "seal": present_seal(table), **told}
        raise Problem(503, _BUSY)

    def wanted(self, code: str, seat: str) -> str:
        """Return the seal on the seed to which a seat's device may add its part; "" where it adds nothing."""
        with self.store.at(code) as table:
            adds = seat != SPECTATOR and table.game.parts is not None and not table.finished
            return present_seal(table) if adds else ""

    def _written(self, table: LoadedTable, every: rounds.Entries) -> bool:
        """Write the parts, unless another process was quicker; then the table is read again."""
        with self.store.database.writing() as connection:
            if not parts.add(connection, table.game, table.version, every):
                self.store.look_again(table.code)
                return False
        known = len(counting(table.game.parts))
        table.game = replace(table.game, parts=every)
        for part in counting(every)[known:]:
            table.chance.mix(part["part"])
        if not table.lines:
            # Nobody has seen anything of the stock yet.
            table.positions[0] = first_position(table.game, table.match)
            table.views.clear()
        return True


def present_seal(table: LoadedTable) -> str:
    """Return the seal on the seed that the dice come from now."""
    game = table.game
    if not game.reopened:
        return records.seal(game.seed_nonce, game.seed)
    last = game.reopened[-1]
    return records.seal(last["nonce"], last["seed"])


def _gone_on(table: LoadedTable, entries: rounds.Entries) -> rounds.Entries:
    """Return the entries as they are after the last line. Nothing counts again while dice wait to be used."""
    if table.underway is not None or table.finished:
        return entries
    seated = {*table.match.seats} - table.untaken
    return rounds.gone_on(entries, _began(table), seated, table.last_number)


def _began(table: LoadedTable) -> int:
    """Return the line with which the present seal began."""
    return int(table.game.reopened[-1]["after"]) if table.game.reopened else 0


def _check(table: LoadedTable, seat: str, seal: str) -> None:
    """Check that a seat may add to the dice under a seal now. Raises Problem."""
    if seat == SPECTATOR:
        raise Problem(403, _SPECTATOR)
    hindered = {
        _TAUGHT: table.game.parts is None,
        _OVER: table.finished,
        _BEGUN: table.underway is not None,
    }
    if why := next((why for why, so in hindered.items() if so), None):
        raise Problem(422, why)
    if seal != present_seal(table):
        raise Problem(409, _OTHER_SEAL)


def _check_first(table: LoadedTable, seat: str) -> None:
    """Check that a seat has not added its part in one step yet. Raises Problem."""
    began = _began(table)
    if any(p["seat"] == seat and p["after"] >= began for p in counting(table.game.parts)):
        raise Problem(422, _ALREADY)
