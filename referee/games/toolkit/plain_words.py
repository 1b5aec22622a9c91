"""The words for the seats and requests of a table, for a game without its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from referee.games.interface import Json, RequestWords
from referee.games.showing import SeenT_co
from referee.records.data import LET_IN, SENT_AWAY
from rules.questions import TABLE
from rules.sentences import sentence

UNDO, OVERRIDE = "undo", "override"
TITLES: Mapping[str, str] = {UNDO: "Take back?", OVERRIDE: "Overrule the referee?"}
STANDS: Mapping[str, str] = {
    UNDO: "nothing is taken back",
    OVERRIDE: "the referee’s verdict stands",
}


def to_take_back(asked: Json, story: str) -> str:
    """Return what a request takes back: the last step, or how many steps, to where and what that changes."""
    steps, place = asked["steps"], asked.get("place")
    if steps > 1:
        undone = f" {asked['undone']}" if asked.get("undone") else ""
        return f"to take back {steps} steps{f', back to {place}' if place else ''}.{undone}"
    return f"to take back the last step: {story}" if story else "to take back the last step."


@dataclass(frozen=True)
class PlainWords(Generic[SeenT_co]):
    """The plain words of a table. `called` is what the game calls a seat, with what the view knows of it."""

    view: SeenT_co
    called: Callable[[str, SeenT_co], str]
    further_url: str = ""

    def title(self, seat: str) -> str:
        """Return what a seat is called without its player."""
        return self.called(seat, self.view)

    def name(self, seat: str) -> str:
        """Return who sits at a seat: "Ann, Player A"."""
        player = self.view.names.get(seat)
        return f"{player}, {self.title(seat)}" if player else self.title(seat)

    def player(self, seat: str) -> str:
        """Return who sits at a seat, within a sentence: "Ann", "the tablet"."""
        if seat == TABLE:
            return "the tablet"
        return self.view.names.get(seat) or self.title(seat)

    def owner(self, seat: str) -> str:
        """Return whose the phone of a seat is, at the start of a sentence: by name, else as `player` does."""
        return self.view.names.get(seat) or sentence(self.player(seat))

    def step(self) -> str:
        """Return what the key says that takes back the last step."""
        return "Take back the last step"

    def request(self, asked: Json, asks: str) -> RequestWords:
        """Return the words on a request to take back or to allow a refused action."""
        if asked["kind"] == UNDO:
            story = self.view.undo["story"] if self.view.undo else ""
            return RequestWords(TITLES[UNDO], f"{asks} {to_take_back(asked, story)}")
        return RequestWords(TITLES[OVERRIDE], f"{asks} to allow an action that the referee refused.")

    def stands(self, kind: str) -> str:
        """Return what a no to a request of this kind leaves as it is."""
        return STANDS[kind]

    def exception(self, action: Json) -> str:  # noqa: ARG002 - a game with names for its actions says them
        """Return what the key says of a refused action."""
        return "the refused action"


def let_in(came: Json, who: str) -> str:
    """Return the sentence on what was answered to a device that wants to join as `who`, and by whom.

    Or that a device which had joined was sent away.
    """
    if came["state"] == SENT_AWAY:
        return f"{sentence(who)} sent a device away."
    is_in = came["state"] == LET_IN
    if came["by"] == came["seat"]:
        return f"{sentence(who)} {'let' if is_in else 'did not let'} another device in."
    if is_in:
        return f"Another device has joined as {who}: let in on the tablet, by agreement at the tablet."
    return f"Another device was not let in as {who}."
