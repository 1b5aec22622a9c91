"""How the end of a game looks on a screen: good news for the winner, bad news for the loser."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

from referee.games.dawn_of_the_dead.pages.wording import NAMES
from rules.dawn_of_the_dead.equipment.units import LOST
from rules.dawn_of_the_dead.victory import FRAN_FALLEN, LOSSES_TO_WIN
from rules.sentences import listed

Json = Mapping[str, Any]
Outcome = Literal["won", "lost", "open"]
"""What the end is for a screen; "open" on one that both sides share."""
SHARED_SEAT = "table"


_DOWN: Mapping[str, str] = {"killed": "killed", "super_zombie": "a super zombie", "infected": "infected"}
_BOTH: Mapping[str, str] = {**_DOWN, "super_zombie": "super zombies"}


def why_won(winner: str, statuses: Mapping[str, str]) -> str:
    """Return the condition that the winner met, by the status of each character (14.1, 14.2).

    Return "" where the position meets none, as after an override.
    """
    if winner == "human":
        return "Every main door is closed, the rifles are in hand, and no zombie is left."
    lost = [name for name, status in statuses.items() if status in LOST]
    if len(lost) >= LOSSES_TO_WIN:
        return f"Three characters are lost: {listed(_down(name, statuses) for name in lost)}."
    others = [name for name in lost if name != "fran"]
    if others and statuses.get("fran") in FRAN_FALLEN:
        return f"{_fallen('fran', others[0], statuses)}. The zombies need only Fran and one other."
    return ""


def _down(name: str, statuses: Mapping[str, str]) -> str:
    return f"{NAMES[name]} ({_DOWN[statuses[name]]})"


def _fallen(one: str, other: str, statuses: Mapping[str, str]) -> str:
    """Return what became of two characters: "Fran and Roger are killed"."""
    if statuses[one] == statuses[other]:
        return f"{NAMES[one]} and {NAMES[other]} are {_BOTH[statuses[one]]}"
    return listed(f"{NAMES[name]} is {_DOWN[statuses[name]]}" for name in (one, other))


def outcome(mode: str, winner: str, seat: str = SHARED_SEAT) -> Outcome:
    """Return what the victory of `winner` ("human" or "zombie") is for a seat.

    Two players share the tablet, so that it takes no side. In every other mode all seats play the characters.
    """
    if mode == "two-player" and seat == SHARED_SEAT:
        return "open"
    side = seat if mode == "two-player" else "human"
    return "won" if winner == side else "lost"


def side_at_tablet(view: Json, seat: str, devices: Collection[str]) -> str:
    """Return the side that alone plays at the tablet, the other having a device of its own, or "".

    `devices` are the seats with a device that listens, which every screen shows.
    """
    away = {"human", "zombie"} & {*devices}
    if seat != SHARED_SEAT or view["mode"] != "two-player" or len(away) != 1:
        return ""
    return "human" if away == {"zombie"} else "zombie"
