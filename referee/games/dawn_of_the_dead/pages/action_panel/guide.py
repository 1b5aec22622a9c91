"""The guide of a first turn: what to tap next, and what is happening, in a sentence or two.

It follows the game and forces nothing: each hint is worked out from what the seat sees. It ends when the
first Game-Turn is over, or at a tap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games.dawn_of_the_dead import seats
from referee.games.dawn_of_the_dead.labels.actions import label
from referee.games.dawn_of_the_dead.labels.wording import people
from referee.games.dawn_of_the_dead.pages.action_panel.keys import of_kinds
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import proposal_marks
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface.host import host
from referee.games.toolkit.http import url_at
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.view import View

bp = Blueprint("guide", __name__)
COOKIE = "guided"
"""Holds the code of the table where this device is guided."""
_FIRST: Mapping[str, int] = {
    "human": 1, "hidden_appearance": 5, "berserk": 6, "reaction": 7, "free_movement": 8, "attack": 9,
    "generation": 11,
}  # fmt: skip
"""The number of the first hint of each phase: four are about the characters, two about an attack.

After the shot the strike often needs no tap: its hint is the rest of the second one.
"""
_LAST = 12


@dataclass(frozen=True, slots=True)
class Hint:
    """One hint: its title and sentences, the case behind it, and what to point at.

    `square` is a square to tap before the key is there, `key` the name of an action whose key is meant, and
    `about` are the squares where it happens. `part` counts from 1 to `parts`. `tap` is what to do, in the few
    words that a phone has room for.
    """

    title: str
    says: str
    case: str
    part: int
    square: str = ""
    key: str = ""
    parts: int = _LAST
    over: bool = False
    tap: str = ""
    about: tuple[str, ...] = ()

    @property
    def asks(self) -> str:
        """Return what to do now: the last sentence of the hint, unless it has other words for that."""
        return self.tap or self.says.rpartition(". ")[2]


@bp.post("/guided")
def start() -> AnyResponse:
    """Start a table on the set position and guide this device through its first turn."""
    made = host().tables.create(seats.OPTIONS, seats.draw, seats.SEED)
    code, token = made["code"], made["seats"]["table"]["token"]
    with host().tables.locked(code) as table:
        host().tables.do(table, "table", seats.FIRST, 0)
    answer = redirect(url_at(f"/t/{code}"), 303)
    assert isinstance(answer, Response)
    answer.set_cookie(COOKIE, code, path=url_at("/"), samesite="Lax")
    return host().browser.with_seat_cookie(answer, code, token)


@bp.post("/t/<code>/guide")
def end(code: str) -> AnyResponse:
    """End the guide; the game can be played on."""
    host().browser.current_seat(code)
    answer: AnyResponse = (
        Response() if request.headers.get("HX-Request") else redirect(url_at(f"/t/{code}"), 303)
    )
    answer.delete_cookie(COOKIE, url_at("/"), samesite="Lax")
    return answer


def hint_for(context: SeatContext) -> Hint | None:
    """Return the hint for this device now, or None where it is not guided at this table."""
    if request.cookies.get(COOKIE) != context.view.code:
        return None
    shown = hint(context.view.game, context.actions)
    if shown is None or shown.over:
        return shown
    return replace(shown, about=_about(shown, context.view, context.setting.board))


def _about(shown: Hint, view: DawnView, board: Board) -> tuple[str, ...]:
    """Return the squares where it happens: those of pieces, else the open main doors, else of who moved."""
    if shown.square:
        return (shown.square,)
    if proposed := proposal_marks(view):
        return tuple(proposed)
    if view.game.phase == "generation":
        doors = view.game.main_doors
        return tuple(d.square for d in board.main_doors.values() if doors.get(d.name, "open") == "open")
    moved = [view.game.mover_square or "", *view.game.trail[-1:], view.game.characters["peter"].square or ""]
    return tuple(filter(None, moved))[:1]


def hint(view: View, actions: Sequence[Json]) -> Hint | None:
    """Return what a newcomer does next, from what the seat sees."""
    phase = view.phase
    if phase == "over" or view.turn > 1:
        return Hint(
            "That was one Game-Turn",
            "Now you know how it goes: characters move and shoot, then the zombies react, move, "
            "attack and come in. Play on, or start your own table.",
            "4.0", _LAST, over=True,
        )  # fmt: skip
    if phase not in _FIRST:
        return None
    if phase == "human":
        return _human(view, actions)
    return _attacked(view, actions) if phase == "attack" else _zombies(view, actions, _FIRST[phase])


def _human(view: View, actions: Sequence[Json]) -> Hint:
    shots = of_kinds(actions, "shoot")
    if view.move is None and not view.trail:
        return Hint(
            "Your move",
            "To win, close all four main doors, get the rifles and leave no zombie in the mall. "
            "In the Human Player-Turn one character moves, or several that share a square move together. "
            "Let Peter go: tap “Move Peter”.",
            "5.0", 1, key="start_move",
            tap="To win: close all four main doors, get the rifles, leave no zombie. Tap “Move Peter”.",
        )  # fmt: skip
    fired = sum(view.move.shots.values()) if view.move else 0
    fresh = view.move and not (fired or shots or view.move.spent)
    if fresh and of_kinds(actions, "step"):
        to = _next_square(view, actions)
        return Hint(
            "Walk",
            "No zombie is in sight here, so go on. Small numbers show what each square costs to reach. "
            f"Tap square {to} on the map, then “Go to {to}”.",
            "5.1", 2, square=to, key="step",
        )  # fmt: skip
    if view.move and not fired and shots:
        shot = next((a for a in shots if a["at"] == seats.TARGET), shots[0])
        at, key = shot["at"], label(shot)
        return Hint(
            "A zombie in sight",
            "Nobody knows how strong a unit is while it lies face down. Shoot at it: "
            f"tap square {at} on the map, then press the key “{key}”. "
            "The referee counts the dice and rolls them.",
            "6.0", 3, square=at, key="shoot", tap=f"Tap square {at}, then “{key}”.",
        )  # fmt: skip
    movers = view.moving or ("peter",)
    done = f"{people(movers)} {'is' if len(movers) == 1 else 'are'} done"
    return Hint(
        "Your choice",
        "Walk on or shoot while points and shots are left. "
        f"When {done}, end the Human Player-Turn.",
        "5.0", 4, key="end_turn",
    )  # fmt: skip


def _next_square(view: View, actions: Sequence[Json]) -> str:
    """Return a square to walk to: the one with a weak unit in sight, or else a free one, if there is one."""
    steps: list[str] = [a["to"] for a in of_kinds(actions, "step")]
    if seats.CLOSER in steps:
        return seats.CLOSER
    taken = {*view.zombies, view.mover_square}
    return next((s for s in steps if s not in taken), steps[0])


def _attacked(view: View, actions: Sequence[Json]) -> Hint:
    """Return the hint of an attack: what it is, then the shot before the strike, then the strike."""
    first = _FIRST["attack"]
    if of_kinds(actions, "defend"):
        return _zombies(view, actions, first + 1)
    if view.attack:
        return Hint(
            "The attack goes on",
            "Two dice on the Attack Table say what happens to each character. Tap “Go ahead”.",
            "8.8", first + 1, key="advance", tap="Two dice decide for each character. Tap “Go ahead”.",
        )  # fmt: skip
    return _zombies(view, actions, first)


def _zombies(view: View, actions: Sequence[Json], part: int) -> Hint:
    if of_kinds(actions, "defend"):
        return Hint(
            "Before the attack",
            "A character under attack may shoot first. Shoot, or let the attack go on.",
            "8.1", part, key="defend",
        )  # fmt: skip
    title, says, case, tap = _PHASES[view.phase]
    whole = "all of this phase" in says
    return Hint(title, says, case, part, key="phase" if whole else "advance", tap=tap)


_PHASES: Mapping[str, tuple[str, str, str, str]] = {
    "hidden_appearance": (
        "A hidden zombie?",
        (
            "Now the zombies act, and the referee plays them. Two dice may bring in a hidden zombie. "
            "Tap “Go ahead”."
        ),
        "15.2",
        "Two dice may bring in a hidden zombie. Tap “Go ahead”.",
    ),
    "berserk": (
        "Going berserk",
        (
            "A die may send a zombie berserk: it then moves two squares at a time and may cause panic. "
            "Tap “Go ahead”."
        ),
        "10.0",
        "A die may send a zombie berserk. Tap “Go ahead”.",
    ),
    "reaction": (
        "This is a reaction",
        (
            "Zombies that saw where the characters went or shot come one square closer. "
            "The referee names each unit and says why it goes. Tap “Do all of this phase”."
        ),
        "7.0",
        "Each zombie that saw you comes closer. Tap “Do all of this phase”.",
    ),
    "free_movement": (
        "Free moves",
        "A die says how many other zombies move one square each. Tap “Do all of this phase”.",
        "15.5",
        "A die says how many others move. Tap “Do all of this phase”.",
    ),
    "attack": (
        "Attack",
        ("Zombies in a character’s square attack now. The characters may shoot first. Tap “Go ahead”."),
        "8.0",
        "Zombies in a character’s square attack. Tap “Go ahead”.",
    ),
    "generation": (
        "New zombies",
        (
            "Two dice may bring new zombies in through the open main doors. "
            "To win, you must close all four. Tap “Go ahead”."
        ),
        "13.0",
        "Two dice may bring new zombies in. Tap “Go ahead”.",
    ),
}
"""Title, sentences and case of the hint in each phase, and what a phone has room for."""
