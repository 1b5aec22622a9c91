"""Keep what whoever brought a map or a counter sheet is called, if that was said."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, String, inspect

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column, unless it is there. Nobody said so before."""
    if "brought_by" not in {there["name"] for there in inspect(op.get_bind()).get_columns("documents")}:
        op.add_column("documents", Column("brought_by", String(24)))
