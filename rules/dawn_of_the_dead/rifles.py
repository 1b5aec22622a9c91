"""12.0 Hunting Rifles: Steve and Fran take them in square 177."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.dawn_of_the_dead.actions import TakeRifle
from rules.dawn_of_the_dead.doors import whole_allowance_refusal, zombies_in_the_way
from rules.dawn_of_the_dead.effects import RifleChanged
from rules.dawn_of_the_dead.eligibility import no_move
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.human_movement import allowance, spend_here, stack_square
from rules.dawn_of_the_dead.position import Move, Position, with_item
from rules.dawn_of_the_dead.procedure import Outcome, Procedure, Verdict
from rules.ruling import allow, refuse

RIFLE_BEARERS = frozenset({"steve", "fran"})
"""The characters who may take a rifle (12.1), and need one to win (14.2)."""


def _refuse(position: Position, action: TakeRifle) -> Verdict | None:
    if refused := no_move(position):
        return refused
    move = position.move
    assert move is not None
    if action.character not in NAMES:
        return refuse(("12.0",), f"There is no character {action.character!r}.", firm=True)
    if refused := _refuse_person(position, move, action.character):
        return refused
    here, shop = stack_square(position, move), position.setting.board.rifle_square
    if here != shop:
        return refuse(
            ("12.2", "12.0"),
            f"The rifles are in {shop}; only a character who begins the turn there takes one.",
        )
    if position.rifles < 1:
        return refuse(("12.0",), "Both rifles are taken.", firm=True)
    if refused := zombies_in_the_way(position, ("12.2",)):
        return refused
    if move.rifles and not move.panicked:
        return None
    return whole_allowance_refusal(position, ("12.2", "12.0"), "Taking a rifle")


def _refuse_person(position: Position, move: Move, name: str) -> Verdict | None:
    if name not in move.characters:
        return refuse(("12.2",), f"{NAMES[name]} is not being moved.", firm=True)
    if name not in RIFLE_BEARERS:
        return refuse(("12.1",), f"{NAMES[name]} keeps his M-16; only Steve and Fran take rifles.")
    if position.characters[name].rifle:
        return refuse(("12.1",), f"{NAMES[name]} already has a rifle.")
    if move.carrying and name in move.carrying:
        return refuse(("5.6",), f"{NAMES[name]} is carrying somebody and can only walk.")
    return None


def _grant(position: Position, action: TakeRifle) -> Verdict:
    cases = ("12.2", "12.0", "R-12.0a") if position.move and position.move.rifles else ("12.2", "12.0")
    return allow(cases, f"{NAMES[action.character]} may take a rifle, for the whole Movement Allowance.")


def _take(position: Position, action: TakeRifle) -> Outcome:
    move = position.move
    assert move is not None
    name = action.character
    armed = with_item(position.characters, name, replace(position.characters[name], rifle=True))
    spent, left = spend_here(position, allowance(position, move)), max(0, position.rifles - 1)
    assert spent.after.move is not None
    moved = replace(spent.after.move, rifles=(*move.rifles, name))
    after = replace(spent.after, characters=armed, rifles=left, move=moved)
    effects = (*spent.effects, RifleChanged(name, True, left))
    return Outcome(after, f"{NAMES[name]} takes a hunting rifle.", effects=effects)


def _options(position: Position) -> Iterator[TakeRifle]:
    move = position.move
    if move and stack_square(position, move) == position.setting.board.rifle_square:
        for name in move.characters:
            yield TakeRifle(name)


TAKE_RIFLE = Procedure(TakeRifle, _refuse, _grant, _take, _options)
