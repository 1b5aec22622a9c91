"""Hikaru Sorayama's cards (18.0)."""

from __future__ import annotations

from typing import Any

from rules.battlecon.actions import Ante
from rules.battlecon.effects import Damage, Hit, Modified, Moved, Reveal, TokenMoved
from rules.battlecon.position import Position, Verdict
from rules.battlecon.view import attack_sums
from tests.rules.battlecon.table import after, do, duel, lay, options, pair, play, spaces, told

POOL = {"earth": 1, "fire": 1, "water": 1, "wind": 1}
NONE = {"fire": 0}
BARE = {"iron_body": 0}


def against(**given: Any) -> Position:
    """Return Hikaru next to a Cadenza without tokens."""
    return duel("hikaru", "cadenza", **{"a_space": 3, "b_space": 4, "b_tokens": BARE, **given})


def changes(ruling: Verdict) -> list[tuple[str, int]]:
    return [(e.token, e.change) for e in told(ruling, TokenMoved) if isinstance(e, TokenMoved)]


class TestTokens:
    """18.1, and the sum of each."""

    def figures(self, token: str) -> Reveal:
        ruling = lay(against(), "focused shot", "clockwork press", Ante("a", token))
        (shown,) = (e for e in told(ruling, Reveal) if isinstance(e, Reveal) and e.seat == "a")
        return shown

    def test_18_1_each_token(self) -> None:
        assert self.figures("fire").power == 6
        assert self.figures("wind").priority == 5
        assert self.figures("earth").soak == 3
        assert self.figures("water").range == (0, 5)

    def test_18_1_what_was_spent_in_a_beat_does_not_come_back_in_it(self) -> None:
        ruling = play(against(), "focused strike", "clockwork press", antes=[Ante("a", "fire")])
        assert changes(ruling) == [("fire", -1)]
        back = play(against(a_tokens={**POOL, "fire": 0}), "focused strike", "clockwork press")
        assert changes(back) == [("fire", 1)]


class TestStyles:
    def test_18_2_trance_takes_the_ante_back_without_effect(self) -> None:
        ruling = play(against(), "trance strike", "clockwork press", antes=[Ante("a", "fire")])
        assert changes(ruling) == [("fire", -1), ("fire", 1)]
        assert Damage("b", 1, 3) in ruling.effects
        assert dict(after(ruling).fighters["a"].tokens) == POOL

    def test_18_2_trance_regains_one_at_the_end(self) -> None:
        position = against(a_tokens={"wind": 1})
        asked = after(lay(position, "trance strike", "clockwork press"))
        assert options(asked) == ["earth", "fire", "water"]
        ruling = play(position, "trance strike", "clockwork press", "water")
        assert dict(after(ruling).fighters["a"].tokens) == {**POOL, "earth": 0, "fire": 0}

    def test_18_3_geomantic_may_add_one_more(self) -> None:
        position = against()
        asked = after(lay(position, "geomantic strike", "clockwork press", Ante("a", "fire")))
        assert options(asked) == ["earth", "water", "wind", "decline"]
        ruling = play(position, "geomantic strike", "clockwork press", "earth", antes=[Ante("a", "fire")])
        assert Modified("a", "soak", 3, "this_beat", "earth", "18.1") in ruling.effects
        assert changes(ruling) == [("fire", -1), ("earth", -1)]

    def test_18_4_focused_regains_one_when_it_hits(self) -> None:
        far = play(against(a_tokens=NONE, b_space=7), "focused strike", "clockwork press")
        assert changes(far) == []
        asked = after(lay(against(a_tokens=NONE), "focused strike", "clockwork press"))
        assert options(asked) == ["earth", "fire", "water", "wind"]

    def test_18_5_advancing_is_stronger_when_it_changes_sides(self) -> None:
        passed = play(against(a_tokens=NONE), "advancing strike", "clockwork press")
        assert Moved("a", 3, 5, "advancing", "18.5") in passed.effects
        assert Damage("b", 3, 3) in passed.effects
        stayed = play(against(a_tokens=NONE, b_space=5), "advancing strike", "clockwork press")
        assert Damage("b", 2, 3) in stayed.effects

    def test_18_6_sweeping_takes_2_more_damage(self) -> None:
        """R-18.6a: before Soak is taken off."""
        position = against(b_next_beat={"priority": 9})
        ruling = play(position, "sweeping strike", "battery strike", antes=[Ante("a", "earth")])
        assert Damage("a", 5 + 2 - 3, 3) in ruling.effects


class TestPalmStrike:
    def test_18_7_it_advances_and_regains_one_for_damage(self) -> None:
        position = against(a_space=2, a_tokens={**POOL, "wind": 0})
        ruling = play(position, "advancing palm_strike", "battery press")
        assert told(ruling, Hit)[0] == Hit("a")
        assert ("wind", 1) in changes(ruling)
        assert spaces(after(ruling))[0] != 2

    def test_18_7_nothing_for_a_hit_without_damage(self) -> None:
        position = against(a_space=2, a_tokens={**POOL, "wind": 0})
        soaked = play(position, "geomantic palm_strike", "clockwork press", "decline")
        assert Damage("b", 0, 3) in soaked.effects
        assert changes(soaked) == []


class TestFinishes:
    def test_18_8_wrath_of_elements_spends_the_whole_pool(self) -> None:
        position = against(a_life=5)
        ruling = play(position, "special strike", "clockwork press", antes=[Ante("a", "fire")])
        assert changes(ruling) == [("fire", -1), ("earth", -1), ("water", -1), ("wind", -1)]
        assert Damage("b", 7 + 3 - 3, 3) in ruling.effects

    def test_18_9_four_winds_attacks_again_for_each_token_regained(self) -> None:
        """R-10.2a: from the range on."""
        position = against(a_life=5, a_finish="four_winds", a_tokens={"wind": 1, "fire": 1})
        ruling = play(
            position, "special strike", "battery press", "advance 0", "earth", antes=[Ante("a", "fire")]
        )
        assert changes(ruling) == [("fire", -1), ("fire", 1), ("earth", 1), ("water", 1)]
        hits = [e for e in told(ruling, Hit) if isinstance(e, Hit) and e.seat == "a"]
        assert len(hits) == 3
        assert told(ruling, Damage)[:3] == [Damage("b", 2, 0)] * 3

    def test_18_9_it_advances_0_or_1(self) -> None:
        position = against(a_life=5, a_finish="four_winds", a_space=2)
        assert options(after(lay(position, "special strike", "battery press"))) == ["advance 0", "advance 1"]


def test_2_5_the_sum_on_the_table_names_every_origin() -> None:
    """18.3: while Geomantic asks."""
    position = duel("hikaru", "khadath", a_space=3, b_space=4, trap=4)
    laid = after(do(after(do(position, pair("a", "geomantic strike"))), pair("b", "lure shot")))
    asked = after(do(laid, Ante("a", "wind")))
    sums = attack_sums(asked, "a")
    assert sums is not None
    assert sums.parts["priority"] == (("strike", 3), ("wind", 2), ("gate_trap", -1))
    assert sums.priority == 4
