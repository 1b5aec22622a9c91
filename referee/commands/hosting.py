"""What the commands for a server share: its database, and the secret of its links."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click

from referee.commands.common import AS_SERVED, check_there
from referee.errors import InputError, Problem

if TYPE_CHECKING:
    from referee.storage.database import Database

database_option = click.option("--database", metavar="URL", help=f"The database of the server, {AS_SERVED}")


@contextmanager
def opened(url: str | None, so: str = "", *, of_any_version: bool = False) -> Iterator[Database]:
    """Open the database of a server, which must be there; `so` ends the refusal. Raises InputError.

    One that another version of the program wrote is refused, unless it may be `of_any_version`.
    """
    from referee.config import Config  # noqa: PLC0415  (few commands need a database)
    from referee.storage.database import Database  # noqa: PLC0415

    config = Config.of({"database_url": url or ""})
    check_there(config.database_url, so)
    database = Database(config.database_url)
    try:
        database.check_served(of_any_version=of_any_version)
        yield database
    except Problem as problem:
        raise InputError(problem.detail) from None
    finally:
        database.close()


def secret_of_links(database: Database, so: str = "") -> str:
    """Return the secret of the seats' links. Raises InputError, which ends with `so`, where there is none."""
    from referee.config import Config  # noqa: PLC0415
    from referee.storage.secret import kept_secret  # noqa: PLC0415

    def none_there() -> NoReturn:
        raise InputError(f"The database {database.shown} does not hold the secret of the seats' links{so}.")

    return Config.of(None).secret or kept_secret(database, none_there)
