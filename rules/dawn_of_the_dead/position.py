"""The position: everything that the game remembers between two actions.

A position never changes; an action makes a new one. Its JSON form is `referee-position/1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args

from rules.board.board import Pair
from rules.dawn_of_the_dead.equipment.equipment import RIFLES, Rating, Setting

Phase = Literal[
    "place_hidden", "place_characters", "human", "hidden_appearance", "berserk", "reaction",
    "free_movement", "attack", "generation", "over",
]  # fmt: skip
Mode = Literal["two-player", "solitaire", "cooperative"]
Counters = Literal["digital", "physical"]
Status = Literal["normal", "stunned", "infected", "super_zombie", "killed"]
DoorState = Literal["closed", "destroyed"]
"""The state of a door that was closed or destroyed; other doors are open (5.5, 10.5)."""
Winner = Literal["human", "zombie"]

PHASES: tuple[Phase, ...] = get_args(Phase)
SET_UP: tuple[Phase, ...] = ("place_hidden", "place_characters")
"""The phases before the first turn, each named as its one action (3.0)."""
MODES: tuple[Mode, ...] = get_args(Mode)
COUNTERS: tuple[Counters, ...] = get_args(Counters)
ACTIVE: frozenset[Status] = frozenset({"normal", "infected"})
"""Characters who can move and shoot (8.3, 8.4)."""
IN_PLAY: frozenset[Status] = frozenset({"normal", "infected", "stunned"})
"""Characters still on the human side: not killed and not turned (8.5, 11.0)."""

K = TypeVar("K")
V = TypeVar("V")
EMPTY: Mapping[Any, Any] = MappingProxyType({})
Pool = tuple[int | None, ...]
"""Zombie Values of units off the map; None is a face-down cardboard unit."""


@dataclass(frozen=True, slots=True)
class Character:
    """A character's square and status (2.3). `square` is None once he is killed."""

    square: str | None
    status: Status = "normal"
    rifle: bool = False
    moved_last_turn: bool = False
    infected_on_turn: int | None = None

    @property
    def in_play(self) -> bool:
        """Whether the human player still has this character: normal, stunned or infected."""
        return self.status in IN_PLAY


@dataclass(frozen=True, slots=True)
class Zombie:
    """A zombie unit on the map. `value` is None if only the cardboard shows it."""

    value: int | None
    berserk: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """The move of a Human Player-Turn. `spent` counts Movement Points of the stack.

    `earlier` are the characters who moved before, if players agreed on a second move in the same Player-Turn.
    """

    characters: tuple[str, ...]
    carrying: tuple[str, str] | None = None
    spent: int = 0
    shots: Mapping[str, int] = field(default_factory=dict)
    panicked: tuple[str, ...] = ()
    acted: bool = False
    rifles: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def moved(self) -> frozenset[str]:
        """The characters who count as moved in this Human Player-Turn (5.0, R-5.0a)."""
        walked = self.characters if self.spent or self.panicked else ()
        return frozenset((*self.earlier, *walked, *self.shots, *self.panicked))


@dataclass(frozen=True, slots=True)
class BerserkState:
    """Berserk units `due` a check, units that calmed down (`lapsed`), and whether another was `tried`."""

    due: frozenset[str] = frozenset()
    lapsed: frozenset[str] = frozenset()
    tried: bool = False


@dataclass(frozen=True, slots=True)
class ReactionState:
    """Units that saw the trail and have not moved (`pending`), and squares of those that have (`done`).

    `supers` are super zombies that moved, `watching` super zombies that saw the trail and have not moved;
    `paired` are super zombies that began the Zombie Player-Turn with a unit in their square.
    """

    pending: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    supers: frozenset[str] = frozenset()
    watching: frozenset[str] = frozenset()
    paired: frozenset[str] = frozenset()

    def moved(self, square: str) -> bool:
        """Return whether the unit in a square has had its move (7.4, 7.5)."""
        return square in self.done

    def moves_along(self, square: str) -> bool:
        """Return whether the unit in a square can still go with a super zombie (11.2)."""
        return square not in self.done


@dataclass(frozen=True, slots=True)
class FreeState:
    """Free moves: the `die`, how many are `left`, and the squares of units with no move left (`spent`).

    `along` are units that saw the trail and may only go along with the super zombie on them (R-11.4a).
    """

    die: int | None = None
    left: int = 0
    spent: frozenset[str] = frozenset()
    supers: frozenset[str] = frozenset()
    paired: frozenset[str] = frozenset()
    along: frozenset[str] = frozenset()

    def moved(self, square: str) -> bool:
        """Return whether the unit in a square has no free move left (7.4, R-7.4a)."""
        return square in self.spent or square in self.along

    def moves_along(self, square: str) -> bool:
        """Return whether the unit in a square can still go with a super zombie (11.2, R-11.4a)."""
        return square not in self.spent


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack. `victims` are the characters still due a roll, None until they are named.

    `waived` are the characters who hold fire. `held` is set once nobody is left to shoot.
    """

    square: str
    fired: frozenset[str] = frozenset()
    panicked: frozenset[str] = frozenset()
    count: int | None = None
    victims: tuple[str, ...] | None = None
    strength: int | None = None
    waived: frozenset[str] = frozenset()
    held: bool = False


@dataclass(frozen=True, slots=True)
class AttackState:
    """Squares with an attack due (`pending`), and the open attack.

    `weak` are the attacks of this phase that ended for want of strength (R-8.0a), by square. Cardboard may
    have been misread (R-5.4b). They are read from JSON, but never written: they tell a Zombie Value (2.3).
    """

    pending: frozenset[str] = frozenset()
    attack: Attack | None = None
    weak: Mapping[str, Attack] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class GenerationState(AttackState):
    """Whether the entrance is over (`entered`), and the infected characters already rolled for (`rolled`)."""

    entered: bool = False
    rolled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class AppearanceState:
    """Whether the Hidden Zombie Table was used in this Game-Turn (15.2)."""

    rolled: bool = False


PhaseState = BerserkState | ReactionState | FreeState | AttackState | AppearanceState | None


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a game.

    `zombies` are by square (two units never share one, 7.6). `doors` and `main_doors` name only closed and
    destroyed doors. `passed` are hidden squares that a character entered while another unit was there
    (R-9.3a). `swept`: the map was empty of zombies, so the remaining hidden ones must be revealed (9.4).
    `shown` are Zombie Values that everybody saw in the last action, `inspected` are values that only the
    zombie player may look at; the next action clears both. `pools_known` is false, and `hidden_box` None,
    if nobody said which units are off the map; draws are then not checked.
    """

    setting: Setting = field(repr=False, compare=False)
    turn: int = 1
    phase: Phase = "place_hidden"
    mode: Mode = "two-player"
    counters: Counters = "digital"
    characters: Mapping[str, Character] = field(default_factory=dict)
    zombies: Mapping[str, Zombie] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    passed: frozenset[str] = frozenset()
    swept: bool = False
    hidden_box: Pool | None = None
    eliminated: Pool = ()
    pools_known: bool = True
    doors: Mapping[Pair, DoorState] = field(default_factory=dict)
    main_doors: Mapping[str, str] = field(default_factory=dict)
    rifles: int = RIFLES
    move: Move | None = None
    trail: tuple[str, ...] = ()
    phase_state: PhaseState = None
    shown: Mapping[str, int] = field(default_factory=dict)
    inspected: Mapping[str, int] = field(default_factory=dict)
    winner: Winner | None = None

    @property
    def physical(self) -> bool:
        """Whether the Zombie Values are on cardboard, so the referee must ask for them."""
        return self.counters == "physical"

    @property
    def solitaire(self) -> bool:
        """Whether the zombies move by section 15, for one player or for several together (15.0)."""
        return self.mode != "two-player"

    def rating(self, character: str) -> Rating:
        """Return the ratings on the side of the counter that is in use (2.3)."""
        return self.setting.sheet.rating(character, self.characters[character].status)

    def at(self, square: str) -> tuple[str, ...]:
        """Return the characters of the human player in a square."""
        return tuple([n for n, c in self.characters.items() if c.square == square and c.status in IN_PLAY])

    def supers_at(self, square: str) -> tuple[str, ...]:
        """Return the super zombies in a square."""
        return tuple(
            [n for n, c in self.characters.items() if c.square == square and c.status == "super_zombie"]
        )

    def occupied(self) -> frozenset[str]:
        """Return the squares with characters of the human player."""
        return frozenset([c.square for c in self.characters.values() if c.square and c.status in IN_PLAY])

    def super_zombies(self) -> tuple[str, ...]:
        """Return the squares of the super zombies."""
        return tuple([c.square for c in self.characters.values() if c.square and c.status == "super_zombie"])

    def zombie_occupied(self, square: str) -> bool:
        """Return whether a zombie unit or a super zombie is in a square."""
        return square in self.zombies or bool(self.supers_at(square))

    def no_zombies_on_map(self) -> bool:
        """Return whether no zombie unit or super zombie is left on the map (9.4)."""
        return not self.zombies and not any(c.status == "super_zombie" for c in self.characters.values())

    def revealed(self, square: str) -> bool:
        """Return whether the unit in a square is face up: a character shares its square (5.4, 7.7)."""
        return square in self.zombies and bool(self.at(square))


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy of `mapping` with `value` at `key`."""
    copy = dict(mapping)
    copy[key] = value
    return copy


def without(mapping: Mapping[K, V], keys: Iterable[K]) -> dict[K, V]:
    """Return a copy of `mapping` without `keys`."""
    copy = dict(mapping)
    for key in keys:
        copy.pop(key, None)
    return copy
