"""Reading and writing uploaded maps and counter sheets, in the caller's transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Exists, Row, delete, func, insert, literal, select, update

from referee.records.data import Document, dump_json, load_json, storable
from referee.storage import schema

_COLUMNS = schema.documents.c


def add(connection: Connection, document: Document) -> None:
    """Write a document in place of any with the same kind and id."""
    connection.execute(
        delete(schema.documents).where(_COLUMNS.kind == document.kind, _COLUMNS.id == document.id)
    )
    connection.execute(
        insert(schema.documents).values(
            kind=document.kind,
            id=document.id,
            system=document.system,
            name=document.name,
            data=dump_json(document.data),
            created=document.created,
            owner_hash=document.owner_hash,
            off_shelf=document.off_shelf,
            brought_by=document.brought_by,
        )
    )


def get(connection: Connection, kind: str, id_: str) -> Document | None:
    if not storable(id_):
        return None
    row = connection.execute(
        select(schema.documents).where(_COLUMNS.kind == kind, _COLUMNS.id == id_)
    ).one_or_none()
    return None if row is None else _document(row)


def names(connection: Connection, kind: str) -> tuple[tuple[str, str], ...]:
    """Return the ID and name of every document of a kind in the library, the oldest first."""
    rows = connection.execute(
        select(_COLUMNS.id, _COLUMNS.name)
        .where(_COLUMNS.kind == kind, _COLUMNS.off_shelf.isnot(True))
        .order_by(_COLUMNS.created, _COLUMNS.id)
    )
    return tuple((row.id, row.name) for row in rows)


def shelf(connection: Connection) -> tuple[tuple[str, str, str, str], ...]:
    """Return the kind, ID, name and date of every document in the library, the oldest first."""
    asked = select(_COLUMNS.kind, _COLUMNS.id, _COLUMNS.name, _COLUMNS.created)
    there = asked.where(_COLUMNS.off_shelf.isnot(True)).order_by(_COLUMNS.created, _COLUMNS.id)
    return tuple((row.kind, row.id, row.name, row.created) for row in connection.execute(there))


def upload_times(connection: Connection, kind: str) -> dict[str, tuple[str, str]]:
    """Return when each document of a kind was uploaded, and by whom ("" if not given), by its ID."""
    asked = select(_COLUMNS.id, _COLUMNS.created, _COLUMNS.brought_by).where(_COLUMNS.kind == kind)
    return {row.id: (row.created, row.brought_by or "") for row in connection.execute(asked)}


def owned(connection: Connection, kind: str, owner_hash: str) -> frozenset[str]:
    """Return the ids of the documents of a kind that one browser uploaded."""
    rows = connection.execute(
        select(_COLUMNS.id).where(_COLUMNS.kind == kind, _COLUMNS.owner_hash == owner_hash)
    )
    return frozenset(row.id for row in rows)


def remove(connection: Connection, document: Document) -> None:
    """Delete a document. If a table uses it, it is only hidden from the library and loses its owner."""
    one = (_COLUMNS.kind == document.kind, _COLUMNS.id == document.id)
    options = schema.games.c.options.contains(dump_json(document.id), autoescape=True)
    played = connection.execute(select(schema.games.c.code).where(options).limit(1)).first()
    if played is None:
        connection.execute(delete(schema.documents).where(*one))
    else:
        connection.execute(update(schema.documents).where(*one).values(owner_hash=None, off_shelf=True))


def remove_unused(connection: Connection, before: str) -> None:
    """Delete every document older than `before` that no table uses."""
    connection.execute(delete(schema.documents).where(_COLUMNS.created < before, ~_played()))


def remove_orphaned(connection: Connection) -> None:
    """Delete the hidden documents that no table uses any more."""
    connection.execute(delete(schema.documents).where(_COLUMNS.off_shelf.is_(True), ~_played()))


def _played() -> Exists:
    """Return a condition: a table has the document's ID in its options."""
    quoted = literal('"').concat(_COLUMNS.id).concat('"')
    return select(schema.games.c.code).where(schema.games.c.options.contains(quoted)).exists()


def count(connection: Connection, kind: str) -> int:
    return connection.execute(
        select(func.count()).select_from(schema.documents).where(_COLUMNS.kind == kind)
    ).scalar_one()


def _document(row: Row[Any]) -> Document:
    return Document(
        row.kind,
        row.id,
        row.system,
        row.name,
        load_json(row.data),
        row.created,
        row.owner_hash,
        bool(row.off_shelf),
        row.brought_by,
    )
