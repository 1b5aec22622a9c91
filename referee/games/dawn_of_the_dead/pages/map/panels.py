"""The panel of a tapped door (5.5), and the map as a list of squares.

The list is for players who do not see the map or use no pointer. It follows from what the seat was sent and
from the board; its words for the counters are those of the map.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.drawing.layers import counters_of
from referee.games.dawn_of_the_dead.labels import squares
from referee.games.dawn_of_the_dead.labels.actions import SHOWN, label
from referee.games.dawn_of_the_dead.labels.squares import door_state, normalized_square
from referee.games.dawn_of_the_dead.labels.wording import DOORS, counted
from referee.games.dawn_of_the_dead.pages.action_panel.forms import Form
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, key
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel, Ask
from referee.games.dawn_of_the_dead.pages.action_panel.phase_keys import called
from referee.games.dawn_of_the_dead.pages.map import overlay
from referee.games.dawn_of_the_dead.pages.map.facts import Fact
from referee.games.dawn_of_the_dead.pages.map.taps import at_square
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.board.board import Board
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.view import View
from rules.sentences import listed


def tapped_door(context: SeatContext, name: str, ask: Ask) -> ActionPanel | None:
    """Return what a tap on a door offers, or None if no door has that name.

    A door between two squares is named by them ("043-062"), a main door by its own name ("north").
    """
    door = squares.named_door(context.view.game, context.board, name)
    if door is None:
        return None
    here = [a for a in context.actions if door.takes(a)]
    meant = [] if here or context.view.game.phase != "human" else [door.action]
    rulings = [{**ask(a), "action": a} for a in meant if context.role in game.seats_for(a["do"])]
    return ActionPanel(
        title=door.title,
        now_url=f"{context.base}/door/{name}?{urlencode({'in': context.stage})}",
        groups=(Group("", tuple(key(a, tone="main") for a in here)),) if here else (),
        facts=(Fact("It is", door.state),),
        back_url=f"{context.base}/now",
        refusals=tuple(r for r in rulings if not r["legal"]),
        marks=overlay.marks(context.view.game, context.actions),
    )


KINDS = {"solid_door": "solid door", "glass_door": "glass door"}


@dataclass(frozen=True, slots=True)
class Place:
    """One square: `contents` as the seat sees them, `near` its neighbours, `may` the actions there now.

    `url` asks what a tap on the map asks. `here` marks the square that was jumped to.
    """

    id: str
    url: str
    contents: str
    near: str
    may: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """The squares of one hall or store that are listed."""

    name: str
    places: tuple[Place, ...]


def squares_moment(context: SeatContext, *, everything: bool, at: str) -> ActionPanel:
    """Return the panel with the list: squares with something in them, or `everything`; `at` is jumped to.

    An empty square is jumped to in the list of all of them.
    """
    at = normalized_square(at)
    known = at in context.board.squares
    contents = _contents(context.view.game, context.board)
    everything = everything or (known and at not in contents)
    url = f"{context.base}/squares"
    shown = {
        "parts": tuple(_parts(context, contents, everything=everything, at=at)),
        "everything": everything,
        "count": len(context.board.squares) if everything else len(contents),
        "url": url,
        "other_url": url if everything else f"{url}?all=1",
        "unknown": f"There is no square {at} on this map." if at and not known else "",
    }
    return ActionPanel(
        "List of squares",
        f"{url}?all=1" if everything else url,
        form=Form("squares", listing=shown),
        back_url=f"{context.base}/now",
        called=called(context.view.game, context.role),
    )


def _parts(
    context: SeatContext, contents: Mapping[str, list[str]], *, everything: bool, at: str
) -> Iterator[Part]:
    """Yield the squares by hall and store, in the order in which their first squares are numbered."""
    by_area: dict[str, list[Place]] = defaultdict(list)
    for square, its in context.board.squares.items():
        if everything or square in contents:
            place = Place(
                id=square,
                url=f"{context.base}/square/{square}",
                contents="; ".join(contents.get(square, ())),
                near=_near(context.view.game, context.board, square),
                may=_may(context, square),
                here=square == at,
            )
            by_area[its.area.name].append(place)
    for name, places in by_area.items():
        yield Part(name, tuple(places))


def _contents(view: View, board: Board) -> dict[str, list[str]]:
    """Return the contents of each square that holds anything, in the words of the map."""
    contents: dict[str, list[str]] = defaultdict(list)
    for counter in counters_of(view, board):
        contents[counter.square].append(counter.title)
    for square in view.hidden or ():
        contents[square].append("Hidden zombie (only you see this)")
    if board.rifle_square and view.rifles:
        contents[board.rifle_square].append(counted(view.rifles, "hunting rifle"))
    return contents


def _near(view: View, board: Board, square: str) -> str:
    """Return the ways out of a square: open sides, and doors with their states; walls are left out."""
    sides = board.neighbours[square]
    open_sides = [near for near, side in sides.items() if side.kind == "open"]
    ways = [f"Open to {listed(open_sides)}"] if open_sides else []
    ways += [
        f"{door_state(view, square, near)} {KINDS[side.kind]} to {near}"
        for near, side in sides.items()
        if side.is_door
    ]
    for name in board.main_doors_on.get(square, ()):
        ways.append(f"{DOORS[name]} door of the mall, {view.main_doors.get(name, 'open')}")
    said = "; ".join(ways)
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def _may(context: SeatContext, square: str) -> str:
    """Return what may be done in a square now; destinations are shown once a piece is chosen."""
    here = [
        a
        for a in context.actions
        if at_square(context.view.game, context.board, a, square) and not a.get("carry")
    ]
    said = [label(a) for a in here if not SHOWN[a["do"]].can]
    can = [SHOWN[a["do"]].can for a in here if SHOWN[a["do"]].can]
    return "; ".join(dict.fromkeys([*said, *can]))
