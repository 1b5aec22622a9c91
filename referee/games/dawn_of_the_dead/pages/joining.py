"""How others join: on the tablet the code, PIN and QR codes; on a phone the way to another tablet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api.links import address, joining_url
from referee.games.dawn_of_the_dead.pages.wording import SEATS
from referee.systems.protocol import SPECTATOR
from referee.tables import tables

Json = Mapping[str, Any]
_SEATS = ("zombie", *SEATS)
"""The order in which the codes stand: who has to join first, then as the characters are listed."""
_GONE = "Tablet broken or out of power? Scan this with another tablet to replace it."
_ELSEWHERE = "Tablet gone? The zombie player’s phone can open the table on another one."
_ELSEWHERE_TOGETHER = "Tablet gone? Any player’s phone can open the table on another one."


def joining(code: str, role: str, *, fresh: bool) -> Mapping[str, Any]:
    """Return what a seat shows so that others can join. If it shows no codes, it says which seat does."""
    match = tables().match(code)
    if role not in {match.public_seat, *match.hosts}:
        says = _ELSEWHERE if match.private_seats else _ELSEWHERE_TOGETHER
        return {"zombie_awaited": False, "links": [], "again": [], "says": says, "open": False}
    invitation = tables().lobby.invitation(code, role)
    tablet = role == match.public_seat
    people = tables().lobby.people(code) if tablet else []
    taken = {s["seat"] for s in people if s["joins"]}
    links = [_link(code, seat, given) for seat, given in sorted(invitation["seats"].items(), key=_rank)]
    free = [link for link in links if link["seat"] not in taken]
    return {
        "title": "Join with a phone" if tablet else "Open the table on another tablet",
        "says": "" if tablet else _GONE,
        "choice": "" if tablet else SEATS[match.public_seat],
        "code": code, "pin": invitation["pin"], "address": address(),
        "links": free,
        "again": [link for link in links if link["seat"] in taken],
        "looks_on": _link(code, SPECTATOR, invitation[SPECTATOR]) if tablet else None,
        "open": fresh and tablet and bool(free),
        # Before anybody joins, only a rematch brings a name along from the table before it.
        "rematch": tablet and any(s["seat"] == "zombie" and s["name"] for s in people),
        "zombie_awaited": tablet and any(link["seat"] == "zombie" for link in links),
    }  # fmt: skip


def _link(code: str, seat: str, given: Mapping[str, str]) -> Mapping[str, str]:
    return {
        "seat": seat,
        "name": SEATS[seat],
        "does": "watch" if seat == SPECTATOR else f"join as {SEATS[seat]}",
        "url": joining_url(seat, given["token"]),
        "qr": f"/api/tables/{code}/seats/{seat}/qr.svg",
    }


def _rank(given: tuple[str, Any]) -> int:
    return _SEATS.index(given[0])
