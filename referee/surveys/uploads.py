"""Maps and counter sheets: those that come with a game, and those that people upload."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from referee import heavy
from referee.errors import Full, InputError, Problem
from referee.games import registry
from referee.games.interface import Game
from referee.records.data import Document
from referee.records.text import Json, show
from referee.storage import uploads
from referee.storage.database import Database, DuplicateKey
from referee.surveys.upload_check import KIND_WORDS, check_upload
from referee.tables.service import Tables, tables


def list_documents(tables: Tables, kind: str) -> list[dict[str, Any]]:
    """Return the id, name and origin of every document of a kind: those of the games first."""
    with tables.database.reading() as connection:
        uploaded = uploads.names(connection, kind)
    return bundled_documents(kind) + [
        {"id": id_, "name": name, "system": registry.default(), "bundled": False} for id_, name in uploaded
    ]


def bundled_documents(kind: str) -> list[dict[str, Any]]:
    """Return the entries of the documents that come with the games."""
    return [
        {"id": id_, "name": name, "system": rules.id, "bundled": True}
        for rules in registry.games().values()
        if rules.board is not None
        for id_, name in rules.board.bundled(kind).items()
    ]


def upload_times(tables: Tables, kind: str) -> dict[str, tuple[str, str]]:
    """Return each upload's time (ISO 8601) and its uploader's name, if given, by its id."""
    with tables.database.reading() as connection:
        return uploads.upload_times(connection, kind)


def find_document(tables: Tables, kind: str, id_: str) -> Json:
    """Return a document. Raises Problem (404)."""
    for rules in registry.games().values():
        document = None if rules.board is None else rules.board.document(kind, id_)
        if document is not None:
            return document
    uploaded = tables.store.get(kind, id_)
    if uploaded is None:
        raise Problem(404, f"There is no {KIND_WORDS[kind]} {show(id_)} here.")
    return uploaded


def game_of(kind: str, id_: str) -> Game:
    """Return the game of a document: the one that it comes with, else the one that uploads are for."""
    for rules in registry.games().values():
        if rules.board is not None and id_ in rules.board.bundled(kind):
            return rules
    return registry.game(registry.default())


def owned_documents(tables: Tables, kind: str, owner: str) -> frozenset[str]:
    """Return the ids of a browser's uploads. `owner` is its owner ID, "" for none."""
    if not owner:
        return frozenset()
    with tables.database.reading() as connection:
        return uploads.owned(connection, kind, owner)


def remove_upload(tables: Tables, kind: str, id_: str, owner: str) -> None:
    """Delete an upload; tables that use it keep it. Raises Problem (403, 404)."""
    find_document(tables, kind, id_)
    with tables.database.writing() as connection:
        document = uploads.get(connection, kind, id_)
        if document is None or not owner or document.owner_hash != owner:
            raise Problem(403, "Only the browser that uploaded it can rename or delete it.")
        uploads.remove(connection, document)


def add_upload(tables: Tables, kind: str, data: Any, owner: str = "", by: str = "") -> dict[str, Any]:
    """Return the entry of a document, checked and saved; the same content keeps the same id.

    `owner` is the uploading browser's owner ID, and `by` the uploader's name; an existing document keeps
    its owner. Members that the format does not have are not kept. Raises InputError with
    every mistake in it, and Problem (409) when the server is full.
    """
    system = registry.default()
    if kind == "map":
        name, data, id_ = heavy.run(heavy.UPLOADS, check_upload, system, kind, data)
    else:
        name, data, id_ = check_upload(system, kind, data)
    # Another process may have saved the same document at the same moment.
    with suppress(DuplicateKey), tables.database.writing() as connection:
        there = uploads.get(connection, kind, id_)
        if there is None or there.off_shelf:
            if uploads.count(connection, kind) >= (most := tables.config.most_brought):
                raise Full(most, KIND_WORDS[kind])
            now = tables.config.sources.now()
            document = Document(kind, id_, system, name, data, now, owner or None, brought_by=by or None)
            uploads.add(connection, document)
    return {"id": id_, "name": name, "system": system, "bundled": False}


def list_uploads(database: Database) -> list[dict[str, str]]:
    """Return all uploads of every kind, the oldest first. Raises Problem (503)."""
    with database.reading() as connection:
        rows = uploads.shelf(connection)
    return [
        {"id": id_, "kind": KIND_WORDS[kind], "name": name, "created": at} for kind, id_, name, at in rows
    ]


def find_upload(database: Database, id_: str) -> Document:
    """Return an upload. Raises InputError for an unknown id, Problem (503)."""
    with database.reading() as connection:
        there = (uploads.get(connection, kind, id_) for kind in KIND_WORDS)
        document = next((one for one in there if one is not None and not one.off_shelf), None)
    if document is None:
        raise InputError(f"Nobody has uploaded a map or a counter sheet {show(id_)}.")
    return document


def discard_upload(database: Database, document: Document) -> None:
    """Delete any upload; tables that use it keep it. Raises Problem (503)."""
    with database.writing() as connection:
        uploads.remove(connection, document)


@lru_cache(maxsize=1000)
def map_size(id_: str) -> str:
    """Return how many squares an uploaded map has. Its id is its hash, so that never changes.

    Raises Problem (404) for one that was just deleted.
    """
    count = len(find_document(tables(), "map", id_)["squares"])
    return f"{count} square{'' if count == 1 else 's'}"
