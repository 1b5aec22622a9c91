"""Duels and matches (1.0), cards (2.0) and setting up (3.0)."""

from __future__ import annotations

import pytest

from rules.battlecon.actions import ChooseDiscards, ChooseFighter, Concede, Seat
from rules.battlecon.effects import Discards, FighterChosen, MatchWon, Won
from rules.battlecon.game import legal_actions, set_up
from rules.battlecon.position import Position
from rules.battlecon.view import pair_sums
from tests.rules.battlecon.table import after, do, duel, lay, pair, play, refused, told


def both(position: Position, a: str = "cadenza", b: str = "hikaru") -> Position:
    """Have both seats take their fighters."""
    return after(do(after(do(position, ChooseFighter("a", a))), ChooseFighter("b", b)))


class TestFighters:
    def test_3_1_both_are_asked_and_take_different_ones(self) -> None:
        position = set_up()
        assert [(p.seat, p.kind) for p in position.pending] == [("a", "fighter"), ("b", "fighter")]
        taken = do(position, ChooseFighter("b", "kallistar"))
        assert taken.effects == (FighterChosen("b", "kallistar"),)
        refused(after(taken), ChooseFighter("a", "kallistar"), "3.1", "Kallistar Flarechild is taken")
        refused(after(taken), ChooseFighter("b", "hikaru"), "3.1")
        refused(after(taken), ChooseFighter("a", "lixis"), "3.1", "no fighter “Lixis”")

    def test_14_2_the_second_finish_is_taken_with_the_fighter(self) -> None:
        """R-14.2d: without a word the first one counts."""
        position = set_up()
        with_second = after(do(position, ChooseFighter("a", "hikaru", "four_winds")))
        assert with_second.fighters["a"].finish == "four_winds"
        assert after(do(position, ChooseFighter("a", "hikaru"))).fighters["a"].finish == "wrath_of_elements"
        refused(position, ChooseFighter("a", "hikaru", "supernova"), "14.2", "no finish “Supernova”")

    def test_3_3_life_and_spaces(self) -> None:
        position = both(set_up())
        assert [(f.life, f.space) for f in position.fighters.values()] == [(20, 2), (20, 6)]
        assert position.distance == 4
        assert (position.phase, position.beat, position.active) == ("select", 1, None)

    def test_3_4_the_arena_has_seven_spaces(self) -> None:
        """R-3.4a: a push without end stops at space 7."""
        ruling = play(duel(a_space=1, b_space=2), "special dash", "flare strike", "retreat 5")
        assert after(ruling).fighters["b"].space == 7

    def test_3_2_tokens_and_forms(self) -> None:
        fighters = both(set_up(), "hikaru", "kallistar").fighters
        assert dict(fighters["a"].tokens) == {"earth": 1, "fire": 1, "water": 1, "wind": 1}
        assert (fighters["a"].form, fighters["b"].form) == (None, "human")
        assert both(set_up(), "cadenza", "khadath").fighters["a"].tokens == {"iron_body": 3}


class TestStartingDiscards:
    ICONS = (
        ("cadenza", "hydraulic", "clockwork"),
        ("hikaru", "trance", "focused"),
        ("kallistar", "flare", "caustic"),
        ("khadath", "evacuation", "teleport"),
    )

    @pytest.mark.parametrize(("name", "first", "second"), ICONS)
    def test_3_5_by_icons(self, name: str, first: str, second: str) -> None:
        """R-3.5a: Dash 1 and Grasp 2, and the two styles of the fighter."""
        other = "hikaru" if name == "cadenza" else "cadenza"
        position = both(set_up(), name, other)
        assert position.fighters["a"].discards == ((first, "dash"), (second, "grasp"))

    def test_3_6_the_hand_at_the_start(self) -> None:
        """3.6: three styles, five bases and the special action."""
        offered = [a for a in legal_actions(both(set_up()), "a") if a.do == "commit_pair"]
        assert len(offered) == 4 * 5

    def test_3_5_freely_chosen_in_secret(self) -> None:
        position = both(set_up(starting_discards="free"))
        assert position.phase == "choose_discards"
        mine = ChooseDiscards("a", (("battery", "press"), ("grapnel", "strike")))
        first = do(position, mine)
        assert [(p.seat, p.kind) for p in after(first).pending] == [("b", "discards")]
        assert not told(first, Discards)
        theirs = ChooseDiscards("b", (("trance", "dash"), ("sweeping", "shot")))
        ruling = do(after(first), theirs)
        assert told(ruling, Discards) == [Discards("a", mine.discards), Discards("b", theirs.discards)]
        assert after(ruling).phase == "select"
        assert after(ruling).fighters["b"].discards == theirs.discards
        assert len([a for a in legal_actions(position, "a") if a.do == "choose_discards"]) == 5 * 4 * 7 * 6

    WRONG = (
        ((("battery", "press"), ("battery", "strike")), "four different cards"),
        ((("battery", "grapnel"), ("press", "strike")), "Discard 1"),
        ((("battery", "press"), ("trance", "strike")), "Discard 2"),
        ((("battery", "press"), ("special", "strike")), "Discard 2"),
    )

    @pytest.mark.parametrize(("piles", "words"), WRONG)
    def test_3_5_wrong_cards(self, piles: tuple[tuple[str, str], tuple[str, str]], words: str) -> None:
        refused(both(set_up(starting_discards="free")), ChooseDiscards("a", piles), "3.5", words)


class TestPairs:
    RANGES = (
        ("cadenza", "grapnel strike", (3, 5)),
        ("cadenza", "grapnel shot", (3, 8)),
        ("cadenza", "clockwork shot", (1, 4)),
        ("khadath", "lure strike", (1, 6)),
        ("khadath", "blight burst", (2, 5)),
        ("khadath", "lure dash", None),
        ("khadath", "lure snare", None),
    )

    @pytest.mark.parametrize(("name", "cards", "span"), RANGES)
    def test_2_6_ranges_add_end_by_end(self, name: str, cards: str, span: tuple[int, int] | None) -> None:
        sums = pair_sums(duel(name, "hikaru"), "a", *cards.split())
        assert sums is not None
        assert sums.range == span

    def test_2_5_thirty_five_pairs(self) -> None:
        """2.1, 2.2, 2.3: five styles of his own, six generic bases and one more."""
        offered = [a for a in legal_actions(duel(), "a") if a.do == "commit_pair"]
        assert len([a for a in offered if "special" not in repr(a)]) == 35

    def test_2_5_a_sum_taken_apart(self) -> None:
        sums = pair_sums(duel(), "a", "clockwork", "strike")
        assert sums is not None
        assert sums.parts["power"] == (("strike", 4), ("clockwork", 3))
        assert sums.parts["priority"] == (("strike", 3), ("clockwork", -3))
        assert (sums.power, sums.priority, sums.soak, sums.stun_guard) == (7, 0, 3, 4)
        assert sums.spaces == (1, 3)

    def test_2_4_na_takes_no_modifiers(self) -> None:
        sums = pair_sums(duel(), "a", "clockwork", "dash")
        assert sums is not None
        assert (sums.range, sums.power, sums.priority, sums.spaces) == (None, None, 6, ())

    def test_2_7_power_stops_at_0_and_priority_does_not(self) -> None:
        weak = pair_sums(duel(b_space=5, a_next_beat={"power": -9, "priority": -9}), "a", "battery", "strike")
        assert weak is not None
        assert (weak.power, weak.priority) == (0, -7)

    def test_2_7_range_0_hits_nobody(self) -> None:
        position = duel(
            "hikaru", "cadenza", a_modifiers=[modifier("range_high", -1), modifier("range_low", -1)]
        )
        sums = pair_sums(position, "a", "focused", "strike")
        assert sums is not None
        assert (sums.range, sums.spaces) == ((0, 0), ())


def modifier(figure: str, amount: int) -> dict[str, object]:
    return {"figure": figure, "amount": amount, "origin": "next_beat", "lasts": "next_beat"}


class TestEnd:
    def test_1_1_damage_to_0_wins(self) -> None:
        """10.5, R-10.5a: exactly 0 is enough, and nothing more of the beat happens."""
        position = duel("hikaru", "cadenza", a_space=3, b_space=4, b_life=4, b_tokens={"iron_body": 0})
        ruling = play(position, "focused strike", "battery press")
        assert ruling.effects[-1] == Won("a", 1)
        over = after(ruling)
        assert (over.phase, over.winner, over.fighters["b"].life) == ("over", "a", 0)
        assert not over.pending
        assert not legal_actions(over)
        refused(over, pair("a", "trance strike"), "1.1", "The duel is over.")

    def test_1_1_giving_up(self) -> None:
        """R-1.1a: at any time, also while the other one chooses."""
        for position in (duel(), after(do(duel(), pair("a", "battery strike")))):
            ruling = do(position, Concede("a"))
            assert after(ruling).winner == "b"
            assert ruling.effects == (Won("b", 1),)
        refused(set_up(), Concede("a"), "4.0")

    def test_1_2_a_match_goes_to_two_points(self) -> None:
        """R-1.2a, R-1.2b: the next duel is set up anew, and seat b leads its antes (R-6.2a)."""
        position = both(set_up(duels=2))
        first = do(position, Concede("b"))
        assert first.effects == (Won("a", 1),)
        second = after(first)
        assert (second.phase, second.match.points, second.match.duel) == ("choose_fighters", (1, 0), 2)
        assert not second.fighters
        begun = both(second, "hikaru", "cadenza")
        asked = after(lay(begun, "sweeping strike", "battery strike"))
        assert asked.phase in ("execute", "select", "clash")
        level = after(do(begun, Concede("a")))
        assert (level.match.points, level.match.duel) == ((1, 1), 3)
        last = do(both(level), Concede("b"))
        assert last.effects == (Won("a", 3), MatchWon("a", (2, 1)))
        assert (after(last).phase, after(last).winner) == ("over", "a")
        refused(after(last), Concede("a"), "1.1", "The match is over.")

    def test_1_2_the_sentence_names_the_fighters_of_the_duel_that_ended(self) -> None:
        """Though the next one begins without any; the last one tells who wins the match."""
        first = do(both(set_up(duels=2), "hikaru", "cadenza"), Concede("b"))
        assert first.reason == "Hikaru wins the duel: Cadenza gives up."
        last = do(both(after(first), "khadath", "kallistar"), Concede("b"))
        won = "Khadath wins the duel: Kallistar gives up; Khadath wins the match, 2 to 0."
        assert last.reason == won

    @pytest.mark.parametrize(("duels", "leader"), [(1, "a"), (2, "b")])
    def test_6_2_who_is_asked_first_in_a_duel(self, duels: int, leader: Seat) -> None:
        position = both(set_up(duels=2))
        if duels == 2:
            position = both(after(do(position, Concede("a"))))
        laid = after(do(after(do(position, pair("a", "battery strike"))), pair("b", "sweeping strike")))
        assert [p.seat for p in laid.pending] == [leader]
