"""Who must agree: to taking back (R-UNDO), to an action of several players, and what becomes of a request.

What is taken back needs those whom the game names for each step.

Before the dice of some actions fall, the seats that the game names must consent. The first tap asks them.
The last yes carries the action out, and its dice are rolled only then. The tablet consents for those whose
devices are away.

A request to take back or to allow an action expires with the next action. A request for consent waits through
the actions of players who are not in it, as long as the position allows it (6.8, R-8.1a).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from referee.errors import NotYet, Problem
from referee.events import Events
from referee.games.interface import (
    Action,
    Position,
    Rules,
)
from referee.records.data import Declined, Request
from referee.tables.pending_actions import begun_by_people
from referee.tables.record import may_see
from referee.tables.store import Change, MakeResponse, TableStore
from referee.tables.table import LoadedTable, player
from rules.fields import declared_fields
from rules.questions import TABLE
from rules.ruling import Ruling

CONSENT = "consent"
"""The kind of request that asks for the consent of other players; a game with older records has its own."""
_ASKED = {"undo": "take back", "override": "allow it anyway", CONSENT: "do it together"}
_CHANCE = frozenset({"rolled", "drawn"})
_TOO_EARLY = "Your dice do not count yet: roll with the last tap."
AGREE = "agree"
"""The need of a ruling that waits for the consent of other seats."""


def asks_consent(table: LoadedTable, asked: Request) -> bool:
    """Return whether a request asks for the consent of the players in an action."""
    return asked.kind == table.match.consent_kind


def notes_consent(table: LoadedTable) -> bool:
    """Return whether lines note who consented. In older records the last to tap does the action instead."""
    return table.match.consent_kind == CONSENT


def may_ask(table: LoadedTable) -> bool:
    """Return whether actions of a game may need the consent of others at all."""
    return type(table.match).consent is not Rules.consent


def consenting(table: LoadedTable, action: Action) -> frozenset[str]:
    """Return the seats whose yes comes before the dice of an action. Who sees all is not one of them."""
    needed = frozenset(table.match.consent(table.position, action))
    return needed - table.roster.masters if needed else needed


def _owner(table: LoadedTable, seat: str, action: Action) -> frozenset[str]:
    """Return the seat whose action it is; none where the tablet does one that names no seat."""
    return frozenset({str(table.match.write(action).get("seat") or seat)} & {*table.roster.seats}) - {TABLE}


def seats_that_agreed(table: LoadedTable, action: Action) -> frozenset[str]:
    """Return the seats that have already consented to this action."""
    asked = table.request
    return frozenset(asked.agreed) if asked is not None and _asks_for(table, asked, action) else frozenset()


def _asks_for(table: LoadedTable, asked: Request, action: Action) -> bool:
    """Return whether a request asks for the consent of others to this action."""
    return asks_consent(table, asked) and _done_by(table, asked, action)


def agreed_with(events: Events, table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats that agree to an action once this seat taps it, in the order in which they did.

    A tap at the tablet counts for those whose devices are away, and that of a seat for its own action.
    """
    before = seats_that_agreed(table, action)
    if not notes_consent(table):
        return tuple(s for s in table.roster.seats if s in before | {seat})
    needed = consenting(table, action)
    yes = needed - {*events.listening(table.code, sorted(needed))} if seat == TABLE else needed & {seat}
    asked = table.request.agreed if table.request and before else _owner(table, seat, action)
    return tuple(dict.fromkeys((*asked, *(s for s in table.roster.seats if s in yes))))


def missing(events: Events, table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats that must still consent to an action after this seat's tap; none for most actions."""
    needed = consenting(table, action)
    if not needed or (not notes_consent(table) and (seat == TABLE or len(needed) < 2)):
        return ()
    left = needed.difference(agreed_with(events, table, seat, action))
    return tuple(s for s in table.roster.seats if s in left)


def is_unfinished(table: LoadedTable, action: Action, ruling: Ruling[Position]) -> bool:
    """Return whether an action lacks a choice, so that nobody can agree to it yet, and no die comes first."""
    needs = ruling.needs if notes_consent(table) else {}
    fields = declared_fields(type(action))
    chosen = {one.need or name for name, one in fields.items() if one.how == "picked"}
    return not chosen.isdisjoint(needs) and not table.match.wants(table.position, action, needs)


def answered_for(events: Events, table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats in an action for which the tablet answers: their devices are away (R-8.1a).

    A player who plays alone is at the tablet anyway.
    """
    if seat != TABLE:
        return ()
    needed, voters = table.match.answerers(table.position, action), table.roster.voters
    if len(voters) == 1 and needed == frozenset(voters):
        return ()
    if notes_consent(table):
        asked = consenting(table, action) - _owner(table, seat, action)
        needed |= asked - {*events.listening(table.code, sorted(asked))}
    away = needed - seats_that_agreed(table, action) - table.unclaimed
    return tuple(s for s in table.roster.seats if s in away)


def noted(events: Events, table: LoadedTable, seat: str, action: Action) -> tuple[str, ...]:
    """Return the seats that the line of an action names as agreed; none where nobody else is asked."""
    asked = notes_consent(table) and consenting(table, action) - _owner(table, seat, action)
    return agreed_with(events, table, seat, action) if asked else ()


def waiting_ruling(
    ruling: Ruling[Position], remaining: tuple[str, ...], *, rolled: bool = False
) -> Ruling[Position]:
    """Return the ruling on an action that waits for the consent of the seats that are left.

    Dice that were `rolled` before do not count, and the ruling says so.
    """
    reason = f"{ruling.reason} {_TOO_EARLY}" if rolled else ruling.reason
    return replace(ruling, reason=reason, needs={AGREE: remaining}, after=None, effects=())


def ask(
    store: TableStore,
    table: LoadedTable,
    seat: str,
    action: Action,
    make_response: MakeResponse,
    *,
    ends: str = "",
) -> None:
    """Note the tap of one player and ask the others for theirs; `make_response` gives the answer.

    The action may be in progress already: it `ends` as the answer to that question. Raises Problem (409).
    """
    asked, before = _with_tap(store.events, table, seat, action), table.request
    if asked == before:
        return
    told: dict[str, Declined | None] = {seat: None} if asked.seat == seat else {}
    if before is not None and before.seat not in {asked.seat, seat}:
        told[before.seat] = Declined(before.kind, seat, lapsed=True)
    with store.change(table, make_response) as change:
        if ends:
            change.end(ends)
        change.set_request(asked)
        change.set_unread(told)


def _with_tap(events: Events, table: LoadedTable, seat: str, action: Action) -> Request:
    """Return the request with the tap of this seat. Raises Problem (409) while another request waits.

    A player of the action that waits may ask for another one instead.
    """
    asked = table.request
    same = asked is not None and _asks_for(table, asked, action)  # nobody may have agreed yet to the tablet's
    if asked is not None and not same and not _may_ask_again(table, seat, asked):
        raise NotYet(waiting_sentence(table, asked))
    agreed, away = agreed_with(events, table, seat, action), answered_for(events, table, seat, action)
    written = table.match.write(without_chance(table, action))
    if asked is not None and same:
        away = tuple(dict.fromkeys((*asked.answered_for, *away)))
        return replace(asked, agreed=agreed, action=written, answered_for=away)
    kind = table.match.consent_kind
    return Request(kind, seat, agreed, None, written, away, serial=table.version_for(TABLE) + 1)


def _may_ask_again(table: LoadedTable, seat: str, asked: Request) -> bool:
    players = {asked.seat, *asked.agreed, *still_to_agree(table, asked)}
    return asks_consent(table, asked) and seat in players


def without_chance(table: LoadedTable, action: Action) -> Action:
    """Return an action without its dice and draws; where lines note consent, what people told stays."""
    if not notes_consent(table):
        return table.match.without_results(action)
    fields = declared_fields(type(action))
    rolled = {name: None for name, one in fields.items() if one.how in _CHANCE}
    return cast("Action", replace(cast("Any", action), **rolled))


def still_to_agree(table: LoadedTable, asked: Request) -> list[str]:
    """Return who still has to agree to a request: the sides, or the players in an action."""
    if not asks_consent(table, asked):
        return [side for side in voters_on(table, asked) if side not in asked.agreed]
    action = table.match.read(asked.action)
    remaining = consenting(table, action).difference(asked.agreed)
    return [seat for seat in table.roster.seats if seat in remaining]


def voters_on_undo(table: LoadedTable, asker: str, n: int) -> tuple[str, ...]:
    """Return the sides that must agree when a seat takes back from line `n` on: the game says so by step.

    All of them where the game is over, where an action is in progress, and where the players allowed
    something that the rules refuse.
    """
    roster = table.roster
    if _all_must_agree(table, n):
        return roster.voters
    wanted = set[str]()
    for step in table.steps_backwards(n):
        wanted.update(map(roster.side_of, table.match.must_agree(step, asker)))
        if wanted.issuperset(roster.voters):
            break
    return tuple([side for side in roster.voters if side in wanted])


def _all_must_agree(table: LoadedTable, n: int) -> bool:
    if table.finished or (table.in_progress and _holds_up(table)):
        return True
    for line in reversed(table.lines):
        if line.n < n:
            break
        if (line.overridden or line.answered_for) and line.stands:
            return True
    return bool(table.lines.overridden and _allowed_in_secret(table))


def _holds_up(table: LoadedTable) -> bool:
    """Return whether people have begun an action, or a die has fallen for one."""
    return bool(begun_by_people(table)) or any(pending.rolled for pending in table.in_progress)


def _allowed_in_secret(table: LoadedTable) -> bool:
    """Return whether a secret action was allowed against the rules: they no longer say what it may hide."""
    return any(
        line.stands and not may_see(table, table.action_of(line), TABLE)
        for line in table.lines.numbered(*table.lines.overridden)
    )


def by_one_tap(table: LoadedTable, seat: str, n: int) -> bool:
    """Return whether a tap of this seat takes back from line `n` on at once: no other side votes on it."""
    roster = table.roster
    if len(roster.voters) == 1:
        return True
    return not {*voters_on_undo(table, seat, n)} - {roster.side_of(seat)}


def voters_on(table: LoadedTable, asked: Request) -> tuple[str, ...]:
    """Return the sides that must agree to a request to take back, or to allow an action."""
    if asked.kind == "undo" and asked.n is not None:
        return voters_on_undo(table, asked.seat, asked.n)
    return table.roster.voters


def waiting_sentence(table: LoadedTable, asked: Request) -> str:
    """Return who has to answer a request, and what it asks: "Waiting for Roger's player: shoot together?"."""
    who = " and ".join(player(table, seat) for seat in still_to_agree(table, asked))
    return f"Waiting for {who}: {_ASKED.get(asked.kind, 'shoot together')}?"


def check_concerned(table: LoadedTable, seat: str, asked: Request) -> None:
    """Check that a seat may answer for an action: its players and the tablet may. Raises Problem (403)."""
    if seat not in {TABLE, asked.seat, *asked.agreed, *still_to_agree(table, asked)}:
        raise Problem(403, "Only the players who are asked can answer.")


def same_action(table: LoadedTable, one: Action, other: Action) -> bool:
    """Return whether two actions are the same apart from their dice and the order of names."""
    return _plain(table, one) == _plain(table, other)


def _plain(table: LoadedTable, action: Action) -> Mapping[str, Any]:
    plain = table.match.write(without_chance(table, action))
    return {name: sorted(value) if isinstance(value, list) else value for name, value in plain.items()}


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """The effect of an action on the open request: it `waits`, or expires.

    `unread` is the news for each seat; None for the acting seat, which has read its own.
    """

    waits: Request | None = None
    unread: Mapping[str, Declined | None] = field(default_factory=dict)

    def save(self, change: Change, table: LoadedTable) -> None:
        if table.declined or self.waits != table.request:
            change.set_request(self.waits)
        if self.unread:
            change.set_unread(self.unread)


def request_after(
    table: LoadedTable, seat: str, action: Action, after: Position | None = None, story: str = ""
) -> RequestOutcome:
    """Return the effect of an action that a seat did or made pending; `story` is its sentence.

    `after` is the new position, None if it is unchanged. The result depends only on the request and on who
    tapped, which every seat sees.
    """
    asked = table.request
    read: dict[str, Declined | None] = {seat: None} if seat in table.unread else {}
    if asked is None or _done_by(table, asked, action):
        return RequestOutcome(unread=read)
    if asks_consent(table, asked) and _still_waits(table, seat, action, asked, after):
        return RequestOutcome(asked, read)
    if seat == asked.seat:
        return RequestOutcome(unread=read)
    why = story if asks_consent(table, asked) else ""
    return RequestOutcome(unread={**read, asked.seat: Declined(asked.kind, seat, lapsed=True, why=why)})


def _done_by(table: LoadedTable, asked: Request, action: Action) -> bool:
    """Return whether the action is the one that was asked for."""
    return asked.action is not None and same_action(table, table.match.read(asked.action), action)


def _still_waits(
    table: LoadedTable, seat: str, action: Action, asked: Request, after: Position | None
) -> bool:
    """Return whether an action is still possible and none of its players acted otherwise."""
    match, waits = table.match, table.match.read(asked.action)
    needed, acting = consenting(table, waits), _owner(table, seat, action)
    if seat == TABLE:
        acting |= match.answerers(table.position, action)
    if acting & needed.union(asked.agreed if notes_consent(table) else ()):
        return False
    position = table.position if after is None else after
    if notes_consent(table) and {*match.consent(position, waits)} != {*match.consent(table.position, waits)}:
        return False
    return match.check(position, waits, asked.seat).legal
