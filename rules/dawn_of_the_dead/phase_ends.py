"""4.0: the phases of the Zombie Player-Turn in which nothing is left to do or to choose.

Everything here depends on what lies open for everybody. A hidden zombie never shows by a phase that waits, nor by one
that does not: a phase waits for a reveal wherever a hidden zombie could lie by what everybody knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import NextPhase
from rules.dawn_of_the_dead.hidden_zombies import reveal_thinkable
from rules.dawn_of_the_dead.position import FreeState, Phase, Position
from rules.dawn_of_the_dead.sequence import PHASE_NAMES, ZOMBIE_PHASES

_NOTHING: Mapping[Phase, str] = {
    "berserk": "no berserk checks",
    "reaction": "no reactions",
    "free_movement": "no free moves",
    "attack": "no attacks",
    "generation": "nobody enters",
}
"""What is told of a phase that began and ended at once."""


def nothing_left(position: Position) -> bool:
    """Return whether a zombie phase may end and leaves nothing to do or to choose, by what everybody may know (4.0).

    A die for free moves that no piece could use counts as nothing; with section 15 it is always rolled (15.5).
    """
    if position.phase not in ZOMBIE_PHASES or not game.check(position, NextPhase()).legal:
        return False
    if reveal_thinkable(position):
        return False
    aside, asked = {"next_phase", "reveal"}, position
    state = position.phase_state
    if position.solitaire:
        aside.add("free_move")  # Those that are due keep the phase from ending (15.5).
    elif isinstance(state, FreeState) and state.die is None:
        aside.add("roll_free_moves")
        asked = replace(position, phase_state=replace(state, left=1))
    return not any(
        game.refusal(asked, action) is None
        for name, procedure in game.PROCEDURES.items()
        if name not in aside and asked.phase in procedure.phases
        for action in procedure.options(asked)
    )


def ends_told(positions: Sequence[Position]) -> str:
    """Return one line on phases that ended by themselves.

    `positions` are the one before the last action, the one after it, and the one after each end. The phases that began
    and ended at once are named, and the one that begins now: "No reactions, no free moves. Zombie Attack Phase begins."
    """
    phases = [position.phase for position in positions]
    entered = (phase for before, phase in pairwise(phases[:-1]) if phase != before)
    passed = [_NOTHING[phase] for phase in entered if phase in _NOTHING]
    now = positions[-1]
    begins = f"{PHASE_NAMES[now.phase]} begins."
    if now.turn != positions[-2].turn:
        begins = f"Game-Turn {now.turn} begins."
    none = ", ".join(passed)
    return f"{none[0].upper()}{none[1:]}. {begins}" if none else begins
