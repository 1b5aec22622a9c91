"""Keep when each survey was drawn on last, so that a host may have those go that nobody draws on."""

from __future__ import annotations

from datetime import UTC, datetime

from alembic import op
from sqlalchemy import Column, String, inspect, literal, table, update
from sqlalchemy.sql import column

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column, unless it is there. Nothing tells when older surveys were drawn on: they begin now."""
    if "drawn" in {there["name"] for there in inspect(op.get_bind()).get_columns("surveys")}:
        return
    op.add_column("surveys", Column("drawn", String(40)))
    now = datetime.now(UTC).isoformat(timespec="seconds")
    op.execute(update(table("surveys", column("drawn"))).values(drawn=literal(now)))
