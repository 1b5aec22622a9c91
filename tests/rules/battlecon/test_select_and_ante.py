"""The beat (4.0), selecting pairs (5.0) and the ante (6.0)."""

from __future__ import annotations

from rules.battlecon.actions import Ante, CommitBase, CommitPair, Pass
from rules.battlecon.effects import Chosen, Life, Modified, Picked, TokenMoved
from rules.battlecon.game import legal_actions, rule
from rules.battlecon.view import redact
from tests.rules.battlecon.table import after, do, duel, lay, options, pair, play, refused, told


class TestSelecting:
    def test_5_0_nothing_happens_until_both_have_chosen(self) -> None:
        first = do(duel(), pair("b", "flare strike"))
        assert first.effects == (Chosen("b", "pair"), Picked("b", ("flare", "strike")))
        assert first.effects[1].known_to == ("b",)
        assert first.effects[0].known_to is None
        assert [(p.seat, p.kind) for p in after(first).pending] == [("a", "pair")]
        assert "Strike" not in first.reason + first.story

    def test_5_0_a_pair_may_be_changed_until_both_have_chosen(self) -> None:
        """R-5.0a: the change is told to nobody else."""
        first = after(do(duel(), pair("b", "flare strike")))
        changed = do(first, pair("b", "caustic shot"))
        assert changed.effects == (Picked("b", ("caustic", "shot")),)
        assert after(changed).pending == first.pending
        assert after(changed).committed["b"] == CommitPair("b", "caustic", "shot")

    def test_5_0_not_after_the_cards_lie(self) -> None:
        """4.0: each step in its place."""
        laid = after(do(after(do(duel(), pair("a", "battery strike"))), pair("b", "flare strike")))
        assert laid.phase == "ante"
        refused(laid, pair("a", "clockwork strike"), "5.0", "It is too late to change your pair:")
        refused(duel(), CommitBase("a", "strike"), "4.0", "You choose a new base only in a clash;")
        refused(duel(), Pass("a"), "4.0", "You can pass only in the ante;")

    def test_5_0_only_cards_in_hand(self) -> None:
        position = duel(a_discards=[["battery", "dash"], ["clockwork", "grasp"]])
        refused(
            position, pair("a", "battery strike"), "5.0", "Battery is not in your hand: it is in discard 1."
        )
        refused(position, pair("a", "grapnel grasp"), "5.0", "Grasp is not in your hand: it is in discard 2.")
        refused(position, pair("a", "flare strike"), "5.0", "Cadenza has no style “Flare”")
        refused(position, pair("a", "grapnel spellbolt"), "5.0", "Cadenza has no base “Spellbolt”")

    def test_5_0_what_is_in_hand_is_open(self) -> None:
        """R-5.0b: cards that lie face down count as in hand, so that the help tells nothing."""
        position = duel(a_discards=[["battery", "dash"], ["clockwork", "grasp"]])
        hands = redact(position, "b").to_json()["hands"]["a"]
        assert hands["styles"] == ["hydraulic", "grapnel", "mechanical"]
        assert hands["bases"] == ["strike", "shot", "drive", "burst", "press"]
        laid = after(do(position, pair("a", "grapnel strike")))
        assert redact(laid, "b").to_json()["hands"]["a"] == hands

    def test_14_1_no_second_special_action(self) -> None:
        refused(duel(a_special=False), pair("a", "special dash"), "14.1", "have used")


class TestAnte:
    def test_6_0_after_both_pairs_lie(self) -> None:
        laid = after(do(after(do(duel(), pair("a", "battery strike"))), pair("b", "flare strike")))
        assert options(laid) == ["iron_body", "decline"]
        assert [(p.seat, p.kind) for p in laid.pending] == [("a", "ante")]
        offered = {
            seat: redact(laid, seat).to_json()["pending"][0].get("options") for seat in ("a", "b", "table")
        }
        assert (len(offered["a"]), offered["b"], offered["table"]) == (2, None, None)
        refused(laid, Pass("b"), "6.2", "It is Cadenza’s turn, not yours.")
        refused(laid, Ante("a", "fire"), "6.1", "no token “Fire”")

    def test_6_0_nobody_is_asked_without_a_token(self) -> None:
        """R-6.2b, 6.4: a form and a trap are not anted."""
        laid = after(do(after(do(duel("khadath"), pair("a", "lure shot"))), pair("b", "flare strike")))
        assert laid.phase != "ante"

    def test_6_2_more_may_be_added_after_a_pass(self) -> None:
        """6.2: who passed is asked again when the other one has added."""
        position = duel("hikaru", "cadenza")
        laid = after(do(after(do(position, pair("a", "sweeping strike"))), pair("b", "battery shot")))
        passed = after(do(laid, Pass("a")))
        assert [p.seat for p in passed.pending] == ["b"]
        added = after(do(passed, Ante("b", "iron_body")))
        assert [p.seat for p in added.pending] == ["a"]
        again = after(do(added, Ante("a", "wind")))
        assert again.phase != "ante"
        assert again.fighters["a"].tokens["wind"] == 0

    def test_6_2_two_passes_end_it(self) -> None:
        laid = after(
            do(after(do(duel("hikaru", "cadenza"), pair("a", "sweeping strike"))), pair("b", "battery shot"))
        )
        assert after(do(after(do(laid, Pass("a"))), Pass("b"))).phase != "ante"

    def test_6_2_the_active_player_of_the_beat_before_is_asked_first(self) -> None:
        """R-6.2a."""
        position = duel("hikaru", "cadenza", active="b")
        laid = after(do(after(do(position, pair("a", "sweeping strike"))), pair("b", "battery shot")))
        assert [p.seat for p in laid.pending] == ["b"]

    def test_6_1_one_token_a_beat(self) -> None:
        position = duel("hikaru", "cadenza")
        laid = after(do(after(do(position, pair("a", "sweeping strike"))), pair("b", "battery shot")))
        added = after(do(laid, Ante("a", "fire")))
        back = after(do(added, Ante("b", "iron_body")))
        assert back.phase != "ante"
        assert not rule(added, Ante("a", "wind")).legal

    def test_6_3_a_spent_token_is_gone(self) -> None:
        position = duel("hikaru", "cadenza", a_tokens={"fire": 1}, b_tokens={"iron_body": 0})
        ruling = lay(position, "sweeping strike", "battery shot", Ante("a", "fire"))
        assert TokenMoved("a", "fire", -1, "geomantic_assault", "6.2") in ruling.effects
        assert Modified("a", "power", 3, "this_beat", "fire", "18.1") in ruling.effects
        assert after(ruling).fighters["a"].tokens["fire"] == 0
        laid = after(do(after(do(after(ruling), pair("a", "trance shot"))), pair("b", "grapnel burst")))
        assert laid.phase != "ante"
        empty = duel("hikaru", "cadenza", a_tokens={"fire": 1})
        asked = after(do(after(do(empty, pair("a", "sweeping strike"))), pair("b", "battery shot")))
        refused(asked, Ante("a", "wind"), "6.3", "no Wind token left.")

    def test_6_4_the_form_counts_as_the_ante_begins(self) -> None:
        """R-6.4a: before any token is asked for."""
        laid = do(after(do(duel(b_form="elemental"), pair("a", "battery strike"))), pair("b", "flare strike"))
        assert after(laid).phase == "ante"
        assert told(laid, Life) == [Life("b", -1, 19, "elemental_form", "19.1")]


def test_11_0_a_card_is_away_for_two_beats() -> None:
    """3.6: two piles, apart."""
    position = duel(a_tokens={"iron_body": 0}, a_discards=[["hydraulic", "dash"], ["clockwork", "grasp"]])
    one = after(play(position, "battery shot", "ignition burst"))
    assert one.fighters["a"].discards == (("battery", "shot"), ("hydraulic", "dash"))
    offered = {a.base for a in legal_actions(one, "a") if isinstance(a, CommitPair)}
    assert offered == {"strike", "drive", "burst", "press", "grasp"}
    two = after(play(one, "mechanical strike", "caustic shot"))
    assert two.fighters["a"].discards == (("mechanical", "strike"), ("battery", "shot"))
    assert two.beat == 3
