"""A human player to practise with: all four keep together, close the doors, fetch the rifles, clear the hall.

He knows what lies open, and of face-down units only how many there are of each value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from referee.simulation.aiming import Marksman, Target, together
from referee.simulation.practice_ways import FAR, enter, next_square
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
from rules.dawn_of_the_dead.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.human_movement import points_left, stack_square
from rules.dawn_of_the_dead.position import ACTIVE, AttackState, Move, Position
from rules.dawn_of_the_dead.rifles import RIFLE_BEARERS
from rules.dawn_of_the_dead.setting_up import MOST_IN_ONE_SQUARE
from rules.dawn_of_the_dead.shooting import shots_left

_GOOD = 0.3
"""The chance from which on a shot is worth its bullet while there is still a way to go."""
_FAIR = 0.08
"""The chance from which on it is worth it at the end of a move."""


class PracticePlayer:
    """Chooses for the human player. The same seed and the same dice give the same game."""

    def __init__(self, setting: Setting, rng: Random) -> None:
        """Begin without a plan.

        `goal` is where those who act are going in this Player-Turn, `home` the square of a stunned friend that
        they leave and enter again, `seen` the values that this Player-Turn's shots have shown.
        """
        self.rng = rng
        self.marksman = Marksman(setting.sheet.zombie_values)
        self.turn = 0
        self.goal: str | None = None
        self.home: str | None = None
        self.seen: dict[str, int] = {}

    def _new_turn(self, position: Position) -> None:
        self.turn, self.goal, self.home, self.seen = position.turn, None, None, {}

    # --- the questions of a game ------------------------------------------------------------------

    def choose(self, position: Position) -> Action:
        """Return the next action of the human player in setting up or in a Human Player-Turn."""
        if position.phase == "place_characters":
            return self._set_out(position)
        if position.move is None:
            return self._start(position)
        if self.turn != position.turn:
            self._new_turn(position)
            self.goal = self._errand(position, stack_square(position, position.move))
        return PutDown() if position.move.carrying else self._act(position, position.move)

    def defend(self, position: Position) -> Action | None:
        """Return a shot under attack, or the choice of victims, or None if nothing is to be done."""
        state = position.phase_state
        if not isinstance(state, AttackState) or state.attack is None:
            return None
        attack, here = state.attack, position.at(state.attack.square)
        if attack.count is not None:
            return ChooseVictims(_hardiest(position, here, attack.count)) if attack.victims is None else None
        ready = tuple(
            n
            for n in here
            if position.characters[n].status in ACTIVE and n not in attack.fired and n not in attack.panicked
        )
        return Defend(together(position, attack.square, ready)) if ready else None

    # --- setting up and setting out ---------------------------------------------------------------

    def _set_out(self, position: Position) -> Action:
        """Begin beside one another, near a main door: an M-16 in each square."""
        board, squares = position.setting.board, position.setting.character_squares
        doors = [board.distances_from(d.square) for d in board.main_doors.values()]
        first = min(squares, key=lambda s: (min(d.get(s, FAR) for d in doors), s))
        steps = board.distances_from(first)
        near = sorted(squares, key=lambda s: (steps.get(s, FAR), s))
        places = [s for s in near for _ in range(MOST_IN_ONE_SQUARE)]
        return PlaceCharacters(dict(zip(("peter", "fran", "roger", "steve"), places, strict=False)))

    def _start(self, position: Position) -> Action:
        """Choose who acts in this Player-Turn, and what for; nobody while somebody has to rest."""
        if self.turn == position.turn:
            return EndTurn()
        self._new_turn(position)
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for name in CHARACTERS:
            character = position.characters[name]
            if character.square and character.status in ACTIVE and not character.moved_last_turn:
                groups[character.square].append(name)
        if not groups:
            return EndTurn()
        square = self._who_acts(position, groups)
        return StartMove(tuple(groups[square])) if square else EndTurn()

    def _who_acts(self, position: Position, groups: Mapping[str, list[str]]) -> str | None:
        """Return the square of those who act: under attack first, then strays, then all together."""
        attacked = [s for s in groups if position.zombie_occupied(s)]
        if attacked:
            return max(attacked, key=lambda s: (len(groups[s]), s))
        anchor = self._anchor(position)
        steps = position.setting.board.distances_from(anchor)
        strays = [s for s in groups if s != anchor]
        if strays:
            self.goal = anchor
            return min(strays, key=lambda s: (steps.get(s, FAR), s))
        there = position.at(anchor)
        if any(position.characters[n].status == "stunned" for n in there):
            self.home = anchor
            return anchor
        apart = any(c.in_play and c.square != anchor for c in position.characters.values())
        tired = any(position.characters[n].moved_last_turn for n in there)
        if not apart and not tired:
            self.goal = self._errand(position, anchor)
            return anchor
        return None

    def _anchor(self, position: Position) -> str:
        """Return where all are to come together: with those who cannot move, else where most are, else in front."""
        there: defaultdict[str, list[str]] = defaultdict(list)
        for name in CHARACTERS:
            character = position.characters[name]
            if character.square and character.in_play:
                there[character.square].append(character.status)
        first = next(iter(there))
        goal = self._errand(position, first) or first
        steps = position.setting.board.distances_from(goal)
        return max(there, key=lambda s: ("stunned" in there[s], len(there[s]), -steps.get(s, FAR), s))

    def _errand(self, position: Position, here: str) -> str | None:
        """Return where all together are wanted next: an open main door, the rifles, else the nearest zombie."""
        board = position.setting.board
        steps = board.distances_from(here)
        wanted = [d.square for d in board.main_doors.values() if position.main_doors.get(d.name) != "closed"]
        if board.rifle_square and position.rifles and _unarmed(position):
            wanted.append(board.rifle_square)
        supers = {c.square for c in position.characters.values() if c.status == "super_zombie" and c.square}
        return min(
            wanted or supers.union(position.zombies), key=lambda s: (steps.get(s, FAR), s), default=None
        )

    # --- a Human Player-Turn ----------------------------------------------------------------------

    def _act(self, position: Position, move: Move) -> Action:
        self.seen |= position.shown
        here = stack_square(position, move)
        ready = tuple(n for n in move.characters if shots_left(position, move, n))
        if position.zombie_occupied(here):
            return Shoot(together(position, here, ready), here) if ready else EndTurn()
        if work := _work(position, move, here):
            return work
        best = self._best(position, here, ready)
        if best and best.chance >= _GOOD:
            return Shoot((best.by,), best.square)
        step = self._step(position, move, here, fight=best is not None)
        if step is not None:
            return step
        return Shoot((best.by,), best.square) if best and best.chance >= _FAIR else EndTurn()

    def _best(self, position: Position, here: str, ready: tuple[str, ...]) -> Target | None:
        """Return the most promising shot, if there is any."""
        targets = self.marksman.targets(position, here, ready, self.seen)
        return max(targets, key=lambda t: (t.chance, t.square, t.by), default=None)

    def _step(self, position: Position, move: Move, here: str, *, fight: bool) -> Action | None:
        """Return the next step towards the goal, round zombies where there is a way, or None to stay."""
        left = points_left(position, move)
        if not left:
            return None
        if self.home is not None:
            return self._out_and_back(position, here, left)
        if self.goal is None or here == self.goal or (fight and self.goal in position.zombies):
            return None
        near = next_square(position, here, self.goal)
        return enter(position, here, near, left) if near else None

    def _out_and_back(self, position: Position, here: str, left: int) -> Action | None:
        """Leave a stunned friend's square and enter it again, which brings him round (8.3)."""
        home = self.home or here
        if here != home:
            self.home = None
            return enter(position, here, home, left)
        board = position.setting.board
        doors = (p for p in board.passages[here] if not position.zombie_occupied(p) and not position.at(p))
        free = [n for n in doors if position.doors.get(board.neighbours[here][n].between) != "closed"]
        return Step(self.rng.choice(free)) if free and left > 1 else None


def _unarmed(position: Position) -> bool:
    """Whether one who needs a rifle has none (14.2)."""
    people = position.characters
    return any(people[n].in_play and not people[n].rifle for n in RIFLE_BEARERS)


def _hardiest(position: Position, here: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return who is to be attacked: those still sound, and Fran last, whose infection counts (14.1)."""

    def loss(name: str) -> tuple[bool, bool, int]:
        return position.characters[name].status != "normal", name == "fran", CHARACTERS.index(name)

    chosen = sorted(here, key=loss)[:count]
    return tuple(n for n in here if n in chosen)


def _work(position: Position, move: Move, here: str) -> Action | None:
    """Return what is to be done in a square before anything else: its main door, the rifles."""
    board = position.setting.board
    door = board.main_door_squares.get(here)
    if not move.spent and door and position.main_doors.get(door) != "closed":
        return CloseMainDoor(door)
    if (
        here == board.rifle_square
        and position.rifles
        and (not move.spent or move.rifles)
        and not move.panicked
    ):
        for name in move.characters:
            if name in RIFLE_BEARERS and not position.characters[name].rifle:
                return TakeRifle(name)
    return None
