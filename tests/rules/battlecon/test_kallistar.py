"""Kallistar Flarechild's cards (19.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battlecon.actions import Form
from rules.battlecon.effects import Damage, FormChanged, Hit, Life, Modified, Moved, Reveal, Stunned, Won
from rules.battlecon.position import Position, Verdict
from tests.rules.battlecon.table import after, duel, lay, lives, options, play, told

BARE = {"iron_body": 0}


def against(form: Form = "human", **given: Any) -> Position:
    """Return Kallistar (seat a) in a form, next to a Cadenza without tokens."""
    table = {"a_space": 3, "b_space": 4, "b_tokens": BARE, "a_form": form, **given}
    return duel("kallistar", "cadenza", **table)


def shown(ruling: Verdict) -> Reveal:
    (reveal,) = (e for e in told(ruling, Reveal) if isinstance(e, Reveal) and e.seat == "a")
    return reveal


class TestElementalForm:
    """19.1, 21.2, 21.3."""

    FIGURES = (
        # profile, form, power, priority, Soak of Blazing Strike
        ("boxed", "human", 4, 4, 1),
        ("boxed", "elemental", 6, 6, 0),
        ("preview", "human", 4, 4, 0),
        ("preview", "elemental", 4, 6, 0),
    )

    @pytest.mark.parametrize(("profile", "form", "power", "priority", "soak"), FIGURES)
    def test_19_1_what_a_form_adds(
        self, profile: str, form: Form, power: int, priority: int, soak: int
    ) -> None:
        reveal = shown(lay(against(form, profile=profile), "blazing strike", "clockwork press"))
        assert (reveal.power, reveal.priority, reveal.soak) == (power, priority, soak)

    def test_19_1_the_elemental_form_costs_1_life_and_never_the_last(self) -> None:
        """12.2."""
        ruling = lay(against("elemental"), "blazing strike", "clockwork press")
        assert Life("a", -1, 19, "elemental_form", "19.1") in ruling.effects
        assert not [
            e
            for e in told(lay(against("elemental", a_life=1), "blazing shot", "clockwork press"), Life)
            if isinstance(e, Life) and e.whom == "a" and e.origin == "elemental_form"
        ]

    def test_19_1_a_form_counts_from_the_next_ante_on(self) -> None:
        """R-19.1a, 19.3."""
        one = play(against(b_space=7), "ignition strike", "clockwork press")
        assert FormChanged("a", "elemental", "ignition", "19.3") in one.effects
        assert not [e for e in told(one, Life) if isinstance(e, Life) and e.whom == "a"]
        two = play(after(one), "blazing drive", "battery shot", "advance 1")
        assert Life("a", -1, 19, "elemental_form", "19.1") in two.effects


class TestStyles:
    def test_19_2_flare_burns_in_human_form(self) -> None:
        """21.3; in the preview it does not (21.2)."""
        boxed = play(against(profile="boxed"), "flare strike", "clockwork press")
        assert Life("a", -3, 17, "flare", "19.2") in boxed.effects
        assert Modified("a", "priority", 3, "this_beat", "flare", "19.2") in boxed.effects
        preview = lay(against(), "flare strike", "clockwork press")
        assert not [e for e in told(preview, Modified) if isinstance(e, Modified) and e.origin == "flare"]

    def test_19_2_flare_makes_an_elemental_human(self) -> None:
        ruling = play(against("elemental"), "flare strike", "clockwork press")
        assert FormChanged("a", "human", "flare", "19.2") in ruling.effects

    def test_19_3_ignition_burns_in_elemental_form(self) -> None:
        ruling = play(against("elemental"), "ignition strike", "clockwork press")
        assert Life("a", -3, 16, "ignition", "19.3") in ruling.effects
        assert Damage("b", 4 + 1 + 3 - 3, 3) in ruling.effects
        assert not told(ruling, FormChanged)

    def test_19_4_caustic_soaks_as_a_human_and_stuns_as_an_elemental(self) -> None:
        human = lay(against(), "caustic strike", "clockwork press")
        assert shown(human).soak == 2
        assert not told(human, Stunned)
        elemental = lay(against("elemental"), "caustic strike", "clockwork press")
        assert shown(elemental).soak == 0
        assert told(elemental, Stunned) == [Stunned("b", "caustic", "19.4")]

    def test_19_5_blazing(self) -> None:
        assert shown(lay(against("elemental"), "blazing strike", "clockwork press")).range == (1, 2)
        human = lay(against(), "blazing strike", "clockwork press")
        assert shown(human).range == (1, 1)
        assert options(after(human)) == ["advance 1", "advance 2", "retreat 1", "retreat 2"]

    def test_19_6_volcanic_slows_the_next_beat(self) -> None:
        """12.1, R-11.0a."""
        position = against("elemental", b_space=7)
        one = play(position, "volcanic strike", "clockwork press")
        assert Modified("b", "priority", -2, "next_beat", "volcanic", "19.6") in one.effects
        two = lay(after(one), "caustic shot", "battery strike")
        (theirs,) = (e for e in told(two, Reveal) if isinstance(e, Reveal) and e.seat == "b")
        assert theirs.priority == 0

    def test_19_6_as_a_human_she_goes_anywhere(self) -> None:
        asked = after(lay(against(b_space=7), "volcanic strike", "clockwork press"))
        assert options(asked) == ["go 1", "go 2", "go 4", "go 5", "go 6"]
        ruling = play(against(b_space=7), "volcanic strike", "clockwork press", "go 6")
        assert Moved("a", 3, 6, "volcanic", "19.6") in ruling.effects


class TestSpellbolt:
    def test_19_7_it_weakens_as_a_human(self) -> None:
        ruling = play(against(b_space=5), "caustic spellbolt", "hydraulic press")
        assert Modified("b", "power", -2, "this_beat", "spellbolt", "19.7") in ruling.effects
        assert not options_of_first(against(b_space=5), "caustic spellbolt")

    def test_19_7_it_pulls_as_an_elemental(self) -> None:
        asked = after(lay(against("elemental", b_space=6), "ignition spellbolt", "hydraulic press"))
        assert options(asked) == ["advance 0", "advance 1", "advance 2"]


def options_of_first(position: Position, words: str) -> list[str]:
    """Return the options of the first question of a beat against Battery Press, if any."""
    asked = after(lay(position, words, "battery press"))
    return options(asked) if asked.phase == "execute" else []


class TestFinishes:
    def test_19_8_supernova_loses_the_duel_unless_it_wins(self) -> None:
        """14.2: elemental only; death comes first (10.5)."""
        position = against("elemental", a_life=7)
        lost = play(position, "special strike", "clockwork strike")
        assert Damage("b", 5, 3) in lost.effects
        assert told(lost, Won) == [Won("b", 1)]
        assert lives(after(lost)) == (6, 15)
        won = play(against("elemental", a_life=7, b_life=5), "special strike", "clockwork press")
        assert told(won, Won) == [Won("a", 1)]

    def test_19_9_chain_of_destruction_attacks_again_for_life(self) -> None:
        position = against(a_life=7, a_finish="chain_of_destruction", b_space=7)
        ruling = play(position, "special strike", "clockwork press", "use", "use")
        assert told(ruling, Hit)[:3] == [Hit("a")] * 3
        assert [e.amount for e in told(ruling, Life) if isinstance(e, Life) and e.whom == "a"] == [-3, -3]

    def test_19_9_nothing_is_paid_in_part(self) -> None:
        """R-19.9a: with 3 life there is nothing to ask."""
        position = against(a_life=3, a_finish="chain_of_destruction", b_space=7)
        ruling = lay(position, "special strike", "clockwork press")
        assert after(ruling).phase == "select"
        assert len([e for e in told(ruling, Hit) if isinstance(e, Hit) and e.seat == "a"]) == 1
