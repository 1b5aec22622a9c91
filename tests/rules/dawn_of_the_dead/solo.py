"""Solitaire games for tests: the zombies follow the advice, the human player does anything lawful."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Counters, Mode, Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.solitaire.zombie_player import Advice, ZombieSight, advise, choices
from tests.rules.dawn_of_the_dead import chance


def dealt(
    setting: Setting, rng: Random, mode: Mode = "solitaire", counters: Counters = "digital"
) -> Position:
    """Return a position before set-up, the units dealt at random."""
    draw = list(setting.sheet.units)
    rng.shuffle(draw)
    return game.set_up(setting, mode, counters, draw)


def followed(position: Position, advice: Advice, rng: Random) -> Verdict:
    """Return the ruling on the advice, with dice, draws and choices within the roll made."""
    action = rng.choice(advice.among or (advice.action,))
    for _ in range(40):
        ruling = game.rule(position, action)
        if not ruling.needs:
            return ruling
        chosen = choices(ZombieSight(position), ruling.needs)
        chance_needs = {need: wanted for need, wanted in ruling.needs.items() if need not in chosen}
        action = replace(action, **chosen, **chance._given(position, action, chance_needs, rng))
    raise AssertionError(action)


def human_action(position: Position, rng: Random) -> Action | None:
    """Return something lawful of the human player's, or None where the zombies act."""
    if position.phase in {"attack", "generation"}:
        options = [
            a for a in game.legal_actions(position) if a.do in {"defend", "hold_fire", "choose_victims"}
        ]
        return rng.choice(options) if options else None
    if position.phase in {"human", "place_characters"}:
        return chance.chosen(position, rng)
    return None


def played(
    position: Position, rng: Random, actions: int
) -> Iterator[tuple[Position, Advice | None, Verdict]]:
    """Yield each position of a game, its advice (None for the human player) and the ruling."""
    for _ in range(actions):
        if position.phase == "over":
            return
        action = human_action(position, rng)
        advice = None if action else advise(ZombieSight(position))
        if action:
            _, ruling = chance.completed(position, action, rng)
        else:
            assert advice, position
            ruling = followed(position, advice, rng)
        yield position, advice, ruling
        assert ruling.after, (action, advice, ruling)
        position = ruling.after
