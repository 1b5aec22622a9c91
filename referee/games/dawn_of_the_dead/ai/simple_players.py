"""Simple players for simulated games, their referee, and the deal of face-down units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    Action,
    ChooseVictims,
    CloseDoor,
    CloseMainDoor,
    Defend,
    EndTurn,
    NextPhase,
    OpenDoor,
    PlaceCharacters,
    PlaceHidden,
    PutDown,
    React,
    RollFreeMoves,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
    ZombieMove,
)
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, UNITS
from rules.dawn_of_the_dead.equipment.units import pool
from rules.dawn_of_the_dead.humans.doors import RIFLE_BEARERS
from rules.dawn_of_the_dead.position import AttackState, Move, Pool, Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from rules.dawn_of_the_dead.solitaire.solitaire import share, shared_dice
from rules.dawn_of_the_dead.solitaire.zombie_player import ZombieSight, advise, choices
from rules.ruling import Missing, Ruling


def redealt(position: Position, rng: Random) -> Position:
    """Return a position with every face-down unit dealt again, on the map and off it.

    What the players know is kept: the face-up values, the number of units in each place, and so the values
    left. Cardboard units get the values of the counter sheet that are left over; uncounted pools hold all
    that is not on the map.
    """
    occupied = position.occupied()
    hidden_box, eliminated = position.hidden_box or (), position.eliminated
    if not position.pools_known:
        eliminated = (None,) * max(0, UNITS - len(position.zombies) - len(hidden_box))
    face_down = [s for s, u in sorted(position.zombies.items()) if s not in occupied or u.value is None]
    values = _values(
        position, [*(position.zombies[s].value for s in face_down), *hidden_box, *eliminated], rng
    )
    rng.shuffle(values)
    zombies = dict(position.zombies)
    for square in face_down:
        zombies[square] = replace(zombies[square], value=values.pop())
    boxed: Pool = tuple(values.pop() for _ in hidden_box)
    return replace(
        position,
        counters="digital",
        zombies=zombies,
        hidden_box=boxed if position.hidden_box is not None else None,
        eliminated=tuple(values),
        pools_known=True,
    )


def _values(position: Position, held: list[int | None], rng: Random) -> list[int]:
    """Return a value for each unit; unknown ones come from the rest of the counter sheet."""
    known = [v for v in held if v is not None]
    wanting = len(held) - len(known)
    lie_open = [u.value for s, u in position.zombies.items() if u.value is not None and position.at(s)]
    units = position.setting.sheet.units
    rest = list((Counter(units) - Counter(known) - Counter(lie_open)).elements())
    rng.shuffle(rest)
    rest += rng.choices(units, k=max(0, wanting - len(rest)))
    # In order, so that positions with different secrets are dealt alike.
    return sorted(known + rest[:wanting])


class Refused(RuntimeError):
    """A simple player did something illegal: a bug in the player or in the rules."""


@dataclass
class Referee:
    """Answers questions and carries out actions. `rulings` counts its verdicts."""

    rng: Random
    rulings: int = 0

    def allows(self, position: Position, action: Action) -> bool:
        """Whether an action may be done now."""
        self.rulings += 1
        return game.check(position, action).legal

    def options(self, position: Position) -> list[Action]:
        """Return every legal action; each counts as a verdict."""
        legal = game.legal_actions(position)
        self.rulings += len(legal)
        return legal

    def carry_out(self, position: Position, action: Action) -> tuple[Action, Ruling[Position]]:
        """Return an action with the dice and draws it needs, and the ruling on it.

        Raises Refused if it may not be done.
        """
        return self._complete(position, action, game.rule)

    def follow(self, position: Position, action: Action) -> tuple[Action, Ruling[Position]]:
        """Return an action with its dice, and the ruling on it, as `carry_out` does but unchecked."""
        return self._complete(position, action, game.follow)

    def _complete(
        self, position: Position, action: Action, ask: Callable[[Position, Action], Ruling[Position]]
    ) -> tuple[Action, Ruling[Position]]:
        while True:
            self.rulings += 1
            ruling = ask(position, action)
            if ruling.after is not None:
                return action, ruling
            if not ruling.legal:
                raise Refused(f"{action}: {ruling.reason} ({', '.join(ruling.cases)})")
            action = self._with_chance(position, action, ruling)

    def _with_chance(self, position: Position, action: Action, ruling: Ruling[Position]) -> Action:
        """Return the action with the dice and draws that the ruling asks for."""
        names = {f.name for f in fields(action)}
        given: dict[str, Any] = {}
        for need, wanted in ruling.needs.items():
            if need == "dice" and isinstance(wanted, int):
                rolled = tuple(self.rng.randint(1, 6) for _ in range(wanted))
                given |= {"dice": rolled} if "dice" in names else {"die": rolled[0]}
            elif need == "panic" and isinstance(wanted, tuple):
                given["panic"] = {name: self.rng.randint(1, 6) for name in wanted}
            elif need == "draw" and isinstance(wanted, int):
                given["draw"] = self._draw(position, action, wanted)
            elif need in {"doors", "square"} and isinstance(wanted, tuple):
                given |= self.choice(position, need, wanted)
            else:
                raise Refused(f"{action}: nobody here can give {need}.")
        return replace(action, **given)

    def choice(
        self,
        position: Position,  # noqa: ARG002
        need: str,
        wanted: tuple[str, ...],
    ) -> dict[str, Any]:
        """Return the zombie player's choice in the middle of a roll, here at random (R-13.0a)."""
        chosen = self.rng.choice(wanted)
        return {need: (chosen,) if need == "doors" else chosen}

    def _draw(self, position: Position, action: Action, count: int) -> tuple[int, ...]:
        name = game.pool_for(action.do)
        assert name is not None
        values = sorted(v for v in pool(position, name) or () if v is not None)
        return tuple(self.rng.sample(values, count))


_FAR_OFF = 999
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
        return min(wanted, key=lambda s: (steps.get(s, _FAR_OFF), s), default=None)

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
        """Yield this player's preferred actions now, best first."""
        board = position.setting.board
        here = position.characters[move.characters[0]].square or ""
        yield from map(CloseMainDoor, board.main_doors_on.get(here, ()))
        if here == board.rifle_square:
            yield from (TakeRifle(name) for name in move.characters)
        if move.carrying and move.spent:
            yield PutDown()
        steps = board.distances_from(here)
        for square in sorted(position.zombies, key=lambda s: (steps.get(s, _FAR_OFF), s)):
            if steps.get(square, _FAR_OFF) > _RANGE:
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
            return way.get(square, _FAR_OFF) + self.caution * danger(position, square)

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


_FAR = 999
_LIKES = {
    "reveal": 0.5,
    "smash": 0.7,
    "check_berserk": 0.8,
}
"""The chance that an optional action is taken."""

_FIRST = ("roll_attack", "declare_attack", "roll_entrance", "roll_infection", "open_attack")


class ZombiePlayer:
    """Chooses for the zombie player. `plan` has moves listed once and tried in order."""

    def __init__(self, referee: Referee, rng: Random) -> None:
        self.referee, self.rng = referee, rng
        self.zeal = rng.choice((0.15, 0.5, 1.0))
        """How many of the moves that it need not make this player makes."""
        self.plan: list[Action] = []
        self.planned: tuple[int, str] | None = None

    def choose(self, position: Position) -> Action:
        """Return the next action of the zombie player."""
        match position.phase:
            case "place_hidden":
                return self._hide(position)
            case "attack" | "generation":
                return self._resolve(position)
            case "berserk" | "reaction" | "free_movement":
                return self._move(position)
            case _:
                return NextPhase()

    def _hide(self, position: Position) -> Action:
        squares = lawful_hidden_squares(position.setting.board)
        while True:
            action = PlaceHidden(tuple(sorted(self.rng.sample(squares, HIDDEN_COUNT))))
            if self.referee.allows(position, action):
                return action

    def _resolve(self, position: Position) -> Action:
        options = self.referee.options(position)
        for name in _FIRST:
            if choices := [a for a in options if a.do == name]:
                return self.rng.choice(choices)
        return NextPhase()

    def _move(self, position: Position) -> Action:
        """Return the next listed move; list again whatever must still be done."""
        roll = RollFreeMoves()
        if position.phase == "free_movement" and self.referee.allows(position, roll):
            return roll
        if self.planned != (position.turn, position.phase):
            self.planned = (position.turn, position.phase)
            self.plan = self._wishes(position)
        while self.plan:
            action = self.plan.pop()
            if self.referee.allows(position, action):
                return action
        if self.referee.allows(position, NextPhase()):
            return NextPhase()
        options = [a for a in self.referee.options(position) if a.do != "next_phase"]
        return self.rng.choice(options)

    def _wishes(self, position: Position) -> list[Action]:
        """Return the moves worth making, the best last; chance decides on optional ones."""
        ranked: list[tuple[float, int, Action]] = []
        for action in self.referee.options(position):
            if isinstance(action, ZombieMove):
                rank = self._gain(position, action)
            else:
                rank = self.rng.random() - 1 + _LIKES.get(action.do, 0.0)
            if rank > 0 and (isinstance(action, React) or self.rng.random() < self.zeal):
                ranked.append((rank + self.rng.random() / 2, len(ranked), action))
        return [action for _, _, action in sorted(ranked)]

    def _gain(self, position: Position, action: ZombieMove) -> float:
        """Return the steps by which a move comes nearer to a character, more for ending beside one."""
        start = action.source or (position.characters[action.super].square if action.super else None)
        if start is None:
            return 0
        before, after = nearest(position, start), nearest(position, action.path[-1])
        return before - after + 4 / (after + 1) if after < before else 0


def nearest(position: Position, square: str) -> int:
    """Return the steps from a square to the nearest character in play."""
    steps = position.setting.board.distances_from(square)
    return min((steps.get(s, _FAR) for s in position.occupied()), default=_FAR)


class SolitaireReferee(Referee):
    """A referee who also makes the zombies' choices in the middle of a roll (15.2, R-13.0a)."""

    def choice(self, position: Position, need: str, wanted: tuple[str, ...]) -> dict[str, Any]:
        """Return the choice, from public facts."""
        needs: dict[str, Missing] = {need: wanted}
        return choices(ZombieSight(position), needs)


class SolitaireZombies:
    """Plays the zombies by the referee's proposals."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, position: Position) -> Action:
        """Return the next action of the zombies; dice decide between units equally near (15.4)."""
        advice = advise(ZombieSight(position))
        assert advice is not None, position.phase
        return advice.among[self._lot(len(advice.among))] if advice.among else advice.action

    def _lot(self, count: int) -> int:
        """Return a choice by R-15.4b: equal shares of the results, and the rest rolled again."""
        while True:
            dice = [self.rng.randint(1, 6) for _ in range(shared_dice(count))]
            chosen = share(dice, count)
            if chosen is not None:
                return chosen
