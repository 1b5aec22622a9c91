"""The options of a new table of BattleCON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import InputError
from referee.records.text import show
from rules.battlecon.actions import OTHER, Seat
from rules.battlecon.cards import DEFAULT_PROFILE, profiles
from rules.battlecon.formats.position_reading import MAX_DUELS
from rules.battlecon.position import MODES, STARTING_DISCARDS
from rules.sentences import listed

OPPONENT = "referee"
"""The option of a table where the referee plays the second seat."""
PERSON = "person"
"""The value in a page's form for no such opponent. The fields that it then hides are ignored."""
USUAL_SEAT: Seat = "b"
"""The referee's default seat."""
PLAYER = "player"
"""The option's value if the player takes the first fighter."""
USUAL_MATCH = 2
"""The default points of a match (1.2)."""
BEAT_CLOCKS = (0, 30, 60, 90, 120, 180, 300)
"""The seconds that players may have to choose in a beat; 0 is no clock."""
BEAT_CLOCK = "seconds_to_choose"
"""The option and the setting of that clock."""
AGAINST_THE_REFEREE = {"referee_seat": (USUAL_SEAT, OTHER[USUAL_SEAT]), "first_fighter": (OPPONENT, PLAYER)}
"""The further options of a table against the referee, each with its default first."""
TYPES: Mapping[str, Mapping[str, Any]] = {
    "profile": {"type": "string", "enum": [*profiles()], "default": DEFAULT_PROFILE},
    "duels": {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_DUELS,
        "description": "the points that win the match",
    },
    "opponent": {"type": "string", "enum": [OPPONENT, None], "default": None},
    "starting_discards": {"type": "string", "enum": [*STARTING_DISCARDS], "default": STARTING_DISCARDS[0]},
    "special_actions": {"type": "boolean", "default": True},
    "trainer": {"type": "boolean", "default": False},
    BEAT_CLOCK: {
        "type": "integer",
        "enum": [*BEAT_CLOCKS],
        "default": BEAT_CLOCKS[0],
        "description": "the seconds to choose in a beat; 0: no clock",
    },
    **{
        name: {
            "type": "string",
            "enum": [*values],
            "default": values[0],
            "description": f'only with the opponent "{OPPONENT}"',
        }
        for name, values in AGAINST_THE_REFEREE.items()
    },
}
"""A JSON Schema for each option but the mode, which every game has."""
NAMES = frozenset({"mode", *TYPES})


def table_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the complete options of a new table. Raises InputError.

    They are mode ("duel" or "match"), profile of figures, duels (the points that win), opponent ("referee" or
    None), starting_discards ("icons" or "free"), special_actions, and trainer (off unless asked for). Where
    they are not the default, there are `seconds_to_choose` and, against the referee, `referee_seat` and
    `first_fighter`.
    """
    duels = _duels(given)
    profile = _word(given, "profile") or DEFAULT_PROFILE
    discards = _word(given, "starting_discards") or STARTING_DISCARDS[0]
    opponent = _word(given, "opponent")
    if profile not in profiles():
        raise InputError(f"profile: {show(profile)} is not one of {', '.join(profiles())}.")
    if discards not in STARTING_DISCARDS:
        raise InputError(f"starting_discards: {show(discards)} is not one of {', '.join(STARTING_DISCARDS)}.")
    for name in ("special_actions", "trainer"):
        if given.get(name) is not None and not isinstance(given[name], bool):
            raise InputError(f"{name}: {show(given[name])} is neither true nor false.")
    if opponent not in {"", PERSON, OPPONENT}:
        raise InputError(f'opponent: {show(opponent)} is neither "{OPPONENT}" nor null.')
    return {
        "mode": MODES[0] if duels == 1 else MODES[1],
        "profile": profile,
        "duels": duels,
        "opponent": OPPONENT if opponent == OPPONENT else None,
        "starting_discards": discards,
        "special_actions": given.get("special_actions") is not False,
        "trainer": given.get("trainer") is True,
        **_against(given, opponent=opponent == OPPONENT),
        **_clocked(given.get(BEAT_CLOCK)),
    }


def settings(options: Mapping[str, Any]) -> dict[str, Any]:
    return {BEAT_CLOCK: options.get(BEAT_CLOCK, BEAT_CLOCKS[0])}


def with_settings(options: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a table with other settings. Raises InputError."""
    for name in wanted:
        if name != BEAT_CLOCK:
            raise InputError(f"{name}: this game has no such setting.")
    return {**without_settings(options), **_clocked({**settings(options), **wanted}[BEAT_CLOCK])}


def without_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that hold for the whole game: its record has these alone."""
    return {name: value for name, value in options.items() if name != BEAT_CLOCK}


def _clocked(seconds: object) -> dict[str, Any]:
    """Return the option of the clock, {} without a clock. Raises InputError."""
    if seconds is None or (type(seconds) is int and seconds == BEAT_CLOCKS[0]):
        return {}
    if type(seconds) is not int or seconds not in BEAT_CLOCKS:
        raise InputError(f"{BEAT_CLOCK}: {show(seconds)} is not one of {', '.join(map(str, BEAT_CLOCKS))}.")
    return {BEAT_CLOCK: seconds}


def _word(given: Mapping[str, Any], name: str) -> str:
    """Return an option that is a word; "" where it is left out. Raises InputError for anything else."""
    value = given.get(name)
    if value is None or isinstance(value, str):
        return value or ""
    raise InputError(f"{name}: {show(value)} is not a word.")


def _against(given: Mapping[str, Any], *, opponent: bool) -> dict[str, Any]:
    """Return the referee's seat and who takes the first fighter, where they are not the default.

    Without an opponent both are errors. A page's form always sends them, with PERSON as its opponent.
    """
    chosen = {}
    for name, values in AGAINST_THE_REFEREE.items():
        if given.get(name) is not None and not given.get("opponent"):
            raise InputError(f'{name}: only a table with the opponent "{OPPONENT}" has this choice.')
        value = _word(given, name) or values[0]
        if value not in values:
            raise InputError(f"{name}: {show(value)} is neither {' nor '.join(values)}.")
        if opponent and value != values[0]:
            chosen[name] = value
    return chosen


def _duels(given: Mapping[str, Any]) -> int:
    """Return the points that win the match, from the mode and the number of duels."""
    mode, duels = _word(given, "mode") or None, given.get("duels")
    if mode not in {None, *MODES}:
        raise InputError(f"mode: {show(mode)} cannot be played here; {listed(MODES)} can.")
    if duels is None:
        return USUAL_MATCH if mode == MODES[1] else 1
    if isinstance(duels, bool) or not isinstance(duels, int) or not 1 <= duels <= MAX_DUELS:
        raise InputError(f"duels: {show(duels)} is not a whole number from 1 to {MAX_DUELS}.")
    if mode is not None and (mode == MODES[0]) != (duels == 1):
        raise InputError(f"duels: {duels} does not fit the mode {mode}; a duel is 1, a match is more.")
    return duels
