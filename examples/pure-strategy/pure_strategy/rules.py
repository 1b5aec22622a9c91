"""The rules of Pure Strategy: each round both bid a card in secret, and the higher card takes the prize."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from rules.effects import Chosen, Effect
from rules.ruling import Ruling, refuse

Seat = Literal["a", "b"]
SEATS: tuple[Seat, Seat] = ("a", "b")
NAMES: Mapping[Seat, str] = {"a": "Player A", "b": "Player B"}
CARDS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Bid:
    """Lay a card face down (2.1)."""

    seat: Seat
    card: int
    do: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Position:
    """A game between two bids. This round is about `prize` points."""

    prize: int = 1
    hands: Mapping[Seat, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SEATS, CARDS))
    points: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    committed: Mapping[Seat, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what no game can reach, so that no program can send it."""
        if not ({*self.hands} == {*self.points} == {*SEATS}):
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

    @property
    def over(self) -> bool:
        """Whether all five rounds are played (4.0)."""
        return not self.hands["a"]

    @property
    def winner(self) -> Seat | None:
        """The seat with more points at the end; None for a draw (4.2) and while the game goes on."""
        a, b = self.points["a"], self.points["b"]
        return None if not self.over or a == b else "a" if a > b else "b"

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have not bid."""
        return () if self.over else tuple(seat for seat in SEATS if seat not in self.committed)


@dataclass(frozen=True, slots=True)
class Opened(Effect):
    """Both cards are turned up; `to` takes the points, None where they stay (3.2)."""

    name: ClassVar[str] = "opened"
    cards: Mapping[Seat, int]
    points: int
    to: Seat | None


def judge(position: Position, bid: Bid) -> Ruling[Position]:
    """Return the ruling on a bid, carried out if it is legal."""
    if position.over:
        return refuse(("4.0",), "The game is over.", firm=True)
    if bid.card not in position.hands[bid.seat]:
        return refuse(("2.1",), f"{NAMES[bid.seat]} has no {bid.card} in hand.", firm=True)
    cards = {**position.committed, bid.seat: bid.card}
    if len(cards) == len(SEATS):
        return _open(position, cards)
    after, story = replace(position, committed=cards), f"{NAMES[bid.seat]} has chosen."
    effects = (Chosen(bid.seat),)
    return Ruling(True, ("2.1",), "The card lies face down.", after=after, story=story, effects=effects)


def _open(position: Position, cards: Mapping[Seat, int]) -> Ruling[Position]:
    """Return the ruling that turns both cards up (3.0)."""
    a, b = cards["a"], cards["b"]
    to: Seat | None = None if a == b else "a" if a > b else "b"
    points = {s: position.points[s] + (position.prize if s == to else 0) for s in SEATS}
    hands = {s: tuple(card for card in position.hands[s] if card != cards[s]) for s in SEATS}
    after = Position(position.turn + 1 + (0 if to else position.prize), hands, points)
    won = f"{NAMES[to]} takes {position.prize}" if to else f"equal, {position.prize} left over"
    story = f"Player A bids {a}, player B {b}: {won}.{_ending(after)}"
    effects = (Opened(cards, position.prize, to),)
    return Ruling(True, ("2.1", "3.1" if to else "3.2"), story, after=after, story=story, effects=effects)


def _ending(position: Position) -> str:
    """Return who has won, as a sentence that goes on; "" while the game does."""
    a, b = position.points["a"], position.points["b"]
    won = f"{NAMES[position.winner]} wins" if position.winner else "A draw"
    return f" {won}, {max(a, b)} to {min(a, b)}." if position.over else ""


def legal_actions(position: Position) -> Sequence[Bid]:
    """Return every legal bid of both seats."""
    return () if position.over else [Bid(seat, card) for seat in SEATS for card in position.hands[seat]]
