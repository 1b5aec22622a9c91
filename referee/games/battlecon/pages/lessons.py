"""The trainer: how a player's pair of the last beat compares with the equilibrium, if he asks.

A phone offers it, and the tablet for a player without a phone against the referee. It is made from the log
that the seat may see, so there is none before both pairs are face up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, cast

from referee import heavy
from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.ai.trainer import Lesson, Likely, lesson
from referee.games.battlecon.match import DuelContext, start_of
from referee.games.battlecon.wording import first_name, pair_name
from referee.records.text import canonical, read_json
from rules.battlecon.actions import OTHER, SEATS, CommitPair, Seat
from rules.battlecon.cards import Figures
from rules.battlecon.formats.actions import action_from_json
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.formats.reading import Unreadable
from rules.battlecon.game import rule
from rules.battlecon.position import Position

ASKED = "lesson"
"""The word in the query that asks for the lesson."""
BETWEEN_BEATS = frozenset({"choose_fighters", "choose_discards", "select", "over"})
"""The phases in which there is time for a lesson."""
SMALL = 0.01
SHOWN = 5


@dataclass(frozen=True, slots=True)
class ShownLesson:
    """A lesson on the screen: a sentence, and the likeliest pairs of both mixes with chances in percent.

    `played` is the pair that the player laid; `mine` has it even if it is unlikely. `my_rest` and
    `their_rest` are all other pairs together, so that each mix adds up to 100. `other` is the
    fighter of the second mix.

    Before the player asks there is only `ask`, the address of the lesson.
    """

    ask: str
    says: str = ""
    mine: tuple[tuple[str, str], ...] = ()
    theirs: tuple[tuple[str, str], ...] = ()
    played: str = ""
    my_rest: str = ""
    their_rest: str = ""
    other: str = ""


def shown_lesson(context: DuelContext) -> ShownLesson | None:
    """Return the lesson on the last beat whose pairs are face up; None without the trainer or such a beat.

    None in the middle of a beat either: it would hold up the other player.
    """
    cards = context.view.game.figures
    laid = _lesson_pair(context)
    if laid is None:
        return None
    ask = f"{context.base}/now?{ASKED}=1"
    if ASKED not in context.args:
        return ShownLesson(ask)
    position, played = laid
    judged = _lesson(_open(position), played)
    name = pair_name(cards, judged.played.style, judged.played.base)
    mine, my_rest = _shares(_named(cards, judged.mix), name)
    theirs, their_rest = _shares(_named(cards, judged.other_mix))
    whose = first_name(cards, position.fighters[OTHER[played.seat]].fighter)
    return ShownLesson(ask, _sentence(cards, judged), mine, theirs, name, my_rest, their_rest, whose)


def lesson_ahead(context: DuelContext) -> Callable[[], object] | None:
    """Return the work that prepares the lesson; None where there may be no lesson now."""
    laid = _lesson_pair(context)
    return partial(_lesson, _open(laid[0]), laid[1]) if laid else None


def _lesson_pair(context: DuelContext) -> tuple[Position, CommitPair] | None:
    """Return the pair of a lesson, and where it was chosen, if there may be a lesson now."""
    if not context.options.get("trainer") or learner(context) is None:
        return None
    return last_pair(context) if context.view.game.phase in BETWEEN_BEATS else None


def _open(position: Position) -> str:
    """Return a position as JSON, without cards face down."""
    return canonical(position_to_json(replace(position, committed={})))


def learner(context: DuelContext) -> Seat | None:
    """Return whose pairs the trainer discusses on this screen; None without a trainer."""
    if context.seat in SEATS:
        return context.seat
    referee = referee_of(context.options)
    player: Seat | None = OTHER[referee.seat] if referee else None
    return player if context.seat == "table" and player not in context.taken else None


def last_pair(context: DuelContext) -> tuple[Position, CommitPair] | None:
    """Return where the last opened pairs were chosen, and the pair that this seat chose there."""
    position, player = start_of(context.options), learner(context)
    chosen: tuple[Position, CommitPair] | None = None
    opened = None
    for line in context.log:
        if line["back"]:
            continue
        try:
            action = action_from_json(line["action"], cast("Seat", line["action"].get("seat")))
        except Unreadable:
            break  # the opponent's choice, which lies face down
        after = rule(position, action).after
        if after is None:
            return None
        if isinstance(action, CommitPair) and position.phase == "select":
            chosen = (position, action) if action.seat == player else chosen
            opened = chosen if after.phase not in ("select", "ante") or after.beat > position.beat else opened
        if position.phase == "ante" and after.phase != "ante":
            opened = chosen
        position = after
    return opened


@lru_cache(maxsize=64)
def _lesson(position: str, played: CommitPair) -> Lesson:
    """Return a lesson, computed once per position (JSON) and pair."""
    return heavy.run(heavy.REPORTS, _worked_out, position, played)


def _worked_out(position: str, played: CommitPair) -> Lesson:
    return lesson(position_from_json(cast("Mapping[str, Any]", read_json(position, "The position"))), played)


def _sentence(cards: Figures, judged: Lesson) -> str:
    pair = pair_name(cards, judged.played.style, judged.played.base)
    best, with_it = round(100 * judged.value), round(100 * judged.with_pair)
    if judged.lost < SMALL:
        return f"{pair} lost nothing: like the best pair, it wins {best}% of duels like this."
    lost = max(1, best - with_it)  # as the two figures beside it say
    return f"{pair} wins {with_it}% of duels like this, the best pair {best}%: you lost {lost}%."


def _named(cards: Figures, mix: Iterable[Likely]) -> dict[str, float]:
    """Return the chance of each pair of a mix by its name, the likeliest first."""
    return {pair_name(cards, one.style, one.base): one.chance for one in mix}


def _shares(mix: Mapping[str, float], played: str = "") -> tuple[tuple[tuple[str, str], ...], str]:
    """Return the likeliest pairs and the one played in percent, and all others together: they add up to 100.

    The largest remainders are rounded up. "" where there are no others.
    """
    shown = [*mix][:SHOWN]
    if played and played not in shown:
        shown.append(played)
    chances = [mix.get(name, 0.0) for name in shown]
    exact = [100 * chance for chance in (*chances, max(0.0, 1 - sum(chances)))]
    whole = [int(share) for share in exact]
    by_loss = sorted(range(len(exact)), key=lambda n: whole[n] - exact[n])
    for n in by_loss[: 100 - sum(whole)]:
        whole[n] += 1
    *percents, rest = (f"{share}%" for share in whole)
    return tuple(zip(shown, percents, strict=True)), "" if rest == "0%" else rest
