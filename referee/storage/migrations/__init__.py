"""The migrations of the database: how a database of an earlier version gets today's tables.

Alembic is loaded only where a migration is due: it would take memory from every server for nothing.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select

BEFORE = None
"""The revision of a database from before revisions were noted."""
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Every revision of the schema, the oldest first; each has its script in `versions`."""
LATEST = REVISIONS[-1]
_HERE = Path(__file__).parent
_noted = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


def revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if none is noted."""
    if not inspect(connection).has_table(_noted.name):
        return BEFORE
    noted: str | None = connection.execute(select(_noted.c.version_num)).scalar_one_or_none()
    return noted


def note_latest(connection: Connection) -> None:
    """Note in a new database that it has the latest revision."""
    _noted.create(connection)
    connection.execute(insert(_noted).values(version_num=LATEST))


def migrate(connection: Connection) -> None:
    """Bring a database of an earlier revision to the latest one, inside the caller's transaction."""
    from alembic.command import upgrade  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    upgrade(config, LATEST)
