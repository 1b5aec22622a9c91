"""The odds beside the keys of shots and attacks, for who wants them: from what the seat sees, never from a secret."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flask import request

from referee.pages.keys import Key
from referee.pages.moment import Moment, Seen
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.codec import position_from_json
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import Position

Json = Mapping[str, Any]
COOKIE = "odds"
SHOWN = "shown"
SEATS = frozenset({"human", "table"})
LARGEST_SHARE = 36
"""Up to this denominator a chance is told as so many in so many besides."""
RESULTS = {"I": "infected", "S": "stunned", "-": "no effect"}


def odds_wanted() -> bool:
    """Whether this device shows the odds; it does not until somebody switches them on."""
    return request.cookies.get(COOKIE) == SHOWN


def with_odds(now: Moment, seen: Seen) -> Moment:
    """Return a panel with the odds on its keys; for the seat of the zombies, who may know more, as it was."""
    if seen.role not in SEATS or not now.groups:
        return now
    table = _open_position(seen)
    mix = odds.open_mix(seen.setting.sheet, _open_values(seen.view))
    groups = (
        replace(group, keys=tuple(replace(k, odds=_words(k, seen.view, table, mix)) for k in group.keys))
        for group in now.groups
    )
    return replace(now, groups=tuple(groups))


def _open_position(seen: Seen) -> Position:
    """Return what the seat sees as a position: values that it does not see are not in it."""
    shown = {name: seen.view[name] for name in ("characters", "doors", "mode")}
    zombies = [{name: z[name] for name in ("square", "value", "berserk")} for z in seen.view["zombies"]]
    return position_from_json(
        {**shown, "zombies": zombies, "phase": "human", "counters": "physical"}, seen.setting
    )


def _open_values(view: Json) -> Iterator[int]:
    """Yield the Zombie Values that lie open: on the map, and of the unit that was just eliminated."""
    standing = {z["square"]: z["value"] for z in view["zombies"]}
    yield from (value for value in standing.values() if value is not None)
    yield from (value for square, value in (view.get("shown") or {}).items() if square not in standing)


def _words(key: Key, view: Json, table: Position, mix: odds.Mix) -> str:
    action = json.loads(key.action) if key.action and not key.url else {}
    attack = view["phase_state"].get("attack") or {}
    match action.get("do"):
        case "shoot":
            return _shot(
                table, action["by"], view["characters"][action["by"][0]]["square"], action["at"], mix
            )
        case "defend" if attack:
            return _shot(table, action["by"], attack["square"], attack["square"], mix)
        case "roll_attack" if attack:
            return _attack(table, attack, action["character"], mix)
    return ""


def _shot(table: Position, by: list[str], here: str, at: str, mix: odds.Mix) -> str:
    said = [f"hits {chance(odds.shot(table, by, here, at, mix))}"]
    said += [f"{NAMES[name]} panics {chance(p)}" for name, p in odds.panics(table, by, here, at).items() if p]
    return "; ".join(said)


def _attack(table: Position, attack: Json, character: str, mix: odds.Mix) -> str:
    """Return the results in words; who was stunned or infected already is killed by either (8.5, R-8.5a)."""
    if attack.get("strength") is None:
        found = odds.attack(odds.strengths(table, attack["square"], mix), attack.get("count") or 1)
    else:
        found = odds.attack({attack["strength"]: Fraction(1)})
    if table.characters[character].status != "normal":
        return f"killed {chance(found['I'] + found['S'])}; no effect {chance(found['-'])}"
    return "; ".join(f"{word} {chance(found[result])}" for result, word in RESULTS.items())


def chance(share: Fraction) -> str:
    """Return a chance in words: "7 in 12, 58 %", or the percentage alone where the share is not a handy one."""
    if share in (0, 1):
        return "always" if share else "never"
    percent = round(share * 100)
    about = "under 1 %" if percent == 0 else "over 99 %" if percent == 100 else f"{percent} %"
    return (
        f"{share.numerator} in {share.denominator}, {about}" if share.denominator <= LARGEST_SHARE else about
    )
