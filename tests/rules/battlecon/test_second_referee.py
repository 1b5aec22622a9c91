"""The rules agree with the second, slow referee: at every choice, on every option, after every beat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.battlecon.actions import (
    SEATS,
    Action,
    Ante,
    Choose,
    ChooseFighter,
    CommitBase,
    CommitPair,
    Pass,
    Seat,
)
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.game import follow, legal_actions, rule, set_up
from rules.battlecon.position import Position
from tests import soak
from tests.rules.battlecon.slow_duel import SlowDuel
from tests.rules.battlecon.slow_table import FIGHTERS, Player, Request
from tests.rules.battlecon.table import after, options, picked

DUELS = 100
BATCHES = 40
LONGEST = 60
"""Beats after which a duel between players of pure chance is left alone."""


def start(rng: Random) -> tuple[Position, SlowDuel]:
    """Return the same duel for both referees, sometimes near its end, so that finishes come."""
    profile = rng.choice(("preview", "boxed"))
    a, b = rng.sample(sorted(FIGHTERS), 2)
    position = set_up(profile)
    slow = SlowDuel(a, b, profile)
    for seat, name in (("a", a), ("b", b)):
        side = slow.sides[seat]
        side.finish_name = rng.choice([card["id"] for card in side.sheet["finishes"]])
        position = after(rule(position, ChooseFighter(SEATS[seat == "b"], name, side.finish_name)))
    slow.by_icons()
    if rng.random() < 0.4:
        position, slow = late(position, slow, rng)
    return position, slow


def late(position: Position, slow: SlowDuel, rng: Random) -> tuple[Position, SlowDuel]:
    """Set lives low and fighters and trap anywhere, the same for both."""
    data = position_to_json(position)
    for (seat, side), space in zip(slow.sides.items(), rng.sample(range(1, 8), 2), strict=True):
        side.space = data["fighters"][seat]["space"] = space
        side.life = data["fighters"][seat]["life"] = rng.randint(1, 8)
        if side.form:
            side.form = data["fighters"][seat]["form"] = rng.choice(("human", "elemental"))
        if side.name == "khadath":
            slow.trap = data["trap"] = rng.choice((None, *range(1, 8)))
    return position_from_json(data), slow


def facts(position: Position) -> dict[str, Any]:
    """Return what the rules say lies on the table between two beats."""
    return {
        "trap": position.trap,
        "beat": position.beat,
        **{
            seat: (
                f.space,
                f.life,
                tuple(map(sorted, f.discards)),
                f.special,
                dict(f.tokens),
                f.form,
                {m.figure: sum(x.amount for x in f.modifiers if x.figure == m.figure) for m in f.modifiers},
            )
            for seat, f in position.fighters.items()
        },
    }


def slow_facts(slow: SlowDuel) -> dict[str, Any]:
    """Return what the second referee says."""
    return {"trap": slow.trap, "beat": slow.beat, **{seat: _side(side) for seat, side in slow.sides.items()}}


def _side(side: Player) -> tuple[Any, ...]:
    piles = (sorted(side.pile1), sorted(side.pile2))
    return (side.space, side.life, piles, side.special, side.pool, side.form, side.coming)


def answer_secret(
    position: Position, request: Request, slow: SlowDuel, rng: Random, stubborn: float
) -> tuple[Position, Any]:
    """Choose for every seat asked, as both referees allow; `stubborn` is how often ties are sought."""
    offered = {seat: secret_actions(position, SEATS[seat == "b"], slow) for seat in request.seats}
    chosen = {seat: one_of(actions, slow.sides[seat], rng) for seat, actions in offered.items()}
    if len(request.seats) == 2 and rng.random() < stubborn:
        ties = [
            {"a": a, "b": b}
            for a in offered["a"]
            for b in offered["b"]
            if printed_priority(slow.sides["a"], a) == printed_priority(slow.sides["b"], b)
        ]
        chosen = rng.choice(ties) if ties else chosen
    for action in chosen.values():
        position = after(follow(position, action))
    answers = {seat: (a.style, a.base) if isinstance(a, CommitPair) else a.base for seat, a in chosen.items()}
    return position, answers


def one_of(actions: list[CommitPair | CommitBase], side: Player, rng: Random) -> CommitPair | CommitBase:
    """Choose an action, near the end of a duel often a special one."""
    special = [a for a in actions if isinstance(a, CommitPair) and a.style == "special"]
    return rng.choice(special if special and side.life <= 7 and rng.random() < 0.5 else actions)


def secret_actions(position: Position, seat: Seat, slow: SlowDuel) -> list[CommitPair | CommitBase]:
    """Return what a seat may lay face down, which is the same for both referees."""
    side = slow.sides[seat]
    offered = [a for a in legal_actions(position, seat) if isinstance(a, CommitPair | CommitBase)]
    pairs = {(a.style, a.base) for a in offered if isinstance(a, CommitPair)}
    if pairs:
        styles = [*side.styles, *(["special"] if side.special else [])]
        assert pairs == {(style, base) for style in styles for base in side.bases}
    else:
        assert {a.base for a in offered} == set(side.bases)
    return offered


def printed_priority(side: Player, action: CommitPair | CommitBase) -> int:
    """Return the priority that a choice will roughly have; far below all others for a special action."""
    style = action.style if isinstance(action, CommitPair) else side.style
    if style is None or style == "special":
        return -100 if side.seat == "a" else -200
    total: int = side.printed[style]["priority"] + side.printed[action.base]["priority"]
    total += side.bonus.get("priority", 0) + side.coming.get("priority", 0)
    total += 2 * ("wind" in side.anted) + 2 * (side.form == "elemental")
    return total


def answer_open(position: Position, request: Request, rng: Random) -> tuple[Position, Any]:
    """Choose one of the options, on which both referees agree."""
    assert sorted(options(position)) == sorted(request.options)
    (pending,) = position.pending
    words = rng.choice(request.options)
    action: Action
    if request.kind == "ante":
        action = Pass(pending.seat) if words == "decline" else Ante(pending.seat, words)
        words = "pass" if words == "decline" else words
    else:
        action = Choose(pending.seat, picked(pending.options, words))
    return after(rule(position, action)), words


def play_out(seed: str) -> str:
    """Play one duel before both referees; return how it ended."""
    rng = Random(seed)
    position, slow = start(rng)
    stubborn = rng.choice((0.0, 0.0, 0.3, 0.97))
    asking = slow.duel()
    request = next(asking)
    while position.beat <= LONGEST:
        if position.phase == "select":
            assert facts(position) == slow_facts(slow)
        assert {p.seat for p in position.pending} == set(request.seats), (position.pending, request)
        assert {p.kind for p in position.pending} == {request.kind}, (position.pending, request)
        if request.kind in ("pair", "base"):
            position, answer = answer_secret(position, request, slow, rng, stubborn)
        else:
            position, answer = answer_open(position, request, rng)
        try:
            request = asking.send(answer)
        except StopIteration:
            assert (position.phase, position.winner) == ("over", slow.winner)
            lives = {seat: side.life for seat, side in slow.sides.items()}
            assert {seat: fighter.life for seat, fighter in position.fighters.items()} == lives
            return "won"
    return "left"


@pytest.mark.parametrize("batch", [0, *soak.rest(soak.ENGINES, range(1, BATCHES))])
def test_random_duels_agree(batch: int) -> None:
    ends = [play_out(f"{batch} {n}") for n in range(DUELS)]
    assert ends.count("won") > len(ends) // 2
