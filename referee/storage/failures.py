"""The sentences for a database that fails: what happened, and what to do about it."""

from __future__ import annotations

import logging
import re

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from referee.errors import Problem
from referee.records.data import DAMAGED

log = logging.getLogger("referee")

FULL = (
    "The table could not be saved, because the disk of the referee’s machine is full or cannot be written;"
    " nothing was changed."
)
_TAKES_NO_CHANGES = (
    "The table could not be saved, because the referee’s database takes no changes just now;"
    " nothing was changed."
)
AWAY = "The referee’s database does not answer just now; nothing was changed. Try again in a moment."
LATE = "The referee could not get to this in time; nothing was changed. Try again in a moment."
BUSY = "Another program holds the referee’s database just now; nothing was changed. Try again in a moment."
_UNKNOWN = (
    "The referee’s database went away while this was being saved, so it may or may not be done."
    " Look at the table again in a moment, before you repeat it."
)

# The beginnings of SQLite's error names and PostgreSQL's error codes (SQLSTATE).
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "40P01", "40001")
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002")
_TAKES_NOTHING = ("53100", "25006")
"""The disk is full, or the database is a read-only copy."""


class NoAnswer(SQLAlchemyError):
    """The database said nothing for as long as a request waits."""


def later(sentence: str = LATE) -> Problem:
    """Return the answer to what cannot be done just now: 503, to be tried again in a few seconds."""
    return Problem(503, sentence, {"Retry-After": "5"})


def cause(error: BaseException) -> str:
    """Return why a database cannot be used, in the words of its driver, for whoever starts the server."""
    words = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
    return " ".join(re.sub("^connection (failed|is bad): ", "", words).split()) or "it says nothing"


def is_held(error: Exception) -> bool:
    """Return whether another program holds the database just now."""
    return _kind(error).startswith(_HELD)


def read_only(error: Exception) -> bool:
    """Return whether a connection can only read, like one opened while its disk was read-only."""
    return _kind(error).startswith("SQLITE_READONLY")


def _kind(error: Exception) -> str:
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)
    return str(code or type(original).__name__)


def unavailable(error: Exception, sentence: str, *, committing: bool = False) -> Problem:
    """Return the answer to a failure of the database: 503, with Retry-After if waiting may help.

    `sentence` is for a failure of unknown cause. `committing` says that the whole change had been sent, and
    only the word that it was saved is missing.
    """
    # The driver's message may quote secret parameters, so only the kind of error is logged.
    kind = _kind(error)
    name = type(error).__name__
    log.error("Database: %s", name if kind == name else f"{name} ({kind})")
    if kind.startswith(_DAMAGE):
        return Problem(503, DAMAGED)
    if is_held(error):
        sentence = BUSY
    elif kind.startswith(_TAKES_NOTHING):
        sentence = _TAKES_NO_CHANGES
    elif committing and (isinstance(error, NoAnswer) or _cut_off(error)):
        sentence = _UNKNOWN
    return later(sentence)


def _cut_off(error: Exception) -> bool:
    """Return whether the connection was lost with this error."""
    return isinstance(error, DBAPIError) and error.connection_invalidated
