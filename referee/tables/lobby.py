"""Making, listing and deleting tables, their settings, and a rematch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from referee import __version__
from referee.errors import Full, InputError, Problem, Stale, Unavailable
from referee.games import registry
from referee.games.interface import SPECTATOR, ActionT, Game, PositionT
from referee.games.interface.roster import Roster
from referee.games.plugin_errors import check_roster
from referee.records.data import Game as StoredGame
from referee.records.text import show
from referee.storage import games, schema, seats
from referee.storage.database import Database, DuplicateKey, channel_of
from referee.tables import views
from referee.tables.automatic.steps import AutomaticSteps, automatic_steps
from referee.tables.record import TableNotFound, plugin_errors, start_replay
from referee.tables.seats.devices import Joining, JoinResult
from referee.tables.seats.links import Seats
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable, player
from rules.questions import TABLE
from rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as its host sees it: when it was made and last played (ISO 8601), and its number of actions."""

    code: str
    system: str
    made: str
    played: str
    actions: int

    def to_json(self) -> dict[str, Any]:
        """Return it as one JSON object."""
        return asdict(self)


def list_tables(database: Database, code: str | None = None) -> list[TableInfo]:
    """Return all tables, or the one with this code, the last played first. Raises Problem (503)."""
    table, line = schema.games.c, schema.lines.c
    asked = (
        select(table.code, table.system, table.created, func.max(line.at), func.count(line.n))
        .select_from(schema.games.outerjoin(schema.lines))
        .group_by(table.code, table.system, table.created)
    )
    if code is not None:
        asked = asked.where(table.code == code)
    with database.reading() as connection:
        rows = [TableInfo(code, system, made, at or made, n) for code, system, made, at, n in
                connection.execute(asked)]  # fmt: skip
    return sorted(rows, key=lambda kept: (kept.played, kept.code), reverse=True)


def unused_tables(database: Database, days: int, now: datetime) -> list[TableInfo]:
    """Return the tables that were not played for this many days. Raises Problem (503)."""
    since = (now - timedelta(days=days)).isoformat(timespec="seconds")
    return [kept for kept in list_tables(database) if kept.played < since]


def version_of(database: Database, code: str) -> int:
    """Return the version of a table. Raises Problem (404, 503)."""
    with database.reading() as connection:
        version = games.version(connection, code)
    if version is None:
        raise Problem(404, f"There is no table {show(code)} here.")
    return version


def delete_table(database: Database, code: str, version: int | None = None) -> None:
    """Delete a table as `remove_table` does, and notify the running servers."""
    remove_table(database, code, version)
    channel = channel_of(database)
    channel.publish("gone", code)
    channel.close()


def remove_table(database: Database, code: str, version: int | None = None) -> None:
    """Delete a table with its record; only if it has this `version`, if one is given.

    Raises Problem (404, 409 if it was played meanwhile, 503).
    """
    with database.writing() as connection:
        if version is not None and games.version(connection, code) != version:
            raise Problem(409, f"Table {code} is being played, so it was not deleted.")
        if not games.remove(connection, code):
            raise Problem(404, f"There is no table {show(code)} here.")


_TRIES = 20
_COUNT = select(func.count()).select_from(schema.games)
Shuffle = Callable[[tuple[int, ...]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Lobby:
    """Everything about a table except the game itself."""

    store: TableStore
    seats: Seats

    def create(
        self, given: Mapping[str, Any], draw: Shuffle | None = None, seed: str | None = None
    ) -> dict[str, Any]:
        """Make a table and return `{"code", "seats": {seat: {"token"}}}`.

        `given` may name `system` and the options of that game. `draw` and `seed` set the order of the units
        and the dice, for a lesson; otherwise both are random. Devices cannot contribute to a given `seed`.
        Raises InputError, and Problem (409) if the server is full.
        """
        rules = registry.game(given.get("system") or registry.default())
        _check_options(rules, given)
        options = rules.read_options(given)
        sources = self.store.config.sources
        match = rules.match(options, self.store)
        stock = match.stock()
        for _ in range(_TRIES):
            game = StoredGame(
                code=sources.code(),
                system=rules.id,
                options=options,
                created=sources.now(),
                version=0,
                pin=sources.pin(),
                draw=(draw or sources.shuffled)(stock),
                draw_nonce=sources.nonce(),
                seed=seed or sources.seed(),
                seed_nonce=sources.nonce(),
                program=__version__,
                seed_contributions=() if sources.seed_contributions and not seed else None,
            )
            begun = start_replay(game, match)
            first = self._first_steps(begun)
            rosters = [
                Roster(tuple(match.roster(position))) for position in (*begun.positions, *first.positions)
            ]
            for roster in rosters:
                check_roster(rules.id, roster.named)
            every = dict.fromkeys(seat for roster in rosters for seat in roster.seats)
            rows = [self.seats.new(game.code, seat) for seat in (*every, SPECTATOR)]
            try:
                with self.store.database.writing() as connection:
                    self._check_room(connection)
                    games.add(connection, game, rows)
                    first.save_at_start(connection, begun, sources.time())
            except DuplicateKey:
                continue  # a code is never given twice; another one is tried
            tokens = self.seats.tokens(game.code, rosters[-1].joinable)
            return {"code": game.code, "seats": {seat: {"token": token} for seat, token in tokens.items()}}
        raise Problem(503, "No code is free for a new table. Try again.")

    def _first_steps(self, table: LoadedTable[PositionT, ActionT]) -> AutomaticSteps[PositionT, ActionT]:
        """Return what happens by itself before anybody acts."""
        sources, at = self.store.config.sources, table.game.created
        return automatic_steps(table, sources, table.positions[-1], 0, at, only_referee=True)

    def _check_room(self, connection: Connection) -> None:
        most = self.store.config.most_tables
        if most and connection.execute(_COUNT).scalar_one() >= most:
            raise Full(most, "table")

    def listed(self, held: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
        """Return the list entries of the tables whose (code, seat) a browser has, the newest first."""
        entries = []
        for code, seat in held:
            try:
                with self.store.locked(code) as table, plugin_errors(code, table.game.system):
                    summary = table.match.summary(table.position)
                    last = table.lines[-1].at if table.lines else table.game.created
                    entry = {
                        "code": code,
                        "seat": seat,
                        "system": table.game.system,
                        "created": table.game.created,
                        "names": dict(table.names),
                        "mode": table.match.options["mode"],
                    }
                    entries.append({**entry, "last": last, **summary})
            except Unavailable:
                continue
        return sorted(entries, key=lambda entry: (entry["last"], entry["code"]), reverse=True)

    def invitation(self, code: str, seat: str) -> dict[str, Any]:
        """Return the data for joining: the code, the PIN, and on the tablet each other seat's token.

        A private seat with a device is left out; `spectator` is the link of spectators. The phones of the
        `hosts` get the tablet's link instead, for another tablet. Raises Problem (403) for any other seat: a
        player's phone must not open another player's seat, nor the table's screen, which shows the links.
        """
        with self.store.locked(code) as table:
            return self._invitation(table, seat)

    def _invitation(self, table: LoadedTable, seat: str) -> dict[str, Any]:
        code, roster = table.code, table.roster
        if seat not in {TABLE, *roster.hosts}:
            raise Problem(403, f"The links are shown on the tablet (seat {TABLE}), not at the seat {seat}.")
        if seat != TABLE:
            seats = {TABLE: {"token": self.seats.token(code, TABLE)}}
            return {"code": code, "pin": table.game.pin, "seats": seats}
        kept = self.seats.every(code)
        taken = {s.seat for s in kept if s.joins and s.seat in roster.private}
        open_seats = [s for s in roster.joinable if s not in {TABLE, *taken}]
        # No others: under another secret, what is looked up gets a new link, and its devices lose the seat.
        tokens = self.seats.tokens(code, [*open_seats, SPECTATOR], kept)
        shown = {s: {"token": tokens[s]} for s in open_seats}
        # A link that had to be made again has changed the PIN.
        return {"code": code, "pin": table.game.pin, "seats": shown, SPECTATOR: {"token": tokens[SPECTATOR]}}

    def renew(self, code: str, seat: str, other: str) -> str:
        """Give a seat a new link, from the tablet or from that seat itself, and return its token.

        The tablet may take its seat from somebody who has left, for whoever comes back in that place.
        """
        with self.store.locked(code) as table:
            left = table.everybody[len(table.roster.seats) :]
            every = (*table.roster.joinable, SPECTATOR, *left)
            if other not in every:
                raise InputError(f"seat: {show(other)} is not one of {', '.join(every)}.")
            if seat not in {TABLE, other}:
                raise Problem(403, f"The seat {seat} cannot renew the link of {other}.")
            if other in left:
                return self.seats.renew(code, other, empty=True)
            if seat != other and self.seats.has_device(table, other):
                raise Problem(403, f"The link of {other} is renewed on the device that sits there.")
        return self.seats.renew(code, other)

    def people(self, code: str) -> list[dict[str, Any]]:
        """Return each seat's player, whether it is connected, and how often devices have taken it."""
        with self.store.locked(code) as table:
            seats = table.roster.seats
        present = self.store.events.connected(code, seats)
        kept = {s.seat: s for s in self.seats.of_table(code)}
        return [
            {"seat": s, "connected": present[s], "joins": kept[s].joins, "name": kept[s].name} for s in seats
        ]

    def delete(self, code: str, seat: str, confirm: str) -> None:
        """Delete a table with its record, from the tablet, once its code was typed as confirmation."""
        with self.store.locked(code):
            if seat != TABLE:
                raise Problem(403, f"A table is deleted from the tablet, not from the seat {seat}.")
            if confirm != code:
                raise InputError(f"confirm: {show(confirm)} is not the code of this table, {code}.")
            with self.store.database.writing() as connection:
                games.remove(connection, code)
            self.store.mark_deleted(code)


def _check_options(rules: Game, given: Mapping[str, Any]) -> None:
    """Check that a game has the given options; empty ones are ignored. Raises InputError."""
    for name, value in given.items():
        if name != "system" and name not in rules.option_names and value not in (None, False, ""):
            raise InputError(f"{name}: {show(value)} is not a choice for a table of {rules.title}.")


_NOT_OVER = "The game is not over yet. A rematch starts when it is."
_ONLY_PLAYERS = "Spectators cannot start a rematch."
_NO_SIDES = "swap: there is only one side at this table, so nothing can be swapped."
_NONE = "Nobody has started a rematch of this game yet."


@dataclass(frozen=True, slots=True)
class Rematches:
    """Rematches and their tables."""

    store: TableStore
    lobby: Lobby
    joining: Joining

    def start(self, code: str, seat: str, *, swap: bool = False) -> dict[str, Any]:
        """Return the table of the rematch, made by the first tap.

        Returns `{"code", "swapped"}`. Raises Problem: 403 for a spectator, 422 if the game is not over or
        there are no sides to swap; Stale (409).
        """
        with self.store.locked(code) as table:
            if seat == SPECTATOR:
                raise Problem(403, _ONLY_PLAYERS)
            if not table.finished:
                raise Problem(422, _NOT_OVER)
            if swap and not table.match.swapped_seats:
                raise Problem(422, _NO_SIDES)
            if table.game.rematch:
                return {"code": table.game.rematch, "swapped": bool(table.game.rematch_swapped)}
            made = self._created(table)
            try:
                with self.store.change(table) as change:
                    games.set_rematch(change.connection, code, made, swapped=swap)
                    change.after_commit(table.set_rematch, made, swapped=swap)
                    for old, name in table.names.items():
                        seats.name(change.connection, made, _seat_in_rematch(table, old, swapped=swap), name)
            except Stale:
                with self.store.database.writing() as connection:
                    games.remove(connection, made)
                raise
            return {"code": made, "swapped": swap}

    def _created(self, table: LoadedTable) -> str:
        """Return the code of a new table with the same options, and the counters used last."""
        options = {**table.game.options, "system": table.game.system}
        last = views.view(table, TABLE).to_json()["sheet"]
        try:
            return str(self.lobby.create({**options, **({"sheet": last} if last else {})})["code"])
        except InputError:  # The sheet came with the action alone, and the server does not keep it.
            return str(self.lobby.create(options)["code"])

    def mark(self) -> str:
        """Return a new mark for a device, which identifies its second tap."""
        return self.store.config.sources.nonce()

    def sit(self, code: str, seat: str, held: str = "", wait: str = "", mark: str = "") -> JoinResult:
        """Take the matching seat in the rematch. `held`, `wait` and `mark` are as in `Arriving.sit`.

        The first device takes a private seat; every other one asks, even from the same seat at the old table,
        which may have been open to all. Raises Problem (404) if no rematch was started, or its table was
        deleted.
        """
        with self.store.locked(code) as table:
            following = table.game.rematch
            wanted = _seat_in_rematch(table, seat, swapped=bool(table.game.rematch_swapped))
            who = sentence(player(table, seat))
        if not following:
            raise Problem(404, _NONE)
        try:
            with self.store.locked(following) as begun:
                if begun.has_left(wanted):
                    raise Problem(404, f"{who} has no seat yet in the rematch, which is table {following}.")
            return self.joining.sit(following, wanted, "", held, wait, mark)
        except TableNotFound:
            raise Problem(404, "The table of the rematch was deleted.") from None


def _seat_in_rematch(table: LoadedTable, seat: str, *, swapped: bool) -> str:
    changes: Mapping[str, str] = table.match.swapped_seats if swapped else {}
    return changes.get(seat, seat)


_SETTINGS_ARE_FOR_PLAYERS = "Spectators cannot change the settings of this table."
_DICE = "dice"
"""The setting of who rolls the dice, in a game whose devices may each do otherwise."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of all tables, for every seat that plays."""

    store: TableStore

    def change(self, table: LoadedTable, seat: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change settings for the whole table, and return all of them. The table's lock must be held.

        They apply from the next action. Settings that stay the same are ignored. Raises InputError for an
        unknown value, Problem (403) for a spectator, Stale (409).
        """
        if seat == SPECTATOR:
            raise Problem(403, _SETTINGS_ARE_FOR_PLAYERS)
        match, before = table.match.with_settings(wanted), table.match.settings
        changes = [
            {
                "name": name,
                "to": value,
                "by": seat,
                "after": table.last_number,
                "turn": match.turn(table.position),
                "at": self.store.config.sources.now(),
            }
            for name, value in match.settings.items()
            if before[name] != value
        ]
        if changes:
            game = replace(table.game, options=match.options, changes=(*table.game.changes, *changes))
            with self.store.change(table) as change:
                games.set_options(change.connection, game)
                change.after_commit(table.set_match, game, match)
                change.set_undone()
                if any(one["name"] == _DICE for one in changes):
                    seats.forget_types_dice(change.connection, table.code)
        return dict(match.settings)
