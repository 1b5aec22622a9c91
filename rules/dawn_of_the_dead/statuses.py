"""8.3 to 8.5, 11.0: what a new status does to a character and to the unit in the same square."""

from __future__ import annotations

from dataclasses import replace

from rules.dawn_of_the_dead.effects import RifleChanged, StatusChanged
from rules.dawn_of_the_dead.position import Position, Status, with_item
from rules.dawn_of_the_dead.units import turned
from rules.effects import Change, Effect

LOST: frozenset[Status] = frozenset({"killed", "super_zombie"})
"""The human player has lost these characters, with their rifles (8.5, 11.0)."""


def give_status(position: Position, name: str, status: Status) -> Change[Position]:
    """Return the position with a new status of a character; one killed is off the map (8.5).

    A unit is turned face down once no character shares its square (5.4).
    """
    character = position.characters[name]
    lost, where = status in LOST, character.square or ""
    changed = replace(
        character,
        square=None if status == "killed" else character.square,
        status=status,
        rifle=character.rifle and not lost,
        infected_on_turn=position.turn if status == "infected" else character.infected_on_turn,
    )
    up = bool(position.at(where))
    after = replace(position, characters=with_item(position.characters, name, changed))
    effects: tuple[Effect, ...] = (StatusChanged(name, where, status, character.status),)
    if lost and character.rifle:
        effects = (*effects, RifleChanged(name, False, position.rifles))
    return Change(after, (*effects, *turned(after, where, up=up)))
