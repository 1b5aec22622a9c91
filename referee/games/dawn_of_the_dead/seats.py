"""The seats at a table of *Dawn of the Dead*, the characters that they play, and the table's options.

Two players take a side each. In solitaire and cooperative play (section 15) everybody is on the human side:
nothing is secret, and any player moves the zombies' pieces.

A guided first turn has an ordinary record: the seals hold, and the game may be played on after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.labels.wording import SEATS as TITLES
from referee.games.interface import SPECTATOR, TableView
from referee.records.text import fingerprint, show
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES, CounterSheet
from rules.dawn_of_the_dead.position import COUNTERS, MODES, Position
from rules.dawn_of_the_dead.view import View
from rules.dawn_of_the_dead.zombies.attacks import attack_in_progress, may_shoot
from rules.dawn_of_the_dead.zombies.hidden_zombies import must_all_come
from rules.questions import TABLE, Seat
from rules.ruling import Ruling, refuse
from rules.sentences import either, listed

DawnView = TableView[View]
"""A seat's view of a table of this game."""
TWO_PLAYERS = "two-player"
SIDES = ("human", "zombie")
_TOGETHER: Mapping[int, tuple[str, ...]] = {
    3: ("peter", "roger", "steve+fran"),
    4: ("peter", "roger", "steve", "fran"),
}
"""The seats of those who play together: with three, one of them plays both Steve and Fran."""
JOINABLE = ("human", "zombie", *CHARACTERS, "steve+fran", TABLE, SPECTATOR)
"""Every possible seat."""


def players(mode: str, given: Any) -> dict[str, int]:
    """Return the option for the number of players in cooperative play; empty in other modes.

    Raises InputError for a number that does not suit the mode.
    """
    if mode != "cooperative":
        if given is not None:
            raise InputError("players: only the mode cooperative takes a number of players.")
        return {}
    count = 4 if given is None else given
    if count not in _TOGETHER:
        raise InputError(f"players: {show(count)} cannot play together; 3 or 4 can.")
    return {"players": count}


def roster(options: Mapping[str, Any]) -> tuple[Seat, ...]:
    """Return the seats beside the tablet. The hidden squares are the zombie player’s alone (3.1).

    Those who play together agree as one side.
    """
    if options["mode"] == TWO_PLAYERS:
        return tuple(Seat(side, TITLES[side], secret=side == SIDES[1]) for side in SIDES)
    together = _TOGETHER[options.get("players", 4)] if options["mode"] == "cooperative" else SIDES[:1]
    return tuple(Seat(seat, TITLES[seat], side=SIDES[0], secret=False) for seat in together)


def seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all seats of a table."""
    return (TABLE, *(seat.id for seat in roster(options)))


def swapped(mode: str) -> dict[str, str]:
    """Return for each seat of two sides the other one; nothing where there is but one."""
    return dict(zip(SIDES, reversed(SIDES), strict=True)) if mode == TWO_PLAYERS else {}


def role(seat: str) -> str:
    """Return the role in which a seat sees the position."""
    return seat if seat in {TABLE, *SIDES} else "human"


def played(seat: str) -> frozenset[str]:
    """Return the characters of a seat in cooperative play; none for the seats of whole sides."""
    return frozenset(seat.split("+")) & frozenset(CHARACTERS)


def seats_for(options: Mapping[str, Any], action: act.Action) -> frozenset[str]:
    """Return who may speak of an action; this depends on nothing but the action and the table's options."""
    if options["mode"] == TWO_PLAYERS:
        return game.seats_for(action.do)
    return frozenset(seats(options))


def seat_refusal(position: Position, action: act.Action, seat: str) -> str | None:
    """Return why an action belongs to another seat, or None if this seat may do it.

    In cooperative play each player moves their own characters (15.0): a player with a character in the move
    may lead it, fires only with his own characters' guns, and says who is attacked where one of his is.
    Everybody may use the tablet.
    """
    if withheld := withheld_from(position, action, seat):
        return withheld.reason
    own = played(seat)
    moved = _moved(position, action)
    speaks = moved <= own if action.waives else own & moved
    if not own or not moved or speaks:
        return None
    yours = " and ".join(NAMES[n] for n in CHARACTERS if n in own)
    if action.waives and own & moved:
        return f"Each player holds fire for his own characters alone. You play {yours}."
    others = either(NAMES[n] for n in CHARACTERS if n in moved)
    return f"Only the player of {others} can do that. You play {yours}."


def allowing_refusal(position: Position, action: act.Action, seat: str, here: frozenset[str]) -> str | None:
    """Return why this seat may not ask for an exception that concerns other players' characters, or None.

    Each player fires only his own guns under attack (R-8.1a). For a move or a shot together, players with a
    phone that is `here` decide at the tablet; his companion decides for one whose phone is away (15.0).
    """
    own, concerned = played(seat), _concerned(position, action)
    away = frozenset(CHARACTERS) - {name for other in here for name in played(other)}
    others = [n for n in CHARACTERS if n in concerned - own and (action.answers or n not in away)]
    if not own or not others:
        return None
    names = listed(NAMES[n] for n in others)
    if action.answers:
        return f"Under attack each player fires only his own guns. Leave {names} out."
    return f"{names} would take part too. Allow this on the tablet, where everybody sees it."


def answerers(options: Mapping[str, Any], position: Position, action: act.Action) -> frozenset[str]:
    """Return the seats that must tap a shot under attack, or its waiver, themselves (8.1, R-8.1a)."""
    if not action.answers:
        return frozenset()
    if options["mode"] != "cooperative":
        return frozenset(SIDES[:1])
    moved = _moved(position, action)
    return frozenset(seat for seat in seats(options) if played(seat) & moved)


def withheld_from(position: Position, action: act.Action, seat: str) -> Ruling[Position] | None:
    """Return the refusal of an action that only a secret can decide, or None for all other actions.

    Once the map was swept empty, the hidden squares decide whether the Free Movement Phase may end and where
    a unit may go in it (9.3, 9.4). The refusal is the same in either case.
    """
    what = action.if_all_must_come
    if seat == SIDES[1] or not what or not must_all_come(position):
        return None
    reason = f"Only the zombie player may {what}: hidden zombies must be revealed first wherever possible."
    return refuse(("9.4", "R-9.4a"), reason, firm=True)


def _concerned(position: Position, action: act.Action) -> frozenset[str]:
    """Return the characters that an action moves or whose guns it fires, lawful or not."""
    return _moved(position, action) | frozenset(getattr(action, "by", None) or ())


def _moved(position: Position, action: act.Action) -> frozenset[str]:
    """Return the characters whose players may do an action; empty for what anybody may do."""
    on_move = frozenset(position.move.characters) if position.move else frozenset()
    if action.led_by == "move":
        attack = attack_in_progress(position)
        return on_move or frozenset(position.at(attack.square) if attack else ())
    named = getattr(action, action.led_by) if action.led_by else ()
    if on_move and action.led_by == "by":
        # Who names nobody of the move still leads it; the rules then say why those cannot shoot.
        return on_move.intersection(named) or on_move
    return frozenset(may_shoot(position) if named is None else named)


AUTOMATIC, TAPPED = "automatic", "tap"
"""Whether a phase with nothing left to do ends by itself at a table, or waits for a tap."""
REFEREE, PLAYERS = "referee", "players"
"""Who rolls the dice of a table: the referee, or the players, who type them in."""
_SETTINGS: Mapping[str, tuple[str, str]] = {"phases": (TAPPED, AUTOMATIC), "dice": (REFEREE, PLAYERS)}
"""The settings that players may change in play, each with its values; the first is the default."""


def table_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices for a new table, complete. Raises InputError.

    They are mode, players, map, counters (digital or physical), sheet, practice, phases and dice. `practice`
    is among them only where the referee may play the human side too, `phases` only where they end by
    themselves ("automatic"), and `dice` only where the "players" roll them.
    """
    mode = given.get("mode") or MODES[0]
    counters, sheet = given.get("counters") or COUNTERS[0], given.get("sheet")
    if mode not in MODES:
        raise InputError(f"mode: {show(mode)} cannot be played here; {listed(MODES)} can.")
    if counters not in COUNTERS:
        raise InputError(f"counters: {show(counters)} is neither digital nor physical.")
    made = {
        "mode": mode,
        "counters": counters,
        **players(mode, given.get("players")),
        "map": given.get("map") or equipment.DEFAULT_MAP,
        "sheet": sheet or equipment.DEFAULT_COUNTERS,
        **({"practice": True} if given.get("practice") else {}),
    }
    return with_settings(made, {name: given[name] for name in _SETTINGS if given.get(name)})


def settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that players may change in play: `phases` and `dice`."""
    return {name: options.get(name, values[0]) for name, values in _SETTINGS.items()}


def with_settings(options: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a table with other settings. Raises InputError."""
    made = {name: value for name, value in options.items() if name not in _SETTINGS}
    chosen = {**settings(options), **wanted}
    for name, (plain, other) in _SETTINGS.items():
        value = chosen[name]
        if value not in {plain, other}:
            raise InputError(f"{name}: {show(value)} is neither {other} nor {plain}.")
        if value != plain:
            made[name] = value
    return made


OPTIONS: Mapping[str, Any] = {"mode": MODES[1], "phases": "automatic"}
SEED = "a guided first turn"
"""The seed of the dice of every guided table."""
CLOSER = "047"
"""The square that Peter walks to first. Units see him there, and they react when his Player-Turn ends."""
TARGET = "046"
"""The square of the unit that Peter shoots at from there: a weak one, so near that it must fall."""
FIRST: Mapping[str, Any] = {
    "do": "place_characters",
    "squares": {"peter": "028", "roger": "028", "steve": "029", "fran": "029"},
}
"""Where the characters start (3.2): in a room that no unit sees into."""


def draw(stock: Sequence[int]) -> tuple[int, ...]:
    """Return the units in a set order, with one of the weakest in `TARGET`."""
    order = Random(SEED).sample(list(stock), len(stock))  # noqa: S311
    here, weak = equipment.setting().zombie_squares.index(TARGET), order.index(min(order))
    order[here], order[weak] = order[weak], order[here]
    return tuple(order)


def sheet_id(sheet: CounterSheet) -> str:
    """Return the id of a counter sheet: that of a bundled one, else the one that its content gives it."""
    sha256 = fingerprint(sheet.source)
    return _bundled().get(sha256) or f"own-{sha256[:16]}"


@cache
def _bundled() -> dict[str, str]:
    return {fingerprint(equipment.load_counters(id_)): id_ for id_ in equipment.counter_sheets()}
