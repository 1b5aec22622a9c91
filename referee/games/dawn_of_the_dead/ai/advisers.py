"""The next action of the zombies in solitaire play, and the practice player's advice to the humans.

Players may ignore the advice to the human side. It rests only on what the human player may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.ai.aiming import HumanSight, remembered
from referee.games.dawn_of_the_dead.ai.practice_player import defence, plan
from referee.games.dawn_of_the_dead.labels.actions import SHOWN
from referee.games.dawn_of_the_dead.seats import SIDES
from referee.games.interface import Advice, Odds, Progress, Stop
from referee.games.interface.chance import bare
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import ATTACKS, Action
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import HUMAN_PHASES
from rules.dawn_of_the_dead.solitaire import zombie_player
from rules.dawn_of_the_dead.solitaire.priorities import lawful_moves
from rules.dawn_of_the_dead.solitaire.solitaire import share, shared_dice
from rules.ruling import Missing
from rules.sentences import listed

TIE_CASE = "R-15.4b"
"""Says which dice decide between equals."""


def advice(position: Position) -> Advice[act.Action] | None:
    """Return the zombies' next action, or None while the players must act."""
    choice = zombie_player.advise(zombie_player.ZombieSight(position))
    if choice is None:
        return None
    return Advice(choice.action, choice.case, choice.why, cardboard(choice.action), choice.among)


def finishing(
    position: Position, action: act.Action, needs: Mapping[str, Missing]
) -> Advice[act.Action] | None:
    """Return an action in progress with the zombies' own choices added, or None (15.2, R-13.0a)."""
    chosen = zombie_player.choices(zombie_player.ZombieSight(position), needs)
    if "square" in chosen:
        square = chosen["square"]
        data = act.from_json({**act.to_json(action), **chosen})
        rolled = " and ".join(str(die) for die in getattr(action, "dice", None) or ())
        best = f"of the squares equally close, {square} suits the characters best"
        why = f"{rolled}: last digit {square[-1]}; {best}"
        return Advice(data, "15.2", why, f"Put the new unit in {square}, face down.")
    if "doors" in chosen:
        data = act.from_json({**act.to_json(action), "doors": list(chosen["doors"])})
        why = "a unit that enters there is closest to a character"
        door = " and ".join(chosen["doors"]).capitalize()
        return Advice(data, "13.0", why, f"Put a unit at the {door} main door, face down.")
    return None


def explained(position: Position, action: act.Action) -> tuple[str, str] | None:
    """Return the case that calls for a zombie action, and why, even if it was not proposed; or None."""
    sight = zombie_player.ZombieSight(position)
    if isinstance(action, act.FreeMove):
        for proposal in lawful_moves(sight.position):
            if proposal.action == action:
                return proposal.case, proposal.why
        return None
    choice = zombie_player.advise(sight, waived=True)
    if choice is None or isinstance(action, act.NextPhase):
        return None
    action = bare(action, picked=True)
    if action == choice.action or action in choice.among:
        return choice.case, choice.why
    return None


def waits(position: Position) -> bool:
    """Whether the players may shoot at the attackers first, or have victims to name (6.9, 8.0)."""
    if position.phase not in ATTACKS:
        return False
    return any(a.awaited for a in game.legal_actions(position))


def waits_for(needs: Mapping[str, Missing]) -> bool:
    """Whether an action in progress needs a square that the player may choose (15.2), or a value."""
    return "square" in needs or "value" in needs


def tie_dice(count: int) -> int:
    """Return how many dice decide between this many (R-15.4b)."""
    return shared_dice(count)


def tie_share(dice: tuple[int, ...], count: int) -> int | None:
    """Return which one the dice name, from 0, or None where they are rolled again (R-15.4b)."""
    return share(dice, count)


def tie_explained(
    among: tuple[act.Action, ...], dice: tuple[int, ...], chosen: act.Action
) -> tuple[str, str]:
    """Return the case and the sentence of a tie that dice decided (15.4)."""
    squares = [a.square for a in among if isinstance(a, act.CheckBerserk)]
    named = chosen.square if isinstance(chosen, act.CheckBerserk) else ""
    rolled = " and ".join(map(str, dice))
    return TIE_CASE, f"{listed(squares)} are equally close; a {rolled} on the die names {named}."


def cardboard(action: act.Action) -> str:
    """Return what to do with the pieces on the table, in one sentence; empty where there is nothing to do."""
    tells = SHOWN[action.do].on_table
    return tells(action) if tells else ""


def chances(position: Position, games: int, seed: str, progress: Progress, stop: Stop) -> Odds:
    """Return the odds of games between simple players, played beside this process (15.0)."""
    from referee import heavy  # noqa: PLC0415 - it has processes
    from referee.games.dawn_of_the_dead.ai.odds import estimate  # noqa: PLC0415 - it plays games

    return estimate(position, games, seed, progress, stop, pool=heavy.POOL)


@dataclass(frozen=True, slots=True)
class HumanPractice:
    """Shows `seats`, those of the human side, what the practice player would do."""

    seats: frozenset[str]
    side: str = SIDES[0]

    def advice(self, positions: Sequence[Position]) -> Advice[Action] | None:
        """Return what the practice player would do for the human side."""
        return practice_advice(positions)


def practice_advice(positions: Sequence[Position]) -> Advice[Action] | None:
    """Return what the human side would do in the last of `positions`, or None while it has nothing to do.

    The positions before it are those that led there; values shown by this Player-Turn's shots are remembered.
    In an odd position that the players agreed on, it never proposes a refused action.
    """
    sight = HumanSight(positions[-1], remembered(positions))
    phase = sight.position.phase
    if phase in HUMAN_PHASES:
        choice = plan(sight)
    elif phase in ATTACKS and (shot := defence(sight)):
        choice = shot
    else:
        return None
    if not game.check(sight.position, choice.action).legal:
        return None
    return Advice(choice.action, choice.case, choice.why, cardboard="")
