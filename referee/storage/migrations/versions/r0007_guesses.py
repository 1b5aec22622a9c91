"""Keep in the database which networks tried wrong PINs, so that every process counts them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Integer, String

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table, unless it is there. What was counted before was in memory alone."""
    op.create_table(
        "guesses",
        Column("code", String(12), primary_key=True),
        Column("who", String(64), primary_key=True),
        Column("wrong", Integer, nullable=False),
        Column("at", String(40), nullable=False),
        if_not_exists=True,
    )
