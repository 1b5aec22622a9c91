"""What the test of a new game calls: it plays the game at random, and checks what the referee counts on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    check_rules(game, tables, max(games, len(tables)), seed, replay_record)


def _declared(game: Game[PositionT, ActionT]) -> Iterator[Json]:
    """Yield the options of a plain table, and those in which one of them has another value."""
    yield {}
    yield from ({"mode": mode} for mode in game.modes[1:])
    for option in game.options:
        yield from ({option.name: value} for value in option.values[1:])
