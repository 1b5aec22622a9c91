"""The lines of what there is to do, and why a key that plays on and on stopped.

The reason is read off the view, so that every screen that saw the steps shows it.
"""

from __future__ import annotations

from referee.games.dawn_of_the_dead.labels.wording import winner
from referee.games.dawn_of_the_dead.pages.status_bar import outcome, why_won
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.records.data import TURN
from referee.records.text import Json
from rules.dawn_of_the_dead.view import View


def lines(
    view: DawnView, role: str, *, proposed: bool, waits: bool, away: bool, asked: bool = False
) -> tuple[Json, ...]:
    """Return the agenda as a seat reads it; a seat that `waits` reads nothing of what another one does.

    The tablet reads all of it while the device it waits for is `away`, because it may act instead. `asked`:
    the title of the keys asks already who moves.
    """
    items = [
        item
        for item in view.game.agenda
        if adds_something(item, proposed) and not (asked and asks_who_moves(item))
    ]
    if waits:
        items = [item for item in items if item["kind"] not in {"must", "may"}]
    return tuple(line(_reasoned(item, view), waits=away, lost=lost(view.game, role)) for item in items)


def _reasoned(item: Json, view: DawnView) -> Json:
    """Return a line of the end with the condition that was met; any other line as it is (14.1, 14.2)."""
    if item["kind"] != "over":
        return item
    statuses = {name: character.status for name, character in view.game.characters.items()}
    side = view.game.winner or ""
    won = winner(view.game.mode, side, view.names)
    return {**item, "text": f"{won}. {why_won(side, statuses)}".rstrip()}


def adds_something(item: Json, proposed: bool) -> bool:
    """Whether a line of what there is to do says more than the keys, or than what the referee proposes."""
    says_it = proposed and item["seat"] == "zombie" and item["kind"] in {"must", "may"}
    return not (says_it or item["text"].startswith("End the "))


def asks_who_moves(item: Json) -> bool:
    """Whether a line only asks who moves (5.0)."""
    return bool(item["text"].startswith("Choose who moves"))


def lost(view: View, role: str) -> bool:
    """Whether the game is over, and the side of this seat has lost it."""
    winner = view.winner
    return outcome(view.mode, winner, role) == "lost" if winner else False


def line(item: Json, *, waits: bool = False, lost: bool = False) -> Json:
    """Return a line of what there is to do; for a seat that `waits`, nothing is urgent.

    A line of what is left ("1 free move left") has no word before it, nor has one that says "may" itself.
    """
    words = {"must": "Must", "may": "May", "over": "Won", "waits": "Waits", "lost": "Lost"}
    kind = "waits" if waits and item["kind"] == "must" else item["kind"]
    kind = "lost" if lost and kind == "over" else kind
    word = "" if kind == "may" and " may " in item["text"] else words.get(kind, "")
    return {"kind": kind, "word": word, "text": item["text"], "case": item["case"]}


_HERE = "Your call: "


def stop_reason(view: DawnView) -> str:
    """Return a line on what the table waits for; "" where the last tap went as far as it was to go."""
    reason = waits_for(view)
    return f"{_HERE}{reason}" if reason else ""


def waits_for(view: DawnView) -> str:
    """Return what must or may be done before a key could play on, or "" where it has nothing to wait for."""
    begun, last = view.pending_action, view.moment
    if begun:
        return str(begun["reason"]) if begun["far"] else ""
    if not last or not last["far"] or _reached(view.game, last):
        return ""
    if view.request:
        return "a question waits for an answer."
    items = [item for item in view.game.agenda if item["kind"] in {"must", "may"}]
    if not items:
        return "the players choose now."
    return next((str(item["text"]) for item in items if adds_something(item, proposed=False)), "")


def _reached(view: View, last: Json) -> bool:
    """Return whether the tap ended the phase, or the whole Zombie Player-Turn, as it was to do."""
    return view.phase in {"human", "over"} if last["far"] == TURN else last["left_phase"]
