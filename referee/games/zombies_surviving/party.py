"""The survivors of the players on paper and in files: the page of a table that prints and exports them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, make_response, render_template, request

from referee.games.interface.host import Table, host, seat_required
from referee.games.toolkit.http import without_caching
from rules.questions import TABLE
from rules.sentences import sentence
from rules.zombies_surviving import characters
from rules.zombies_surviving.items import BARE_HANDS
from rules.zombies_surviving.position import SYSTEM, Item
from rules.zombies_surviving.setting_up import ROSTER

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from referee.games.interface import Json

MOST_BITES = 3
_KEPT = ("name", "traits", "items", "supplies")
"""What a figure takes along into another game (1.1)."""
bp = Blueprint("party", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes to tick off on paper: how many are full, of how many."""

    full: int
    of: int

    @property
    def each(self) -> Sequence[bool]:
        """Each box, True for a full one."""
        return [n < self.full for n in range(self.of)]


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon: at each range what it needs and the damage, and the rounds in it. `strikes` is its melee."""

    name: str
    ranges: Sequence[Json] = ()
    rounds: Boxes | None = None
    strikes: int | None = None
    jammed: bool = False


@dataclass(frozen=True, slots=True)
class Survivor:
    """A living survivor as its sheet has it."""

    name: str
    seat: str
    points: int
    traits: Sequence[tuple[str, str]]
    arms: Sequence[Arm]
    things: Sequence[tuple[str, str]]
    melee: int
    wounds: Boxes
    bites: Boxes
    supplies: int
    roster: str
    """Himself alone as a file."""


@dataclass(frozen=True, slots=True)
class Party:
    """The survivors of a seat, and their file."""

    seat: str
    survivors: Sequence[Survivor]
    roster: str


def roster_file(view: Json, seat: str, player: str, *, only: str = "") -> str:
    """Return the living survivors of a seat as a file for another game, `only` one of them if named."""
    found = [
        {kept: one[kept] for kept in _KEPT} | {"name": _name(name, one), "empty": _empty(one["items"])}
        for name, one in view["figures"].items()
        if one["kind"] == "survivor" and one["seat"] == seat and only in {"", name}
    ]
    head = {"format": ROSTER, "system": SYSTEM, "name": player}
    return json.dumps({**head, "characters": found}, ensure_ascii=False) if found else ""


def _name(name: str, one: Json) -> str:
    """Return what a survivor is called, in a file too: one without a name was a stranger."""
    return str(one["name"]) or sentence(name.replace("_", " ").replace("independent", "stranger"))


def _empty(items: Sequence[Json]) -> list[str]:
    return [one["item"] for one in items if characters.rounds(one["item"]) and not one["loaded"]]


def parties(view: Json, seats: Sequence[str], names: Mapping[str, str]) -> Sequence[Party]:
    """Return the survivors of some seats, by seat; a seat without any is left out."""
    found = []
    for seat in seats:
        living = [
            _survivor(view, name)
            for name, one in view["figures"].items()
            if one["kind"] == "survivor" and one["seat"] == seat
        ]
        if living:
            found.append(Party(seat, living, roster_file(view, seat, names.get(seat) or "Survivors")))
    return found


def _survivor(view: Json, name: str) -> Survivor:
    one, sheet = view["figures"][name], view["sheets"][name]
    items = tuple(Item(**{**thing, "fitted": tuple(thing["fitted"])}) for thing in one["items"])
    known = characters.traits()
    called = _name(name, one)
    dies_at = int(sheet["dies_at"])
    return Survivor(
        called,
        one["seat"],
        characters.total(characters.Character(called, tuple(one["traits"]), items)),
        tuple((known[trait][0], known[trait][2]) for trait in one["traits"] if trait in known),
        tuple(_arms(items, sheet)),
        tuple(_things(items)),
        int(sheet["melee"]),
        Boxes(one["wounds"], dies_at),
        Boxes(one["bites"], max(MOST_BITES, one["bites"])),
        one["supplies"],
        roster_file(view, one["seat"], called, only=name),
    )


def _arms(items: Sequence[Item], sheet: Json) -> Iterator[Arm]:
    """Yield the weapons, those that shoot first; bare hands where nothing else strikes."""
    shots, blows = sheet["weapons"], sheet["blows"]
    for item in items:
        if item.item in shots:
            room = item.holds or characters.rounds(item.item)
            rounds = Boxes(item.loaded, room) if room else None
            yield Arm(_called(item), shots[item.item], rounds, blows.get(item.item), item.jammed)
    for item in items:
        if item.item in blows and item.item not in shots:
            yield Arm(_called(item), strikes=blows[item.item])
    yield Arm("Bare hands", strikes=blows[BARE_HANDS])


def _things(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    for item in items:
        room = item.holds or characters.rounds(item.item)
        does = characters.items()[item.item][2] if item.item in characters.items() else ""
        told = [does, *(f"{fitted.replace('_', ' ')} fitted" for fitted in item.fitted)]
        told += [f"loaded with {item.ammo.replace('_', ' ')}"] if item.ammo else []
        told += [f"{item.loaded} left"] if item.loaded and not room else []
        yield _called(item), ", ".join(filter(None, told))


def _called(item: Item) -> str:
    known = characters.items().get(item.item)
    name = known[0] if known else sentence(item.item.replace("_", " "))
    return name if item.count == 1 else f"{item.count} × {name}"


@bp.get("/characters")
@seat_required
def sheets(table: Table, seat: str) -> Response:
    """Show the characters of a seat as sheets to print and files to keep; with `all`, everybody's."""
    context = host().pages.build_context(table, seat)
    view: Any = context.view.to_json()
    everybody = seat == TABLE or "all" in request.args or seat not in view["seats"]
    shown = parties(view, view["seats"] if everybody else (seat,), context.names)
    page = render_template(
        "zombies_surviving/party/characters.html", parties=shown, everybody=everybody, context=context,
        called=lambda who: context.names.get(who) or context.view.titles.get(who) or who,
    )  # fmt: skip
    return without_caching(make_response(page))
