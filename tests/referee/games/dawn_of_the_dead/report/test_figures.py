"""The plots of the report, and what stands where there is nothing to plot."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from referee.games.dawn_of_the_dead.pages.report.figures import course, shooting
from referee.printing.figures import Figure
from rules.dawn_of_the_dead.actions import EndTurn, NextPhase, RollEntrance, Shoot, StartMove, Step
from tests.referee.games.dawn_of_the_dead.report.test_alone import ended
from tests.referee.played import steps
from tests.referee.seated import Seated
from tests.rules.dawn_of_the_dead.table import table

__all__ = ["ended"]
MOVE = StartMove(("peter",))


def doors(closed: Iterable[str] = (), destroyed: Iterable[str] = ()) -> Figure:
    """Return the plot of the doors of a short game in which they stand so."""
    position = table(people={"peter": "022"}, zombies={"003": 4}, closed=closed, destroyed=destroyed)
    played = steps(position, MOVE, EndTurn())
    (figure_of_doors,) = (figure for figure in course(played) if figure.id == "doors")
    return figure_of_doors


def test_where_every_door_stood_open_that_is_a_sentence() -> None:
    """Three lines on the axis of an empty plot look like a plot that failed."""
    figure = doors()
    assert figure.plot is None
    assert figure.says == "Every door stayed open: none was closed or destroyed."


@pytest.mark.parametrize("stand", [{"closed": ["036-046"]}, {"destroyed": ["016-026"]}])
def test_a_side_door_alone_is_plotted(stand: dict[str, list[str]]) -> None:
    figure = doors(**stand)
    assert figure.plot is not None
    assert figure.says == "No main door was closed."


def test_where_nobody_shot_that_is_a_sentence() -> None:
    position = table(people={"peter": "022"}, zombies={"024": 4})
    (none,) = shooting(steps(position, MOVE, EndTurn()))
    assert (none.plot, none.says) == (None, "Nobody fired a shot.")
    (some,) = shooting(steps(position, MOVE, Shoot(("peter",), "024", dice=(1, 1))))
    assert some.plot is not None
    assert some.says.startswith("No shot eliminated anything. 1 shot: 0 hit")


def test_one_kill_is_told_as_the_only_one_or_as_one_each() -> None:
    position = table(people={"peter": "022"}, zombies={"024": 4})
    (alone,) = shooting(steps(position, MOVE, Shoot(("peter",), "024", dice=(6, 6))))
    assert alone.says.startswith("Peter made the only kill. 1 shot: 1 hit")
    both = StartMove(("peter", "roger"))
    position = table(people={"peter": "022", "roger": "022"}, zombies={"024": 4})
    (shared,) = shooting(steps(position, both, Shoot(("peter", "roger"), "024", dice=(6, 6, 6))))
    assert shared.says.startswith("Peter and Roger made one kill each. 1 shot: 1 hit")


def test_13_1_a_unit_that_was_eliminated_and_came_back_is_told_as_both() -> None:
    """It once read "none eliminated" where the pool was empty again at the end."""
    position = table(people={"peter": "022"}, zombies={"024": 4})
    played = steps(
        position, StartMove(("peter",)), Shoot(("peter",), "024", dice=(6, 6)), EndTurn(),
        *[NextPhase()] * 4, RollEntrance(dice=(1, 1), draw=(4, 3)),
    )  # fmt: skip
    (units,) = (figure for figure in course(played) if figure.id == "units")
    assert "1 eliminated, 2 brought in" in units.says


def test_9_1_a_hidden_zombie_that_appeared_is_counted_beside_the_units_that_came_and_went() -> None:
    """The units at the end are those of the beginning, less those eliminated, and all that came."""
    position = table(people={"peter": "022"}, zombies={"003": 4}, hidden=["021", "024"], hidden_box=[6, 2])
    waited = (EndTurn(), *[NextPhase()] * 4, RollEntrance(dice=(2, 2)), NextPhase())
    played = steps(position, *waited, MOVE, Step("021", draw=(6,)), EndTurn())
    (units,) = (figure for figure in course(played) if figure.id == "units")
    assert units.says.startswith("1 zombie units were on the map after set-up and 2 at the end")
    assert units.says.endswith("none eliminated, 1 hidden zombie appeared, 1 hidden zombie never appeared.")


def test_the_page_shows_the_sentence_and_neither_axis_nor_table(ended: Seated) -> None:
    shown = ended.client.get(f"/t/{ended.code}/report", headers=ended.headers("table")).text
    figures = dict(re.findall(r'<figure class="panel figure" id="(\w+)">(.*?)</figure>', shown, re.DOTALL))
    for name, sentence in (("doors", "Every door stayed open"), ("shots", "Nobody fired a shot.")):
        assert sentence in figures[name]
        assert not re.search("<svg|<table|<details", figures[name])
    assert "<svg" in figures["units"]


@pytest.mark.parametrize(
    ("hidden", "box", "words"),
    [([], [], "every hidden zombie appeared."), (["021"], [6], "1 hidden zombie never appeared.")],
)
def test_9_0_hidden_zombies_that_waited_to_the_end_are_counted(
    hidden: list[str], box: list[int], words: str
) -> None:
    position = table(people={"peter": "022"}, zombies={"003": 4}, hidden=hidden, hidden_box=box)
    assert course(steps(position, MOVE, EndTurn()))[0].says.endswith(words)
