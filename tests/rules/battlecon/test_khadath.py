"""Khadath Ahemusei's cards (20.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battlecon.effects import Damage, Hit, Miss, Modified, Moved, Reveal, Stunned, TrapPlaced
from rules.battlecon.position import Position
from rules.battlecon.view import pair_sums
from tests.rules.battlecon.table import after, bases, duel, lay, options, play, spaces, told


def against(**given: Any) -> Position:
    """Return Khadath (seat a, space 3) against a Cadenza on 5 without tokens."""
    return duel("khadath", "cadenza", **{"a_space": 3, "b_space": 5, "b_tokens": {"iron_body": 0}, **given})


class TestGateTrap:
    """20.1."""

    PENALTIES = ((None, None), (5, -3), (4, -1), (6, -1), (3, None), (7, None))

    @pytest.mark.parametrize(("trap", "penalty"), PENALTIES)
    def test_20_1_it_slows_an_opponent_on_it_or_next_to_it(
        self, trap: int | None, penalty: int | None
    ) -> None:
        ruling = lay(against(trap=trap), "lure snare", "battery shot")
        changed = [
            e.amount for e in told(ruling, Modified) if isinstance(e, Modified) and e.origin == "gate_trap"
        ]
        assert changed == ([] if penalty is None else [penalty])

    def test_20_1_it_stops_an_opponent_who_moves_onto_it(self) -> None:
        """R-20.1a: who stands on it moves off freely."""
        position = against(b_space=6, trap=5)
        assert not options_asked(position, "lure strike", "battery drive")
        free = against(b_space=5, a_space=1, trap=5, b_next_beat={"priority": 9})
        assert options_asked(free, "lure strike", "battery drive") == ["advance 1", "advance 2"]

    def test_20_1_it_never_affects_khadath(self) -> None:
        position = against(trap=4, a_space=2, b_space=7)
        ruling = play(position, "hunters drive", "battery shot", "advance 2")
        assert Moved("a", 2, 4, "drive", "16.3") in ruling.effects
        asked = after(lay(against(trap=3, a_space=2, b_space=7), "hunters drive", "battery shot"))
        assert options(asked) == ["advance 1", "advance 2"]

    def test_20_1_once_a_beat(self) -> None:
        """R-20.1b: not again after a clash."""
        level = lay(against(trap=5, b_next_beat={"priority": 3}), "lure strike", "battery strike")
        assert after(level).phase == "clash"
        ruling = bases(after(level), "shot", "shot")
        assert not [e for e in told(ruling, Modified) if isinstance(e, Modified) and e.origin == "gate_trap"]


def options_asked(position: Position, mine: str, theirs: str) -> list[str]:
    """Return the options of the first open question of a beat, none without one."""
    asked = after(lay(position, mine, theirs))
    return options(asked) if asked.pending and asked.pending[0].kind == "choice" else []


class TestStyles:
    def test_20_2_evacuation_leaves_the_trap_and_steps_back(self) -> None:
        ruling = play(against(), "evacuation strike", "battery press")
        assert [e for e in ruling.effects if isinstance(e, TrapPlaced | Moved)] == [
            TrapPlaced(3, "evacuation", "20.2"),
            Moved("a", 3, 2, "evacuation", "20.2"),
        ]

    def test_20_2_who_stands_on_the_trap_cannot_hit(self) -> None:
        position = against(a_space=4, b_space=3, trap=3)
        held = play(position, "evacuation snare", "battery drive")
        assert told(held, Moved)[:1] == [Moved("a", 4, 5, "evacuation", "20.2")]
        onto = against(a_space=3, b_space=5)
        ruling = play(onto, "evacuation shot", "hydraulic press")
        assert Moved("b", 5, 4, "hydraulic", "17.2") in ruling.effects
        assert Miss("b", "evacuation") not in ruling.effects
        caught = play(against(a_space=3, b_space=4), "evacuation shot", "hydraulic press")
        assert Moved("b", 4, 3, "hydraulic", "17.2") in caught.effects
        assert Miss("b", "evacuation") in caught.effects

    def test_20_3_hunters_near_the_trap(self) -> None:
        near = lay(against(trap=6), "hunters snare", "battery shot")
        mine = [e for e in told(near, Modified) if isinstance(e, Modified) and e.origin == "hunters"]
        assert [e.figure for e in mine] == ["power", "priority"]
        far = lay(against(trap=7), "hunters snare", "battery shot")
        assert not [e for e in told(far, Modified) if isinstance(e, Modified) and e.origin == "hunters"]

    def test_20_4_teleport_behind_the_trap(self) -> None:
        for trap, safe in ((4, True), (3, False), (5, False)):
            ruling = play(against(trap=trap, b_next_beat={"priority": 9}), "teleport strike", "battery shot")
            assert (Miss("b", "teleport") in ruling.effects) == safe
            assert (Hit("b") in ruling.effects) != safe

    def test_20_4_it_ends_with_him_and_the_trap_anywhere(self) -> None:
        position = against(b_space=7)
        asked = after(lay(position, "teleport strike", "battery press"))
        assert options(asked) == ["go 1", "go 2", "go 4", "go 5", "go 6"]
        ruling = play(position, "teleport strike", "battery press", "go 6", "trap 3")
        assert spaces(after(ruling)) == (6, 7)
        assert after(ruling).trap == 3

    def test_20_5_lure_pulls_up_to_him_and_over_the_trap(self) -> None:
        position = against(a_space=2, b_space=6, trap=4)
        asked = after(lay(position, "lure strike", "clockwork press"))
        assert options(asked) == ["advance 0", "advance 1", "advance 2", "advance 3"]

    def test_20_6_blight_puts_the_trap_in_range(self) -> None:
        asked = after(lay(against(), "blight strike", "clockwork press"))
        assert options(asked) == ["trap 1", "trap 2", "trap 4", "trap 6"]

    def test_20_6_not_without_a_range(self) -> None:
        """R-20.6a, 20.7."""
        for base in ("dash", "snare"):
            assert not [
                o for o in options_asked(against(trap=7), f"blight {base}", "clockwork press") if "trap" in o
            ]


class TestSnare:
    def test_20_7_the_trap_and_its_neighbours(self) -> None:
        """R-20.7a: modifiers change nothing, and without a trap it reaches nothing."""
        sums = pair_sums(against(trap=5), "a", "lure", "snare")
        assert sums is not None
        assert (sums.range, sums.spaces, sums.stun_immunity) == (None, (4, 5, 6), True)
        none = pair_sums(against(), "a", "lure", "snare")
        assert none is not None
        assert none.spaces == ()
        ruling = play(against(), "lure snare", "clockwork press")
        assert Miss("a", "range") in ruling.effects

    def test_20_7_the_trap_stays(self) -> None:
        for style in ("evacuation", "teleport"):
            ruling = play(against(trap=5), f"{style} snare", "clockwork press")
            assert not told(ruling, TrapPlaced)
            assert told(ruling, Moved)


class TestFinishes:
    def test_20_8_dimensional_exile_hits_the_trap_alone(self) -> None:
        """12.5: and nothing stuns him."""
        hit = play(against(a_life=7, trap=5), "special strike", "battery press")
        assert Damage("b", 20 + 5, 0) in hit.effects
        near = play(against(a_life=7, trap=4), "special strike", "battery press")
        assert Miss("a", "range") in near.effects
        stunned = play(against(a_life=7, trap=5), "special strike", "battery shot")
        assert not [e for e in told(stunned, Stunned) if isinstance(e, Stunned) and e.whom == "a"]
        assert Hit("a") in stunned.effects

    def test_20_9_planar_crossing_sets_everything_anew(self) -> None:
        """R-20.9a."""
        position = against(a_life=7, a_finish="planar_crossing")
        asked = after(lay(position, "special strike", "battery press"))
        assert options(asked) == [f"go {space}" for space in range(1, 8)]
        ruling = play(position, "special strike", "battery press", "go 5", "go 1", "trap 2")
        assert told(ruling, Moved, TrapPlaced)[:4] == [
            Moved("b", 5, 3, "planar_crossing", "20.9"),
            Moved("a", 3, 5, "planar_crossing", "20.9"),
            Moved("b", 3, 1, "planar_crossing", "20.9"),
            TrapPlaced(2, "planar_crossing", "20.9"),
        ]
        (finish,) = (e for e in told(ruling, Reveal) if isinstance(e, Reveal) and e.finish)
        assert (finish.finish, finish.range, finish.power) == ("planar_crossing", (1, 2), 4)
