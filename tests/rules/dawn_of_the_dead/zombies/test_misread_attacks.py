"""R-5.4b and R-8.0a: a correction during the attacks changes what is rolled, or says that it is too late."""

from __future__ import annotations

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    HoldFire,
    NextPhase,
    OpenAttack,
    ReadValue,
    RollAttack,
)
from rules.dawn_of_the_dead.position import AttackState, Position
from rules.dawn_of_the_dead.procedure import Verdict
from tests.rules.dawn_of_the_dead.applied import applied
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

NOTHING = (5, 5)


def declared(value: int, count: int = 2) -> Position:
    """Return an attack on two characters in 022 whose unit was read off its cardboard as `value`."""
    position = table(
        "attack",
        {"peter": "022", "roger": "022"},
        {"022": None},
        counters="physical",
        phase_state={"pending": ["022"]},
    )
    return do(position, OpenAttack("022"), HoldFire(), DeclareAttack(count, values={"022": value}))


def correct(position: Position, was: int, value: int) -> Verdict:
    """Return the ruling on a correction that both sides agree on, checked against its effects."""
    ruling = game.force(position, ReadValue("022", value, was=was))
    assert ruling.legal
    assert ruling.after is not None
    assert applied(position, ruling.effects) == ruling.after
    return ruling


def after(ruling: Verdict) -> Position:
    assert ruling.after is not None
    return ruling.after


def state(position: Position) -> AttackState:
    assert isinstance(position.phase_state, AttackState)
    return position.phase_state


def test_8_0_a_correction_to_no_strength_ends_the_attack() -> None:
    """R-8.0a: no dice are rolled for it."""
    ruling = correct(declared(5), 5, 1)
    assert "Split that way, the zombies have no strength: no effect." in ruling.reason
    assert "R-8.0a" in ruling.cases
    assert "strength" not in ruling.story
    assert state(after(ruling)).attack is None
    assert refused(after(ruling), RollAttack("peter"), "8.0").firm
    legal(after(ruling), NextPhase(), "4.0")


def test_8_0_an_attack_that_a_misreading_ended_is_due_again() -> None:
    position = declared(1)
    assert state(position).attack is None
    ruling = correct(position, 1, 5)
    assert ruling.reason.endswith("The attack in 022 is due again.")
    refused(after(ruling), NextPhase(), "8.0")
    going_on = legal(after(ruling), OpenAttack("022"))
    assert going_on.after is not None
    assert applied(after(ruling), going_on.effects) == going_on.after
    assert (going_on.reason, going_on.story) == (
        "The attack in 022 goes on, at strength 2.",
        "The attack in 022 goes on.",
    )
    refused(going_on.after, HoldFire(), "8.0")
    end = do(going_on.after, RollAttack("peter", NOTHING), RollAttack("roger", NOTHING))
    legal(end, NextPhase(), "4.0")


def test_8_0_who_was_attacked_already_is_not_attacked_again() -> None:
    """Peter's roll stands; the wrong correction had ended the attack before Roger's."""
    half = do(declared(5), RollAttack("peter", NOTHING))
    again = after(correct(after(correct(half, 5, 1)), 1, 5))
    attack = state(do(again, OpenAttack("022"))).attack
    assert attack is not None
    assert (attack.victims, attack.strength) == (("roger",), 2)


def test_8_0_with_fewer_attacked_than_are_there_they_are_named_then() -> None:
    first = table(
        "attack", {"peter": "022", "roger": "022", "fran": "022"}, {"022": None},
        counters="physical", phase_state={"pending": ["022"]},
    )  # fmt: skip
    weak = do(first, OpenAttack("022"), HoldFire(), DeclareAttack(2, values={"022": 1}))
    opened = do(after(correct(weak, 1, 4)), OpenAttack("022"))
    end = do(opened, ChooseVictims(("peter", "fran")), RollAttack("fran", NOTHING))
    legal(end, RollAttack("peter"))


def test_8_0_a_correction_that_leaves_no_strength_changes_nothing() -> None:
    weak = do(
        table(
            "attack", {"peter": "022", "roger": "022", "fran": "022"}, {"022": None},
            counters="physical", phase_state={"pending": ["022"]},
        ),
        OpenAttack("022"), HoldFire(), DeclareAttack(3, values={"022": 1}),
    )  # fmt: skip
    legal(after(correct(weak, 1, 2)), NextPhase(), "4.0")


def test_4_0_once_the_phase_is_over_a_correction_says_that_it_is_too_late() -> None:
    ruling = correct(do(declared(1), NextPhase()), 1, 5)
    assert ruling.reason.endswith(
        "It is too late to change what came of the wrong value; to play that again, take it back."
    )
    assert "too late" not in ruling.story


def test_2_3_nothing_of_an_attack_without_strength_is_in_a_view() -> None:
    for role in ("table", "human", "zombie"):
        view = game.redact(declared(1), role)
        assert "weak" not in view.to_json()["phase_state"]
        assert isinstance(view.phase_state, AttackState)
        assert not view.phase_state.weak


def test_r_5_4b_a_correction_is_told_that_it_names_what_was_read() -> None:
    position = declared(3)
    told = "The unit in 022 was read as 3. A correction must give that as “was”."
    assert refused(position, ReadValue("022", 1), "R-5.4b").reason == told
