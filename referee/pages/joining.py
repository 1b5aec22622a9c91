"""How others join: the code and PIN, and a QR code for each seat, shown on the tablet alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api.links import address, seat_url
from referee.pages.wording import SEATS
from referee.tables import tables


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
        for seat, given in sorted(invitation["seats"].items(), reverse=True)
    ]
    return {"code": code, "pin": invitation["pin"], "address": address(), "doors": doors, "open": fresh}
