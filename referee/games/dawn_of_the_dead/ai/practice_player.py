"""The practice player: all four keep together, close the doors, fetch rifles, clear the hall.

He is given a `HumanSight` and nothing else: of units that lie face down he knows how many there are of each
value. He plans nothing ahead; the same sight always gives the same choice, with the case it rests on and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.games.dawn_of_the_dead.ai import practice_plans as group
from referee.games.dawn_of_the_dead.ai.aiming import HumanSight, Target, best_target, together
from referee.games.dawn_of_the_dead.ai.practice_plans import enter, next_square, way_out
from rules.dawn_of_the_dead.actions import (
    Action,
    ChooseVictims,
    CloseMainDoor,
    Defend,
    EndTurn,
    PlaceCharacters,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, NAMES
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.humans.gunfire import shots_left
from rules.dawn_of_the_dead.humans.human_movement import points_left, stack_square
from rules.dawn_of_the_dead.position import Move, Position
from rules.dawn_of_the_dead.procedure import people
from rules.dawn_of_the_dead.zombies.attacks import attack_in_progress, may_shoot

_GOOD = 0.3
"""The least chance of a shot worth taking before the end of a move."""
_FAIR = 0.08
"""The least chance of a shot worth taking at the end of a move."""
_NEAR = 3
"""The range, in steps, at which characters who wait for others shoot."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The next action, its case, and the reason in a few words."""

    action: Action
    case: str
    why: str


class PracticePlayer:
    """Chooses for the human player; remembers the values shown by this Player-Turn's shots."""

    def __init__(self) -> None:
        """Begin with nothing to remember."""
        self._turn = 0
        self._seen: Mapping[str, int] = {}

    def choose(self, position: Position) -> Action:
        """Return the human player's next action in set-up or in a Human Player-Turn."""
        if position.turn != self._turn:
            self._turn, self._seen = position.turn, {}
        sight = HumanSight(position, self._seen)
        self._seen = sight.remembers
        return plan(sight).action

    def defend(self, position: Position) -> Action | None:
        """Return a shot under attack, or the choice of victims, or None if neither is needed."""
        if attack_in_progress(position) is None:
            return None
        choice = defence(HumanSight(position))
        return choice.action if choice else None


def plan(sight: HumanSight) -> Choice:
    """Return the next action in set-up or in a Human Player-Turn."""
    position = sight.position
    if position.phase == "place_characters":
        places = PlaceCharacters(group.places(position.setting))
        return Choice(places, "3.2", "they begin side by side, so that they can keep together")
    if position.move is None:
        return _start(sight)
    if position.move.carrying:
        return Choice(PutDown(), "5.6", "nobody can shoot with a friend on his back")
    return _act(sight, position.move)


def defence(sight: HumanSight) -> Choice | None:
    """Return a shot under attack, or the choice of victims, or None if neither is needed.

    Everybody who can shoot does (R-8.1a).
    """
    position = sight.position
    attack = attack_in_progress(position)
    if attack is None:
        return None
    if attack.count is not None:
        if attack.victims is not None:
            return None
        chosen = _hardiest(position, position.at(attack.square), attack.count)
        return Choice(ChooseVictims(chosen), "8.0", "healthy characters can take it best")
    ready = may_shoot(position)
    if not ready:
        return None
    return Choice(Defend(together(position, attack.square, ready)), "6.9", "a hit ends the attack")


# --- who acts -------------------------------------------------------------------------------------


def _start(sight: HumanSight) -> Choice:
    """Return the start of a move, or the end of the turn while someone must rest and no zombie is near."""
    position = sight.position
    rested = group.rested(position)
    if not rested:
        return Choice(EndTurn(), "5.0", "everybody who could act must rest")
    fights = [s for s in rested if position.zombie_occupied(s)]
    if fights:
        square = max(fights, key=lambda s: (len(rested[s]), s))
        return Choice(StartMove(rested[square]), "6.0", f"a zombie shares {square} with them")
    home = group.home(position)
    if strays := group.strays(position, rested, home):
        return Choice(StartMove(strays), "5.2", f"all keep together, and the others are in {home}")
    ready = rested.get(home, ())
    lying = [n for n in position.at(home) if position.characters[n].status == "stunned"]
    if lying and ready:
        medic = min(ready, key=lambda n: (position.rating(n).fire_rate, n))
        why = f"walking back in brings {people([NAMES[n] for n in lying])} round"
        return Choice(StartMove((medic,)), "8.3", why)
    if len(ready) == sum(c.in_play for c in position.characters.values()):
        return Choice(StartMove(ready), "5.2", f"all are rested and go on together, {_aim(position, home)}")
    if best_target(sight, home, ready, _GOOD, _NEAR):
        return Choice(StartMove(ready), "6.2", "a zombie is near enough to shoot at")
    return Choice(EndTurn(), "5.0", "the others must rest, and all keep together")


def _aim(position: Position, here: str) -> str:
    """Return the group's goal in words."""
    goal = group.group_goal(position, here)
    board = position.setting.board
    for door in board.main_doors_on.get(goal or "", ()):
        if position.main_doors.get(door) != "closed":
            return f"to the {door} main door"
    return "to the rifles" if goal == board.rifle_square and position.rifles else "to the nearest zombie"


# --- a Human Player-Turn --------------------------------------------------------------------------


def _act(sight: HumanSight, move: Move) -> Choice:
    """Return the next action of a move: zombies in the square, then work there, then the way."""
    position = sight.position
    here = stack_square(position, move)
    ready = tuple(n for n in move.characters if shots_left(position, move, n))
    if position.zombie_occupied(here):
        if ready:
            shot = Shoot(together(position, here, ready), here)
            return Choice(shot, "6.3", f"the zombies in {here} come before all others")
        return Choice(EndTurn(), "6.1", "no shot is left against the zombies in the square")
    if work := _work(position, move, here):
        return work
    if move.spent == 0 and (out := _walk_out(position, move, here)):
        return out
    return _on_the_way(sight, move, here, ready)


def _on_the_way(sight: HumanSight, move: Move, here: str, ready: tuple[str, ...]) -> Choice:
    """Return a good shot, else the next step, else a fair shot."""
    position = sight.position
    goal = group.goal(position, move, here)
    left = points_left(position, move)
    best = best_target(sight, here, ready)
    going = left > 0 and goal is not None and goal != here
    if best and best.chance >= (_GOOD if going else _FAIR):
        return _shot(best)
    if going and goal and not (best and goal in position.zombies):
        near = next_square(position, here, goal)
        step = enter(position, here, near, left) if near else None
        if step:
            why = "that is where they are going" if near == goal else f"it is on the way to {goal}"
            return Choice(step, "5.1", why)
    if best and best.chance >= _FAIR:
        return _shot(best)
    return Choice(EndTurn(), "4.0", "nothing more is worth doing")


def _shot(target: Target) -> Choice:
    why = f"about {round(target.chance * 100)} of 100 such shots kill it"
    return Choice(Shoot((target.by,), target.square), "6.0", why)


def _walk_out(position: Position, move: Move, here: str) -> Choice | None:
    """Return a step out of a stunned friend's square, to enter it again (8.3)."""
    lying = any(position.characters[n].status == "stunned" for n in position.at(here))
    if not lying or points_left(position, move) < len((here, here)):
        return None
    out = way_out(position, here)
    return (
        Choice(Step(out), "8.3", "stepping out and in again brings a stunned friend round") if out else None
    )


def _hardiest(position: Position, here: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the victims to name: the healthy first, Fran last, because her infection counts (14.1)."""

    def loss(name: str) -> tuple[bool, bool, int]:
        return position.characters[name].status != "normal", name == "fran", CHARACTERS.index(name)

    chosen = sorted(here, key=loss)[:count]
    return tuple(n for n in here if n in chosen)


def _work(position: Position, move: Move, here: str) -> Choice | None:
    """Return the work in a square, if any: close its main door, take a rifle."""
    board = position.setting.board
    for door in board.main_doors_on.get(here, ()):
        if not move.spent and not move.panicked and position.main_doors.get(door) != "closed":
            return Choice(CloseMainDoor(door), "14.2", "all four main doors have to be closed to win")
    untouched = (not move.spent or move.rifles) and not move.panicked
    if here == board.rifle_square and position.rifles and untouched:
        for name in move.characters:
            if name in RIFLE_BEARERS and not position.characters[name].rifle:
                return Choice(TakeRifle(name), "14.2", "Steve and Fran need rifles to win")
    return None
