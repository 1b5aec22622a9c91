"""4.0: phases of the Zombie Player-Turn with nothing left to do or choose.

Everything here depends on open facts. Whether a phase waits never betrays a hidden zombie: it waits whenever
a reveal is possible as far as everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, FreeMove, NextPhase, Reveal, RollFreeMoves
from rules.dawn_of_the_dead.effects import PhaseBegun
from rules.dawn_of_the_dead.hidden_zombies import reveal_thinkable
from rules.dawn_of_the_dead.position import FreeState, Phase, Position
from rules.dawn_of_the_dead.sequence import ZOMBIE_PHASES, phase_begins
from rules.effects import Effect

_NOTHING: Mapping[Phase, str] = {
    "berserk": "no berserk checks",
    "reaction": "no reactions",
    "free_movement": "no free moves",
    "attack": "no attacks",
    "generation": "nobody enters",
}
"""The words for a phase that began and ended at once."""


def nothing_left(position: Position) -> bool:
    """Return whether a zombie phase may end with nothing left to do or choose, by open facts alone (4.0).

    A die for free moves does not count if no piece could use it. Under section 15 it is always rolled (15.5).
    """
    if position.phase not in ZOMBIE_PHASES or not game.check(position, NextPhase()).legal:
        return False
    if reveal_thinkable(position):
        return False
    ignored: set[type[Action]] = {NextPhase, Reveal}
    checked = position
    state = position.phase_state
    if position.solitaire:
        ignored.add(FreeMove)  # The phase cannot end while one is due (15.5).
    elif isinstance(state, FreeState) and state.die is None:
        ignored.add(RollFreeMoves)
        checked = replace(position, phase_state=replace(state, left=1))
    return not any(
        game.refusal(checked, action) is None
        for procedure in game.in_phase(checked.phase)
        if procedure.action not in ignored
        for action in procedure.options(checked)
    )


def ended_phases(effects: Iterable[Effect]) -> str:
    """Return one line about phases that ended by themselves.

    `effects` are those of the last action and of each end after it. The line names the phases that began and
    ended at once, and the one that begins now: "No reactions, no free moves. Zombie Attack Phase begins."
    """
    *passed, now = (effect for effect in effects if isinstance(effect, PhaseBegun))
    none = ", ".join(_NOTHING[begun.phase] for begun in passed if begun.phase in _NOTHING)
    begins = f"Game-Turn {now.turn} begins." if now.phase == "human" else phase_begins(now.phase)
    return f"{none[0].upper()}{none[1:]}. {begins}" if none else begins
