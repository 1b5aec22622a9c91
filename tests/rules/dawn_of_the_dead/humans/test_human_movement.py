"""5.0 Human Movement: who, where, at what cost. Allowances: Peter 8, Roger 7, Steve 6, Fran 5."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    Action,
    CloseDoor,
    EndTurn,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.humans.human_movement import points_left
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import (
    GLASS_DOORS,
    MAIN_DOORS,
    RIFLES,
    SOLID_DOORS,
    WALLS_BESIDES,
)
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table


def walk(*squares: str) -> list[Step]:
    return [Step(s) for s in squares]


def on_the_move(
    name: str = "peter",
    square: str = "022",
    zombies: dict[str, int | str | None] | None = None,
    spent: int = 0,
    **more: Any,
) -> Position:
    """Return a position in which one character moves and has spent some points."""
    move = {"characters": [name], "spent": spent, "acted": spent > 0}
    return table("human", {name: square}, zombies, move=move, **more)


def spent(position: Position) -> int:
    assert position.move is not None
    return position.move.spent


class TestWhoMayMove:
    """5.0: eligible characters, and no others."""

    @pytest.mark.parametrize("status", ["normal", "infected"])
    def test_5_0_a_rested_character_may_be_moved(self, status: str) -> None:
        legal(table(people={"steve": f"022 {status}"}), StartMove(("steve",)), "5.0", "Steve")

    def test_8_3_a_stunned_character_may_not(self) -> None:
        ruling = refused(
            table(people={"steve": "022 stunned"}), StartMove(("steve",)), "8.3", "Steve", "stunned"
        )
        assert "5.0" in ruling.cases

    def test_5_0_one_moved_in_the_last_turn_may_not(self) -> None:
        ruling = refused(table(people={"fran": "022 moved"}), StartMove(("fran",)), "5.0", "Fran")
        assert "R-5.0a" in ruling.cases

    def test_5_0_one_out_of_play_may_not_by_any_agreement(self) -> None:
        position = table(people={"peter": "022", "steve": "023 super_zombie"})
        for name, words in (("steve", "super zombie"), ("fran", "out of play")):
            assert refused(position, StartMove((name,)), "5.0", words).firm
            assert not game.force(position, StartMove((name,))).legal

    def test_5_0_somebody_is_named(self) -> None:
        for nobody in ((), ("peter", "peter"), ("bub",)):
            assert refused(table(), StartMove(nobody), "5.0").firm

    def test_5_0_who_is_not_chosen_does_nothing(self) -> None:
        for action in (Step("021"), TakeRifle("peter"), CloseDoor(("011", "021"))):
            refused(table(zombies={"025": 3}), action, "5.0", "choose")
        assert "5.0" in refused(table(zombies={"025": 3}), Shoot(("peter",), "025"), "6.2", "choose").cases

    def test_5_0_another_may_be_chosen_until_something_is_done(self) -> None:
        position = table(people={"peter": "022", "fran": "030"})
        position = do(position, StartMove(("peter",)), StartMove(("fran",)), Step("031"))
        assert position.characters["fran"].square == "031"
        refused(position, StartMove(("peter",)), "5.0", "Fran")

    def test_5_0_one_out_of_rest_is_forced_only_by_agreement(self) -> None:
        position = table(people={"fran": "022 moved"})
        after = game.force(position, StartMove(("fran",))).after
        assert after is not None
        assert after.move is not None
        assert after.move.characters == ("fran",)


class TestWhereTo:
    """2.1 and 5.3: adjacent squares, no walls, no closed doors."""

    def test_5_3_the_four_ways_from_a_hall_square(self) -> None:
        position = on_the_move(square="024")
        assert {a.to for a in game.legal_actions(position) if isinstance(a, Step)} == {
            "014",
            "023",
            "025",
            "034",
        }

    @pytest.mark.parametrize("wall", ["022-012", "023-013", *WALLS_BESIDES])
    def test_5_3_not_through_a_wall(self, wall: str) -> None:
        a, b = wall.split("-")
        refused(on_the_move(square=a), Step(b), "5.3", "wall", a, b)
        refused(on_the_move(square=b), Step(a), "5.3", "wall", a, b)

    @pytest.mark.parametrize("door", [*GLASS_DOORS, *SOLID_DOORS])
    def test_5_3_through_a_door_that_is_open_and_not_through_a_closed_one(self, door: str) -> None:
        a, b = door.split("-")
        for here, to in ((a, b), (b, a)):
            people = {"peter": here}
            legal(do(table(people=people), StartMove(("peter",))), Step(to), "5.0")
            legal(do(table(people=people, destroyed=[door]), StartMove(("peter",))), Step(to), "5.0")
            ruling = refused(
                do(table(people=people, closed=[door]), StartMove(("peter",))), Step(to), "5.3", "closed"
            )
            assert "5.5" in ruling.cases

    @pytest.mark.parametrize("square", [s for s, _ in MAIN_DOORS.values()])
    def test_5_3_never_out_of_the_mall(self, square: str) -> None:
        """An open main door lets nobody out: its square has no neighbour there."""
        position = on_the_move(square=square)
        steps = {a.to for a in game.legal_actions(position) if isinstance(a, Step)}
        assert steps == set(position.setting.board.passages[square])
        assert refused(position, Step("999"), "2.1", "999").firm

    def test_2_1_not_to_a_square_further_on_nor_across_a_corner_nor_on_the_spot(self) -> None:
        for to in ("024", "033", "022"):
            refused(on_the_move(), Step(to), "2.1", to)


class TestWhatItCosts:
    """5.1 and 5.9: points are spent one by one and never more than there are."""

    def test_5_9_entering_a_square_costs_one(self) -> None:
        position = on_the_move()
        for count, to in enumerate(("021", "031", "032", "022"), 1):
            assert f"leaves {8 - count}" in game.check(position, Step(to)).reason
            position = do(position, Step(to))
            assert spent(position) == count

    @pytest.mark.parametrize(("name", "points"), [("peter", 8), ("roger", 7), ("steve", 6), ("fran", 5)])
    def test_5_1_no_further_than_the_allowance(self, name: str, points: int) -> None:
        to_and_fro = walk(*("021", "022") * points)
        position = do(table(people={name: "022"}), StartMove((name,)), *to_and_fro[:points])
        refused(position, to_and_fro[points], "5.1", "1 Movement Point", "none left")

    @pytest.mark.parametrize(("name", "points"), [("peter", 5), ("fran", 4)])
    def test_5_1_the_infected_side_counts(self, name: str, points: int) -> None:
        to_and_fro = walk(*("021", "022") * points)
        position = do(table(people={name: "022 infected"}), StartMove((name,)), *to_and_fro[:points])
        refused(position, to_and_fro[points], "5.1", "none left")

    def test_5_1_points_may_be_left_over_and_are_not_kept(self) -> None:
        position = do(on_the_move(), Step("021"), EndTurn())
        assert position.move is None
        later = do(table(people={"peter": "021"}), StartMove(("peter",)))
        assert spent(later) == 0

    def test_5_1_a_door_is_too_dear_with_one_point_left(self) -> None:
        legal(on_the_move(square="021", spent=6), CloseDoor(("011", "021")), "5.5")
        refused(
            on_the_move(square="021", spent=7),
            CloseDoor(("011", "021")),
            "5.1",
            "2 Movement Points",
            "1 left",
        )

    def test_5_1_an_overruled_step_spends_no_more_than_there_is(self) -> None:
        after = game.force(on_the_move(spent=8), Step("021")).after
        assert after is not None
        assert spent(after) == 8
        assert after.characters["peter"].square == "021"

    def test_5_1_an_overruled_step_to_a_square_farther_off_spends_all_that_is_left(self) -> None:
        """The refusal told the price of the whole way, and the story and the position agree."""
        ruling = game.force(on_the_move(spent=1), Step("025"))
        assert ruling.after is not None
        assert ruling.after.move is not None
        assert points_left(ruling.after, ruling.after.move) == 0
        assert ruling.reason.endswith("to 025. No Movement Points left.")
        assert ruling.cases == ("2.1", "5.1", "R-5.1a")

    def test_r_5_1a_an_overruled_step_to_the_next_square_has_its_own_price(self) -> None:
        ruling = game.force(on_the_move(spent=1), Step("012"))
        assert "R-5.1a" not in ruling.cases


class TestTheTrail:
    """5.7, 7.3 and R-7.0a: what the zombies may react to."""

    def test_5_7_squares_entered_are_on_the_trail_and_the_first_is_not(self) -> None:
        """R-7.0a."""
        assert do(on_the_move(), *walk("021", "031")).trail == ("021", "031")

    def test_5_7_the_first_square_entered_again_is(self) -> None:
        """R-7.0a."""
        assert do(on_the_move(), *walk("021", "022")).trail == ("021", "022")

    def test_7_3_a_shot_puts_the_square_it_was_made_from_on_the_trail(self) -> None:
        """5.7, R-7.0a: the first square too."""
        position = do(on_the_move(zombies={"025": 9}), Shoot(("peter",), "025", dice=(1, 1)))
        assert position.trail == ("022",)
        assert do(position, Step("021")).trail == ("022", "021")

    def test_7_3_a_door_does_and_a_rifle_does(self) -> None:
        """5.7, R-7.0a."""
        assert do(on_the_move(square="021"), CloseDoor(("011", "021"))).trail == ("021",)
        assert do(on_the_move("fran", RIFLES), TakeRifle("fran")).trail == (RIFLES,)

    @pytest.mark.parametrize(
        ("action", "square"),
        [
            (Step("031"), "031"),
            (CloseDoor(("011", "021")), "021"),
            (Shoot(("peter",), "024", dice=(1, 1)), "021"),
        ],
    )
    def test_7_0_what_an_earlier_turn_left_is_no_part_of_it(self, action: Action, square: str) -> None:
        """R-7.0a: a position may still name the trail of the Player-Turn before."""
        position = on_the_move(square="021", zombies={"024": 9}, trail=["025"])
        assert do(position, action).trail == (square,)

    def test_7_0_a_turn_without_any_action_forgets_an_earlier_trail_too(self) -> None:
        """R-7.0a: so nobody reacts to it."""
        position = table(people={"peter": "022"}, zombies={"027": 3}, trail=["025"])
        assert do(position, EndTurn()).trail == ()
        assert do(position, StartMove(("peter",)), EndTurn()).trail == ()

    def test_7_0_putting_down_is_no_action(self) -> None:
        """R-7.0a: a turn in which nothing else is done leaves no trail."""
        position = table(people={"peter": "022", "fran": "022"})
        position = do(position, StartMove(("peter",), {"by": "peter", "whom": "fran"}), PutDown())
        assert position.trail == ()

    def test_7_0_the_trail_ends_where_they_stand(self) -> None:
        position = do(on_the_move(square="021"), Step("022"), Step("021"), CloseDoor(("011", "021")))
        assert position.trail == ("022", "021")


class TestRecovering:
    """8.3 and R-8.3a: a character who moves in wakes the stunned."""

    def test_8_3_by_moving_in(self) -> None:
        position = do(table(people={"peter": "022", "fran": "021 stunned"}), StartMove(("peter",)))
        ruling = legal(position, Step("021"), "5.0", "Fran recovered")
        assert ruling.after is not None
        assert ruling.after.characters["fran"].status == "normal"

    def test_8_3_by_passing_through(self) -> None:
        """R-8.3a: all along the way."""
        people = {"peter": "022", "fran": "021 stunned", "steve": "020 stunned"}
        position = do(table(people=people), StartMove(("peter",)), *walk("021", "020", "030"))
        assert {c.status for c in position.characters.values() if c.in_play} == {"normal"}

    def test_8_3_not_by_being_there(self) -> None:
        position = table(people={"peter": "022", "fran": "022 stunned"})
        there = do(position, StartMove(("peter",)))
        assert there.characters["fran"].status == "stunned"
        assert do(there, Step("021")).characters["fran"].status == "stunned"
        assert do(there, Step("021"), Step("022")).characters["fran"].status == "normal"

    def test_8_3_the_infected_do_not_recover(self) -> None:
        position = do(
            table(people={"peter": "022", "fran": "021 infected"}), StartMove(("peter",)), Step("021")
        )
        assert position.characters["fran"].status == "infected"

    def test_8_3_one_who_recovers_is_not_in_the_move(self) -> None:
        position = do(
            table(people={"peter": "022", "fran": "021 stunned"}, zombies={"024": 9}), StartMove(("peter",))
        )
        position = do(position, Step("021"))
        refused(position, Shoot(("fran",), "024"), "6.2", "Fran")
        refused(position, StartMove(("peter", "fran")), "5.0", "Peter")
        assert do(position, Step("031")).characters["fran"].square == "021"
