"""What each seat's device adds to the seed of the referee's dice, so that nobody can steer them.

The referee seals its seed first. A device that was shown the seal adds 32 random bytes, and the dice that
fall from then on come from both. Whoever runs the server does not know those bytes when it seals the seed,
and a player does not know the seed. What was added is public. It changes nothing that anybody sees of the
game, so the table's version stays as it is, and no tap comes too late by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from referee import records
from referee.games.ports import SPECTATOR
from referee.problems import Problem
from referee.storage import parts
from referee.tables.loaded_table import LoadedTable
from referee.tables.table_store import TableStore

_OVER = "The game is over: no dice will fall."
_TAUGHT = "The dice of this table are set, because it teaches."
_BEGUN = "An action is in progress. Add to the dice once it is done."
_SPECTATOR = "Spectators add nothing to the dice."
_OTHER_SEAL = "The dice have a new seal by now. Look at it first."
_ALREADY = "This seat has added its part to these dice."
_TRIES = 3
_BUSY = "Somebody else is changing this table. Try again."


@dataclass(frozen=True, slots=True)
class DiceParts:
    """The parts of the dice at all tables."""

    store: TableStore

    def add(self, code: str, seat: str, seal: str, part: str) -> dict[str, Any]:
        """Add a seat's `part` to the seed under this `seal`, once; return `{"seat", "seal", "parts"}`.

        The same part sent again counts once. Raises Problem: 403 for a spectator, 409 for another seal than
        the present one, 422 where nothing can be added, 503 when it could not be saved.
        """
        for _ in range(_TRIES):
            with self.store.at(code) as table:
                now = present_seal(table)
                if not _there(table, seat, part):
                    _check(table, seat)
                    if seal != now:
                        raise Problem(409, _OTHER_SEAL)
                    added = {"seat": seat, "part": part, "after": table.last_number}
                    if not self._written(table, added):
                        continue
                return {"seat": seat, "seal": now, "parts": [dict(p) for p in table.game.parts or ()]}
        raise Problem(503, _BUSY)

    def wanted(self, code: str, seat: str) -> str:
        """Return the seal on the seed to which a seat's device may add its part; "" where it adds nothing."""
        with self.store.at(code) as table:
            adds = seat != SPECTATOR and table.game.parts is not None and not table.finished
            return present_seal(table) if adds else ""

    def _written(self, table: LoadedTable, added: dict[str, Any]) -> bool:
        """Write a part, unless another process was quicker; then the table is read again."""
        every = (*(table.game.parts or ()), added)
        with self.store.database.writing() as connection:
            if not parts.add(connection, table.game, table.version, every):
                self.store.look_again(table.code)
                return False
        table.game = replace(table.game, parts=every)
        table.chance.mix(added["part"])
        return True


def present_seal(table: LoadedTable) -> str:
    """Return the seal on the seed that the dice come from now."""
    game = table.game
    if not game.reopened:
        return records.seal(game.seed_nonce, game.seed)
    last = game.reopened[-1]
    return records.seal(last["nonce"], last["seed"])


def _there(table: LoadedTable, seat: str, part: str) -> bool:
    return any((p["seat"], p["part"]) == (seat, part) for p in table.game.parts or ())


def _check(table: LoadedTable, seat: str) -> None:
    """Check that a seat may add to the dice now. Raises Problem."""
    if seat == SPECTATOR:
        raise Problem(403, _SPECTATOR)
    began = table.game.reopened[-1]["after"] if table.game.reopened else 0
    given = [p for p in table.game.parts or () if p["seat"] == seat and p["after"] >= began]
    hindered = {
        _TAUGHT: table.game.parts is None,
        _OVER: table.finished,
        _BEGUN: table.underway is not None,
        _ALREADY: bool(given),
    }
    if why := next((why for why, so in hindered.items() if so), None):
        raise Problem(422, why)
