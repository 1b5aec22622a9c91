"""What is true of a vehicle (7.0): its kind, its damage points, who is in it, and what damage does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, Protocol

from rules.ruling import Part, Ruling, allow
from rules.sentences import counted
from rules.zombies_surviving.charts import charts, charts_of
from rules.zombies_surviving.position import HUMANS, Position, Task, Vehicle
from rules.zombies_surviving.survival.economy import called

LIMPING = 1
"""With so many damage points left a vehicle runs badly (7.3)."""
TWO_WOUNDS = 2
MOST_POINTS = 20
PASSENGER = 2
"""The die up to which somebody inside is the target of an attack (7.8)."""
OPEN: Literal["open"] = "open"
CLOSED: Literal["closed"] = "closed"
COVER = {OPEN: 1, CLOSED: 2}
"""How much harder somebody in a vehicle is to hit (7.8)."""


def kinds(position: Position) -> Mapping[str, Mapping[str, Any]]:
    """Return what the chart of this table says of each kind of vehicle (7.4).

    Its damage points are what the row shows: an owner of the book may have put them in.
    """
    found = dict[str, Mapping[str, Any]]()
    for row in charts_of(position)["7.4"].entries:
        shown = row.cells["Damage points"].strip()
        told = {"points": int(shown)} if shown.isdecimal() and 0 < int(shown) <= MOST_POINTS else {}
        found[str(row.value["kind"])] = {**row.value, **told}
    return found


def kind_of(position: Position, vehicle: Vehicle) -> Mapping[str, Any]:
    """Return what the chart says of a vehicle; one of no kind is a car."""
    known = kinds(position)
    return known.get(vehicle.kind, known["car"])


def points(position: Position, vehicle: Vehicle) -> int:
    """Return the damage points that a vehicle has left: all of them while nobody knows better."""
    return int(kind_of(position, vehicle)["points"]) if vehicle.points < 0 else vehicle.points


def seats(position: Position, vehicle: Vehicle) -> int:
    """Return how many sit in a vehicle at most (7.1)."""
    return int(kind_of(position, vehicle)["seats"])


def harm_of(position: Position, vehicle: Vehicle, what: str) -> int:
    """Return what is added to the damage of a vehicle by a test that failed (7.4, 7.5)."""
    return int(kind_of(position, vehicle)["tests"][what])


def is_sturdy(position: Position, vehicle: Vehicle) -> bool:
    """Whether a vehicle that rams or is rammed may roll again: those of soldiers and of builders (7.6)."""
    return bool(kind_of(position, vehicle).get("sturdy"))


def is_open(position: Position, vehicle: Vehicle) -> bool:
    """Whether a vehicle is known to be open at the top (7.8)."""
    return vehicle.top == "open" or bool(kind_of(position, vehicle).get("open"))


def top_of(position: Position, place: str, told: bool | None) -> Literal["", "open", "closed"]:
    """Return whether a vehicle is open at the top, as far as that is known or told."""
    vehicle = position.vehicles[place]
    if is_open(position, vehicle):
        return OPEN
    if told is not None:
        return OPEN if told else CLOSED
    return vehicle.top


def cover_in(position: Position, place: str, told: bool | None) -> Part:
    """Return how much harder somebody in a vehicle is to hit (7.8)."""
    return Part("in a vehicle", COVER[top_of(position, place, told) or CLOSED], "7.8")


def shielding(position: Position, name: str, target: str) -> str:
    """Return the vehicle in which somebody is who is attacked from outside it, or "" (7.8)."""
    place = position.figures[target].zone
    return place if place in position.vehicles and position.figures[name].zone != place else ""


class Attack(Protocol):
    """What an attack that the referee runs holds of a vehicle."""

    @property
    def target(self) -> str: ...
    @property
    def who(self) -> int | None: ...
    @property
    def open_top(self) -> bool | None: ...


def meets(position: Position, act: Attack, place: str, who: str) -> Ruling[Position] | str:
    """Return whom an attack on somebody in a vehicle meets: the target, "" for the vehicle (7.8).

    Or the ruling with what must be known first. `who` attacks, as the start of a sentence.
    """
    if act.who is None:
        what = called(position, act.target)
        return allow(
            ("7.8",), f"{who} at {what} in a vehicle: 1 or 2, and it is somebody inside.", {"who": 1}
        )
    if act.who > PASSENGER:
        return ""
    if not top_of(position, place, act.open_top):
        return allow(("7.8",), "1 for cover if it is, else 2.", {"open_top": 1})
    return act.target


def inside(position: Position, name: str) -> tuple[str, ...]:
    """Return the humans in a vehicle."""
    return tuple(
        one for one, figure in position.figures.items() if figure.zone == name and figure.kind in HUMANS
    )


def changed(position: Position, name: str, **changes: Any) -> Position:
    """Return the position with a vehicle changed."""
    return replace(
        position, vehicles={**position.vehicles, name: replace(position.vehicles[name], **changes)}
    )


def at_wheel(position: Position, place: str) -> str:
    """Return who drives a vehicle, or "": whoever has left it or is dead drives it no more."""
    driver = position.vehicles[place].driver
    return driver if driver in inside(position, place) else ""


def wounds_of(die: int, added: int) -> int:
    """Return the damage points that a vehicle or a building loses by one roll (6.1)."""
    result = str(charts()["6.1"].row(die + added).value[3])
    return int(result) if result.isdigit() else 0


def damaged(
    position: Position, name: str, wounds: Sequence[int], *, rams: bool = False
) -> tuple[Position, str]:
    """Return the position after damage to a vehicle, and what to say of it (7.7).

    `wounds` are those of each roll. What comes of it for those inside are tasks of the referee.
    """
    if not sum(wounds):
        return position, ""
    before = points(position, position.vehicles[name])
    now = max(0, before - sum(wounds))
    after = changed(position, name, points=now)
    if not now and before:
        after = changed(after, name, runs=False, crashed=True).push(Task("wreck", name))
    if rams and inside(after, name):
        after = after.push(*(Task("passengers", name) for one in wounds if one == TWO_WOUNDS))
    return after, f" It loses {before - now}: {counted(now, 'damage point')} left."
