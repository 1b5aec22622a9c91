"""The tables of this device: the list of them, and deleting one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, render_template, request

from referee.games import registry
from referee.tables.record import Failing, its_game
from referee.tables.service import tables
from referee.web.api.auth import held_seats, leave, seat_at
from referee.web.api.links import url_at
from referee.web.pages.fronts import front_of, introduction_of, listed_front, said_of_each, ways
from referee.web.pages.library.shelves import day
from referee.web.pages.start.arriving import to
from referee.web.pages.start.cards import card
from rules.sentences import listed, sentence

bp = Blueprint("own_tables", __name__)
Json = Mapping[str, Any]
_COUNTED = re.compile(r"(\S+) (\d+)(?:, (.+))?")
"""How far a game is, where that is a word, a number, and perhaps a phase."""


@bp.get("/tables")
def every() -> str:
    """Show all tables of this device."""
    return render_template(
        "home/tables.html",
        home={
            "tables": own_tables(),
            "looking_back": said_of_each(lambda _, front: ways(front.looking_back)),
        },
    )


@bp.get("/t/<code>/delete")
def confirm(code: str) -> str:
    """Ask before a table is deleted."""
    seat = seat_at(code)
    tables().system(code)  # Raises the sentence of a table that cannot be listed.
    table = _row(tables().lobby.listed([(code, seat)])[0])
    return render_template("home/delete.html", table=table, system=tables().system(code))


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete a table for everybody, from the tablet."""
    tables().lobby.delete(code, seat_at(code), request.form.get("confirm", ""))
    return leave(to("/tables"), code)


def own_tables() -> list[Json]:
    """Return the rows of this device's tables, without those whose game cannot fill its row."""
    rows: list[Json] = []
    for entry in tables().lobby.listed(held_seats()):
        with suppress(Failing), its_game(entry["code"], entry["system"]):
            rows.append(_row(entry))
    return rows


def _row(entry: Json) -> Json:
    code, game, names = entry["code"], registry.game(entry["system"]), entry["names"]
    front = listed_front(game)
    mode, where = front.mode_title(entry["mode"]), front.where(entry)
    return {
        "code": code,
        "url": url_at(f"/t/{code}") if front_of(game) else "",
        "over": bool(entry["winner"]) or entry["phase"] == "over",
        "last": entry["last"],
        "day": day(entry["last"]),
        "delete_url": url_at(f"/t/{code}/delete") if entry["seat"] == "table" else "",
        "seat": front.seat_title(entry["seat"]),
        "players": listed(front.seat_name(seat, names) for seat in names) if names else sentence(mode),
        "named": bool(names),
        "game": f"{game.title}, {mode}",
        "where": where,
        "counted": _counted(where),
        "card": card(game, introduction_of(game, front)),
    }


def _counted(where: str) -> Json | None:
    """Return how far a game is as a number with its word and its phase; None where it is said otherwise."""
    read = _COUNTED.fullmatch(where)
    return {"word": read[1], "number": read[2], "phase": sentence(read[3] or "")} if read else None
