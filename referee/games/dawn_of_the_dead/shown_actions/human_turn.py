"""How the actions of the Human Player-Turn are shown (5.0, 6.0, 12.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.dawn_of_the_dead.pages.map.squares import mover_square
from referee.games.dawn_of_the_dead.pages.wording import DOORS, NAMES, people
from referee.games.dawn_of_the_dead.shown_actions import chart_rows, odds_words
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Chart, Heading, Json, Shown, always
from referee.games.dawn_of_the_dead.shown_actions.saying import door, door_step, guns, shoots
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import (
    CloseDoor,
    CloseMainDoor,
    EndTurn,
    OpenDoor,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)

DOORS_AND_RIFLES = Heading("Doors and rifles")


def _start_move(action: Json) -> str:
    carry = action.get("carry")
    along = f", carrying {NAMES[carry['whom']]}" if carry else ""
    by = f" ({NAMES[carry['by']]} carries)" if carry and len(action["characters"]) > 1 else ""
    return f"Move {people(action['characters'])}{along}{by}"


def _who_may(view: Json, action: Json) -> Mapping[str, str]:
    return {} if view["move"] else {view["characters"][action["characters"][0]]["square"]: "may"}


def _steps(action: Json, view: Json) -> str:
    move = view["move"]
    if not move:
        return f"Go to {action['to']}"
    who, carried = move["characters"], move["carrying"]
    goes = "goes" if len(who) == 1 else "go"
    start = view["characters"][who[0]]["square"]
    along = f" with {NAMES[carried['whom']]}" if carried else ""
    return f"{people(who)} {goes} from {start} to {action['to']}{along}"


def _at_character(view: Json, _board: Board, action: Json) -> Sequence[str | None]:
    names = action.get("characters") or [action["character"]]
    return (view["characters"][names[0]]["square"],)


def _at_door(_view: Json, _board: Board, action: Json) -> Sequence[str | None]:
    return tuple(action["between"])


SHOWN = (
    Shown(
        kind=StartMove,
        label=_start_move,
        step=lambda a: f"moving {people(a['characters'])}",
        places=_at_character,
        marks=_who_may,
        tapped=True,
    ),
    Shown(
        kind=Step,
        label=lambda a: f"Go to {a['to']}",
        step=lambda a: f"step to {a['to']}",
        whole=_steps,
        would=lambda a: f"go on to {a['to']}",
        marks=lambda _view, action: {action["to"]: "go"},
        tapped=True,
    ),
    Shown(
        kind=PutDown,
        label=always("Put down the carried character"),
        step=always("putting down"),
        places=lambda view, _board, _action: (mover_square(view),),
    ),
    Shown(
        kind=OpenDoor,
        label=lambda a: f"Open the door between {door(a)}",
        step=door_step,
        heading=DOORS_AND_RIFLES,
        places=_at_door,
    ),
    Shown(
        kind=CloseDoor,
        label=lambda a: f"Close the door between {door(a)}",
        step=door_step,
        heading=DOORS_AND_RIFLES,
        places=_at_door,
    ),
    Shown(
        kind=CloseMainDoor,
        label=lambda a: f"Close the {DOORS[a['door']]} door for good",
        step=lambda a: f"{DOORS[a['door']]} door",
        would=lambda a: f"close the {DOORS[a['door']]} door for good",
        heading=DOORS_AND_RIFLES,
        places=lambda _view, board, action: (board.main_doors[action["door"]].square,),
    ),
    Shown(
        kind=TakeRifle,
        label=lambda a: f"{NAMES[a['character']]} takes a hunting rifle",
        step=lambda a: f"{NAMES[a['character']]}’s rifle",
        would=lambda a: f"give {NAMES[a['character']]} a hunting rifle",
        heading=DOORS_AND_RIFLES,
        places=_at_character,
    ),
    Shown(
        kind=Shoot,
        only_reads=True,  # 6.0
        label=lambda a: f"{people(a['by'])} {shoots(a)} at {a['at']}",
        step=lambda a: f"shot at {a['at']}",
        would=lambda a: f"shoot at {a['at']} with {guns(a)}",
        odds=odds_words.shot,
        chart=Chart("6.7", chart_rows.shot),
        marks=lambda _view, action: {action["at"]: "target"},
        tapped=True,
    ),
    Shown(
        kind=EndTurn,
        label=always("End the Human Player-Turn"),
        step=always("end of the turn"),
        would=always("end the Human Player-Turn"),
    ),
)
