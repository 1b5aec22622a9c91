"""One table's game of BattleCON: its seats, its secrets, and the places to take back to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.games.battlecon import options as table_options
from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.schemas import BattleRules
from referee.games.battlecon.wording import first_name
from referee.games.interface import Context, Json, Place, Step, TableView
from referee.games.toolkit.plain_match import PlainMatch, first_line
from referee.records.codec import shared_members
from rules.battlecon import game
from rules.battlecon.actions import OTHER, SEATS, Action, ChooseFighter, Concede
from rules.battlecon.formats.position_writing import SYSTEM
from rules.battlecon.position import Position
from rules.battlecon.setting_up import set_up
from rules.battlecon.view import View, redact
from rules.sentences import listed

DuelView = TableView[View]
DuelContext = Context[DuelView]


class BattleMatch(PlainMatch[Position, Action]):
    """The rules, bound to one table. Both seats are alike, and both have secrets."""

    system = SYSTEM
    sides: tuple[str, ...] = SEATS

    def __init__(self, options: Json) -> None:
        super().__init__(BattleRules(), options)
        self.settings = table_options.settings(options)
        played = referee_of(options)
        if played:
            self.opponent = played
            self.sides = (OTHER[played.seat],)
        else:
            self.swapped_seats = {"a": "b", "b": "a"}
        self.hosts = self.private_seats = frozenset(self.sides)

    def with_settings(self, wanted: Json) -> BattleMatch:
        """Return the match with other settings. Raises InputError."""
        return BattleMatch(table_options.with_settings(self.options, wanted))

    def header(self, drawn: Sequence[int] | None, seals: Mapping[str, str]) -> dict[str, Any]:  # noqa: ARG002
        """Return the first line of the record. No ruling depends on a setting, so none is in it."""
        seats = {seat: seat for seat in self.seats}
        return first_line(
            shared_members(self.system, seats, seals), table_options.without_settings(self.options)
        )

    def start(self, drawn: Sequence[int]) -> Position:  # noqa: ARG002 - nothing is drawn
        """Return the position before the fighters are chosen (3.1)."""
        return start_of(self.options)

    def view(self, position: Position, seat: str) -> View:
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

    def winner(self, position: Position) -> str | None:
        return position.winner

    def seats_for(self, action: Action) -> frozenset[str]:
        """Return the seat whose action it is, and the tablet; none for the referee's seat."""
        return frozenset({self.public_seat, action.seat}) if action.seat in self.sides else frozenset()

    def open_choice(self, action: Action) -> str | None:
        """Return the seat that takes a fighter (3.1): both choose openly at the same moment."""
        return action.seat if isinstance(action, ChooseFighter) else None

    def secret_choice(self, action: Action) -> str | None:
        """Return the seat that lays cards face down by this action (5.0, 8.1, 3.5), or None."""
        return action.seat if game.PROCEDURES[action.do].secret else None

    def written_owner(self, action: Json) -> str | None:
        """Return the seat that lays cards face down by an action in JSON, or None."""
        return str(action["seat"]) if game.PROCEDURES[action["do"]].secret else None

    def lying(self, position: Position) -> frozenset[str]:
        """Return the seats whose cards lie face down."""
        return frozenset(position.committed)

    def opens(self, before: Position, action: Action, after: Position) -> frozenset[str]:
        """Return the seats whose cards an action turned up; giving up turns none up (R-1.1a)."""
        return frozenset() if isinstance(action, Concede) else super().opens(before, action, after)

    def answerers(self, position: Position, action: Action) -> frozenset[str]:
        """Return the seat that lays cards or gives up: the tablet does neither for a player with a phone."""
        return (
            frozenset({action.seat}) if isinstance(action, Concede) else super().answerers(position, action)
        )

    def places(self, steps: Sequence[Step[Position]]) -> Sequence[Place]:
        """Return the start of this beat and of the one before it, which may be of the duel before."""
        return list(_places(steps))


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
