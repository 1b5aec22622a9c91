"""A plain screen for a game that has no templates of its own: facts, keys, what happened last."""

from __future__ import annotations

import json
from dataclasses import dataclass

from referee.games.ports import Context, FinishedGame, Json


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it says, and the action that it sends."""

    label: str
    action: str


@dataclass(frozen=True, slots=True)
class PlainScreen:
    """What the plain templates show of a game. `told` is what happened last, `keys` what may be done now."""

    title: str
    facts: list[tuple[str, str]]
    keys: list[Key]
    told: str
    waiting: str
    context: Context


class PlainPresenter:
    """The presenter of a game without templates. A game says `facts`, `label` and `where`."""

    page: str = "frame/plain.html"
    moment: str = "frame/_plain_moment.html"
    new_table: str = "frame/_no_options.html"
    credit: str = "frame/_no_options.html"
    report: str = "frame/plain_report.html"

    def facts(self, view: Json) -> list[tuple[str, str]]:
        """Return what stands on the screen, a name and a value each."""
        raise NotImplementedError

    def label(self, action: Json) -> str:
        """Return what the key of an action says."""
        raise NotImplementedError

    def where(self, summary: Json) -> str:
        """Return how far a game is, from its summary or a view of it."""
        raise NotImplementedError

    def screen(self, context: Context) -> PlainScreen:
        """Return what the templates show."""
        offered = [] if context.over else context.actions
        waiting = "" if offered or context.over else "The other players choose."
        return PlainScreen(
            title=self.where(context.view),
            facts=self.facts(context.view),
            keys=[Key(self.label(action), json.dumps(action)) for action in offered],
            told=context.log[-1]["story"] if context.log else "",
            waiting=waiting,
            context=context,
        )

    def seat_name(self, seat: str, view: Json | None = None) -> str:  # noqa: ARG002 - here it never changes
        """Return what a seat is called."""
        known = {"table": "Tablet", "spectator": "Spectator"}
        return known.get(seat, f"Player {seat.upper()}")

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the report shows: the game, line by line."""
        return finished
