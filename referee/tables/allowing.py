"""Which refused actions a seat may ask to allow: its own, and those that could be carried out (R-UNDO)."""

from __future__ import annotations

from referee.games.ports import Action
from referee.problems import Problem, Refused
from referee.tables import projections, read_before
from referee.tables.begun import beside
from referee.tables.giving_up import give_up
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing import Playing

_AWAY = "The tablet can allow it for players whose phones are away."


def check_own(playing: Playing, table: LoadedTable, seat: str, action: Action) -> None:
    """Check that an action is this seat's to ask for, as `Playing.do` does. Raises Problem (403).

    No seat moves or fires another player's characters by an exception (15.0, R-8.1a).
    """
    match = table.match
    here = frozenset(playing.store.events.listening(table.code, match.seats))
    refusal = match.seat_refusal(table.position, action, seat) or match.allowing_refusal(
        table.position, action, seat, here
    )
    if refusal:
        raise Problem(403, refusal)
    playing.check_answered_here(table, seat, action)


def to_ask(playing: Playing, table: LoadedTable, seat: str, action: Action) -> Action:
    """Return the whole action that a seat may ask the others to allow; of one in progress, a correction.

    Raises the same as `check_own` and `check_refused`, and Problem (422) while another action is in progress.
    """
    whole = read_before.corrected(table, action)
    if table.underway is not None and whole is None and not beside(table, action):
        raise Problem(422, "Finish the action in progress first, or take it back.")
    check_own(playing, table, seat, action)
    if whole is None:
        check_refused(playing, table, seat, action)
    return whole or action


def may_ask(playing: Playing, table: LoadedTable, seat: str, action: Action) -> bool:
    """Whether a seat may ask to allow an action that the referee refused, or to correct a value in it."""
    try:
        check_own(playing, table, seat, action)
    except Problem:
        return False
    if read_before.corrected(table, action) is not None:
        return True
    action = table.match.without_results(action)
    firm = table.match.check(table.position, action, seat).firm
    free = table.underway is None or beside(table, action)
    return free and not firm and table.match.force(table.position, action).legal


def hint(playing: Playing, table: LoadedTable, seat: str, action: Action) -> str:
    """Return how else a refused action could be allowed that concerns other players, or "".

    `action` has no dice. "" also where nobody could allow it.
    """
    match, position = table.match, table.position
    here = frozenset(playing.store.events.listening(table.code, match.seats))
    if match.seat_refusal(position, action, seat) or may_ask(playing, table, seat, action):
        return ""
    others = match.allowing_refusal(position, action, seat, here)
    if not others or match.check(position, action, seat).firm or not match.force(position, action).legal:
        return ""
    return f"{others} {_AWAY}" if match.answerers(position, action) else others


def check_refused(playing: Playing, table: LoadedTable, seat: str, action: Action) -> None:
    """Check that the referee refuses an action, and that it could still be carried out.

    Raises Problem (422) when it is legal, and Refused when the refusal is firm or nothing can be carried out.
    """
    asked_for = table.match.without_results(action)
    ruling = table.match.check(table.position, asked_for, seat)
    stated = table.match.check(table.position, action, seat)
    if ruling.legal and not (stated.legal or stated.firm):  # The value on a counter forbids it (5.4).
        asked_for, ruling = action, stated
        give_up(playing.store, table, seat, action, seat)
    if ruling.legal:
        raise Problem(422, "That is already allowed. Nobody needs to agree.")
    if stated.firm:  # The value given for a counter is impossible (R-5.4b).
        ruling = stated
        give_up(playing.store, table, seat, action, seat)
    if ruling.firm or not (forced := table.match.force(table.position, asked_for)).legal:
        raise Refused(projections.ruling(ruling if ruling.firm else forced))
