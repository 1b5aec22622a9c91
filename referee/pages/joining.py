"""How others join: the code and PIN, and a QR code for each seat, shown on the tablet alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api.links import address, seat_url
from referee.pages.wording import SEATS
from referee.tables import tables

_SEATS = ("zombie", *SEATS)
"""The order in which the codes stand: who has to join first, then as the characters are listed."""


def joining(code: str, role: str, *, fresh: bool) -> Mapping[str, Any] | None:
    """Return what the tablet shows so that others can join, or None at any other seat."""
    if role != "table":
        return None
    invitation = tables().lobby.invitation(code, role)
    doors = [
        {
            "name": SEATS[seat],
            "url": seat_url(given["token"]),
            "qr": f"/api/tables/{code}/seats/{seat}/qr.svg",
        }
        for seat, given in sorted(invitation["seats"].items(), key=_order)
    ]
    return {"code": code, "pin": invitation["pin"], "address": address(), "doors": doors, "open": fresh}


def _order(given: tuple[str, Any]) -> int:
    return _SEATS.index(given[0])
