"""Keep several actions in progress, each with its question, who told which fact, and until when to answer."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Float, ForeignKey, Integer, String, Text, inspect

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns, unless they are there: an action in progress before had no question and was alone."""
    inspector = inspect(op.get_bind())
    for table, columns in (
        ("lines", (Column("told", Text), Column("agreed", Text))),
        (
            "underway",
            (
                Column("question", Text),
                Column("told", Text),
                Column("agreed", Text),
                Column("serial", Integer),
                Column("beside", Text),
            ),
        ),
    ):
        there = {column["name"] for column in inspector.get_columns(table)}
        for column in columns:
            if column.name not in there:
                op.add_column(table, column)
    op.create_table(
        "deadlines",
        Column("code", String(12), ForeignKey("games.code", ondelete="CASCADE"), primary_key=True),
        Column("question", Text, primary_key=True),
        Column("until", Float),
        Column("left", Float, nullable=False),
        if_not_exists=True,
    )
