"""The record of a table: replaying it, and the part that a seat may read.

When the end of a game is taken back, every secret was open by then. Players cannot forget what they saw, so
every screen and the record say so. The seed of the dice was open too, so later rolls get a new one with its
own seal.

To check the dice of a record, the referee's results are removed from each action, and filled in again by the
same code that did so at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Generic

from referee.config import Sources
from referee.errors import InputError, NeedsRepair, Problem, Unavailable
from referee.games.interface import SPECTATOR, Action, ActionT, Advice, Json, PositionT, Rules
from referee.games.interface.host import Finished, Happened
from referee.games.plugin_errors import failing_game, is_bundled, log_failure
from referee.games.table_view import Effects, Reopened
from referee.records import codec
from referee.records.codec import Record
from referee.records.data import NEVER_DONE, Declined, Game, Line, PendingAction, Request
from referee.records.seals import (
    SEAL,
    Chance,
    attempt,
    counted_contributions,
    ends_taken_back,
    reordered,
    seal_names,
)
from referee.records.text import show
from referee.tables.seats.join_requests import complete_header
from referee.tables.table import LoadedTable, tie_break_name
from rules.questions import TABLE
from rules.ruling import Ruling


def replay_table(
    game: Game,
    match: Rules[PositionT, ActionT],
    lines: Sequence[Line],
    request: Request | Declined | None,
    in_progress: tuple[PendingAction, ...],
) -> LoadedTable[PositionT, ActionT]:
    """Return the table of a record, replayed from its first line in the order of events.

    Raises ReplayError for a record that this version of the program cannot play.
    """
    table = start_replay(game, match)
    continue_replay(table, game, lines, request, in_progress)
    return table


def continue_replay(
    table: LoadedTable[PositionT, ActionT],
    game: Game,
    lines: Sequence[Line],
    request: Request | Declined | None,
    in_progress: tuple[PendingAction, ...],
) -> None:
    """Replay the lines that follow, and bring the table to the version of `game`.

    Raises ReplayError for a line that this version of the program cannot play.
    """
    table.game = game
    table.set_request(request)
    table.in_progress = in_progress
    for line, back in in_event_order(lines):
        try:
            action = table.match.read(line.action)
        except InputError:
            raise ReplayError(game.code, line.n) from None
        replay_line(table, line, action, back)
    table.advance_to(game.version)


def start_replay(
    game: Game, match: Rules[PositionT, ActionT], start: PositionT | None = None
) -> LoadedTable[PositionT, ActionT]:
    """Return a table before its first line, in the position `start` if that is already known."""
    first = first_position(game, match) if start is None else start
    table = LoadedTable(game, match, game.version, [first], Chance(game.seed))
    _mix(table, 0)
    return table


def first_position(game: Game, match: Rules[PositionT, ActionT]) -> PositionT:
    return match.start(stock_order(game, match))


def stock_order(game: Game, match: Rules[PositionT, ActionT]) -> tuple[int, ...]:
    """Return the order of the stock: as sealed, and shuffled by the seed contributions if it is unseen."""
    return reordered(game.draw, game.seed_contributions) if match.stock_unseen else game.draw


def in_event_order(lines: Sequence[Line]) -> Iterator[tuple[Line, list[int]]]:
    """Yield each line with the numbers of the lines that were taken back while it was the last."""
    back: dict[int, list[int]] = {}
    for line in lines:
        if line.taken_back_at is not None:
            back.setdefault(line.taken_back_at, []).append(line.n)
    for line in lines:
        yield line, back.get(line.n, [])


def replay_line(
    table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT, back: Sequence[int]
) -> None:
    """Replay one more line, then take back the lines that were taken back while it was the last.

    A line that was taken back at once is not carried out: only its dice remain.
    """
    # What it opened stays known, so it is carried out and taken back; but not what was never carried out.
    whole = table.match.secret_choices is not None and line.story not in NEVER_DONE
    if line.n in back and not whole:
        table.cancel(line, action)
    else:
        table.append(replace(line, taken_back_at=None), action, _judge_line(table, line, action))
    earlier = [n for n in back if whole or n != line.n]
    if earlier:
        table.take_back([replace(e, taken_back_at=line.n) for e in table.lines.numbered(*earlier)])
    for end in table.game.reopened:
        if end["after"] == line.n:
            table.chance.renew(end["seed"])
    _mix(table, line.n)


def _mix(table: LoadedTable[PositionT, ActionT], n: int) -> None:
    """Mix in the seed contributions that were made while line `n` was the last."""
    for added in counted_contributions(table.game.seed_contributions):
        if added["after"] == n:
            table.chance.mix(added["part"])


def _judge_line(table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT) -> Ruling[PositionT]:
    rule = table.match.force if line.overridden else table.match.rule
    ruling = rule(table.positions[-1], action)
    if ruling.after is None:
        raise ReplayError(table.code, line.n)
    return ruling


class ReplayError(NeedsRepair, Unavailable):
    """A record that this version of the program cannot play; it stays on disk unchanged."""

    def __init__(self, code: str, n: int) -> None:
        says = f"This version of the program cannot play line {n} of the record of table {code}"
        super().__init__(503, f"{says}; the version that it was played with plays it on.")


UNREADABLE_DATA = (ValueError, TypeError, LookupError, AttributeError, AssertionError)
"""Exceptions caused by rows that somebody, or a failing disk, has changed."""


class DamagedTable(NeedsRepair, Unavailable):
    """The data of this table is inconsistent; all other tables work."""

    def __init__(self, code: str) -> None:
        super().__init__(
            503,
            f"The data of table {show(code)} is damaged, so nobody can play there. Restore a copy of the"
            " referee’s database. The other tables go on.",
        )


class GameNotInstalled(NeedsRepair, Unavailable):
    """The game of this table is not installed: its package was removed, or is disabled."""

    without_rules = True

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} plays {show(system[:40])}, a game that is not installed here. Nothing of the"
            " table is lost: install the game again, then play on.",
        )


class PluginError(NeedsRepair):
    """A game fails; all others work."""

    without_rules = True


class TablePluginError(PluginError, Unavailable):
    """The game of this table fails; all others work."""

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} cannot be opened, because its game, {show(system)}, fails. Nothing of the"
            " table is lost: fix the game, then play on. The other tables go on.",
        )


@contextmanager
def plugin_errors(code: str, system: str, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Call the game of a table in a block. Raises TablePluginError if the game fails.

    Exceptions of the types in `passing` are not converted, unless the code of a plug-in raised them, or a
    plug-in cannot read or replay the record.
    """
    try:
        yield
    except Exception as error:
        if not _is_plugin_error(system, error, passing):
            raise
        log_failure(system, error)
        raise TablePluginError(code, system) from None


def _is_plugin_error(system: str, error: Exception, passing: tuple[type[Exception], ...]) -> bool:
    """Return whether an exception from a call of a game means that the game fails."""
    if isinstance(error, Problem):
        return isinstance(error, ReplayError) and not is_bundled(system)
    if not isinstance(error, passing):
        return True
    return failing_game(error) == system or (isinstance(error, InputError) and not is_bundled(system))


def plugin_error(error: Exception, code: str) -> Problem | None:
    """Return the error for an exception that a game raised, at the table `code` if any; else None."""
    system = failing_game(error)
    if not system:
        return None
    log_failure(system, error)
    if code:
        return TablePluginError(code, system)
    return PluginError(
        503, f"The game {show(system)} fails, so this cannot be answered. The other games go on."
    )


class TableNotFound(Unavailable):
    """No table has this code."""

    def __init__(self, code: str) -> None:
        super().__init__(404, f"There is no table {show(code)} here.")


_LAST_ALONE = "The game is over. Take back its last action first; then go back further if you all agree."
_REMATCH = "The rematch has begun, so this game stays finished."


def refusal(table: LoadedTable, n: int) -> str:
    """Return why a finished game cannot go back to line `n`, or "". The table's lock must be held."""
    if not table.finished:
        return ""
    if table.game.rematch:
        return _REMATCH
    return "" if n == table.first_with(table.steps()[-1].n) else _LAST_ALONE


def check(table: LoadedTable, n: int | None) -> None:
    """Check that the game may go back to line `n`. Raises Problem (422) if it stays finished."""
    if n is not None and (why := refusal(table, n)):
        raise Problem(422, why)


def reopened(table: LoadedTable, sources: Sources) -> Game | None:
    """Return the game with its end taken back and a new seed; None if it is not over."""
    if not table.finished:
        return None
    end = {
        "after": table.last_number,
        "turn": table.match.turn(table.position),
        "seed": sources.seed(),
        "nonce": sources.nonce(),
    }
    return replace(table.game, reopened=(*table.game.reopened, end))


def ends(table: LoadedTable[PositionT, ActionT]) -> list[Reopened]:
    """Return each end that was taken back: its line `n` and its `turn`. Public."""
    return [{"n": end["after"], "turn": end["turn"]} for end in table.game.reopened]


def after_the_end(table: LoadedTable, line: Line) -> bool:
    """Return whether a line was taken back while every secret was open."""
    return any(end["after"] == line.taken_back_at for end in table.game.reopened)


def visible_record(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the record as a seat may see it, header first. After the game it is whole, seals opened."""
    over, seat = table.finished, viewing_seat(seat)
    sealed = table.game.draw and not over
    drawn = None if sealed else stock_order(table.game, table.match)
    lines = [complete_header(table, codec.first_line(table.match, table.positions[0], drawn, seals(table)))]
    lines += [record_line(table, line, None if over else seat) for line in table.lines]
    if over:
        lines.append(codec.closing(_opened(table)))
    return lines


def story(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the log for people: one entry for each line, the oldest first.

    The caller must not change the lines, which are cached.
    """
    over = None if table.finished else viewing_seat(seat)
    return _cached_log(table, "story", over, lambda line: record_line(table, line, over))


def viewing_seat(seat: str) -> str:
    """Return the seat whose view a seat gets: spectators see what the public seat sees."""
    return TABLE if seat == SPECTATOR else seat


def seals(table: LoadedTable) -> dict[str, str]:
    """Return the seals so far: of the order of the units, the dice, and the secret choices."""
    return {name: codec.seal(nonce, value) for name, (nonce, value) in _opened(table).items()}


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
    """Return a line of the record as a seat may see it; None shows all, once the game is over."""
    action: Json = line.action if seat is None else public_action(table, line, seat)
    entry = codec.line(
        line.n,
        line.turn,
        line.seat,
        action,
        cases_of(table, line, seat),
        line.at,
        overridden=line.overridden,
        taken_back=not line.stands,
        answered_for=line.answered_for,
        answered_by=TABLE,
    )
    entry["story"] = line.story
    if line.automatic:
        entry["automatic"] = True
    if line.rolled:
        entry["rolled"] = dict(line.rolled)
    if line.told:
        entry["told"] = dict(line.told)
    if line.agreed:
        entry["agreed"] = list(line.agreed)
    if line.taken_back_at is not None:
        entry["taken_back_at"] = line.taken_back_at
    if after_the_end(table, line):
        entry["secrets_open"] = True
    if (seal := seal_of(table, line)) is not None:
        secret = seat is not None and bool(table.secrets.hidden_from(line.n, seat))
        entry["seal"] = line.first_seal if secret and line.first_seal else seal
        if table.match.secret_choices is not None and (seat is None or table.secrets.open(line.n)):
            entry["nonce"] = line.nonce
    return entry


def seal_of(table: LoadedTable, line: Line) -> str | None:
    """Return the seal of the secret in a line; None without a secret."""
    sealed = table.match.sealed(table.action_of(line)) if line.nonce else None
    return codec.seal(line.nonce, sealed[1]) if sealed is not None and line.nonce else None


def shown_in_progress(table: LoadedTable, action: Json, seat: str) -> dict[str, Any]:
    """Return an action in progress, in JSON, as far as a seat may know it."""
    return dict(action) if seat in table.roster.masters else table.match.public(action, seat)


def public_action(table: LoadedTable, line: Line, seat: str) -> dict[str, Any]:
    """Return the action of a line as far as a seat may know it now."""
    choices = table.match.secret_choices
    if choices is None:
        return table.match.public(line.action, seat)
    hidden = table.secrets.hidden_from(line.n, seat)
    return choices.masked(line.action, hidden) if hidden else dict(line.action)


def effects_of(table: LoadedTable, line: Line, seat: str | None, *, lasting: bool = False) -> Effects:
    """Return `{"effects": [...]}` of a line, as far as a seat may know; {} if the log has no effects.

    With `lasting` without effects that are shown only for a moment.
    """
    if not table.match.keeps_effects:
        return {}
    if seat in table.roster.masters:
        seat = None
    return {"effects": [*table.match.effects_json(table.effects_of(line), seat, lasting=lasting)]}


def log_entries(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the log with the effects of each line, the oldest first, as a seat may know them.

    A line with `back` was taken back. The caller must not change the lines, which are cached.
    """
    over = None if table.finished else viewing_seat(seat)
    return _cached_log(table, "log", over, lambda line: _log_entry(table, line, over))


def _log_entry(table: LoadedTable, line: Line, seat: str | None) -> dict[str, Any]:
    effects = effects_of(table, line, seat, lasting=True)
    return {**record_line(table, line, seat), **effects, "back": not line.stands}


def _cached_log(
    table: LoadedTable, log: str, seat: str | None, make: Callable[[Line], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return a seat's log: only new and rewritten lines are made again.

    Entries that are the same for two seats are cached once.
    """
    logs = table.log_cache.setdefault(log, {})
    known, entries = logs.setdefault(seat, (0, []))
    if rewritten := table.lines.rewritten[known:]:
        del entries[min(rewritten) :]
    others = [told for other, (_, told) in logs.items() if other != seat]
    for at, line in enumerate(table.lines[len(entries) :], len(entries)):
        entry = make(line)
        entries.append(next((told[at] for told in others if told[at : at + 1] == [entry]), entry))
    logs[seat] = len(table.lines.rewritten), entries
    return list(entries)


def may_see(table: LoadedTable, action: Action, seat: str) -> bool:
    """Return whether a seat may know all of an action before it is done: a public one, or its own."""
    return seat in table.roster.masters or bool(table.match.seats_for(action) & {TABLE, seat})


def cases_of(table: LoadedTable, line: Line, seat: str | None) -> list[str]:
    """Return the cases of a line; not those of an overruled secret choice, which would reveal it."""
    visible = (
        seat is None or not (line.overridden and line.nonce) or may_see(table, table.action_of(line), seat)
    )
    return list(line.cases) if visible else []


def history(table: LoadedTable) -> list[Happened]:
    """Return all events at a table in order, including what was taken back, as the public seat knows them.

    The table's lock must be held.
    """
    lines = {line["n"]: line for line in log_entries(table, TABLE)}
    happened = list[Happened]()
    for line, back in in_event_order(table.lines):
        begun = line.n in table.incomplete
        happened.append(Happened(lines[line.n], begun=begun, read=_places_read(line)))
        happened += [Happened(lines[n], back=True) for n in sorted(back, reverse=True)]
    return happened


def _places_read(line: Line) -> frozenset[str]:
    """Return the places of the pieces that players read for an action, which everybody saw."""
    return frozenset(line.action.get("values") or ())


def finished(table: LoadedTable[PositionT, ActionT]) -> Finished[PositionT, ActionT] | None:
    """Return the whole game of a table, or None while it is not over. The table's lock must be held."""
    if not table.finished:
        return None
    return Finished(
        match=table.match,
        names=dict(table.names),
        version=table.version,
        lines=tuple(table.lines),
        standing=tuple(table.standing()),
        positions=tuple(table.positions),
        effects={line.n: done for line, done in zip(table.lines, table.effects, strict=True)},
        reopened=ends(table),
    )


def _reopened(record: Record) -> tuple[Mapping[str, Any], ...]:
    """Return the changes of the seed in a record, with the seeds that were opened."""
    ends, opened = ends_taken_back(record), record.opened or {}
    return tuple(
        {"after": n, "turn": turn, "seed": str(opened[name]["value"]), "nonce": ""}
        for (n, turn), name in zip(ends, seal_names(len(ends)), strict=True)
        if name in opened
    )


def lines_of(record: Record) -> list[Line]:
    """Return the lines of a record as a table keeps them."""
    return [_line(entry) for entry in record.lines]


def _matches_seed(table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT) -> bool:
    """Return whether the referee's results for an action are those of the sealed seed."""
    judge = table.match.force if line.overridden else table.match.rule

    def same(unrolled: ActionT) -> bool:
        again = attempt(table.match, table.chance, table.positions[-1], unrolled, judge, {})
        whole = table.match.write(again.action) == table.match.write(action)
        return whole and again.rolled == dict(line.rolled)

    return any(
        same(_without_rolled(table.match, action, line.rolled, typed=typed)) for typed in (False, True)
    )


def _without_rolled(
    match: Rules[PositionT, ActionT], action: ActionT, rolled: Mapping[str, int], *, typed: bool
) -> ActionT:
    """Return an action without the referee's results, the last of each kind.

    Where only the last of several dice were new, those before came up again, or a player had `typed` them.
    """
    data, left = match.write(action), dict(rolled)
    for request, results in reversed(match.given(action)):
        new = min(left.get(request.kind, 0), len(results))
        if not new:
            continue
        left[request.kind] -= new
        before = results[: len(results) - new]
        if request.names:
            data[request.field] = dict(zip(request.names, before, strict=False)) or None
        else:
            data[request.field] = list(before) if typed and before else None
    return match.read({name: value for name, value in data.items() if value is not None})


def _game(record: Record, seed: str, draw: tuple[int, ...]) -> Game:
    header = record.header
    contributions = tuple(header.get("parts", ()))
    return Game("", header["system"], header, "", 0, "", draw, "", seed, "", seed_contributions=contributions)


def _line(entry: Mapping[str, Any]) -> Line:
    return Line(
        n=entry["n"],
        turn=entry["turn"],
        seat=entry["seat"],
        action=entry["action"],
        cases=tuple(entry["cases"]),
        story=entry.get("story") or "",
        at=entry["at"],
        overridden=entry["overridden"],
        taken_back_at=entry.get("taken_back_at", entry["n"] if entry["taken_back"] else None),
        rolled=entry.get("rolled") or {},
        answered_for=tuple(entry.get("answered_for", ())),
        automatic=entry["automatic"],
        told=entry.get("told") or {},
        agreed=tuple(entry.get("agreed") or ()),
    )


_MAX_ROLLS = 1000


_FACES = 6


def explained(table: LoadedTable[PositionT, ActionT], action: ActionT) -> tuple[tuple[str, ...], str]:
    """Return the cases that call for an action, and the log's sentence; nothing for a player's action."""
    adviser = table.match.adviser
    if adviser is None:
        return (), ""
    unrolled = table.match.without_results(action)
    reason = adviser.explained(table.position, unrolled)
    if reason is None:
        return (), ""
    case, why = reason
    decided = tie(table, action)
    if decided is not None:
        return (case, decided[0]), f"{case}: {why}. {decided[1]}"
    return (case,), f"{case}: {why}."


def tie(table: LoadedTable[PositionT, ActionT], action: ActionT) -> tuple[str, str] | None:
    """Return the case and sentence of a tie that sealed dice decide for an action; or None."""
    adviser = table.match.adviser
    proposed = None if adviser is None else adviser.advice(table.position)
    unrolled = table.match.without_results(action)
    if adviser is None or proposed is None or unrolled not in proposed.among:
        return None
    dice, chosen = break_tie(table, proposed)
    return adviser.tie_explained(proposed.among, dice, chosen) if chosen == unrolled else None


def break_tie(
    table: LoadedTable[PositionT, ActionT], proposal: Advice[ActionT]
) -> tuple[tuple[int, ...], ActionT]:
    """Return the dice that decide between equals, and the action they name (R-15.4b)."""
    adviser = table.match.adviser
    assert adviser is not None
    count = len(proposal.among)
    turn = table.match.turn(table.position)
    kind = tie_break_name(count, proposal.case, turn)
    size = adviser.tie_dice(count)
    for first in range(0, _MAX_ROLLS * size, size):
        dice = tuple(table.chance.tie_break(kind, first + i, _FACES) + 1 for i in range(size))
        share = adviser.tie_share(dice, count)
        if share is not None:
            return dice, proposal.among[share]
    raise RuntimeError("No roll of a thousand decided the tie.")


def log_entry(
    table: LoadedTable[PositionT, ActionT], action: ActionT, ruling: Ruling[PositionT]
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story that the record has for an action, before `table` has moved on."""
    cases, why = explained(table, action)
    story = " ".join(s for s in (ruling.story or ruling.reason, why) if s)
    return tuple(dict.fromkeys((*cases, *ruling.cases))), story


@dataclass(frozen=True, slots=True)
class RecordReplay(Generic[PositionT, ActionT]):
    """A record that is played again from its opened seed, for the game that checks it (`ports.Replay`)."""

    table: LoadedTable[PositionT, ActionT]
    record: Record

    @property
    def match(self) -> Rules[PositionT, ActionT]:
        """The rules of the record's table."""
        return self.table.match

    @property
    def position(self) -> PositionT:
        """The position now, with what was shown only for the moment."""
        return self.table.position

    @property
    def true_position(self) -> PositionT:
        """The position now, by the record alone."""
        return self.table.positions[-1]

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.table.finished

    def lines(self) -> Iterator[tuple[Line, list[int]]]:
        """Yield each line with the numbers of the lines taken back while it was the last."""
        return in_event_order(lines_of(self.record))

    def play(self, line: Line, action: ActionT, back: Sequence[int]) -> None:
        """Play one more line, then take back those. Raises Problem where it cannot be played."""
        replay_line(self.table, line, action, back)

    def judge(self, line: Line, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on the action of a line, which may have been allowed by agreement."""
        return self.table.judge(overridden=line.overridden)(self.true_position, action)

    def log_entry(self, action: ActionT, ruling: Ruling[PositionT]) -> tuple[tuple[str, ...], str]:
        """Return the cases and the story that the record has for an action."""
        return log_entry(self.table, action, ruling)

    def tie(self, action: ActionT) -> tuple[str, str] | None:
        """Return the case and sentence of a tie that sealed dice decide for an action; or None."""
        return tie(self.table, action)

    def seed_mismatches(
        self, beside: Callable[[Line, ActionT], Iterable[str]] = lambda _line, _action: ()
    ) -> Iterator[str]:
        """Play on, and yield a sentence for each action with other dice or draws than those of the seed.

        `beside` yields what else is wrong with an action, before it is replayed.
        """
        for line, back in self.lines():
            action = self.match.read(line.action)
            if not _matches_seed(self.table, line, action):
                yield f"Action {line.n}: its dice or draws are not those that the sealed seed gives."
            yield from beside(line, action)
            try:
                self.play(line, action, back)
            except Problem:
                yield f"Action {line.n} cannot be played, so what follows it could not be checked."
                return


def replay_record(
    match_of: Callable[[Json], Rules[PositionT, ActionT]], record: Record, draw: Sequence[int]
) -> RecordReplay[PositionT, ActionT] | None:
    """Return a record before its first line, with the opened dice; None without opened dice.

    `match_of` makes a match of the record's header, and `draw` is the order of its stock as it was played.
    """
    opened = (record.opened or {}).get(SEAL)
    if opened is None:
        return None
    game = _game(record, str(opened["value"]), tuple(draw))
    match = match_of(record.header)
    table = start_replay(replace(game, reopened=_reopened(record)), match, match.start(game.draw))
    return RecordReplay(table, record)
