"""Start of Beat (9.0), attacks (10.0), Recycle (11.0), effects and triggers (12.0, 15.0)."""

from __future__ import annotations

import pytest

from rules.battlecon.actions import Choose, MoveOption
from rules.battlecon.effects import (
    Active,
    Damage,
    Hit,
    Life,
    Miss,
    Moved,
    NotStunned,
    Stunned,
    TokenMoved,
    Won,
)
from tests.rules.battlecon.table import after, duel, lay, lives, options, play, refused, spaces, told

BARE = {"iron_body": 0}


class TestStartOfBeat:
    def test_9_0_the_faster_player_goes_first(self) -> None:
        """R-9.0b: Burst (1) retreats before the other Burst, slower by its style."""
        position = duel("hikaru", "cadenza", a_space=4, b_space=5, b_tokens=BARE, a_tokens={"fire": 0})
        ruling = play(position, "sweeping burst", "battery burst", "retreat 1", "retreat 1")
        moved = [e.whom for e in told(ruling, Moved) if isinstance(e, Moved)]
        assert moved == ["a", "b"]

    def test_9_0_the_owner_orders_his_effects_where_it_matters(self) -> None:
        """R-9.0a: Advancing from distance 2 changes sides only after Palm Strike's step."""
        position = duel("hikaru", "cadenza", a_space=3, b_space=5, a_tokens={"fire": 0}, b_tokens=BARE)
        asked = after(lay(position, "advancing palm_strike", "battery press"))
        assert options(asked) == ["advancing.start_of_beat", "palm_strike.start_of_beat"]
        power = {}
        for first in options(asked):
            ruling = play(position, "advancing palm_strike", "battery press", first)
            power[first] = next(e.amount for e in told(ruling, Damage) if isinstance(e, Damage))
        assert power == {"advancing.start_of_beat": 3, "palm_strike.start_of_beat": 4}

    def test_9_0_no_question_where_it_does_not(self) -> None:
        """R-9.0a: far away, both steps end on the same space in either order."""
        position = duel("hikaru", "cadenza", a_space=1, b_space=7, a_tokens={"fire": 0}, b_tokens=BARE)
        ruling = lay(position, "advancing palm_strike", "battery press")
        assert after(ruling).phase == "select"
        assert spaces(after(ruling))[0] == 3


class TestActivePlayer:
    def test_10_1_higher_priority_attacks_first(self) -> None:
        ruling = lay(duel(a_tokens=BARE), "battery drive", "caustic strike")
        assert told(ruling, Active) == [Active("a")]

    def test_10_1_wind_added_later_turns_the_order_over(self) -> None:
        """7.1, R-7.1a: Geomantic comes at the Start of Beat."""
        position = duel("hikaru", "cadenza", a_space=3, b_space=4, b_tokens=BARE)
        asked = lay(position, "geomantic strike", "battery grasp")
        assert told(asked, Active) == [Active("b")]
        ruling = play(position, "geomantic strike", "battery grasp", "wind")
        assert told(ruling, Active) == [Active("b"), Active("a")]

    def test_10_1_a_mere_tie_does_not(self) -> None:
        position = duel("hikaru", "cadenza", a_space=3, b_space=4, b_tokens=BARE)
        level = play(position, "geomantic shot", "battery grasp", "wind")
        assert told(level, Active) == [Active("b")]


class TestCourseOfAnAttack:
    def test_10_2_steps_in_order(self) -> None:
        """15.0: Before Activating, the range, On Hit, damage, On Damage, After Activating."""
        position = duel("hikaru", "cadenza", a_space=1, b_space=4, b_tokens=BARE, a_tokens={"fire": 0})
        ruling = play(position, "focused drive", "battery press", "advance 2")
        kinds = [type(e) for e in told(ruling, Moved, Hit, TokenMoved, Damage, Life)][:5]
        assert kinds == [Moved, Hit, TokenMoved, Damage, Life]

    def test_12_6_range_is_exact(self) -> None:
        position = duel(a_space=3, b_space=4, a_tokens=BARE, b_next_beat={"priority": -9})
        ruling = play(position, "battery burst", "ignition shot", "retreat 2")
        assert Hit("a") in ruling.effects
        near = play(duel(a_space=1, b_space=2, a_tokens=BARE), "battery burst", "volcanic spellbolt")
        assert Miss("a", "range") in near.effects

    def test_10_3_soak_of_the_defender(self) -> None:
        """R-10.3a."""
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "clockwork press", "blazing strike")
        assert Damage("a", 1, 3) in ruling.effects

    def test_10_3_never_below_0(self) -> None:
        """12.4: a hit, without On Damage and stun check."""
        position = duel("hikaru", "cadenza", a_space=3, b_space=4, b_tokens=BARE, a_tokens={"fire": 0})
        ruling = play(position, "sweeping palm_strike", "clockwork strike")
        assert Damage("b", 0, 1) in ruling.effects
        assert Hit("a") in ruling.effects
        assert not [e for e in told(ruling, TokenMoved) if isinstance(e, TokenMoved) and e.change > 0]
        assert not [e for e in told(ruling, Stunned) if isinstance(e, Stunned) and e.whom == "b"]

    def test_10_4_a_stunned_player_does_not_attack(self) -> None:
        """11.0: his End of Beat effects come all the same."""
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "battery drive", "blazing strike")
        assert Stunned("a", "damage") in ruling.effects
        assert not [e for e in told(ruling, Hit, Miss) if isinstance(e, Hit | Miss) and e.seat == "a"]
        assert after(ruling).fighters["a"].modifiers[0].amount == 4

    def test_10_4_who_has_attacked_loses_nothing_by_it(self) -> None:
        """17.1: so no token is asked for either (R-17.1a)."""
        position = duel("cadenza", "hikaru", a_space=3, b_space=4)
        ruling = play(position, "battery drive", "trance shot", "advance 1")
        assert told(ruling, Hit, Damage, Stunned) == [
            Hit("a"), Damage("b", 4, 0), Stunned("b", "damage"),
        ]  # fmt: skip
        faster = duel("cadenza", "hikaru", a_space=3, b_space=4, a_next_beat={"priority": 4})
        guarded = play(faster, "battery drive", "focused strike", "advance 1")
        assert told(guarded, Damage) == [Damage("b", 4, 0), Damage("a", 4, 0)]
        assert after(guarded).fighters["a"].tokens == {"iron_body": 3}

    def test_10_5_death_ends_the_duel_at_once(self) -> None:
        position = duel("hikaru", "cadenza", a_space=3, b_space=4, a_life=1, b_life=1, b_tokens=BARE)
        ruling = play(position, "focused strike", "battery press")
        assert told(ruling, Hit, Won) == [Hit("a"), Won("a", 1)]
        assert lives(after(ruling)) == (1, 0)


class TestLife:
    def test_12_2_own_effects_leave_1_life(self) -> None:
        ruling = play(duel(b_life=1, b_form="elemental", profile="boxed"), "battery shot", "ignition burst")
        assert after(ruling).fighters["b"].life == 1
        assert not told(ruling, Won)
        burnt = play(
            duel(b_life=3, b_form="elemental", a_space=1, b_space=7), "battery strike", "ignition strike"
        )
        assert after(burnt).fighters["b"].life == 1


class TestStun:
    @pytest.mark.parametrize(("profile", "stunned"), [("preview", True), ("boxed", False)])
    def test_12_3_only_more_than_the_stun_guard(self, profile: str, stunned: bool) -> None:
        """16.1: Strike has Stun Guard 4 in the preview, 5 in the boxed game (21.2, 21.3)."""
        position = duel("cadenza", "hikaru", a_space=3, b_space=5, a_tokens=BARE, profile=profile)
        ruling = play(position, "battery strike", "advancing strike")
        assert Damage("a", 5, 0) in ruling.effects
        assert (Stunned("a", "damage") in ruling.effects) == stunned

    def test_12_3_guards_add_up(self) -> None:
        position = duel("hikaru", "kallistar", a_space=3, b_space=4, profile="boxed")
        ruling = play(position, "focused strike", "flare grasp", "retreat 1")
        assert Damage("a", 5, 0) in ruling.effects
        assert Stunned("a", "damage") not in ruling.effects

    def test_12_3_all_damage_of_a_beat_counts(self) -> None:
        """R-12.3a, R-10.2a: two hits of Chain of Destruction, 4 each, against Press's Stun Guard 6."""
        position = duel(
            "cadenza",
            "kallistar",
            a_space=1,
            b_space=6,
            a_tokens=BARE,
            b_life=7,
            b_finish="chain_of_destruction",
        )
        ruling = play(position, "battery press", "special strike", "use", "decline")
        assert [e.amount for e in told(ruling, Damage) if isinstance(e, Damage)] == [4, 4]
        assert told(ruling, Stunned) == [Stunned("a", "damage")]
        assert told(ruling, Hit, Stunned)[-1] == Stunned("a", "damage")

    def test_12_5_immunity_alone_stops_an_effect_that_stuns(self) -> None:
        position = duel("khadath", "kallistar", a_space=3, b_space=4, trap=3, b_form="elemental")
        immune = play(position, "lure snare", "caustic strike")
        assert Hit("b") in immune.effects
        assert not told(immune, Stunned)
        assert told(immune, NotStunned)[0] == NotStunned("a", "stun_immunity", "caustic", "12.5")
        open_to_it = play(position, "lure shot", "caustic strike")
        assert told(open_to_it, Stunned) == [Stunned("a", "caustic", "19.4")]


def test_12_1_a_triggered_effect_must_be_used() -> None:
    """13.2, 13.5: the options of Drive have no "stay"; others are refused."""
    asked = after(lay(duel(a_tokens=BARE), "battery drive", "caustic burst"))
    assert options(asked) == ["advance 1", "advance 2"]
    refused(asked, Choose("a", MoveOption("a", "advance", 0)), "16.3", "choose one of your 2 options.")
    refused(asked, Choose("a", MoveOption("a", "retreat", 1)), "16.3")
    refused(asked, Choose("b", MoveOption("a", "advance", 1)), "12.1", "It is Cadenza’s turn, not yours.")


SENTENCES = (
    ("cadenza", "battery drive", "caustic shot", "Cadenza chooses what Drive does."),
    ("cadenza", "special dash", "caustic shot", "Cadenza chooses what the Pulse does."),
    ("hikaru", "advancing palm_strike", "caustic shot", "chooses which effect goes first."),
    ("cadenza", "battery strike", "caustic strike", "the priorities tie"),
)


@pytest.mark.parametrize(("who", "mine", "theirs", "words"), SENTENCES)
def test_what_the_referee_says(who: str, mine: str, theirs: str, words: str) -> None:
    """9.0, 14.2: who chooses, and what for."""
    none = BARE if who == "cadenza" else {"fire": 0}
    ruling = lay(duel(who, "kallistar", a_tokens=none, a_space=2, b_space=4), mine, theirs)
    assert words in ruling.reason
