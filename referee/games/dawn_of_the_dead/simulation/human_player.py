"""A simple human player: closes the main doors, takes the rifles, then hunts zombies, shooting on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.games.dawn_of_the_dead.simulation.referee import Referee
from rules.dawn_of_the_dead.actions import (
    Action,
    ChooseVictims,
    CloseDoor,
    CloseMainDoor,
    Defend,
    EndTurn,
    OpenDoor,
    PlaceCharacters,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.position import AttackState, Move, Position

_FAR = 999
_RANGE = 4
"""This player's longest shot, in steps."""
_COMPANY = 0.5
"""The chance that two characters in a square move together."""
_WHIM = 0.06
"""The chance that this player does something merely because it is legal."""


class HumanPlayer:
    """Chooses for the human player."""

    def __init__(self, referee: Referee, rng: Random) -> None:
        self.referee, self.rng = referee, rng
        self.caution = rng.choice((0.1, 0.3, 0.7))
        self.aim = rng.choice(("doors", "rifles", "zombies"))
        self.turn = 0
        self.goal: str | None = None
        self.visited: set[str] = set()

    def choose(self, position: Position) -> Action:
        """Return the human player's next action in set-up or in a Human Player-Turn."""
        if position.phase == "place_characters":
            return self._set_out(position)
        if position.move is None:
            return self._start(position)
        return self._go_on(position, position.move)

    def defend(self, position: Position) -> Action | None:
        """Return a shot under attack, or the choice of victims, or None if neither is needed."""
        state = position.phase_state
        if not isinstance(state, AttackState) or state.attack is None:
            return None
        here = position.at(state.attack.square)
        if state.attack.count is not None and state.attack.victims is None:
            chosen = ChooseVictims(tuple(sorted(self.rng.sample(here, state.attack.count))))
            if self.referee.allows(position, chosen):
                return chosen
        for name in here:
            shot = Defend((name,))
            if name not in state.attack.fired and self.referee.allows(position, shot):
                return shot
        return None

    def _set_out(self, position: Position) -> Action:
        squares = position.setting.character_squares
        while True:
            chosen = PlaceCharacters({name: self.rng.choice(squares) for name in CHARACTERS})
            if self.referee.allows(position, chosen):
                return chosen

    def _start(self, position: Position) -> Action:
        """Return the start of a move, or of the end: those in danger first, at times stacked or carrying."""
        if self.turn == position.turn:
            return EndTurn()
        self.turn, self.visited = position.turn, set()
        names = [n for n in CHARACTERS if position.characters[n].in_play]
        self.rng.shuffle(names)
        names.sort(
            key=lambda n: (
                not self._at_work(position, n),
                -danger(position, position.characters[n].square or ""),
            )
        )
        for name in names:
            for action in self._parties(position, name):
                if self.referee.allows(position, action):
                    self.goal = self._goal(position, name)
                    return action
        return EndTurn()

    def _at_work(self, position: Position, name: str) -> bool:
        """Whether a character's square has work: a door or a rifle."""
        board, square = position.setting.board, position.characters[name].square or ""
        doors = board.main_doors_on.get(square)
        if doors is not None:
            return any(position.main_doors.get(door) != "closed" for door in doors)
        armed = name not in RIFLE_BEARERS or position.characters[name].rifle
        return square == board.rifle_square and not armed and bool(position.rifles)

    def _parties(self, position: Position, name: str) -> Iterator[StartMove]:
        """Yield the starts of a move for a character, alone last."""
        others = [n for n in position.at(position.characters[name].square or "") if n != name]
        if others and self.rng.random() < _COMPANY:
            if position.characters[others[0]].status == "stunned":
                yield StartMove((name,), {"by": name, "whom": others[0]})
            yield StartMove((name, others[0]))
        yield StartMove((name,))

    def _goal(self, position: Position, name: str) -> str | None:
        """Return the square that this character should go to."""
        board, here = position.setting.board, position.characters[name].square or ""
        steps = board.distances_from(here)
        unarmed = name in RIFLE_BEARERS and not position.characters[name].rifle
        others = {c.square for n, c in position.characters.items() if n != name}
        doors = [
            d.square
            for d in board.main_doors.values()
            if position.main_doors.get(d.name) != "closed" and d.square not in others
        ]
        rifles = [board.rifle_square] if unarmed and position.rifles and board.rifle_square else []
        stunned = [c.square for n, c in position.characters.items() if c.status == "stunned" and c.square]
        aims = {"doors": doors, "rifles": rifles, "zombies": list(position.zombies)}
        wanted = stunned or aims[self.aim] or [*doors, *rifles] or aims["zombies"]
        return min(wanted, key=lambda s: (steps.get(s, _FAR), s), default=None)

    def _go_on(self, position: Position, move: Move) -> Action:
        if self.rng.random() < _WHIM:
            options = [a for a in self.referee.options(position) if a.do != "end_turn"]
            if options:
                return self.rng.choice(options)
        for action in self._wishes(position, move):
            if self.referee.allows(position, action):
                if isinstance(action, Step):
                    self.visited.add(action.to)
                return action
        return EndTurn()

    def _wishes(self, position: Position, move: Move) -> Iterator[Action]:
        """Yield this player's wishes now, best first."""
        board = position.setting.board
        here = position.characters[move.characters[0]].square or ""
        yield from map(CloseMainDoor, board.main_doors_on.get(here, ()))
        if here == board.rifle_square:
            yield from (TakeRifle(name) for name in move.characters)
        if move.carrying and move.spent:
            yield PutDown()
        steps = board.distances_from(here)
        for square in sorted(position.zombies, key=lambda s: (steps.get(s, _FAR), s)):
            if steps.get(square, _FAR) > _RANGE:
                break
            yield Shoot(move.characters, square)
        yield from self._steps(position, here)
        for near, side in board.neighbours[here].items():
            if side.is_door and danger(position, near) > danger(position, here):
                yield CloseDoor(side.between)

    def _steps(self, position: Position, here: str) -> Iterator[Action]:
        """Yield the steps that beat staying, best first, or the opening of a door on the way."""
        board = position.setting.board
        way = board.distances_from(self.goal) if self.goal else {}

        def cost(square: str) -> float:
            return way.get(square, _FAR) + self.caution * danger(position, square)

        ways = [s for s in board.passages[here] if s not in self.visited and cost(s) < cost(here)]
        self.rng.shuffle(ways)
        for square in sorted(ways, key=cost):
            side = board.neighbours[here][square]
            if position.doors.get(side.between) == "closed":
                yield OpenDoor(side.between)
            yield Step(square)


def danger(position: Position, square: str) -> int:
    """Return the danger of a square: zombies in it count most, then those beside it."""
    near = position.setting.board.passages.get(square, ())
    return 4 * position.zombie_occupied(square) + sum(position.zombie_occupied(s) for s in near)
