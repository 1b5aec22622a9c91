"""How each kind of action is shown: one declaration for each, beside its descriptor in `rules`.

Actions come in as the JSON data that every seat may be offered, so nothing secret can slip in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.games.dawn_of_the_dead.shown_actions import (
    attacks,
    cardboard,
    generation,
    human_turn,
    setting_up,
    zombie_turn,
)
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json, Shown

SHOWN: Mapping[str, Shown] = {
    shown.kind.do: shown
    for part in (setting_up, human_turn, zombie_turn, attacks, generation, cardboard)
    for shown in part.SHOWN
}
"""How each kind of action is shown, by its name in JSON."""


def kinds_shown(where: Callable[[Shown], object]) -> frozenset[str]:
    """Return the names of the kinds of actions that pass a test."""
    return frozenset(do for do, shown in SHOWN.items() if where(shown))


def label(action: Json) -> str:
    """Return what the key of an action says. Raises KeyError for an action that has no name here."""
    return SHOWN[action["do"]].label(action)


def whole(action: Json, view: Json) -> str:
    """Return an action with all that its key leaves unsaid because one sees it: who goes, and from where.

    Of another seat's secret no more than its kind is known, and no more is told.
    """
    shown = SHOWN[action["do"]]
    return shown.whole(action, view) if shown.whole else shown.label(action)


def would(action: Json) -> str:
    """Return what the referee would do, in words that follow "would"."""
    shown = SHOWN[action["do"]]
    if shown.would:
        return shown.would(action)
    words = shown.label(action)
    return words[0].lower() + words[1:]


__all__ = ["SHOWN", "Shown", "kinds_shown", "label", "whole", "would"]
