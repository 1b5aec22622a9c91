"""The log with the players' names: a story says "Player A", a screen says "Ann"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from re import Match, Pattern

from referee.games.ports import Context, FinishedGame, Json, Presenter
from referee.games.shared.plain_match import TABLE


@dataclass(frozen=True, slots=True)
class NamedStories:
    """Puts the name of each player in the place of what the game calls the seat without one.

    `titles` leads from a seat's title, "player A", to the name. One pass over a text replaces them all, so a
    player who calls himself "Player B" stays that.
    """

    titles: Mapping[str, str]
    pattern: Pattern[str] | None

    @classmethod
    def of(cls, presenter: Presenter, names: Mapping[str, str]) -> NamedStories:
        """Return what writes the names of a table into its stories."""
        put_in = getattr(presenter, "names_in_stories", True)
        players = [(seat, name) for seat, name in names.items() if put_in and name and seat != TABLE]
        titles = {presenter.seat_name(seat).lower(): name for seat, name in players}
        every = "|".join(map(re.escape, sorted(titles, key=len, reverse=True)))
        return cls(titles, re.compile(rf"\b(?:{every})\b", re.IGNORECASE) if titles else None)

    def with_names(self, story: str) -> str:
        """Return a sentence with the players' names: "Ann bids 3, player B bids 2"."""
        return self.pattern.sub(self._name, story) if self.pattern else story

    def _name(self, title: Match[str]) -> str:
        return self.titles[title[0].lower()]

    def lines(self, lines: Sequence[Json]) -> Sequence[Json]:
        """Return the lines of a log with the names in their stories."""
        return (
            [{**line, "story": self.with_names(line["story"])} for line in lines] if self.pattern else lines
        )


def named(presenter: Presenter, context: Context) -> Context:
    """Return what a seat was sent, with the names in the log and in the step that may be taken back."""
    stories = NamedStories.of(presenter, context.names)
    view, last = context.view, context.view.get("undo")
    if last:
        view = {**view, "undo": {**last, "story": stories.with_names(last["story"])}}
    return replace(context, view=view, log=stories.lines(context.log)) if stories.pattern else context


def named_game(presenter: Presenter, game: FinishedGame) -> FinishedGame:
    """Return a finished game with the names in its log."""
    return replace(game, lines=NamedStories.of(presenter, game.names).lines(game.lines))
