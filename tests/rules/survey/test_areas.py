"""Areas of a surveyed board: named, named again, and removed."""

from __future__ import annotations

import pytest

from rules.survey.exact import Refused
from rules.survey.log import Log
from tests import soak

DRAWN = (
    Log()
    .add({"do": "outline", "points": [[0, 0], [100, 0], [100, 100], [0, 100]]})
    .add({"do": "cut", "points": [[50, 0], [50, 100]]})
    .add({"do": "area", "id": "hal", "name": "Hal", "kind": "hall"})
    .add({"do": "area", "id": "shop", "name": "Shop", "kind": "store"})
    .add({"do": "paint", "at": [20, 20], "area": "hal"})
    .add({"do": "paint", "at": [80, 20], "area": "shop"})
)
"""Two squares, each in an area of its own."""


def areas(log: Log) -> list[str | None]:
    """Return the areas of the squares."""
    return [face.area for face in log.plane.faces.values()]


def test_an_area_that_is_named_again_keeps_its_squares() -> None:
    renamed = DRAWN.add({"do": "area", "id": "hal", "name": "Hall", "kind": "store"})
    assert renamed.plane.areas == {"hal": ("Hall", "store"), "shop": ("Shop", "store")}
    assert areas(renamed) == areas(DRAWN)


def test_an_area_that_is_removed_leaves_its_squares_in_none() -> None:
    removed = DRAWN.add({"do": "no_area", "id": "hal"})
    assert removed.plane.areas == {"shop": ("Shop", "store")}
    assert sorted(areas(removed), key=str) == [None, "shop"]
    assert removed.undo().plane == DRAWN.plane


def test_an_area_that_is_removed_is_no_special_area() -> None:
    """What the map depicts is no area, even where one has the same word for its id."""
    named = DRAWN
    for key, value in (("edwins", "shop"), ("other", "hal"), ("depicts", "shop")):
        named = named.add({"do": "special", "key": key, "value": value})
    removed = named.add({"do": "no_area", "id": "shop"})
    assert removed.plane.special == {"other": "hal", "depicts": "shop"}


def test_no_area_of_another_name_is_removed() -> None:
    with pytest.raises(Refused, match="There is no area with this name"):
        DRAWN.add({"do": "no_area", "id": "yard"})


@soak.DAYS
def test_areas_that_come_and_go_without_end_are_too_much_work() -> None:
    come = [{"do": "area", "id": f"a{n}", "name": "A", "kind": "store"} for n in range(1000)]
    go = [{"do": "no_area", "id": f"a{n}"} for n in range(1000)]
    log = Log()
    for _ in range(9):
        log = log.add({"do": "all", "gestures": [*come, *go]})
    with pytest.raises(Refused, match="too much work"):
        log.add({"do": "all", "gestures": [*come, *go]})
