"""What the dice of an action may bring, in words: from what a seat sees, never from a secret."""

from __future__ import annotations

from fractions import Fraction

from referee.games.dawn_of_the_dead.pages.wording import NAMES
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.odds import Mix
from rules.dawn_of_the_dead.position import Position

LARGEST_SHARE = 36
"""A chance with at most this denominator is told as a fraction too: "7 in 12, 58 %"."""
RESULTS = {"I": "infected", "S": "stunned", "-": "no effect"}


def shot(view: Json, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a shot (6.0)."""
    return _shot(table, action["by"], view["characters"][action["by"][0]]["square"], action["at"], mix)


def defence(view: Json, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a shot at the attackers (6.9); "" without an attack."""
    attacked = view["phase_state"].get("attack")
    return _shot(table, action["by"], attacked["square"], attacked["square"], mix) if attacked else ""


def _shot(table: Position, by: list[str], here: str, at: str, mix: Mix) -> str:
    said = [f"hits {chance(odds.shot(table, by, here, at, mix))}"]
    said += [f"{NAMES[name]} panics {chance(p)}" for name, p in odds.panics(table, by, here, at).items() if p]
    return "; ".join(said)


def attack(view: Json, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of an attack; who was stunned or infected already is killed by either (8.5, R-8.5a)."""
    state = view["phase_state"].get("attack")
    if not state:
        return ""
    if state.get("strength") is None:
        results = odds.attack(odds.strengths(table, state["square"], mix), state.get("count") or 1)
    else:
        results = odds.attack({state["strength"]: Fraction(1)})
    if table.characters[action["character"]].status != "normal":
        return f"killed {chance(results['I'] + results['S'])}; no effect {chance(results['-'])}"
    return "; ".join(f"{word} {chance(results[result])}" for result, word in RESULTS.items())


def berserk(_view: Json, action: Json, table: Position, _mix: Mix) -> str:
    """Return the odds of a check (10.0)."""
    stays = "stays" if table.zombies[action["square"]].berserk else "goes"
    return f"{stays} berserk {chance(odds.berserk())}"


def glass(_view: Json, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a unit that strikes glass (10.4); "" for a super zombie."""
    if action.get("from") not in table.zombies:
        return ""
    return f"the glass breaks {chance(odds.smash(table, action['from'], mix))}"


def infection(_view: Json, _action: Json, _table: Position, _mix: Mix) -> str:
    """Return the odds of an infected character (11.0)."""
    return f"a super zombie {chance(odds.turning())}"


def entrance(_view: Json, _action: Json, table: Position, _mix: Mix) -> str:
    """Return the odds of a unit that enters (13.0)."""
    return f"a zombie unit enters {chance(odds.entrance(table))}"


def appearance(_view: Json, _action: Json, table: Position, _mix: Mix) -> str:
    """Return the odds of a hidden zombie that appears (15.2)."""
    return f"a hidden zombie appears {chance(odds.appearance(table))}"


def chance(share: Fraction) -> str:
    """Return a chance in words: "7 in 12, 58 %", or only the percentage of an awkward fraction."""
    if share in (0, 1):
        return "always" if share else "never"
    percent = round(share * 100)
    about = "under 1 %" if percent == 0 else "over 99 %" if percent == 100 else f"{percent} %"
    return (
        f"{share.numerator} in {share.denominator}, {about}" if share.denominator <= LARGEST_SHARE else about
    )
