"""The rules of Pure Strategy: each round both bid a card in secret, and the higher card takes the prize."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from referee.games.interface.rules import Rules
from rules.fields import action, hidden, picked, position
from rules.questions import Question, Seat
from rules.ruling import Options, Ruling, allow, done

Side = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")
CARDS = (1, 2, 3, 4, 5)


@action
class Bid:
    """Lay a card face down (2.1)."""

    seat: Side
    card: int | None = picked("Which card do you bid?", secret="committed")


@position
class Position:
    """A game between two bids. This round is about `prize` points."""

    prize: int = 1
    hands: Mapping[Side, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, CARDS))
    points: Mapping[Side, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    committed: Mapping[Side, int] = hidden()

    def __post_init__(self) -> None:
        """Refuse what no game can reach, so that no program can send it."""
        if not ({*self.hands} == {*self.points} == {*SIDES}):
            raise ValueError("hands and points need both seats.")
        cards = [sorted({*hand} & {*CARDS}) for hand in self.hands.values()]
        if cards != [sorted(hand) for hand in self.hands.values()] or len(cards[0]) != len(cards[1]):
            raise ValueError("both hands have equally many cards, all different, from 1 to 5.")
        if len(self.committed) > 1 or any(c not in self.hands[s] for s, c in self.committed.items()):
            raise ValueError("at most one card lies face down, and its owner has it in hand.")

    @property
    def turn(self) -> int:
        """The number of the round, 1 to 5."""
        return min(len(CARDS), len(CARDS) + 1 - len(self.hands["a"]))


class PureStrategy(Rules[Position, Bid]):
    """The rules of one table."""

    position, action = Position, Bid

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(side, f"Player {side.upper()}") for side in SIDES]

    def questions(self, position: Position) -> Sequence[Question[Bid]]:
        lie, hands = position.committed, position.hands
        bids = {side: tuple(Bid(side, card) for card in hands[side]) for side in SIDES}
        return [Question(f"bid {side}", (side,), bids[side], optional=side in lie) for side in SIDES]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        best = max(position.points.values())
        won = tuple(side for side in SIDES if position.points[side] == best)
        return None if position.hands["a"] else won

    def judge(self, position: Position, action: Bid) -> Ruling[Position]:
        if action.card is None:
            return allow(("2.1",), "A card of your hand.", {"card": Options(position.hands[action.seat])})
        cards = {**position.committed, action.seat: action.card}
        if len(cards) < len(SIDES):
            story = f"Player {action.seat.upper()} has chosen."
            return done(replace(position, committed=cards), ("2.1",), story)
        a, b = cards["a"], cards["b"]
        to = None if a == b else "a" if a > b else "b"
        points = {s: position.points[s] + (position.prize if s == to else 0) for s in SIDES}
        hands = {s: tuple(card for card in position.hands[s] if card != cards[s]) for s in SIDES}
        after = Position(position.turn + 1 + (0 if to else position.prize), hands, points)
        prize = f"Player {to.upper()} takes {position.prize}" if to else f"equal, {position.prize} left over"
        story = f"Player A bids {a}, player B {b}: {prize}.{self._ending(after)}"
        return done(after, ("2.1", "3.1" if to else "3.2"), story, ("committed.a", "committed.b"))

    def _ending(self, position: Position) -> str:
        """Return who has won, as a sentence that goes on; "" while the game does."""
        won = self.winners(position) or ()
        a, b = position.points.values()
        who = f"Player {won[0].upper()} wins" if len(won) == 1 else "A draw"
        return f" {who}, {max(a, b)} to {min(a, b)}." if won else ""
