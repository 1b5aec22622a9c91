"""The reveal (7.0) and clashes (8.0)."""

from __future__ import annotations

from typing import Any

from rules.battlecon.actions import CommitBase, CommitPair
from rules.battlecon.effects import Active, Clash, Deadlock, Moved, Recycled, Reveal, TakenBack
from rules.battlecon.game import legal_actions
from rules.battlecon.position import Position
from tests.rules.battlecon.table import after, bases, do, duel, lay, refused, told

QUIET: dict[str, Any] = {"a_tokens": {"iron_body": 0}, "a_space": 1, "b_space": 7}


def tied(a: str = "battery strike", b: str = "caustic strike") -> Position:
    """Return Cadenza and Kallistar in a clash, too far apart to hit; both priorities 2."""
    position = after(lay(duel(**QUIET), a, b))
    assert position.phase == "clash"
    return position


def test_7_0_both_pairs_are_turned_up_in_one_action() -> None:
    ruling = lay(duel(**QUIET), "battery strike", "caustic strike")
    shown = [e for e in told(ruling, Reveal) if isinstance(e, Reveal)]
    assert [(e.seat, e.style, e.base, e.priority) for e in shown] == [
        ("a", "battery", "strike", 2),
        ("b", "caustic", "strike", 2),
    ]
    assert shown[0].range == (1, 1)
    assert told(ruling, Clash) == [Clash()]


def test_7_1_reveal_effects_count_before_priorities_are_compared() -> None:
    """Hunter's on a trap nearby turns a slower pair into the faster one."""
    position = duel("khadath", "cadenza", trap=6, b_tokens={"iron_body": 0})
    ruling = lay(position, "hunters strike", "mechanical drive")
    assert told(ruling, Active) == [Active("a")]


class TestClash:
    def test_7_2_a_tie_asks_both_for_a_base(self) -> None:
        assert [(p.seat, p.kind) for p in tied().pending] == [("a", "base"), ("b", "base")]

    def test_8_1_new_bases_in_secret_replace_the_old_ones_wholly(self) -> None:
        """The Burst that was covered does not retreat."""
        position = tied("battery burst", "caustic burst")
        first = do(position, CommitBase("a", "drive"))
        assert "Drive" not in first.reason
        assert [(p.seat, p.kind) for p in after(first).pending] == [("b", "base")]
        changed = after(do(after(first), CommitBase("a", "grasp")))
        ruling = do(changed, CommitBase("b", "strike"))
        assert told(ruling, Active) == [Active("a")]
        assert not [e for e in told(ruling, Moved) if isinstance(e, Moved) and e.origin == "burst"]
        assert after(ruling).phase == "select"

    def test_8_1_only_bases_in_hand(self) -> None:
        position = tied()
        refused(position, CommitBase("a", "strike"), "8.1", "you have played it this beat")
        refused(position, CommitBase("a", "spellbolt"), "8.1", "no base “Spellbolt”")
        held = duel(**QUIET, a_discards=[["hydraulic", "dash"], []])
        clash = after(lay(held, "battery strike", "caustic strike"))
        refused(clash, CommitBase("a", "dash"), "8.1", "it is in discard 1")

    def test_8_1_another_tie_goes_on(self) -> None:
        again = bases(tied(), "drive", "drive")
        assert told(again, Clash) == [Clash()]
        assert after(again).attacks["a"].under == ("strike",)

    def test_8_3_covered_bases_go_back_to_hand(self) -> None:
        ruling = bases(after(bases(tied(), "drive", "drive")), "grasp", "shot")
        position = after(ruling)
        assert position.fighters["a"].discards[0] == ("battery", "grasp")
        assert position.fighters["b"].discards[0] == ("caustic", "shot")
        hand = {a.base for a in legal_actions(position, "a") if isinstance(a, CommitPair)}
        assert {"strike", "drive"} <= hand


class TestOutOfBases:
    """8.2: with two bases in the piles, and the own bases there too, everything can tie."""

    def deep(self) -> Position:
        """Return a clash with the own bases away, so that every base of one ties with the other's."""
        mine, theirs = (
            [["hydraulic", "press"], ["clockwork", "dash"]],
            [["flare", "spellbolt"], ["ignition", "dash"]],
        )
        position = duel(**QUIET, a_discards=mine, b_discards=theirs)
        position = after(lay(position, "battery strike", "caustic strike"))
        for base in ("shot", "drive", "burst"):
            position = after(bases(position, base, base))
        return position

    def test_8_2_they_are_taken_back(self) -> None:
        ruling = bases(self.deep(), "grasp", "grasp")
        five = ("strike", "shot", "drive", "burst", "grasp")
        assert told(ruling, TakenBack) == [TakenBack("a", five), TakenBack("b", five)]
        assert {a.base for a in legal_actions(after(ruling), "b") if isinstance(a, CommitBase)} == set(five)

    def test_8_2_a_second_round_ends_the_beat(self) -> None:
        """R-8.2b: nobody attacks; the last base stays with its style."""
        position = after(bases(self.deep(), "grasp", "grasp"))
        for base in ("strike", "shot", "drive", "burst"):
            position = after(bases(position, base, base))
        ruling = bases(position, "grasp", "grasp")
        assert told(ruling, Deadlock, Recycled) == [Deadlock(), Recycled(2)]
        assert after(ruling).fighters["a"].discards[0] == ("battery", "grasp")
        assert after(ruling).fighters["a"].modifiers[0].origin == "battery"

    def test_8_2_each_takes_back_his_own(self) -> None:
        """R-8.2a: somebody with bases left keeps his where they lie."""
        position = duel(**QUIET, a_discards=[["hydraulic", "press"], ["clockwork", "dash"]])
        position = after(lay(position, "battery strike", "caustic strike"))
        for base in ("shot", "drive", "burst"):
            position = after(bases(position, base, base))
        ruling = bases(position, "grasp", "grasp")
        assert [e.seat for e in told(ruling, TakenBack) if isinstance(e, TakenBack)] == ["a"]
        assert after(ruling).attacks["b"].under == ("strike", "shot", "drive", "burst")
