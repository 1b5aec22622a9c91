"""The tables of the database that belong to no game: what people brought or drew."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()
LATER = "later"
"""Marks a column that older databases lack. It may be NULL, which stands for their behaviour."""

documents = Table(
    "documents",
    metadata,
    Column("kind", String(20), primary_key=True, doc="map or counters"),
    Column("id", String(40), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("name", String(200), nullable=False),
    Column("data", Text, nullable=False, doc="JSON, as it was uploaded"),
    Column("created", String(40), nullable=False),
    Column(
        "owner_hash",
        String(64),
        doc="of the token of the browser that brought it; NULL: nobody's",
        info={LATER: True},
    ),
    Column(
        "off_shelf",
        Boolean,
        doc="deleted, but kept for the tables that are played with it",
        info={LATER: True},
    ),
    Column("brought_by", String(24), doc="what its owner is called; NULL: not said", info={LATER: True}),
)

surveys = Table(
    "surveys",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("created", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False, doc="SHA-256 of what its maker may delete it with"),
    Column("drawn", String(40), doc="when its last gesture was kept", info={LATER: True}),
)

survey_gestures = Table(
    "survey_gestures",
    metadata,
    Column(
        "survey", String(40), ForeignKey("surveys.id", ondelete="CASCADE"), primary_key=True, nullable=False
    ),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("gesture", Text, nullable=False, doc="JSON; undo and redo are gestures too"),
    Column("key", String(40), doc="what the device calls it, so that one sent twice counts once"),
)
