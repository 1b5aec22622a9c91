"""What is raised for a table that is not there, or that nobody can play. The others go on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from referee.games.failing import failing_game
from referee.json_text import show
from referee.problems import Problem
from referee.tables.playing_back import Unplayable

MISREAD = (ValueError, TypeError, LookupError, AttributeError, AssertionError)
"""What rows lead to that somebody, or a failing disk, has changed."""
log = logging.getLogger("referee")


class Damaged(Problem):
    """The answer to a table whose rows do not fit together; all others go on."""

    def __init__(self, code: str) -> None:
        super().__init__(
            503,
            f"What is kept of table {show(code)} is damaged, so nobody can play there. Restore a copy of the"
            " referee's database. The other tables go on.",
        )


class NotPlayed(Problem):
    """The answer to a table whose game is not at hand: its package was taken away, or is left out."""

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} plays {show(system[:40])}, a game that is not installed here. Nothing of the"
            " table is lost: install the game again, and it goes on.",
        )


class Failing(Problem):
    """The answer to a table whose game fails; all others go on."""

    def __init__(self, code: str, system: str) -> None:
        super().__init__(
            503,
            f"Table {show(code)} cannot be opened, because its game, {show(system)}, fails. Nothing of the"
            " table is lost: mend the game, and it goes on. The other tables go on.",
        )


@contextmanager
def its_game(code: str, system: str, passing: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Ask the game of a table. Raises Failing where the game fails, unless what it raises is `passing`."""
    try:
        yield
    except Exception as error:
        if isinstance(error, (Problem, *passing)):
            raise
        # Its message may tell secrets.
        log.error("The game %s fails: %s", system, type(error).__name__)  # noqa: TRY400
        raise Failing(code, system) from None


def fault_of_a_game(error: Exception, code: str) -> Problem | None:
    """Return the answer to what a game raised, at the table `code` if there is one; None for our fault."""
    system = failing_game(error)
    if not system:
        return None
    if code:
        return Failing(code, system)
    return Problem(503, f"The game {show(system)} fails, so this cannot be answered. The other games go on.")


class NoTable(Problem):
    """The answer to a code that no table has."""

    def __init__(self, code: str) -> None:
        super().__init__(404, f"There is no table {show(code)} here.")


NOT_AT_HAND = (NoTable, NotPlayed, Damaged, Failing, Unplayable)
"""What is raised for a table that is not there, or that nobody can play. A list of tables leaves it out."""
