"""The course of a beat (4.0): one step after another until somebody has to choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.battlecon import (
    antes,
    clashes,
    execution,
    recycling,
    reveal,
    selecting,
    setting_up,
    special_actions,
    triggers,
)  # fmt: skip
from rules.battlecon.beat import Beat, Question
from rules.battlecon.ending import settle
from rules.battlecon.options import Option
from rules.battlecon.position import Phase, Position, Step

Carry = Callable[[Beat, Step], Question | None]
"""Do a step, and return None; or leave everything as it is and return what is asked first."""

STEPS: Mapping[str, Carry | Callable[[Beat, Step], None]] = {
    "choose_fighters": setting_up.choose_fighters,
    "choose_discards": setting_up.choose_discards,
    "select": selecting.select,
    "ante": antes.ante,
    "turn_up": reveal.turn_up,
    "specials": special_actions.specials,
    "cancel": selecting.cancel,
    "reveal": reveal.reveal,
    "compare": reveal.compare,
    "clash": clashes.clash,
    "attacks": execution.attacks,
    "activate": execution.activate,
    "strike": execution.strike,
    "damage": execution.damage,
    "end_of_beat": recycling.end_of_beat,
    "recycle": recycling.recycle,
    "order": triggers.order,
    "effect": triggers.effect,
}
ANSWERS: Mapping[str, Callable[[Beat, Step, Option], None]] = {
    "damage": execution.answer_damage,
    "order": triggers.answer_order,
    "effect": triggers.answer_effect,
}
"""The steps that ask for an option."""

OPENING: Mapping[Phase, str] = {
    "choose_fighters": "choose_fighters",
    "choose_discards": "choose_discards",
    "select": "select",
}
"""The step that a phase begins with, for those that need nothing else to be known."""


def run(beat: Beat) -> None:
    """Go on until somebody has to choose, or the match is over."""
    queue = beat.queue
    beat.question = None
    while True:
        while queue:
            step = queue.pop()
            question = STEPS[step.do](beat, step)
            if question is not None:
                queue.append(step)
                beat.question = question
                return
        if beat.winner is None or beat.phase == "over":
            return
        settle(beat)


def resumed(position: Position) -> Position:
    """Return a position with what it waits for worked out again from its queue."""
    beat = Beat(position)
    run(beat)
    return beat.freeze()
