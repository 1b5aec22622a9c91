"""The tables of the database. A game is its row in `games` and the lines of its record."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from referee.storage.library_schema import LATER, documents, metadata, survey_gestures, surveys

__all__ = ["LATER", "documents", "metadata", "survey_gestures", "surveys"]


def _code(*, primary_key: bool = True) -> Column[str]:
    return Column(
        "code",
        String(12),
        ForeignKey("games.code", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


games = Table(
    "games",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("system", String(60), nullable=False),
    Column("options", Text, nullable=False, doc="JSON: mode, map, counters, sheet"),
    Column("created", String(40), nullable=False),
    Column("version", Integer, nullable=False, doc="grows by one with every change that anybody may see"),
    Column(
        "pin",
        String(12),
        nullable=False,
        doc="shown on the tablet, to join; spent when a private seat is taken",
    ),
    Column("draw", Text, nullable=False, doc="JSON: the sealed order of the units; SECRET"),
    Column("draw_nonce", String(64), nullable=False, doc="SECRET until the game is over"),
    Column("seed", String(64), nullable=False, doc="what the referee's dice and draws come from; SECRET"),
    Column("seed_nonce", String(64), nullable=False, doc="SECRET until the game is over"),
    Column(
        "rematch", String(12), doc="the code of the rematch; NULL where there is none", info={LATER: True}
    ),
    Column("rematch_swapped", Boolean, doc="whether the sides are swapped there", info={LATER: True}),
    Column("program", String(40), doc="the version of the program that made it", info={LATER: True}),
    Column(
        "changes",
        Text,
        doc="JSON: the settings changed in play, in order; `options` hold them. NULL for none",
        info={LATER: True},
    ),
    Column(
        "reopened",
        Text,
        doc="JSON: each time the end was taken back, and the new seed of the dice; SECRET. NULL for none",
        info={LATER: True},
    ),
    Column(
        "parts",
        Text,
        doc="JSON: what devices added to the seed of the dice, in order; false where none may. NULL for none",
        info={LATER: True},
    ),
    Column(
        "undone",
        Text,
        doc="JSON: what was taken back since the last action, and by which seat, in order. NULL for nothing",
        info={LATER: True},
    ),
    CheckConstraint("version >= 0", name="games_version"),
)

seats = Table(
    "seats",
    metadata,
    _code(),
    Column("seat", String(20), primary_key=True),
    Column("generation", String(40), nullable=False, doc="changes when the seat's link is renewed"),
    Column("token_hash", String(64), nullable=False, index=True, doc="SHA-256 of the token, never the token"),
    Column("joins", Integer, nullable=False, default=0, doc="how often a device took the seat"),
    Column(
        "unread",
        Text,
        doc="JSON: kind and seat of the no to what this seat asked for, until it was read; NULL without one",
        info={LATER: True},
    ),
    Column(
        "name", String(24), doc="what its player is called; NULL where nobody has said", info={LATER: True}
    ),
    Column(
        "spent_hash",
        String(64),
        doc="of the link that the first device took the seat by; NULL where that link still leads to it",
        info={LATER: True},
    ),
    Column(
        "follower_hash",
        String(64),
        doc="of the mark of the device that took a rematch's seat from the old table; NULL for any other",
        info={LATER: True},
    ),
    Column(
        "types_dice",
        Boolean,
        doc="whether a device types in its dice; NULL where none has asked for a screen yet",
        info={LATER: True},
    ),
    UniqueConstraint("token_hash", name="seats_token_hash"),
)


def _answered_for() -> Column[str]:
    return Column(
        "answered_for",
        Text,
        doc="JSON: the sides whose answer the tablet told; NULL where all answered themselves",
        info={LATER: True},
    )


def _far() -> Column[str]:
    return Column(
        "far",
        String(10),
        doc="how far its tap was to go: phase or turn; NULL for a tap that does one thing",
        info={LATER: True},
    )


lines = Table(
    "lines",
    metadata,
    _code(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("seat", String(20), nullable=False),
    Column("action", Text, nullable=False, doc="JSON, with its dice and draws"),
    Column("cases", Text, nullable=False, doc="JSON: the cases of the ruling"),
    Column("story", Text, nullable=False, doc="the public sentence for the log"),
    Column("at", String(40), nullable=False),
    Column("overridden", Boolean, nullable=False, default=False),
    Column("taken_back_at", Integer, doc="the last line there was when this one was taken back"),
    Column("rolled", Text, nullable=False, doc="JSON: how many results of each kind the referee rolled"),
    Column("nonce", String(64), doc="of the seal on what this line keeps secret"),
    _answered_for(),
    Column(
        "automatic",
        Boolean,
        doc="whether it ended a phase by itself; NULL where every phase was ended by a tap",
        info={LATER: True},
    ),
    Column(
        "goes_on",
        Boolean,
        doc="whether the tap that did the step before did this one too; NULL where that was not noted",
        info={LATER: True},
    ),
    _far(),
    Column(
        "changed",
        Integer,
        doc="how often its seat chose again before it was opened; SECRET from others; NULL for never",
        info={LATER: True},
    ),
    Column(
        "first_seal",
        String(64),
        doc="of the choice that lay here before it was changed; NULL for never",
        info={LATER: True},
    ),
)

requests = Table(
    "requests",
    metadata,
    _code(),
    Column("kind", String(20), nullable=False, doc="undo or override; ending in _declined once it was"),
    Column("seat", String(20), nullable=False, doc="who asked, or who declined"),
    Column("n", Integer, doc="undo: the first line that would be taken back"),
    Column("action", Text, doc="override: JSON of the action"),
    Column("agreed", Text, nullable=False, doc="JSON: the sides that agree so far"),
    _answered_for(),
    Column(
        "serial",
        Integer,
        doc="the table's version that first had it; NULL where requests had no serial yet",
        info={LATER: True},
    ),
)

underway = Table(
    "underway",
    metadata,
    _code(),
    Column("seat", String(20), nullable=False),
    Column(
        "action",
        Text,
        nullable=False,
        doc="JSON: begun, its dice rolled; only the cardboard's values are missing",
    ),
    Column("rolled", Text, nullable=False),
    Column("overridden", Boolean, nullable=False, default=False),
    Column("nonce", String(64)),
    _answered_for(),
    _far(),
)

notes = Table(
    "notes",
    metadata,
    _code(),
    Column("seat", String(20), primary_key=True),
    Column(
        "text",
        Text,
        nullable=False,
        doc="what the seat wrote down for itself; SECRET, also when the game is over",
    ),
    Column(
        "shares",
        Text,
        doc="JSON: what each of the last edits put in, by edit, so that a repeated save replaces it; SECRET",
        info={LATER: True},
    ),
)

arrivals = Table(
    "arrivals",
    metadata,
    _code(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(20), nullable=False, doc="the seat that another device wants to share"),
    Column("token_hash", String(64), index=True, doc="SHA-256 of what the waiting device shows"),
    Column("state", String(20), nullable=False, doc="waiting, let_in, refused or sent_away"),
    Column("answered_by", String(20), doc="the seat that answered; NULL while it waits"),
    Column("after_line", Integer, doc="the last line of the record when it was answered"),
    Column("turn", Integer, doc="the turn in which it was answered"),
    Column("at", String(40), doc="when it was answered"),
    Column("name", String(24), doc="what its player is called; NULL without a name", info={LATER: True}),
    Column(
        "joins",
        Integer,
        doc="how often the table's seat was taken when it asked; NULL where it asked from that seat itself",
        info={LATER: True},
    ),
    Column(
        "unread",
        Boolean,
        doc="whether others let it in and the seat's first device has not read so yet; NULL for no",
        info={LATER: True},
    ),
)

ticks = Table(
    "ticks",
    metadata,
    _code(),
    Column("serial", Integer, nullable=False, doc="grows by one with every tick"),
    Column(
        "done", Text, nullable=False, doc="JSON: how much had happened, and the lines that were ticked then"
    ),
)

answers = Table(
    "answers",
    metadata,
    _code(),
    Column("seat", String(20), primary_key=True),
    Column("key", String(64), primary_key=True, doc="SHA-256 of what the device calls its request"),
    Column("n", Integer, primary_key=True, autoincrement=False, doc="its changes are counted from 0"),
    Column("asked", String(64), nullable=False, doc="SHA-256 of what the request asked for"),
    Column("said", Text, nullable=False, doc="JSON: its answer without the view; SECRET from other seats"),
    Column("at", String(40), nullable=False),
)

guesses = Table(
    "guesses",
    metadata,
    Column("code", String(12), primary_key=True, doc="what was typed for a table's; empty for all together"),
    Column("who", String(64), primary_key=True, doc="HMAC of the network under the server's secret"),
    Column("wrong", Integer, nullable=False, doc="how many wrong PINs"),
    Column("at", String(40), nullable=False, doc="when the last one came"),
)
"""Which networks tried wrong PINs. A row goes after some hours, and no backup has it."""

server = Table(
    "server",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
