"""The tablet in the zombie player's turn: it acts only while that player's own device is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import player
from referee.games.dawn_of_the_dead.seats import TABLE
from rules.dawn_of_the_dead.game import seats_for

Json = Mapping[str, Any]
HERE, AWAY = "here", "away"
_BEFORE_PLAY = frozenset({"place_hidden", "over"})


def zombie_device(view: Json, seat: str, connected: Callable[[str], bool | None]) -> str:
    """Return "here" or "away" for the device the tablet waits for, or "" if it waits for none.

    It waits for none if the zombie player never had a listening device: then the tablet plays that side.
    `connected` answers for a seat. Everybody may know all of this.
    """
    if seat != TABLE or view["mode"] != "two-player" or view["phase"] in _BEFORE_PLAY:
        return ""
    if {item["seat"] for item in view["agenda"]} != {"zombie"}:
        return ""
    return {None: "", True: HERE, False: AWAY}[connected("zombie")]


def left_to_the_tablet(actions: Sequence[Json], device: str) -> Sequence[Json]:
    """Return the actions that the tablet offers: none of the zombie player's while that device is here."""
    return [a for a in actions if "human" in seats_for(a["do"])] if device == HERE else actions


def awaited(view: Json, device: str) -> str:
    """Return whom the tablet waits for, or that the device is away; "" where it waits for nobody."""
    names = view["names"]
    if device == HERE:
        return f"Waiting for {player('zombie', names)}."
    return f"{owner(names)}’s phone is away." if device == AWAY else ""


def acting_for(view: Json, device: str) -> str:
    """Return what opens the keys of a player whose device is away, or ""."""
    return f"Act for {view['names'].get('zombie') or 'the zombie player'}" if device == AWAY else ""


def acts_already(view: Json) -> bool:
    """Whether the tablet took the last step for the zombie player, so that its keys stay open."""
    last = view.get("moment")
    return bool(last and last["seat"] == TABLE and "human" not in seats_for(last["action"]["do"]))


def owner(names: Mapping[str, str]) -> str:
    """Return whose device it is, at the start of a sentence: "Ann", or "The zombie player"."""
    return names.get("zombie") or "The zombie player"
