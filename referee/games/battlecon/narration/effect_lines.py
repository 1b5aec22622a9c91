"""One line in words for each effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.games.battlecon.wording import (
    FLAGS,
    SPECIAL_NAMES,
    count,
    figure_word,
    first_name,
    number,
    origin_name,
    pair_name,
    signed,
)
from referee.records.text import Json
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import Figures
from rules.battlecon.reasons import ended_by

Who = Callable[[str], str]
UNSEEN = frozenset({"chosen", "picked", "fighter", "discards"})
"""Effects without a line, because a lamp, a plate or a pile shows them."""
FLAG_SAYINGS = {
    "stun_immunity": "{who} cannot be stunned ({origin})",
    "unhittable": "{who} cannot be hit this beat ({origin})",
    "trap_fixed": "The trap stays where it is ({origin})",
}


def effect_line(cards: Figures, who: Who, effect: Json) -> str:
    """Return the line of an effect, "" for one that needs none.

    `who` gives the name of a seat's fighter.
    """
    saying = SAYINGS.get(effect["effect"])
    return saying(cards, who, effect) if saying else ""


def _reveal(cards: Figures, who: Who, effect: Json) -> str:
    name = pair_name(cards, effect["style"], effect["base"], effect.get("finish"))
    return f"{who(effect['seat'])} shows {name}"


def _special(cards: Figures, who: Who, effect: Json) -> str:
    if why := _CALLED_OFF.get(effect.get("why", "")):
        return f"{who(effect['seat'])}’s Finish becomes a Cancel: {why.format(cards=cards)}"
    return f"{SPECIAL_NAMES[effect['kind']]}! {who(effect['seat'])} uses the special action"


_CALLED_OFF = {
    "life": "it needs {cards.finish_life} life or less",
    "form": "it needs the other form",
    "tie": "both Finishes have the same priority",
}
"""Why a Finish is only a Cancel (14.2)."""


def _void(cards: Figures, who: Who, effect: Json) -> str:
    return f"{who(effect['seat'])}’s whole attack has no effect"


def _clash(cards: Figures, who: Who, effect: Json) -> str:
    return "Clash: both have the same priority. New bases"


def _taken_back(cards: Figures, who: Who, effect: Json) -> str:
    bases = ", ".join(cards.name(base) for base in effect["bases"])
    return f"{who(effect['seat'])} has no base left and takes back {bases}"


def _deadlock(cards: Figures, who: Who, effect: Json) -> str:
    return "Nobody can break this tie, so nobody attacks this beat"


def _active(cards: Figures, who: Who, effect: Json) -> str:
    return f"{who(effect['seat'])} attacks first"


def _modified(cards: Figures, who: Who, effect: Json) -> str:
    origin, figure = origin_name(cards, effect["origin"]), effect["figure"]
    if figure in FLAGS:
        return FLAG_SAYINGS[figure].format(who=who(effect["whom"]), origin=origin)
    amount = "no limit on" if number(effect["amount"]) == "no limit" else signed(effect["amount"])
    then = " in the next beat" if effect["lasts"] == "next_beat" else ""
    return f"{who(effect['whom'])}: {amount} {figure_word(figure)}{then} ({origin})"


def _move(cards: Figures, who: Who, effect: Json) -> str:
    origin = origin_name(cards, effect["origin"])
    return f"{who(effect['whom'])} goes from {effect['from']} to {effect['to']} ({origin})"


def _stay(cards: Figures, who: Who, effect: Json) -> str:
    name, origin = who(effect["whom"]), origin_name(cards, effect["origin"])
    if effect["why"] == "no_room":
        return f"{name} has no room to move ({origin})"
    return f"{name} stays on {effect['space']} ({origin})"


def _hit(cards: Figures, who: Who, effect: Json) -> str:
    return f"{who(effect['seat'])} hits"


def _miss(cards: Figures, who: Who, effect: Json) -> str:
    if effect["why"] == "range":
        return f"{who(effect['seat'])} misses: out of range"
    return f"{who(effect['seat'])} cannot hit ({origin_name(cards, effect['why'])})"


def _damage(cards: Figures, who: Who, effect: Json) -> str:
    soaked = f"; Soak takes {effect['soaked']}" if effect["soaked"] else ""
    amount = effect["amount"] or "no"
    return f"{who(effect['whom'])} takes {amount} damage{soaked}"


def _life(cards: Figures, who: Who, effect: Json) -> str:
    left = f"{who(effect['whom'])} has {effect['now']} life"
    if effect["origin"] == "damage":
        return left
    lost = count(-effect["amount"], "life").replace("lifes", "life")
    return (
        f"{who(effect['whom'])} loses {lost}, {effect['now']} left ({origin_name(cards, effect['origin'])})"
    )


def _stunned(cards: Figures, who: Who, effect: Json) -> str:
    if effect["origin"] == "damage":
        return f"{who(effect['whom'])} is stunned: more damage than Stun Guard"
    return f"{who(effect['whom'])} is stunned at once ({origin_name(cards, effect['origin'])})"


def _not_stunned(cards: Figures, who: Who, effect: Json) -> str:
    if effect["why"] == "stun_guard":
        return f"{who(effect['whom'])} is not stunned: the damage does not exceed Stun Guard"
    return f"{who(effect['whom'])} is not stunned: Stun Immunity"


def _token(cards: Figures, who: Who, effect: Json) -> str:
    token, origin = cards.name(effect["token"]), origin_name(cards, effect["origin"])
    verb = "takes back" if effect["change"] > 0 else "spends"
    said = f"{who(effect['seat'])} {verb} {token}"
    return said if origin == token else f"{said} ({origin})"


def _form(cards: Figures, who: Who, effect: Json) -> str:
    return f"{who(effect['seat'])} becomes {effect['form']} ({origin_name(cards, effect['origin'])})"


def _trap(cards: Figures, who: Who, effect: Json) -> str:
    return f"The trap goes to {effect['space']} ({origin_name(cards, effect['origin'])})"


def _won(cards: Figures, who: Who, effect: Json) -> str:
    loser = next(seat for seat in SEATS if seat != effect["seat"])
    return f"{who(effect['seat'])} wins the duel: {ended_by(cards, who(loser), effect['why'])}"


def _match_won(cards: Figures, who: Who, effect: Json) -> str:
    a, b = effect["points"]
    return f"{who(effect['seat'])} wins the match, {max(a, b)} to {min(a, b)}"


SAYINGS: Mapping[str, Callable[[Figures, Who, Json], str]] = {
    "reveal": _reveal, "special": _special, "void": _void, "clash": _clash, "taken_back": _taken_back,
    "deadlock": _deadlock, "active": _active, "modified": _modified, "move": _move, "stay": _stay,
    "hit": _hit, "miss": _miss, "damage": _damage, "life": _life, "stunned": _stunned,
    "not_stunned": _not_stunned, "token": _token, "form": _form, "trap": _trap, "won": _won,
    "match_won": _match_won,
}  # fmt: skip
"""The line of each kind of effect. Those in UNSEEN have none; the narrator writes that of the piles."""


def short(cards: Figures, fighters: Mapping[str, str]) -> Who:
    """Return a function that names a seat by its fighter, or as the seat before it has one."""
    return lambda seat: first_name(cards, fighters[seat]) if seat in fighters else f"Seat {seat.upper()}"
