"""Zombies at a building with survivors (9.1): they lose track, come near, force their way in, or wander off.

In a ransacked building or a ruin survivors are in sight as anywhere. Nobody is asked for more than how far
the building is; where a zombie stands at an opening already, not even that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from rules.rulebook.charts import Row
from rules.ruling import Ask, Ruling, allow, done
from rules.sentences import listed, sentence
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.menace.groups import (
    acted,
    everybody,
    go,
    group_of,
    humans,
    in_building,
    joined,
    title,
)
from rules.zombies_surviving.position import Building, Position, known, remember

NEAR: Mapping[str, int] = {"intact": 6, "barricaded": 4}
"""From how far zombies keep track of survivors in a building (9.1)."""
AT_OPENING, BY_BREACH = 1, 2
"""How near a door or a breach a zombie must be."""


def closed(position: Position, name: str) -> bool:
    """Whether somebody is in an intact or barricaded building."""
    building = in_building(position, name)
    return building is not None and building.state in NEAR


def keeps_out(position: Position, names: Sequence[str], target: str) -> bool:
    """Whether zombies stand outside an intact or barricaded building that their target is in."""
    return closed(position, target) and position.figures[names[0]].zone != position.figures[target].zone


def _ground(place: str) -> str:
    """Return the building that a floor belongs to (9.0)."""
    return place.partition("_floor_")[0]


def _way_to(position: Position, name: str, place: str) -> str:
    """Return where a zombie has to get in to get to a place: from outside on the ground floor."""
    inside = _ground(position.figures[name].zone) == _ground(place)
    return place if inside or _ground(place) not in position.buildings else _ground(place)


class Siege(Protocol):
    """What an action that brings zombies to a building holds of it."""

    @property
    def inches(self) -> float | None: ...
    @property
    def siege(self) -> Mapping[str, int] | None: ...
    @property
    def at_breach(self) -> bool | None: ...
    @property
    def forced(self) -> Mapping[str, int] | None: ...


def judge(position: Position, act: Siege, names: tuple[str, ...], target: str) -> Ruling[Position]:
    """Rule on a group of zombies whose nearest human is in a building (9.1, table 7.2)."""
    place = _way_to(position, names[0], position.figures[target].zone)
    building = position.buildings[place]
    who, what = title(position, group_of(position, names[0])), _plain(position, place)
    far = _inches(position, act, names, place)
    if far is None:
        limits = (BY_BREACH if building.breaches else AT_OPENING, NEAR[building.state])
        text = f"How far is {who} from a door, window or breach of {what}?"
        return allow(("9.1",), f"{who} is outside {what}.", {"inches": Ask(text, limits=limits)})
    rolling = tuple(n for n in names if position.figures[n].kind != "ankle_biter")
    if far > NEAR[building.state] or not rolling:
        return done(
            _lost(position, names, place), ("9.1",), f"{who} loses track of those in {what}, {_far(far)}."
        )
    if act.siege is None:
        return allow(("9.1",), f"{who}: table 7.2 for each.", {"siege": rolling})
    rows = {name: _row(position, name, die) for name, die in act.siege.items()}
    results = {name: str(row.value[building.state == "barricaded"]) for name, row in rows.items()}
    by_breach = bool(building.breaches) and far <= BY_BREACH
    if by_breach and act.at_breach is None and any(_asks_where(result, far) for result in results.values()):
        text = f"Is a breach within {BY_BREACH} inches of {who}?"
        return allow(("9.1", "R-9.1b"), f"{who} is at {what}.", {"at_breach": Ask(text)})
    by_breach = by_breach and act.at_breach is not False
    at_wall = building.state == "barricaded" and far <= AT_OPENING and not by_breach
    forcing = {name: int(result[3:]) for name, result in results.items() if result[:3] == "in " and at_wall}
    if forcing and act.forced is None:
        why = f"A barricade gives way on {min(forcing.values())} or more."
        return allow(("9.1", "R-9.1a"), why, {"forced": tuple(forcing)})
    moves = _Outcome(building, by_breach)
    for name, result in results.items():
        forced = name in forcing and (act.forced or {})[name] >= forcing[name]
        moves.add(name, result, forced=forced or (result == "in" and far <= AT_OPENING))
    after = _carried_out(position, moves, place)
    left = tuple(name for name in names if name not in rolling)
    if left:
        after = joined(_lost(after, left, place), left)
    rolls = f"{who}, {_far(far)}, at {what}: {moves.words(position)}"
    lost = f" {sentence(everybody(position, left))} loses track." if left else ""
    ours = " (ours: a row that is lost in print)" if any(row.lost for row in rows.values()) else ""
    return done(after, ("9.1",), f"{rolls}{ours}.{lost}")


def _far(far: float) -> str:
    return f"{far:g} inch{'' if far == 1 else 'es'} away as measured"


def _plain(position: Position, place: str) -> str:
    return position.buildings[place].name or place.replace("_", " ")


def _inches(position: Position, act: Siege, names: Sequence[str], place: str) -> float | None:
    """Return how far a group is from a building: as told, or 0 where they stand at an opening since."""
    if act.inches is not None:
        return float(act.inches)
    told = [known(position, "inches", name, place) for name in names]
    return None if None in told else min(one for one in told if one is not None)


def _lost(position: Position, names: Sequence[str], place: str) -> Position:
    """Return the position in which some zombies see none of those in a building, while nobody moves."""
    for name in names:
        for human in humans(position):
            if _way_to(position, name, position.figures[human].zone) == place:
                position = remember(position, "in_sight", name, human, 0)
    return position


def _row(position: Position, name: str, die: int) -> Row:
    boss = position.figures[name].kind == "boss"
    return charts_of(position)["7.2"].row(die - boss)


def _asks_where(result: str, far: float) -> bool:
    """Whether it matters if what a zombie is near is a breach, or only a door or a window (R-9.1b)."""
    return result == "breach" or result.startswith("in ") or (result == "in" and far > AT_OPENING)


@dataclass
class _Outcome:
    """What each zombie of a group does, and the building afterwards."""

    building: Building
    by_breach: bool
    inside: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    away: dict[str, str] = field(default_factory=dict)
    new_breach: bool = False

    def add(self, name: str, result: str, *, forced: bool) -> None:
        if result == "stay":
            self.stays.append(name)
        elif result.startswith("away"):
            self.away[name] = result.split()[1]
        elif self.by_breach or self.new_breach or forced:
            if not self.by_breach and not self.new_breach:
                self.building = replace(self.building, breaches=self.building.breaches + 1)
                self.new_breach = True
            self.inside.append(name)
        else:
            self.outside.append(name)

    def words(self, position: Position) -> str:
        by_way: dict[str, list[str]] = {}
        for name, far in self.away.items():
            by_way.setdefault(far, []).append(name)
        texts = [
            f"{everybody(position, names)} {words}"
            for names, words in (
                (self.inside, "forces a way in" if self.new_breach else "comes in by a breach"),
                (self.outside, "goes to the nearest opening"),
                (self.stays, "stays"),
                *((names, f"wanders off, {far} inches from it") for far, names in by_way.items()),
            )
            if names
        ]
        return listed(texts)


def _carried_out(position: Position, moves: _Outcome, place: str) -> Position:
    after = replace(position, buildings={**position.buildings, place: moves.building})
    everyone = (*moves.inside, *moves.outside, *moves.stays, *moves.away)
    after = acted(go(after, dict.fromkeys((*moves.inside, *moves.outside, *moves.away), 0.0), {}), everyone)
    for name in moves.inside:
        after = after.put(name, zone=place)
    for name in moves.outside:
        after = remember(after, "inches", name, place, 0)
    away = [
        [name for name in moves.away if moves.away[name] == far] for far in dict.fromkeys(moves.away.values())
    ]
    for names in (moves.inside, moves.outside, moves.stays, *away):
        after = joined(after, names)
    return after
