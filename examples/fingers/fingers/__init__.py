"""Fingers for the tabletop referee: how it is played at a table and shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingers.rules import HAND, SEATS, SUM, Position, Show, check, rule
from referee.errors import InputError
from referee.games.ports import Game, Json
from referee.games.shared.plain_game import PlainGame
from referee.games.shared.plain_match import PlainMatch
from referee.games.shared.plain_presenter import PlainPresenter


class FingersRules:
    """JSON in and out, and the rules."""

    def read_position(self, data: object) -> Position:
        """Return a position. Raises InputError."""
        match data:
            case {"points": {"a": int(a), "b": int(b)}, **rest}:
                shown = {seat: self.read_action(hand, seat) for seat, hand in rest.get("shown", {}).items()}
                return Position(rest.get("round", 1), {"a": a, "b": b}, shown)
        raise InputError("position: it has the points of a and b, and may have round and shown.")

    def write_position(self, position: Position) -> dict[str, Any]:
        """Return a position, secrets included."""
        return {
            "format": "referee-position/1",
            "system": "fingers",
            "round": position.round,
            "phase": "over" if position.winner else "show",
            "points": dict(position.points),
            "shown": {seat: self.write_action(hand) for seat, hand in position.shown.items()},
        }

    def read_action(self, data: object, seat: str | None = None) -> Show:
        """Return an action. Raises InputError."""
        match {"seat": seat, **data} if isinstance(data, dict) else {}:
            case {"do": "show", "seat": "a" | "b" as who, "fingers": int(hand), "call": int(call)}:
                return Show(who, hand, call)
        raise InputError('action: it is {"do": "show", "seat", "fingers", "call"}, with two whole numbers.')

    def write_action(self, action: Show) -> dict[str, Any]:
        """Return an action as JSON."""
        return {"do": "show", "seat": action.seat, "fingers": action.fingers, "call": action.call}

    check = staticmethod(check)
    rule = staticmethod(rule)

    def actions(self, position: Position) -> Sequence[Show]:
        """Return every legal action."""
        every = (Show(seat, fingers, call) for seat in SEATS for fingers in HAND for call in SUM)
        return [action for action in every if check(position, action).legal]


class FingersMatch(PlainMatch[Position, Show]):
    """One table."""

    system = "fingers"
    sides = SEATS
    private_seats = frozenset(SEATS)

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the first position."""
        return Position()

    def view(self, position: Position, seat: str) -> dict[str, Any]:
        """Return a position with the other hand left out."""
        seen = self.rules.write_position(position)
        return {**seen, "shown": {s: hand if s == seat else None for s, hand in seen["shown"].items()}}

    def turn(self, position: Position) -> int:
        """Return the round."""
        return position.round

    def winner(self, position: Position) -> str | None:
        """Return who has won."""
        return position.winner

    def secret_choice(self, action: Show) -> str:
        """Return whose hand it is: every action is a secret choice."""
        return action.seat

    def lying(self, position: Position) -> frozenset[str]:
        """Return the seats that have chosen."""
        return frozenset(position.shown)


class FingersPresenter(PlainPresenter):
    """The screen: the points, a key for each hand."""

    def facts(self, view: Json) -> list[tuple[str, str]]:
        """Return the points of each player."""
        return [(f"Player {seat.upper()}", str(view["points"][seat])) for seat in SEATS]

    def label(self, action: Json) -> str:
        """Return what a key says."""
        return f"{action['fingers']} fingers, call {action['call']}"

    def where(self, summary: Json) -> str:
        """Return how far a game is."""
        return "Over" if summary["phase"] == "over" else f"Round {summary.get('round', summary.get('turn'))}"


class FingersGame(PlainGame[Position, Show]):
    """The game."""

    id, title, package, turn = "fingers", "Fingers", "fingers", "round"
    player_seats = SEATS
    rules = FingersRules()
    presenter = FingersPresenter()

    def table(self, options: Json) -> FingersMatch:
        """Return the rules for a table."""
        return FingersMatch(self.rules, options)


GAME: Game = FingersGame()
