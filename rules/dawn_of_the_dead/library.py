"""The maps and counter sheets that come with the game (2.0); one of each makes a setting."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import CounterSheet, Setting

DEFAULT_MAP = "mall"
DEFAULT_COUNTERS = "stand-in"


class NotAtHand(LookupError):
    """Raised for a map or counter sheet that does not come with the game; its text is one sentence."""


def maps() -> Mapping[str, str]:
    """Return the name of each map, by id, in order of id."""
    return _names("maps")


def counter_sheets() -> Mapping[str, str]:
    """Return the name of each counter sheet, by id, in order of id."""
    return _names("counters")


def load_map(map_id: str = DEFAULT_MAP) -> dict[str, Any]:
    """Return a fresh copy of a map's data (`referee-map/1`). Raises NotAtHand."""
    return _load("maps", "map", map_id)


def load_counters(counters_id: str = DEFAULT_COUNTERS) -> dict[str, Any]:
    """Return a fresh copy of a counter sheet's data (`referee-counters/1`). Raises NotAtHand."""
    return _load("counters", "counter sheet", counters_id)


@cache
def setting(map_id: str = DEFAULT_MAP, counters_id: str = DEFAULT_COUNTERS) -> Setting:
    """Return the setting of a map and a counter sheet, built once. Raises NotAtHand."""
    board = Board.from_json(load_map(map_id))
    return Setting(board, CounterSheet.from_json(load_counters(counters_id)))


def _folder(kind: str) -> Traversable:
    return files("rules.dawn_of_the_dead").joinpath("data", kind)


@cache
def _texts(kind: str) -> Mapping[str, str]:
    """Return the text of each data file of a kind by its id, the file name without ".json"."""
    files = {f.name.removesuffix(".json"): f for f in _folder(kind).iterdir() if f.name.endswith(".json")}
    return {file_id: files[file_id].read_text(encoding="utf-8") for file_id in sorted(files)}


@cache
def _names(kind: str) -> Mapping[str, str]:
    return {file_id: json.loads(text)["name"] for file_id, text in _texts(kind).items()}


def _load(kind: str, word: str, file_id: str) -> dict[str, Any]:
    texts = _texts(kind)
    if file_id not in texts:
        raise NotAtHand(f"There is no {word} {file_id!r}; there is {', '.join(texts)}.")
    data: dict[str, Any] = json.loads(texts[file_id])
    return data
