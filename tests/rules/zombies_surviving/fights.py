"""Positions for the tests of fights: Ana with what she has, and those that she meets."""

from __future__ import annotations

from typing import Any

from rules.ruling import Ruling
from rules.zombies_surviving.position import Figure, Item, Kind, Position
from rules.zombies_surviving.survival import explosives, melee, reload, shooting

JUDGES = {**shooting.JUDGES, **melee.JUDGES, **reload.JUDGES, **explosives.JUDGES}
AMMUNITION = ("rifle_rounds", "pistol_rounds", "shot", "arrows")


def game(kind: Kind = "shuffler", *, target: Figure | None = None, **ana: Any) -> Position:
    """Return a survival phase with Ana, of the seat p1, and z1, of a kind."""
    me = Figure("survivor", "p1", **ana)
    return Position(phase="survival", seats=("p1", "p2"), figures={"ana": me, "z1": target or Figure(kind)})


def armed(
    weapon: str, loaded: int = 30, *, kind: Kind = "shuffler", target: Figure | None = None, **more: Any
) -> Position:
    """Return a game in which Ana has a weapon; `traits` are hers, the rest is the weapon's."""
    traits, others = more.pop("traits", ()), more.pop("items", ())
    wounds, held = more.pop("wounds", 0), more.pop("grabbed_by", ())
    thing = Item(weapon, loaded=loaded, **more)
    return game(kind, target=target, traits=traits, items=(thing, *others), wounds=wounds, grabbed_by=held)


def ruled(position: Position, action: object) -> Ruling[Position]:
    """Return the ruling of the room on an action."""
    return JUDGES[type(action)](position, action)


def after(position: Position, action: object) -> Position:
    """Return the position after an action that is complete."""
    ruling = ruled(position, action)
    assert ruling.after is not None, (ruling.reason, ruling.needs)
    return ruling.after


def refused(position: Position, action: object) -> tuple[str, str]:
    """Return the case and the sentence of a refusal; nothing is changed."""
    ruling = ruled(position, action)
    assert not ruling.legal, ruling
    assert ruling.after is None
    return ruling.cases[0], ruling.reason


def needed(position: Position, action: object) -> int:
    """Return the number that an action needs."""
    score = ruled(position, action).score
    assert score is not None, ruled(position, action)
    return score.needed


def snap(weapon: str = "pistol", inches: float | None = 3, **more: Any) -> shooting.SnapShot:
    """Return a snap shot of Ana at z1."""
    given = {"target": "z1", "in_cover": False, **more}
    return shooting.SnapShot("p1", "ana", weapon, inches=inches, **given)


def aim(weapon: str = "pistol", inches: float | None = 3, **more: Any) -> shooting.AimedShot:
    """Return an aimed shot of Ana at z1."""
    given = {"target": "z1", "in_cover": False, **more}
    return shooting.AimedShot("p1", "ana", weapon, inches=inches, **given)


def blow(weapon: str = "bare_hands", **more: Any) -> melee.Melee:
    """Return a blow of Ana at z1."""
    return melee.Melee("p1", "ana", weapon, **{"target": "z1", "within": True, **more})
