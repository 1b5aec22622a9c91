"""The questions of a screen: a player's own, those of the tablet, and the keys that give up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.narration.narrator import Narrator
from referee.games.battlecon.narration.scoreboard import player_name
from referee.games.battlecon.pages import choices, hand
from referee.games.battlecon.wording import first_name
from referee.records.text import Json
from rules.battlecon.actions import SEATS, Seat
from rules.battlecon.game import PROCEDURES


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat, of one of four kinds. `here`: the seat's own phone is connected."""

    seat: str
    who: str
    picker: hand.Picker | None = None
    choice: choices.Choice | None = None
    fighter: choices.FighterChoice | None = None
    discards: choices.DiscardChoice | None = None
    here: bool = False


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A key of the tablet for a secret choice of a seat that has no phone."""

    seat: str
    who: str
    what: str
    changes: bool


@dataclass(frozen=True, slots=True)
class Handed:
    """The player who is handed the tablet: his key, and his seat once his hand is shown.

    `at_once`: a lone player's hand is open without a tap, below the last beat.
    """

    key: SecretKey | None = None
    shown: str = ""
    at_once: bool = False


def seat_name(context: DuelContext, seat: str) -> str:
    """Return the name of a seat: its fighter, else its player, else its letter."""
    fighter = context.view.game.fighter_at(seat)
    if fighter:
        return first_name(context.view.game.figures, fighter.fighter)
    return player_name(context, seat)


def handed_tablet(context: DuelContext) -> Handed:
    """Return the player who is handed the tablet, and whether to show his hand.

    The hand of a lone player who has no pair yet is open without a tap, on the tablet and on his phone. A
    query for anything else comes first.
    """
    unasked = alone(context) and not context.args and context.view.game.phase == "select"
    if context.seat != "table":
        return Handed(at_once=unasked and any(one.seat == context.seat for one in context.view.game.pending))
    keys = {key.seat: key for key in secret_keys(context)}
    at_once = next((seat for seat, key in keys.items() if unasked and not key.changes), "")
    seat = context.args.get("for", "") or at_once
    if seat not in keys:
        return Handed()
    return Handed(keys[seat], seat if context.args.get("look") or alone(context) else "", bool(at_once))


def alone(context: DuelContext) -> bool:
    """Return whether one person plays against the referee: no opponent can see his cards."""
    return bool(context.options.get("opponent"))


def secret_keys(context: DuelContext) -> tuple[SecretKey, ...]:
    """Return a key for each secret choice that the tablet may make for a seat."""
    if context.seat != "table":
        return ()
    secret = [action for action in context.actions if PROCEDURES[action["do"]].secret]
    kinds = {action["seat"]: PROCEDURES[action["do"]].chooses for action in secret}
    return tuple(
        SecretKey(seat, seat_name(context, seat), kinds[seat], seat in context.view.game.face_down)
        for seat in SEATS
        if seat in kinds
    )


def questions(context: DuelContext, shown: str, story: Narrator) -> tuple[Question, ...]:
    """Return the questions of this screen: a player's own, on the tablet the open ones of each seat.

    `shown` is the seat whose hand the tablet shows now; then it asks nothing else. Seats with a
    connected phone come last.
    """
    one = shown or context.seat
    seats = tuple(seat for seat in SEATS if seat == one) or SEATS
    secret = bool(shown) or context.seat != "table"
    asked = (_question(context, seat, story, secret=secret) for seat in seats)
    return tuple(sorted((question for question in asked if question is not None), key=lambda one: one.here))


def _question(context: DuelContext, seat: Seat, story: Narrator, *, secret: bool) -> Question | None:
    cards = context.view.game.figures
    view, actions = context.view.game, context.actions
    who = seat_name(context, seat)
    here = context.seat != seat and seat in context.here
    if fighter := choices.fighter_choice(cards, seat, actions, _takers(context)):
        return Question(seat, who, fighter=fighter, here=here)
    if choice := choices.choice(view, seat, actions, choices.added(cards, story, seat)):
        return Question(seat, who, choice=choice, here=here)
    if not secret:
        return None
    link = f"{context.base}/now?for={seat}&look=1&" if context.seat == "table" else f"{context.base}/now?"
    if discards := choices.discard_choice(view, seat, actions, context.draft.get("first", ""), link):
        return Question(seat, who, discards=discards)
    picker = hand.pair_picker(view, seat, actions) or hand.base_picker(view, seat, actions)
    return Question(seat, who, picker=picker) if picker else None


def _takers(context: DuelContext) -> dict[str, str]:
    """Return who has taken each fighter, by the fighter, within a sentence."""
    taken = {fighter.fighter: seat for seat, fighter in context.view.game.fighters.items()}
    played = referee_of(context.options)
    return {
        fighter: "the referee" if played and seat == played.seat else player_name(context, seat)
        for fighter, seat in taken.items()
    }


@dataclass(frozen=True, slots=True)
class Concession:
    """A player who may give up on the tablet: his name, and the action of the key."""

    name: str
    action: str


def own_concession(context: DuelContext) -> str:
    """Return the action of a player's key that gives up; "" where he has none."""
    return next((json.dumps(a) for a in _concessions(context) if a["seat"] == context.seat), "")


def concessions_here(context: DuelContext) -> tuple[Concession, ...]:
    """Return the keys of the tablet: a player with a phone gives up there."""
    if context.seat != "table":
        return ()
    return tuple(
        Concession(seat_name(context, action["seat"]), json.dumps(action))
        for action in _concessions(context)
        if action["seat"] not in context.taken
    )


def _concessions(context: DuelContext) -> Iterator[Json]:
    return (action for action in context.actions if action["do"] == "concede")
