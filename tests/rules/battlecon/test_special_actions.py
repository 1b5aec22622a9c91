"""Special actions (14.0)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battlecon.actions import SEATS, Ante, ChooseFighter, CommitPair, Concede, Seat
from rules.battlecon.effects import (
    Active,
    Clash,
    Damage,
    FormChanged,
    Hit,
    Modified,
    Moved,
    Recycled,
    Reveal,
    SpecialAction,
    TokenMoved,
    Voided,
    Won,
)
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.game import legal_actions, set_up
from rules.battlecon.position import Position, Verdict
from tests.rules.battlecon.table import after, do, duel, lay, options, pair, play, refused, spaces, told

BARE = {"iron_body": 0}
NONE = {"fire": 0}


def hand_bases(position: Position, seat: Seat) -> set[str]:
    return {a.base for a in legal_actions(position, seat) if isinstance(a, CommitPair)}


def again(ruling: Verdict, words: str) -> Verdict:
    """Choose a new pair after a Cancel of seat a."""
    return do(after(ruling), pair("a", words))


class TestPulse:
    @pytest.mark.parametrize("base", ["burst", "dash"])
    def test_14_2_it_voids_the_other_attack_and_parts_the_fighters(self, base: str) -> None:
        """R-14.2e: no effect of either pair comes; the active player stays who it was."""
        position = duel(a_space=3, b_space=4, a_tokens=BARE, active="b")
        asked = lay(position, f"special {base}", "ignition strike")
        assert told(asked, SpecialAction, Voided) == [SpecialAction("a", "pulse"), Voided("b")]
        assert after(asked).phase == "special"
        assert options(after(asked)) == ["retreat 0", "retreat 1", "retreat 2", "retreat 3"]
        ruling = play(position, f"special {base}", "ignition strike", "retreat 3", "retreat 1")
        assert spaces(after(ruling)) == (2, 7)
        assert not told(ruling, Hit, FormChanged, Active)
        assert after(ruling).active == "b"
        assert not after(ruling).fighters["a"].special

    def test_14_2_the_piles_of_the_one_stay_and_of_the_other_move_on(self) -> None:
        """R-14.2a: the base goes back to hand."""
        piles = [["battery", "strike"], ["grapnel", "press"]]
        ruling = play(duel(a_discards=piles, a_tokens=BARE), "special dash", "ignition strike")
        position = after(ruling)
        assert position.fighters["a"].discards == (("battery", "strike"), ("grapnel", "press"))
        assert "dash" in hand_bases(position, "a")
        assert position.fighters["b"].discards == (("ignition", "strike"), ())

    def test_14_1_a_special_action_that_is_pulsed_is_spent(self) -> None:
        """R-14.1a, R-14.2b: only its base is discarded."""
        position = after(play(duel(a_tokens=BARE), "special dash", "special grasp"))
        assert not position.fighters["b"].special
        assert position.fighters["b"].discards == (("grasp",), ())
        assert "grasp" not in hand_bases(position, "b")

    def test_14_2_two_pulses_push_both_back_as_far_as_they_go(self) -> None:
        ruling = lay(duel(a_space=3, b_space=4, a_tokens=BARE), "special dash", "special burst")
        assert spaces(after(ruling)) == (1, 7)
        assert after(ruling).phase == "select"
        assert after(ruling).fighters["b"].discards == ((), ())
        assert told(ruling, SpecialAction) == [SpecialAction("a", "pulse"), SpecialAction("b", "pulse")]

    def test_20_1_the_trap_stops_a_push(self) -> None:
        """R-20.1a."""
        position = duel("khadath", "hikaru", a_space=3, b_space=4, trap=5, b_tokens=NONE)
        asked = after(lay(position, "special dash", "trance strike"))
        assert options(asked) == ["retreat 0", "retreat 1"]


class TestCancel:
    @pytest.mark.parametrize("base", ["grasp", "shot"])
    def test_14_2_a_new_pair_in_sight_of_the_other(self, base: str) -> None:
        first = lay(duel(a_tokens=BARE), f"special {base}", "caustic strike")
        assert told(first, SpecialAction) == [SpecialAction("a", "cancel")]
        assert [(p.seat, p.kind) for p in after(first).pending] == [("a", "pair")]
        assert after(first).phase == "special"
        assert base in hand_bases(after(first), "a")
        assert not [a for a in legal_actions(after(first), "a") if "special" in repr(a)]
        ruling = again(first, "battery press")
        assert [(e.seat, e.base) for e in told(ruling, Reveal) if isinstance(e, Reveal)] == [("a", "press")]
        assert after(ruling).fighters["a"].discards[0] == ("battery", "press")

    def test_14_2_tokens_count_for_the_new_pair(self) -> None:
        position = duel("hikaru", "cadenza", b_tokens=BARE)
        first = lay(position, "special shot", "battery strike", Ante("a", "wind"))
        ruling = again(first, "sweeping strike")
        (shown,) = (e for e in told(ruling, Reveal) if isinstance(e, Reveal))
        assert shown.priority == 8

    def test_14_2_a_tie_clashes_as_usual(self) -> None:
        first = lay(duel(a_tokens=BARE), "special shot", "caustic strike")
        assert told(again(first, "battery strike"), Clash) == [Clash()]

    def test_14_2_two_cancels_choose_in_secret(self) -> None:
        both = lay(duel(a_tokens=BARE), "special shot", "special grasp")
        assert [(p.seat, p.kind) for p in after(both).pending] == [("a", "pair"), ("b", "pair")]
        one = do(after(both), pair("b", "ignition strike"))
        assert not told(one, Reveal)
        ruling = do(after(one), pair("a", "battery strike"))
        assert len(told(ruling, Reveal)) == 2


class TestFinish:
    @pytest.mark.parametrize("base", ["strike", "drive", "press"])
    def test_14_2_the_finish_takes_the_place_of_the_pair(self, base: str) -> None:
        """17.8: Rocket Press advances and strikes for 8; the base goes back to hand and no pile moves."""
        piles = [["battery", "shot"], ["grapnel", "grasp"]]
        position = duel(a_life=7, a_discards=piles, a_tokens=BARE)
        ruling = play(position, f"special {base}", "caustic shot", "advance 3")
        assert told(ruling, SpecialAction) == [SpecialAction("a", "finish")]
        assert Damage("b", 6, 2) in ruling.effects
        after_it = after(ruling).fighters["a"]
        assert after_it.discards == (("battery", "shot"), ("grapnel", "grasp"))
        assert base in hand_bases(after(ruling), "a")
        assert not after_it.special

    def test_14_2_above_7_life_it_is_a_cancel(self) -> None:
        ruling = lay(duel(a_life=8, a_tokens=BARE), "special strike", "caustic shot")
        assert told(ruling, SpecialAction) == [SpecialAction("a", "cancel")]
        assert [e.why for e in ruling.effects if isinstance(e, SpecialAction)] == ["life"]

    def test_14_2_a_finish_wins_ties(self) -> None:
        """20.8: Dimensional Exile and Clockwork Strike both have priority 0."""
        position = duel("khadath", "cadenza", a_life=5, trap=4, a_finish="dimensional_exile", b_tokens=BARE)
        ruling = lay(position, "special strike", "clockwork strike")
        assert told(ruling, Clash, Active) == [Active("a")]

    def test_14_2_two_finishes_that_tie_become_cancels(self) -> None:
        """R-14.2c, R-14.1a: both are spent, and both choose anew in secret."""
        position = duel("khadath", "cadenza", a_life=5, b_life=5, b_tokens=BARE)
        ruling = lay(position, "special strike", "special strike")
        kinds = [(e.seat, e.kind) for e in told(ruling, SpecialAction) if isinstance(e, SpecialAction)]
        assert kinds == [("a", "finish"), ("b", "finish"), ("a", "cancel"), ("b", "cancel")]
        assert [p.kind for p in after(ruling).pending] == ["pair", "pair"]
        assert not after(ruling).fighters["a"].special
        new = do(after(do(after(ruling), pair("a", "hunters strike"))), pair("b", "battery shot"))
        assert after(new).fighters["a"].discards[0] == ("hunters", "strike")

    def test_18_2_trance_gives_back_what_such_a_finish_spent(self) -> None:
        """R-18.2a: Wrath of Elements spends Fire and Earth, ties, and Trance follows."""
        position = duel(
            "hikaru", "khadath", a_space=3, b_space=4, a_life=5, b_life=5, a_tokens={"fire": 1, "earth": 1},
            b_finish="planar_crossing", trap=2,
        )  # fmt: skip
        tied = after(lay(position, "special strike", "special strike"))
        assert [p.kind for p in tied.pending] == ["pair", "pair"]
        assert set(tied.attacks["a"].anted) == {"fire", "earth"}
        first = after(do(tied, pair("a", "trance palm_strike")))
        told_ = do(first, pair("b", "hunters shot")).effects
        back = [e.token for e in told_ if isinstance(e, TokenMoved) and e.seat == "a" and e.change > 0]
        assert set(back[:2]) == {"fire", "earth"}

    def test_14_2_reveal_effects_of_such_finishes_stand(self) -> None:
        """R-14.2c, 18.8: Wrath of Elements has spent its tokens; they count for the new pair."""
        tied: dict[str, Any] = {"b_finish": "chain_of_destruction", "b_next_beat": {"priority": 1}}
        position = duel("hikaru", "kallistar", a_life=5, b_life=5, a_tokens={"fire": 1}, **tied)
        ruling = lay(position, "special strike", "special drive")
        assert TokenMoved("a", "fire", -1, "wrath_of_elements", "18.8") in ruling.effects
        assert [p.kind for p in after(ruling).pending] == ["pair", "pair"]
        assert after(ruling).attacks["a"].anted == ("fire",)

    @pytest.mark.parametrize(
        ("finish", "form", "kind"),
        [
            ("supernova", "human", "cancel"),
            ("supernova", "elemental", "finish"),
            ("chain_of_destruction", "elemental", "cancel"),
            ("chain_of_destruction", "human", "finish"),
        ],
    )
    def test_14_2_a_finish_asks_for_its_form(self, finish: str, form: str, kind: str) -> None:
        """R-14.2f, 19.8, 19.9."""
        position = duel(b_finish=finish, b_form=form, b_life=5, a_tokens=BARE)
        ruling = lay(position, "battery shot", "special strike")
        assert [e.kind for e in told(ruling, SpecialAction) if isinstance(e, SpecialAction)] == [kind]


def test_14_0_a_match_without_special_actions() -> None:
    """No duel of it has the card."""
    position = set_up(duels=2, special_actions=False)
    for _ in range(2):
        for seat, name in zip(SEATS, ("khadath", "hikaru"), strict=True):
            position = after(do(position, ChooseFighter(seat, name)))
        said = refused(position, pair("a", "special strike"), "14.1")
        assert "without special actions" in said.reason
        assert not position_from_json(position_to_json(position)).match.special_actions
        position = after(do(position, Concede("a" if position.match.duel == 1 else "b")))
    assert position.match.points == (1, 1)


def test_14_0_a_pulse_leaves_nothing_of_the_beat() -> None:
    """11.0: not even End of Beat effects."""
    ruling = play(duel(a_tokens=BARE), "battery strike", "special burst", "retreat 0", "retreat 0")
    assert not told(ruling, Modified, Moved, Won)
    assert told(ruling, Recycled) == [Recycled(2)]
