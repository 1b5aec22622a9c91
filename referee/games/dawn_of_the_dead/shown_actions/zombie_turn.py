"""How the zombies' actions are shown, phase by phase, up to the attacks (7.0, 9.0, 10.0, 15.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.games.dawn_of_the_dead.pages.map.squares import piece_square
from referee.games.dawn_of_the_dead.pages.wording import NAMES
from referee.games.dawn_of_the_dead.shown_actions import chart_rows, odds_words
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Chart, Heading, Json, Shown, always
from referee.games.dawn_of_the_dead.shown_actions.saying import door
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    FreeMove,
    React,
    Reveal,
    RollFreeMoves,
    RollHidden,
    Smash,
    ZombieMove,
)
from rules.sentences import listed

MAIN = Heading(tone="main")


def _way(action: Json) -> str:
    *through, end = action["path"]
    return f"to {end}" + (f" through {listed(through)}" if through else "")


def _zombie_move(action: Json) -> str:
    if action.get("super"):
        along = " with the unit" if action.get("with_zombie") else ""
        return f"{NAMES[action['super']]}{along} {_way(action)}"
    return f"{action['from']} {_way(action)}"


def _zombie_goes(action: Json, view: Json) -> str:
    if not action.get("super"):
        return f"The unit in {action['from']} goes {_way(action)}"
    start = view["characters"][action["super"]]["square"]
    along = " and the unit with it go" if action.get("with_zombie") else " goes"
    return f"Super zombie {NAMES[action['super']]}{along} from {start} {_way(action)}"


def _revealed(action: Json, _: Json) -> str:
    """Return what is revealed; while it is only asked for, the other seats do not know the square (9.2)."""
    where = f"the hidden zombie in {action['square']}" if "square" in action else "a hidden zombie"
    return f"Reveal {where}"


def _move_step(action: Json) -> str:
    return f"move to {action['path'][-1]}"


def _move_it(action: ZombieMove) -> str:
    *through, end = action.path
    way = f" through {listed(through)}" if through else ""
    if action.super is None:
        return f"Move the unit from {action.source}{way} to {end}."
    along = " with the unit in the square" if action.with_zombie else ""
    return f"Move {NAMES[action.super]}{along}{way} to {end}."


def _strike_it(action: Smash) -> str:
    who = NAMES[action.super] if action.super else f"The unit in {action.source}"
    return f"{who} strikes the glass door between {' and '.join(action.between)}."


def _at_piece(view: Json, _board: Board, action: Json) -> Sequence[str | None]:
    return (piece_square(view, action),)


_MOVE = partial(
    Shown,
    label=_zombie_move,
    step=_move_step,
    whole=_zombie_goes,
    on_table=_move_it,
    places=_at_piece,
    tapped=True,
)
"""A unit goes its way, by either of two kinds of action."""

SHOWN = (
    Shown(
        kind=RollHidden,
        label=always("Roll on the Hidden Zombie Table"),
        step=always("hidden zombie roll"),
        on_table=lambda _: "Roll two dice, one after the other, on the Hidden Zombie Table.",
        heading=MAIN,
        odds=odds_words.appearance,
        chart=Chart("15.8", chart_rows.digit),
    ),
    Shown(
        kind=CheckBerserk,
        label=lambda a: f"Check the unit in {a['square']}",
        step=lambda a: f"check in {a['square']}",
        on_table=lambda a: f"Roll one die for the unit in {a.square}.",
        odds=odds_words.berserk,
        told_by_ruling=True,
    ),
    _MOVE(kind=React, can="Can react", arrows=True),
    _MOVE(kind=FreeMove, can="Can move"),
    Shown(
        kind=Smash,
        only_reads=True,  # 10.5
        label=lambda a: f"Smash the glass between {door(a)}",
        step=lambda a: f"glass {'-'.join(a['between'])}",
        on_table=_strike_it,
        odds=odds_words.glass,
        told_by_ruling=True,
        places=_at_piece,
    ),
    Shown(
        kind=Reveal,
        label=lambda a: f"Reveal the hidden zombie in {a['square']}",
        step=lambda a: f"reveal in {a['square']}",
        whole=_revealed,
    ),
    Shown(
        kind=RollFreeMoves,
        label=always("Roll for free moves"),
        step=always("free-move roll"),
        on_table=lambda _: "Roll one die for the free moves.",
        heading=MAIN,
        follows=True,
    ),
)
