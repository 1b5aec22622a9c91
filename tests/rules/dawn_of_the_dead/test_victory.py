"""14.0 How the Game is Won: the moment it is, by whom, and what is still missing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    Action,
    CloseMainDoor,
    DeclareAttack,
    Defend,
    EndTurn,
    NextPhase,
    OpenAttack,
    PlaceCharacters,
    RollAttack,
    RollEntrance,
    RollInfection,
    Shoot,
    StartMove,
    TakeRifle,
)
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.victory import humans_have_won, zombies_have_won
from tests.rules.dawn_of_the_dead.small_mall import RIFLES
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

INFECTED = (1, 1)
SAFE = {"peter": "020", "roger": "000", "steve": "000 rifle", "fran": "000 rifle"}
SHUT = {"north": "closed", "east": "closed", "south": "closed"}
"""All but the west door, beside 020."""
CLOSING: tuple[Action, ...] = (StartMove(("peter",)), CloseMainDoor("west"))


def attacked(victim: str, **people: str) -> Position:
    """Return an attack on one character in 022, everybody else normal in 000 unless told."""
    everyone = dict.fromkeys(("peter", "roger", "steve", "fran"), "000") | people | {victim: "022"}
    if victim in people:
        everyone[victim] = people[victim]
    position = table("attack", everyone, {"022": 1}, turn=3)
    return do(position, OpenAttack("022"))


def ended(position: Position) -> str | None:
    """Return who has won, having asserted that the phase agrees."""
    assert (position.phase == "over") is (position.winner is not None)
    return position.winner


class TestZombiePlayer:
    """14.1 and R-14.1a: three characters lost, or Fran fallen and one other lost."""

    LOST = pytest.mark.parametrize("lost", ["- killed", "044 super_zombie"])

    @LOST
    def test_14_1_three_lost(self, lost: str) -> None:
        position = attacked("peter", peter="022 stunned", roger=lost, steve="045 super_zombie")
        assert ended(position) is None
        assert ended(do(position, RollAttack("peter", INFECTED))) == "zombie"

    def test_14_1_two_are_not_enough(self) -> None:
        position = do(attacked("peter", peter="022 stunned", roger="- killed"), RollAttack("peter", INFECTED))
        assert position.characters["peter"].status == "killed"
        assert ended(position) is None

    @LOST
    def test_14_1_fran_infected_and_one_other_lost(self, lost: str) -> None:
        assert ended(do(attacked("fran", roger=lost), RollAttack("fran", INFECTED))) == "zombie"
        assert ended(do(attacked("fran"), RollAttack("fran", INFECTED))) is None

    def test_14_1_fran_killed_and_one_other(self) -> None:
        position = attacked("fran", fran="022 stunned", roger="- killed")
        assert ended(do(position, RollAttack("fran", INFECTED))) == "zombie"
        alone = do(attacked("fran", fran="022 stunned"), RollAttack("fran", INFECTED))
        assert ended(alone) is None

    @pytest.mark.parametrize("fran", ["000 infected", "- killed"])
    def test_14_1_the_other_may_be_the_later(self, fran: str) -> None:
        position = attacked("peter", peter="022 stunned", fran=fran)
        assert ended(do(position, RollAttack("peter", INFECTED))) == "zombie"

    def test_14_1_an_infected_other_does_not_count(self) -> None:
        position = attacked("peter", fran="000 infected")
        assert ended(do(position, RollAttack("peter", INFECTED))) is None

    def test_14_1_fran_stunned_is_not_fallen(self) -> None:
        assert ended(do(attacked("fran", roger="- killed"), RollAttack("fran", (1, 2)))) is None

    def test_14_1_infected_others_are_not_lost_however_many(self) -> None:
        position = attacked("peter", roger="000 infected", steve="000 infected")
        assert ended(do(position, RollAttack("peter", INFECTED))) is None

    def test_14_1_turning_counts_at_once(self) -> None:
        people = {"peter": "022 infected", "roger": "000", "steve": "000", "fran": "000 infected"}
        position = do(table("generation", people), RollEntrance((5, 5)))
        assert ended(do(position, RollInfection("peter", (1, 1)))) == "zombie"
        fran = {"peter": "- killed", "roger": "000", "steve": "000", "fran": "022 infected"}
        study = do(table("generation", fran), RollEntrance((5, 5)))
        assert ended(do(study, RollInfection("fran", (6, 6)))) == "zombie"

    def test_14_1_a_super_zombie_shot_stays_lost(self) -> None:
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        position = do(table("attack", people), OpenAttack("022"), Defend(("peter",), {"peter": 6}, (6, 6)))
        assert position.characters["roger"].status == "killed"
        assert ended(position) is None

    def test_14_1_in_the_middle_of_an_attack(self) -> None:
        """R-14.0a: the second victim is not rolled for any more."""
        people = {"peter": "022 stunned", "steve": "022", "roger": "044", "fran": "000 infected"}
        position = table("attack", people, {"022": 6})
        position = do(position, OpenAttack("022"), DeclareAttack(2))
        over = do(position, RollAttack("peter", INFECTED))
        assert ended(over) == "zombie"
        assert refused(over, RollAttack("steve"), "14.0", "over").firm


class TestStudy:
    """R-14.1b: a position with the game already lost is played on for study, until a further loss."""

    def test_14_1_it_goes_on(self) -> None:
        position = do(table("human", {"peter": "024"}), StartMove(("peter",)))
        assert zombies_have_won(position)
        assert ended(position) is None

    def test_14_1_until_a_further_loss(self) -> None:
        position = do(table("attack", {"peter": "022 stunned"}, {"022": 1}), OpenAttack("022"))
        assert ended(do(position, RollAttack("peter", (5, 5)))) is None
        assert ended(do(position, RollAttack("peter", INFECTED))) == "zombie"

    def test_14_1_the_infection_of_fran_is_a_further_loss(self) -> None:
        position = do(table("attack", {"fran": "022"}, {"022": 1}), OpenAttack("022"))
        assert ended(do(position, RollAttack("fran", (1, 2)))) is None
        assert ended(do(position, RollAttack("fran", INFECTED))) == "zombie"


class TestHumanPlayer:
    """14.2: four doors, two rifles, no zombies; each condition alone decides."""

    def closing(self, people: dict[str, str] | None = None, **more: Any) -> Position:
        given: dict[str, Any] = {"main_doors": SHUT, **more}
        return do(table("human", people or SAFE, given.pop("zombies", None), **given), *CLOSING)

    def test_14_2_all_fulfilled_wins_at_once(self) -> None:
        position = self.closing()
        assert ended(position) == "human"
        assert refused(position, EndTurn(), "14.0", "over").firm
        assert game.legal_actions(position) == []

    def test_14_2_and_the_case_is_cited(self) -> None:
        """14.1 likewise, beside the case of the action that did it."""
        position = do(table("human", SAFE, main_doors=SHUT), CLOSING[0])
        assert legal(position, CLOSING[1], "5.5").cases == ("5.5", "R-5.5a", "14.2")
        lost = legal(attacked("fran", roger="- killed"), RollAttack("fran", INFECTED), "8.8")
        assert lost.cases == ("8.8", "8.2", "8.4", "14.1")

    def test_14_2_1_all_four_doors(self) -> None:
        open_south = {name: state for name, state in SHUT.items() if name != "south"}
        assert ended(self.closing(main_doors=open_south)) is None

    @pytest.mark.parametrize("without", ["steve", "fran"])
    def test_14_2_2_both_rifles(self, without: str) -> None:
        assert ended(self.closing({**SAFE, without: "000"})) is None

    @pytest.mark.parametrize("without", ["steve", "fran"])
    def test_14_2_2_the_infected_need_them_too(self, without: str) -> None:
        assert ended(self.closing({**SAFE, without: "000 infected"})) is None
        assert ended(self.closing({**SAFE, without: "000 infected rifle"})) == "human"

    def test_14_2_2_and_the_stunned(self) -> None:
        assert ended(self.closing({**SAFE, "steve": "000 stunned"})) is None
        assert ended(self.closing({**SAFE, "steve": "000 stunned rifle"})) == "human"

    def test_14_2_2_the_dead_do_not(self) -> None:
        assert ended(self.closing({**SAFE, "steve": "- killed"})) == "human"
        assert ended(self.closing({**SAFE, "fran": "- killed"})) == "human"

    def test_14_2_3_no_unit_is_left(self) -> None:
        assert ended(self.closing(zombies={"044": 3})) is None

    def test_14_2_3_nor_a_super_zombie(self) -> None:
        """And one who became a super zombie needs no rifle, once he is gone (14.2.2)."""
        assert ended(self.closing({**SAFE, "steve": "044 super_zombie"})) is None

    def test_14_2_3_nor_a_hidden_one(self) -> None:
        """R-14.2a."""
        assert ended(self.closing(hidden=["044"], hidden_box=[3])) is None

    def test_14_2_4_not_when_the_zombie_player_has_won(self) -> None:
        """R-14.1b: this position was lost before it began."""
        lost = {**SAFE, "steve": "- killed", "fran": "- killed", "roger": "- killed"}
        position = self.closing(lost)
        assert not humans_have_won(position)
        assert ended(position) is None

    def test_14_2_by_the_last_shot(self) -> None:
        doors = {**SHUT, "west": "closed"}
        people = {**SAFE, "peter": "024"}
        position = do(table("human", people, {"023": 3}, main_doors=doors), StartMove(("peter",)))
        assert ended(do(position, Shoot(("peter",), "023", dice=(1, 1)))) is None
        assert ended(do(position, Shoot(("peter",), "023", dice=(4, 4)))) == "human"

    def test_14_2_by_a_shot_under_attack(self) -> None:
        """R-14.0a: in the Zombie Player-Turn as well."""
        doors = {**SHUT, "west": "closed"}
        people = {**SAFE, "peter": "022"}
        position = do(table("attack", people, {"022": 3}, main_doors=doors), OpenAttack("022"))
        assert ended(do(position, Defend(("peter",), {"peter": 6}, (4, 4)))) == "human"

    def test_14_2_by_the_last_rifle(self) -> None:
        doors = {**SHUT, "west": "closed"}
        people = {**SAFE, "fran": RIFLES}
        position = do(
            table("human", people, main_doors=doors, rifles=1), StartMove(("fran",)), TakeRifle("fran")
        )
        assert ended(position) == "human"


class TestTheMoment:
    """14.0 and R-14.0a: the first to fulfil his conditions wins; with one action for both, the zombies."""

    def test_14_0_the_last_loss_beats_all_else(self) -> None:
        """Everything else is in order for the humans; then Fran falls, and Roger is dead."""
        doors = {**SHUT, "west": "closed"}
        people = {**SAFE, "roger": "- killed", "fran": "022 rifle"}
        position = do(table("attack", people, {"022": 1}, main_doors=doors), OpenAttack("022"))
        over = do(position, RollAttack("fran", INFECTED))
        assert ended(over) == "zombie"

    def test_14_0_nothing_is_won_while_setting_up(self) -> None:
        position = table("place_characters", {"peter": "-"}, main_doors={**SHUT, "west": "closed"})
        squares = {"peter": "022", "roger": "022", "steve": "023", "fran": "024"}
        place = PlaceCharacters(squares)
        assert ended(do(position, place)) is None

    def test_14_0_the_agenda_names_the_winner(self) -> None:
        over = do(attacked("fran", roger="- killed"), RollAttack("fran", INFECTED))
        (item,) = game.redact(over, "table").to_json()["agenda"]
        assert (item["kind"], item["seat"], item["case"]) == ("over", "zombie", "14.1")

    def test_14_0_phases_do_not_go_on(self) -> None:
        over = do(attacked("fran", roger="- killed"), RollAttack("fran", INFECTED))
        assert refused(over, NextPhase(), "14.0").firm
