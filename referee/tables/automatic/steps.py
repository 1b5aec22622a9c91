"""What the referee does by itself: it answers the questions that wait for it alone.

Its lines are written together with the action that led to them. Chance fills them as it fills any action.
Where one needs something that only people can tell, it is an action in progress of the referee's, which every
seat may go on with; the next question is answered once its line is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic

from sqlalchemy import Connection

from referee.config import Sources
from referee.errors import Problem
from referee.games.interface import (
    ActionT,
    PositionT,
    Rules,
    asked_of_referee,
    given_at,
    people_roll,
)
from referee.games.plugin_errors import check_replay
from referee.records.data import Line, PendingAction
from referee.records.seals import Attempt, Chance, attempt, choice_seed
from referee.records.text import show
from referee.storage import games
from referee.tables.automatic.deadlines import deadlines_now
from referee.tables.store import Change
from referee.tables.table import LoadedTable
from rules.questions import REFEREE, TABLE
from rules.ruling import Ruling

_MAX_STEPS = 500


@dataclass(frozen=True, slots=True)
class AutomaticStep(Generic[PositionT, ActionT]):
    """A step that happened by itself: its line, its action, and the ruling with the position after it."""

    line: Line
    action: ActionT
    ruling: Ruling[PositionT]


@dataclass(slots=True)
class AutomaticSteps(Generic[PositionT, ActionT]):
    """The steps that happen by themselves, in order, the `position` after them, and what the last `begun`."""

    position: PositionT
    steps: list[AutomaticStep[PositionT, ActionT]] = field(default_factory=list)
    begun: PendingAction | None = None

    @property
    def positions(self) -> list[PositionT]:
        """The position after each step."""
        return [step.ruling.after for step in self.steps if step.ruling.after is not None]

    def save(self, change: Change[PositionT, ActionT]) -> None:
        """Add the steps to the record, and the action in progress where one was begun."""
        for step in self.steps:
            change.append(step.line, step.action, step.ruling)
        if self.begun is not None:
            change.begin(self.begun)

    def save_at_start(
        self, connection: Connection, table: LoadedTable[PositionT, ActionT], now: float
    ) -> None:
        """Write the steps of a table that nobody has read yet, and the deadlines that begin now."""
        for step in self.steps:
            games.append(connection, table.code, step.line)
        begun = () if self.begun is None else (self.begun,)
        if begun:
            games.write_in_progress(connection, table.code, begun)
        games.write_deadlines(
            connection, table.code, deadlines_now(table.match, self.position, begun, {}, now)
        )


def chance_after(
    table: LoadedTable[PositionT, ActionT],
    action: ActionT,
    rolled: Mapping[str, int],
    cancelled: Sequence[Line] = (),
) -> Chance:
    """Return the table's dice as they are once an action is done in its last position.

    The lines of `cancelled` actions come before it: their dice come up again.
    """
    chance = table.chance.copy()
    for line in cancelled:
        cancel(table, chance, line)
    chance.spend(given_at(table.match, table.positions[-1], action), rolled)
    return chance


def cancel(table: LoadedTable[PositionT, ActionT], chance: Chance, line: Line) -> None:
    """Use up the dice of an action that was begun and came to nothing, and keep them to come up again."""
    given = given_at(table.match, table.positions[-1], table.match.read(line.action))
    chance.spend(given, line.rolled)
    chance.take_back(given)


def automatic_steps(
    table: LoadedTable[PositionT, ActionT],
    sources: Sources,
    position: PositionT,
    last: int,
    at: str,
    *,
    dice: Callable[[], Chance] | None = None,
    taken_back: int = 0,
    only_referee: bool = False,
) -> AutomaticSteps[PositionT, ActionT]:
    """Return what happens by itself from a position on, after line `last`; nothing is changed.

    The steps have the time of the action before them. `dice` gives the dice by then, and `taken_back` is how
    many lines more are taken back by then. With `only_referee` it ends before what is done in the name of a
    seat. Raises Problem (503) where the game asks without end.
    """
    match = table.match
    gone: AutomaticSteps[PositionT, ActionT] = AutomaticSteps(position)
    if asked_of_referee(match, position) is None:
        return gone
    chance = (dice or table.chance.copy)()
    seed = choice_seed(chance.seed, table.lines.taken_back + taken_back)
    while (question := asked_of_referee(match, gone.position)) is not None:
        if len(gone.steps) == _MAX_STEPS:
            raise Problem(
                503,
                f"The game {show(table.game.system)} asks the referee “{question.name}” again and again, so"
                " this was not done. Its rules have to be mended.",
            )
        answer = match.choose(gone.position, question, seed)
        if only_referee and answer.seat:
            break
        tried = referee_attempt(match, chance, gone.position, answer.action, {})
        if not tried.ruling.legal:
            break
        seat, data = answer.seat or REFEREE, match.write(tried.action)
        nonce = sources.nonce() if match.sealed(tried.action) else None
        after = tried.ruling.after
        if after is None:
            gone.begun = PendingAction(
                seat,
                data,
                tried.rolled,
                nonce=nonce,
                question=question.name,
                serial=table.version_for(TABLE) + 1,
            )
            break
        check_replay(match, table.game.system, data, partial(match.rule, gone.position))
        line = Line(
            n=last + len(gone.steps) + 1,
            turn=match.turn(gone.position),
            seat=seat,
            action=data,
            cases=tried.ruling.cases,
            story=tried.ruling.story or tried.ruling.reason,
            at=at,
            rolled=tried.rolled,
            nonce=nonce,
            automatic=True,
        )
        chance.spend(given_at(match, gone.position, tried.action), tried.rolled)
        gone.steps.append(AutomaticStep(line, tried.action, tried.ruling))
        gone.position = after
    return gone


def asked_again(
    table: LoadedTable[PositionT, ActionT],
    sources: Sources,
    gone: Sequence[Line],
    cancelled: Sequence[Line],
    seed: str | None,
) -> AutomaticSteps[PositionT, ActionT] | None:
    """Return what happens by itself once these lines, the last ones, are taken back; None for nothing.

    That is what the referee had begun, or did with what people told, whose dice come up again; and what had
    to wait for the `cancelled` actions in progress. `seed` is that of the dice from then on, where they have
    a new one.
    """
    if len(cancelled) < len(table.in_progress):
        return None
    chance, back = table.chance.copy(), sorted(gone, key=lambda line: line.n, reverse=True)
    for line in cancelled:
        cancel(table, chance, line)
    for line, position in zip(back, table.positions[-2::-1], strict=False):
        chance.take_back(given_at(table.match, position, table.action_of(line)))
    if seed is not None:
        chance.renew(seed)
    last = table.last_number + len(cancelled)
    return automatic_steps(
        table,
        sources,
        table.positions[-1 - len(gone)],
        last,
        sources.now(),
        dice=lambda: chance,
        taken_back=len(gone) + len(cancelled),
        only_referee=True,
    )


def goes_on_without(
    table: LoadedTable[PositionT, ActionT], sources: Sources, cancelled: Sequence[Line]
) -> AutomaticSteps[PositionT, ActionT]:
    """Return what happens by itself once nobody has anything in progress: the referee has waited for that."""
    position, chance = table.positions[-1], table.chance.copy()
    if not table.match.by_questions:
        return AutomaticSteps(position)
    for line in cancelled:
        cancel(table, chance, line)
    last = table.last_number + len(cancelled)
    return automatic_steps(table, sources, position, last, sources.now(), dice=lambda: chance)


def referee_attempt(
    match: Rules[PositionT, ActionT],
    chance: Chance,
    position: PositionT,
    action: ActionT,
    rolled: dict[str, int],
) -> Attempt[PositionT, ActionT]:
    """Return an action of the referee with what chance gives, but for dice that people roll."""
    return attempt(match, chance, position, action, match.rule, rolled, dice=not people_roll(match))
