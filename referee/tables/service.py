"""Tables: the service behind the pages, the JSON API and the tests. It knows no request and no page.

Made once for an app (`current_app.extensions["tables"]`, or `tables()` inside a request):

- `lobby`, `rematches`, `settings`, `player_names`: tables come and go; what players change of one
- `joining`, `seats` with its `pin_throttle`, `devices`: who sits where, on which device
- `view`, `record`, `story`, `log_entries`, `context`: what a seat may see of a table
- `finished_game`, `replayed`, `history`, `finished`, `clock`: a game that is over, and its course
- `store.locked(code)`: a block that holds the table's lock, so that all reads in it agree
- `playing`, `batches`, `autoplay`: an action, several in one tap, those of the referee's side
- `agreements`, `redo_actions`: what players must agree to, and what they do again
- `checklist`, `notes`, `dice_preferences`, `win_odds`: beside the game
- `idempotency`: the earlier responses to a request with the same key

A table is given by its code or, where its lock must be held, as `store.locked(code)` yields it; a seat by
its name. `referee.web.auth.seat_required` finds both for a request (401, 404). All of these raise
`referee.errors.Problem` or `referee.errors.InputError`, which the app answers as a problem or an error
page. A page that shows the refusal itself catches `errors.Refused` (`.ruling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from flask import current_app

from referee.config import Config
from referee.errors import Problem
from referee.events import Events
from referee.games.interface import Context, FinishedGame, Rules, TableView
from referee.games.interface.host import Finished, Happened
from referee.games.interface.roster import Roster
from referee.games.table_view import GameView
from referee.records.text import Json
from referee.storage.database import Database, channel_of
from referee.tables import record, views
from referee.tables.actions import Playing
from referee.tables.agreement import Agreements, Redo
from referee.tables.automatic.batches import Batches
from referee.tables.automatic.bots import Autoplay, Opponents
from referee.tables.automatic.deadlines import DeadlineWatch
from referee.tables.automatic.odds import WinOdds
from referee.tables.dice import DicePreferences, SeedContributions
from referee.tables.lobby import Lobby, Rematches, Settings
from referee.tables.notes import Checklist, Notes
from referee.tables.record import TableNotFound, finished, history
from referee.tables.seats.clock import Clock, choosing_for, clock
from referee.tables.seats.devices import Devices, Joining
from referee.tables.seats.join_requests import device_changes
from referee.tables.seats.links import PlayerNames, Seats
from referee.tables.store import TableStore
from rules.questions import TABLE


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of all seats at all tables."""

    store: TableStore
    playing: Playing

    def of(self, code: str, seat: str, args: Mapping[str, str] | None = None) -> Context[TableView]:
        """Return the data of a seat's screen; `args` is the query of the page. Raises Problem (404)."""
        with self.store.locked(code) as table:
            seats = table.roster.seats
            view = views.view(table, seat)
            log = record.log_entries(table, seat)
            return Context(
                code=code,
                base=f"/t/{code}",
                seat=seat,
                view=view,
                actions=self.playing.actions(table, seat),
                log=log,
                names={seat: table.names.get(seat, "") for seat in table.everybody},
                here=frozenset(self.store.events.listening(code, seats)),
                taken=frozenset(seats) - table.unclaimed,
                options=table.match.options,
                version=view.version,
                stage=table.stage,
                over=table.finished,
                args=dict(args or {}),
                seals=[_seal(line) for line in log if "seal" in line],
                choosing=choosing_for(table, self.store.config.sources.now()),
            )

    def finished(self, code: str) -> FinishedGame | None:
        """Return the whole game once it is over, with all secrets open; None while it is played."""
        with self.store.locked(code) as table:
            if not table.finished:
                return None
            header, *lines = record.visible_record(table, TABLE)
            opened = [line for line in lines if "opened" not in line]
            effects = [record.effects_of(table, line, None) for line in table.lines]
            return FinishedGame(
                code=code,
                names={seat: table.names.get(seat, "") for seat in table.everybody},
                options=table.match.options,
                header=header,
                lines=[
                    {**line, **told, "back": line.get("taken_back", False)}
                    for line, told in zip(opened, effects, strict=True)
                ],
                won=table.match.winners(table.position) or (),
            )

    def replayed(self, code: str, n: int) -> tuple[Context[TableView], int] | None:
        """Return the public screen after the first `n` standing actions, and how many there are.

        It offers no actions. None while the game is not over. Raises Problem (404) for too large an `n`.
        """
        with self.store.locked(code) as table:
            if not table.finished:
                return None
            seat, count = TABLE, len(table.positions) - 1
            if n > count:
                raise Problem(404, f"This game has {count} actions, so there is no step {n}.")
            log = [line for line in record.log_entries(table, seat) if not line["back"]][:n]
            context = Context(
                code=code,
                base=f"/t/{code}",
                seat=seat,
                view=views.view_then(table, n, seat),
                actions=(),
                log=log,
                names={seat: table.names.get(seat, "") for seat in table.everybody},
                here=frozenset(),
                taken=frozenset(),
                options=table.match.options,
                version=0,
                stage="",
                over=n == count,
            )
            return context, count


def _seal(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the seal of a secret choice for a screen."""
    return {
        "seat": line["action"].get("seat"),
        "n": line["n"],
        "digest": line["seal"],
        "opened": "nonce" in line,
    }


class Tables:
    """All tables of one server, and everything that people can do there."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.database = Database(config.database_url, config.workers)
        self.database.create()
        self.channel = channel_of(self.database)
        self.events = Events(config.streams, config.sources.clock, self.channel)
        self.store = TableStore(self.database, config, self.events)
        self.idempotency = self.store.idempotency
        self.seats = Seats(self.store)
        self.joining = Joining(self.store, self.seats)
        self.devices = Devices(self.store)
        self.player_names = PlayerNames(self.store)
        self.seed_contributions = SeedContributions(self.store)
        self.dice_preferences = DicePreferences(self.store)
        self.notes = Notes(self.store)
        self.settings = Settings(self.store)
        self.lobby = Lobby(self.store, self.seats)
        self.rematches = Rematches(self.store, self.lobby, self.joining)
        self.playing = Playing(self.store)
        self.autoplay = Autoplay(self.playing)
        self.batches = Batches(self.playing)
        self.deadlines = DeadlineWatch(self.store, self.playing)
        self.contexts = Contexts(self.store, self.playing)
        self.opponents = Opponents(self.store, self.playing)
        self.agreements = Agreements(self.store, self.seats, self.playing)
        self.redo_actions = Redo(self.store)
        self.checklist = Checklist(self.store)
        self.win_odds = WinOdds(self.store, config.chances_games, self.channel)

    def view(self, code: str, seat: str) -> TableView:
        """Return what a seat may see. Raises Problem (404)."""
        with self.store.locked(code) as table:
            return views.view(table, seat)

    def record(self, code: str, seat: str) -> list[dict[str, Any]]:
        """Return the record as a seat may see it, header first."""
        with self.store.locked(code) as table:
            return record.visible_record(table, seat)

    def story(self, code: str, seat: str) -> list[dict[str, Any]]:
        """Return the log that people read, a line for each action."""
        with self.store.locked(code) as table:
            return record.story(table, seat)

    def face_down(self, code: str) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, as everybody at the table can know it."""
        with self.store.locked(code) as table:
            return views.face_down(table)

    def device_changes(self, code: str) -> list[dict[str, Any]]:
        """Return the devices let in at a private seat or sent away from one. Public."""
        with self.store.locked(code) as table:
            return device_changes(table)

    def setting_changes(self, code: str) -> list[dict[str, Any]]:
        """Return the settings changed in play, in order: name, new value, seat, after which line, when."""
        with self.store.locked(code) as table:
            return [dict(change) for change in table.game.changes]

    def history(self, code: str) -> tuple[GameView | Json, list[Happened]]:
        """Return the public view before the first action, and all events since.

        The caller must not change it: it is cached.
        """
        with self.store.locked(code) as table:
            kept = table.cache.setdefault("start", {})
            if not kept:
                kept[0] = table.match.view(table.positions[0], TABLE)
            if kept.get(1) != table.version:
                kept[1], kept[2] = table.version, history(table)
            return kept[0], kept[2]

    def finished(self, code: str) -> Finished | None:
        """Return the whole game once it is over; None while it is still played."""
        with self.store.locked(code) as table:
            return finished(table)

    def clock(self, code: str) -> Clock:
        """Return the time played, in all and by side: the same for every seat."""
        with self.store.locked(code) as table:
            acts = views.acting(table)
            return clock(table, self.config.sources.now(), acts)

    def match(self, code: str) -> Rules:
        """Return the rules and the map of a table, without its position."""
        with self.store.locked(code) as table:
            return table.match

    def roster(self, code: str) -> Roster:
        """Return the seats of a table now."""
        with self.store.locked(code) as table:
            return table.roster

    def first_roster(self, code: str) -> Roster:
        """Return the seats at the start of a game, with which a rematch begins."""
        with self.store.locked(code) as table:
            return Roster(tuple(table.match.roster(table.positions[0])))

    def titles(self, code: str) -> Mapping[str, str]:
        """Return what each seat is called without its player, also of those that have left."""
        with self.store.locked(code) as table:
            return table.titles

    def context(self, code: str, seat: str, args: Mapping[str, str] | None = None) -> Context[TableView]:
        """Return the data of a seat's screen, in one locked read. Raises Problem (404)."""
        return self.contexts.of(code, seat, args)

    def finished_game(self, code: str) -> FinishedGame | None:
        """Return the whole game with its effects once it is over; None while it is played."""
        return self.contexts.finished(code)

    def replayed(self, code: str, n: int) -> tuple[Context[TableView], int] | None:
        """Return the screen after the first `n` actions of a game that is over, and their number, or None."""
        return self.contexts.replayed(code, n)

    def system(self, code: str) -> str:
        """Return the id of the game that a table plays. Raises Problem (404)."""
        with self.store.locked(code) as table:
            return table.game.system

    def log_entries(self, code: str, seat: str) -> list[dict[str, Any]]:
        """Return the log with the effects of each line, as a seat may know them."""
        with self.store.locked(code) as table:
            return record.log_entries(table, seat)

    def version_known(self, code: str, seat: str, version: int) -> int:
        """Return the version of a table as a seat knows it: without replaced choices of others."""
        try:
            with self.store.locked(code) as table:
                return table.version_for(seat)
        except TableNotFound:
            return version

    def close(self) -> None:
        """Stop the games played beside the tables, and close the database."""
        self.events.close()
        self.deadlines.close()
        self.win_odds.close()
        self.opponents.close()
        self.channel.close()
        self.database.close()


def tables() -> Tables:
    return cast("Tables", current_app.extensions["tables"])
