"""How others join: on the tablet the code, PIN and QR codes; on a phone the way to another tablet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.ports import SPECTATOR, Match, TableWords
from referee.tables.service import tables
from referee.web.api.links import address, joining_url, url_at

Json = Mapping[str, Any]
GONE = "Tablet broken or out of power? Scan this with another tablet to replace it."


def joining(code: str, seat: str, company: Sequence[Json], words: TableWords, *, fresh: bool) -> Json:
    """Return what a seat shows so that others can join. If it shows no codes, it says which seat does.

    The codes are unfolded on the tablet of a `fresh` table.
    """
    match = tables().match(code)
    if seat not in {match.public_seat, *match.hosts}:
        return {"links": [], "again": [], "says": _elsewhere(match, words), "open": False}
    invitation = tables().lobby.invitation(code, seat)
    tablet = seat == match.public_seat
    taken = {sits["seat"] for sits in company if tablet and sits["joins"]}
    given = invitation["seats"]
    links = [_link(code, other, given[other]["token"], words) for other in _ordered(match, given)]
    free = [link for link in links if link["seat"] not in taken]
    watching = _link(code, SPECTATOR, invitation[SPECTATOR]["token"], words) if tablet else None
    return {
        "title": "Join with a phone" if tablet else "Open the table on another tablet",
        "says": "" if tablet else GONE,
        "choice": "" if tablet else words.title(match.public_seat),
        "code": code,
        "pin": invitation["pin"],
        "pin_changes": bool(match.private_seats),
        "address": address(),
        "links": free,
        "again": [link for link in links if link["seat"] in taken],
        "looks_on": watching,
        "open": fresh and tablet and bool(free),
    }


def _ordered(match: Match, seats: Mapping[str, Json]) -> list[str]:
    """Return the seats in the order of their codes: those with a secret have to join first."""
    return sorted(seats, key=lambda seat: (seat not in match.private_seats, match.seats.index(seat)))


def _elsewhere(match: Match, words: TableWords) -> str:
    """Return who can open the table on another tablet, or "" where no phone can."""
    if not match.hosts:
        return ""
    who = "Any player" if len(match.hosts) > 1 else words.owner(*match.hosts)
    return f"Tablet gone? {who}’s phone can open the table on another one."


def _link(code: str, seat: str, token: str, words: TableWords) -> Json:
    name = words.title(seat)
    return {
        "seat": seat,
        "name": name,
        "does": "watch" if seat == SPECTATOR else f"join as {name}",
        "url": joining_url(seat, token),
        "qr": url_at(f"/api/tables/{code}/seats/{seat}/qr.svg"),
    }
