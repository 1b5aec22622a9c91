"""Whether a screen has the turn, and when the tablet acts as a proxy for an absent device."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from referee.games.dawn_of_the_dead.labels.wording import player
from referee.games.dawn_of_the_dead.pages.action_panel.keys import of_kinds
from referee.games.dawn_of_the_dead.seats import DawnView, played
from referee.games.interface import SPECTATOR
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import ATTACKS, kinds_where
from rules.dawn_of_the_dead.game import seats_for
from rules.dawn_of_the_dead.view import View
from rules.questions import TABLE

ANSWERS = kinds_where(lambda kind: kind.side == "human" and kind.phases & ATTACKS)
"""Actions that each player decides for his own characters in cooperative play (6.9, 8.0)."""


def has_turn(view: View, role: str, actions: Sequence[Json], here: Collection[str]) -> bool:
    """Return whether somebody at this screen acts next, by what its seat was sent.

    The tablet is the proxy of the sides whose own device is not `here`. Where the referee plays the zombies,
    the tablet never waits, and each phone waits for its own characters.
    """
    if view.phase == "over" or role == SPECTATOR:
        return False
    if view.mode != "two-player":
        human = view.phase == "human" and _may_move(view, role, actions)
        return role != "table" and (human or bool(of_kinds(actions, *ANSWERS)))
    acting = {item["seat"] for item in view.agenda}
    return bool(acting.difference(here)) if role == "table" else role in acting


def _may_move(view: View, role: str, actions: Sequence[Json]) -> bool:
    """Return whether a phone's own characters move now or may begin to (5.0).

    Where nothing is left to do but to end the Human Player-Turn, everybody may end it.
    """
    if not played(role).isdisjoint(view.moving) or of_kinds(actions, "start_move"):
        return True
    return not view.moving and len(view.agenda) == 1


HERE, AWAY = "here", "away"
_BEFORE_PLAY = frozenset({"place_hidden", "over"})


def zombie_device(view: View, seat: str, connected: Callable[[str], bool | None]) -> str:
    """Return "here" or "away" for the device the tablet waits for, or "" if it waits for none.

    It waits for none if the zombie player never had a listening device: then the tablet plays that side.
    `connected` answers for a seat. Everybody may know all of this.
    """
    if seat != TABLE or view.mode != "two-player" or view.phase in _BEFORE_PLAY:
        return ""
    if {item["seat"] for item in view.agenda} != {"zombie"}:
        return ""
    return {None: "", True: HERE, False: AWAY}[connected("zombie")]


def tablet_actions(actions: Sequence[Json], device: str) -> Sequence[Json]:
    """Return the actions that the tablet offers: none of the zombie player's while that device is here."""
    return [a for a in actions if "human" in seats_for(a["do"])] if device == HERE else actions


def awaited_player(view: DawnView, device: str) -> str:
    """Return whom the tablet waits for, or that the device is away; "" for neither."""
    names = view.names
    if device == HERE:
        return f"Waiting for {player('zombie', names)}."
    return f"{owner(names)}’s phone is away." if device == AWAY else ""


def acting_for(view: DawnView, device: str) -> str:
    """Return what opens the keys of a player whose device is away, or ""."""
    return f"Act for {view.names.get('zombie') or 'the zombie player'}" if device == AWAY else ""


def acts_already(view: DawnView) -> bool:
    """Whether the tablet took the last step for the zombie player, so that its keys stay open."""
    last = view.moment
    return bool(last and last["seat"] == TABLE and "human" not in seats_for(last["action"]["do"]))


def owner(names: Mapping[str, str]) -> str:
    """Return whose device it is, at the start of a sentence: "Ann", or "The zombie player"."""
    return names.get("zombie") or "The zombie player"
