"""Where tables are kept: SQLAlchemy Core over SQLite (embedded) or PostgreSQL (`DATABASE_URL`)."""
