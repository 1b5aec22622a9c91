"""How others join: the code and PIN, and a QR code for each seat, on the tablet; on phones how another tablet does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api.links import address, seat_url
from referee.pages.wording import SEATS
from referee.tables import tables

_SEATS = ("zombie", *SEATS)
"""The order in which the codes stand: who has to join first, then as the characters are listed."""
_GONE = "Tablet broken or flat? Scan this with another one to take its place."
_ELSEWHERE = "Tablet gone? The zombie player’s phone can open the table on another one."


def joining(code: str, role: str, *, fresh: bool) -> Mapping[str, Any]:
    """Return what a seat shows so that others can join; where it shows no codes, who does when the tablet has gone."""
    match = tables().match(code)
    if role not in {match.public_seat, *match.hosts}:
        return {"doors": [], "says": _ELSEWHERE, "open": False}
    invitation = tables().lobby.invitation(code, role)
    doors = [
        {
            "name": SEATS[seat],
            "url": seat_url(given["token"]),
            "qr": f"/api/tables/{code}/seats/{seat}/qr.svg",
        }
        for seat, given in sorted(invitation["seats"].items(), key=_order)
    ]
    tablet = role == match.public_seat
    return {
        "title": "Join with a phone" if tablet else "Open the table on another tablet",
        "says": "" if tablet else _GONE,
        "choice": "" if tablet else SEATS[match.public_seat],
        "code": code, "pin": invitation["pin"], "address": address(), "doors": doors,
        "open": fresh and tablet,
    }  # fmt: skip


def _order(given: tuple[str, Any]) -> int:
    return _SEATS.index(given[0])
