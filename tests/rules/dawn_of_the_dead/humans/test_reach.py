"""5.0 How far a move can go: the cheapest paths of steps that `rule` allows, blind to secrets.

Allowances on the small mall: Peter 8, Roger 7, Steve 6, Fran 5.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Step
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.humans.human_movement import points_left, stack_square
from rules.dawn_of_the_dead.humans.reach import Way, out_of_reach, reach
from rules.dawn_of_the_dead.position import Counters, Position
from rules.dawn_of_the_dead.view import redact
from tests.rows import each
from tests.rules.dawn_of_the_dead.chance import scrambled
from tests.rules.dawn_of_the_dead.small_mall import SOLID_TOYS
from tests.rules.dawn_of_the_dead.table import do, refused, table


def moving(name: str = "fran", square: str = "022", **more: object) -> Position:
    """Return a position in which one character is on the move; the rest as for `table`."""
    zombies = more.pop("zombies", None)
    people = more.pop("people", {})
    move = {"characters": [name], **more.pop("move", {})}  # type: ignore[dict-item]
    everybody = {name: square, **people}  # type: ignore[dict-item]
    return table("human", everybody, zombies, move=move, **more)  # type: ignore[arg-type]


def test_5_1_every_square_has_the_points_that_all_steps_to_it_cost() -> None:
    ways = reach(moving("fran", "022"))
    assert ways["023"] == Way(1, ("023",))
    assert ways["027"] == Way(5, ("023", "024", "025", "026", "027"))
    assert "022" not in ways
    assert max(way.points for way in ways.values()) == 5


def test_5_1_points_that_were_spent_are_gone() -> None:
    ways = reach(moving("fran", "022", move={"spent": 4, "acted": True}))
    assert ways
    assert set(ways.values()) == {Way(1, (s,)) for s in ways}
    assert reach(moving("fran", "022", move={"spent": 5, "acted": True})) == {}


def test_5_3_a_way_leads_through_open_doors_only() -> None:
    """5.3, 5.5: opening a door is an action of its own, so that no way counts on it."""
    assert reach(moving("fran", "024"))["014"].path == ("014",)
    assert reach(moving("steve", "024", closed=[SOLID_TOYS]))["014"].points > 1


def test_5_4_a_revealed_unit_is_left_for_its_value_besides() -> None:
    ways = reach(moving("peter", "022", zombies={"022": 3}))
    assert ways["023"] == Way(4, ("023",))
    assert ways["024"] == Way(5, ("023", "024"))


def test_5_4_no_way_leads_on_from_a_unit_that_lies_face_down() -> None:
    """5.4: what comes after hangs on its value; another way round may be longer."""
    position = moving("peter", "020", zombies={"021": 1})
    ways = reach(redact(position, "human").open_position())
    assert ways["021"] == Way(1, ("021",))
    assert ways["022"] == Way(4, ("030", "031", "032", "022"))


def test_14_2_zombies_that_may_still_hide_shorten_no_way() -> None:
    """R-14.2a: to whoever cannot see them the game looks won; the ways are those of any other position."""
    armed = {"fran": "022 rifle", "steve": "023 rifle"}
    shut = dict.fromkeys(("north", "west", "east", "south"), "closed")
    position = table("human", armed, move={"characters": ["fran"]}, main_doors=shut, hidden=["041"])
    assert position.phase == "human"
    ways = reach(redact(position, "human").open_position())
    assert ways == reach(moving("fran", "022"))
    assert max(way.points for way in ways.values()) == 5


def test_11_3_a_super_zombie_in_the_way_costs_its_two_points() -> None:
    ways = reach(moving("peter", "020", people={"steve": "021 super_zombie"}, zombies={"030": None}))
    assert ways["022"] == Way(4, ("021", "022"))


def test_5_6_carrying_costs_more_for_each_square() -> None:
    carrying = {"carrying": {"by": "peter", "whom": "fran"}}
    ways = reach(moving("peter", "022", people={"fran": "022"}, move=carrying))
    assert ways["024"].points == 2 * ways["023"].points > 2


def test_5_4_cardboard_whose_value_nobody_has_read_gives_a_least_figure() -> None:
    position = moving("peter", "022", zombies={"022": None}, counters="physical")
    assert reach(position)["023"] == Way(1, ("023",), at_least=True)


def test_11_3_a_super_zombie_beside_it_is_in_the_least_figure() -> None:
    """R-5.4a: its two points are known, though the value of the unit is not."""
    with_steve = {"zombies": {"022": None}, "people": {"steve": "022 super_zombie"}, "counters": "physical"}
    assert reach(moving("peter", "022", **with_steve))["023"] == Way(3, ("023",), at_least=True)
    short_of_one = {"spent": 6, "acted": True}
    assert reach(moving("peter", "022", move=short_of_one, **with_steve)) == {}
    refused(
        moving("peter", "022", move=short_of_one, **with_steve),
        Step("023"),
        "5.1",
        "at least 3 Movement Points",
    )


def test_5_0_nobody_on_the_move_reaches_nothing() -> None:
    assert reach(table("human", {"peter": "022"})) == {}
    assert reach(replace(moving(), phase="reaction")) == {}


def far(position: Position, to: str) -> tuple[str, str]:
    """Return the deciding case and the sentence that refuse a walk."""
    assert position.move
    ruling = out_of_reach(position, position.move, to)
    assert not ruling.legal
    return ruling.cases[0], ruling.reason


def test_5_1_a_walk_beyond_the_points_is_refused_with_what_it_would_take() -> None:
    takes = reach(moving("peter", "022"))["057"].points
    assert far(moving("fran", "022"), "057") == (
        "5.1",
        f"Going from 022 to 057 costs {takes} Movement Points; 5 left.",
    )
    nothing_left = moving("fran", "022", move={"spent": 5, "acted": True})
    assert far(nothing_left, "024") == ("5.1", "Going from 022 to 024 costs 2 Movement Points; none left.")


def test_6_5_whoever_panicked_walks_nowhere() -> None:
    case, reason = far(moving("fran", "022", move={"acted": True, "panicked": ["fran"]}), "024")
    assert case == "6.5"
    assert "Fran panicked" in reason


def test_5_3_where_closed_doors_shut_a_square_off_no_way_leads_there() -> None:
    position = moving("peter", "022")
    board = position.setting.board
    shut = replace(position, doors=dict.fromkeys(board.doors, "closed"))
    cut_off = next(s for s in board.squares if s not in reach_without_limit(shut))
    assert far(shut, cut_off)[0] == "5.3"
    assert far(position, cut_off)[0] != "5.3"


def reach_without_limit(position: Position) -> set[str]:
    assert position.move
    return {"022", *reach(replace(position, move=replace(position.move, spent=-1000)))}


def test_5_4_a_value_that_nobody_knows_leaves_the_points_open() -> None:
    """5.4: where the only ways lead past a unit that lies face down, what it takes hangs on the value."""
    position = moving("peter", "022", zombies={"022": None}, counters="physical")
    case, reason = far(position, "024")
    assert case == "5.4"
    assert "022 to 024" in reason


def test_5_1_what_is_too_far_at_any_value_is_refused_for_its_points() -> None:
    """5.4: the value that nobody knows is no reason where the steps alone cost more than is left."""
    spent = {"spent": 5, "acted": True}
    position = moving("peter", "022", move=spent, zombies={"022": None}, counters="physical")
    assert far(position, "027") == ("5.1", "Going from 022 to 027 costs at least 5 Movement Points; 3 left.")
    assert far(position, "025")[0] == "5.4"


def test_5_0_it_agrees_with_the_referee_and_knows_no_secret(small: Setting) -> None:
    """Squares one step away are the legal steps. Each path costs what it says, and none is cheaper."""

    def check(counters: Counters, seed: int) -> None:
        position = scrambled(small, Random(f"reach {seed}"), "human", counters)
        starts = [a for a in game.legal_actions(position) if a.do == "start_move" and not position.move]
        position = do(position, starts[0]) if starts else position
        seen = redact(position, "human").open_position()
        assert not seen.hidden
        ways = reach(seen)
        near = {square for square, way in ways.items() if len(way.path) == 1}
        assert near == {a.to for a in game.legal_actions(position) if isinstance(a, Step)}
        for square, way in ways.items():
            assert walked(seen, way.path) == way.points, square
        for square, points in every_walk(seen).items():
            assert ways[square].points == points, square

    each(product(("digital", "physical"), range(12)), check)


def walked(position: Position, path: tuple[str, ...]) -> int:
    """Return the points that a path takes; a last step that must read a value counts by hand."""
    before = position
    for square in path[:-1]:
        ruling = game.rule(position, Step(square))
        assert ruling.after is not None
        position = ruling.after
    last = game.rule(position, Step(path[-1]))
    assert last.legal
    if last.after is None:
        return spent(position) - spent(before) + 1 + leaving(position)
    return spent(last.after) - spent(before)


def leaving(position: Position) -> int:
    """Return the known values of units left behind, and what carrying adds (5.4, 5.6)."""
    assert position.move is not None
    here = stack_square(position, position.move)
    unit = position.zombies.get(here)
    carried = position.move.carrying
    extra = equipment.carry_cost(carried[0]) if carried else 0
    return (unit.value or 0 if unit else 0) + 2 * len(position.supers_at(here)) + extra


def spent(position: Position) -> int:
    assert position.move is not None
    return position.move.spent


def every_walk(position: Position) -> dict[str, int]:
    """Return the fewest points for every square that some walk of known cost ends in, trying them all."""
    best: dict[str, int] = {}
    if position.move is None:
        return best
    start, begun = stack_square(position, position.move), spent(position)
    stack: list[tuple[Position, tuple[str, ...]]] = [(position, (start,))]
    while stack:
        there, path = stack.pop()
        for near in position.setting.board.passages[path[-1]]:
            after = None if near in path else game.rule(there, Step(near)).after
            if after is None:
                continue
            cost = spent(after) - begun
            if cost <= best.get(near, cost):
                best[near] = cost
                assert after.move is not None
                if points_left(after, after.move):
                    stack.append((after, (*path, near)))
    return best
