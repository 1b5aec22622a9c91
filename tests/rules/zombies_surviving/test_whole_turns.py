"""Whole turns with the answers of an abstract table: what is asked, and what always holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from referee.games.zombies_surviving.simulation.zones import Table, completed, told
from rules.questions import REFEREE
from rules.zombies_surviving import game as whole
from rules.zombies_surviving.game import EndTurn
from rules.zombies_surviving.menace.groups import groups
from rules.zombies_surviving.position import ZOMBIES, Building, Figure, Position
from rules.zombies_surviving.survival.shooting import SnapShot
from tests.rules.zombies_surviving.menaces import PISTOL, group

NAMES = ("ana", "ben", "cat")
PER_TURN, PER_GROUP = 14, 2
"""The taps of a turn with three players and twelve zombies, and of a group: the README has them."""
TWELVE = (("shuffler", 5), ("shuffler", 3), ("runner", 2), ("ankle_biter", 2))


@dataclass
class Played:
    """A turn as it was played: the log, the taps by kind of task, and what was asked of the zombies."""

    position: Position
    lines: list[str] = field(default_factory=list)
    taps: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    moved: int = 0


def started(*kinds: tuple[Any, int]) -> Position:
    """Return the survival phase of a first turn with three players."""
    figures = {name: Figure("survivor", f"p{n + 1}", items=PISTOL) for n, name in enumerate(NAMES)}
    p = Position(
        phase="survival",
        turn=1,
        seats=("p1", "p2", "p3"),
        figures=figures,
        buildings={"shop": Building(state="intact"), "bank": Building()},
        tokens={f"token_{n}": "north" for n in range(1, 5)},
        made={"token": 4},
    )
    for kind, count in kinds:
        p = group(p, kind, count)
    return p


def play(position: Position, seed: int) -> Played:
    """Play from the end of a survival phase to the next one, and in that a snap shot of each survivor."""
    table, dice, played = Table(seed), Random(seed), Played(position)
    for seat in position.seats:
        _do(played, EndTurn(seat), "end", table, dice)
    while played.position.tasks:
        task = played.position.tasks[0]
        question = whole.questions(played.position)[-1]
        act: Any = question.answers[-1]
        before = played.taps.total()
        _do(played, act, task.kind, table, dice, by_player=REFEREE not in question.who)
        played.moved += task.kind == "zombies" and "sees" not in played.lines[-1]
        assert played.taps.total() - before <= 4
    return played


def _do(played: Played, act: Any, kind: str, table: Table, dice: Random, *, by_player: bool = True) -> None:
    before = played.position
    act, ruling = completed(before, act, whole.judge, table, dice)
    assert ruling.after is not None, (act, ruling.reason)
    played.taps[kind] += len(told(act)) + by_player
    played.fields.update(told(act) if kind == "zombies" else ())
    table.after(before, act, ruling.after)
    _check(before, ruling.after)
    played.position = ruling.after
    played.lines.append(ruling.story)


def _check(before: Position, after: Position) -> None:
    """Check what always holds: the dead stay dead, nobody is held by nobody, supplies are not lost."""
    for name, figure in before.figures.items():
        now = after.figures.get(name)
        if figure.kind == "corpse" and now is not None:
            assert now.kind == "corpse"
    for figure in after.figures.values():
        assert {*figure.grabbed_by} <= {*after.figures}
        assert all(one.loaded >= 0 for one in figure.items)
    for fact in after.facts:
        kind, one, other = fact.split()
        assert {one, other} <= {*after.figures, *after.buildings}, fact
        assert kind in {"inches", "in_sight", "in_cover", "way", "edge"}


@pytest.mark.parametrize("seed", range(20))
def test_a_turn_with_12_zombies_asks_who_is_nearest_and_how_far_and_little_else(seed: int) -> None:
    played = play(started(*TWELVE), seed)
    assert played.position.phase == "survival"
    assert played.position.turn == 2
    asked = played.fields
    far = asked["inches"] + asked["other"]
    assert asked["pair"] + asked["group"] + far <= 2 * played.moved + 2, "2 more: nobody is seen"
    assert played.taps.total() <= 25


def test_the_taps_of_turns_with_three_players_and_12_zombies_are_few() -> None:
    turns = [play(started(*TWELVE), seed) for seed in range(40)]
    moved = sum(one.moved for one in turns)
    assert round(sum(one.taps["zombies"] for one in turns) / moved) == PER_GROUP
    assert sum(one.taps["zombies"] for one in turns) / moved <= PER_GROUP
    assert round(sum(one.taps.total() for one in turns) / len(turns)) == PER_TURN
    assert {one.taps["end"] for one in turns} == {len(NAMES)}


@pytest.mark.parametrize("seed", range(10))
def test_three_turns_on_a_full_table_with_each_kind_of_menace(seed: int) -> None:
    kinds: list[tuple[Any, int]] = [*TWELVE, ("boss", 1), ("feral_dog", 4), ("independent", 3)]
    position = started(*kinds)
    for turn in range(3):
        played = play(position, 100 * seed + turn)
        position = replace(played.position, played=())
        if position.phase == "over":
            break
        assert not position.tasks
        assert len({name for names in groups(position, *ZOMBIES).values() for name in names}) == sum(
            not position.figures[name].seat for name in position.of_kind(*ZOMBIES)
        )


def test_2_0_the_turn_ends_by_itself_when_nobody_is_left_to_act() -> None:
    position = replace(started(("shuffler", 1)), played=("p2", "p3"), acting="p1")
    after = whole.judge(position, EndTurn("p1")).after
    assert after is not None
    assert after.tasks[0].kind == whole.TURN_ENDS


def test_4_3_a_party_of_which_a_player_kills_one_is_set_on_revenge() -> None:
    position = group(started(), "independent", 2, wounds=2)
    shot = SnapShot(
        "p1", "ana", "pistol", target="independent_1", inches=2, in_cover=False, hit=(6,), damage=(6,)
    )
    after = whole.judge(position, shot).after
    assert after is not None
    assert after.figures["independent_2"].status("vengeful")


def test_a_snap_shot_takes_a_survivor_three_taps_besides_its_key() -> None:
    table, dice = Table(3), Random(3)
    position = started(("shuffler", 1))
    act, _ = completed(
        position, SnapShot("p1", "ana", "pistol", target="shuffler_1"), whole.judge, table, dice
    )
    assert {*told(act)} == {"inches", "in_cover"}


def test_what_a_table_tells_does_not_change_while_nothing_moves() -> None:
    one, other = Table(5), Table(5)
    assert [one.inches("ana", "z"), one.sees("ana", "z")] == [one.inches("z", "ana"), one.sees("z", "ana")]
    assert one.inches("ana", "ben") == one.inches("ana", "ben")
    other.at("z")
    assert one.at("z") == other.at("z"), "the order of the questions changes nothing"
