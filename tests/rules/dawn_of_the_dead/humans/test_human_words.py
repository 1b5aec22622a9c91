"""The sentences of the Human Player-Turn: for now, for the log, and refusals that no agreement overrides."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, EndTurn, PutDown, Shoot, StartMove, Step
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import RIFLES
from tests.rules.dawn_of_the_dead.table import act, do, legal, refused, table

TWO = {"peter": "022", "steve": "022"}
BOTH = StartMove(("peter", "steve"))
PETER = StartMove(("peter",))


def wording(position: Position, action: Action) -> tuple[str, str, tuple[str, ...]]:
    """Return the answer about an action: reason, sentence for the log once done, and cases."""
    asked, done = game.check(position, action), legal(position, action)
    return asked.reason, done.story, asked.cases


class TestSteps:
    def test_5_9_what_a_step_costs(self) -> None:
        reason, story, cases = wording(do(table(), PETER), Step("021"))
        assert reason == "Entering 021 costs 1 Movement Point and leaves 7."
        assert story == "Peter goes from 022 to 021."
        assert cases == ("5.0",)

    def test_5_2_of_several(self) -> None:
        reason, story, cases = wording(do(table(people=TWO), BOTH), Step("021"))
        assert reason == "Entering 021 costs 1 Movement Point and leaves 5."
        assert story == "Peter and Steve go from 022 to 021."
        assert cases == ("5.0",)

    def test_5_4_out_of_a_square_with_zombies(self) -> None:
        reason, story, cases = wording(do(table(zombies={"022": 3}), PETER), Step("021"))
        assert reason == "Entering 021 costs 4 Movement Points and leaves 4."
        assert "3" not in story
        assert cases == ("5.0", "5.4")

    def test_5_4_with_a_value_that_only_the_cardboard_knows(self) -> None:
        reason = game.check(do(table(zombies={"022": "?"}, counters="physical"), PETER), Step("021")).reason
        assert reason == "Entering 021 costs 1 Movement Point plus the Zombie Value in 022."

    def test_5_6_with_somebody_on_his_back(self) -> None:
        position = do(table(people=TWO), StartMove(("peter",), {"by": "peter", "whom": "steve"}))
        reason, story, cases = wording(position, Step("021"))
        assert reason == "Entering 021 costs 3 Movement Points and leaves 5."
        assert story == "Peter goes from 022 to 021 with Steve."
        assert cases == ("5.0", "5.6")

    def test_5_1_with_the_last_point(self) -> None:
        position = do(table(people={"fran": "022"}), StartMove(("fran",)), *[Step("021"), Step("022")] * 2)
        assert (
            game.check(position, Step("021")).reason == "Entering 021 costs 1 Movement Point and leaves none."
        )

    @pytest.mark.parametrize(
        ("start", "who", "meet"), [(PETER, "Peter goes", "meets"), (BOTH, "Peter and Steve go", "meet")]
    )
    def test_9_1_onto_a_hidden_zombie(self, start: StartMove, who: str, meet: str) -> None:
        people = dict.fromkeys(TWO, "034")
        position = do(table(people=people, hidden=["033"], counters="physical"), start)
        ruling = legal(position, Step("033"))
        assert ruling.story == f"{who} from 034 to 033 and {meet} a hidden zombie there."
        assert "9.1" in ruling.cases

    def test_8_3_onto_the_stunned(self) -> None:
        people = {"peter": "022", "roger": "021", "steve": "021 stunned", "fran": "021 stunned"}
        ruling = legal(do(table(people=people), PETER), Step("021"))
        assert ruling.story == "Peter goes from 022 to 021; Steve and Fran recovered."
        assert (
            ruling.reason == "Peter goes from 022 to 021; Steve and Fran recovered. 7 Movement Points left."
        )
        assert ruling.cases == ("5.0", "8.3", "R-8.3a")


class TestBeginnings:
    def test_5_0_one(self) -> None:
        reason, story, _ = wording(table(), PETER)
        assert reason == "Peter may move: 8 Movement Points."
        assert story == "Peter moves."

    def test_5_2_several(self) -> None:
        reason, story, _ = wording(table(people=TWO), BOTH)
        assert reason == "Peter and Steve may move: 6 Movement Points."
        assert story == "Peter and Steve move."

    def test_5_6_one_with_another(self) -> None:
        reason, story, cases = wording(
            table(people=TWO), StartMove(("peter",), {"by": "peter", "whom": "steve"})
        )
        assert (
            reason == "Peter may carry Steve for 2 Movement Points more a square; 8 Movement Points in all."
        )
        assert story == "Peter moves, carrying Steve."
        assert cases == ("5.6", "5.9")

    def test_5_6_putting_down(self) -> None:
        position = do(table(people=TWO), StartMove(("peter",), {"by": "peter", "whom": "steve"}))
        _, story, cases = wording(position, PutDown())
        assert story == "Peter puts Steve down in 022."
        assert cases == ("5.6", "R-5.6a")


class TestDoing:
    @pytest.mark.parametrize(("who", "ending"), [("peter", "s"), ("peter steve", "")])
    def test_5_5_at_doors(self, who: str, ending: str) -> None:
        names = tuple(who.split())
        shown = " and ".join(n.capitalize() for n in names)
        position = do(table(people=dict.fromkeys(names, "021")), StartMove(names))
        reason, story, _ = wording(position, act("close_door", between="011-021"))
        left = 8 - 2 if len(names) == 1 else 6 - 2
        assert reason == f"That costs 2 Movement Points and leaves {left}."
        assert story == f"{shown} close{ending} the door between 011 and 021."
        position = do(position, act("close_door", between="011-021"))
        assert (
            wording(position, act("open_door", between="011-021"))[1]
            == f"{shown} open{ending} the door between 011 and 021."
        )
        position = do(table(people=dict.fromkeys(names, "007")), StartMove(names))
        _, story, _ = wording(position, act("close_main_door", door="north"))
        assert story == f"{shown} close{ending} the north main door for good."

    def test_6_0_a_shot_with_its_sum(self) -> None:
        position = do(table(people=TWO, zombies={"024": 6}), BOTH)
        ruling = legal(position, Shoot(("peter", "steve"), "024", dice=(5, 4, 3)))
        assert ruling.story == "Peter and Steve shoot at 024: rolled 12 − 4 = 8: eliminated."
        assert ruling.reason == "Peter and Steve shoot at 024: rolled 12 − 4 = 8, needed 6: eliminated."

    @pytest.mark.parametrize(
        ("name", "at", "reason"),
        [
            ("peter", "024", "Peter may shoot at 024: 2 dice, less 2."),
            ("steve", "024", "Steve may shoot at 024: 1 die, less 2."),
            ("peter", "022", "A panic check comes first: Peter panics on 1."),
        ],
    )
    def test_6_6_what_a_shot_takes(self, name: str, at: str, reason: str) -> None:
        position = do(table(people=TWO, zombies={at: 6}), StartMove((name,)))
        assert game.check(position, Shoot((name,), at)).reason == reason

    @pytest.mark.parametrize(
        ("others", "words"),
        [(("fran",), "Fran stands in 024"), (("roger", "fran"), "Roger and Fran stand in 024")],
    )
    def test_6_3_who_stands_in_the_line_of_fire(self, others: tuple[str, ...], words: str) -> None:
        people = {"peter": "022", **dict.fromkeys(others, "024")}
        position = do(table(people=people, zombies={"024": 6}), PETER)
        refused(position, Shoot(("peter",), "024"), "6.3", words)

    def test_6_7_a_shot_that_players_let_pass_the_wall_loses_the_way_round(self) -> None:
        """From 022 to 012 it is three squares, through the door of the shop."""
        position = do(table(zombies={"012": 2}), PETER)
        refused(position, Shoot(("peter",), "012"), "6.4")
        for dice, hit in (((2, 2), False), ((2, 3), True)):
            after = game.force(position, Shoot(("peter",), "012", dice=dice)).after
            assert after is not None
            assert ("012" not in after.zombies) is hit

    def test_6_5_panic(self) -> None:
        position = do(table(people=TWO, zombies={"022": 6}), BOTH)
        by = ("peter", "steve")
        alone = legal(position, Shoot(by, "022", {"peter": 1, "steve": 6}, (3,)))
        assert (
            alone.story == "Panic check Peter 1, Steve 6: Peter panics. Steve shoots at 022: rolled 3: miss."
        )
        nobody = legal(position, Shoot(by, "022", {"steve": 1, "peter": 1}))
        words = "Panic check Peter 1, Steve 1: Peter and Steve panic and cannot shoot."
        assert nobody.reason == nobody.story == words

    def test_6_5_the_die_of_the_check_is_told_whatever_came_of_it(self) -> None:
        position = do(table(people=TWO, zombies={"022": 6}), BOTH)
        panicked = legal(position, Shoot(("peter",), "022", {"peter": 1}))
        assert panicked.reason == panicked.story == "Panic check 1: Peter panics and cannot shoot."
        passed = legal(position, Shoot(("peter",), "022", {"peter": 5}, (3, 4)))
        assert passed.story == "Panic check 5: passed. Peter shoots at 022: rolled 7: eliminated."
        assert passed.reason == "Panic check 5: passed. Peter shoots at 022: rolled 7, needed 6: eliminated."
        both = legal(position, Shoot(("peter", "steve"), "022", {"peter": 5, "steve": 6}, (1, 1, 1)))
        assert (
            both.story
            == "Panic check Peter 5, Steve 6: passed. Peter and Steve shoot at 022: rolled 3: miss."
        )

    def test_4_0_the_end(self) -> None:
        assert wording(table(), EndTurn())[1] == "The Human Player-Turn ends. Berserk Zombie Phase begins."


NO_AGREEMENT = [
    ("5.0", table(), Step("021")),
    ("5.0", table(), act("close_door", between="011-021")),
    ("5.0", table(people={"peter": "021"}, destroyed=["011-021"]), act("close_door", between="011-021")),
    ("5.0", table(), StartMove(())),
    ("5.0", table(people={**TWO, "fran": "022 super_zombie"}), StartMove(("fran",))),
    ("5.2", table(people={"peter": "022", "steve": "021"}), BOTH),
    ("5.6", table(people=TWO), StartMove(("peter",), {"by": "steve", "whom": "peter"})),
    ("5.6", table(people=TWO), StartMove(("peter", "steve"), {"by": "peter", "whom": "steve"})),
    ("5.6", table(people={"peter": "022", "steve": "021"}),
    StartMove(("peter",), {"by": "peter", "whom": "steve"})),
    ("5.6", do(table(), PETER), PutDown()),
    ("6.0", do(table(), PETER), Shoot(("peter",), "024")),
    ("6.2", do(table(people=TWO, zombies={"024": 3}), PETER), Shoot(("steve",), "024")),
    ("12.2", do(table(people=dict.fromkeys(TWO, RIFLES)), PETER), act("take_rifle", character="steve")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "position", "action"), NO_AGREEMENT, ids=lambda v: v if isinstance(v, str) else ""
)
def test_what_no_agreement_makes_possible(case: str, position: Position, action: Action) -> None:
    """There is nothing that could be carried out, so overruling the referee does not help."""
    for ruling in (game.rule(position, action), game.force(position, action)):
        assert not ruling.legal
        assert ruling.firm
        assert ruling.cases[0] == case
