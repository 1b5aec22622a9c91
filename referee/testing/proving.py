"""What the test of a new game calls: it plays the game at random, and checks what the referee counts on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import cast

from referee.games import registry
from referee.games.interface import ActionT, Game, Json, PositionT
from referee.tables.record import replay_record
from referee.testing.table_play import opening, play_at_tables
from referee.testing.walk import Beginning, check_rules


def prove(
    game: Game[PositionT, ActionT],
    *,
    options: Sequence[Json] | None = None,
    games: int = 20,
    tables: int = 1,
    moves: int = 40,
    seed: str = "0",
    seldom: Collection[str] = (),
) -> None:
    """Play whole games at random, and check all that the referee counts on. Raises AssertionError.

    So many `games` are played by the rules alone. At so many pairs of `tables` random `moves` are made
    through the API: actions begun and given up, facts told, requests agreed to and declined, steps taken back
    and done again. The two tables of a pair differ in one secret at a time, and send all who do not know it
    the same.

    `options` are those of the tables that are played at, in turn; without them each option that the game
    declares has each of its values once. After them come the `demo_states` of the game: a game or a table
    begins in each. While an action has not been listed, more games are played, five times as many at most;
    those named `seldom` come by a rare roll, and need not be listed.
    """
    made_with = [*_declared(game)] if options is None else options
    states = [*game.demo_states.values()]
    begins = [Beginning(one) for one in made_with]
    begins += [Beginning(state.options, partial(opening, game, state)) for state in states]
    with installed(game):
        check_rules(game, begins, max(games, len(begins)), seed, replay_record, seldom)
        play_at_tables(game, [*made_with, *states], tables, moves, seed)


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
