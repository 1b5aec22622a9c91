"""What the test of a new game calls: it plays the game at random, and checks what the referee counts on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

from referee.games import registry
from referee.games.interface import ActionT, Game, Json, PositionT
from referee.tables.record import replay_record
from referee.testing.walk import check_rules


def prove(
    game: Game[PositionT, ActionT],
    *,
    options: Sequence[Json] | None = None,
    games: int = 20,
    seed: str = "0",
) -> None:
    """Play whole games at random, and check all that the referee counts on. Raises AssertionError.

    `options` are those of the tables that are played at, in turn; without them each option that the game
    declares has each of its values once.
    """
    tables = [*_declared(game)] if options is None else options
    with installed(game):
        check_rules(game, tables, max(games, len(tables)), seed, replay_record)


@contextmanager
def installed(game: Game[PositionT, ActionT]) -> Iterator[None]:
    """Let the referee know a game beside the installed ones, for as long as this lasts."""
    known = registry.shelf
    module = type(game).__module__
    with_it = replace(
        known(),
        games={**known().games, game.id: cast("Game", game)},
        modules={**known().modules, game.id: module},
    )
    registry.shelf = lambda: with_it  # type: ignore[assignment]
    try:
        yield
    finally:
        registry.shelf = known


def _declared(game: Game[PositionT, ActionT]) -> Iterator[Json]:
    """Yield the options of a plain table, and those in which one of them has another value."""
    yield {}
    yield from ({"mode": mode} for mode in game.modes[1:])
    for option in game.options:
        yield from ({option.name: value} for value in option.values if value != option.usual)
