"""Objectives (1.4), the end of the game, and who has won."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from rules.zombies_surviving.charts import PACKAGE, charts
from rules.zombies_surviving.position import OFF, Goal, Position

INFECTED = "infected"
HOARD, ROUNDS = 5, 12
TURNS_OVER, TURNED_UP = "turns_over", "tokens_turned_up"
"""The numbers of whole turns that have been played, and of incident tokens that are known."""


@cache
def _data() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = json.loads((files(PACKAGE) / "data" / "goals.json").read_text("utf-8"))
    return loaded


@cache
def offered() -> Mapping[str, Mapping[str, Any]]:
    """Return the objectives to choose from, by their ids."""
    return {one["id"]: one for one in _data()["goals"]}


@cache
def personal() -> Mapping[str, str]:
    """Return the secret personal objectives, by their ids."""
    return {one["id"]: one["text"] for one in _data()["personal"]}


def goal_of(id_: str, players: int) -> Goal:
    """Return an objective to choose from, as so many players play for it."""
    one = offered()[id_]
    each = int(one.get("each", 0))
    needed = int(one.get("needed", 0 if each else 1)) + each * players
    return Goal(one["text"], measure=one["measure"], needed=needed, item=one.get("item", ""))


def living(position: Position, seat: str | None = None) -> tuple[str, ...]:
    """Return the survivors who live, of one player or of all; those who left the table too (1.5)."""
    return tuple(
        name
        for name, one in position.figures.items()
        if one.kind == "survivor" and one.seat and (seat is None or one.seat == seat)
    )


def on_table(position: Position, seat: str | None = None) -> tuple[str, ...]:
    """Return the living survivors that are on the table."""
    return tuple(name for name in living(position, seat) if position.figures[name].zone != OFF)


def party(position: Position, seat: str | None = None) -> tuple[str, ...]:
    """Return the living survivors that count for objectives: not hostile ones that somebody plays (8.7)."""
    return tuple(n for n in living(position, seat) if position.figures[n].attitude != "hostile")


def progress(position: Position, goal: Goal) -> tuple[int, int]:
    """Return how much of an objective is done, and how much is needed."""
    if goal.text in position.met:
        return goal.needed, goal.needed
    mine = [position.figures[name] for name in party(position)]
    needed = goal.needed
    if goal.measure == "buildings" and position.buildings:
        needed = min(needed, len(position.buildings))
    if goal.measure == "turns" and position.limit:
        needed = min(needed, position.limit)
    match goal.measure:
        case "supplies":
            done = sum(one.supplies for one in mine)
        case "buildings":
            done = sum(one.searched for one in position.buildings.values())
        case "tokens":
            done = position.counts.get(TURNED_UP, 0)
        case "item":
            done = sum(one.carries(goal.item) for one in mine)
        case "turns":
            done = position.counts.get(TURNS_OVER, 0)
        case "away":
            done = int(bool(mine) and not any(one.on_table for one in mine))
        case _:
            done = 0
    return min(done, needed), needed


def is_met(position: Position, goal: Goal) -> bool:
    """Whether an objective is met."""
    done, needed = progress(position, goal)
    return done >= needed


def primary_met(position: Position) -> bool:
    """Whether all primary objectives are met; without any nobody has won before the last turn (R-1.4b)."""
    primary = [goal for goal in position.goals if not goal.secondary]
    return bool(primary) and all(is_met(position, goal) for goal in primary)


def personal_met(position: Position, seat: str, objective: str) -> bool:
    """Whether the personal objective of a seat is met."""
    mine = [position.figures[name] for name in living(position, seat)]
    dead = position.counts.get(f"dead {seat}", 0) > 0
    others = [other for other in position.seats if other != seat]
    carried = [item.item for one in mine for item in one.items]

    def most(values: Mapping[str, int]) -> bool:
        return bool(mine) and all(values[seat] > values[other] for other in others)

    match objective:
        case "richest":
            return most({one: _supplies(position, one) for one in position.seats})
        case "hoard":
            return _supplies(position, seat) >= HOARD
        case "unbitten":
            return bool(mine) and not dead and not any(one.bites for one in mine)
        case "unhurt":
            return bool(mine) and not dead and not any(one.wounds for one in mine)
        case "special":
            special = {row.value["item"] for row in charts()["11.5"].entries}
            return bool(special & {*carried})
        case "armed":
            return any(item.loaded >= ROUNDS for one in mine for item in one.items)
        case "fuel":
            return "gasoline" in carried
        case "last":
            return most({one: len(living(position, one)) for one in position.seats})
    return False


def _supplies(position: Position, seat: str) -> int:
    return sum(position.figures[name].supplies for name in living(position, seat))


def must_end(position: Position) -> str:
    """Return why the game is at its end after this turn, or "" (1.4, 1.5, 8.7)."""
    if primary_met(position):
        return "All primary objectives are met."
    left = party(position)
    if not left:
        return "No survivor is left."
    if not any(position.figures[name].on_table for name in left):
        return "All survivors have left the table."
    if position.limit and position.turn >= position.limit:
        return f"Turn {position.limit} was the last one."
    return ""


def winners(position: Position) -> tuple[str, ...]:
    """Return the seats that have won (R-1.4a).

    All whose figures live, once the primary objectives are met. With personal objectives only those among
    them who have met their own. Those who play hostile ones win where nobody of the others lives (R-8.7b),
    and those who play a boss where nobody lives at all (R-8.7d).
    """
    if not party(position):
        bosses = {position.figures[name].seat for name in position.standing("boss")}
        hostile = tuple(seat for seat in position.seats if living(position, seat))
        return hostile or tuple(seat for seat in position.seats if seat in bosses)
    if not primary_met(position) and any(not goal.secondary for goal in position.goals):
        return ()
    alive = [seat for seat in position.seats if _healthy(position, seat)]
    own = position.objectives
    return tuple(seat for seat in alive if not own.get(seat) or personal_met(position, seat, own[seat]))


def _healthy(position: Position, seat: str) -> Sequence[str]:
    return [name for name in party(position, seat) if not position.figures[name].status(INFECTED)]
