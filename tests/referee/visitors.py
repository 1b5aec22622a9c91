"""A game for tests whose seats come and go: two to six of them, and somebody who runs the game, if wanted.

Everybody bids in secret; bids are turned up together. Whoever sits there may leave, call back somebody who
left, or ask one more to come. The tablet decides when bids are turned up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from referee.games.interface import Game
from referee.games.interface.options import Option
from referee.games.interface.rules import Rules
from referee.games.interface.screens import Screens
from referee.web.api import tables as tables_api
from referee.web.api.schemas import new_table_schema
from rules.fields import action, hidden, picked, position
from rules.questions import TABLE, Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Ruling, allow, refuse

MOST = 6


@position
class Position:
    """Who is there, who has left, and what was bid."""

    here: tuple[str, ...]
    gone: tuple[str, ...] = ()
    bids: Mapping[str, int] = hidden()
    shown: Mapping[str, int] = field(default_factory=dict)
    over: bool = False


@action
class Bid:
    """Bid in secret."""

    seat: str
    bids: Mapping[str, int] | None = picked("How much?", secret="bids")


@action
class Leave:
    """Leave the game."""

    seat: str


@action
class Come:
    """Come to the table, or back to it."""

    who: str


@action
class Open:
    """Turn the bids up."""


@action
class End:
    """End the game."""


Action = Bid | Leave | Come | Open | End


class VisitorsRules(Rules[Position, Action]):
    """The rules of one table."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position(tuple(f"p{n + 1}" for n in range(self.options["players"])))

    def roster(self, position: Position) -> Sequence[Seat]:
        master = [Seat("gm", "Game master", master=True)] if self.options["master"] else []
        return [*(Seat(seat, f"Player {seat[1]}") for seat in position.here), *master]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return () if position.over else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        bids = [Question[Action](f"bid {seat}", (seat,), (Bid(seat),)) for seat in position.here]
        leave = [
            Question[Action](f"leave {seat}", (seat,), (Leave(seat),), optional=True)
            for seat in position.here
        ]
        late = [f"p{n + 1}" for n in range(MOST)]
        guests = tuple(Come(who) for who in late if who not in position.here)
        come = Question[Action]("come", (TABLE, *position.here), guests, optional=True)
        table = Question[Action]("table", (TABLE,), (Open(), End()), optional=True)
        return [*bids, *leave, come, table]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        p = position
        match action:
            case Bid(seat, None):
                return allow(("1.0",), "A bid.", {"bids": Options((1, 2, 3), each=(seat,))})
            case Bid(seat, bids):
                return _done(replace(p, bids={**p.bids, **(bids or {})}), f"{seat} has bid.")
            case Leave(seat):
                left = {whose: bid for whose, bid in p.bids.items() if whose != seat}
                here = tuple(one for one in p.here if one != seat)
                if not here:
                    return refuse(("1.0",), "Somebody has to stay.")
                return _done(replace(p, here=here, gone=(*p.gone, seat), bids=left), f"{seat} leaves.")
            case Come(who):
                gone = tuple(one for one in p.gone if one != who)
                return _done(replace(p, here=(*p.here, who), gone=gone), f"{who} comes.")
            case Open():
                opened = tuple(f"bids.{seat}" for seat in p.bids)
                return _done(replace(p, bids={}, shown=p.bids), "The bids are shown.", *opened)
            case End():
                return _done(replace(p, over=True), "It is over.")


def _done(after: Position, story: str, *opened: str) -> Ruling[Position]:
    return Ruling(True, ("1.0",), story, after=after, story=story, opened=opened)


class Visitors(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title, package = "visitors", "Visitors", "tests"
    rules = VisitorsRules
    folder = Path(__file__).parent
    options = (
        Option("players", "How many play?", (3, 2, 4, 5, 6)),
        Option("master", "Does somebody run the game?", (False, True), ("Nobody", "A game master")),
    )
    screens = Screens("frame/moment.html")

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "Bids", ())])


GAME = Visitors()


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the game beside the bundled ones, for as long as this lasts."""
    point = registry.Found(EntryPoint("visitors", f"{__name__}:GAME", registry.GROUP), "visitors-for-referee")
    entries = [*registry.found(), point]
    registry.shelf.cache_clear()
    monkeypatch.setattr(registry, "found", lambda: entries)
    monkeypatch.setattr(tables_api, "_NEW", new_table_schema()())
    yield
    registry.shelf.cache_clear()


def bid(seat: str, value: int) -> dict[str, Any]:
    """Return a bid of a seat."""
    return {"do": "bid", "seat": seat, "bids": {seat: value}}


def leave(seat: str) -> dict[str, Any]:
    """Return the action of a seat that leaves."""
    return {"do": "leave", "seat": seat}


def come(who: str) -> dict[str, Any]:
    """Return the action of a seat that comes."""
    return {"do": "come", "who": who}
