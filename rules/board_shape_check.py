"""Checks of the shapes of a map: the outlines, and how they meet. All arithmetic is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.board import Pair, pair
from rules.data_check import Report
from rules.outlines import (
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

Outlines = Mapping[str, Outline]
Shared = Mapping[Pair, tuple[Segment, ...]]
MOST_CORNERS_IN_ALL = 6000
"""Even a map of a thousand squares needs fewer. Without a limit a malicious file could keep us busy."""
MOST_WORK = 400_000
"""Edges compared with edges. In a map of a building few bounding boxes overlap."""
MOST_OVERLAPS = 200
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


def check(
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
            if work > MOST_WORK or overlaps >= MOST_OVERLAPS:
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
        if work > MOST_WORK:
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
