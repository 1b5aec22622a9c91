"""The rule systems that tables can be made for."""

from __future__ import annotations

from collections.abc import Mapping

from referee.errors import InputError
from referee.json_text import show
from referee.systems.dawn_of_the_dead import DawnOfTheDead
from referee.systems.protocol import System

SYSTEMS: Mapping[str, System] = {system.id: system for system in (DawnOfTheDead(),)}
DEFAULT = DawnOfTheDead.id
"""The system of a table that names none."""


def system(id_: object) -> System:
    """Return a rule system by its id. Raises InputError for one that is not here."""
    if not isinstance(id_, str) or id_ not in SYSTEMS:
        raise InputError(f"system: there are no rules of {show(id_)} here, only of {', '.join(SYSTEMS)}.")
    return SYSTEMS[id_]
