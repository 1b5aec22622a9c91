"""What one tap does in several actions: a walk, the reactions without a choice, all that must be done."""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.batches.forced import Forced
from referee.games.dawn_of_the_dead.batches.musts import Musts
from referee.games.dawn_of_the_dead.batches.walk import Walk
from referee.games.ports import Batch
from referee.records.text import show
from rules.dawn_of_the_dead.equipment.equipment import Setting

NAMES = ("walk", "forced", "musts")


def batch(data: Any, setting: Setting) -> Batch:
    """Return the batch of a JSON object: `walk` with its `path`, `forced` or `musts`. Raises InputError."""
    if not isinstance(data, dict):
        raise InputError(f"batch: {show(data)} is not an object.")
    name = data.get("do")
    for field in data:
        if field != "do" and not (name == "walk" and field == "path"):
            raise InputError(f"batch: {field} is not a field that belongs here.")
    if name == "walk":
        return Walk.of(data.get("path"), setting.board)
    if name == "forced":
        return Forced(setting)
    if name == "musts":
        return Musts()
    if "do" not in data:
        raise InputError(f"batch: do is missing; it is one of {', '.join(NAMES)}.")
    raise InputError(f"batch.do: {show(name)} is not one of {', '.join(NAMES)}.")
