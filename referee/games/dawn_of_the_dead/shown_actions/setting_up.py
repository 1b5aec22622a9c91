"""How setting up is shown (3.0)."""

from __future__ import annotations

from collections import defaultdict

from referee.games.dawn_of_the_dead.pages.wording import people
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json, Shown, always
from rules.dawn_of_the_dead.actions import PlaceCharacters, PlaceHidden


def _set_up(action: Json) -> str:
    together: defaultdict[str, list[str]] = defaultdict(list)
    for name, square in action["squares"].items():
        together[square].append(name)
    return "set up " + ", ".join(f"{people(names)} in {square}" for square, names in together.items())


SHOWN = (
    Shown(
        kind=PlaceHidden,
        label=always("Hide the zombies in these five squares"),
        step=always("the hidden squares"),
        tapped=True,
    ),
    Shown(
        kind=PlaceCharacters,
        label=always("Set up the characters here"),
        step=always("setting up"),
        would=_set_up,
        marks=lambda _view, action: dict.fromkeys(action["squares"].values(), "go"),
        tapped=True,
    ),
)
