"""How shared pages describe a game: by its screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Never, TypeVar

from referee.errors import Problem
from referee.games import registry
from referee.games.interface import Game, Introduction, Json, Screens
from referee.games.plugin_errors import log_failure
from referee.games.toolkit.http import url_at
from referee.tables.service import tables

AnswerT = TypeVar("AnswerT")
ONLY_API = "{} has no pages, only the API."


def ask_each_game(ask: Callable[[Game, Screens[Never]], Iterable[AnswerT]]) -> list[AnswerT]:
    """Return the answers of every game that has pages, in order; a game that fails says nothing."""
    said: list[AnswerT] = []
    for game in registry.games().values():
        try:
            said += [] if game.screens is None else ask(game, game.screens)
        except Exception as error:  # noqa: BLE001 - a stranger's game may fail in any way
            log_failure(game.id, error)
    return said


def screens_or_default(game: Game) -> Screens[Never]:
    """Return the screens of a game; for one without pages the plain words that do for any game."""
    return game.screens or Screens()


def with_addresses(declared: Iterable[Json]) -> list[Json]:
    """Return what a game leads to, from the paths that it declares, with their addresses."""
    return [{**way, "url": url_at(way["url"])} for way in declared]


def introduction_of(game: Game, screens: Screens[Never]) -> Introduction:
    """Return how a game introduces itself, with what can be worked out: how many play, and how."""
    told = screens.introduction
    several = game.modes if len(game.modes) > 1 else ()
    return replace(
        told,
        first=with_addresses(told.first),
        asks=with_addresses(told.asks),
        players=told.players or _how_many(game),
        modes=told.modes or ", ".join(map(screens.mode_title, several)),
    )


def _how_many(game: Game) -> str:
    """Return how many can play: as the game's option of that name says, else the seats that it has."""
    numbers = [value for option in game.options if option.name == "players" for value in option.values]
    if numbers:
        return f"{min(map(int, numbers))} to {max(map(int, numbers))}"
    most = len(game.player_seats)
    return f"up to {most}" if most > 2 else str(most or "")


def screens_at(code: str) -> Screens[Never]:
    """Return the screens of a table's game. Raises Problem (404) where there is no table, or no page."""
    game = registry.game(tables().system(code))
    if game.screens is None:
        raise Problem(404, ONLY_API.format(game.title))
    return replace(game.screens, titles=tables().titles(code))
