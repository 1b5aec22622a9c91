"""The generic bases (16.0) and Cadenza's cards (17.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battlecon.actions import USE, Ante
from rules.battlecon.cards import NO_LIMIT, figures
from rules.battlecon.effects import Damage, Hit, Life, Miss, Modified, Moved, Reveal, Stunned, TokenMoved
from rules.battlecon.view import pair_sums
from tests.rules.battlecon.table import after, duel, lay, options, play, spaces, told

BARE = {"iron_body": 0}
NO_TOKENS = {"fire": 0}

FIGURES = [
    # case, card, range, power, priority, Stun Guard, Soak
    ("16.1", "strike", (1, 1), 4, 3, 5, 0),
    ("16.2", "shot", (1, 4), 3, 2, 2, 0),
    ("16.3", "drive", (1, 1), 3, 4, 0, 0),
    ("16.4", "burst", (2, 3), 3, 1, 0, 0),
    ("16.5", "grasp", (1, 1), 2, 5, 0, 0),
    ("16.6", "dash", None, None, 9, 0, 0),
    ("17.2", "hydraulic", (0, 0), 2, -1, 0, 1),
    ("17.3", "battery", (0, 0), 1, -1, 0, 0),
    ("17.4", "clockwork", (0, 0), 3, -3, 0, 3),
    ("17.5", "grapnel", (2, 4), 0, 0, 0, 0),
    ("17.6", "mechanical", (0, 0), 2, -2, 0, 0),
    ("17.7", "press", (1, 2), 1, 0, 6, 0),
    ("17.8", "rocket_press", (1, 1), 8, 0, 0, 3),
    ("17.9", "feedback_field", (1, 2), 1, 0, 0, 5),
    ("18.2", "trance", (0, 1), 0, 0, 0, 0),
    ("18.3", "geomantic", (0, 0), 1, 0, 0, 0),
    ("18.4", "focused", (0, 0), 0, 1, 2, 0),
    ("18.5", "advancing", (0, 0), 1, 1, 0, 0),
    ("18.6", "sweeping", (0, 0), -1, 3, 0, 0),
    ("18.7", "palm_strike", (1, 1), 2, 5, 0, 0),
    ("18.8", "wrath_of_elements", (1, 1), 7, 6, 0, 0),
    ("18.9", "four_winds", (1, 1), 2, 5, 0, 0),
    ("19.2", "flare", (0, 0), 3, 0, 0, 0),
    ("19.3", "ignition", (0, 0), 1, -1, 0, 0),
    ("19.4", "caustic", (0, 0), 1, -1, 0, 0),
    ("19.5", "blazing", (0, 0), 0, 1, 0, 0),
    ("19.6", "volcanic", (2, 4), 0, 0, 0, 0),
    ("19.7", "spellbolt", (2, 6), 2, 3, 0, 0),
    ("19.8", "supernova", (1, 2), 8, 5, 0, 0),
    ("19.9", "chain_of_destruction", (4, 6), 4, 5, 0, 0),
    ("20.2", "evacuation", (0, 1), 0, 0, 0, 0),
    ("20.3", "hunters", (0, 0), 0, 0, 0, 0),
    ("20.4", "teleport", (0, 0), 1, -3, 0, 0),
    ("20.5", "lure", (0, 5), -1, -1, 0, 0),
    ("20.6", "blight", (0, 2), 0, 0, 0, 0),
    ("20.7", "snare", None, 3, 1, 0, 0),
    ("20.8", "dimensional_exile", None, 25, 0, 0, 0),
    ("20.9", "planar_crossing", (1, 2), 4, 5, 0, 0),
]


@pytest.mark.parametrize("row", FIGURES, ids=[row[1] for row in FIGURES])
def test_figures_of_the_boxed_game(row: tuple[str, str, object, int, int, int, int]) -> None:
    """21.3, and the case of each card."""
    case, name, span, power, priority, guard, soak = row
    card = figures("boxed").cards[name]
    assert (card.case, card.range) == (case, span)
    assert (card.power, card.priority, card.stun_guard, card.soak) == (power, priority, guard, soak)


def test_21_2_the_preview_differs_in_four_figures() -> None:
    boxed, preview = figures("boxed"), figures("preview")
    changed = {name for name, card in boxed.cards.items() if card != preview.cards[name]}
    assert changed == {"strike", "flare"}
    assert preview.cards["strike"].stun_guard == 4
    assert preview.cards["flare"].priority == 1
    gone = {e.id for e in boxed.abilities["elemental_form"].effects} - {
        e.id for e in preview.abilities["elemental_form"].effects
    }
    assert gone == {"elemental_form.soak", "elemental_form.power"}


class TestGenericBases:
    def test_16_2_shot_has_stun_guard_2(self) -> None:
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "battery shot", "volcanic dash")
        shown = [e for e in told(ruling, Reveal) if isinstance(e, Reveal) and e.seat == "a"]
        assert (shown[0].range, shown[0].stun_guard) == ((1, 4), 2)

    def test_16_3_drive_advances_1_or_2(self) -> None:
        asked = after(lay(duel(a_tokens=BARE), "battery drive", "caustic burst"))
        assert options(asked) == ["advance 1", "advance 2"]

    def test_16_4_burst_retreats_1_or_2(self) -> None:
        asked = after(lay(duel(a_space=3, a_tokens=BARE), "battery burst", "caustic shot"))
        assert options(asked) == ["retreat 1", "retreat 2"]

    def test_16_5_grasp_moves_the_opponent_either_way(self) -> None:
        asked = after(lay(duel(a_space=3, b_space=4, a_tokens=BARE), "battery grasp", "caustic shot"))
        assert options(asked) == ["advance 1", "retreat 1"]
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "battery grasp", "caustic shot", "advance 1")
        assert Moved("b", 4, 2, "grasp", "16.5") in ruling.effects

    def test_16_6_dash_never_hits_and_moves(self) -> None:
        position = duel(a_space=3, b_space=5, a_tokens=BARE)
        asked = after(lay(position, "battery dash", "caustic shot"))
        assert options(asked) == ["advance 1", "advance 2", "advance 3", "retreat 1", "retreat 2"]
        ruling = play(position, "battery dash", "caustic shot", "advance 1")
        assert told(ruling, Miss, Hit) == [Miss("a", "range"), Hit("b")]

    def test_16_6_whoever_passes_the_opponent_cannot_be_hit(self) -> None:
        position = duel(a_space=3, b_space=5, a_tokens=BARE)
        ruling = play(position, "battery dash", "caustic shot", "advance 2")
        assert told(ruling, Miss, Hit) == [Miss("a", "range"), Miss("b", "dash")]


class TestIronBody:
    """17.1."""

    def test_17_1_anted_nothing_stuns(self) -> None:
        position = duel(a_space=3, b_space=4)
        ruling = play(position, "mechanical press", "flare strike", antes=[Ante("a", "iron_body")])
        assert Damage("a", 7, 0) in ruling.effects
        assert Hit("a") in ruling.effects
        assert not [e for e in told(ruling, Stunned) if isinstance(e, Stunned) and e.whom == "a"]

    def test_17_1_spent_as_damage_comes(self) -> None:
        """R-17.1a, R-17.1b."""
        position = duel(a_space=3, b_space=4)
        asked = after(lay(position, "mechanical shot", "flare strike"))
        assert options(asked) == ["use", "decline"]
        assert [p.case for p in asked.pending] == ["17.1"]
        used = play(position, "mechanical shot", "flare strike", "use")
        assert TokenMoved("a", "iron_body", -1, "iron_body", "17.1") in used.effects
        assert Hit("a") in used.effects
        assert after(used).fighters["a"].tokens == {"iron_body": 2}
        declined = play(position, "mechanical shot", "flare strike", "decline")
        assert Stunned("a", "damage") in declined.effects

    NOT_ASKED = (
        ("it does not stun", "mechanical strike", {"b_next_beat": {"power": -3}}),
        ("it kills", "mechanical shot", {"a_life": 7}),
        ("no token is left", "mechanical shot", {"a_tokens": BARE}),
        (
            "he attacks first",
            "mechanical shot",
            {"a_next_beat": {"priority": 9}, "b_next_beat": {"power": -3}},
        ),
    )

    @pytest.mark.parametrize(("why", "mine", "given"), NOT_ASKED, ids=[row[0] for row in NOT_ASKED])
    def test_17_1_nobody_asks_where_it_changes_nothing(
        self, why: str, mine: str, given: dict[str, Any]
    ) -> None:
        """R-17.1a."""
        position = duel(**{"a_space": 3, "b_space": 4, **given})
        ruling = lay(position, mine, "flare strike")
        assert not [p for p in after(ruling).pending if USE in p.options]

    def test_17_1_it_does_not_help_against_an_effect_that_stuns(self) -> None:
        position = duel(a_space=3, b_space=4, b_form="elemental")
        ruling = play(position, "mechanical shot", "caustic strike")
        assert told(ruling, Stunned) == [Stunned("a", "caustic", "19.4")]


class TestCadenza:
    def test_17_2_hydraulic_advances_before_it_strikes(self) -> None:
        ruling = play(duel(a_space=3, b_space=5, a_tokens=BARE), "hydraulic strike", "caustic burst")
        assert Moved("a", 3, 4, "hydraulic", "17.2") in ruling.effects

    def test_17_3_battery_charges_the_next_beat(self) -> None:
        """12.1: it lasts one beat and no longer."""
        one = after(play(duel(a_space=1, b_space=7, a_tokens=BARE), "battery strike", "ignition burst"))
        two = play(one, "clockwork shot", "caustic strike")
        (shown,) = (e for e in told(two, Reveal) if isinstance(e, Reveal) and e.seat == "a")
        assert shown.priority == 2 - 3 + 4
        assert not after(two).fighters["a"].modifiers

    def test_17_4_clockwork_soaks_3(self) -> None:
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "clockwork press", "flare strike")
        assert Damage("a", 4, 3) in ruling.effects

    def test_17_5_grapnel_pulls_up_to_3(self) -> None:
        asked = after(lay(duel(a_tokens=BARE), "grapnel strike", "caustic shot"))
        assert options(asked) == ["advance 0", "advance 1", "advance 2", "advance 3"]
        ruling = play(duel(a_tokens=BARE), "grapnel strike", "caustic shot", "advance 3")
        assert Moved("b", 6, 3, "grapnel", "17.5") in ruling.effects

    def test_17_6_mechanical_advances_at_the_end(self) -> None:
        asked = after(lay(duel(a_space=1, b_space=7, a_tokens=BARE), "mechanical strike", "caustic strike"))
        assert options(asked) == ["advance 0", "advance 1", "advance 2", "advance 3"]

    def test_17_7_press_grows_with_the_damage_taken(self) -> None:
        ruling = play(duel(a_space=3, b_space=4, a_tokens=BARE), "battery press", "blazing strike")
        assert told(ruling, Damage) == [Damage("a", 4, 0), Damage("b", 1 + 1 + 4, 0)]

    def test_17_8_rocket_press_advances_2_or_more(self) -> None:
        position = duel(a_life=7, a_tokens=BARE, a_space=1, b_space=5)
        asked = after(lay(position, "special strike", "caustic strike"))
        assert options(asked) == ["advance 2", "advance 3", "advance 4", "advance 5"]
        assert "17.8" in [p.case for p in asked.pending]
        close = play(duel(a_life=7, a_tokens=BARE, a_space=6, b_space=7), "special strike", "caustic shot")
        assert spaces(after(close))[0] == 6

    def test_17_8_it_is_immune_to_stun(self) -> None:
        ruling = play(duel(a_life=7, a_space=6, b_space=7), "special strike", "flare strike")
        assert Damage("a", 4, 3) in ruling.effects
        assert Hit("a") in ruling.effects

    def test_17_9_feedback_field_gives_back_twice_what_it_soaked(self) -> None:
        position = duel(a_life=7, a_space=3, b_space=4, a_finish="feedback_field", a_tokens=BARE)
        ruling = play(position, "special strike", "blazing strike")
        assert Damage("a", 0, 4) in ruling.effects
        assert Modified("a", "power", 8, "this_beat", "feedback_field", "17.9") in ruling.effects
        assert Damage("b", 9, 0) in ruling.effects
        assert Life("b", -9, 11, "damage", "10.3") in ruling.effects


def test_17_1_a_stun_guard_without_limit_is_one_figure_whatever_the_cards_add() -> None:
    braced = {"figure": "stun_guard", "amount": NO_LIMIT, "origin": "iron_body", "lasts": "this_beat"}
    sums = pair_sums(duel(a_modifiers=[braced]), "a", "battery", "shot")
    assert sums is not None
    assert sums.stun_guard == NO_LIMIT
    assert ("shot", 2) in sums.parts["stun_guard"]
