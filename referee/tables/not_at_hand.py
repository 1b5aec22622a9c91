"""What is raised for a table that is not there, or that nobody can play. The others go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.errors import InputError
from referee.games.failing import failing_game, is_bundled, log_failure
from referee.json_text import show
from referee.problems import NeedsRepair, Problem
from referee.tables.playing_back import Unplayable

MISREAD = (ValueError, TypeError, LookupError, AttributeError, AssertionError)
"""What rows lead to that somebody, or a failing disk, has changed."""


class Damaged(NeedsRepair):
    """The answer to a table whose rows do not fit together; all others go on."""

    def __init__(self, code: str) -> None:
        super().__init__(
            503,
            f"The data of table {show(code)} is damaged, so nobody can play there. Restore a copy of the"
            " referee’s database. The other tables go on.",
        )


class NotPlayed(NeedsRepair):
    """The answer to a table whose game is not at hand: its package was taken away, or is left out."""

    without_rules = True

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} plays {show(system[:40])}, a game that is not installed here. Nothing of the"
            " table is lost: install the game again, then play on.",
        )


class GameFails(NeedsRepair):
    """The answer to what needs a game that fails; all others go on."""

    without_rules = True


class Failing(GameFails):
    """The answer to a table whose game fails; all others go on."""

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} cannot be opened, because its game, {show(system)}, fails. Nothing of the"
            " table is lost: fix the game, then play on. The other tables go on.",
        )


@contextmanager
def its_game(code: str, system: str, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Ask the game of a table. Raises Failing where the game fails.

    `passing` kinds of exceptions go through as they are, unless the code of a game from elsewhere raised
    them, or it cannot read or play what was played.
    """
    try:
        yield
    except Exception as error:
        if not _fails(system, error, passing):
            raise
        log_failure(system, error)
        raise Failing(code, system) from None


def _fails(system: str, error: Exception, passing: tuple[type[Exception], ...]) -> bool:
    """Return whether what was raised while a game was asked means that the game fails."""
    if isinstance(error, Problem):
        return isinstance(error, Unplayable) and not is_bundled(system)
    if not isinstance(error, passing):
        return True
    return failing_game(error) == system or (isinstance(error, InputError) and not is_bundled(system))


def fault_of_a_game(error: Exception, code: str) -> Problem | None:
    """Return the answer to what a game raised, at the table `code` if there is one; None for our fault."""
    system = failing_game(error)
    if not system:
        return None
    log_failure(system, error)
    if code:
        return Failing(code, system)
    return GameFails(
        503, f"The game {show(system)} fails, so this cannot be answered. The other games go on."
    )


class NoTable(Problem):
    """The answer to a code that no table has."""

    def __init__(self, code: str) -> None:
        super().__init__(404, f"There is no table {show(code)} here.")


NOT_AT_HAND = (NoTable, NotPlayed, Damaged, Failing, Unplayable)
"""What is raised for a table that is not there, or that nobody can play. A list of tables leaves it out."""
