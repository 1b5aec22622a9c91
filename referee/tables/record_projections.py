"""The record and the log as a seat may see them: while the game runs without secrets, afterwards whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee import records
from referee.choice_seeds import seal_names
from referee.games.ports import SPECTATOR, Action, Json
from referee.storage.rows import Line
from referee.tables.loaded_table import LoadedTable
from referee.tables.newcomers import with_company
from referee.tables.playing_back import stock_order
from referee.tables.reopening import after_the_end


def record(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the record as a seat may see it, header first. After the game it is whole, seals opened."""
    over, seat = table.finished, eyes(table, seat)
    sealed = table.game.draw and not over
    drawn = None if sealed else stock_order(table.game, table.match)
    lines = [with_company(table, table.match.header(drawn, seals(table)))]
    lines += [record_line(table, line, None if over else seat) for line in table.lines]
    if over:
        lines.append(records.closing(_opened(table)))
    return lines


def story(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the log for people: what happened, a line each, the oldest first.

    The caller must not change the lines: each is kept until something in it changes.
    """
    over = None if table.finished else eyes(table, seat)
    return _kept(table, "story", over, lambda line: record_line(table, line, over))


def eyes(table: LoadedTable, seat: str) -> str:
    """Return the seat whose view a seat gets: spectators see what the public seat sees."""
    return table.match.public_seat if seat == SPECTATOR else seat


def seals(table: LoadedTable) -> dict[str, str]:
    """Return the commitments made so far: the order of the units, the dice, and what was chosen in secret."""
    return {name: records.seal(nonce, value) for name, (nonce, value) in _opened(table).items()}


def _opened(table: LoadedTable) -> dict[str, tuple[str, object]]:
    game = table.game
    opened: dict[str, tuple[str, object]] = {"dice": (game.seed_nonce, game.seed)}
    if game.draw:
        opened["draw"] = (game.draw_nonce, list(game.draw))
    for name, end in zip(seal_names(len(game.reopened)), game.reopened, strict=True):
        opened[name] = (end["nonce"], end["seed"])
    for line in (
        () if table.match.secret_choices is not None else table.lines
    ):  # there each line has its own seal
        sealed = table.match.sealed(table.action_of(line)) if line.nonce and line.stands else None
        if sealed is not None and line.nonce:
            opened[sealed[0]] = (line.nonce, sealed[1])
    return opened


def record_line(table: LoadedTable, line: Line, seat: str | None) -> dict[str, Any]:
    """Return a line of the record as a seat may see it; None is for everybody, once the game is over."""
    action: Json = line.action if seat is None else public_action(table, line, seat)
    entry = records.line(
        line.n,
        line.turn,
        line.seat,
        action,
        cases_of(table, line, seat),
        line.at,
        overridden=line.overridden,
        taken_back=not line.stands,
        answered_for=line.answered_for,
        answered_by=table.match.public_seat,
    )
    entry["story"] = line.story
    if line.automatic:
        entry["automatic"] = True
    if line.rolled:
        entry["rolled"] = dict(line.rolled)
    if line.taken_back_at is not None:
        entry["taken_back_at"] = line.taken_back_at
    if after_the_end(table, line):
        entry["secrets_open"] = True
    if (seal := seal_of(table, line)) is not None:
        secret = seat is not None and table.secrets.hidden_from(line.n, seat)
        entry["seal"] = line.first_seal if secret and line.first_seal else seal
        if table.match.secret_choices is not None and (seat is None or table.secrets.open(line.n)):
            entry["nonce"] = line.nonce
    return entry


def seal_of(table: LoadedTable, line: Line) -> str | None:
    """Return the seal on what a line keeps secret, None where it keeps nothing."""
    sealed = table.match.sealed(table.action_of(line)) if line.nonce else None
    return records.seal(line.nonce, sealed[1]) if sealed is not None and line.nonce else None


def public_action(table: LoadedTable, line: Line, seat: str) -> dict[str, Any]:
    """Return the action of a line as far as a seat may know it now."""
    if table.match.secret_choices is not None and not table.secrets.hidden_from(line.n, seat):
        return dict(line.action)
    return table.match.public(line.action, seat)


def effects_of(table: LoadedTable, line: Line, seat: str | None, *, lasting: bool = False) -> dict[str, Any]:
    """Return `{"effects": [...]}`, what a line did as far as a seat may know; {} where no log tells it.

    With `lasting` nothing in it is for the moment alone.
    """
    if not table.match.keeps_effects:
        return {}
    return {"effects": table.match.effects_json(table.effects_of(line), seat, lasting=lasting)}


def log_entries(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the log with the effects of each line, the oldest first, as a seat may know them.

    A line with `back` was taken back. The caller must not change the lines: each is kept until something in
    it changes.
    """
    over = None if table.finished else eyes(table, seat)
    return _kept(table, "log", over, lambda line: _log_entry(table, line, over))


def _log_entry(table: LoadedTable, line: Line, seat: str | None) -> dict[str, Any]:
    effects = effects_of(table, line, seat, lasting=True)
    return {**record_line(table, line, seat), **effects, "back": not line.stands}


def _kept(
    table: LoadedTable, log: str, seat: str | None, make: Callable[[Line], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return what a log tells a seat of each line: made again only of new and rewritten lines.

    Where two seats are told the same of a line, it is kept once.
    """
    logs = table.logs.setdefault(log, {})
    known, entries = logs.setdefault(seat, (0, []))
    if rewritten := table.lines.rewritten[known:]:
        del entries[min(rewritten) :]
    others = [told for other, (_, told) in logs.items() if other != seat]
    for at, line in enumerate(table.lines[len(entries) :], len(entries)):
        entry = make(line)
        entries.append(next((told[at] for told in others if told[at : at + 1] == [entry]), entry))
    logs[seat] = len(table.lines.rewritten), entries
    return list(entries)


def concerns(table: LoadedTable, action: Action, seat: str) -> bool:
    """Whether a seat may know all of an action before it is done: a public one, or its own."""
    return bool(table.match.seats_for(action) & {table.match.public_seat, seat})


def cases_of(table: LoadedTable, line: Line, seat: str | None) -> list[str]:
    """Return the cases of a line; not those of an overruled secret choice, which would betray it."""
    visible = (
        seat is None or not (line.overridden and line.nonce) or concerns(table, table.action_of(line), seat)
    )
    return list(line.cases) if visible else []
