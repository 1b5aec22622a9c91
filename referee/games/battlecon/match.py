"""One table's game of BattleCON: its seats, its secrets, and the places to take back to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from referee.games.battlecon import options as table_options
from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.schemas import read_action, read_position
from referee.games.battlecon.wording import first_name
from referee.games.interface import SHARING, Advice, Context, Json, Place, Step, TableView
from referee.games.interface.rules import Rules
from rules.battlecon import game
from rules.battlecon.actions import SEATS, Action, ChooseFighter, Concede
from rules.battlecon.formats.actions import action_to_json
from rules.battlecon.formats.position_writing import SYSTEM, position_to_json
from rules.battlecon.position import Position
from rules.battlecon.setting_up import set_up
from rules.battlecon.view import View, redact
from rules.questions import TABLE, Question, Seat
from rules.ruling import Ruling, allow
from rules.sentences import listed

DuelView = TableView[View]
DuelContext = Context[DuelView]


class BattleRules(Rules[Position, Action]):
    """The rules, bound to one table. Both seats are alike, and both have secrets."""

    def __init__(self, options: Json, system: str = SYSTEM) -> None:
        super().__init__(options, system)
        self._referee = referee_of(options)
        if self._referee is None:
            self.swapped_seats = {"a": "b", "b": "a"}

    @property
    def settings(self) -> Json:
        """What players may change in play. No ruling depends on it."""
        return table_options.settings(self.options)

    def with_settings(self, wanted: Json) -> BattleRules:
        """Return the rules with other settings. Raises InputError."""
        return BattleRules(table_options.with_settings(self.options, wanted))

    def roster(self, position: Position) -> Sequence[Seat]:  # noqa: ARG002 - nobody comes or goes
        """Return both seats; the referee plays one of them, where the table has it as an opponent."""
        return self._roster

    @cached_property
    def _roster(self) -> tuple[Seat, ...]:
        played = self._referee.seat if self._referee else None
        titles = zip(SEATS, ("Player A", "Player B"), strict=True)
        return tuple(
            Seat(seat, title, votes=False, clock=False, device="referee")
            if seat == played
            else Seat(seat, title)
            for seat, title in titles
        )

    def declared(self, drawn: Sequence[int] | None) -> Json:  # noqa: ARG002 - nothing is drawn
        """Return the options without the settings: no ruling depends on one."""
        return table_options.without_settings(self.options)

    def read_position(self, data: object) -> Position:
        """Return a position from JSON. Raises InputError."""
        return read_position(data)

    def write_position(self, position: Position) -> dict[str, Any]:
        return position_to_json(position)

    def read(self, data: object, seat: str | None = None) -> Action:
        """Return an action from JSON; `seat` is the default. Raises InputError."""
        return read_action(data, seat if seat in self.sides else None)

    def write(self, action: Action) -> dict[str, Any]:
        return action_to_json(action)

    def start(self, drawn: Sequence[int]) -> Position:  # noqa: ARG002 - nothing is drawn
        """Return the position before the fighters are chosen (3.1)."""
        return start_of(self.options)

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        """Return each choice that a seat has now. One that is made may be changed; anybody may give up.

        The referee may have to wait until the player has taken a fighter (3.1).
        """
        asked, played = list[Question[Action]](), self._referee
        for seat in SEATS:
            held = played is not None and seat == played.seat and not played.owes(position)
            waited_for = {pending.kind for pending in position.pending if pending.seat == seat}
            for procedure, actions in game.choices(position, seat):
                private = procedure.secret or procedure.make is Concede
                optional = procedure.answers not in waited_for
                name = f"{procedure.make.do} {seat}"
                asked.append(Question(name, (seat,), actions, held=held, optional=optional, private=private))
        return asked

    def choose(
        self,
        position: Position,
        question: Question[Action],  # noqa: ARG002 - the position says what its seat has to choose
        seed: str,
    ) -> Advice[Action]:
        """Return what the referee chooses for its seat. Where many tables share a core, it looks less far."""
        assert self._referee is not None, "only a seat of the referee's is asked"
        return Advice(self._referee.choose(position, seed, SHARING.get), "", "", "")

    def may_choose(
        self,
        position: Position,
        question: Question[Action],  # noqa: ARG002 - as above
        seed: str,
    ) -> Iterable[Action]:
        """Return what it chooses with its whole budget, then with each smaller one."""
        return () if self._referee is None else self._referee.choices(position, seed)

    def rule(self, position: Position, action: Action) -> Ruling[Position]:
        """Return the ruling on an action, carried out if it is legal; a refusal names its case."""
        return game.rule(position, action)

    def check(self, position: Position, action: Action, seat: str = "") -> Ruling[Position]:  # noqa: ARG002
        """Return whether an action is allowed. Nothing is carried out, so no answer opens a card."""
        return game.refusal(position, action) or _ALLOWED[action.do]

    def view(self, position: Position, seat: str) -> View:  # type: ignore[override]
        return redact(position, seat)

    def turn(self, position: Position) -> int:
        return position.beat

    def summary(self, position: Position) -> Json:
        """Return the duel, the beat, the phase, the points, the fighters and the winner."""
        return {
            "turn": position.beat,
            "beat": position.beat,
            "phase": position.phase,
            "winner": position.winner,
            "duel": position.match.duel,
            "points": dict(zip(SEATS, position.match.points, strict=True)),
            "fighters": {seat: fighter.fighter for seat, fighter in position.fighters.items()},
        }

    def part(self, position: Position) -> str:
        """Return which duel of a match it is; "" where there is only one."""
        return f"Duel {position.match.duel}" if self.options["duels"] > 1 else ""

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return None if position.winner is None else (position.winner,)

    def seats_for(self, action: Action) -> frozenset[str]:
        """Return the seat whose action it is, and the tablet; none for the referee's seat."""
        return frozenset({TABLE, action.seat}) if action.seat in self.sides else frozenset()

    def open_choice(self, action: Action) -> str | None:
        """Return the seat that takes a fighter (3.1): both choose openly at the same moment."""
        return action.seat if isinstance(action, ChooseFighter) else None

    def secret_choice(self, action: Action) -> str | None:
        """Return the seat that lays cards face down by this action (5.0, 8.1, 3.5), or None."""
        return action.seat if game.PROCEDURES[action.do].secret else None

    def written_owner(self, action: Json) -> str | None:
        """Return the seat that lays cards face down by an action in JSON, or None."""
        return str(action["seat"]) if game.PROCEDURES[action["do"]].secret else None

    def secrets(self, position: Position) -> Mapping[str, Collection[str]]:
        """Return the cards that lie face down, with the seat that knows them."""
        return {f"committed.{seat}": (seat,) for seat in position.committed}

    def laid(self, action: Action) -> Collection[str]:
        """Return the name of the cards that an action lays face down."""
        owner = self.secret_choice(action)
        return () if owner is None else (f"committed.{owner}",)

    def opened_by(self, before: Position, action: Action, ruling: Ruling[Position]) -> Collection[str]:
        """Return the cards that a ruling turned up; giving up turns none up (R-1.1a)."""
        if ruling.after is None or isinstance(action, Concede):
            return ()
        lay = {*self.secrets(before), *self.laid(action)}
        return sorted(lay - {*self.secrets(ruling.after)})

    def masked(self, action: Json, hidden: Collection[str]) -> dict[str, Any]:
        """Return an action as JSON, without the cards that it lays face down."""
        return self.public(action, TABLE) if hidden else dict(action)

    def places(self, steps: Sequence[Step[Position]]) -> Sequence[Place]:
        """Return the start of this beat and of the one before it, which may be of the duel before."""
        return list(_places(steps))


_ALLOWED: Mapping[str, Ruling[Position]] = {
    do: allow((procedure.case,), "This is allowed.") for do, procedure in game.PROCEDURES.items()
}
"""The ruling on an allowed action that is not carried out, by what it does."""


def start_of(options: Json) -> Position:
    """Return the position before a match with these options."""
    return set_up(
        options["profile"],
        options["duels"],
        options["starting_discards"],
        special_actions=options["special_actions"],
    )


def _places(steps: Sequence[Step[Position]]) -> Iterator[Place]:
    """Yield the start of each of the last two beats, the latest first. Steps of the set-up are no beat."""
    beats: dict[tuple[int, int], Step[Position]] = {}
    for step in reversed(steps):
        position = step.position
        if position.phase in {"choose_fighters", "choose_discards"}:
            continue
        beat = position.match.duel, position.beat
        if len(beats) == 2 and beat not in beats:
            break
        beats[beat] = step
    for began in beats.values():
        then, now = began.position, steps[-1].after
        earlier = f" of duel {then.match.duel}" if then.match.duel != now.match.duel else ""
        yield Place(began.n, f"the start of beat {then.beat}{earlier}", undo_changes(now, then))


def undo_changes(now: Position, then: Position) -> str:
    """Return the changes of taking back: "Kallistar: life 7 back to 14, space 5 back to 3."; "" for none.

    Across duels it says only that the later duel is taken back too.
    """
    if now.match.duel != then.match.duel:
        return f"Duel {now.match.duel} is taken back too."
    changes = []
    for seat in SEATS:
        before, after = now.fighters.get(seat), then.fighters.get(seat)
        if before is None or after is None or before.fighter != after.fighter:
            continue
        pairs = (("life", before.life, after.life), ("space", before.space, after.space))
        changed = [f"{what} {old} back to {new}" for what, old, new in pairs if old != new]
        if changed:
            changes.append(f"{first_name(now.figures, after.fighter)}: {listed(changed)}.")
    return " ".join(changes)
