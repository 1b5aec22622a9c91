"""The score of a match and the end of a duel, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.narration.narrator import BeatStory, Narrator
from referee.games.battlecon.wording import first_name
from referee.games.interface import Context, FinishedGame
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import Figures
from rules.battlecon.reasons import ended_by


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of the last duel: who won, why, and after how many beats; `mine` where this seat won it.

    `short` is the winner's name as on the plates. `match` says who has won a match of several duels, "" for a
    single one.
    """

    fighter: str
    name: str
    short: str
    why: str
    beats: int
    mine: bool
    match: str


def player_names(game: Context[Any] | FinishedGame) -> Mapping[str, str]:
    """Return the names of the players, the referee's too where it plays."""
    played = referee_of(game.options)
    return {**game.names, played.seat: "The referee"} if played else game.names


def player_name(game: Context[Any] | FinishedGame, seat: str) -> str:
    """Return the name of a player, else "Player A"."""
    return game.names.get(seat) or f"Player {seat.upper()}"


def points_line(context: DuelContext) -> str:
    """Return the number of the duel and whose the points are, "" for a single duel."""
    match = context.view.game.match
    if context.view.game.mode == "duel":
        return ""
    a, b = ("You" if seat == context.seat else player_name(context, seat) for seat in SEATS)
    points_a, points_b = match.points
    return f"Duel {match.duel}, {a} {points_a} : {points_b} {b}, first to {match.to}"


def why_ended(cards: Figures, last: BeatStory) -> str:
    """Return why a duel ended: "Kallistar gives up"."""
    loser = next(seat for seat in SEATS if seat != last.winner)
    return ended_by(cards, first_name(cards, last.fighters[loser]), last.why)


def duel_before(context: DuelContext, story: Narrator) -> str:
    """Return who won the last duel of a match, and why; "" before one has ended."""
    cards = context.view.game.figures
    last = story.beats[-1] if story.beats else None
    if last is None or last.winner is None:
        return ""
    who = "You" if last.winner == context.seat else player_name(context, last.winner)
    fighter = first_name(cards, last.fighters[last.winner])
    return f"{who} won duel {last.duel} with {fighter}: {why_ended(cards, last)}."


def ended(context: DuelContext, story: Narrator) -> Ended | None:
    """Return how the game ended, None while it is played."""
    cards = context.view.game.figures
    last = story.beats[-1] if story.beats else None
    if context.view.game.phase != "over" or last is None or last.winner is None:
        return None
    fighter = last.fighters[last.winner]
    return Ended(
        fighter,
        cards.fighters[fighter].name,
        first_name(cards, fighter),
        why_ended(cards, last),
        sum(bool(beat.sheets) for beat in story.beats if beat.duel == last.duel),
        last.winner == context.seat,
        _match_won(context, last.winner),
    )


def _match_won(context: DuelContext, winner: str) -> str:
    """Return who won a match: "Ann wins the match 2 to 1"; "" after a single duel."""
    if context.view.game.mode == "duel":
        return ""
    points = sorted(context.view.game.match.points, reverse=True)
    who = "You win" if winner == context.seat else f"{player_name(context, winner)} wins"
    return f"{who} the match {points[0]} to {points[1]}"
