"""Bring every database from before revisions were noted to the tables of version 0.2.0.

Until then a server added what an older database lacked whenever it began, so such a database may lack any of
these tables, and any of the columns that may be NULL.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    inspect,
)

revision = "0001"
down_revision = None

_then = MetaData()
Table(
    "documents",
    _then,
    Column("kind", String(20), primary_key=True),
    Column("id", String(40), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("name", String(200), nullable=False),
    Column("data", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("owner_hash", String(64)),
    Column("off_shelf", Boolean),
)
Table(
    "games",
    _then,
    Column("code", String(12), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("pin", String(12), nullable=False),
    Column("draw", Text, nullable=False),
    Column("draw_nonce", String(64), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("seed_nonce", String(64), nullable=False),
    Column("rematch", String(12)),
    Column("rematch_swapped", Boolean),
    Column("program", String(40)),
    Column("changes", Text),
    Column("reopened", Text),
    CheckConstraint("version >= 0", name="games_version"),
)
Table("server", _then, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
Table(
    "surveys",
    _then,
    Column("id", String(40), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("created", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False),
)
Table(
    "arrivals",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(20), nullable=False),
    Column("token_hash", String(64), index=True),
    Column("state", String(20), nullable=False),
    Column("answered_by", String(20)),
    Column("after_line", Integer),
    Column("turn", Integer),
    Column("at", String(40)),
    Column("name", String(24)),
    Column("joins", Integer),
    Column("unread", Boolean),
)
Table(
    "lines",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("seat", String(20), nullable=False),
    Column("action", Text, nullable=False),
    Column("cases", Text, nullable=False),
    Column("story", Text, nullable=False),
    Column("at", String(40), nullable=False),
    Column("overridden", Boolean, nullable=False),
    Column("taken_back_at", Integer),
    Column("rolled", Text, nullable=False),
    Column("nonce", String(64)),
    Column("answered_for", Text),
    Column("automatic", Boolean),
    Column("goes_on", Boolean),
    Column("far", String(10)),
    Column("changed", Integer),
    Column("first_seal", String(64)),
)
Table(
    "notes",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(20), primary_key=True),
    Column("text", Text, nullable=False),
    Column("shares", Text),
)
Table(
    "requests",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("seat", String(20), nullable=False),
    Column("n", Integer),
    Column("action", Text),
    Column("agreed", Text, nullable=False),
    Column("answered_for", Text),
    Column("serial", Integer),
)
Table(
    "seats",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(20), primary_key=True),
    Column("generation", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False, index=True),
    Column("joins", Integer, nullable=False),
    Column("unread", Text),
    Column("name", String(24)),
    Column("spent_hash", String(64)),
    Column("follower_hash", String(64)),
    Column("types_dice", Boolean),
    UniqueConstraint("token_hash", name="seats_token_hash"),
)
Table(
    "survey_gestures",
    _then,
    Column("survey", String(40), ForeignKey("surveys.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("gesture", Text, nullable=False),
    Column("key", String(40)),
)
Table(
    "ticks",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("serial", Integer, nullable=False),
    Column("done", Text, nullable=False),
)
Table(
    "underway",
    _then,
    Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(20), nullable=False),
    Column("action", Text, nullable=False),
    Column("rolled", Text, nullable=False),
    Column("overridden", Boolean, nullable=False),
    Column("nonce", String(64)),
    Column("answered_for", Text),
    Column("far", String(10)),
)


def upgrade() -> None:
    """Make the tables that are missing, and add the columns."""
    connection = op.get_bind()
    _then.create_all(connection)
    inspector = inspect(connection)
    for table in _then.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                op.add_column(table.name, Column(column.name, column.type))
