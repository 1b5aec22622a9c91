"""An abstract table: where everything stands, in zones of a foot, and what people would tell of it.

The rules know no coordinates. This table does: it places what appears, moves what an action moves, and
answers each fact that an action asks, the same way each time. What it cannot know it makes up from the names
alone, so an answer never depends on the order of the questions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from zlib import crc32

from rules.dice import FACES
from rules.fields import declared_fields, is_yes_no, kind_of_field
from rules.ruling import Ask, Options, Pool, count_of
from rules.zombies_surviving.menace.groups import CLOCK, MELEE, NOBODY, humans
from rules.zombies_surviving.menace.groups import groups as groups_of
from rules.zombies_surviving.position import HUMANS, ZOMBIES, Position
from rules.zombies_surviving.survival.movement import MOVE
from rules.zombies_surviving.survival.places.buildings import TOO_FAR

SIZE, FOOT, EDGE, NEAR = 48, 12, 6, 2
SEEN = 24
WITHIN: Mapping[tuple[str, str], float] = {
    **dict.fromkeys((("pack_acts", more) for more in ("second", "third", "fourth")), 6),
    **dict.fromkeys((("party_acts", more) for more in ("second", "third")), 6),
    ("party_acts", "threat"): 12,
}
"""How near the options of a question must be, where it is not as far as one sees."""
Point = tuple[float, float]


@dataclass
class Table:
    """Where everything is on a table of four by four feet; the starting edge is at y = 0."""

    seed: int = 0
    points: dict[str, Point] = field(default_factory=dict)
    heading: dict[str, Point] = field(default_factory=dict)

    def at(self, name: str) -> Point:
        """Return where something is; what has no place yet gets one by its name."""
        if name not in self.points:
            x = self._made_up(name, "x") % SIZE
            self.points[name] = (x, EDGE + self._made_up(name, "y") % (SIZE - EDGE))
        return self.points[name]

    def zone(self, name: str) -> tuple[int, int]:
        """Return the square foot that something is in."""
        x, y = self.at(name)
        return int(x // FOOT), int(y // FOOT)

    def inches(self, one: str, other: str) -> float:
        """Return how far two things are from each other, in half inches."""
        return round(2 * math.dist(self.at(one), self.at(other))) / 2

    def sees(self, one: str, other: str) -> bool:
        """Whether two things are in sight of each other: some zones are hidden from each other."""
        zones = sorted((self.zone(one), self.zone(other)))
        return zones[0] == zones[1] or self._made_up(str(zones), "sight") % 3 > 0

    def _made_up(self, *words: object) -> int:
        return crc32(" ".join(map(str, (self.seed, *words))).encode())

    def move(self, name: str, to: Point, inches: float) -> None:
        """Move something towards a point, not beyond it and not off the table."""
        x, y = self.at(name)
        far = math.dist((x, y), to)
        share = 1 if far <= inches else inches / far
        self.points[name] = (_kept(x + (to[0] - x) * share), _kept(y + (to[1] - y) * share))

    def far_edge(self, name: str) -> Point:
        """Return the point of the far edge that is nearest."""
        return self.at(name)[0], float(SIZE)

    def is_at_far_edge(self, name: str) -> bool:
        """Whether the far edge is so near that a move leads over it."""
        return SIZE - self.at(name)[1] < MOVE

    def turn(self, name: str, hour: int, inches: float) -> None:
        """Move something towards an hour of the clock, twelve being away from the starting edge."""
        x, y = self.at(name)
        angle = 2 * math.pi * hour / CLOCK
        self.points[name] = (_kept(x + inches * math.sin(angle)), _kept(y + inches * math.cos(angle)))

    def after(self, before: Position, act: Any, after: Position) -> None:
        """Bring the table up to date with an action that was carried out."""
        near = getattr(act, "token", None) or getattr(act, "figure", None)
        for name, figure in after.figures.items():
            if figure.kind == "survivor" and before.phase == "set_up":
                self.points[name] = (self._made_up(name, "x") % SIZE, 1)
            elif name not in before.figures:
                x, y = self.at(near) if near in self.points else self.at(name)
                self.points[name] = (_kept(x + self._made_up(name, "x") % 3), _kept(y + 1))
        for name in before.figures:
            if name not in after.figures:
                self.points.pop(name, None)
        self._moved(before, act)
        for fact, value in after.facts.items():
            kind, one, other = fact.split()
            if kind == "inches" and value == 0 and before.facts.get(fact) != 0:
                mover = one if after.figures.get(one) and after.figures[one].kind not in HUMANS else other
                self.points[mover] = self.at(other if mover == one else one)

    def _moved(self, before: Position, act: Any) -> None:
        """Move those whom an action moves by so many inches."""
        do, figure = str(getattr(act, "do", "")), str(getattr(act, "figure", ""))
        quick: Sequence[int] = getattr(act, "quick", None) or ()
        pair, hour = getattr(act, "pair", None), getattr(act, "direction", None)
        if do == "zombies_go" and pair not in {None, NOBODY}:
            group, target = str(pair).split()
            for name in _members(before, group):
                self.move(name, self.at(target), max(quick, default=0))
        elif do in {"zombies_wander", "pack_acts", "party_acts"}:
            for name in _members(
                before, str(getattr(act, "group", "") or getattr(act, "pack", "") or act.party)
            ):
                if hour is not None:
                    self.turn(name, hour, sum(quick) or 4)
                elif quick and before.noises:
                    self.move(name, self.at(before.noises[0].where), sum(quick))
        elif do == "tokens_move":
            for token, hour_ in (act.directions or {}).items():
                self.turn(token, hour_, act.dice[f"{token} first"] + act.dice[f"{token} second"])
        elif figure in before.figures:
            self._walked(act, do, figure)

    def _walked(self, act: Any, do: str, figure: str) -> None:
        """Move a survivor that walked to where it is heading, or went in somewhere."""
        if do in {"move", "run"}:
            far = MOVE if do == "move" else sum(getattr(act, "run", None) or ())
            self.move(figure, self.heading.get(figure, self.at(figure)), far)
        elif do == "enter":
            self.points[figure] = self.at(str(act.place))

    # What people would tell.

    def answer(self, position: Position, act: Any, name: str, need: Any) -> Any:
        """Return the value of an asked field of an action, as people would tell it."""
        kind = type(act)
        if isinstance(need, Options):
            if need.each:
                return {who: self._choose(position, act, name, need.values, who) for who in need.each}
            return self._choose(position, act, name, need.values, self._subject(act))
        each = need.each if isinstance(need, Ask) else need if isinstance(need, tuple) else ()
        if is_yes_no(kind, name) or (isinstance(need, Ask) and need.kind == "yes_no"):
            if each:
                return {who: self._yes(position, act, name, who) for who in each}
            return self._yes(position, act, name, self._subject(act))
        if each:
            return {who: self._number(act, need, who) for who in each}
        return self._number(act, need, self._subject(act))

    @staticmethod
    def _subject(act: Any) -> str:
        for name in ("figure", "group", "pack", "party", "token"):
            if (value := getattr(act, name, None)) not in {None, ""}:
                return str(value)
        return ""

    def _target(self, act: Any) -> str:
        if (pair := getattr(act, "pair", None)) not in {None, NOBODY}:
            return str(pair).split()[-1]
        for name in ("target", "nearest"):
            if (value := getattr(act, name, None)) not in {None, NOBODY}:
                return str(value)
        return ""

    def _number(self, act: Any, need: Any, subject: str) -> float | int:
        least = (need.least or 0) if isinstance(need, Ask) else 0
        most = need.most if isinstance(need, Ask) and need.most is not None else 72
        pair = getattr(act, "pair", None)
        one, other = str(pair).split() if pair not in {None, NOBODY} else (subject, self._target(act))
        halves = isinstance(need, Ask) and bool(need.halves)
        if not (one and other):
            value: float = self._made_up(act, subject) % 4
        else:
            value = self._between(one, other)
        return min(most, max(least, value if halves else round(value)))

    def _between(self, one: str, other: str) -> float:
        """Return the distance of the nearest of a group to something."""
        return min(self.inches(name, other) for name in self._group.get(one, (one,)))

    _group: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def know(self, position: Position) -> None:
        """Learn which figures belong together now."""
        self._group = {
            group: names
            for kind in (ZOMBIES, ("feral_dog",), ("independent",))
            for group, names in groups_of(position, *kind).items()
        }

    def _yes(self, position: Position, act: Any, name: str, subject: str) -> bool:
        if name == "edge":
            x, y = self.at(subject)
            return min(x, y, SIZE - x, SIZE - y) <= FOOT
        if name == "met":
            return self._nearest(subject, position.of_kind("survivor"), SEEN) is not None
        if name == "within" and (target := self._target(act)):
            return self._between(subject, target) <= 0.5
        return self._made_up(act, name, subject) % 3 == 0

    def _choose(self, position: Position, act: Any, name: str, values: Sequence[Any], subject: str) -> Any:
        """Return one of some options: the nearest in sight where they are things on the table."""
        no = next((value for value in values if value in {NOBODY, "none"}), None)
        far = WITHIN.get((str(act.do), name), SEEN)
        if name == "pair" and act.do == "zombies_go":
            ways = {
                pair: self._between(*pair.split())
                for pair in values
                if pair != no and self._seen(*pair.split())
            }
            best = min(ways, key=lambda pair: ways[pair], default=None)
            return no if best is None or ways[best] > SEEN else best
        if name == "other" and act.do == "zombies_go":
            return self._band(act, values)
        if name in {"noise", "way"}:
            return self._noise(values, subject) if name == "noise" else self._door(act, values, subject)
        if name == "pair":
            return no
        if name == "foremost":
            return max(values, key=lambda who: self.at(who)[1])
        if name == "token":
            near = [t for t in values if t != no and self._nearest(t, humans(position), EDGE)]
            return near[0] if near else no if no is not None else values[0]
        if name == "group":
            whom = humans(position)
            nearest = {g: self._nearest(g, whom, SEEN) for g in values if g != no}
            seeing = {g: self._between(g, who) for g, who in nearest.items() if who is not None}
            return min(seeing, key=lambda group: seeing[group], default=no)
        options = [value for value in values if value != no and isinstance(value, str)]
        if options and all(value in position.figures for value in options):
            if no is None:
                return min(options, key=lambda value: self._between(subject, value) if subject else 0)
            return self._nearest(subject, options, far) or no
        return no if no is not None else values[self._made_up(act, name) % len(values)]

    def _noise(self, values: Sequence[str], group: str) -> str:
        """Return at whom a group gets, if it is there already, or else the noise that is nearest."""
        ways = {one: self._between(group, one.split()[1]) for one in values}
        there = [one for one in values if one.startswith("at ") and ways[one] <= MELEE]
        return min(there or [one for one in values if one.startswith("to")], key=lambda one: ways[one])

    def _door(self, act: Any, values: Sequence[str], figure: str) -> str:
        """Return by what a figure can enter: the first way where it is beside the place."""
        near = self.inches(figure, str(act.place)) <= NEAR
        return next(one for one in values if (one == TOO_FAR) != near)

    def _band(self, act: Any, values: Sequence[str]) -> str:
        """Return the band of distances that a group is in, and who else is near whom it goes at."""
        target, near = self._target(act), values
        if len(values[0].split()) > 1:
            far = self._between(*str(act.pair).split())
            bands = list(dict.fromkeys(one.rpartition(" ")[0] for one in values))
            band = next((one for one in bands if far <= int(one.split()[1])), bands[-1])
            near = [one for one in values if one.rpartition(" ")[0] == band]
        ways = {one: self.inches(target, one.split()[-1]) for one in near if not one.endswith(NOBODY)}
        best = min(ways, key=lambda one: ways[one], default="")
        return best if best and ways[best] <= EDGE else next(one for one in near if one.endswith(NOBODY))

    def _seen(self, group: str, other: str) -> bool:
        return any(self.sees(name, other) for name in self._group.get(group, (group,)))

    def _nearest(self, subject: str, names: Iterable[str], within: float) -> str | None:
        ways = {n: self._between(subject, n) for n in names if not subject or self._seen(subject, n)}
        best = min(ways, key=lambda name: ways[name], default=None)
        return best if best is not None and ways[best] <= within else None


def _kept(value: float) -> float:
    return min(float(SIZE), max(0.0, value))


def _members(position: Position, group: str) -> tuple[str, ...]:
    return tuple(n for n, one in position.figures.items() if (one.group or n) == group)


def told(act: Any) -> tuple[str, ...]:
    """Return the fields of an action that people have answered: each is a tap."""
    return tuple(
        name
        for name, declared in declared_fields(type(act)).items()
        if declared.how == "asked" and getattr(act, name) is not None
    )


def completed(position: Position, act: Any, judge: Any, table: Table, dice: Random) -> tuple[Any, Any]:
    """Return an action with all that it lacks, and the ruling on it: facts of the table, and dice."""
    table.know(position)
    while True:
        ruling = judge(position, act)
        if not ruling.needs:
            return act, ruling
        for name, need in ruling.needs.items():
            act = replace(act, **{name: _value(position, act, name, need, table, dice)})


def _value(position: Position, act: Any, name: str, need: Any, table: Table, dice: Random) -> Any:
    declared, shape = declared_fields(type(act))[name], kind_of_field(type(act), name)
    if declared.how == "asked":
        return table.answer(position, act, name, need)
    if isinstance(need, Options):
        if need.each:
            return {who: dice.choice(need.values) for who in need.each}
        return dice.choice(need.values)
    before = getattr(act, name)
    faces = (
        need.values if isinstance(need, Pool) else range(1, declared.sides + 1) if declared.sides else FACES
    )
    if shape == "each":
        return {**(before or {}), **{who: dice.choice(faces) for who in need if who not in (before or {})}}
    if shape == "one":
        return dice.choice(faces)
    have = tuple(before or ())
    return (*have, *(dice.choice(faces) for _ in range(count_of(need) - len(have))))
