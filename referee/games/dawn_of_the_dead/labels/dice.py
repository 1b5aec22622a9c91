"""The dice of an action in words: the odds before a roll, and the rows of the chart it was read from.

Odds come from what a seat sees, never from a secret. Chart rows (6.7, 8.8, 13.5, 15.8) come from the public
last step: the action with its dice, and its effects; where one of them is secret, the row stays unmarked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from referee.games.dawn_of_the_dead.labels.wording import NAMES
from referee.records.text import Json
from rules.board.board import pair
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.odds import Mix
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import View

LARGEST_SHARE = 36
"""A chance with at most this denominator is shown as a fraction too: "7 in 12, 58 %"."""
RESULTS = {"I": "infected", "S": "stunned", "-": "no effect"}


def shot_odds(view: View, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a shot (6.0)."""
    here = view.characters[action["by"][0]].square or ""
    return _shot_odds(table, action["by"], here, action["at"], mix)


def defence_odds(view: View, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a shot at the attackers (6.9); "" without an attack."""
    attacked = view.attack
    return _shot_odds(table, action["by"], attacked.square, attacked.square, mix) if attacked else ""


def _shot_odds(table: Position, by: list[str], here: str, at: str, mix: Mix) -> str:
    said = [f"hits {chance(odds.shot(table, by, here, at, mix))}"]
    said += [f"{NAMES[name]} panics {chance(p)}" for name, p in odds.panics(table, by, here, at).items() if p]
    return "; ".join(said)


def attack_odds(view: View, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of an attack; who was stunned or infected already is killed by either (8.5, R-8.5a)."""
    state = view.attack
    if not state:
        return ""
    if state.strength is None:
        results = odds.attack(odds.strengths(table, state.square, mix), state.count or 1)
    else:
        results = odds.attack({state.strength: Fraction(1)})
    if table.characters[action["character"]].status != "normal":
        return f"killed {chance(results['I'] + results['S'])}; no effect {chance(results['-'])}"
    return "; ".join(f"{word} {chance(results[result])}" for result, word in RESULTS.items())


def berserk_odds(_view: View, action: Json, table: Position, _mix: Mix) -> str:
    """Return the odds of a check (10.0)."""
    stays = "stays" if table.zombies[action["square"]].berserk else "goes"
    return f"{stays} berserk {chance(odds.berserk())}"


def glass_odds(_view: View, action: Json, table: Position, mix: Mix) -> str:
    """Return the odds of a unit that strikes glass (10.4); "" for a super zombie."""
    if action.get("from") not in table.zombies:
        return ""
    return f"the glass breaks {chance(odds.smash(table, action['from'], mix))}"


def infection_odds(_view: View, _action: Json, _table: Position, _mix: Mix) -> str:
    """Return the odds of an infected character (11.0)."""
    return f"a super zombie {chance(odds.turning())}"


def entrance_odds(_view: View, _action: Json, table: Position, _mix: Mix) -> str:
    """Return the odds of a unit that enters (13.0)."""
    return f"a zombie unit enters {chance(odds.entrance(table))}"


def appearance_odds(_view: View, _action: Json, table: Position, _mix: Mix) -> str:
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


ELSEWHERE, OWN_SQUARE, CLOSED_GLASS, OPEN_DOOR = range(4)
"""The rows of the Shot Modifier Chart, as they are printed (6.7)."""
FIRST_COLUMN = range(1, 4)
"""The first dice that name the first column of the Hidden Zombie Table (15.8)."""
Marks = Iterator[tuple[str, str]]


def total_marks(last: Json, _setting: Setting) -> Marks:
    """Yield the row of a total of two dice."""
    action = last["action"]
    if len(action.get("dice") or ()) == 2:
        yield "row", str(sum(action["dice"]))
    elif action.get("total"):
        yield "row", str(action["total"])


def hidden_zombie_marks(last: Json, _setting: Setting) -> Marks:
    """Yield where the Hidden Zombie Table was read: the first die names the column, the second the row."""
    action = last["action"]
    if len(action.get("dice") or ()) == 2:
        first, second = action["dice"]
        yield "row", str(second)
        yield "column", equipment.charts()["15.8"]["columns"][1 if first in FIRST_COLUMN else 2]


def attack_marks(last: Json, setting: Setting) -> Marks:
    """Yield the row of an attack's dice and the column of its strength."""
    yield from total_marks(last, setting)
    if strength := _strength_of_attack(last):
        columns = equipment.charts()["8.8"]["values"]["columns"]
        strength = min(strength, columns[-1][1])
        column = next(n for n, (low, high) in enumerate(columns, 1) if low <= strength <= high)
        yield "column", equipment.charts()["8.8"]["columns"][column]


def _strength_of_attack(last: Json) -> int:
    """Return the strength of the attack, 0 where it is secret."""
    attacked = (e for e in last["effects"] if e["effect"] == "attacked")
    return next((int(e["strength"]) for e in attacked), 0)


def shot_marks(last: Json, setting: Setting) -> Marks:
    """Yield the rows of the Shot Modifier Chart that counted: distance and door. None without a shot."""
    for row in _shot_rows(last, setting):
        yield "row", equipment.charts()["6.7"]["rows"][row][0]


def _shot_rows(last: Json, setting: Setting) -> Iterator[int]:
    fired = next((e for e in last["effects"] if e["effect"] == "shot"), None)
    if fired is None:
        return
    here, at, guns = fired["from"], fired["at"], len(fired["by"])
    if here == at:
        yield OWN_SQUARE
        return
    yield ELSEWHERE
    if setting.sight.door_on(here, at) is None or guns < len(last["action"]["by"]):
        return
    # The shot destroys closed glass, so the door on the map no longer tells what it was; the modifier does.
    for row, kind in ((OPEN_DOOR, "open_door"), (CLOSED_GLASS, "closed_glass_door")):
        each = equipment.shot_modifier(setting.board.distance(*pair(here, at)) or 0, kind)
        if fired["minus"] == each * guns:
            yield row
