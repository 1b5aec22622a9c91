"""What the screens call things: phases, characters, and each action as a key that one taps.

Actions come in as the JSON data that every seat may be offered, so nothing secret can slip in here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.sentences import listed

NAMES: Mapping[str, str] = {"peter": "Peter", "roger": "Roger", "steve": "Steve", "fran": "Fran"}
STATUSES: Mapping[str, str] = {
    "normal": "", "stunned": "stunned", "infected": "infected", "super_zombie": "super zombie",
    "killed": "killed",
}  # fmt: skip
DOORS: Mapping[str, str] = {"north": "North", "west": "West", "east": "East", "south": "South"}
SEATS: Mapping[str, str] = {
    "table": "Tablet", "human": "Human player", "zombie": "Zombie player", **NAMES,
    "steve+fran": "Steve and Fran",
    "spectator": "Spectator",
}  # fmt: skip
PARTS: Mapping[str, str] = {"human": "characters", "zombie": "zombies"}
"""What the player of a seat plays, where the seat's name does not say it."""

Action = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase as the bar shows it: whole name, short name, and the case that opens it."""

    id: str
    name: str
    short: str
    case: str


PHASES: Mapping[str, Phase] = {
    p.id: p
    for p in (
        Phase("place_hidden", "Set-up: hidden zombies", "Hidden", "3.1"),
        Phase("place_characters", "Set-up: characters", "Characters", "3.2"),
        Phase("human", "Human Player-Turn", "Human", "5.0"),
        Phase("hidden_appearance", "Hidden Zombie Table", "Hidden", "15.2"),
        Phase("berserk", "Berserk Zombie Phase", "Berserk", "10.0"),
        Phase("reaction", "Zombie Reaction Movement Phase", "Reaction", "7.0"),
        Phase("free_movement", "Zombie Free Movement Phase", "Free moves", "7.0"),
        Phase("attack", "Zombie Attack Phase", "Attack", "8.0"),
        Phase("generation", "Zombie Generation Phase", "Generation", "13.0"),
        Phase("over", "The game is over", "Over", "14.0"),
    )
}
SET_UP = ("place_hidden", "place_characters")
GAME_TURN = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
ALONE_TURN = ("human", "hidden_appearance", *GAME_TURN[1:])
"""The phases where the referee plays the zombies: the Hidden Zombie Table comes first (15.2)."""


def game_turn(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the phases of a Game-Turn in the mode that is played."""
    return GAME_TURN if view["mode"] == "two-player" else ALONE_TURN


def set_up(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parts of setting up: without a zombie player nothing is hidden (15.1)."""
    return SET_UP if view["mode"] == "two-player" else SET_UP[1:]


def seat_name(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat: "Ann (zombies)" where her name is known, else "Zombie player"."""
    called = names.get(seat)
    return f"{called} ({PARTS.get(seat, SEATS[seat])})" if called else SEATS[seat]


def player(seat: str, names: Mapping[str, str]) -> str:
    """Return who sits at a seat, within a sentence: "Ann (zombies)", else "the zombie player"."""
    if names.get(seat) or seat not in {"table", *PARTS}:
        return seat_name(seat, names)
    return f"the {SEATS[seat].lower()}"


def people(names: Iterable[str]) -> str:
    """Return characters by name."""
    return listed(NAMES.get(n, n) for n in names)


def counted(count: int, thing: str) -> str:
    """Return a number of things: "1 shot", "3 shots"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def label(action: Action) -> str:
    """Return what the key of an action says. Raises KeyError for an action that has no name here."""
    return _LABELS[action["do"]](action)


def whole(action: Action, view: Mapping[str, Any]) -> str:
    """Return an action with all that its key leaves unsaid because one sees it: who goes, and from where.

    Of another seat's secret no more than its kind is known, and no more is told.
    """
    if action["do"] == "step" and view["move"]:
        return _steps(action, view)
    if action["do"] == "read_value":
        return _value_read(action)
    if action["do"] in {"react", "free_move"}:
        return _zombie_goes(action, view)
    return label(action)


def _steps(action: Action, view: Mapping[str, Any]) -> str:
    move = view["move"]
    who, carried = move["characters"], move["carrying"]
    goes = "goes" if len(who) == 1 else "go"
    start = view["characters"][who[0]]["square"]
    along = f" with {NAMES[carried['whom']]}" if carried else ""
    return f"{people(who)} {goes} from {start} to {action['to']}{along}"


def _zombie_goes(action: Action, view: Mapping[str, Any]) -> str:
    if not action.get("super"):
        return f"The unit in {action['from']} goes {_way(action)}"
    start = view["characters"][action["super"]]["square"]
    along = " and the unit with it go" if action.get("with_zombie") else " goes"
    return f"Super zombie {NAMES[action['super']]}{along} from {start} {_way(action)}"


def _start_move(action: Action) -> str:
    carry = action.get("carry")
    along = f", carrying {NAMES[carry['whom']]}" if carry else ""
    by = f" ({NAMES[carry['by']]} carries)" if carry and len(action["characters"]) > 1 else ""
    return f"Move {people(action['characters'])}{along}{by}"


def _way(action: Action) -> str:
    *through, end = action["path"]
    return f"to {end}" + (f" through {listed(through)}" if through else "")


def _zombie_move(action: Action) -> str:
    if action.get("super"):
        along = " with the unit" if action.get("with_zombie") else ""
        return f"{NAMES[action['super']]}{along} {_way(action)}"
    return f"{action['from']} {_way(action)}"


def _value_read(action: Action) -> str:
    was = f", not a {action['was']}" if action.get("was") else ""
    return (
        f"The unit in {action['square']} is a {action['value']}{was}" if "value" in action else label(action)
    )


def _door(action: Action) -> str:
    return " and ".join(action["between"])


def _shoot(action: Action) -> str:
    return f"{people(action['by'])} {_shoots(action)} at {action['at']}"


def _shoots(action: Action) -> str:
    return "shoots" if len(action["by"]) == 1 else "shoot together"


def _defend(action: Action) -> str:
    return f"{people(action['by'])} {_shoots(action)} first"


def _declare(action: Action) -> str:
    count = action.get("count")
    return f"Attack {counted(count, 'character')}" if count else "Roll how many are attacked"


_LABELS: Mapping[str, Callable[[Action], str]] = {
    "place_hidden": lambda _: "Hide the zombies in these five squares",
    "place_characters": lambda _: "Set up the characters here",
    "start_move": _start_move,
    "step": lambda a: f"Go to {a['to']}",
    "put_down": lambda _: "Put down the carried character",
    "open_door": lambda a: f"Open the door between {_door(a)}",
    "close_door": lambda a: f"Close the door between {_door(a)}",
    "close_main_door": lambda a: f"Close the {DOORS[a['door']]} door for good",
    "take_rifle": lambda a: f"{NAMES[a['character']]} takes a hunting rifle",
    "shoot": _shoot,
    "end_turn": lambda _: "End the Human Player-Turn",
    "roll_hidden": lambda _: "Roll on the Hidden Zombie Table",
    "check_berserk": lambda a: f"Check the unit in {a['square']}",
    "react": _zombie_move,
    "free_move": _zombie_move,
    "smash": lambda a: f"Smash the glass between {_door(a)}",
    "reveal": lambda a: f"Reveal the hidden zombie in {a['square']}",
    "roll_free_moves": lambda _: "Roll for free moves",
    "open_attack": lambda a: f"Resolve the attack in {a['square']}",
    "defend": _defend,
    "hold_fire": lambda a: (
        f"{people(a['by'])} {'holds' if len(a['by']) == 1 else 'hold'} fire"
        if a.get("by")
        else "No shot: the attack goes on"
    ),
    "declare_attack": _declare,
    "choose_victims": lambda a: (
        f"{people(a['characters'])} {'is' if len(a['characters']) == 1 else 'are'} attacked"
    ),
    "roll_attack": lambda a: f"Roll the attack on {NAMES[a['character']]}",
    "roll_entrance": lambda a: (
        "Bring in what was rolled" if a.get("dice") else "Roll on the Zombie Entrance Table"
    ),
    "roll_infection": lambda a: f"Infection roll for {NAMES[a['character']]}",
    "read_value": lambda a: f"Enter the value of the unit in {a['square']}",
    "next_phase": lambda _: "End this phase",
}
