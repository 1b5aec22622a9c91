"""11.6: glass that a super zombie breaks with the unit under it."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead.actions import (
    FreeMove,
    NextPhase,
    React,
    Smash,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.glass_front import ROUND, TOYS, reaction
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS, SOLID_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table


def roger(*path: str, along: bool = False) -> FreeMove:
    return FreeMove(path, None, "roger", along)


class TestBreakingGlass:
    """11.6 and R-11.6a: with a unit he breaks closed glass, without a roll and unseen."""

    def by_the_glass(self, unit: bool = True, phase: str = "free_movement", **more: Any) -> Position:
        people = {"peter": "000", "roger": "016 super_zombie"}
        given: dict[str, Any] = {"closed": [GLASS_TOYS], **more}
        return table(phase, given.pop("people", people), {"016": 2} if unit else {}, **given)

    def test_11_6_it_breaks_without_dice(self) -> None:
        ruling = legal(self.by_the_glass(), Smash(TOYS, None, "roger"), "11.6")
        assert not ruling.needs
        assert ruling.after is not None
        assert ruling.after.doors == {TOYS: "destroyed"}

    def test_11_6_dice_are_not_taken_for_it(self) -> None:
        refused(self.by_the_glass(), Smash(TOYS, None, "roger", (1, 1)), "11.6", "No dice", listed=True)

    def test_11_6_nobody_else_strikes_for_him(self) -> None:
        position = self.by_the_glass(people={"peter": "000", "roger": "016 infected"})
        assert refused(position, Smash(TOYS, None, "roger"), "11.6", "Roger").firm

    def test_11_6_not_without_a_unit(self) -> None:
        refused(self.by_the_glass(unit=False), Smash(TOYS, None, "roger"), "11.6", "unit")

    def test_11_6_it_is_the_move_of_both(self) -> None:
        position = do(self.by_the_glass(), Smash(TOYS, None, "roger"))
        refused(position, roger("026"), "11.4", "already")
        refused(position, FreeMove(("026",), "016"), "7.4")

    def test_11_6_not_after_a_move(self) -> None:
        people = {"peter": "000", "roger": "015 super_zombie"}
        position = table("free_movement", people, {"015": 2}, closed=[GLASS_TOYS])
        position = do(position, roger("016", along=True))
        ruling = refused(position, Smash(TOYS, None, "roger"), "11.4", "already")
        assert "R-11.6a" in ruling.cases

    def test_11_6_nor_once_the_unit_has_gone_its_own_way(self) -> None:
        position = do(self.by_the_glass(), FreeMove(("015",), "016"))
        refused(position, Smash(TOYS, None, "roger"), "11.6", "unit")

    def test_11_6_only_glass_beside_him(self) -> None:
        people = {"peter": "000", "roger": "006 super_zombie"}
        position = table("free_movement", people, {"006": 2}, closed=[GLASS_TOYS])
        refused(position, Smash(TOYS, None, "roger"), "11.6", "side")
        solid = table("free_movement", {"roger": "014 super_zombie"}, {"014": 2}, closed=["014-024"])
        refused(solid, Smash(("014", "024"), None, "roger"), "10.4", "solid")

    def test_11_6_not_with_a_character_among_them(self) -> None:
        people = {"peter": "016", "roger": "016 super_zombie"}
        refused(self.by_the_glass(people=people), Smash(TOYS, None, "roger"), "7.6", "016")

    def test_11_6_in_reaction_where_the_glass_is_in_the_way(self) -> None:
        people = {"peter": "026", "roger": "016 super_zombie"}
        position = self.by_the_glass(phase="reaction", people=people, trail=["026"])
        position = do(position, Smash(TOYS, None, "roger"))
        refused(position, React(("026",), None, "roger"), "11.4", "already")
        refused(do(position, NextPhase()), roger("026"), "11.4", "already")

    def test_11_6_in_reaction_not_elsewhere(self) -> None:
        people = {"peter": "004", "roger": "016 super_zombie"}
        position = self.by_the_glass(phase="reaction", people=people, trail=["004"])
        refused(position, Smash(TOYS, None, "roger"), "10.4", "does not block")

    def test_11_6_in_reaction_not_while_the_two_can_pass_what_stops_a_unit(self) -> None:
        more: dict[str, Any] = {"people": {"peter": "024", "roger": "016 super_zombie"}, "trail": ROUND}
        position = reaction({"016": 2, "015": 2}, "024", **more)
        legal(position, React(("015", "014"), None, "roger", with_zombie=True), "11.4")
        refused(position, Smash(TOYS, None, "roger"), "10.4", "not block")
        full = reaction({"016": 2, "015": 2, "014": 2}, "024", closed=[GLASS_TOYS, SOLID_TOYS], **more)
        legal(full, Smash(TOYS, None, "roger"), "11.6")

    def test_11_6_a_berserk_unit_below_may_try_by_itself(self) -> None:
        people = {"peter": "026", "roger": "016 super_zombie"}
        position = table("free_movement", people, {"016": "9 berserk"}, closed=[GLASS_TOYS])
        legal(position, Smash(TOYS, "016"), "10.4")
