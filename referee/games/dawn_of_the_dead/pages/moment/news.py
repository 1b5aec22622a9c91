"""What came of the last action, in a word or two: the large word above its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules.dawn_of_the_dead.effects.course import Side

Json = Mapping[str, Any]
DONE = "Done"
NO_EFFECT = "No effect"
RESULTS = {"killed": "Killed", "infected": "Infected", "stunned": "Stunned"}
"""What an attack can do to a character."""
ELIMINATED = "Eliminated"
ATTACK = "Attack"
_HURTS: Mapping[str, Side] = {
    "Panic": "human", "Berserk": "human", "Glass broken": "human", "Hidden zombie": "human",
    "New zombies": "human", "Super zombie": "human", ATTACK: "human",
    **dict.fromkeys(RESULTS.values(), "human"),
    ELIMINATED: "zombie", "Not berserk": "zombie", "Glass holds": "zombie",
}  # fmt: skip
"""Whom each word is bad news for; a word that is not here is bad news for nobody."""
HARM = frozenset(word for word, side in _HURTS.items() if side == "human")
"""What is bad news for the human side, and so does not look like a thing well done."""
BIG = frozenset({"Panic", "Hidden zombie", "Super zombie", *RESULTS.values()}) - {RESULTS["stunned"]}
"""What nobody at the table should miss."""


def news(view: Json) -> str:
    """Return what came of the last action, from what everybody knows; "Done" if nothing was at stake."""
    last = view["moment"]
    return "Done by agreement" if last["overridden"] else word_for_all([last]) or DONE


def word_for(effects: Iterable[Json]) -> str:
    """Return the word for what decided something, or "".

    The last one that is bad news for a side counts: one may panic, and another fire and miss.
    """
    told = [_NEWS[effect["effect"]](effect) for effect in effects if effect["effect"] in _NEWS]
    words = [word for word in reversed(told) if word]
    return next((word for word in words if word in _HURTS), words[0] if words else "")


def word_for_all(steps: Sequence[Json]) -> str:
    """Return the word for the actions of one tap: the last harm that they did, else the last word.

    An attack that the last of them opens comes before what was done on the way: the table waits for it (8.1).
    """
    if any(effect["effect"] == "attack" for effect in steps[-1]["effects"]):
        return ATTACK
    words = [word for step in reversed(steps) if (word := word_for(step["effects"]))]
    return next((word for word in words if word in HARM), words[0] if words else "")


def tone_for(word: str, mode: str, seat: str) -> str:
    """Return how what happened looks to a seat: "done", "done harm", or "done open" for both sides at once.

    All seats are on one side where nobody plays the zombies. Where both sides play, a screen that they share
    takes neither, as with the end of a game. What had no effect looks like a success to nobody.
    """
    if word == NO_EFFECT:
        return "done open"
    hurt = _HURTS.get(word)
    side = seat if mode == "two-player" else "human"
    if hurt is None or side not in {"human", "zombie"}:
        return "done" if hurt is None else "done open"
    return "done harm" if side == hurt else "done"


def results(effects: Iterable[Json]) -> dict[str, str]:
    """Return what attacks did, in a word for each character that they did something to (8.3, 8.4, 8.5)."""
    attacked = (effect for effect in effects if effect["effect"] == "attacked")
    return {e["whom"]: RESULTS[e["result"]] for e in attacked if e["result"] in RESULTS}


_NEWS: Mapping[str, Callable[[Json], str]] = {
    "appear": lambda effect: "Hidden zombie" if effect["pool"] == "hidden_box" else "New zombies",
    "status": lambda effect: "Super zombie" if effect["status"] == "super_zombie" else "",
    "eliminate": lambda _effect: ELIMINATED,
    "panic": lambda _effect: "Panic",
    "shot": lambda effect: ELIMINATED if effect["hit"] else NO_EFFECT,
    "attacked": lambda effect: RESULTS.get(effect["result"], NO_EFFECT),
    "berserk_check": lambda effect: "Berserk" if effect["berserk"] else "Not berserk",
    "smash": lambda effect: "Glass broken" if effect["broken"] else "Glass holds",
}
"""The word for each effect that decides something, or "" where it decides nothing."""
