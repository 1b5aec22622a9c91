"""*Dawn of the Dead* on the front page and its own, in the list of tables and where devices join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import request

from referee.games.dawn_of_the_dead.pages import wording
from referee.games.dawn_of_the_dead.pages.counters.figures import units
from referee.games.dawn_of_the_dead.pages.wording import PHASES, SEATS
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, TAPPED
from referee.games.ports import Front, Introduction
from referee.surveys.uploads import find
from referee.tables.service import tables
from referee.web.pages.shelves import choices
from rules.dawn_of_the_dead.victory import winner_sentence
from rules.dawn_of_the_dead.view import SYSTEM

Json = Mapping[str, Any]
GAMES: Mapping[str, Json] = {
    "two": {"mode": "two-player"},
    "alone": {"mode": "solitaire"},
    "three": {"mode": "cooperative", "players": 3},
    "four": {"mode": "cooperative", "players": 4},
}
"""Who plays, as the form says it."""
MODES: Mapping[str, str] = {"two-player": "two players", "solitaire": "solitaire", "cooperative": "together"}
STAND_INS = (
    "The map is a reconstruction. It agrees with everything the rulebook says about the printed map.",
    "The counter figures are stand-ins, not the printed ones.",
)
INTRODUCTION = Introduction(
    line="Four people hold a shopping mall against fifty zombies.",
    players="1–4",
    modes="two sides, solitaire or together",
    picture="dawn_of_the_dead/picture.svg",
    pictured="A hall of the mall from above. A sight line goes from one character through a glass door to a"
    " zombie.",
    first=(
        {"name": "Guided first turn", "url": "/guided", "posts": {}},
        {"name": "Watch a game", "url": "/demo"},
    ),
    asks=({"name": "Check a sight line", "url": "/sight"},),
    seats={"zombie": "dawn_of_the_dead/zombie.svg"},
)
NO_VALUES: Json = {"says": "Remember Zombie Values; do not write them down", "case": "2.3"}


class DawnFront:
    """The front of the first game."""

    new_table = "dawn_of_the_dead/home/_new.html"
    introduction = INTRODUCTION
    stand_ins: Sequence[str] = STAND_INS
    beside = ""
    help = "dawn_of_the_dead/help/_help.html"
    first_help = "dawn_of_the_dead/help/_first_help.html"
    shortcuts: Sequence[Json] = ({"name": "Sight", "url": "/sight"},)
    looking_back: Sequence[Json] = ({"name": "Statistics", "url": "/statistics"},)
    notes_rule: Json | None = NO_VALUES

    def fields(self) -> Json:
        """Return the maps and counter sheets to choose from."""
        sheets = choices(SYSTEM, "counters", request.args.get("sheet", ""))
        told = [{**sheet, "units": units(find(tables(), "counters", sheet["id"]))} for sheet in sheets.shown]
        maps = choices(SYSTEM, "map", request.args.get("map", ""))
        return {
            "maps": replace(maps, shown=list(map(_marked, maps.shown))),
            "sheets": replace(sheets, shown=told),
        }

    def wanted(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the options of a new table from its form."""
        given: dict[str, Any] = {k: form[k] for k in ("counters", "map", "sheet") if form.get(k)}
        given |= GAMES.get(form.get("game", ""), {})
        given["practice"] = "practice" in form
        given["phases"] = TAPPED if "tap" in form else AUTOMATIC
        return given

    def seat_title(self, seat: str) -> str:
        """Return what a seat is called without its player: "Zombie player"."""
        return SEATS[seat]

    def seat_name(self, seat: str, names: Mapping[str, str]) -> str:
        """Return who sits at a seat: "Ann (zombies)", else "Zombie player"."""
        return wording.seat_name(seat, names)

    def mode_title(self, mode: str) -> str:
        """Return who plays, in the list of tables."""
        return MODES[mode]

    def where(self, summary: Json) -> str:
        """Return how far a game is: "Game-Turn 3, Reaction Phase", or who won."""
        phase = PHASES[summary["phase"]].name
        if summary["winner"]:
            won = winner_sentence(tables().match(summary["code"]).options["mode"], summary["winner"])
            phase = won[0].lower() + won[1:]
        return f"Game-Turn {summary['turn']}, {phase}"


def _marked(entry: Json) -> Json:
    """Return a map with the mark of what comes with the game: it stands in for the printed one."""
    return {**entry, "mark": "A stand-in" if entry["bundled"] else ""}


FRONT: Front = DawnFront()
