"""What hits do: table 6.1, wounds, grabs, bites, death, reanimation, infection and falls (section 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.ruling import Part
from rules.zombies_surviving.position import Figure, Item, Kind, Position
from rules.zombies_surviving.survival.melee import attack
from rules.zombies_surviving.wounds import (
    Blow,
    Source,
    awake,
    fall,
    gone,
    infection_score,
    is_infected,
    kill,
    may_rise,
    reanimate,
    release,
    strike,
    wound,
)


def meeting(target: Figure, *others: tuple[str, Figure]) -> Position:
    """Return a game with x, and others."""
    return Position(phase="survival", turn=3, figures={"x": target, **dict(others)})


HUMAN = Figure("survivor", "p1")


@pytest.mark.parametrize(
    ("source", "results"),
    [
        ("human", ["none", "fall", "1", "1", "1", "2", "dead", "2", "2"]),
        ("zombie", ["none", "grab", "1", "1", "1", "1", "2", "2", "2"]),
        ("fall", ["none", "stun", "1", "1", "1", "1", "2", "2", "2"]),
        ("vehicle", ["none", "none", "1", "1", "1", "1", "2", "2", "2"]),
    ],
)
def test_8_0_each_row_of_table_6_1(source: Source, results: list[str]) -> None:
    parts = [(Part("weapon", more, "6.0", "roll"),) for more in (-2, 0, 2)]
    got = {total: Blow(total - add, part, source).result for add, part in zip((-2, 0, 2), parts, strict=True)
           for total in range(9) if 1 <= total - add <= 6}  # fmt: skip
    assert [got[total] for total in range(9)] == results


@pytest.mark.parametrize(
    ("kind", "wounds", "then"),
    [
        ("runner", 1, "shuffler"), ("runner", 2, "ankle_biter"), ("runner", 3, None),
        ("shuffler", 1, "ankle_biter"), ("shuffler", 2, None), ("ankle_biter", 1, None), ("boss", 1, "boss"),
        ("boss", 2, None), ("feral_dog", 1, None), ("survivor", 2, "survivor"), ("survivor", 3, "corpse"),
    ],
)  # fmt: skip
def test_8_4_wounds_by_kind(kind: Kind, wounds: int, then: Kind | None) -> None:
    p, _ = wound(meeting(Figure(kind)), "x", wounds)
    assert (p.figures["x"].kind if "x" in p.figures else None) == then


def test_r_4_1a_a_boss_takes_three_wounds_where_the_table_says_so() -> None:
    p = replace(meeting(Figure("boss")), options={"boss_wounds": "3"})
    p, text = wound(p, "x", 2)
    assert text == "X has 2 wounds"
    assert "x" not in wound(p, "x", 1)[0].figures


@pytest.mark.parametrize(
    ("traits", "wounds", "left"),
    [
        ((), 1, 1),
        ((), 2, 2),
        (("tough",), 1, 0),
        (("tough",), 2, 1),
        (("tough",), 3, 2),
        (("feeble",), 1, 1),
        (("feeble", "tough"), 2, 1),
    ],
)
def test_8_3_tough_and_feeble(traits: tuple[str, ...], wounds: int, left: int) -> None:
    p, _ = wound(meeting(replace(HUMAN, traits=traits)), "x", wounds)
    assert p.figures["x"].wounds == left
    assert p.figures["x"].kind == "survivor"


def test_8_3_the_feeble_die_of_two_and_the_tough_are_tough_once() -> None:
    assert wound(meeting(replace(HUMAN, traits=("feeble",))), "x", 2)[0].figures["x"].kind == "corpse"
    p, _ = wound(meeting(replace(HUMAN, traits=("tough",))), "x", 1)
    assert wound(p, "x", 3)[0].figures["x"].kind == "corpse"


def test_8_3_who_is_not_meant_to_die_is_unconscious_and_wakes() -> None:
    p, text = wound(meeting(replace(HUMAN, wounds=2)), "x", 1, non_lethal=True)
    assert text == "X is unconscious"
    assert p.figures["x"].status("unconscious")
    assert awake(p.figures["x"]) == replace(HUMAN, wounds=2)
    assert wound(p, "x", 1)[0].figures["x"].kind == "corpse"
    head = strike(meeting(HUMAN), "x", Blow(6, non_lethal=True))[0].figures["x"]
    assert (head.kind, head.status("unconscious"), awake(head).wounds) == ("survivor", True, 0)


def test_r_8_3a_a_head_shot_kills_the_tough_too() -> None:
    p, text = strike(meeting(replace(HUMAN, traits=("tough",))), "x", Blow(6))
    assert p.figures["x"].kind == "corpse"
    assert text == "X dies of a head shot"


def test_8_0_a_one_makes_stagger_and_fall() -> None:
    p, text = strike(meeting(Figure("runner")), "x", Blow(1))
    assert p.figures["x"].status("prone")
    assert text == "X staggers back 1 inch and falls"


def test_8_2_a_zombie_grabs_and_any_hit_ends_it() -> None:
    p = meeting(HUMAN, ("z1", Figure("shuffler")), ("z2", Figure("shuffler")))
    for zombie in ("z1", "z2"):
        p, _ = attack(p, zombie, "x", 4, 1)
    assert p.figures["x"].grabbed_by == ("z1", "z2")
    p, _ = strike(p, "z1", Blow(1, (Part("weapon", -1, "6.0", "roll"),)))
    assert p.figures["x"].grabbed_by == ("z2",)
    assert release(p, "z2").figures["x"].grabbed_by == ()
    assert gone(p, "z2").figures["x"].grabbed_by == ()


@pytest.mark.parametrize(
    ("items", "held"),
    [((), False), (("heavy_clothes",), True), (("body_armour",), True), (("padded_clothes",), True)],
)
def test_8_2_the_nimble_slip_away_unless_they_wear_too_much(items: tuple[str, ...], held: bool) -> None:
    nimble = replace(HUMAN, traits=("nimble",), items=tuple(Item(one) for one in items))
    p = meeting(nimble, ("z1", Figure("runner")))
    extra = 1 if set(items) & {"padded_clothes", "body_armour"} else 0
    p, _ = attack(p, "z1", "x", 4, extra) if extra else attack(p, "z1", "x", 4, 0)
    assert bool(p.figures["x"].grabbed_by) is held


def test_8_2_a_dog_grabs_clothes_and_does_not_bite() -> None:
    p, text = attack(meeting(HUMAN, ("d1", Figure("feral_dog"))), "d1", "x", 6, 1)
    assert p.figures["x"].grabbed_by == ("d1",)
    assert p.figures["x"].bites == 0
    assert text == "damage 1, D1 grabs X"
    p, text = attack(meeting(Figure("shuffler"), ("d1", Figure("feral_dog"))), "d1", "x", 4, 1)
    assert text == "damage 1, X takes no harm"


@pytest.mark.parametrize(
    ("hit", "damage", "bites", "wounds", "held"),
    [(6, 1, 1, 0, 0), (6, 3, 1, 1, 0), (4, 3, 0, 1, 0), (4, 1, 0, 0, 1), (6, 6, 1, 2, 0)],
)
def test_8_8_a_natural_6_bites(hit: int, damage: int, bites: int, wounds: int, held: int) -> None:
    p, _ = attack(meeting(HUMAN, ("z1", Figure("shuffler"))), "z1", "x", hit, damage)
    x = p.figures["x"]
    assert (x.bites, x.wounds, len(x.grabbed_by)) == (bites, wounds, held)


def test_8_8_no_harm_is_no_bite_and_a_tough_one_is_bitten_all_the_same() -> None:
    biter = ("z1", Figure("ankle_biter"))
    assert attack(meeting(HUMAN, biter), "z1", "x", 6, 1)[0].figures["x"].bites == 0
    tough = attack(meeting(replace(HUMAN, traits=("tough",)), biter), "z1", "x", 6, 3)[0].figures["x"]
    assert (tough.bites, tough.wounds) == (1, 0)


def test_10_4_a_screamer_shouts_when_hit() -> None:
    p, _ = strike(meeting(replace(HUMAN, traits=("screamer",))), "x", Blow(2))
    assert [one.where for one in p.noises] == ["x"]


def test_8_5_the_dead_leave_a_corpse_with_what_they_carried() -> None:
    p, _ = kill(meeting(replace(HUMAN, items=(Item("axe"),), supplies=4, grabbed_by=("z",))), "x")
    corpse = p.figures["x"]
    assert (corpse.kind, corpse.supplies, corpse.died_on, corpse.grabbed_by) == ("corpse", 4, 3, ())
    assert corpse.carries("axe")
    assert may_rise(p) == ()
    assert may_rise(replace(p, turn=4)) == ("x",)


@pytest.mark.parametrize(
    ("die", "kind", "rests"),
    [
        (1, "shuffler", False),
        (2, "corpse", False),
        (4, "corpse", False),
        (5, "corpse", True),
        (6, "corpse", True),
    ],
)
def test_8_5_reanimation(die: int, kind: Kind, rests: bool) -> None:
    p = meeting(Figure("corpse", items=(Item("axe"),), died_on=1))
    p, _ = reanimate(p, "x", die)
    ((_, one),) = p.figures.items()
    assert (one.kind, one.status("rests"), one.carries("axe")) == (kind, rests, True)
    assert may_rise(p) == (() if rests or kind == "shuffler" else ("x",))


def test_r_8_5a_what_a_risen_one_carries_lies_where_it_ends() -> None:
    p, _ = reanimate(meeting(Figure("corpse", supplies=3)), "x", 1)
    p, text = wound(p, "shuffler_1", 2)
    assert text == "Shuffler 1 is gone"
    assert p.figures["shuffler_1"].supplies == 3
    assert may_rise(replace(p, turn=9)) == ()


@pytest.mark.parametrize(
    ("traits", "items", "number"),
    [
        ((), (), 5), (("resistant_female",), (), 4), (("resistant_male",), (), 4), (("vulnerable",), (), 6),
        ((), ("heavy_clothes",), 4), ((), ("padded_clothes", "body_armour"), 4), ((), ("vaccine",), 4),
        (("scientist",), (), 4), (("scientist", "resistant_male"), ("vaccine", "heavy_clothes"), 1),
    ],
)  # fmt: skip
def test_8_6_infection(traits: tuple[str, ...], items: tuple[str, ...], number: int) -> None:
    p = meeting(replace(HUMAN, traits=traits, items=tuple(Item(one) for one in items)))
    assert infection_score(p, "x").needed == number
    assert is_infected(p, "x", 1)
    assert [is_infected(p, "x", die) for die in range(2, 7)] == [die < number for die in range(2, 7)]


def test_8_6_a_dead_scientist_helps_nobody() -> None:
    doctor = Figure("survivor", "p2", traits=("scientist",))
    assert infection_score(meeting(HUMAN, ("y", doctor)), "x").needed == 4
    assert infection_score(meeting(HUMAN, ("y", replace(doctor, kind="corpse"))), "x").needed == 5


@pytest.mark.parametrize(
    ("inches", "die", "damage", "result"),
    [
        (2, 1, 6, "X lands well"), (4, 3, 1, "X has 1 wound"), (4, 6, 2, "X takes no harm"),
        (4.5, 4, 1, "X is stunned, falls, and loses the rest of the turn"), (8, 3, 1, "X has 2 wounds"),
        (3, 2, 4, "X has 1 wound"), (12, 1, 1, "X has 2 wounds"),
    ],
)  # fmt: skip
def test_8_1_falls(inches: float, die: int, damage: int, result: str) -> None:
    assert fall(meeting(HUMAN), "x", inches, (die, damage))[1] == result
