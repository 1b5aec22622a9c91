"""What the referee would do for the characters: the practice panel beside the players' own keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import DOORS, NAMES, label, people
from rules.dawn_of_the_dead.equipment import CHARACTERS

Json = Mapping[str, Any]
HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Practice:
    """The next action for the characters in words, by which case, and why.

    `whole` is what the key says that goes on to the end, or "" where there is no more than this one action.
    `square` is where it leads or aims, for the map. `odds`: what its dice may bring, if wanted.
    """

    says: str
    case: str
    why: str
    whole: str
    square: str
    odds: str = ""


def practice(view: Json) -> Practice | None:
    """Return what the referee would do, or None where that is nothing or the table is not for practice."""
    proposed = view.get("practice")
    if not proposed:
        return None
    action = proposed["action"]
    whole = "Play the whole human Player-Turn" if view["phase"] == HUMAN else ""
    square = action.get("to") or action.get("at") or ""
    return Practice(would(action), proposed["case"], proposed["why"], whole, square)


def practised(view: Json) -> Json | None:
    """Return the action that is proposed for the characters, or None."""
    proposed = view.get("practice")
    return proposed["action"] if proposed else None


def practice_marks(view: Json) -> dict[str, str]:
    """Return the square that the proposal is about, where it leads or aims somewhere."""
    shown = practice(view)
    return {shown.square: "aim"} if shown and shown.square else {}


def would(action: Json) -> str:
    """Return what the referee would do, in words that follow "would"."""
    says = _WOULD.get(action["do"])
    if says:
        return says(action)
    words = label(action)
    return words[0].lower() + words[1:]


def _set_up(action: Json) -> str:
    together: defaultdict[str, list[str]] = defaultdict(list)
    for name, square in action["squares"].items():
        together[square].append(name)
    return "set up " + ", ".join(f"{people(names)} in {square}" for square, names in together.items())


def _shoot(action: Json) -> str:
    return f"shoot at {action['at']} with {_guns(action)}"


def _defend(action: Json) -> str:
    return f"shoot first with {_guns(action)}"


def _guns(action: Json) -> str:
    names = "all four" if len(action["by"]) == len(CHARACTERS) else people(action["by"])
    return names + (" together" if len(action["by"]) > 1 else "")


_WOULD: Mapping[str, Callable[[Json], str]] = {
    "place_characters": _set_up,
    "step": lambda a: f"go on to {a['to']}",
    "close_main_door": lambda a: f"close the {DOORS[a['door']]} door for good",
    "take_rifle": lambda a: f"give {NAMES[a['character']]} a hunting rifle",
    "shoot": _shoot,
    "defend": _defend,
    "choose_victims": lambda a: f"let {people(a['characters'])} be attacked",
    "end_turn": lambda _: "end the Human Player-Turn",
}
"""Where the words of a key would not follow "would"."""
