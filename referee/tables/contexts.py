"""What the screen of a seat and the report of a finished game are made of, in one locked read each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.failing import check_view
from referee.games.ports import Context, FinishedGame
from referee.problems import Problem
from referee.tables import projections, record_projections
from referee.tables.clock import choosing_for
from referee.tables.playing import Playing
from referee.tables.table_store import TableStore


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of all seats at all tables."""

    store: TableStore
    playing: Playing

    def of(self, code: str, seat: str, args: Mapping[str, str] | None = None) -> Context:
        """Return what a seat's screen is made of; `args` is the query of the page. Raises Problem (404)."""
        with self.store.at(code) as table:
            seats = table.match.seats
            view = projections.view(table, seat)
            log = record_projections.log_entries(table, seat)
            return Context(
                code=code,
                base=f"/t/{code}",
                seat=seat,
                view=view,
                actions=self.playing.actions(table, seat),
                log=log,
                names={seat: table.names.get(seat, "") for seat in seats},
                here=frozenset(self.store.events.listening(code, seats)),
                taken=frozenset(seats) - table.untaken,
                options=table.match.options,
                version=view["version"],
                stage=table.stage,
                over=table.finished,
                args=dict(args or {}),
                seals=[_seal(line) for line in log if "seal" in line],
                choosing=choosing_for(table, self.store.config.sources.now()),
            )

    def finished(self, code: str) -> FinishedGame | None:
        """Return the whole game once it is over, with all secrets open; None while it is played."""
        with self.store.at(code) as table:
            if not table.finished:
                return None
            header, *lines = record_projections.record(table, table.match.public_seat)
            opened = [line for line in lines if "opened" not in line]
            effects = [record_projections.effects_of(table, line, None) for line in table.lines]
            return FinishedGame(
                code=code,
                names={seat: table.names.get(seat, "") for seat in table.match.seats},
                options=table.match.options,
                header=header,
                lines=[
                    {**line, **told, "back": line.get("taken_back", False)}
                    for line, told in zip(opened, effects, strict=True)
                ],
            )

    def replayed(self, code: str, n: int) -> tuple[Context, int] | None:
        """Return the screen for everybody after the first `n` actions that stand, and how many stand.

        Nobody may do anything there. None while the game goes on. Raises Problem (404) for too large an `n`.
        """
        with self.store.at(code) as table:
            if not table.finished:
                return None
            seat, count = table.match.public_seat, len(table.positions) - 1
            if n > count:
                raise Problem(404, f"This game has {count} actions, so there is no step {n}.")
            shown = table.match.view(table.positions[n], seat)
            check_view(table.game.system, shown)
            view = {**shown, "code": code, "names": dict(table.names)}
            log = [line for line in record_projections.log_entries(table, seat) if not line["back"]][:n]
            context = Context(
                code=code,
                base=f"/t/{code}",
                seat=seat,
                view=view,
                actions=(),
                log=log,
                names={seat: table.names.get(seat, "") for seat in table.match.seats},
                here=frozenset(),
                taken=frozenset(),
                options=table.match.options,
                version=0,
                stage="",
                over=n == count,
            )
            return context, count


def _seal(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a screen shows of the seal on a secret choice."""
    return {
        "seat": line["action"].get("seat"),
        "n": line["n"],
        "digest": line["seal"],
        "opened": "nonce" in line,
    }
