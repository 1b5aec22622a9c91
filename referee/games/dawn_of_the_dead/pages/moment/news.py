"""What came of the last action, in a word or two: the large word above its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Json = Mapping[str, Any]
DONE = "Done"
NO_EFFECT = "No effect"
RESULTS = {"killed": "Killed", "infected": "Infected", "stunned": "Stunned"}
"""What an attack can do to a character."""
HARM = frozenset({"Panic", "Berserk", "Glass broken", *RESULTS.values()})
"""What is bad news for the human side, and so does not look like a thing well done."""


def news(view: Json) -> str:
    """Return what came of the last action, from what everybody knows; "Done" if nothing was at stake."""
    last = view["moment"]
    if last["overridden"]:
        return "Done by agreement"
    words = [_NEWS[effect["effect"]](effect) for effect in last["effects"] if effect["effect"] in _NEWS]
    return words[-1] if words else DONE


def results(effects: Iterable[Json]) -> dict[str, str]:
    """Return what attacks did, in a word for each character that they did something to (8.3, 8.4, 8.5)."""
    attacked = (effect for effect in effects if effect["effect"] == "attacked")
    return {e["whom"]: RESULTS[e["result"]] for e in attacked if e["result"] in RESULTS}


_NEWS: Mapping[str, Callable[[Json], str]] = {
    "panic": lambda _effect: "Panic",
    "shot": lambda effect: "Eliminated" if effect["hit"] else NO_EFFECT,
    "attacked": lambda effect: RESULTS.get(effect["result"], NO_EFFECT),
    "berserk_check": lambda effect: "Berserk" if effect["berserk"] else "Not berserk",
    "smash": lambda effect: "Glass broken" if effect["broken"] else "Glass holds",
}
"""The word for each effect that decides something. The last one counts: one may panic and another fire."""
