"""What a seat is shown of the request that waits at a table for an answer."""

from __future__ import annotations

from typing import Any

from referee.games.ports import Json
from referee.storage.rows import Request
from referee.tables import read_before
from referee.tables.joint_shots import wanted
from referee.tables.loaded_table import LoadedTable
from referee.tables.record_projections import concerns


def request_of(table: LoadedTable, seat: str) -> dict[str, Any] | None:
    """Return the request that waits for an answer, as a seat sees it; None where none does."""
    asked = table.request
    if asked is None:
        return None
    action = None if asked.action is None else _proposed(table, asked.action, seat)
    lines = [line.n for line in table.standing() if asked.n is not None and line.n >= asked.n]
    return {
        "kind": asked.kind,
        "serial": asked.serial,
        "seat": asked.seat,
        "n": asked.n,
        "lines": lines,
        "steps": _steps(table, asked),
        **_place(table, asked),
        "action": action,
        **_corrects(table, asked),
        **_refused(table, asked, seat),
        "agreed": list(asked.agreed),
        "wanted": wanted(table, asked),
    }


def _corrects(table: LoadedTable, asked: Request) -> dict[str, Any]:
    """Return the values that a request corrects, by place: nobody agrees to what he is not told."""
    if asked.kind != "override" or asked.action is None:
        return {}
    values = read_before.otherwise(table, table.match.read(asked.action))
    return {"corrects": dict(values)} if values else {}


def _refused(table: LoadedTable, asked: Request, seat: str) -> dict[str, Any]:
    """Return why the referee refused the action that a request would allow, as far as a seat may know it.

    The ruling is the one that this seat would get itself. It is not told of an action that is secret to it.
    """
    if asked.kind != "override" or asked.action is None:
        return {}
    action = table.match.read(asked.action)
    if not concerns(table, action, seat):
        return {}
    rulings = (
        table.match.check(table.position, one, seat) for one in (table.match.without_results(action), action)
    )
    refused = next((one for one in rulings if not one.legal), None)
    return {"refused": {"reason": refused.reason, "cases": list(refused.cases)}} if refused else {}


def _steps(table: LoadedTable, asked: Request) -> int:
    """Return how many steps a request would take back; a phase that ended by itself is none."""
    begun = table.underway is not None
    return begun + sum(
        not line.automatic and asked.n is not None and line.n >= asked.n for line in table.standing()
    )


def _place(table: LoadedTable, asked: Request) -> dict[str, Any]:
    """Return the name of the place that a request goes back to, or "", and what the way there changes."""
    for place in table.match.places(table.steps()):
        if place.n == asked.n:
            return {"place": place.name, **({"undone": place.undone} if place.undone else {})}
    return {"place": ""}


def _proposed(table: LoadedTable, action: Json, seat: str) -> dict[str, Any]:
    """Return an action that somebody asks for; others learn only the kind of a secret one."""
    if concerns(table, table.match.read(action), seat):
        return table.match.proposed(action, seat)
    return {"do": action["do"]}
