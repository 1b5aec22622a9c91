"""Whole games between the referee's players, through the same `rule` that everything uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from time import process_time

from referee.games.battlecon.opponent.players import PLAYERS
from rules.battlecon.actions import Action, ChooseFighter, Seat
from rules.battlecon.effects import Clash, Deadlock, SpecialAction, Stunned, Won
from rules.battlecon.game import rule
from rules.battlecon.position import Position

BEAT_LIMIT = 100
"""The beats after which a duel is called off: two players at random may never finish."""


@dataclass(slots=True)
class Played:
    """One game.

    `winner` is None if the limit of beats ended it. `won` are the duels: the winner's fighter, then the
    other. `happened` counts clashes, stuns and special actions by kind. `seconds` has the time of each
    choice, on one core.
    """

    fighters: dict[Seat, str] = field(default_factory=dict)
    winner: Seat | None = None
    won: list[tuple[str, str]] = field(default_factory=list)
    beats: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    actions: list[Action] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def play(
    start: Position,
    players: dict[Seat, str],
    seed: str,
    fighters: tuple[str, str] | None = None,
    limit: int = BEAT_LIMIT,
    begins: Callable[[int], None] | None = None,
) -> Played:
    """Return one game from its start, between players named in `PLAYERS`; the same seed gives the same game.

    Without `fighters` chance chooses two for each duel. `begins` is told the number of each beat that begins.
    """
    game, position, rng = Played(), start, Random(seed)
    while position.phase != "over" and position.beat <= limit:
        if position.phase == "choose_fighters" and not position.fighters:
            chosen = fighters or rng.choice(list(permutations(sorted(position.figures.fighters), 2)))
        (seat, *_) = [pending.seat for pending in position.pending]
        if position.phase == "choose_fighters":
            action: Action = ChooseFighter(seat, chosen["ab".index(seat)])
            game.fighters[seat] = action.fighter  # type: ignore[attr-defined]
        else:
            began = process_time()
            action = PLAYERS[players[seat]](position, seat, f"{seed}/{seat}")
            game.seconds.append(process_time() - began)
        before, position = position, _after(game, position, action)
        if begins and position.beat != before.beat:
            begins(position.beat)
    game.winner = position.winner
    return game


def _after(game: Played, position: Position, action: Action) -> Position:
    """Return the position after an action, with what happened counted."""
    ruling = rule(position, action)
    assert ruling.after is not None, f"{action} is not legal: {ruling.reason}"
    game.actions.append(action)
    for effect in ruling.effects:
        match effect:
            case Clash():
                game.happened["clash"] += 1
            case Deadlock():
                game.happened["deadlock"] += 1
            case Stunned():
                game.happened["stun"] += 1
            case SpecialAction():
                game.happened[effect.kind] += 1
            case Won():
                loser: Seat = "b" if effect.seat == "a" else "a"
                game.won.append((game.fighters[effect.seat], game.fighters[loser]))
    if ruling.after.beat != position.beat or ruling.after.phase == "over":
        game.beats += 1
    return ruling.after
