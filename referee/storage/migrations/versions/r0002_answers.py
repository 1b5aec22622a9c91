"""Keep what was answered to requests with a key; and have programs that know no revisions refuse this."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, String, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of answers."""
    op.create_table(
        "answers",
        Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
        Column("seat", String(20), primary_key=True),
        Column("key", String(64), primary_key=True),
        Column("n", Integer, primary_key=True, autoincrement=False),
        Column("asked", String(64), nullable=False),
        Column("said", Text, nullable=False),
        Column("at", String(40), nullable=False),
        if_not_exists=True,
    )
    op.execute("UPDATE server SET value = '2' WHERE name = 'schema'")
