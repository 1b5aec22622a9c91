"""What a table keeps beside its record: notes, settings, ticks and the clock.

The clock is read off the times of the record, which everybody at the table may read. A long silence is a
break, not play.

Ticks are not part of the record, change no version and hold nobody up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from referee.errors import InputError, Problem
from referee.games.ports import SPECTATOR
from referee.records.data import Line, Tick, Ticks
from referee.storage import games, seats
from referee.storage import seats as stored
from referee.storage.database import DuplicateKey
from referee.tables.record import TableNotFound
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable

BREAK_SECONDS = 30 * 60.0
"""A longer time between two actions is a break: a meal, or the next evening."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds of play: in all, and by side (only where more than one side plays).

    `running` is the side that acts now, "" where the clock stands: before the first action, in a break, and
    once the game is over. `since` is how many of its seconds came after the last action: they go again where
    the next one comes after a break. Sides that choose at the same moment have no time of their own. What
    each seat is shown is the same.
    """

    seconds: float
    sides: Mapping[str, float]
    running: str
    since: float = 0.0


def clock(table: LoadedTable, now: str, side: str) -> Clock:
    """Return the clock of a table at a time (ISO 8601); `side` is who acts. The table's lock must be held."""
    spent = _spent(table)
    runs = bool(table.lines) and not table.finished and side in spent
    since = between(table.lines[-1].at, now) if runs else None
    if since is not None:
        spent[side] += since
    several = len(spent) > 1 and table.match.secret_choices is None
    running = side if since is not None else ""
    return Clock(sum(spent.values()), spent if several else {}, running, since or 0.0)


def choosing_for(table: LoadedTable, now: str) -> float | None:
    """Return for how many seconds the seats have been choosing in secret; None in a break, or with no choice.

    A choice begins where nothing lay face down yet: who chooses first, or again, does not begin it anew. One
    whose settings are changed begins then. The table's lock must be held.
    """
    secret = table.match.secret_choices
    if secret is None or table.finished:
        return None
    standing = (line for line in reversed(table.lines) if line.stands)
    for line, position in zip(standing, reversed(table.positions), strict=False):
        if not secret.lying(position):
            began = max([line.at, *(change["at"] for change in table.game.changes[-1:])])
            return between(began, now)
    return None


def _spent(table: LoadedTable) -> dict[str, float]:
    """Return the seconds between the lines of a table by side; those that were counted once stay counted."""
    kept = table.cache.setdefault("clock", {})
    counted, so_far = kept.get(0) or (1, dict.fromkeys(table.match.sides, 0.0))
    spent = dict(so_far)
    for before, line in pairwise(table.lines[counted - 1 :]):
        spent[_side_of(table, line)] += played(before.at, line.at)
    kept[0] = max(1, len(table.lines)), spent
    return dict(spent)


def played(first: str, last: str) -> float:
    """Return the seconds of play between two times: 0 for a break."""
    return between(first, last) or 0.0


def between(first: str, last: str) -> float | None:
    """Return the seconds between two times; None for a break or for a time that cannot be used."""
    try:
        seconds = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except (TypeError, ValueError):
        return None
    return seconds if 0 <= seconds <= BREAK_SECONDS else None


def _side_of(table: LoadedTable, line: Line) -> str:
    """Return the side whose action a line was: the time before it was that side's."""
    sides: Sequence[str] = table.match.sides
    allowed = table.match.seats_for(table.action_of(line))
    return next((side for side in sides if side in allowed), sides[0])


LONGEST = 8000
"""Most characters in the notes of one seat."""
_EDITS = 8
"""How many of the last edits of one seat are remembered."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the notes that one edit put in: all that it sent after `skip`.

    `save` counts the edit's saves.
    """

    text: str = ""
    skip: str = ""
    save: int = 0

    @property
    def sent(self) -> str:
        """All that the edit sent; "" where it put nothing in."""
        return self.skip + self.text if self.text.strip() else ""


_NOTHING = Share()


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of all seats. Writing them does not change the table's version, so no other seat notices."""

    store: TableStore

    def of(self, code: str, seat: str) -> str:
        """Return the notes of a seat, or "". Raises Problem (404) if there is no such table."""
        with self.store.locked(code), self.store.database.reading() as connection:
            return seats.read_notes(connection, code, seat)

    def keep(
        self, code: str, seat: str, text: str, opened: str | None = None, edit: str = "", save: int = 0
    ) -> str:
        """Replace the notes of a seat and return them as they are on disk now.

        With the text that the form was `opened` with, what another device of the seat wrote meanwhile stays:
        the newer text then follows the older. All saves of a device between two answers have one `edit`, and
        `save` counts them: each replaces what the one before put in, and an older one that arrives late
        changes nothing. Raises InputError for a text that is too long, Problem (404,
        503) if it could not be saved.
        """
        text, opened = _plain(text), None if opened is None else _plain(opened)
        with self.store.locked(code):
            try:
                return self._write(code, seat, text, opened, edit, save)
            except DuplicateKey:  # Another process wrote the first notes of this seat at the same moment.
                return self._write(code, seat, text, opened, edit, save)

    def _write(self, code: str, seat: str, text: str, opened: str | None, edit: str, save: int) -> str:
        with self.store.database.writing() as connection:
            shares = seats.shares(connection, code, seat)
            stored, mine = seats.read_notes(connection, code, seat), Share(*shares.pop(edit, ()))
            if edit and save < mine.save:
                return stored
            kept, share = (text, Share()) if opened is None else merged(stored, opened, text, mine)
            if len(kept) > LONGEST:
                raise InputError(f"text: notes have {LONGEST} characters at most; these have {len(kept)}.")
            if edit:
                shares[edit] = [share.text, share.skip, save]
            seats.write(connection, code, seat, kept, dict(list(shares.items())[-_EDITS:]))
        return kept


def merged(stored: str, opened: str, text: str, mine: Share = _NOTHING) -> tuple[str, Share]:
    """Return the notes of two devices as one text, and what the newer put in.

    The newer goes below; `opened` is what it began with. `mine` is what its last save put in, its answer
    lost: the newer takes its place.
    """
    if stored == text:
        return text, mine
    if stored in {opened, ""} or (stored == mine.text and not mine.skip):
        return text, Share(text)
    lines = _lines_of(mine.text, stored)
    if lines and text.startswith(mine.skip):
        newer = text.removeprefix(mine.skip)
        return _replaced(stored, lines, newer), Share(newer, mine.skip)
    # The table has what was sent before, or the other device has changed it on purpose.
    skip = next((known for known in (mine.sent, mine.skip, opened) if known and text.startswith(known)), "")
    newer = text.removeprefix(skip).lstrip()
    if text == opened or not newer:
        return stored, mine
    return f"{stored.rstrip()}\n{newer}", Share(newer, text.removesuffix(newer))


def _replaced(stored: str, lines: re.Match[str], newer: str) -> str:
    """Return the notes with other words in place of these lines, or without them where there are none."""
    before, after = stored[: lines.start()], stored[lines.end() :]
    if newer.strip():
        return before + newer + after
    return before.removesuffix("\n") + (after if before else after.removeprefix("\n"))


def _lines_of(share: str, stored: str) -> re.Match[str] | None:
    """Return the last place where whole lines of the notes are this share."""
    if not share.strip():
        return None
    whole, words = re.escape(share), re.escape(share.rstrip())
    places = re.finditer(rf"(?:\A|(?<=\n))(?:{whole}|{words}[^\S\n]*)(?=\n|\Z)", stored)
    return next(reversed(list(places)), None)


def _plain(text: str) -> str:
    return "".join(c for c in text.replace("\r\n", "\n") if c.isprintable() or c in "\n\t")


_DICE = "dice"
"""The setting of who rolls the dice, in a game whose devices may each do otherwise."""
_ONLY_PLAYERS = "Spectators cannot change the settings of this table."


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of all tables, for every seat that plays."""

    store: TableStore

    def change(self, table: LoadedTable, seat: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Change settings for the whole table, and return all of them. The table's lock must be held.

        They hold from the next action on. A setting that is so already stays, and nobody is told. Raises
        InputError for a value that there is not, Problem (403) for a spectator, Stale (409).
        """
        if seat == SPECTATOR:
            raise Problem(403, _ONLY_PLAYERS)
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


MAX_TICKS = 2000
"""Most ticks kept for one table: more than a long game has lines."""


@dataclass(frozen=True, slots=True)
class Ticking:
    """Ticking and unticking."""

    store: TableStore

    def ticks(self, code: str) -> Ticks:
        """Return the ticks of a table, in order."""
        with self.store.database.reading() as connection:
            return stored.ticks(connection, code)

    def tick(self, code: str, at: int, done: Iterable[str]) -> None:
        """Tick lines of the checklist as it was when `at` things had happened. Raises Problem (404)."""
        ids = tuple(done)
        if ids:
            self._change(code, lambda old: [*old, (at, ids)][-MAX_TICKS:])

    def untick(self, code: str, serial: int | None = None) -> None:
        """Remove the last tick of a table. Raises Problem (404).

        With the `serial` of the list that was looked at, nothing is removed if somebody has ticked since.
        """
        self._change(code, lambda old: old[:-1], serial)

    def _change(
        self, code: str, change: Callable[[list[Tick]], list[Tick]], serial: int | None = None
    ) -> None:
        with self.store.locked(code), self.store.database.writing() as connection:
            if games.version(connection, code) is None:
                raise TableNotFound(code)
            old = stored.ticks(connection, code)
            if serial not in {None, old.serial}:
                return
            done = change(list(old.done))
            stored.set_ticks(connection, code, Ticks(old.serial + 1, tuple(done)))
        self.store.events.ticked(code, old.serial + 1)
