"""The worked examples of the preview's rulebook (pages 3, 6 and 7), in the profile made for them (21.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battlecon.actions import Ante, Seat
from rules.battlecon.effects import Damage, Hit, Life, Miss, Modified, Moved, Reveal, Stunned
from rules.battlecon.position import Position, Verdict
from rules.battlecon.view import pair_sums
from tests.rules.battlecon.table import after, duel, lay, lives, play, told

NO_TOKENS = {"iron_body": 0}
CLOSE = {"a_space": 3, "b_space": 4, "a_tokens": NO_TOKENS}


def close(**given: Any) -> Position:
    """Return Cadenza and Kallistar next to each other, ready to strike; range apart, as the book has them."""
    return duel("cadenza", "kallistar", **{**CLOSE, **given})


def shown(ruling: Verdict, seat: Seat) -> Reveal:
    (reveal,) = (e for e in told(ruling, Reveal) if isinstance(e, Reveal) and e.seat == seat)
    return reveal


def damaged(ruling: Verdict) -> list[tuple[Seat, int]]:
    return [(e.whom, e.amount) for e in told(ruling, Damage) if isinstance(e, Damage)]


def test_2_5_lure_strike() -> None:
    sums = pair_sums(duel("khadath", "hikaru"), "a", "lure", "strike")
    assert sums is not None
    assert (sums.range, sums.power, sums.priority) == ((1, 6), 3, 2)


def test_12_3_blazing_strike_stuns_battery_drive() -> None:
    ruling = play(close(), "battery drive", "blazing strike")
    assert (shown(ruling, "b").priority, shown(ruling, "b").power) == (4, 4)
    assert shown(ruling, "a").priority == 3
    assert damaged(ruling) == [("a", 4)]
    assert told(ruling, Stunned) == [Stunned("a", "damage")]
    assert not [e for e in told(ruling, Moved) if isinstance(e, Moved) and e.whom == "a"]
    assert Modified("a", "priority", 4, "next_beat", "battery", "17.3") in ruling.effects
    assert after(ruling).fighters["a"].modifiers[0].amount == 4


def test_12_3_clockwork_drive_soaks_ignition_grasp() -> None:
    ruling = play(close(), "clockwork drive", "ignition grasp", "retreat 1", "advance 1")
    assert (shown(ruling, "a").priority, shown(ruling, "a").soak) == (1, 3)
    assert (shown(ruling, "b").priority, shown(ruling, "b").power) == (4, 3)
    assert damaged(ruling) == [("a", 0), ("b", 6)]
    assert told(ruling, Stunned) == [Stunned("b", "damage")]
    assert lives(after(ruling)) == (20, 14)


class TestMechanicalStrikeAgainstVolcanicGrasp:
    """12.3, 12.6: the numbers of the third example; no known range allows its answering blow (R-21.2a)."""

    def test_figures_and_stun_guard(self) -> None:
        ruling = play(
            duel(a_space=2, b_space=5, a_tokens=NO_TOKENS), "mechanical strike", "volcanic grasp", "retreat 1"
        )
        assert (shown(ruling, "a").priority, shown(ruling, "a").stun_guard, shown(ruling, "a").power) == (
            1,
            4,
            6,
        )
        assert (shown(ruling, "b").priority, shown(ruling, "b").power) == (5, 2)
        assert damaged(ruling) == [("a", 2)]
        assert not told(ruling, Stunned)

    def test_where_volcanic_grasp_reaches_strike_does_not(self) -> None:
        for distance in range(1, 7):
            position = duel(a_space=1, b_space=1 + distance)
            strike = pair_sums(position, "a", "mechanical", "strike")
            grasp = pair_sums(position, "b", "volcanic", "grasp")
            assert strike is not None
            assert grasp is not None
            assert not (1 + distance in strike.spaces and 1 in grasp.spaces)


def test_12_3_flare_strike_stuns_mechanical_shot() -> None:
    ruling = play(close(), "mechanical shot", "flare strike")
    assert (shown(ruling, "a").priority, shown(ruling, "a").stun_guard) == (0, 2)
    assert (shown(ruling, "b").priority, shown(ruling, "b").power) == (4, 7)
    assert damaged(ruling) == [("a", 7)]
    assert told(ruling, Stunned) == [Stunned("a", "damage")]
    assert not [e for e in told(ruling, Hit, Miss) if isinstance(e, Hit | Miss) and e.seat == "a"]
    assert lives(after(ruling)) == (13, 20)


def test_12_5_caustic_grasp_stuns_clockwork_strike_without_damage() -> None:
    ruling = play(close(b_form="elemental"), "clockwork strike", "caustic grasp", "retreat 1")
    assert (shown(ruling, "a").priority, shown(ruling, "a").soak, shown(ruling, "a").stun_guard) == (0, 3, 4)
    assert (shown(ruling, "b").priority, shown(ruling, "b").power) == (6, 3)
    assert damaged(ruling) == [("a", 0)]
    assert told(ruling, Stunned) == [Stunned("a", "caustic", "19.4")]
    assert Life("b", -1, 19, "elemental_form", "19.1") in ruling.effects


def test_17_1_iron_body_anted_against_caustic_grasp() -> None:
    """In the corner Grasp can only pull Cadenza over her, so that he still reaches her."""
    position = duel(a_space=1, b_space=2, b_form="elemental")
    ruling = play(position, "clockwork strike", "caustic grasp", antes=[Ante("a", "iron_body")])
    assert told(ruling, Stunned) == [Stunned("b", "damage")]
    assert damaged(ruling) == [("a", 0), ("b", 7)]


@pytest.mark.parametrize(("count", "end"), [(1, 4), (2, 6), (3, 7)])
def test_13_3_clockwork_dash_over_kallistar(count: int, end: int) -> None:
    ruling = play(duel(a_space=3, b_space=5), "clockwork dash", "caustic shot", f"advance {count}")
    moves = [e for e in told(ruling, Moved) if isinstance(e, Moved) and e.whom == "a" and e.origin == "dash"]
    assert moves == [Moved("a", 3, end, "dash", "16.6")]


def test_10_1_there_is_nothing_to_choose_before_the_first_blow() -> None:
    assert after(lay(close(), "battery drive", "blazing strike")).phase == "execute"
