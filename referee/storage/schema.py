"""The tables of the database, created and migrated. A game is its row in `games` and its lines."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
    update,
)

from referee.errors import InputError
from referee.records.text import show
from referee.storage import migrations

__all__ = ["LATER", "documents", "metadata", "survey_gestures", "surveys"]


metadata = MetaData()
LATER = "later"
"""Marks a column that older databases lack. It may be NULL, which means their behaviour."""

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
        doc="of the token of the browser that uploaded it; NULL: nobody's",
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


def _told() -> Column[str]:
    return Column(
        "told",
        Text,
        doc="JSON: the seat that told each fact, by the field that holds it; NULL where nothing was asked",
        info={LATER: True},
    )


def _agreed() -> Column[str]:
    return Column(
        "agreed",
        Text,
        doc="JSON: the seats that consented before the dice fell; NULL where nobody was asked",
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
    _told(),
    _agreed(),
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
    Column(
        "question",
        Text,
        doc="the name of the question that it answers; NULL where the game has none",
        info={LATER: True},
    ),
    _told(),
    _agreed(),
    Column(
        "serial",
        Integer,
        doc="the table's version that first had it as it is; NULL where that was not noted",
        info={LATER: True},
    ),
    Column(
        "beside",
        Text,
        doc="JSON: the other actions in progress, each with these columns; NULL where there is only one",
        info={LATER: True},
    ),
)

deadlines = Table(
    "deadlines",
    metadata,
    _code(),
    Column("question", Text, primary_key=True, doc="the name of an open question whose time is limited"),
    Column("until", Float, doc="when it is over, in seconds since 1970; NULL while it stands"),
    Column("left", Float, nullable=False, doc="the seconds that are left while it stands"),
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
"""Networks that tried wrong PINs. A row is deleted after some hours, and no backup has it."""

server = Table(
    "server",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)


def value(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """Return the stored value of a name, made on first use."""
    known = stored(connection, name)
    if known is None:
        known = make()
        connection.execute(insert(server).values(name=name, value=known))
    return known


def stored(connection: Connection, name: str) -> str | None:
    """Return the stored value of a name, or None."""
    column = server.c
    known: str | None = connection.execute(
        select(column.value).where(column.name == name)
    ).scalar_one_or_none()
    return known


def replace(connection: Connection, name: str, old: str, new: str) -> bool:
    """Replace the `old` value of a name. Return False, unchanged, if it is no longer that one."""
    column = server.c
    written = update(server).where(column.name == name, column.value == old).values(value=new)
    return connection.execute(written).rowcount == 1


SCHEMA = "2"
"""The value for programs that know no revisions; they refuse every value but "1"."""
_KNOWN = frozenset({"1", SCHEMA})


def bring_up_to_date(connection: Connection, shown: str) -> None:
    """Create the tables in an empty database, or migrate those of an earlier version.

    `shown` is the name of the database in sentences. Raises InputError, and changes nothing, if another
    program or a newer version of this one made the database.
    """
    there = tables_of(connection)
    if not there:
        metadata.create_all(connection)
        migrations.note_latest(connection)
        value(connection, "schema", lambda: SCHEMA)
        return
    _check_columns(connection, there & {"server"}, shown)
    made_for = value(connection, "schema", lambda: "1") if "server" in there else "1"
    revision = _checked_revision(connection, made_for, shown)
    _check_columns(connection, there, shown)
    if revision != migrations.LATEST:
        migrations.migrate(connection)


def check_made(connection: Connection, shown: str, *, of_any_version: bool) -> None:
    """Check that the tables exist, and are of this version unless `of_any_version`.

    Raises InputError, and changes nothing.
    """
    there = tables_of(connection)
    if not there:
        raise InputError(f"The database {shown} holds no games yet: no server was started on it.")
    if of_any_version:
        return
    _check_columns(connection, there & {"server"}, shown)
    made_for = (stored(connection, "schema") or "1") if "server" in there else "1"
    if _checked_revision(connection, made_for, shown) != migrations.LATEST:
        raise InputError(
            f"The database {shown} was made by an earlier version of this program."
            " Start the server once: it brings the database up to date."
        )


def _checked_revision(connection: Connection, made_for: str, shown: str) -> str | None:
    """Return the revision of a database. Raises InputError for one of a newer version."""
    revision = migrations.revision(connection)
    if revision not in {migrations.BEFORE, *migrations.REVISIONS} or made_for not in _KNOWN:
        raise InputError(
            f"The database {shown} was made by another version of this program, a newer one."
            " Update the program, or start with another database."
        )
    return revision


def tables_of(connection: Connection) -> set[str]:
    """Return the names of our tables that a database has."""
    return metadata.tables.keys() & set(inspect(connection).get_table_names())


def _check_columns(connection: Connection, there: set[str], shown: str) -> None:
    """Check that no table of ours was made by another program. Raises InputError."""
    inspector = inspect(connection)
    for name in sorted(there):
        columns = {column["name"] for column in inspector.get_columns(name)}
        wanted = (column.name for column in metadata.tables[name].columns if LATER not in column.info)
        missing = next((column for column in wanted if column not in columns), None)
        if missing:
            raise InputError(
                f"The database {shown} was made by another program or another version of this one."
                f" Its table {show(name)} has no {show(missing)}. Start with another database."
            )
