"""What Alembic runs: the migrations, in the transaction that the database has begun."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
