"""A finished game at one line of its record: the map with everything revealed, and the story around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.drawing import board_view
from referee.games.dawn_of_the_dead.labels.wording import GAME_TURN, PHASES, seat_name
from referee.games.dawn_of_the_dead.pages.game_log import agreement_note
from referee.games.dawn_of_the_dead.records import OwnFinished
from referee.records.data import Line
from referee.records.text import Json
from rules.dawn_of_the_dead.effects import UNIT
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import SET_UP
from rules.dawn_of_the_dead.view import View, opened
from rules.effects import Effect, to_json

PLACES: Mapping[str, tuple[str, ...]] = {
    "place": ("square",), "move": ("path",), "appear": ("square",), "read": ("square",),
    "eliminate": ("square",), "berserk_check": ("square",), "smash": ("square", "between"),
    "door": ("between",), "attack": ("square",), "attack_declared": ("square",), "victims": ("square",),
    "attacked": ("square",), "shot": ("at",), "status": ("square",), "rifle": ("whom",),
}  # fmt: skip
"""Where each effect takes place. What only follows from one, such as a unit turned down, has no place."""
ROLLS: Mapping[str, tuple[str, ...]] = {"roll": ("whom",)}
"""Where a roll without any effect takes place."""


def highlighted_squares(effects: Iterable[Effect], view: View) -> list[str]:
    """Return the squares of these effects; for a character it is its square in the `view`."""
    told = [to_json(effect) for effect in effects]
    return list(dict.fromkeys(_squares(told, PLACES, view))) or list(_squares(told, ROLLS, view))


def _squares(told: Iterable[Json], places: Mapping[str, tuple[str, ...]], view: View) -> Iterator[str]:
    for effect in told:
        if effect["effect"] == "move" and effect["whom"] == UNIT:
            yield effect["from"]
        for name in places.get(effect["effect"], ()):
            value = effect[name]
            for place in [value] if isinstance(value, str) else value or ():
                square = view.characters[place].square if place in view.characters else place
                if square:
                    yield square


BEFORE, BEHIND = 5, 4
"""The number of lines of the story before and after the one that is shown."""


def replayed(game: OwnFinished, n: int, base: str) -> Json:
    """Return what the page shows after line `n`; a line that was taken back shows the map without it.

    Raises nothing: `n` is one of the record's lines, or 0.
    """
    index = sum(line.n <= n for line in game.standing)
    before = game.standing[index - 1] if index else None
    line = next((entry for entry in game.lines if entry.n == n), None)
    view = opened(game.positions[index])
    return {
        "report_url": f"{base}/report",
        "n": n,
        "count": game.lines[-1].n,
        "turn": line.turn if line else 1,
        "phase": PHASES[view.phase].name,
        "story": line.story if line else "The units are on their symbols. Nobody has moved yet.",
        "who": seat_name(line.seat, game.names) if line else "",
        "cases": line.cases if line else (),
        "mark": _mark(game, line),
        "at": line.at if line else "",
        "keys": _keys(game.standing, before, n, index, f"{base}/report"),
        "lines": _around(game, n, f"{base}/report"),
        "turns": _turns(game, line.turn if line else 0, f"{base}/report"),
        "facts": _facts(view),
        "map": _map(
            game.positions[index].setting,
            view,
            highlighted_squares(game.effects[n], view) if line and line.stands else (),
        ),
    }


def _map(setting: Setting, view: View, squares: Sequence[str]) -> Any:
    marks = {**dict.fromkeys(view.hidden or (), "hidden"), **dict.fromkeys(squares, "aim")}
    symbols = view.phase in SET_UP
    return board_view(setting.board, view, sheet=setting.sheet, marks=marks, symbols=symbols)


def _facts(view: View) -> list[Json]:
    """Return what the map does not show: hidden zombies, and the pieces off the board."""
    facts = [
        ("Hidden zombies in", ", ".join(view.hidden or ()) or "no square"),
        ("In the Hidden Zombie box", _values(view.hidden_box or ())),
        ("Eliminated", _values(view.eliminated)),
    ]
    return [{"name": name, "value": value} for name, value in facts]


def _values(values: Sequence[int | None]) -> str:
    known = sorted(v for v in values if v is not None)
    unseen = len(values) - len(known)
    words = [*map(str, known), *([f"{unseen} unseen"] if unseen else [])]
    return ", ".join(words) or "none"


def _mark(game: OwnFinished, line: Line | None) -> str:
    if line is None:
        return ""
    return agreement_note(
        taken_back=not line.stands,
        overridden=line.overridden,
        answered_for=line.answered_for,
        secrets_open=any(end["n"] == line.taken_back_at for end in game.reopened),
    )


def _keys(standing: Sequence[Line], before: Line | None, n: int, index: int, base: str) -> list[Json]:
    """Return the four keys; one that leads nowhere has no address."""
    shown = before is not None and before.n == n
    back = standing[index - 2].n if shown and index > 1 else 0 if shown or not before else before.n
    on = standing[index].n if index < len(standing) else None
    last = standing[-1].n if standing else 0
    keys = [
        ("first", "First", "⇤", 0 if n else None),
        ("previous", "Previous", "‹", back if n else None),
        ("next", "Next", "›", on),
        ("last", "Last", "⇥", last if n != last else None),
    ]
    return [
        {"id": i, "name": name, "sign": sign, "url": f"{base}/{to}" if to is not None else ""}
        for i, name, sign, to in keys
    ]


def _around(game: OwnFinished, n: int, base: str) -> list[Json]:
    """Return the story around line `n`, a line each."""
    return [
        {
            "n": line.n,
            "text": line.story,
            "url": f"{base}/{line.n}",
            "here": line.n == n,
            "mark": _mark(game, line),
            "back": not line.stands,
        }
        for line in game.lines[max(0, n - 1 - BEFORE) : n + BEHIND]
    ]


def _turns(game: OwnFinished, now: int, base: str) -> list[Json]:
    """Return where each Game-Turn begins."""
    first: dict[int, int] = {}
    for line, position in zip(game.standing, game.positions, strict=False):
        if position.phase in GAME_TURN:
            first.setdefault(line.turn, line.n)
    return [{"turn": turn, "url": f"{base}/{n}", "here": turn == now} for turn, n in sorted(first.items())]
