"""Keep what was taken back since the last action, so that whoever took it back can do it again."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, unless it is there: NULL where nothing can be done again."""
    if "undone" not in {column["name"] for column in inspect(op.get_bind()).get_columns("games")}:
        op.add_column("games", Column("undone", Text))
