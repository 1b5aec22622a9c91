"""Settings that players change at a running table, and who rolls the dice at one device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.games.dawn_of_the_dead.labels.wording import player
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, PLAYERS, REFEREE, TAPPED, DawnView
from referee.games.interface import SPECTATOR
from referee.games.interface.host import Table, host, seat_required
from referee.games.toolkit.http import url_at
from referee.games.toolkit.typed_dice import forget_preference, types_dice
from referee.records.text import Json
from rules.sentences import sentence

EACH, EACH_DIE, SUMMED = "each", "die", "total"
"""The cookie of a device, and the member of an address, for typing in each die or what two come to."""


def each_die() -> bool:
    """Whether this device types in each die, also where only what two come to counts."""
    return request.args.get(EACH, request.cookies.get(EACH)) == EACH_DIE


def typed_dice(table: Table) -> bool:
    """Whether this device types in the dice rolled on the table."""
    return types_dice(table.match.settings)


bp = Blueprint("settings", __name__)


@dataclass(frozen=True, slots=True)
class _Value:
    """The words for a value of a setting: in short, in a sentence, on its key, and once it is set."""

    short: str
    says: str
    key: str
    told: str


_SETTINGS: Mapping[str, Mapping[str, _Value]] = {
    "phases": {
        AUTOMATIC: _Value(
            "end by themselves",
            "A phase with nothing left to do or choose ends by itself, and the screen says so.",
            "End finished phases without a tap",
            "finished phases now end by themselves",
        ),
        TAPPED: _Value(
            "end with a tap",
            "Every phase waits for a tap.",
            "Tap to end every phase",
            "every phase now waits for a tap",
        ),
    },
    "dice": {
        REFEREE: _Value(
            "the referee rolls",
            "The referee rolls the dice.",
            "Let the referee roll",
            "the referee now rolls the dice",
        ),
        PLAYERS: _Value(
            "we roll our own",
            "You roll real dice and type them in.",
            "Roll our own dice",
            "dice are now rolled on the table and typed in",
        ),
    },
}
_TITLES: Mapping[str, str] = {"phases": "Phases", "dice": "Dice"}
AS_THE_TABLE = "On this device too, as at the table"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the table: what holds, and the key that changes it `to` something else for everybody.

    `apart`: this device does otherwise with its dice. `device` is the key that begins or ends that.
    """

    name: str
    title: str
    short: str
    says: str
    key: str
    to: str
    apart: str = ""
    device: str = ""


@bp.post("/t/<code>/settings")
@seat_required
def change(table: Table, seat: str) -> AnyResponse:
    """Change a setting for the whole table, and stay where one is. This device goes with it from now on."""
    wanted = {name: request.form[name] for name in _SETTINGS if name in request.form}
    host().tables.change_settings(table, seat, wanted)
    answer = (
        Response(status=204) if "HX-Request" in request.headers else redirect(url_at(f"/t/{table.code}"), 303)
    )
    if "dice" in wanted:
        forget_preference(answer, table.code)
    return answer


def settings_panel(view: DawnView, role: str, *, typed: bool) -> tuple[Setting, ...]:
    """Return what players may change in play; nothing for a spectator and after the game.

    `typed`: dice are typed in on this device.
    """
    if role == SPECTATOR or view.game.phase == "over":
        return ()
    panel = {name: _setting(name, view.settings[name]) for name in _SETTINGS}
    return panel["phases"], _with_device(panel["dice"], typed=typed)


def _setting(name: str, now: str) -> Setting:
    values = _SETTINGS[name]
    to = next(value for value in values if value != now)
    return Setting(name, _TITLES[name], values[now].short, values[now].says, values[to].key, to)


def _with_device(dice: Setting, *, typed: bool) -> Setting:
    """Return the setting of the dice with what this device does about it."""
    values = _SETTINGS["dice"]
    here, other = (PLAYERS, REFEREE) if typed else (REFEREE, PLAYERS)
    if dice.to == other:
        return replace(dice, device=f"On this device only: {values[other].short}")
    return replace(dice, apart=values[here].short, device=AS_THE_TABLE)


def change_notice(changed: Json | None, names: Mapping[str, str]) -> str:
    """Return the sentence on a change and who made it, or ""."""
    if changed is None:
        return ""
    by = "At the tablet" if changed["by"] == "table" else f"Set by {player(changed['by'], names)}"
    return sentence(f"{by}: {_SETTINGS[changed['name']][changed['to']].told}.")
