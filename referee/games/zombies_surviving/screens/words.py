"""The words of the screens: what actions, the values of their fields, and questions are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.games.interface import Json, MappingView
from rules.sentences import counted, sentence
from rules.zombies_surviving import characters, goals
from rules.zombies_surviving.menace.groups import NOBODY
from rules.zombies_surviving.menace.zombies import BAND, BEYOND
from rules.zombies_surviving.position import AMERICAN, HUMANS, STREET, in_words

KINDS: Mapping[str, str] = {
    "ankle_biter": "ankle-biter",
    "shuffler": "shuffler",
    "runner": "runner",
    "boss": "boss",
    "feral_dog": "feral dog",
    "independent": "stranger",
}
ACTIONS: Mapping[str, str] = {
    "recruit": "Take a character",
    "create_character": "Make a character",
    "ready": "Ready",
    "begin": "Begin",
    "lay_out": "Lay out the table",
    "tell_vehicle": "Say what one is",
    "choose_goal": "Choose the objective",
    "choose_objective": "Choose your secret objective",
    "correct": "Correct a figure",
    "add_figures": "Add figures",
    "place": "Say where a figure is",
    "move_token": "Take a token off",
    "meet_goal": "An objective is met",
    "leave": "Leave the table",
    "hand_over": "Give a figure away",
    "end_turn": "Our figures are done",
    "end_game": "End the game",
    "boss_done": "The boss is done",
    "remove_noise": "Old noise",
    "random_event": "Random event",
    "event_happens": "The event",
    "new_token": "Another token",
    "reanimation": "The dead",
    "tokens_move": "Tokens move",
    "token_meets": "Incident tokens",
    "zombies_go": "Zombies",
    "zombies_wander": "Zombies wander",
    "zombies_join": "Groups have met",
    "zombie_attack": "Zombies attack",
    "boss_groan": "The boss groans",
    "party_meets": "Strangers",
    "party_acts": "Strangers",
    "independent_shot": "A stranger shoots",
    "independent_melee": "A stranger strikes",
    "pack_acts": "Feral dogs",
    "over_the_edge": "Somebody has gone over the edge",
    "find_quietly": "Look at what was found",
    "panic_test": "Panic",
    "rivals_test": "Rivals",
    "find_item": "A special item",
    "choose": "Choose a thing",
    "tell_find": "Say what you have found",
    "say_nothing": "Say that there was nothing",
    "enter": "Enter a building",
    "get": "Pick something up",
    "exchange": "Exchange things",
    "drop": "Lay something down",
    "befriend": "Make friends with a dog",
    "dog_attack": "Send the dog",
    "name_token": "Second sight: name a token",
    "foresee": "Second sight: the next event",
    "heroism": "Be heroic: 1 more action",
    "stimulate": "Take stimulants",
    "look_at_vehicle": "Look a vehicle over",
    "start_vehicle": "Start the vehicle",
    "run_over": "Run somebody over",
    "ram": "Ram something",
    "fill_tank": "Fill a tank",
    "take_gasoline": "Take gasoline",
    "take_battery": "Take a battery",
    "put_battery": "Put a battery in",
    "place_dynamite": "Lay dynamite",
    "drive_toy": "Drive the toy car",
    "set_alarm": "Set the alarm clock",
}
_LOADING: Mapping[str, str] = {
    "magazine": "Change the magazine: {}",
    "rounds": "Load: {}",
    "fill": "Fill a spare magazine: {}",
    "clear": "Clear the jam: {}",
    "ready": "Make ready: {}",
    "launcher": "Load the launcher: {}",
    "off": "Switch off: {}",
}
_ARMED: Mapping[str, str] = {
    "melee": "Melee",
    "snap_shot": "Snap shot",
    "aimed_shot": "Aimed shot",
    "burst": "Burst",
    "automatic": "Automatic fire",
    "throw": "Throw",
    "double_tap": "Double-tap",
    "fire_at_vehicle": "Shoot at a vehicle",
    "strike_vehicle": "Strike a vehicle",
}
_PAIRED = frozenset({"pistol", "revolver", "automatic_pistol"})
_QUESTIONS: Mapping[str, str] = {
    "the table": "The table",
    "the vehicles": "The vehicles: each is a car, unless you say so",
    "the objective": "The objective",
    "secret objective": "Secret objective",
    "characters": "Characters",
    "corrections": "Corrections",
    "roster": "Your figures",
    "turn": "Survival phase",
    "end": "End of the game",
    "tell": "Groups of zombies",
}
WHATS: Mapping[str, str] = {
    "zone": "where it is",
    "wounds": "wounds",
    "supplies": "supplies",
    "bites": "bites",
    "thing": "one more thing",
    "without": "a thing less",
    "free": "it is free and stands",
    "removed": "it is not on the table",
}
_OPTIONS: Mapping[str, str] = {**WHATS, **KINDS}
_SHOTS: Mapping[str, str] = {
    "second": "second shot",
    "third": "third shot",
    "single": "One shot",
    "both": "Both barrels, or a pistol in each hand",
    "burst": "A burst",
    "automatic": "On automatic",
}
_OF_GROUPS = frozenset({"pair", "group", "pack", "party"})
_NAMED = ("figures", "buildings", "vehicles")


def of_kinds(counts: Mapping[str, int]) -> str:
    """Return how many of each kind there are: "2 shufflers, 1 boss"."""
    words = (counted(count, KINDS[kind]).replace("bosss", "bosses") for kind, count in counts.items())
    return ", ".join(words)


def thing(item: str) -> str:
    """Return what a thing is called: its name in the charts, else its id in words."""
    known = characters.items().get(item)
    return known[0].lower() if known else item.replace("_", " ")


def called(name: str, view: Mapping[str, Json]) -> str:
    """Return what a figure, a building or a place is called."""
    named = (view[kind].get(name, {}).get("name") for kind in _NAMED)
    return str(next(filter(None, named), "")) or sentence(in_words(name))


def action(action: Json, view: MappingView) -> str | None:
    """Return what an action is called on its key, where it has words of its own."""
    match action["do"]:
        case "dismiss":
            return f"Send {called(action['figure'], view)} away"
        case "come_from":
            one = view["figures"].get(action["figure"], {})
            american = any(status["name"] == AMERICAN for status in one.get("statuses", ()))
            where = "Canada" if american else "the United States"
            return f"{called(action['figure'], view)} comes from {where}"
        case "move" | "run" if action.get("leaving"):
            return "Move off the table"
        case "zombie_attack":
            return f"{called(action['figure'], view)} attacks {called(action['target'], view)}"
        case "hide" if action.get("from_humans"):
            return "Hide from humans"
        case "search":
            return f"Search {_searched(action, view)}"
        case "exit":
            where = called(view["figures"].get(action["figure"], {}).get("zone", ""), view)
            return f"Jump out of {where}" if action.get("jump") else f"Leave {where}"
        case "enter" if action.get("with_shell"):
            return "Enter a building, with a shell at the lock"
        case _ if "weapon" in action:
            return _armed(action, thing(action["weapon"]))
    return ACTIONS.get(action["do"])


def _armed(action: Json, weapon: str) -> str | None:
    """Return what an action with a weapon is called."""
    do = action["do"]
    if do == "reload":
        return _LOADING[action.get("how", "rounds")].format(weapon)
    if do == "fit":
        return f"Fit to the {weapon}: {thing(action['part'])}"
    if do not in _ARMED:
        return ACTIONS.get(do)
    if action.get("both"):
        weapon = "a pistol in each hand" if action["weapon"] in _PAIRED else f"both barrels of the {weapon}"
    aimed, kind = ", aimed" * bool(action.get("aimed")), ", not to kill" * bool(action.get("non_lethal"))
    near = ", with nobody within 1 inch" * (action.get("danger") is False)
    return f"{_ARMED[do]}{aimed}: {weapon}{kind}{near}"


def _searched(action: Json, view: MappingView) -> str:
    """Return what a key searches: where the figure is, or the only vehicle; "a vehicle" of several."""
    zone = view["figures"].get(action.get("figure", ""), {}).get("zone", STREET)
    inside = zone in view["buildings"] or zone in view["vehicles"]
    place = action.get("place") or (zone if inside else "")
    return called(place, view) if place else "a vehicle"


def value(field: str, value: str, view: MappingView) -> str | None:
    """Return what a value of a field is called, where it has words of its own."""
    match field:
        case "character" if value in characters.ready():
            return _character(value)
        case "goal":
            return str(goals.offered().get(value, {}).get("text", value))
        case "objective":
            return goals.personal().get(value, value)
        case "kind" | "what" if value in _OPTIONS:
            return sentence(_OPTIONS[value])
        case "weapon" | "item":
            return thing(value)
        case "others" | "way" if value in _SHOTS:
            return _SHOTS[value]
        case "group" if value != NOBODY:
            return titled(value, view)
        case "other" | "noise" if " " in value:
            return ": ".join(row(field, value, view))
        case _ if field in _OF_GROUPS:
            return groups(value, view)
    named = (str(view[kind].get(value, {}).get("name") or "") for kind in _NAMED)
    item = sentence(thing(value)) if value in characters.items() else None
    return next(filter(None, named), item)


def _character(id_: str) -> str:
    one = characters.ready()[id_]
    what = ", ".join(characters.traits()[trait][0].lower() for trait in one.traits)
    return f"{one.name}: {what}. {characters.total(one)} points"


def row(field: str, value: str, view: MappingView) -> tuple[str, str]:
    """Return the row in which an option stands and what it says there.

    A row is a group, with whom it goes at; a distance, with who else is near; whether a noise is reached; or
    a token, with one of its two dice.
    """
    first, _, whom = value.partition(" ")
    if field == "dice" and whom in {"first", "second"}:
        return called(first, view), whom
    if field == "other" and len(band := value.split()) == BAND:
        return _band(*band[:2]), "nobody else" if band[2] == NOBODY else f"{called(band[2], view)} too"
    if field == "noise" and whom:
        return {"at": "They get to", "towards": "Towards"}[first], called(whom, view)
    return (titled(first, view), called(whom, view)) if field == "pair" and whom else ("", "")


def _band(low: str, high: str) -> str:
    """Return a band of distances in words: "5 to 7 inches"."""
    if int(high) == BEYOND:
        return f"over {low} inches"
    return f"up to {high} inches" if low == "0" else f"{low} to {high} inches"


def groups(value: str, view: MappingView) -> str:
    """Return what a group is called, or two: "Group A at Ana", "Group A and group B"."""
    figures = view["figures"]
    words = [called(name, view) if name in figures else f"Group {name}" for name in value.split()]
    if value == NOBODY or not words:
        return sentence(value)
    human = figures.get(value.rsplit(maxsplit=1)[-1], {}).get("kind") in {*HUMANS, "feral_dog"}
    return (" at " if human else " and ").join(words)


def titled(group: str, view: MappingView) -> str:
    """Return what a group is called, with who is in it: "Group A, 3 shufflers"."""
    kinds = Counter(one["kind"] for one in view["figures"].values() if one["group"] == group)
    return f"{groups(group, view)}, {of_kinds(kinds)}" if kinds else groups(group, view)


def question(name: str, view: MappingView) -> str:
    """Return the heading over the keys of a question."""
    for start, words in _QUESTIONS.items():
        if name == start:
            return words
        if name.startswith(f"{start} "):
            seat = name.removeprefix(f"{start} ")
            who = "" if seat == view.seat else view.names.get(seat) or view.titles.get(seat) or seat
            return f"{words}: {who}" if who else words
    kind, _, whom = name.partition(" ")
    who = called(whom, view) if whom else ""
    plain = sentence(kind.replace("_", " "))
    return who if kind in {"act", "boss"} else f"{plain}: {who}" if who else plain
