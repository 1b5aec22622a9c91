"""Keep what each seat's device adds to the seed of the referee's dice."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column of the parts, unless it is there: NULL where nobody has added one."""
    if "parts" not in {column["name"] for column in inspect(op.get_bind()).get_columns("games")}:
        op.add_column("games", Column("parts", Text))
