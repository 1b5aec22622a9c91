"""What a unit face down may be, against every way in which the counters can lie: 2.3, 9.0, 13.3, 15.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.equipment.units import unknown_mix
from rules.dawn_of_the_dead.position import Character, Position, Zombie

MALL = equipment.setting()
Step = tuple[str, ...]
FALLS, ENTERS, GOES, MEETS, APPEARS = "falls", "enters", "goes", "meets", "appears"


def small(values: Sequence[int], squares: Sequence[str], boxed: int = 0, out: int = 0) -> Position:
    """Return a game with few counters: on squares, in the Hidden Zombie box, or eliminated."""
    sheet = replace(MALL.sheet, zombie_values=dict(Counter(values)))
    zombies = dict(zip(squares, map(Zombie, values), strict=False))
    rest = tuple(values[len(squares) :])
    return Position(
        Setting(MALL.board, sheet), zombies=zombies, hidden_box=rest[:boxed],
        eliminated=rest[boxed : boxed + out]
    )  # fmt: skip


def played(position: Position, step: Step, draw: int) -> Position:
    """Return the position after one thing that everybody sees; `draw` is which unit of a pool is drawn."""
    what, square = step[0], step[1]
    zombies, position = dict(position.zombies), replace(position, shown={})
    if what == FALLS:
        value = zombies.pop(square).value
        assert value is not None
        return replace(
            position, zombies=zombies, eliminated=(*position.eliminated, value), shown={square: value}
        )
    if what == GOES:
        zombies[step[2]] = zombies.pop(square)
        return replace(position, zombies=zombies)
    if what == MEETS:
        return replace(position, characters={"peter": Character(square)})
    pool = list(position.eliminated if what == ENTERS else position.hidden_box or ())
    zombies[square] = Zombie(pool.pop(draw))
    if what == ENTERS:
        return replace(position, zombies=zombies, eliminated=tuple(pool))
    return replace(position, zombies=zombies, hidden_box=tuple(pool))


def every_game(start: Position, steps: Sequence[Step]) -> Iterator[tuple[Fraction, list[Position]]]:
    """Give every game with these steps and every draw, with how likely it is among those."""
    games = [(Fraction(1), [start])]
    for step in steps:
        grown = []
        for share, game in games:
            choices = len(game[-1].eliminated) if step[0] == ENTERS else 1
            grown += [(share / choices, [*game, played(game[-1], step, draw)]) for draw in range(choices)]
        games = grown
    yield from games


def noted(game: Sequence[Position], steps: Sequence[Step]) -> tuple[int | None, ...]:
    """Return the values that count: those shown by units that were never among the eliminated."""
    back: set[str] = set()
    values: list[int | None] = []
    for step, before in zip(steps, game, strict=False):
        if step[0] == ENTERS:
            back.add(step[1])
        elif step[0] == GOES and step[1] in back:
            back = back - {step[1]} | {step[2]}
        elif step[0] in {FALLS, MEETS} and step[1] not in back:
            values.append(before.zombies[step[1]].value)
        elif step[0] == FALLS:
            back.discard(step[1])
    return tuple(values)


GAMES = [
    # values, squares, boxed, eliminated at first, steps
    ("nothing yet", (1, 1, 2, 3), "abcd", 0, 0, [(GOES, "a", "e")]),
    ("one fell", (1, 1, 2, 3), "abcd", 0, 0, [(FALLS, "a")]),
    ("one fell and came back", (1, 1, 2, 3), "abcd", 0, 0, [(FALLS, "a"), (ENTERS, "z"), (GOES, "z", "y")]),
    ("one of two came back", (1, 2, 2, 3, 4), "abcde", 0, 0, [(FALLS, "a"), (FALLS, "b"), (ENTERS, "z")]),
    (
        "one came back, went and fell again",
        (1, 2, 2, 3, 4), "abcde", 0, 0,
        [(FALLS, "a"), (FALLS, "b"), (ENTERS, "z"), (GOES, "z", "y"), (FALLS, "y"),
        (ENTERS, "z"), (ENTERS, "x")],
    ),
    ("a hidden zombie", (1, 2, 2, 3, 4), "abc", 2, 0,
    [(FALLS, "a"), (APPEARS, "h"), (ENTERS, "z"), (FALLS, "b")]),
    ("a hidden zombie fell", (1, 2, 2, 3, 4), "abc", 2, 0,
    [(APPEARS, "h"), (FALLS, "h"), (FALLS, "a"), (ENTERS, "z")]),
    ("one lies open", (1, 1, 2, 3), "abcd", 0, 0, [(FALLS, "b"), (MEETS, "a")]),
    ("one that came back lies open", (1, 1, 2, 3, 5), "abcde", 0, 0,
    [(FALLS, "b"), (FALLS, "a"), (ENTERS, "z"), (MEETS, "z")]),
    ("alone, five never placed", (1, 1, 2, 3, 4), "abc", 0, 2, [(FALLS, "a"), (ENTERS, "z"), (FALLS, "b")]),
    ("alone, one of them fell", (1, 1, 2, 3, 4), "abc", 0, 2,
    [(FALLS, "a"), (ENTERS, "z"), (FALLS, "z"), (ENTERS, "y")]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "squares", "boxed", "out", "steps"), [g[1:] for g in GAMES], ids=[g[0] for g in GAMES]
)
def test_the_chances_are_the_shares_of_all_games_that_looked_the_same(
    values: tuple[int, ...], squares: str, boxed: int, out: int, steps: list[Step]
) -> None:
    """2.3, 13.3: of all possible arrangements and draws, those count that looked the same."""
    by_sight: dict[tuple[int | None, ...], dict[int, Fraction]] = {}
    whole: dict[tuple[int | None, ...], Fraction] = {}
    games: dict[tuple[int | None, ...], list[list[Position]]] = {}
    for order in permutations(values):
        for share, game in every_game(small(order, tuple(squares), boxed, out), steps):
            seen, last = noted(game, steps), game[-1]
            down = [
                z.value or 0 for s, z in last.zombies.items() if not last.revealed(s) and s not in last.shown
            ]
            counts = by_sight.setdefault(seen, {})
            for value in down:
                counts[value] = counts.get(value, Fraction(0)) + share / len(down)
            whole[seen] = whole.get(seen, Fraction(0)) + share
            games.setdefault(seen, []).append(game)
    assert len(by_sight) > 1 or not noted(games[()][0], steps)
    for seen, counts in by_sight.items():
        expected = {value: part / whole[seen] for value, part in counts.items()}
        for game in games[seen]:
            assert {v: p for v, p in unknown_mix(game).items() if p} == expected


def test_13_3_a_unit_that_came_back_is_not_told_from_the_others() -> None:
    """The only eliminated unit comes back: the chances nearly equal the whole mix, and sum to one."""
    squares = tuple(f"{n:03}" for n in range(1, 46))
    start = small(MALL.sheet.units, squares, boxed=5)
    game = [start]
    for step in ((FALLS, "001"), (ENTERS, "004x"), (GOES, "004x", "001")):
        game.append(played(game[-1], step, 0))
    mix = unknown_mix(game)
    assert sum(mix.values()) == 1
    assert mix[1] == Fraction(1, 45) + Fraction(44, 45) * Fraction(MALL.sheet.zombie_values[1] - 1, 49)


def test_nothing_depends_on_what_lies_face_down() -> None:
    """The same game with the face-down units mixed again has the same chances."""
    steps = [(FALLS, "a"), (FALLS, "b"), (ENTERS, "z"), (GOES, "c", "y")]
    one, two = small((1, 2, 3, 4, 5), "abcde"), small((1, 2, 5, 3, 4), "abcde")
    (_, first), *_ = every_game(one, steps)
    *_, (_, second) = every_game(two, steps)
    assert [z.value for z in first[-1].zombies.values()] != [z.value for z in second[-1].zombies.values()]
    assert unknown_mix(first) == unknown_mix(second)


def test_a_sheet_that_does_not_fit_what_was_seen_counts_whole() -> None:
    """Cardboard that shows more of a value than the sheet has leaves the printed mix as the best there is."""
    start = replace(small((3, 3), "ab"), zombies={square: Zombie(3) for square in "abc"})
    game = [start, played(start, (FALLS, "a"), 0)]
    game.append(played(game[-1], (FALLS, "b"), 0))
    assert unknown_mix(game) == {3: Fraction(1)}
