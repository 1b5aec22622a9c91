"""One open question at a time: a token at the ante, or an option of the effect being carried out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.pages.arena import Space, spaces_of
from referee.games.battlecon.pages.positions import seen_position
from referee.games.battlecon.story.effect_lines import effect_line, short
from referee.games.battlecon.story.storyteller import Storyteller
from referee.games.battlecon.wording import FIGURE_NAMES, FLAGS, figure_word, first_name, signed
from rules.battlecon.actions import OTHER
from rules.battlecon.beat import Beat
from rules.battlecon.cards import CardEffect, Figures
from rules.battlecon.effects import Moved, TrapPlaced
from rules.battlecon.execution import damage_now
from rules.battlecon.formats.actions import action_from_json
from rules.battlecon.game import PROCEDURES, follow
from rules.effects import to_json
from rules.sentences import listed

Json = Mapping[str, Any]
ANTE = "6.2"
"""The case under which a token is added in the ante."""


@dataclass(frozen=True, slots=True)
class Key:
    """One answer: its words, what comes of it, the arena after it where it moves something, what it posts."""

    words: str
    comes: str
    spaces: tuple[Space, ...]
    action: str
    no: bool = False
    """Whether it declines what is offered."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with its answers, and the case that it rests on."""

    seat: str
    who: str
    title: str
    says: str
    case: str
    answers: tuple[Key, ...]
    arena: bool = False


def added(cards: Figures, story: Storyteller, seat: str) -> str:
    """Return what the opponent of a seat has added in this ante, in a sentence; "" for nothing."""
    beat = story.beats[-1] if story.beats and not story.beats[-1].over else None
    tokens = [
        cards.name(effect["token"])
        for effect in (beat.effects if beat else ())
        if effect["effect"] == "token" and effect["case"] == ANTE and effect["seat"] != seat
    ]
    if beat is None or not tokens:
        return ""
    other = next(s for s in beat.fighters if s != seat)
    return f"{first_name(cards, beat.fighters[other])} added {listed(tokens)}."


def choice(cards: Figures, view: Json, seat: str, actions: Sequence[Json], before: str) -> Choice | None:
    """Return the open question to a seat, from the actions that it may do; None without one.

    `before` says what the opponent has added to its attack already.
    """
    pending = next((p for p in view["pending"] if p["seat"] == seat), None)
    if pending is None or pending["kind"] not in ("ante", "choice"):
        return None
    offered = [a for a in actions if a["seat"] == seat and PROCEDURES[a["do"]].answers == pending["kind"]]
    if not offered:
        return None
    name = first_name(cards, view["fighters"][seat]["fighter"])
    if pending["kind"] == "ante":
        answers = tuple(_ante_key(cards, action) for action in offered)
        says = f"{before} Add a token too?" if before else "Add a token to your attack?"
        return Choice(seat, name, "Ante", says, "6.0", answers)
    title, says = _subject(cards, view)
    answers = tuple(_option_key(cards, view, seat, action) for action in offered)
    arena = any(key.spaces for key in answers)
    return Choice(seat, name, title, says, pending["case"], answers, arena)


def _ante_key(cards: Figures, action: Json) -> Key:
    posted = json.dumps(action, separators=(",", ":"))
    if action["do"] == "pass":
        return Key("Add no token", "", (), posted, no=True)
    return Key(cards.name(action["token"]), token_says(cards, action["token"]), (), posted)


def token_says(cards: Figures, token: str) -> str:
    """Return what a token does once it is added to an attack."""
    ends = {e.figure: e.amount for e in cards.tokens[token].effects}
    if "range_low" in ends:
        return f"Range {signed(ends['range_low'])}~{signed(ends['range_high'])}"
    return ", ".join(
        FIGURE_NAMES[figure] if figure in FLAGS else f"{signed(amount)} {figure_word(figure)}"
        for figure, amount in ends.items()
    )


def _subject(cards: Figures, view: Json) -> tuple[str, str]:
    """Return the card that asks, and its effect in words."""
    step = view["beat_state"]["queue"][-1]
    if step["do"] == "order":
        return "Which comes first?", "These effects happen at the same moment. You choose the order."
    if step["do"] == "damage":
        amount, life = damage_now(Beat(seen_position(view)), step["seat"])[0], defender(view, step)["life"]
        says = f"You take {amount} damage (life {life} → {life - amount}) and are stunned."
        return "Iron Body", f"{says} A token spent now prevents the stun."
    effect = cards.effects[step["what"][0]]
    source = "Pulse" if effect.source == "special" else cards.name(effect.source)
    return source, effect.says or _parent_says(cards, effect)


def defender(view: Json, step: Json) -> Json:
    """Return the fighter whom the attack of a step hits."""
    fighter: Json = view["fighters"][OTHER[step["seat"]]]
    return fighter


def _parent_says(cards: Figures, effect: CardEffect) -> str:
    """Return the words of the effect that this one follows."""
    for parent in cards.effects.values():
        if any(follower.id == effect.id for follower in parent.then):
            return parent.says or _parent_says(cards, parent)
    return ""


def _option_key(cards: Figures, view: Json, seat: str, action: Json) -> Key:
    option = action["option"]
    words = option_words(cards, view, seat, option)
    comes, spaces = _outcome(cards, view, action) if option["what"] in ("move", "go", "trap") else ("", ())
    if option["what"] == "first":
        says = cards.effects[option["effect"]].says.split(": ", 1)[-1]
        comes = says[:1].upper() + says[1:]
    if option["what"] == "token":
        comes = token_says(cards, option["token"])
    posted = json.dumps(action, separators=(",", ":"))
    return Key(words, comes, spaces, posted, no=option["what"] == "decline")


def _outcome(cards: Figures, view: Json, action: Json) -> tuple[str, tuple[Space, ...]]:
    """Return where an option moves fighters and trap, in words and on the arena."""
    ruling = follow(seen_position(view), action_from_json(dict(action)))
    places = {seat: fighter["space"] for seat, fighter in view["fighters"].items()}
    fighters = {seat: fighter["fighter"] for seat, fighter in view["fighters"].items()}
    trap = view["trap"]
    moved = next((e for e in ruling.effects if isinstance(e, (Moved, TrapPlaced))), None)
    if isinstance(moved, TrapPlaced):
        trap = moved.space
    elif moved is not None:
        if moved.end in places.values():
            places = dict.fromkeys(places, moved.start)
        places[moved.whom] = moved.end
    comes = "" if moved is None else effect_line(cards, short(cards, fighters), to_json(moved))
    return comes.rsplit(" (", 1)[0], spaces_of(cards, fighters, places, trap)


def option_words(cards: Figures, view: Json, seat: str, option: Json) -> str:
    """Return the words of an option, for the seat that chooses."""
    what = option["what"]
    if what in ("move", "go"):
        whom = option["whom"]
        name = first_name(cards, view["fighters"][whom]["fighter"])
        return _move_words(option, name, own=whom == seat)
    if what == "trap":
        return f"Trap to space {option['space']}"
    if what == "token":
        return cards.name(option["token"])
    if what == "first":
        effect = cards.effects[option["effect"]]
        return cards.name(effect.source)
    return _use_words(cards, view, use=what == "use")


def _move_words(option: Json, name: str, *, own: bool) -> str:
    if option["what"] == "go":
        return f"Go to space {option['space']}" if own else f"Put {name} on space {option['space']}"
    spaces, forwards = option["spaces"], option["direction"] == "advance"
    if own:
        return f"{'Advance' if forwards else 'Retreat'} {spaces}" if spaces else "Stay"
    if not spaces:
        return f"Leave {name} there"
    return f"{'Pull' if forwards else 'Push'} {name} {spaces}"


def _use_words(cards: Figures, view: Json, *, use: bool) -> str:
    step = view["beat_state"]["queue"][-1]
    if step["do"] == "damage":
        return "Spend a token, no stun" if use else "Keep the token and be stunned"
    effect = cards.effects[step["what"][0]]
    if effect.do == "pay_life":
        return f"Pay {effect.amount} life and attack once more" if use else "Pay nothing"
    return "Use it" if use else "Add no token"
