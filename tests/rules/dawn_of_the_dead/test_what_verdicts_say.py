"""What verdicts cite and say: attacks at once, glass shot through, door work, unneeded fields."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    CloseDoor,
    CloseMainDoor,
    DeclareAttack,
    FreeMove,
    NextPhase,
    OpenAttack,
    OpenDoor,
    React,
    Reveal,
    RollAttack,
    RollEntrance,
    RollInfection,
    Shoot,
    StartMove,
    Step,
)
from tests.rules.dawn_of_the_dead.small_mall import GLASS_EDWINS, GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

EAST = (2, 3)
"""Dice that bring a unit in by the east main door, at 037."""


class TestAttacksAtOnce:
    """8.7: by 13.4 where a unit enters, by 11.8 where somebody turns."""

    def test_13_4_a_unit_that_enters_on_a_character(self) -> None:
        people = {"peter": "037", "fran": "037", "steve": "052"}
        position = table("generation", people, eliminated=[7])
        entered = legal(
            position, RollEntrance(EAST, draw=(7,)), "13.0", "attacks at once. Peter and Fran are there."
        )
        assert entered.cases[-2:] == ("13.4", "8.7")
        assert entered.after is not None
        for waiting in (NextPhase(), RollInfection("peter"), RollEntrance()):
            assert refused(entered.after, waiting, "8.7").cases == ("8.7", "13.4")
        assert legal(entered.after, OpenAttack("037")).cases == ("8.7", "13.4", "8.0")
        opened = do(entered.after, OpenAttack("037"))
        assert refused(opened, NextPhase(), "8.7").cases == ("8.7", "13.4")

    def test_13_4_one_that_enters_elsewhere_attacks_nobody(self) -> None:
        entered = legal(table("generation", {"peter": "052"}, eliminated=[7]), RollEntrance(EAST, draw=(7,)))
        assert not {"13.4", "8.7"} & set(entered.cases)
        assert "attacks" not in entered.reason

    def test_11_8_a_super_zombie_that_comes_into_being(self) -> None:
        people = {"peter": "037 infected", "fran": "037", "steve": "052 infected"}
        closed = dict.fromkeys(("north", "west", "east", "south"), "closed")
        position = table("generation", people, turn=3, eliminated=[], main_doors=closed)
        turned = legal(position, RollInfection("peter", (6, 6)), "11.0", "attacks Fran at once")
        assert turned.cases[-2:] == ("11.8", "8.7")
        assert turned.after is not None
        for waiting in (NextPhase(), RollInfection("steve"), RollEntrance()):
            assert refused(turned.after, waiting, "8.7").cases == ("8.7", "11.8")
        assert legal(turned.after, OpenAttack("037")).cases == ("8.7", "11.8", "8.0", "R-8.0b", "11.3")


@pytest.mark.parametrize("dice", [(6, 6), (1, 1)], ids=["hit", "miss"])
def test_10_5_a_shot_through_closed_glass_destroys_it_and_says_so(dice: tuple[int, int]) -> None:
    """6.7, note b."""
    position = do(
        table(people={"peter": "021"}, zombies={"011": 3}, closed=[GLASS_EDWINS]), StartMove(("peter",))
    )
    shot = legal(
        position, Shoot(("peter",), "011", dice=dice), "6.4", "destroys the glass door between 011 and 021"
    )
    assert "10.5" in shot.cases
    assert "destroys the glass door between 011 and 021" in shot.story
    assert shot.after is not None
    assert shot.after.doors == {("011", "021"): "destroyed"}
    asked = game.check(position, Shoot(("peter",), "011"))
    assert "10.5" in asked.cases
    assert "destroys the glass door" in asked.reason
    again = legal(do(shot.after), Shoot(("peter",), "011", dice=dice)) if dice == (1, 1) else None
    assert again is None or "10.5" not in again.cases


def test_10_5_who_panics_breaks_no_glass() -> None:
    start = table(people={"fran": "021"}, zombies={"011": "3 berserk"}, closed=[GLASS_EDWINS])
    position = do(start, StartMove(("fran",)))
    scared = legal(position, Shoot(("fran",), "011", {"fran": 1}, ()))
    assert "10.5" not in scared.cases
    assert "glass" not in scared.reason


def test_9_2_beneath_a_super_zombie_nothing_is_revealed_in_reaction_because_it_need_not_react() -> None:
    """R-9.2a, 7.2: the exemption holds, whether or not a unit there could move."""
    people = {"peter": "022", "steve": "024 super_zombie"}
    hidden: dict[str, Any] = {"hidden": ["024", "025"], "hidden_box": [3, 4], "trail": ["022"]}
    position = table("reaction", people, {}, **hidden)
    ruling = refused(position, Reveal("024"), "9.2", "A super zombie is in 024", "need not react")
    assert ruling.cases == ("9.2", "R-9.2a", "7.2")
    assert "could not move" not in ruling.reason
    legal(position, Reveal("025"), "9.2")


class TestWhoWorksADoor:
    """5.6: one who carries does nothing but walk, so the others of the stack open and close."""

    def test_5_6_the_one_who_carries_closes_no_door(self) -> None:
        stack = StartMove(("peter", "roger"), {"by": "peter", "whom": "fran"})
        start = table(people={"peter": "021", "roger": "021", "fran": "021"})
        closed = legal(do(start, stack), CloseDoor(("011", "021")), "5.5", "Roger closes the door")
        assert "Peter" not in closed.story
        assert "5.6" in closed.cases
        shut = do(table(people={"peter": "021", "roger": "021", "fran": "021"}, closed=[GLASS_EDWINS]), stack)
        legal(shut, OpenDoor(("011", "021")), "5.5", "Roger opens the door")
        legal(
            do(start, StartMove(("peter", "roger"))),
            CloseDoor(("011", "021")),
            "5.5",
            "Peter and Roger close",
        )

    def test_5_6_nor_a_main_door(self) -> None:
        people = {"peter": "037", "roger": "037", "steve": "037"}
        stack = StartMove(("peter", "roger"), {"by": "roger", "whom": "steve"})
        closed = legal(
            do(table(people=people), stack), CloseMainDoor("east"), "5.5", "Peter closes the east main door"
        )
        assert "5.6" in closed.cases


class TestCitations:
    """Every verdict names the cases that it rests on."""

    def test_5_4_entering_the_square_of_an_open_zombie(self) -> None:
        start = do(
            table(people={"peter": "022", "roger": "032 super_zombie"}, zombies={"023": 3}),
            StartMove(("peter",)),
        )
        assert legal(start, Step("023"), "5.0").cases == ("5.0", "5.4")
        assert legal(start, Step("032"), "5.0").cases == ("5.0", "5.4")
        assert legal(start, Step("021"), "5.0").cases == ("5.0",)

    def test_7_5_a_plain_unit_goes_one_square(self) -> None:
        free = {"die": 3, "left": 3}
        position = table("free_movement", {"peter": "052"}, {"025": 3, "035": "3 berserk"}, phase_state=free)
        assert refused(position, FreeMove(("024", "023"), "025"), "7.5").cases == ("7.5",)
        assert refused(position, FreeMove(("025", "024", "023"), "035"), "7.5").cases == ("7.5", "10.0")
        reaction = table("reaction", {"peter": "021"}, {"024": 3}, trail=["021"])
        assert refused(reaction, React(("023", "022"), "024"), "7.5").cases == ("7.5",)

    def test_8_0_a_super_zombie_alone_attacks(self) -> None:
        """R-8.0b, with the value that 11.3 gives it."""
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "052"}
        assert legal(table("attack", people), OpenAttack("022")).cases == ("8.0", "R-8.0b", "11.3")
        assert legal(table("attack", people, {"022": 3}), OpenAttack("022")).cases == ("8.0",)

    def test_11_1_the_values_of_two_super_zombies_add_up(self) -> None:
        """R-11.1b."""
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "022 super_zombie", "fran": "052"}
        position = table("attack", people, {"022": 11})
        opened = legal(position, OpenAttack("022"))
        assert opened.cases == ("8.0", "11.3", "R-11.1b")
        assert legal(table("attack", people), OpenAttack("022")).cases == ("8.0", "R-8.0b", "11.3", "R-11.1b")
        struck = legal(do(position, OpenAttack("022")), RollAttack("peter", dice=(1, 2)))
        assert {"11.3", "R-11.1b"} <= set(struck.cases)

    def test_13_2_a_super_zombie_alone_keeps_units_out(self) -> None:
        """R-13.2a; and the sentence says why nothing enters."""
        people = {"peter": "022", "roger": "037 super_zombie"}
        kept = legal(table("generation", people, eliminated=[7]), RollEntrance(EAST))
        assert kept.reason == "Rolled 5: nothing can enter by the east door. A zombie is in 037."
        assert kept.cases[-2:] == ("13.2", "R-13.2a")
        shut = table("generation", {"peter": "022"}, eliminated=[7], main_doors={"east": "closed"})
        assert legal(shut, RollEntrance(EAST)).reason.endswith("by the east door. The east door is closed.")

    def test_15_4_of_equally_near_units_a_die_decides(self) -> None:
        """R-15.4b."""
        position = table("berserk", {"peter": "022"}, {"021": 3, "023": 3}, mode="solitaire", trail=["022"])
        assert "R-15.4b" not in legal(position, CheckBerserk("021", 1)).cases  # No die was rolled for it.
        first = refused(position, NextPhase(), "15.4", "021 or 023; a die decides which.")
        assert first.cases == ("15.4", "R-15.4b")

    def test_11_1_leaving_and_shooting_out_of_the_square_of_a_super_zombie_alone(self) -> None:
        """R-11.1c."""
        people = {"peter": "022", "roger": "022 super_zombie"}
        position = do(table(people=people, zombies={"026": 3}), StartMove(("peter",)))
        assert legal(position, Step("021")).cases == ("5.0", "5.4", "R-11.1c")
        assert refused(position, Shoot(("peter",), "026"), "6.3").cases == ("6.3", "R-11.1c")
        both = do(table(people=people, zombies={"022": 1, "026": 3}), StartMove(("peter",)))
        assert legal(both, Step("021")).cases == ("5.0", "5.4", "R-5.4a")
        assert refused(both, Shoot(("peter",), "026"), "6.3").cases == ("6.3",)

    def test_6_2_nobody_shoots_before_somebody_moves(self) -> None:
        assert refused(table(zombies={"025": 3}), Shoot(("peter",), "025"), "6.2").cases == ("6.2", "5.0")

    def test_4_0_two_players_have_no_hidden_zombie_table(self) -> None:
        """15.2: it is there in solitaire play alone, and named there."""
        said = refused(table(), NextPhase(), "4.0", "Berserk Zombie Phase").reason
        assert "Hidden Zombie Table" not in said
        refused(table(mode="solitaire"), NextPhase(), "4.0", "Hidden Zombie Table")


class TestWhatNothingAskedFor:
    """A field that nothing wants is refused, as dice are that nothing wants."""

    def test_6_5_a_value_where_everybody_panics(self) -> None:
        """R-5.4b: the unit stays face down."""
        start = table(people={"peter": "022"}, zombies={"022": "? berserk"}, counters="physical")
        position = do(start, StartMove(("peter",)))
        unasked = Shoot(("peter",), "022", panic={"peter": 1}, values={"022": 3})
        refused(position, unasked, "R-5.4b", "No value is needed for 022.", listed=True)
        legal(position, Shoot(("peter",), "022", panic={"peter": 1}))
        legal(position, Shoot(("peter",), "022", panic={"peter": 6}, dice=(6, 6), values={"022": 3}))
        extra = Shoot(("peter",), "022", panic={"peter": 1}, dice=(6, 6))
        refused(position, extra, "6.6", "No dice are needed here.", listed=True)

    def test_9_0_a_draw_where_nothing_is_hidden(self) -> None:
        position = do(table(people={"peter": "022"}, hidden=["024"], hidden_box=[3]), StartMove(("peter",)))
        unasked = refused(
            position, Step("023", draw=(3,)), "9.0", "No draws are needed here, not 1.", listed=True
        )
        assert unasked.firm
        legal(position, Step("023"))
        legal(do(position, Step("023")), Step("024", draw=(3,)))

    def test_13_0_a_door_where_there_is_no_choice(self) -> None:
        position = table("generation", {"peter": "052"}, eliminated=[3, 4])
        ruling = refused(
            position, RollEntrance(EAST, ("east",), (3,)), "R-13.0a", "no door to choose", listed=True
        )
        assert ruling.firm

    def test_8_0_a_die_where_the_zombie_player_chooses(self) -> None:
        people = {"peter": "022", "fran": "022"}
        position = do(table("attack", people, {"022": 3}), OpenAttack("022"))
        assert refused(position, DeclareAttack(1, 4), "8.0", "no die", listed=True).firm


def test_10_4_glass_is_unbroken_where_the_shot_passes_no_door() -> None:
    position = do(
        table(people={"peter": "021"}, zombies={"022": 3}, closed=[GLASS_TOYS]), StartMove(("peter",))
    )
    assert "10.5" not in legal(position, Shoot(("peter",), "022", dice=(1, 1))).cases


class TestPlainSentences:
    """Sentences that a player can read out."""

    def test_8_0_both_characters_are_attacked(self) -> None:
        position = table(
            "attack", {"peter": "022", "roger": "022"}, {"022": 4}, phase_state={"attack": {"square": "022"}}
        )
        assert legal(position, DeclareAttack(2)).story == "Both characters in 022 are attacked."
        assert legal(position, DeclareAttack(1)).story == "1 of 2 characters in 022 is attacked."

    def test_5_0_one_who_acted_keeps_the_others_from_moving(self) -> None:
        position = table(
            "human", {"peter": "022", "roger": "023"}, move={"characters": ["peter"], "spent": 1}
        )
        refused(position, StartMove(("roger",)), "5.0", "so nobody else may move in this Player-Turn")

    def test_13_0_one_unit_and_two_doors_is_a_choice_in_plain_words(self) -> None:
        position = table("generation", {"peter": "022"}, eliminated=[3], mode="solitaire")
        asked = game.rule(position, RollEntrance((1, 1)))
        assert asked.reason == "Only one unit is left to enter. Choose its door: north or west."


def test_11_7_a_super_zombie_is_not_checked() -> None:
    position = table("berserk", {"peter": "022", "steve": "024 super_zombie"}, {"026": 3})
    ruling = refused(position, CheckBerserk("024"), "11.7", "The super zombie in 024 cannot go berserk.")
    assert "no zombie unit" not in ruling.reason
    refused(position, CheckBerserk("025"), "10.0", "There is no zombie unit in 025 to check.")


def test_10_0_a_second_new_check_is_refused_by_the_limit_on_units_that_are_not_berserk() -> None:
    position = table("berserk", {"peter": "022"}, {"024": "3 berserk", "026": 3, "014": 2})
    position = do(position, CheckBerserk("024", 1), CheckBerserk("026", 6))
    refused(position, CheckBerserk("014"), "10.0", "Only one unit that is not berserk is checked in a phase")


def test_9_0_why_nothing_is_revealed() -> None:
    """9.3: none is hidden there, a unit is there, or none is left."""
    hidden: dict[str, Any] = {"hidden": ["024"], "hidden_box": [3]}
    position = table("free_movement", {"peter": "022"}, {"014": 2}, **hidden)
    refused(position, Reveal("025"), "9.0", "No zombie is hidden in 025 now.")
    under = table("free_movement", {"peter": "022"}, {"024": 2}, **hidden)
    refused(under, Reveal("024"), "9.3", "A zombie unit is in 024, so no hidden zombie can be revealed")
    out = do(position, Reveal("024", draw=(3,)))
    refused(out, Reveal("024"), "9.0", "All the hidden zombies have been revealed already.")
