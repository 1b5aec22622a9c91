"""The log of a survey: every gesture as it was made, with undo and redo without limit.

The log is what is kept (`referee-survey/1`); the plane is what its gestures add up to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.board.outlines import Point
from rules.survey import cuts, marks, moves, shapes
from rules.survey.exact import Refused, check_points
from rules.survey.plane import Plane

FORMAT = "referee-survey/1"
MAX_GESTURES = 20_000
MAX_POINTS = 200
"""Points in one gesture."""
MAX_CORNERS = 4000
"""Corners that one gesture moves: it lays all lines of a board on a grid."""
MAX_WORK = 20_000_000
"""Work for all gestures of a log, as `work` counts it: a board of 1,000 squares needs about half of it."""
MAX_TOGETHER = 2000
"""Gestures in one that does many at once."""
ALL = "all"
_GROWTH = 40
"""The work that each gesture of many adds for those after it: the board has more squares then."""
TOO_MUCH = "The gestures of this survey take too much work. Begin another one from its map."


@dataclass(frozen=True)
class Log:
    """All gestures made, and how many of them count: those after `done` were undone."""

    gestures: tuple[Mapping[str, Any], ...] = ()
    done: int = 0
    planes: tuple[Plane, ...] = field(default=(Plane(),), compare=False, repr=False)
    """The plane after each gesture that counts, the empty one first."""
    spent: int = field(default=0, compare=False)
    """The work for all gestures so far."""

    @property
    def plane(self) -> Plane:
        """Return the plane as it is now."""
        return self.planes[self.done]

    def add(self, gesture: Mapping[str, Any]) -> Log:
        """Return the log with one gesture more; those undone are given up. Raises Refused."""
        if self.done >= MAX_GESTURES:
            raise Refused(f"A survey has at most {MAX_GESTURES} gestures.")
        spent = self.spent + work(self.plane, gesture)
        if spent > MAX_WORK:
            raise Refused(TOO_MUCH)
        plane = apply(self.plane, gesture)
        planes = (*self.planes[: self.done + 1], plane)
        return Log((*self.gestures[: self.done], gesture), self.done + 1, planes, spent)

    def undo(self) -> Log:
        """Return the log with the last gesture undone; the same log if there is none."""
        return Log(self.gestures, max(self.done - 1, 0), self.planes, self.spent)

    def redo(self) -> Log:
        """Return the log with the last undone gesture redone; the same log if there is none."""
        return Log(self.gestures, min(self.done + 1, len(self.gestures)), self.planes, self.spent)

    def to_json(self) -> dict[str, Any]:
        """Return the log as JSON data."""
        return {"format": FORMAT, "done": self.done, "gestures": list(self.gestures)}


def replay(data: Mapping[str, Any]) -> Log:
    """Return the log of JSON data. Raises Refused, with the number of the gesture, for one that fails."""
    gestures, done = data.get("gestures"), data.get("done")
    if data.get("format") != FORMAT or not isinstance(gestures, list):
        raise Refused(f'A survey is an object with "format": "{FORMAT}" and a list of gestures.')
    if type(done) is not int or not 0 <= done <= len(gestures) <= MAX_GESTURES:
        raise Refused("done says how many of the gestures count.")
    planes = [Plane()]
    spent = 0
    for number, gesture in enumerate(gestures, 1):
        spent += work(planes[-1], gesture)
        if spent > MAX_WORK:
            raise Refused(TOO_MUCH)
        try:
            planes.append(apply(planes[-1], gesture))
        except Refused as refused:
            raise Refused(f"Gesture {number}: {refused}") from None
    return Log(tuple(gestures), done, tuple(planes), spent)


def work(plane: Plane, gesture: object) -> int:
    """Return about how many pairs of lines a gesture has to compare on a plane, before it is done.

    A gesture that changes no line goes through all squares and names instead.
    """
    together = gesture.get("gestures") if isinstance(gesture, dict) and kind_of(gesture) == ALL else None
    listed = len(plane.faces) + len(plane.areas) + len(plane.special)
    if not isinstance(together, list):
        return _work_of_one(plane) if _shapes(gesture) else listed + 1
    shaping = sum(_shapes(one) for one in together)
    naming = sum(kind_of(one) in NAMING for one in together)
    growing = _GROWTH * shaping**2 + naming**2 // 2
    return shaping * (_work_of_one(plane) if shaping else 0) + growing + len(together) * (listed + 1) + 1


def kind_of(gesture: object) -> str:
    """Return what a gesture does, as it says under `do`; "" for anything else."""
    kind = gesture.get("do") if isinstance(gesture, dict) else None
    return kind if isinstance(kind, str) else ""


def _shapes(gesture: object) -> bool:
    return kind_of(gesture) in SHAPING


def _work_of_one(plane: Plane) -> int:
    ways = plane.ways()
    border = sum((b, a) not in ways for a, b in ways)
    return sum(len(face.outline) ** 2 for face in plane.faces.values()) + border * border // 2 + 1


def apply(plane: Plane, gesture: object) -> Plane:
    """Return the plane after a gesture. Raises Refused, with a sentence, if it cannot be done."""
    if not isinstance(gesture, dict) or kind_of(gesture) not in GESTURES:
        raise Refused("This is not a gesture of a survey.")
    fields, do = GESTURES[kind_of(gesture)]
    values = [READERS[kind](gesture.get(name)) for name, kind in fields.items()]
    return do(plane, *values)


def _apply_all(plane: Plane, gestures: list[object]) -> Plane:
    """Return the plane after many gestures that count as one: all of them, or none. Raises Refused."""
    for one in gestures:
        if kind_of(one) == ALL:
            raise Refused("This is not a gesture of a survey.")
        plane = apply(plane, one)
    return plane


def _read_point(value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2 or any(type(c) is not int for c in value):
        raise Refused("A point is two whole numbers.")
    check_points([(value[0], value[1])])
    return value[0], value[1]


def _read_points(value: object) -> list[Point]:
    if not isinstance(value, list) or len(value) > MAX_POINTS:
        raise Refused(f"A gesture has at most {MAX_POINTS} points.")
    return [_read_point(v) for v in value]


def _read_corners(value: object) -> list[Point]:
    if not isinstance(value, list) or len(value) > MAX_CORNERS:
        raise Refused(f"A gesture moves at most {MAX_CORNERS} corners.")
    return [_read_point(v) for v in value]


def _read_edge(value: object) -> tuple[Point, Point]:
    points = _read_points(value)
    if len(points) != 2 or points[0] == points[1]:
        raise Refused("An edge is two different points.")
    return points[0], points[1]


def _read_number(value: object) -> int:
    if type(value) is not int:
        raise Refused("A number is missing.")
    return value


def _read_number_or_none(value: object) -> int | None:
    return None if value is None else _read_number(value)


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise Refused("A name is missing.")
    return value


def _read_gestures(value: object) -> list[object]:
    if not isinstance(value, list) or not 0 < len(value) <= MAX_TOGETHER:
        raise Refused(f"From 1 to {MAX_TOGETHER} gestures go together.")
    return value


READERS: Mapping[str, Callable[[object], Any]] = {
    "point": _read_point, "points": _read_points, "corners": _read_corners, "edge": _read_edge,
    "text": _read_text, "number": _read_number, "number?": _read_number_or_none,
    "gestures": _read_gestures,
}  # fmt: skip

GESTURES: Mapping[str, tuple[Mapping[str, str], Callable[..., Plane]]] = {
    "outline": ({"points": "points"}, shapes.outline),
    "cut": ({"points": "points"}, cuts.cut),
    "merge": ({"edge": "edge"}, shapes.merge),
    "remove": ({"at": "point"}, shapes.remove),
    "move_corner": ({"at": "point", "to": "point"}, moves.move_corner),
    "move_corners": ({"at": "corners", "to": "corners"}, moves.move_corners),
    "move_side": ({"edge": "edge", "by": "point"}, moves.move_side),
    "regularise": ({"within": "number"}, moves.regularise),
    "side": ({"edge": "edge", "kind": "text"}, marks.side),
    "main_door": ({"edge": "edge", "name": "text"}, marks.main_door),
    "no_main_door": ({"name": "text"}, marks.no_main_door),
    "area": ({"id": "text", "name": "text", "kind": "text"}, marks.area),
    "no_area": ({"id": "text"}, marks.no_area),
    "fill": ({"at": "point", "area": "text"}, marks.fill),
    "paint": ({"at": "point", "area": "text"}, marks.paint),
    "symbol": ({"at": "point", "symbol": "text"}, marks.symbol),
    "first_number": ({"number": "number"}, marks.first_number),
    "number": ({"at": "point", "number": "number?"}, marks.correct_number),
    "rifles": ({"at": "point", "count": "number"}, marks.rifles),
    "special": ({"key": "text", "value": "text"}, marks.special),
    "error": ({"units": "number"}, marks.error),
    "look": ({"from": "point", "to": "point", "sight": "text"}, marks.look),
    "size": ({"width": "number?", "height": "number?"}, marks.size),
    "title": ({"name": "text"}, marks.title),
    ALL: ({"gestures": "gestures"}, _apply_all),
}
"""Each gesture with its fields and what it does. `static/survey/plane/log.js` has the same."""
SHAPING = frozenset({"outline", "cut", "merge", "remove", "move_corner", "move_corners", "move_side",
                     "regularise"})  # fmt: skip
"""The gestures that change lines; the others only say what is there."""
NAMING = frozenset({"area", "no_area", "special"})
"""The gestures that go through the names that the board has; they may add one."""
