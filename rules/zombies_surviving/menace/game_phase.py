"""The game phase (3.0): noise, a random event, a new token, corpses that rise, and incident tokens.

All tokens move in one instruction; then people say which of them meet a survivor, and those alone are rolled
for on table 3.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.fields import action, asked, drawn, rolled
from rules.ruling import Options, Pool, Ruling, allow, done
from rules.sentences import counted, listed, sentence
from rules.zombies_surviving import wounds
from rules.zombies_surviving.charts import charts, charts_of
from rules.zombies_surviving.goals import TURNED_UP
from rules.zombies_surviving.menace.groups import (
    CLOCK,
    WORDS,
    called,
    clock,
    group_of,
    humans,
    joined,
    wild_packs,
)
from rules.zombies_surviving.menace.zombies import incident_tokens, newest_token, with_token
from rules.zombies_surviving.position import Kind, Noise, Phase, Position, Status, Task

NONE = "none"
LAID_ASIDE = 5
TOKEN_DICE = 2
SUM_OF_EVENT = "sum of the event"
MARKERS: Mapping[str, str] = {
    "supplies": "a marker of supplies",
    "special_item": "a marker of a special item",
}
EARLIER: Mapping[Phase, int] = {"set_up": 0, "game": 1, "menace": 2, "survival": 3, "over": 4}


@action
class RemoveNoise:
    """Take the old markers of loud noise off the table (3.1)."""


@action
class RandomEvent:
    """Roll for a random event, or turn up a card (3.2)."""

    dice: tuple[int, ...] | None = rolled("event")
    card: int | None = drawn("event card")


@action
class NewToken:
    """Another incident token, where there is much noise (3.3)."""

    free: bool | None = asked(
        "Is the corner that is farthest from a character free of tokens within 12 inches?"
    )


@action
class Reanimation:
    """Roll for a corpse (8.5)."""

    figure: str
    die: int | None = rolled("reanimation")


@action
class TokensMove:
    """Move all incident tokens (3.5)."""

    dice: Mapping[str, int] | None = rolled("tokens move")
    directions: Mapping[str, int] | None = rolled("direction", CLOCK)


@action
class TokenMeets:
    """A token that has met a survivor is turned up (3.5)."""

    token: str | None = asked("Which token meets a survivor?")


@action
class TokenTurnedUp:
    """Roll for what an incident token is (3.5)."""

    token: str
    dice: tuple[int, ...] | None = rolled("token")
    count: int | None = rolled("how many")


ACTIONS: tuple[type, ...] = (
    RemoveNoise,
    RandomEvent,
    NewToken,
    Reanimation,
    TokensMove,
    TokenMeets,
    TokenTurnedUp,
)


def begin_turn(position: Position) -> Position:
    """Return the position without what has ended, and with what the referee does in this turn (2.0)."""
    figures = {
        name: replace(one, statuses=_lasting(position, one.statuses))
        for name, one in position.figures.items()
    }
    after = replace(position, phase="game", figures=figures, events=_lasting(position, position.events))
    return after.push(*(Task(kind) for kind in TURN))


def _lasting(position: Position, statuses: tuple[Status, ...]) -> tuple[Status, ...]:
    return tuple(one for one in statuses if not one.until or one.until >= position.turn)


TURN = (
    "noise", "event", "new_token", "reanimation", "tokens", "menace", "take_over", "bosses",
    "zombies", "attacks", "independents", "dogs", "dog_attacks",
)  # fmt: skip
"""The parts of a turn before the survival phase, in order (2.0)."""
_MENACE = TURN[TURN.index("menace") + 1 :]
PARTS: Mapping[str, tuple[str, ...]] = {"game": TURN, "menace": _MENACE}
"""With what each phase that the referee runs begins, and what follows it in the turn."""


def old_noises(position: Position) -> tuple[Noise, ...]:
    """Return the markers that were laid in last turn's game phase or before, but on a vehicle (3.1)."""
    last = (position.turn - 1, EARLIER["game"])
    return tuple(
        one
        for one in position.noises
        if (one.turn, EARLIER[one.phase]) <= last and not (one.on_vehicle and _drove(position, one.where))
    )


def _drove(position: Position, vehicle: str) -> bool:
    return position.counts.get(f"{vehicle} moved", 0) == position.turn - 1


def judge_noise(position: Position, act: RemoveNoise) -> Ruling[Position]:
    """Rule on old noise (3.1)."""
    old = old_noises(position)
    left = tuple(one for one in position.noises if one not in old)
    places = listed(dict.fromkeys(called(position, one.where) for one in old))
    story = f"{sentence(counted(len(old), 'marker'))} of noise removed: {places}."
    return done(replace(position.pop(), noises=left), ("3.1",), story)


def cards(position: Position) -> tuple[int, ...]:
    """Return the event cards that may come, but for five that are laid aside; none without a deck (1.3)."""
    return position.deck if len(position.deck) > LAID_ASIDE else ()


def whole_deck() -> tuple[int, ...]:
    """Return the cards of all events, by their numbers."""
    return tuple(row.roll[0] for row in charts()["12"].entries if row.roll)


def judge_event(position: Position, act: RandomEvent) -> Ruling[Position]:
    """Rule on the random event (3.2); one that a psychic saw before comes now."""
    seen = tuple(position.next_event.items())
    if seen:
        number, opened = seen[0][1], tuple(f"next_event.{seat}" for seat, _ in seen)
    else:
        number, opened = 0, ()
        if position.deck:
            number = act.card or 0
            if not number:
                return allow(("3.2",), "The next card.", {"card": Pool(cards(position) or whole_deck())})
        elif act.dice is None:
            return allow(("3.2", "R-12a"), "Tens and units.", {"dice": 2})
        else:
            number = act.dice[0] * 10 + act.dice[1]
    row = charts_of(position)["12"].row(number)
    after = replace(without_card(position.pop(), number), next_event={})
    total = number // 10 + number % 10
    after = replace(after, counts={**after.counts, SUM_OF_EVENT: total})
    after = after.push(Task("happens", str(row.value)))
    lost = " (its number is lost in print)" if row.lost else ""
    return done(
        after,
        ("3.2", "12.0"),
        f"Event {number}, {row.cells['Event']}{lost}: {row.cells['What happens']}.",
        opened,
    )


def without_card(position: Position, number: int) -> Position:
    """Return the position without a card of the deck, which is shuffled again once it is through."""
    if not position.deck:
        return position
    deck = cards(position) or whole_deck()
    return replace(position, deck=tuple(one for one in deck if one != number))


def crowded(position: Position) -> bool:
    """Whether survivors and noise together exceed the sum of the event's dice (3.3)."""
    return len(humans(position)) + len(position.noises) > position.counts.get(SUM_OF_EVENT, 99)


def judge_new_token(position: Position, act: NewToken) -> Ruling[Position]:
    """Rule on a new token (3.3)."""
    have = (
        f"{counted(len(humans(position)), 'survivor')} and {counted(len(position.noises), 'marker')} of noise"
    )
    why = f"{have} against {position.counts[SUM_OF_EVENT]}"
    if incident_tokens(position) and act.free is None:
        return allow(("3.3",), sentence(why), {"free": 1})
    after = position.pop()
    if incident_tokens(position) and not act.free:
        return done(after, ("3.3",), f"{sentence(why)}: a token is near that corner already.")
    after = with_token(after, "the corner farthest from a character")
    told = f"{sentence(why)}: {newest_token(after)} lies in the corner farthest from a character."
    return done(after, ("3.3",), told)


def judge_reanimation(position: Position, act: Reanimation) -> Ruling[Position]:
    """Rule on a corpse (8.5)."""
    if act.die is None:
        return allow(
            ("8.5",), f"{sentence(called(position, act.figure))} rises on 1, rests on 5 or 6.", {"die": 1}
        )
    after, what = wounds.reanimate(position.pop(), act.figure, act.die)
    return done(after, ("8.5",), f"{act.die}: {what}.")


def judge_tokens(position: Position, act: TokensMove) -> Ruling[Position]:
    """Rule on the moves of all tokens (3.5)."""
    faces = tuple(f"{token} {n}" for token in incident_tokens(position) for n in ("first", "second"))
    if act.dice is None:
        return allow(("3.5",), "Two dice for each token.", {"dice": faces})
    if not position.noises and act.directions is None:
        return allow(("3.5",), "Their directions.", {"directions": incident_tokens(position)})
    ways = dict[str, str]()
    for token in incident_tokens(position):
        far = act.dice[f"{token} first"] + act.dice[f"{token} second"] - position.canada  # snow (13.3)
        where = "towards the nearest noise" if position.noises else clock((act.directions or {})[token])
        ways[token] = f"{far} inches {where}"
    after = replace(position.pop(), tokens={**position.tokens, **ways}).push(Task("tokens_meet"))
    alike: dict[str, list[str]] = {}
    for token, way in ways.items():
        alike.setdefault(way, []).append(called(position, token))
    moves = "; ".join(f"{listed(who)} {'go' if who[1:] else 'goes'} {way}" for way, who in alike.items())
    story = f"A token that sees a survivor so near goes to within 6 inches of him; else: {moves}."
    return done(after, ("3.5",), story)


def judge_meets(position: Position, act: TokenMeets) -> Ruling[Position]:
    """Rule on a token that meets a survivor (3.5): one in sight within its roll, or near its way."""
    if act.token is None:
        text = (
            "Which token sees a survivor within the inches that it goes, "
            "or comes within 6 inches of one on its way?"
        )
        return allow(
            ("3.5",),
            "Such a token is turned up.",
            {"token": Options((NONE, *incident_tokens(position)), (), text)},
        )
    if act.token == NONE:
        return done(
            position.pop(), ("3.5",), f"No {'other ' * position.tasks[0].number}token meets a survivor."
        )
    asked = replace(position.tasks[0], number=1)  # a token has met somebody: the question is of the others
    after = position.pop().push(asked).push(Task("turn_up", act.token))
    return done(
        after, ("3.5",), f"{sentence(called(position, act.token))} stops within 6 inches of the survivor."
    )


def judge_turned_up(position: Position, act: TokenTurnedUp) -> Ruling[Position]:
    """Rule on what a token is (3.5), rolling again after a boss."""
    chart = charts_of(position)["3.1"]
    rolls = act.dice or ()
    if len(rolls) < TOKEN_DICE:
        return allow(("3.5",), "Table 3.1.", {"dice": TOKEN_DICE})
    players = max(1, len(position.seats))
    bosses, made, totals = len(position.of_kind("boss")), list[tuple[Kind, int]](), list[int]()
    value: Mapping[str, object] = {}
    for start in range(0, len(rolls), TOKEN_DICE):
        totals.append(sum(rolls[start : start + TOKEN_DICE]))
        value = chart.row(totals[-1]).value
        if "boss" not in value:
            break
        if bosses >= players:
            value = {"ankle_biter": "1", "shuffler": "1", "runner": "1"}
            break
        bosses, made = bosses + 1, [*made, ("boss", 1)]
        if start + TOKEN_DICE >= len(rolls):
            return allow(("3.5",), "A boss; and again.", {"dice": len(rolls) + TOKEN_DICE})
    many = next((str(v) for v in value.values() if str(v).startswith("d")), "")
    packs = list(wild_packs(position))
    if many and not ("dogs" in value and packs) and act.count is None:
        return allow(("3.5",), f"How many: {many}.", {"count": 1})
    count = _halved(act.count or 0) if many == "d3" else act.count or 0
    after = replace(position.pop(), tokens={k: v for k, v in position.tokens.items() if k != act.token})
    after, words = _placed(after.count(TURNED_UP), act.token, value, count, made)
    rolled_ = " and ".join(str(total) for total in totals)
    return done(after, ("3.5",), f"{sentence(called(position, act.token))} ({rolled_}) is {words}.")


def _halved(die: int) -> int:
    return (die + 1) // 2


def _placed(
    after: Position, token: str, value: Mapping[str, object], count: int, made: list[tuple[Kind, int]]
) -> tuple[Position, str]:
    """Return the position with what a token stands for, and that in words."""
    words, zombies = list[str](), [*made]
    if "marker" in value:
        kind = str(value["marker"])
        after = replace(after, tokens={**after.tokens, token: kind})
        words.append(MARKERS[kind])
    elif "dogs" in value:
        packs = wild_packs(after)
        if packs:
            first = next(iter(packs))
            after, (name,) = after.add("feral_dog")
            after = joined(after, [*packs[first], name])
            words.append("one more dog in the pack")
        else:
            after, names = after.add("feral_dog", count)
            after = joined(after, names)
            words.append(_many("feral_dog", count))
    elif "independent" in value:
        after, names = after.add("independent", count)
        after = joined(after, names)
        if after.tasks and after.tasks[0].kind == "tokens_meet":
            after = after.push(Task("attitude", group_of(after, names[0])))
        words.append(_many("independent", count))
    else:
        kinds: tuple[Kind, ...] = ("ankle_biter", "shuffler", "runner")
        zombies += [
            (kind, count if str(value[kind]).startswith("d") else 1) for kind in kinds if kind in value
        ]
    new = list[str]()
    for kind_, number in zombies:
        after, names = after.add(kind_, number)
        new += names
        words.append(_many(kind_, number))
    return joined(after, new), listed(words)


def _many(kind: Kind, count: int) -> str:
    one, several = WORDS[kind]
    article = "an" if one[0] in "aei" else "a"
    return f"{article} {one}" if count == 1 else f"{count} {several}"
