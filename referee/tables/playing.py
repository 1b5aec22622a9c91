"""Asking and doing: what a seat may do, the ruling on it, and the record it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.games.failing import check_actions
from referee.games.ports import Action, Position, given_at
from referee.problems import Problem, Refused, Stale
from referee.rolling import Attempt, attempt
from referee.storage.rows import ONE_STEP, PendingAction, Tap
from referee.tables import joint_shots, projections, read_before
from referee.tables.begun import begun_first, begun_ruling, beside, of_another
from referee.tables.changed_minds import another_made_it, choose_again, lying_line, overtaken_by_others_alone
from referee.tables.completing import checked_again, completed
from referee.tables.given_actions import may_do, read
from referee.tables.giving_up import refuse_and_keep
from referee.tables.loaded_table import LoadedTable
from referee.tables.saving import save
from referee.tables.table_store import TableStore
from referee.tables.who import players
from rules.ruling import Ruling, allow, refuse

_UNDO_CASE = "R-UNDO"
_TRIES = 5
"""How often a secret choice is tried again when another process keeps saving others'."""


@dataclass(frozen=True, slots=True)
class Playing:
    """The actions of seats at their tables, whose lock must be held."""

    store: TableStore

    def actions(self, table: LoadedTable, seat: str) -> list[dict[str, Any]]:
        """Return the seat's legal actions now, dice left out.

        While an action is in progress, that one: once for each choice that its dice leave.
        """
        # The position is worked out with each look, and the list may have hundreds of actions.
        match, position = table.match, table.position
        if (waits := self.begun(table)) is not None:
            left = self._choices_left(table, waits)
            return [match.write(a) for a in left if may_do(match, position, seat, a)]
        offered = match.actions(position)
        check_actions(match, table.game.system, offered)
        left = [a for a in offered if may_do(match, position, seat, a)]
        if seat == match.public_seat:
            left = [a for a in left if not self._answered_by(table, position, a)]
        if match.secret_choices is not None:
            left = [a for a in left if not another_made_it(table, seat, a)]
        return [match.write(a) for a in left]

    def ask(self, table: LoadedTable, seat: str, data: Any) -> Ruling[Position]:
        """Return the ruling on an action; nothing is changed.

        Dice, draws and values are left aside before the referee is asked, so no answer tells how a roll would
        end. Raises InputError for what is not an action, Problem (403) for one that is another seat's.
        """
        given = read(table.match, seat, data)
        action = table.match.without_results(given)
        if table.underway is not None and (waits := self.begun(table)) is not None:
            goes_on = completed(table.underway.action, table.match.write(given)) is not None
            listed = goes_on and action in self._choices_left(table, waits)
            return waits if listed else begun_first(table)
        ruling = table.match.check(table.position, action, seat)
        if ruling.legal and (others := table.match.seat_refusal(table.position, action, seat)):
            raise Problem(403, others)
        return ruling

    def _choices_left(self, table: LoadedTable, waits: Ruling[Position]) -> list[Action]:
        """Return the action in progress once for each choice that its dice leave."""
        return list(table.match.choices(table.match.without_results(table.begun_action), waits.needs))

    def wanting(self, table: LoadedTable, seat: str, data: Any) -> dict[str, Any]:
        """Return the ruling on an action with the dice that were typed in for it: what it still needs.

        As `ask`, but what the first dice have decided is known, and so how many more it takes. Dice
        that come up again after being taken back (R-UNDO) count as given, and are told as `kept`, by the
        field that they go into: everybody saw them fall. Of a roll of which only the first are kept, `needs`
        still counts them all. How a roll would end is not told.
        """
        action = read(table.match, seat, data)
        if table.underway is not None:
            waits = begun_first(table) if of_another(table, data) else allow((), "")
            return {**projections.ruling(waits), "kept": {}}
        ruling, kept = checked_again(table, action, seat)
        if ruling.legal and (left := joint_shots.missing(table, seat, action)):
            ruling, kept = joint_shots.waiting(ruling, left), {}  # Its dice fall with the last tap.
        return {**projections.ruling(ruling), "kept": kept}

    def do(
        self,
        table: LoadedTable,
        seat: str,
        data: Any,
        version: int,
        *,
        tap: Tap = ONE_STEP,
        stage: str | None = None,
    ) -> Ruling[Position]:
        """Carry out an action and return the ruling, once it is on disk. Dice left out are rolled.

        With a `tap` that rolls nothing the players roll them: with its first dice the action has begun, and
        those stand.

        Where only the players can say what is still missing (what a cardboard unit shows), the
        action has begun: the ruling says what it needs, and until that is given nothing else can be done.
        Where the `tap` goes on with the step before, all screens tell both together.
        A secret choice of the present `stage` is never stale because others have chosen meanwhile.
        Raises InputError, Problem (403), Stale (409), Refused (422) with the ruling.
        """
        for _ in range(_TRIES):
            action = read(table.match, seat, data)
            if table.underway is not None:
                if version not in {table.version, table.version - 1}:
                    raise Stale(version)
                return self._go_on(table, seat, data, table.underway)
            if version != table.version_for(seat) and not overtaken_by_others_alone(
                table, seat, action, version, stage
            ):
                raise Stale(version)
            if others := table.match.seat_refusal(table.position, action, seat):
                raise Problem(403, others)
            self.check_answered_here(table, seat, action)
            try:
                if line := lying_line(table, action):
                    return choose_again(self.store, table, seat, action, line)
                return self.step(table, seat, action, tap=tap)
            except Stale:
                # Another process saved a change first. A secret choice may still count.
                choices = table.match.secret_choices
                if choices is None or choices.secret_choice(action) is None:
                    raise
        raise Stale(version)

    def check_answered_here(self, table: LoadedTable, seat: str, action: Action) -> None:
        """Check that the action's own player is not at the table (R-8.1a). Raises Problem (403)."""
        if there := self.answered_elsewhere(table, seat, action):
            raise Problem(403, f"This is answered on the players’ own devices: by {players(table, there)}.")

    def answered_elsewhere(self, table: LoadedTable, seat: str, action: Action) -> list[str]:
        """Return the seats at the table that must tap an action of the public seat themselves (R-8.1a)."""
        return self._answered_by(table, table.position, action) if seat == table.match.public_seat else []

    def _answered_by(self, table: LoadedTable, position: Position, action: Action) -> list[str]:
        theirs = table.match.answerers(position, action)
        theirs = theirs and theirs - joint_shots.tapped(table, action)
        return self.store.events.listening(table.code, sorted(theirs)) if theirs else []

    def step(self, table: LoadedTable, seat: str, action: Action, *, tap: Tap = ONE_STEP) -> Ruling[Position]:
        """Carry out an action or go on with the one that has begun, and return what `do` returns.

        A joint shot waits for the tap of each of its players; the ruling then needs them to `agree` (R-8.1a).
        The table's lock must be held. Raises Refused (422) with the ruling.
        """
        if table.underway is not None:
            return self._go_on(table, seat, table.match.write(action), table.underway)
        allowed = table.match.check(table.position, table.match.without_results(action), seat)
        if not allowed.legal:
            refuse_and_keep(self.store, table, seat, action, seat, allowed)
        if left := joint_shots.missing(table, seat, action):
            rolled = bool(table.match.given(action))
            waits = joint_shots.waiting(allowed, left, rolled=rolled)
            joint_shots.ask(self.store, table, seat, action, lambda: {"ruling": projections.ruling(waits)})
            return waits
        answered_for = joint_shots.answered_for(table, seat, action)
        return self.play(table, seat, action, seat, answered_for=answered_for, tap=tap)

    def begun(self, table: LoadedTable) -> Ruling[Position] | None:
        """Return the ruling on the action in progress, with its needs, or None. The lock must be held."""
        return None if table.underway is None else begun_ruling(table)

    def play(
        self,
        table: LoadedTable,
        doer: str,
        action: Action,
        seat: str,
        *,
        overridden: bool = False,
        answered_for: tuple[str, ...] = (),
        tap: Tap = ONE_STEP,
    ) -> Ruling[Position]:
        """Carry out an action that may be done, or begin it, for the `seat` that asked; return the ruling.

        The `doer` is who goes on the record, `answered_for` whose answer the tablet told when it was agreed
        on. The table's lock must be held.
        """
        again = table.chance.contradiction(given_at(table.match, table.position, action))
        if again:
            refuse_and_keep(self.store, table, doer, action, seat, refuse((_UNDO_CASE,), again, firm=True))
        if not overridden and (differs := read_before.refusal(table, action)):
            refuse_and_keep(self.store, table, doer, action, seat, differs)
        judge = table.judge(overridden=overridden)
        if tap.rolls:
            tried = attempt(table.match, table.chance, table.position, action, judge, {})
        else:
            tried = Attempt(action, judge(table.position, action))
        if not (tried.ruling.legal or tried.rolled):
            refuse_and_keep(self.store, table, doer, action, seat, tried.ruling)
        nonce = self.store.config.sources.nonce() if table.match.sealed(action) else None
        begun = PendingAction(
            doer, table.match.write(tried.action), tried.rolled, overridden, nonce, answered_for, tap
        )
        return save(self.store, table, tried, begun, seat)

    def play_allowed(
        self, table: LoadedTable, doer: str, action: Action, seat: str, told: tuple[str, ...]
    ) -> Ruling[Position]:
        """Carry out what both sides allowed, as `play` does; `told` is who answered on the tablet."""
        if (begun := table.underway) and not beside(table, action):
            return self.complete(table, seat, action, replace(begun, overridden=True, answered_for=told))
        return self.play(table, doer, action, seat, overridden=True, answered_for=told)

    def _go_on(
        self, table: LoadedTable, seat: str, data: Mapping[str, Any], begun: PendingAction
    ) -> Ruling[Position]:
        """Complete the action in progress. Any seat that may do such an action may complete it."""
        given = table.match.write(table.match.read(data))
        whole = completed(begun.action, given)
        if whole is None:
            raise Refused(projections.ruling(begun_first(table)))
        action = table.match.read(whole)
        if differs := read_before.refusal(table, action):
            refuse_and_keep(self.store, table, begun.seat, action, seat, differs, let_go=False)
        return self.complete(table, seat, action, begun)

    def complete(
        self, table: LoadedTable, seat: str, action: Action, begun: PendingAction
    ) -> Ruling[Position]:
        """Carry out the whole `action` that had `begun`. The table's lock must be held."""
        judge = table.judge(overridden=begun.overridden)
        tried = attempt(table.match, table.chance, table.position, action, judge, dict(begun.rolled))
        whose = replace(begun.tap, far="")  # The tap that completes it goes no farther.
        again = replace(begun, action=table.match.write(tried.action), rolled=tried.rolled, tap=whose)
        if not tried.ruling.legal:
            let_go = not (tried.ruling.firm or begun.rolled)
            refuse_and_keep(self.store, table, begun.seat, action, seat, tried.ruling, let_go=let_go)
        return save(self.store, table, tried, again, seat)
