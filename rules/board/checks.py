"""Checks of a map in the format `referee-map/1`; they report every mistake, each with its place.

What one game needs of its map beyond the format (how many symbols, which main doors) each game checks itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from rules.board.board import Pair, pair
from rules.board.outlines import (
    Outline,
    Point,
    Segment,
    box,
    covered,
    crossing_corner,
    edges,
    on_segment,
    overlap,
    place,
    shared_segments,
    turn,
)
from rules.data_check import Members, Report, is_name, is_whole, shown

MAX_ERROR = 10_000
"""No measured error is larger, in units of the map."""
MAX_LOOKS = 20_000
WantPair = Callable[[object, str], bool]
"""Says whether a value names two squares of the map, and notes a mistake if it does not."""


def check_looks(looks: object, report: Report, want_pair: WantPair) -> None:
    """Note each mistake in the member `looks` of a map."""
    if not report.want(isinstance(looks, dict), "looks", looks, "an object") or not isinstance(looks, dict):
        return
    error = report.field(looks, "error", "looks.")
    if "error" in looks:
        good = is_whole(error) and 0 <= error <= MAX_ERROR
        report.want(good, "looks.error", error, f"a whole number from 0 to {MAX_ERROR}")
    lines = report.field(looks, "lines", "looks.")
    if isinstance(lines, list) and len(lines) > MAX_LOOKS:
        report.add(f"looks.lines is {shown(lines)}; at most {MAX_LOOKS} are read.")
        return
    named: set[Pair] = set()
    if "lines" in looks and not report.want(isinstance(lines, list), "looks.lines", lines, "a list"):
        return
    for where, line in report.objects(looks, "lines", needed=False):
        _check_line(line, f"looks.{where}", report, want_pair, named)


def _check_line(
    line: dict[str, Any], where: str, report: Report, want_pair: WantPair, named: set[Pair]
) -> None:
    sight = report.field(line, "sight", f"{where}.")
    if "sight" in line:
        report.want(isinstance(sight, bool), f"{where}.sight", sight, "true or false")
    between = report.field(line, "between", f"{where}.")
    if "between" not in line or not want_pair(between, f"{where}.between"):
        return
    one = pair(*between)
    if one in named:
        report.add(f"{where}: the line between {one[0]} and {one[1]} is listed twice.")
    named.add(one)


Outlines = Mapping[str, Outline]
Shared = Mapping[Pair, tuple[Segment, ...]]
MAX_CORNERS_IN_ALL = 6000
"""Even a map of a thousand squares needs fewer. Without a limit a malicious file could keep us busy."""
MAX_WORK = 400_000
"""Edges compared with edges. In a map of a building few bounding boxes overlap."""
MAX_OVERLAPS = 200
"""Overlaps reported: more than anybody fixes before checking again."""


def check_outline(corners: Outline, name: str, report: Report) -> bool:
    """Return whether an outline is a simple polygon with an area; note what is wrong if it is not."""
    if len(corners) < 3:
        report.add(f"{name}outline has {_count(len(corners), 'corner')}; it must have at least 3.")
        return False
    crossing = crossing_corner(corners)
    if all(turn(a, b, c) == 0 for a, b in edges(corners) for c in corners):
        report.add(f"{name}outline encloses no area.")
        return False
    twice = next((p for p, times in Counter(corners).items() if times > 1), None)
    if twice:
        report.add(f"{name}outline has the corner [{twice[0]}, {twice[1]}] more than once.")
        return False
    if crossing:
        report.add(f"{name}outline crosses or touches itself at [{crossing[0]}, {crossing[1]}].")
        return False
    return True


def check_centre(corners: Outline, centre: Point, name: str, report: Report) -> None:
    """Note a centre outside its outline.

    A map may leave it out. It is then the middle of the bounding box, which the format allows outside.
    """
    if place(centre, corners) != "inside":
        report.add(f"{name}centre [{centre[0]}, {centre[1]}] is not inside the outline.")


def check_shapes(
    outlines: Outlines,
    sides: Mapping[Pair, str],
    doors: Iterable[tuple[str, str, Segment]],
    report: Report,
    *,
    reach: bool,
) -> bool:
    """Return whether the shapes of a map are sound, squares out of reach aside; note each mistake.

    Mistakes are overlaps, sides between squares that share none, main doors not on the outer wall, and
    squares out of reach.

    `outlines` are the good ones. `reach` says whether to look for squares out of reach; that makes sense
    only if no outline is missing. `doors` are (where, square, segment).
    """
    _check_overlaps(outlines, report)
    shared, outer_wall = shared_segments(outlines)
    _check_sides(outlines, sides, shared, report)
    for where, square, segment in doors:
        if square in outlines:
            _check_main_door(where, square, segment, outlines[square], outer_wall, report)
    sound = not report.sentences
    if reach and outlines:
        _check_reach(outlines, shared, sides, report)
    return sound


def _check_overlaps(outlines: Outlines, report: Report) -> None:
    """Note each two outlines that overlap; only outlines with overlapping bounding boxes are compared."""
    work = overlaps = 0
    boxed = sorted((box(outline), square) for square, outline in outlines.items())
    for i, (one, a) in enumerate(boxed):
        for other, b in boxed[i + 1 :]:
            if other[0] >= one[2]:
                break
            if other[1] >= one[3] or one[1] >= other[3]:
                continue
            work += len(outlines[a]) * len(outlines[b])
            if work > MAX_WORK or overlaps >= MAX_OVERLAPS:
                report.add("squares: too many outlines are close together; not all of them were compared.")
                return
            if overlap(outlines[a], outlines[b]):
                overlaps += 1
                first, second = pair(a, b)
                report.add(f"Squares {first} and {second}: their outlines overlap.")


def _check_sides(outlines: Outlines, sides: Mapping[Pair, str], shared: Shared, report: Report) -> None:
    """Note each side between squares that share none."""
    work = 0
    for one, other in sides:
        if one not in outlines or other not in outlines or (one, other) in shared:
            continue
        work += len(outlines[one]) * len(outlines[other])
        if work > MAX_WORK:
            report.add("sides: too many are between squares that share none; not all of them were compared.")
            return
        report.add(f"sides names {one} and {other}; {_apart(outlines[one], outlines[other])}.")


def _apart(one: Outline, other: Outline) -> str:
    """Return in words why two outlines share no side."""
    meet = any(on_segment(p, e) for p in one for e in edges(other)) or any(
        on_segment(p, e) for p in other for e in edges(one)
    )
    return "they meet only at a point" if meet else "they do not touch"


def _check_main_door(
    where: str,
    square: str,
    segment: Segment,
    outline: Outline,
    outer_wall: tuple[Segment, ...],
    report: Report,
) -> None:
    (ax, ay), (bx, by) = segment
    words = f"{where}.segment [[{ax}, {ay}], [{bx}, {by}]]"
    if not covered(segment, edges(outline)):
        report.add(f"{words} does not lie on the outline of square {square}.")
    elif not covered(segment, outer_wall):
        report.add(f"{words} does not lie on the outer wall: another square shares that part of the outline.")


def _check_reach(outlines: Outlines, shared: Shared, sides: Mapping[Pair, str], report: Report) -> None:
    """Note every square that cannot be reached from the largest part of the map."""
    near: dict[str, list[str]] = {s: [] for s in outlines}
    for one, other in shared:
        if sides.get((one, other)) != "wall":
            near[one].append(other)
            near[other].append(one)
    parts: list[set[str]] = []
    for start in sorted(outlines):
        if not any(start in part for part in parts):
            parts.append(_part(start, near))
    largest = max(parts, key=len)
    start = min(largest)
    for square in sorted(set(outlines) - largest):
        report.add(f"Square {square}: it cannot be reached from square {start}; walls close every way.")


def _part(start: str, near: Mapping[str, list[str]]) -> set[str]:
    reached, left = {start}, [start]
    while left:
        for square in near[left.pop()]:
            if square not in reached:
                reached.add(square)
                left.append(square)
    return reached


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


FORMAT = "referee-map/1"
MEMBERS: Members = {
    **dict.fromkeys(("format", "name", "provenance", "special")),
    "areas": [dict.fromkeys(("id", "name", "kind"))],
    "squares": [dict.fromkeys(("id", "area", "outline", "centre", "symbols"))],
    "sides": [dict.fromkeys(("between", "kind"))],
    "main_doors": [dict.fromkeys(("name", "square", "segment"))],
    "rifles": dict.fromkeys(("square", "count")),
    "millimetres": dict.fromkeys(("width", "height")),
    "looks": {"error": None, "lines": [dict.fromkeys(("between", "sight"))]},
}
"""The members of a map. A game may allow more."""
AREA_KINDS = ("hall", "store")
SIDE_KINDS = ("wall", "solid_door", "glass_door", "open")
SYMBOLS = ("zombie", "character")
FARTHEST = 1_000_000
"""No coordinate is farther than this from zero."""
MAX_CORNERS = 60
"""Corners of one outline."""
MAX_SQUARES = 1000
MAX_MAIN_DOORS = 100
LONGEST_KEY = 40
SMALLEST, LARGEST = 10, 5000
"""A printed board is so many millimetres wide and high."""

_ID = re.compile(r"[0-9]{3}")


@dataclass
class Draft:
    """The parts of a map read so far, without those with mistakes."""

    report: Report = field(default_factory=Report)
    areas: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    outlines: dict[str, Outline] = field(default_factory=dict)
    sides: dict[Pair, str] = field(default_factory=dict)
    doors: list[tuple[str, str, Segment]] = field(default_factory=list)


def problems(data: object, *, reach: bool = True) -> list[str]:
    """Return a sentence for each mistake in a map, none when it is good. Takes any JSON data.

    Without `reach`, unreachable squares are allowed: sight lines do not need them to be reachable.
    """
    return examine(data, reach=reach)[0]


def examine(data: object, *, reach: bool = True) -> tuple[list[str], bool]:
    """Return `problems`, and whether a board can be built: it can even if some squares are out of reach."""
    if not isinstance(data, dict):
        return [f"The map is {shown(data)}; it must be one JSON object."], False
    draft = Draft()
    report = draft.report
    report.header(data, FORMAT)
    _read_areas(data, draft)
    _read_squares(data, draft)
    _read_sides(data, draft)
    _read_main_doors(data, draft)
    _read_rifles(data, draft)
    _read_special(data, draft)
    _read_millimetres(data, draft.report)
    if "looks" in data:
        check_looks(data["looks"], report, lambda pair, where: _want_pair(pair, where, draft))
    reach = reach and set(draft.outlines) == draft.ids
    sound = check_shapes(draft.outlines, draft.sides, draft.doors, report, reach=reach)
    return report.sentences, sound


def _read_areas(data: dict[str, Any], draft: Draft) -> None:
    report = draft.report
    for where, area in report.objects(data, "areas", needed=True):
        area_id = report.field(area, "id", f"{where}.")
        if "id" in area and report.want_name(f"{where}.id", area_id):
            if area_id in draft.areas:
                report.add(f"{where}.id {shown(area_id)} appears twice among the areas.")
            draft.areas.add(area_id)
        name = report.field(area, "name", f"{where}.")
        if "name" in area:
            report.want_name(f"{where}.name", name)
        kind = report.field(area, "kind", f"{where}.")
        if "kind" in area:
            report.want(kind in AREA_KINDS, f"{where}.kind", kind, '"hall" or "store"')


def _read_squares(data: dict[str, Any], draft: Draft) -> None:
    report = draft.report
    squares = data.get("squares")
    if isinstance(squares, list) and len(squares) > MAX_SQUARES:
        report.add(f"squares is {shown(squares)}; three digits number at most {MAX_SQUARES}.")
        return
    corners = _corners_listed(squares)
    if corners > MAX_CORNERS_IN_ALL:
        report.add(f"squares have {corners} corners in all; at most {MAX_CORNERS_IN_ALL} are read.")
        return
    seen: Counter[str] = Counter()
    for where, square in report.objects(data, "squares", needed=True):
        square_id = report.field(square, "id", f"{where}.")
        known = isinstance(square_id, str) and bool(_ID.fullmatch(square_id))
        if known:
            seen[square_id] += 1
            draft.ids.add(square_id)
        elif "id" in square:
            report.want(False, f"{where}.id", square_id, "three digits")
        name = f"Square {square_id}: " if known else f"{where}."
        _read_square(square, name, draft)
        outline = _read_outline(square, name, report)
        if known and outline and seen[square_id] == 1:
            draft.outlines[square_id] = outline
    for square_id, times in seen.items():
        if times > 1:
            often = "twice" if times == 2 else f"{times} times"
            report.add(f"Square {square_id}: id {shown(square_id)} appears {often}.")


def _corners_listed(squares: object) -> int:
    """Return how many corners the squares list, before anybody looks at them."""
    listed = squares if isinstance(squares, list) else []
    outlines = (square.get("outline") for square in listed if isinstance(square, dict))
    return sum(len(outline) for outline in outlines if isinstance(outline, list))


def _read_square(square: dict[str, Any], name: str, draft: Draft) -> None:
    """Check the area and the symbols of a square."""
    area = draft.report.field(square, "area", name)
    if "area" in square:
        known = isinstance(area, str) and (area in draft.areas or not draft.areas)
        draft.report.want(known, f"{name}area", area, "the id of one of the areas")
    symbols = square.get("symbols", [])
    if draft.report.want(isinstance(symbols, list), f"{name}symbols", symbols, "a list"):
        for symbol in symbols:
            draft.report.want(symbol in SYMBOLS, f"{name}symbols", symbol, '"zombie" or "character"')
        for symbol in SYMBOLS:
            if symbols.count(symbol) > 1:
                draft.report.add(f"{name}symbols names {shown(symbol)} more than once.")


def _read_outline(square: dict[str, Any], name: str, report: Report) -> Outline | None:
    """Return the outline of a square if it is a simple polygon with an area; check its centre too."""
    source = report.field(square, "outline", name)
    corners = _read_points(source, f"{name}outline", report) if "outline" in square else None
    centre = _read_point(square["centre"], f"{name}centre", report) if "centre" in square else None
    if corners is None or not check_outline(corners, name, report):
        return None
    if centre:
        check_centre(corners, centre, name, report)
    return corners


def _read_points(
    source: object, where: str, report: Report, wish: str = "a list of corners"
) -> Outline | None:
    if not isinstance(source, list):
        report.want(False, where, source, wish)
        return None
    if len(source) > MAX_CORNERS:
        report.add(f"{where} has {len(source)} corners; at most {MAX_CORNERS} are read.")
        return None
    points = [_read_point(point, f"{where}[{i}]", report) for i, point in enumerate(source)]
    return None if None in points else cast("Outline", tuple(points))


def _read_point(source: object, where: str, report: Report) -> Point | None:
    good = isinstance(source, list) and len(source) == 2 and all(is_whole(c) for c in source)
    if not report.want(good, where, source, "two whole numbers, x and y"):
        return None
    x, y = cast("list[int]", source)
    if abs(x) > FARTHEST or abs(y) > FARTHEST:
        report.add(f"{where} is {shown(source)}; no coordinate may be beyond {FARTHEST} either way.")
        return None
    return x, y


def _read_sides(data: dict[str, Any], draft: Draft) -> None:
    report = draft.report
    for where, side in report.objects(data, "sides", needed=False):
        kind = report.field(side, "kind", f"{where}.")
        if "kind" in side:
            report.want(kind in SIDE_KINDS, f"{where}.kind", kind, '"wall", "solid_door" or "glass_door"')
        between = report.field(side, "between", f"{where}.")
        if "between" not in side or not _want_pair(between, f"{where}.between", draft):
            continue
        named = pair(*between)
        if named in draft.sides:
            report.add(f"{where}: the side between {named[0]} and {named[1]} is listed twice.")
        draft.sides[named] = str(kind)


def _want_pair(between: object, where: str, draft: Draft) -> bool:
    """Return whether a value names two squares of the map; note a mistake if it does not."""
    good = isinstance(between, list) and len(between) == 2 and all(isinstance(s, str) for s in between)
    if not draft.report.want(good, where, between, "the ids of two squares"):
        return False
    one, other = cast("list[str]", between)
    if one == other:
        draft.report.add(f"{where} is {shown(between)}; a side is between two different squares.")
        return False
    known = [_want_square(s, where, draft) for s in (one, other)]
    return all(known)


def _want_square(value: object, where: str, draft: Draft) -> bool:
    """Return whether a value names a square of the map; note a mistake if it does not."""
    known = isinstance(value, str) and value in draft.ids
    if not known and (draft.ids or not isinstance(value, str)):
        # If no square at all could be read, the report already says so.
        draft.report.add(f"{where} names {shown(value)}; there is no such square.")
    return known


def _read_main_doors(data: dict[str, Any], draft: Draft) -> None:
    report = draft.report
    seen: set[str] = set()
    doors = data.get("main_doors")
    if isinstance(doors, list) and len(doors) > MAX_MAIN_DOORS:
        report.add(f"main_doors is {shown(doors)}; at most {MAX_MAIN_DOORS} are read.")
        return
    for where, door in report.objects(data, "main_doors", needed=False):
        name = report.field(door, "name", f"{where}.")
        if "name" in door and report.want_name(f"{where}.name", name):
            if name in seen:
                report.add(f"{where}.name {shown(name)} appears twice among the main doors.")
            seen.add(name)
        square = report.field(door, "square", f"{where}.")
        known = "square" in door and _want_square(square, f"{where}.square", draft)
        points = report.field(door, "segment", f"{where}.")
        wish = "two different points"
        ends = _read_points(points, f"{where}.segment", report, wish) if "segment" in door else None
        if ends is None:
            continue
        if not (len(ends) == 2 and ends[0] != ends[1]):
            report.want(False, f"{where}.segment", points, wish)
        elif known:
            draft.doors.append((where, square, (ends[0], ends[1])))


def _read_rifles(data: dict[str, Any], draft: Draft) -> None:
    rifles = data.get("rifles")
    if "rifles" not in data or not draft.report.want(isinstance(rifles, dict), "rifles", rifles, "an object"):
        return
    rifles = cast("dict[str, Any]", rifles)
    square = draft.report.field(rifles, "square", "rifles.")
    if "square" in rifles:
        _want_square(square, "rifles.square", draft)
    count = draft.report.field(rifles, "count", "rifles.")
    if "count" in rifles:
        good = is_whole(count) and 0 <= count <= 99
        draft.report.want(good, "rifles.count", count, "a whole number from 0 to 99")


def _read_special(data: dict[str, Any], draft: Draft) -> None:
    special = data.get("special", {})
    if draft.report.want(isinstance(special, dict), "special", special, "an object"):
        for key, value in special.items():
            known = key if is_name(key) and len(key) <= LONGEST_KEY else shown(key)
            draft.report.want_name(f"special.{known}", value)


def _read_millimetres(data: dict[str, Any], report: Report) -> None:
    size = data.get("millimetres")
    if "millimetres" not in data or not report.want(isinstance(size, dict), "millimetres", size, "an object"):
        return
    size = cast("dict[str, Any]", size)
    for name in ("width", "height"):
        long = report.field(size, name, "millimetres.")
        if name in size:
            good = is_whole(long) and SMALLEST <= long <= LARGEST
            report.want(good, f"millimetres.{name}", long, f"a whole number from {SMALLEST} to {LARGEST}")
