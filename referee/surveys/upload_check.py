"""Maps and counter sheets that people upload: read, checked, and as they are kept."""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from referee.games import registry
from referee.records.text import dump_line, fingerprint, show
from referee.surveys.formats import map_in

_MAX_NAME_LENGTH = 200
_MAX_CHARACTERS = 600_000
"""Characters of a document as it is kept; the largest map that can be read has a third of that."""
KIND_WORDS = {"map": "map", "counters": "counter sheet"}
"""The name of each kind."""


def check_upload(system: str, kind: str, data: Any) -> tuple[str, dict[str, Any], str]:
    """Return the name of a document, its content as it is kept, and its id. Raises InputError."""
    board = registry.board_of(registry.game(system), kind)
    data = map_in(data) if kind == "map" else data
    name = board.check_document(kind, data)
    if len(name) > _MAX_NAME_LENGTH:
        raise InputError(f"name: {show(name)} is longer than {_MAX_NAME_LENGTH} characters.")
    if len(dump_line(data)) > _MAX_CHARACTERS:
        raise InputError(f"The {KIND_WORDS[kind]} is longer than {_MAX_CHARACTERS} characters.")
    data = dict(board.only_known(kind, data))
    return name, data, f"own-{fingerprint(data)[:16]}"
