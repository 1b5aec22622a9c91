"""What a seat is shown: the view, the ruling and the record. Everything that leaves is made here.

`view` is the game's own view for the seat with what the table adds: its `version`, whose `seat` this is, the
`moment` (what was just done, as everybody saw it), what is `underway`, the `request` that waits for an
answer, who `declined` one since the last step (what this seat has not read of it yet is `unread`), what the
players are called (`names`), which device wants to share a private seat or was let in since the last step
(`arrival`), which step would be taken back (`undo`), what the referee proposes for a side that nobody plays
(`advice`), and, for the seats that practise, what it would do for their side (`practice`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from referee import records
from referee.storage.rows import Line, Request
from referee.systems.protocol import SPECTATOR, Action, JsonObject
from referee.tables.joint_shots import wanted
from referee.tables.loaded_table import LoadedTable
from referee.tables.newcomers import arrival, with_company
from referee.tables.proposals import advice, practice, shown
from rules.ruling import Ruling

_TURNS = 3
"""The present turn, and the two before it."""


def view(table: LoadedTable, seat: str) -> dict[str, Any]:
    """Return what a seat may see of the table now. The caller must not change it: it is kept."""
    made: dict[str, Any] | None = table.views.get(seat)
    if made is None:
        given, seat = seat, _eyes(table, seat)
        made = table.match.view(table.position, seat)
        made["code"], made["seat"], made["version"] = table.code, given, table.version
        made["names"], made["arrival"] = dict(table.names), arrival(table)
        made["map"], made["sheet"] = table.match.options.get("map"), table.match.options.get("sheet")
        made["moment"] = _moment(table, seat)
        made["underway"] = _underway(table, seat)
        made["request"] = _request(table, seat)
        made["declined"] = None if table.declined is None else asdict(table.declined)
        made["unread"] = asdict(table.unread[seat]) if seat in table.unread else None
        made["undo"] = _undo(table)
        if table.game.rematch:
            made["rematch"] = {"code": table.game.rematch, "swapped": bool(table.game.rematch_swapped)}
        if table.match.adviser is not None:
            proposal = advice(table)
            made["advice"] = None if proposal is None else shown(table.match, proposal)
        if seat in table.match.practice_seats:
            made["practice"] = shown(table.match, tried) if (tried := practice(table, seat)) else None
        table.views[given] = made
    return made


def acting(table: LoadedTable) -> str:
    """Return the side that must act now, as everybody sees it; "" for none."""
    agenda = view(table, table.match.public_seat).get("agenda", ())
    return next((item["seat"] for item in agenda if item["seat"] in table.match.sides), "")


def face_down(table: LoadedTable) -> Mapping[int, Fraction]:
    """Return the chance of each value of a face-down piece, the same for every seat.

    It is not part of a view: only the page with the odds asks for it.
    """
    return table.match.face_down([*table.positions[:-1], table.position])


def ruling(judged: Ruling[Any]) -> dict[str, Any]:
    """Return a ruling as a seat may see it, without the position after it and without unseen draws."""
    return {
        "legal": judged.legal,
        "cases": list(judged.cases),
        "reason": judged.reason,
        "needs": {
            name: need if isinstance(need, int) else list(need)
            for name, need in judged.needs.items()
            if name != "draw"
        },
        "after": None,
        "firm": judged.firm,
    }


def record(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the record as a seat may see it, header first. After the game it is whole, seals opened."""
    over, seat = table.finished, _eyes(table, seat)
    sealed = table.game.draw and not over
    drawn = None if sealed else table.game.draw
    lines = [with_company(table, table.match.header(drawn, seals(table)))]
    lines += [record_line(table, line, None if over else seat) for line in table.lines]
    if over:
        lines.append(records.closing(_opened(table)))
    return lines


def story(table: LoadedTable, seat: str) -> list[dict[str, Any]]:
    """Return the log for people: what happened, a line each, the oldest first."""
    seat = _eyes(table, seat)
    return [record_line(table, line, None if table.finished else seat) for line in table.lines]


def _eyes(table: LoadedTable, seat: str) -> str:
    """Return the seat whose view a seat gets: spectators see what the public seat sees."""
    return table.match.public_seat if seat == SPECTATOR else seat


@dataclass(frozen=True, slots=True)
class Played:
    """An action that stands, as everybody saw it: its record line, and the views before and after."""

    line: dict[str, Any]
    before: dict[str, Any]
    after: dict[str, Any]


def recent_actions(table: LoadedTable, turn: Callable[[Any], Any]) -> list[Played]:
    """Return the actions of the last three turns as the public seat saw them, the oldest first.

    `turn` says which turn a view is of.
    """
    seat, played, turns, used = table.match.public_seat, list[Played](), set[Any](), dict[int, Any]()

    def seen(position: Any) -> dict[str, Any]:
        used[id(position)] = table.passed.get(id(position)) or (position, table.match.view(position, seat))
        view: dict[str, Any] = used[id(position)][1]
        return view

    after = seen(table.positions[-1])
    for line, position in zip(reversed(table.standing()), reversed(table.positions[:-1]), strict=True):
        turns.add(turn(after))
        if len(turns) > _TURNS:
            break
        before = seen(position)
        played.append(Played(record_line(table, line, seat), before, after))
        after = before
    table.passed = used
    return played[::-1]


def taken_back_actions(table: LoadedTable) -> list[Played]:
    """Return the actions just taken back as the public seat saw them, the oldest first."""
    seat, played, position = table.match.public_seat, list[Played](), table.positions[-1]
    before = table.match.view(table.position, seat)
    for line in table.lines:
        if line.taken_back_at != table.last_number:
            continue
        judge = table.match.force if line.overridden else table.match.rule
        after = judge(position, table.match.read(line.action)).after
        if after is None:  # It was never carried out: a question of its was still open.
            break
        position, seen = after, table.match.view(after, seat)
        played.append(Played(record_line(table, line, seat), before, seen))
        before = seen
    return played


def seals(table: LoadedTable) -> dict[str, str]:
    """Return the commitments made so far: the order of the units, the dice, and what was chosen in secret."""
    return {name: records.seal(nonce, value) for name, (nonce, value) in _opened(table).items()}


def _opened(table: LoadedTable) -> dict[str, tuple[str, Any]]:
    game = table.game
    opened: dict[str, tuple[str, Any]] = {"dice": (game.seed_nonce, game.seed)}
    if game.draw:
        opened["draw"] = (game.draw_nonce, list(game.draw))
    for line in table.lines:
        sealed = table.match.sealed(table.match.read(line.action)) if line.nonce and line.stands else None
        if sealed is not None and line.nonce:
            opened[sealed[0]] = (line.nonce, sealed[1])
    return opened


def record_line(table: LoadedTable, line: Line, seat: str | None) -> dict[str, Any]:
    """Return a line of the record as a seat may see it; None is for everybody, once the game is over."""
    action: JsonObject = line.action if seat is None else table.match.public(line.action, seat)
    entry = records.line(
        line.n,
        line.turn,
        line.seat,
        action,
        _cases(table, line, seat),
        line.at,
        overridden=line.overridden,
        taken_back=not line.stands,
        answered_for=line.answered_for,
        answered_by=table.match.public_seat,
    )
    entry["story"] = line.story
    if line.automatic:
        entry["automatic"] = True
    if line.rolled:
        entry["rolled"] = dict(line.rolled)
    if line.taken_back_at is not None:
        entry["taken_back_at"] = line.taken_back_at
    if line.nonce and (sealed := table.match.sealed(table.match.read(line.action))):
        entry["seal"] = records.seal(line.nonce, sealed[1])
    return entry


def _moment(table: LoadedTable, seat: str) -> dict[str, Any] | None:
    """Return what was just done, in the words of the moment; nothing after a step was taken back."""
    ended = table.ended
    if table.just_taken_back or len(table.lines) <= ended:
        return None
    standing = table.lines[-1 - ended]
    return {
        "n": standing.n,
        "seat": standing.seat,
        "action": table.match.public(standing.action, seat),
        "cases": _cases(table, standing, seat),
        "reason": table.reason or standing.story,
        "overridden": standing.overridden,
        "ended": table.match.ended_phases(table.positions[-2 - ended :]) if ended else "",
    }


def _underway(table: LoadedTable, seat: str) -> dict[str, Any] | None:
    begun = table.underway
    if begun is None:
        return None
    action = table.match.read(begun.action)
    judge = table.judge(overridden=begun.overridden)
    judged = judge(table.positions[-1], action)
    return {"seat": begun.seat, "action": table.match.public(begun.action, seat), **_wanted(judged)}


def _wanted(judged: Ruling[Any]) -> dict[str, Any]:
    made = ruling(judged)
    return {"needs": made["needs"], "reason": made["reason"], "cases": made["cases"]}


def concerns(table: LoadedTable, action: Action, seat: str) -> bool:
    """Whether a seat may know everything about an action before it is done: a public one, or its own."""
    return bool(table.match.seats_for(action) & {table.match.public_seat, seat})


def _request(table: LoadedTable, seat: str) -> dict[str, Any] | None:
    asked = table.request
    if asked is None:
        return None
    action = None if asked.action is None else _proposed(table, asked.action, seat)
    lines = [line.n for line in table.standing() if asked.n is not None and line.n >= asked.n]
    return {
        "kind": asked.kind,
        "seat": asked.seat,
        "n": asked.n,
        "lines": lines,
        "steps": _steps(table, asked),
        "place": _place(table, asked),
        "action": action,
        "agreed": list(asked.agreed),
        "wanted": wanted(table, asked),
    }


def _steps(table: LoadedTable, asked: Request) -> int:
    """Return how many steps a request would take back; a phase that ended by itself is none."""
    begun = table.underway is not None
    return begun + sum(
        not line.automatic and asked.n is not None and line.n >= asked.n for line in table.standing()
    )


def _place(table: LoadedTable, asked: Request) -> str:
    """Return what players call the place that a request goes back to, or "" where it has no name."""
    return next((place.name for place in table.match.places(table.steps()) if place.n == asked.n), "")


def _proposed(table: LoadedTable, action: JsonObject, seat: str) -> dict[str, Any]:
    """Return an action that somebody asks for; of a secret one the others learn no more than its kind."""
    if concerns(table, table.match.read(action), seat):
        return table.match.proposed(action, seat)
    return {"do": action["do"]}


def _cases(table: LoadedTable, line: Line, seat: str | None) -> list[str]:
    """Return the cases of a line; not those of an overruled secret choice, which would betray it."""
    visible = (
        seat is None
        or not (line.overridden and line.nonce)
        or concerns(table, table.match.read(line.action), seat)
    )
    return list(line.cases) if visible else []


def _undo(table: LoadedTable) -> dict[str, Any] | None:
    """Return the step that would be taken back first; None before the first and after the game."""
    if table.finished:
        return None
    steps = [line for line in table.standing() if not line.automatic]
    if table.underway is not None:
        return {"n": table.last_number + 1, "story": "", "places": _places(table, len(steps) + 1)}
    if not steps:
        return None
    return {"n": steps[-1].n, "story": steps[-1].story, "places": _places(table, len(steps))}


def _places(table: LoadedTable, count: int) -> list[dict[str, Any]]:
    """Return the places to take back to, other than the last of `count` steps."""
    steps = table.steps()
    numbers = [step.n for step in steps]
    return [
        {"n": place.n, "name": place.name, "steps": count - numbers.index(place.n)}
        for place in table.match.places(steps)
        if count - numbers.index(place.n) > 1
    ]
