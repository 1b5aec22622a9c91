"""The form that starts a table: the game comes first, then what that game asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games import registry
from referee.games.ports import SPECTATOR, Front, Game
from referee.pages.fronts import front_of, said_of_each
from referee.pages.start.seat_choices import REPLACES, WATCHES

Json = Mapping[str, Any]
EVERY_TABLE: tuple[Json, ...] = (
    {"id": "table", "name": REPLACES},
    {"id": SPECTATOR, "name": WATCHES},
)
"""The seats that every table has."""
ASKED = "start"
"""The query that names the game whose form is shown."""


def shown_game(asked: str) -> Game:
    """Return the game to show the form of: the one asked for if it has pages, else the usual one."""
    games = registry.games()
    game = games.get(asked)
    return game if game and front_of(game) else games[registry.default()]


def start_form(asked: str) -> Json:
    """Return what the form shows: the games to choose from, and the fields of the one that is chosen."""
    shown = shown_game(asked)
    front = front_of(shown)
    return {
        "games": said_of_each(lambda game, its: [_game(game, its, game.id == shown.id)]),
        "system": shown.id,
        "title": shown.title,
        "template": front.new_table if front else "",
        "fields": front.fields() if front else None,
        "stand_ins": front.stand_ins if front else (),
        "beside": beside(front),
        "help_url": f"/help/{shown.id}" if front and front.help else "",
    }


def beside(front: Front | None) -> str:
    """Return the template of the panel beside the form: the game's own, or links to its rules and help."""
    return (front.beside if front else "") or "home/_beside.html"


def wanted(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a new table from the form of its game."""
    front = front_of(game)
    return {"system": game.id, **(front.wanted(form) if front else {})}


def join_groups() -> list[Json]:
    """Return the seats to join as, where the table is not known yet; games with the same seats share them."""
    groups = said_of_each(
        lambda game, front: [{**group, "says": group["says"] or game.title} for group in front.join_groups]
    )
    alike: dict[str, Json] = {}
    for group in groups:
        same = alike.get(repr(group["seats"]))
        alike[repr(group["seats"])] = {**same, "says": f"{same['says']}, {group['says']}"} if same else group
    return [*alike.values(), {"says": "At any table", "wide": True, "seats": EVERY_TABLE}]


def _game(game: Game, front: Front, shown: bool) -> Json:
    return {
        "id": game.id,
        "title": game.title,
        "modes": ", ".join(map(front.mode_title, game.modes)),
        "shown": shown,
        "url": f"/?{ASKED}={game.id}",
    }
