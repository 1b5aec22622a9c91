"""Keep several actions in progress, each with its question, and who told which fact."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, Text, inspect

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns, unless they are there: an action in progress before had no question and was alone."""
    inspector = inspect(op.get_bind())
    for table, columns in (
        ("lines", (Column("told", Text),)),
        (
            "underway",
            (
                Column("question", Text),
                Column("told", Text),
                Column("serial", Integer),
                Column("beside", Text),
            ),
        ),
    ):
        there = {column["name"] for column in inspector.get_columns(table)}
        for column in columns:
            if column.name not in there:
                op.add_column(table, column)
