"""How shared pages describe a game: by its own front, or by its presenter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Never, TypeVar

from referee.errors import Problem
from referee.games import registry
from referee.games.interface import SPECTATOR, Front, Game, Introduction, Json, Presenter
from referee.games.plugin_errors import log_failure
from referee.games.toolkit.http import url_at
from referee.games.toolkit.plain_presenter import PlainPresenter
from referee.tables.service import tables
from rules.questions import TABLE

AnswerT = TypeVar("AnswerT")
_LITERALS: Mapping[str, Any] = {"": None, "true": True, "false": False}
ONLY_API = "{} has no pages, only the API."


@dataclass(frozen=True, slots=True)
class PresenterFront:
    """The front of a game that has a presenter alone."""

    game: Game
    presenter: Presenter[Never]
    stand_ins: Sequence[str] = ()
    shortcuts: Sequence[Json] = ()
    looking_back: Sequence[Json] = ()
    notes_rule: Json | None = None
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def new_table(self) -> str:
        """The template of the fields that a new table is made with."""
        return self.presenter.new_table

    @property
    def beside(self) -> str:
        """The template of a panel beside these fields, or ""."""
        return self.presenter.beside

    @property
    def help(self) -> str:
        """The template of the help on this game, or ""."""
        return self.presenter.help

    @property
    def first_help(self) -> str:
        """The template of the lines on the card for newcomers, or ""."""
        return self.presenter.first_help

    @property
    def introduction(self) -> Introduction:
        """How the game introduces itself: as its presenter says, if it says so."""
        return _declared_introduction(self.presenter)

    def fields(self) -> object:
        """Return the options that the game declares; a template of its own knows its fields."""
        return getattr(self.game, "table_options", ())

    def wanted(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the options of a new table from a form: true and false, numbers and words."""
        return {name: _read_value(form[name]) for name in sorted(self.game.option_names) if name in form}

    def seat_title(self, seat: str) -> str:
        """Return what a seat is called without its player: "Player A"."""
        public = {TABLE: "Tablet", SPECTATOR: "Spectator"}
        return public.get(seat) or self.titles.get(seat) or self.presenter.seat_name(seat)

    def seat_name(self, seat: str, names: Mapping[str, str]) -> str:
        """Return who sits at a seat: "Ann (Player A)", else the title of the seat."""
        called = names.get(seat)
        return f"{called} ({self.seat_title(seat)})" if called else self.seat_title(seat)

    def mode_title(self, mode: str) -> str:
        return mode

    def where(self, summary: Json) -> str:
        return self.presenter.where(summary)


def front_of(game: Game) -> Front | None:
    """Return the front of a game; None for one without pages."""
    if game.front is not None:
        return game.front
    return PresenterFront(game, game.presenter) if game.presenter else None


def ask_each_game(ask: Callable[[Game, Front], Iterable[AnswerT]]) -> list[AnswerT]:
    """Return the answers of every game that has pages, in order; a game that fails says nothing."""
    said: list[AnswerT] = []
    for game in registry.games().values():
        try:
            front = front_of(game)
            said += [] if front is None else ask(game, front)
        except Exception as error:  # noqa: BLE001 - a stranger's game may fail in any way
            log_failure(game.id, error)
    return said


def front_or_default(game: Game) -> Front:
    """Return the front of a game; for one without pages the plain words that do for any game."""
    return front_of(game) or PresenterFront(game, PlainPresenter(""))


def with_addresses(declared: Iterable[Json]) -> list[Json]:
    """Return what a game leads to, from the paths that it declares, with their addresses."""
    return [{**way, "url": url_at(way["url"])} for way in declared]


def introduction_of(game: Game, front: Front) -> Introduction:
    """Return how a game introduces itself, with what can be worked out: how many play, and how."""
    told = _declared_introduction(front)
    several, most = game.modes if len(game.modes) > 1 else (), len(game.player_seats)
    return replace(
        told,
        first=with_addresses(told.first),
        asks=with_addresses(told.asks),
        players=told.players or (f"up to {most}" if most > 2 else str(most or "")),
        modes=told.modes or ", ".join(map(front.mode_title, several)),
    )


def front_at(code: str) -> Front:
    """Return the front of a table's game. Raises Problem (404) where there is no table, or no page."""
    game = registry.game(tables().system(code))
    front = front_of(game)
    if front is None:
        raise Problem(404, ONLY_API.format(game.title))
    return replace(front, titles=tables().titles(code)) if isinstance(front, PresenterFront) else front


def _declared_introduction(shown: Front | Presenter[Never]) -> Introduction:
    told: Introduction = getattr(shown, "introduction", Introduction())
    return told


def _read_value(text: str) -> object:
    if text in _LITERALS:
        return _LITERALS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
