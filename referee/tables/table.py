"""A table in memory: its lines, the positions they lead to, and who sits at it.

The record is the truth. A `LoadedTable` is built by playing the record from its first line, and changed only
after the change is on disk, under the table's lock. It can be dropped at any time and built again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import is_
from time import time
from typing import Any, Generic, TypeVar

from referee.games import registry
from referee.games.interface import (
    SPECTATOR,
    ActionT,
    Json,
    PositionT,
    Rules,
    Step,
    TableView,
    given_at,
)
from referee.games.interface.roster import Roster
from referee.games.plugin_errors import check_roster
from referee.records.data import (
    WAITING,
    Deadlines,
    Declined,
    Game,
    JoinRequest,
    Line,
    PendingAction,
    Request,
)
from referee.records.seals import Chance
from rules.effects import Effect
from rules.questions import TABLE
from rules.ruling import Ruling, Score
from rules.sentences import listed, sentence


class Lines(list[Line]):
    """The lines in order. `taken_back` counts some of them, `overridden` has the numbers of those allowed.

    `rewritten` has an index for each time that older lines changed, or were opened to all: that of the first
    of them.
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        super().__init__(lines)
        self.taken_back = sum(not line.stands for line in self)
        self.overridden = [line.n for line in self if line.overridden]
        self.rewritten: list[int] = []

    @property
    def last_number(self) -> int:
        """The number of the last line, taken back or not; 0 before the first."""
        return self[-1].n if self else 0

    def append(self, line: Line) -> None:
        super().append(line)
        self.taken_back += not line.stands
        if line.overridden:
            self.overridden.append(line.n)

    def standing(self) -> Iterator[Line]:
        """Yield the lines that were not taken back."""
        return (line for line in self if line.stands)

    def done_backwards(self, *, but_by: Collection[str]) -> Iterator[Line]:
        """Yield the standing lines done by seats, except some; the last one first."""
        done = (line for line in reversed(self) if line.stands and not line.automatic)
        return (line for line in done if line.seat not in but_by)

    def rewrite(self, line: Line) -> None:
        """Put a line in the place of the one with its number. Raises KeyError."""
        at = self.at(line.n)
        self.taken_back += self[at].stands - line.stands
        self[at] = line
        self.rewritten.append(at)

    def at(self, n: int) -> int:
        """Return the index of a line by its number: one less, except in an altered record.

        Raises KeyError.
        """
        if 0 < n <= len(self) and self[n - 1].n == n:
            return n - 1
        for at, line in enumerate(self):
            if line.n == n:
                return at
        raise KeyError(n)

    def numbered(self, *numbers: int) -> Iterator[Line]:
        """Yield those lines with these numbers that exist."""
        for n in numbers:
            with suppress(KeyError):
                yield self[self.at(n)]


def tie_break_name(count: int, case: str, turn: int) -> str:
    """Return the name of the tie-break between this many equals that a case calls for in a turn."""
    return f"tie of {count} by {case} in turn {turn}"


def drawn_tie_breaks(match: Rules[PositionT, ActionT], position: PositionT, line: Line) -> set[str]:
    """Return the tie-break that decided a line made in a position; it brings the same dice from now on."""
    adviser = match.adviser
    proposed = adviser.advice(position) if adviser and adviser.TIE_CASE in line.cases else None
    if proposed is None or not proposed.among:
        return set()
    return {tie_break_name(len(proposed.among), proposed.case, match.turn(position))}


Laying = tuple[int, str]
"""One laying of a secret: the line that put it face down, and its name, which may come again and again."""


@dataclass(slots=True)
class SecretChoices:
    """The secrets of one table that actions put face down, by laying.

    `lying`: the line of each secret that lies face down. `laid`: the names that each line put face down, also
    if it was taken back. `shown`: the layings that were turned up to all. `knew`: who could see each of the
    others, and `at_first` who could see what a line laid when it did. `ended`: the layings that each standing
    line turned up, discarded or covered by new ones, and `opened` those of them that it turned up. `changes`:
    how often choices were changed that these seats know, and nobody else may learn of.
    """

    lying: dict[str, int] = field(default_factory=dict)
    laid: dict[int, frozenset[str]] = field(default_factory=dict)
    shown: set[Laying] = field(default_factory=set)
    knew: dict[Laying, frozenset[str]] = field(default_factory=dict)
    at_first: dict[int, frozenset[str]] = field(default_factory=dict)
    ended: dict[int, tuple[Laying, ...]] = field(default_factory=dict)
    opened: dict[int, tuple[Laying, ...]] = field(default_factory=dict)
    changes: dict[frozenset[str], int] = field(default_factory=dict)

    def note(
        self,
        n: int,
        doer: str,
        laid: Iterable[str],
        secrets: Mapping[str, Iterable[str]],
        opened: Iterable[str],
    ) -> Collection[int]:
        """Note what line `n` of a `doer` laid and opened.

        `secrets` are those that lie face down now, each with who knows it. Returns the older lines of which a
        seat may see more than before.
        """
        ended: list[Laying] = []
        seen_more: set[int] = set()
        if names := frozenset(laid):
            self.laid[n] = names
        for name in sorted(names):
            if name in self.lying:
                ended.append((self.lying[name], name))
            self.lying[name] = n
            self.knew[n, name] = frozenset() if name in secrets else frozenset({doer})
        turned_up = frozenset(opened)
        shown = [(line, name) for name, line in self.lying.items() if name in turned_up]
        gone = [(line, name) for name, line in self.lying.items() if name in turned_up or name not in secrets]
        for _, name in gone:
            del self.lying[name]
        for name, line in self.lying.items():
            if not (knows := frozenset(secrets[name])) <= self.knew[line, name]:
                self.knew[line, name] |= knows
                seen_more.add(line)
        if names:
            self.at_first[n] = frozenset[str]().union(*(self.knew[n, name] for name in names))
        self.shown.update(shown)
        if shown:
            self.opened[n] = tuple(shown)
        if ended or gone:
            self.ended[n] = (*ended, *gone)
        return {line for line in {*seen_more, *(line for line, _ in gone)} if line != n}

    def withdrawn(self, lines: Iterable[int]) -> Collection[int]:
        """Note that these lines were taken back: what they turned up lies face down again.

        Returns the standing lines that hold such secrets.
        """
        numbers = sorted(lines, reverse=True)
        again: set[int] = set()
        for n in numbers:
            for name in self.laid.get(n, ()):
                if self.lying.get(name) == n:
                    del self.lying[name]
            self.opened.pop(n, None)
            for line, name in self.ended.pop(n, ()):
                if line not in numbers:
                    self.lying[name] = line
                    self.shown.discard((line, name))
                    again.add(line)
        return again

    def hidden_from(self, n: int, seat: str) -> frozenset[str]:
        """Return the names of what line `n` laid that this seat may not know."""
        return frozenset(
            name
            for name in self.laid.get(n, ())
            if (n, name) not in self.shown and seat not in self.knew[n, name]
        )

    def open(self, n: int) -> bool:
        """Whether everybody may know all of line `n`."""
        return all((n, name) in self.shown for name in self.laid.get(n, ()))

    def whole(self, n: int) -> bool:
        """Whether all that line `n` laid still lies there, so that another choice may take its place."""
        return all(self.lying.get(name) == n for name in self.laid.get(n, ()))

    def knowers(self, n: int) -> frozenset[str] | None:
        """Return who knows what line `n` laid; None where that differs, or more know it than at first."""
        known = {self.at_first[n], *(self.knew[n, name] for name in self.laid[n])}
        return known.pop() if len(known) == 1 else None

    def changed(self, n: int, times: int = 1) -> None:
        """Note that the choice of line `n` was changed."""
        if times:
            known = self.at_first[n]
            self.changes[known] = self.changes.get(known, 0) + times

    @property
    def all_changes(self) -> int:
        return sum(self.changes.values())

    def known_to(self, seat: str) -> int:
        """Return how many changes of choices a seat knows of."""
        return sum(times for known, times in self.changes.items() if seat in known)

    def unknown_to(self, seat: str) -> int:
        """Return how many versions of the table a seat must not learn of: others changed choices."""
        return self.all_changes - self.known_to(seat) if self.changes else 0

    def stage(self, lines: int, taken_back: int) -> str:
        """Return a mark that changes with everything opened or taken back, but not with sealed choices.

        `lines` is how many lines the record has, and `taken_back` how many of them were taken back.
        """
        return f"{lines - len({*self.lying.values()}) + len(self.shown)}.{taken_back}"

    def lately(self, seat: str, lines: Lines) -> int:
        """Return how many of the versions that a seat knows came from choices that are sealed now."""
        return sum(
            1 + (line.changed if not self.hidden_from(line.n, seat) else 0)
            for line in lines.numbered(*{*self.lying.values()})
        )


MadeT = TypeVar("MadeT")


_PARSED = 64
"""How many of the last lines keep their typed action: more than a turn of both sides."""


@dataclass(slots=True)
class LoadedTable(Generic[PositionT, ActionT]):
    """A table at its `version`.

    `positions` begins with the position before the first action and has one more for each standing line, so
    the last one is the present. `reason` is the sentence on the last action and `score` what it was rolled
    for; `just_taken_back`: they no longer apply, because an action was taken back since. `ended` is how many
    lines followed by themselves on the last action. `batch` has the lines of the last tap, each with its
    sentence. `views` caches each seat's view of this version, `log_cache` each log and the number of
    rewritten lines it includes, `cache` other results. `seats` maps the hash of each token to its seat;
    `known_seats` are those that were ever named, also before they left; `unclaimed` has the seats that no
    device has taken yet, `names` the players' names by seat, `join_requests` the devices that asked to share
    a seat. `parsed` has the typed actions of the last lines. `in_progress` are the actions in progress, each
    for a question of its own, the first begun first. `secrets` are the sealed choices, `effects` those of
    each line, none if the game does not keep them; `incomplete` are the lines taken back while they still
    lacked something. `last_access` is when the table was last used, by the server's clock.
    """

    game: Game
    match: Rules[PositionT, ActionT]
    version: int
    positions: list[PositionT] = field(repr=False)
    chance: Chance = field(repr=False)
    lines: Lines = field(default_factory=Lines, repr=False)
    effects: list[tuple[Effect, ...]] = field(default_factory=list, repr=False)
    request: Request | None = None
    declined: Declined | None = None
    unread: dict[str, Declined] = field(default_factory=dict)
    in_progress: tuple[PendingAction, ...] = ()
    deadlines: Deadlines = field(default_factory=dict)
    just_taken_back: bool = False
    ended: int = 0
    reason: str = ""
    score: Score | None = None
    batch: list[tuple[Line, str]] = field(default_factory=list, repr=False)
    views: dict[str, TableView] = field(default_factory=dict, repr=False)
    cache: dict[str, dict[int, Any]] = field(default_factory=dict, repr=False)
    log_cache: dict[str, dict[str | None, tuple[int, list[dict[str, Any]]]]] = field(
        default_factory=dict, repr=False
    )
    seats: dict[str, str] = field(default_factory=dict, repr=False)
    known_seats: frozenset[str] = frozenset()
    unclaimed: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    join_requests: list[JoinRequest] = field(default_factory=list, repr=False)
    parsed: dict[int, tuple[Json, ActionT]] = field(default_factory=dict, repr=False)
    secrets: SecretChoices = field(default_factory=SecretChoices, repr=False)
    incomplete: set[int] = field(default_factory=set, repr=False)
    last_access: float = field(default=0.0, compare=False)
    time: Callable[[], float] = field(default=time, repr=False, compare=False)
    _steps: list[Step[PositionT]] = field(default_factory=list, repr=False)
    _roster: tuple[object, object, Roster] = field(default=(None, None, Roster(())), repr=False)
    _pending_action_cache: tuple[tuple[object, ...], dict[str, Any]] = field(default=((), {}), repr=False)

    @property
    def code(self) -> str:
        return self.game.code

    @property
    def position(self) -> PositionT:
        """The position now. Only `views` of it leave the server."""
        now = self.positions[-1]
        if self.just_taken_back:
            return self.match.hide_shown(now)
        return self.match.shown_still(self.positions[-1 - self.ended], now) if self.ended else now

    @property
    def last_number(self) -> int:
        """The number of the last line, taken back or not; 0 before the first."""
        return self.lines.last_number

    @property
    def waiting(self) -> JoinRequest | None:
        """The device that waits to share a seat, or None."""
        return next((came for came in self.join_requests if came.state == WAITING), None)

    @property
    def finished(self) -> bool:
        return self.match.finished(self.positions[-1])

    @property
    def roster(self) -> Roster:
        """The seats of the present position."""
        match, position, roster = self._roster
        if position is not self.positions[-1] or match is not self.match:
            named = tuple(self.match.roster(self.positions[-1]))
            if named != roster.named:
                check_roster(self.game.system, named)
                roster = Roster(named)
            self._roster = self.match, self.positions[-1], roster
        return roster

    def title(self, seat: str) -> str:
        """Return what a seat is called without its player, also after it has left; "" if the game says it."""
        rosters = (self.match.roster(position) for position in reversed(self.positions))
        return next((one.title for named in rosters for one in named if one.id == seat), "")

    @property
    def titles(self) -> Mapping[str, str]:
        """What each seat is called that was ever named, as its game calls it."""
        titles = self.roster.titles
        gone = self.known_seats - titles.keys() - {TABLE, SPECTATOR}
        return {**{seat: self.title(seat) for seat in sorted(gone)}, **titles} if gone else titles

    @property
    def everybody(self) -> tuple[str, ...]:
        """The seats at the table, and after them those that have left."""
        seats = self.roster.seats
        return (*seats, *sorted(self.known_seats.difference(seats, {SPECTATOR})))

    def has_left(self, seat: str) -> bool:
        """Return whether a seat that had a place at the table has none now."""
        return seat != SPECTATOR and seat not in self.roster.seats

    @property
    def stage(self) -> str:
        """A mark that changes with everything opened or taken back, but not with sealed choices."""
        return self.secrets.stage(len(self.lines), self.lines.taken_back)

    def version_for(self, seat: str) -> int:
        """Return the version as a seat knows it: without the choices that others replaced."""
        return self.version - self.secrets.unknown_to(seat)

    def judge(self, *, overridden: bool) -> Callable[[PositionT, ActionT], Ruling[PositionT]]:
        """Return the function that rules on an action now: by the rules, or by the players' agreement.

        Players read the counters that an action turns up as part of that action. A record is replayed by the
        rules alone, so older records without these readings still work.
        """
        rule, pieces = self.match.force if overridden else self.match.rule, self.match.pieces
        if pieces is None:
            return rule
        return lambda position, action: pieces.require_readings(position, action, rule(position, action))

    def action_of(self, line: Line) -> ActionT:
        """Return the action of a line of the record, read once."""
        kept = self.parsed.get(line.n)
        if kept is None or kept[0] is not line.action:
            kept = line.action, self.match.read(line.action)
            if line.n > self.last_number - _PARSED:
                self.parsed[line.n] = kept
        return kept[1]

    def effects_of(self, line: Line) -> tuple[Effect, ...]:
        """Return the effects of a line or, if it was taken back, those it would have had. Raises KeyError."""
        return self.effects[self.lines.at(line.n)]

    @property
    def pending_action(self) -> PendingAction | None:
        """The first action in progress, or None."""
        return self.in_progress[0] if self.in_progress else None

    def answering(self, question: str) -> PendingAction | None:
        """Return the action in progress that answers a question, or None."""
        for one in self.in_progress:
            if one.question == question:
                return one
        return None

    @property
    def parsed_pending_action(self) -> ActionT:
        """The first action in progress, read once."""
        assert self.pending_action is not None
        return self.parsed_in_progress(self.pending_action)

    def parsed_in_progress(self, pending: PendingAction) -> ActionT:
        """Return the action of one in progress, read once."""
        return self.cached_in_progress(pending, "action", lambda: self.match.read(pending.action))

    def cached_in_progress(self, pending: PendingAction, name: str, make: Callable[[], MadeT]) -> MadeT:
        """Return the result of `make` for an action in progress, cached for all seats."""
        return self.cached_now(f"{name} {pending.question}", make)

    def cached_now(self, key: str, make: Callable[[], MadeT]) -> MadeT:
        """Return the result of `make`, cached for all seats.

        It is made again when the table, its position, its settings or the actions in progress change.
        """
        now = (self.in_progress, self.positions[-1], self.match, self.version, self.just_taken_back)
        before, made = self._pending_action_cache
        if len(before) != len(now) or not all(map(is_, before, now)):
            self._pending_action_cache = now, (made := {})
        if key not in made:
            made[key] = make()
        value: MadeT = made[key]
        return value

    def standing(self) -> list[Line]:
        """Return the lines that were not taken back, in order."""
        return list(self.lines.standing())

    def players_lines(self) -> list[Line]:
        """Return the standing lines of players; all but the automatic ones in a finished game.

        The referee as a player would make its choice again at once, so it is not taken back alone.
        """
        return list(self._players_lines_backwards())[::-1]

    def last_players_line(self) -> Line | None:
        """Return the last of `players_lines`, or None."""
        return next(self._players_lines_backwards(), None)

    def _players_lines_backwards(self) -> Iterator[Line]:
        played = () if self.finished else self.roster.played
        return self.lines.done_backwards(but_by=played)

    def steps(self) -> Sequence[Step[PositionT]]:
        """Return the players' standing actions, in order; a phase that ended automatically is not a step."""
        now = self.position
        if self._steps and self._steps[-1].after is not now:
            self._steps[-1] = replace(self._steps[-1], after=now)
        return self._steps

    def steps_backwards(self, n: int) -> Iterator[Step[PositionT]]:
        """Yield the steps from line `n` on with what happened in each, the last one first."""
        later, steps = list[Line](), iter(reversed(self.steps()))
        last = True
        for line in reversed(self.lines):
            if line.n < n:
                break
            if not line.stands:
                continue
            later.append(line)
            if not line.automatic:
                yield self._told(next(steps), later, last=last)
                later, last = [], False

    def _told(self, step: Step[PositionT], lines: Sequence[Line], *, last: bool) -> Step[PositionT]:
        """Return a step with what happened in its lines: its own, and those that came by themselves."""
        match = self.match
        by_chance = [one for one in map(self.action_of, lines) if match.without_what_binds(one) != one]
        opened = [name for line in lines for _, name in self.secrets.opened.get(line.n, ())]
        told = () if match.facts_bind else tuple({seat: 0 for line in lines for seat in line.told.values()})
        return replace(step, last=last, chance=bool(by_chance), opened=tuple(opened), told=told)

    def first_with(self, n: int) -> int:
        """Return the first line that is taken back with line `n`.

        Nobody chooses again with what he did not know when he chose: each secret that was opened by a step or
        since, and that its doer did not know, goes back to where it was laid, and so on.
        """
        choices = self.match.secret_choices
        while choices is not None:
            opened = self.secrets.opened.items()
            since = [(opener, *laying) for opener, each in opened if opener >= n for laying in each]
            since = [(opener, line, name) for opener, line, name in since if line < n]
            if not since:
                break
            last = max(opener for opener, _, _ in since)
            steps = [
                step
                for step in self.steps()
                if n <= step.n <= last and step.seat not in self.roster.masters  # who knew everything
            ]
            tied = {
                line
                for step in steps
                for opener, line, name in since
                if step.n <= opener and choices.tied(_of_doer(step), name)
            }
            if not tied:
                break
            # Nothing goes back to a phase that ended by itself.
            n = max((step.n for step in self.steps() if step.n <= min(tied)), default=min(tied))
        return n

    def seen_positions(self) -> Sequence[PositionT]:
        """Return all positions, with `position` as the last one."""
        now = self.position
        return self.positions if now is self.positions[-1] else [*self.positions[:-1], now]

    def append(self, line: Line, action: ActionT, ruling: Ruling[PositionT]) -> None:
        """Add a completed action to the record; `ruling` holds the position after it."""
        assert ruling.after is not None, "a completed action leads to a position"
        if self.match.adviser is not None:
            self.chance.tie_breaks |= drawn_tie_breaks(self.match, self.position, line)
        self.chance.spend(given_at(self.match, self.positions[-1], action), line.rolled)
        self._step(line)
        self._add(line, ruling.effects)
        self.parsed[line.n] = line.action, action
        self.positions.append(ruling.after)
        self.just_taken_back = False
        self.ended = self.ended + 1 if line.follows else 0
        if not line.follows:
            self.reason = ruling.reason
            self.score = ruling.score
            self.batch = [*(self.batch if line.tap.goes_on else ()), (line, ruling.reason)]
        if (choices := self.match.secret_choices) is not None:
            self._note_secrets(choices, line, action, ruling)

    def _step(self, line: Line) -> None:
        """Add the next step, unless a phase ended automatically; the one before ends here."""
        if not line.automatic:
            now = self.positions[-1]
            self._steps[-1:] = [replace(step, after=now) for step in self._steps[-1:]]
            self._steps.append(Step(line.n, line.action, now, now, line.seat))

    def _add(self, line: Line, effects: tuple[Effect, ...]) -> None:
        self.lines.append(line)
        self.effects.append(effects if self.match.keeps_effects else ())
        self.parsed.pop(line.n - _PARSED, None)

    def _note_secrets(
        self,
        choices: Rules[PositionT, ActionT],
        line: Line,
        action: ActionT,
        ruling: Ruling[PositionT],
    ) -> None:
        """Note the secrets that the last line laid and opened."""
        before, after = self.positions[-2], self.positions[-1]
        opened = choices.opened_by(before, action, ruling)
        masters = {seat.id for seat in self.match.roster(after) if seat.master}
        secrets = {name: masters.union(knows) for name, knows in choices.secrets(after).items()}
        seen_more = self.secrets.note(line.n, doer_of(line), choices.laid(action), secrets, opened)
        self.secrets.changed(line.n, line.changed)
        self._rewritten(seen_more)

    def _rewritten(self, numbers: Collection[int]) -> None:
        """Note that seats now see these lines otherwise."""
        if numbers:
            self.lines.rewritten.append(self.lines.at(min(numbers)))

    def change_choice(self, played: Sequence[tuple[Line, Ruling[PositionT]]]) -> None:
        """Replace a sealed choice in its line; `played` are the lines from it on."""
        line = played[0][0]
        self.lines.rewrite(line)
        self._steps = [step for step in self._steps if step.n < line.n]
        del self.positions[-len(played) :]
        for one, ruling in played:
            assert ruling.after is not None, "what was played with another choice leads on"
            self._step(one)
            self.positions.append(ruling.after)
            self.effects[self.lines.at(one.n)] = ruling.effects
        self.batch = [(line if old.n == line.n else old, reason) for old, reason in self.batch]
        self.secrets.changed(line.n)

    def take_back(self, gone: Sequence[Line]) -> None:
        """Take back the last standing lines, replaced by those in `gone`; keeps their dice and draws."""
        first = min((line.n for line in gone), default=self.last_number + 1)
        self._steps = [step for step in self._steps if step.n < first]
        for line in sorted(gone, key=lambda line: line.n, reverse=True):
            self.positions.pop()
            self.chance.take_back(given_at(self.match, self.positions[-1], self.action_of(line)))
            self.lines.rewrite(line)
        self._rewritten(self.secrets.withdrawn(line.n for line in gone))
        # Values that were shown briefly before the action are not shown again.
        self.just_taken_back, self.ended = True, 0

    def cancel(self, line: Line, action: ActionT) -> None:
        """Add a cancelled action, with the effects it would have had. Its dice come up again (R-UNDO)."""
        self.chance.tie_breaks |= drawn_tie_breaks(self.match, self.position, line)
        given = given_at(self.match, self.positions[-1], action)
        self.chance.spend(given, line.rolled)
        self.chance.take_back(given)
        self.just_taken_back, self.ended = True, 0
        if not self.match.keeps_effects:
            self._add(line, ())
        else:
            rule = self.match.force if line.overridden else self.match.rule
            ruling = rule(self.positions[-1], action)
            self._add(line, ruling.effects)
            if (pieces := self.match.pieces) is not None:
                ruling = pieces.require_readings(self.positions[-1], action, ruling)
            if ruling.after is None:
                self.incomplete.add(line.n)

    def set_request(self, request: Request | Declined | None) -> None:
        """Set the open request, or a declined one, or neither."""
        self.request = request if isinstance(request, Request) else None
        self.declined = request if isinstance(request, Declined) else None

    def set_unread(self, unread: Mapping[str, Declined | None]) -> None:
        """Set for some seats a declined request that they have not read yet; None once they have."""
        self.unread |= {seat: declined for seat, declined in unread.items() if declined}
        for seat, declined in unread.items():
            if declined is None:
                self.unread.pop(seat, None)

    def set_rematch(self, code: str, *, swapped: bool) -> None:
        self.game = replace(self.game, rematch=code, rematch_swapped=swapped)

    def reopen(self, game: Game) -> None:
        """Note that the end was taken back; new dice come from the last seed of `game`."""
        self.game = game
        self.chance.renew(game.reopened[-1]["seed"])
        self.lines.rewritten.append(0)

    def set_match(self, game: Game, match: Rules[PositionT, ActionT]) -> None:
        self.game, self.match = game, match

    def advance_to(self, version: int) -> None:
        """Set the new version, and drop the views of the old one."""
        self.version = version
        self.views.clear()


def doer_of(line: Line) -> str:
    """Return the seat whose step a line is; at the tablet that is the seat which the action names."""
    return str(line.action.get("seat") or line.seat)


def _of_doer(step: Step[PositionT]) -> Step[PositionT]:
    return replace(step, seat=str(step.action.get("seat") or step.seat))


def player(table: LoadedTable, seat: str) -> str:
    """Return who sits at a seat, within a sentence."""
    return table.names.get(seat) or registry.game(table.game.system).player(seat) or table.title(seat)


def left_sentence(table: LoadedTable, seat: str) -> str:
    """Return what a device of a seat is told that has no place at the table any more."""
    who = sentence(table.names.get(seat) or table.title(seat) or seat)
    return f"{who} has left the game. This device sees what the tablet shows, and changes nothing."


def players(table: LoadedTable, seats: Iterable[str]) -> str:
    """Return who sits at several seats, within a sentence: "Ann and Roger's player"."""
    return listed(player(table, seat) for seat in seats)
