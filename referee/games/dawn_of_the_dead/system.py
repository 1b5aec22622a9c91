"""*Dawn of the Dead* as the app knows it: what a table may choose, and which maps and sheets come with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.match import DawnMatch
from referee.games.ports import Documents, Json
from referee.records.text import canonical, show
from rules.board.board import Board
from rules.data_check import only_known
from rules.dawn_of_the_dead.equipment import counters_check, equipment, map_check
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting


class Equipment:
    """The maps and counter sheets, those that come with the game and those that people upload."""

    def check_document(self, kind: str, data: Any) -> str:
        """Return the name of a map or counter sheet. Raises InputError with everything wrong in it."""
        problems = map_check.problems(data) if kind == "map" else counters_check.problems(data)
        if problems:
            raise InputError(problems)
        return str(data["name"])

    def only_known(self, kind: str, document: Json) -> Json:
        """Return a document without mistakes as it is kept: without the members that its format lacks."""
        return only_known(document, map_check.MEMBERS if kind == "map" else counters_check.MEMBERS)

    def bundled(self, kind: str) -> Mapping[str, str]:
        """Return the maps or counter sheets that come with the game."""
        return equipment.maps() if kind == "map" else equipment.counter_sheets()

    def document(self, kind: str, id_: str) -> Json | None:
        """Return a map or counter sheet that comes with the game, or None."""
        if id_ not in self.bundled(kind):
            return None
        return equipment.load_map(id_) if kind == "map" else equipment.load_counters(id_)

    def find(self, kind: str, id_: object, documents: Documents, field: str | None = None) -> Json:
        """Return a map or counter sheet. Raises InputError, which names `field`, for one not at hand."""
        document = None
        if isinstance(id_, str):
            document = self.document(kind, id_) or documents.get(kind, id_)
        if document is None:
            raise InputError(f"{field or kind}: there is no {show(id_)} here.")
        return document


EQUIPMENT = Equipment()


def match_of(options: Json, documents: Documents) -> DawnMatch:
    """Return the rules for a table. Raises InputError for a map or sheet that is not available."""
    sheet_source = EQUIPMENT.find("counters", options["sheet"], documents, field="sheet")
    if options["map"] in equipment.maps() and options["sheet"] in equipment.counter_sheets():
        # The usual ones are read once: a table that comes from disk is worth less work than its map.
        return DawnMatch(options, equipment.setting(options["map"], options["sheet"]), sheet_source, False)
    map_source = EQUIPMENT.find("map", options["map"], documents)
    return DawnMatch(options, _setting(canonical(map_source), canonical(sheet_source)), sheet_source, True)


@lru_cache(maxsize=32)
def _setting(map_text: str, sheet_text: str) -> Setting:
    """Return a map with its counter sheet, built once for all tables that use both."""
    return Setting(Board.from_json(json.loads(map_text)), CounterSheet.from_json(json.loads(sheet_text)))
