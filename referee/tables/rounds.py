"""How a round of parts of the dice goes on: who is waited for, when its promises are fixed, when it counts.

A round is fixed once every seat that has taken part before has promised, and every other seat with a device
too, unless the table has gone on without those. Then the parts are shown. They count together once all are
there, or without those that were not shown when the table has gone on for some lines.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from referee.dice_rounds import EACH, LATE, Entry, promise_of
from referee.problems import Problem

_OTHER = "This part is not the one that the seat had promised."
_TWO_STEPS = (
    "Devices at this table promise their part before they show it: send its SHA-256 as `commit` first."
)
_WAIT = "A round of parts is in progress. Promise again once it counts."
_PROMISED = "This seat has promised another part in this round."
_ENOUGH = f"This seat has begun {EACH} rounds and cannot begin another."
_NOT_SHOWN = "A device promised its part and did not show it, so nobody adds more to these dice."
_FIXED = "The promises of this round are not fixed yet. Show the part once they are."
_TOO_LATE = "The table has gone on, and the round counts without this part."

Entries = tuple[Entry, ...]


def promised(entries: Entries, began: int, seat: str, commit: str, last: int) -> Entries:
    """Return the entries with a seat's promise. `began` is the line with which the present seal began.

    Raises Problem (422) where it cannot be taken.
    """
    mine = _under(entries, began)
    if any((e["seat"], e["commit"]) == (seat, commit) for e in mine):
        return entries
    number, newest = _newest(mine)
    if newest and not _fixed(newest):
        _refuse({_PROMISED: any(e["seat"] == seat for e in newest)})
    else:
        opened = [e["seat"] for n, e in enumerate(mine) if n == 0 or mine[n - 1]["round"] != e["round"]]
        _refuse(
            {
                _WAIT: bool(newest) and not _counts(newest),
                _NOT_SHOWN: any("part" not in e for e in mine),
                _ENOUGH: opened.count(seat) >= EACH,
            }
        )
        number = max((e["round"] for e in entries if "round" in e), default=0) + 1
    return (*entries, {"seat": seat, "commit": commit, "round": number, "opened": last})


def shown(entries: Entries, began: int, seat: str, part: str) -> Entries | None:
    """Return the entries with a part that a seat had promised; None where nobody has promised any.

    Raises Problem (422) for a part that was not promised, or is shown too early.
    """
    mine = _under(entries, began)
    if not mine:
        return None
    commit = promise_of(part)
    promise = next((e for e in mine if (e["seat"], e["commit"]) == (seat, commit)), None)
    if promise is None:
        raise Problem(422, _OTHER if any(e["seat"] == seat for e in mine) else _TWO_STEPS)
    _refuse({_FIXED: "closed" not in promise, _TOO_LATE: "after" in promise and "part" not in promise})
    return tuple({**e, "part": part} if e is promise else e for e in entries)


def gone_on(entries: Entries, began: int, seated: Collection[str], last: int) -> Entries:
    """Return the entries after line `last`: the newest round fixed or counting, if that is due.

    `seated` are the seats with a device.
    """
    mine = _under(entries, began)
    _, newest = _newest(mine)
    if not newest or _counts(newest):
        return entries
    change: dict[str, Any] = {}
    if not _fixed(newest):
        there = {e["seat"] for e in newest}
        before = {e["seat"] for e in mine if "after" in e and "part" in e}
        away = set(seated) - there if last == newest[0]["opened"] else set()
        if before <= there and not away:
            change["closed"] = last
    elif all("part" in e for e in newest) or last > newest[0]["closed"] + LATE:
        change["after"] = last
    if not change:
        return entries
    return tuple({**e, **change} if any(e is one for one in newest) else e for e in entries)


def _under(entries: Entries, began: int) -> list[Entry]:
    """Return the promises under the seal that began with a line."""
    return [e for e in entries if "commit" in e and e["opened"] >= began]


def _newest(mine: Sequence[Entry]) -> tuple[int, list[Entry]]:
    """Return the newest round's number and promises; (0, []) before the first."""
    number = int(mine[-1]["round"]) if mine else 0
    return number, [e for e in mine if e["round"] == number]


def _fixed(together: Sequence[Entry]) -> bool:
    return "closed" in together[0]


def _counts(together: Sequence[Entry]) -> bool:
    return "after" in together[0]


def _refuse(hindered: dict[str, bool]) -> None:
    """Raise Problem (422) with the first sentence that applies."""
    if why := next((why for why, so in hindered.items() if so), None):
        raise Problem(422, why)
