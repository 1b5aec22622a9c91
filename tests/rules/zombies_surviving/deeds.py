"""Positions and questions for the tests of what survivors do beside fighting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.ruling import Ruling
from rules.zombies_surviving.position import Building, Figure, Position, Vehicle
from rules.zombies_surviving.survival import canada, movement, people, talks, things
from rules.zombies_surviving.survival.places import (
    buildings,
    driving,
    ramming,
    search,
    sight,
    vehicle_targets,
)

ROOMS: tuple[Any, ...] = (
    movement, sight, buildings, search, people, talks, things, driving, ramming, vehicle_targets,
    canada,
)  # fmt: skip
JUDGES: Mapping[type, Any] = {kind: judge for room in ROOMS for kind, judge in room.JUDGES.items()}


def table(
    *,
    buildings: Mapping[str, Building] | None = None,
    vehicles: Mapping[str, Vehicle] | None = None,
    tokens: tuple[str, ...] = (),
    others: Mapping[str, Figure] | None = None,
    **ana: Any,
) -> Position:
    """Return a survival phase with Ana, of the seat p1, and what else stands on the table."""
    return Position(
        phase="survival",
        turn=3,
        seats=("p1", "p2"),
        figures={"ana": Figure("survivor", "p1", **ana), **(others or {})},
        buildings=buildings or {},
        vehicles=vehicles or {},
        tokens=dict.fromkeys(tokens, ""),
    )


def friend(seat: str = "p1", **bo: Any) -> Mapping[str, Figure]:
    """Return Bo, another survivor."""
    return {"bo": Figure("survivor", seat, **bo)}


def ruled(position: Position, action: object) -> Ruling[Position]:
    """Return the ruling of the room on an action."""
    ruling: Ruling[Position] = JUDGES[type(action)](position, action)
    return ruling


def after(position: Position, action: object) -> Position:
    """Return the position after an action that is complete."""
    ruling = ruled(position, action)
    assert ruling.after is not None, (ruling.reason, ruling.needs)
    return ruling.after


def story(position: Position, action: object) -> str:
    """Return the sentence for the log of an action that is complete."""
    ruling = ruled(position, action)
    assert ruling.after is not None, (ruling.reason, ruling.needs)
    return ruling.story


def refused(position: Position, action: object) -> tuple[str, str]:
    """Return the case and the sentence of a refusal; nothing is changed."""
    ruling = ruled(position, action)
    assert not ruling.legal, ruling
    assert ruling.after is None
    return ruling.cases[0], ruling.reason


def needs(position: Position, action: object) -> Mapping[str, Any]:
    """Return what an action still lacks."""
    ruling = ruled(position, action)
    assert ruling.after is None, ruling.story
    assert ruling.legal, ruling.reason
    return ruling.needs


def needed(position: Position, action: object) -> int:
    """Return the number that an action needs."""
    score = ruled(position, action).score
    assert score is not None, ruled(position, action)
    return score.needed


def again(position: Position, name: str = "ana") -> Position:
    """Return the position in which a figure has all its actions again."""
    return replace(position.put(name, acts=(), spent=0), acting="")
