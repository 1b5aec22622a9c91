"""The dice and draws that an action of *Dawn of the Dead* needs, and the fields they go into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.games.ports import ChanceRequest, DiceTotal
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead.equipment.units import pool
from rules.dawn_of_the_dead.humans.gunfire import announced, dice_fired
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.zombies.attacks import attack_under_way, defence
from rules.ruling import Missing


def wants(position: Position, action: act.Action, needs: Mapping[str, Missing]) -> list[ChanceRequest]:
    """Return the dice and draws that are needed now: panic before shots, and draws last."""
    if "panic" in needs:
        names = needs["panic"]
        assert isinstance(names, tuple)
        return [ChanceRequest("panic", "panic", len(names), names)]
    if "dice" in needs:
        field = "die" if hasattr(action, "die") else "dice"
        return [ChanceRequest(action.rolls, field, _count(needs["dice"]), sums=action.do in act.SUMS)]
    if "draw" in needs:
        name = action.draws_from
        assert name is not None
        held = tuple(sorted(v for v in pool(position, name) or () if v is not None))
        return [ChanceRequest(f"draw from {name}", "draw", _count(needs["draw"]), pool=held)]
    return []


def given(action: act.Action) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
    """Return the dice and draws that an action holds."""
    requests: list[tuple[ChanceRequest, tuple[int, ...]]] = []
    panic = getattr(action, "panic", None)
    if panic:
        requests.append((ChanceRequest("panic", "panic", len(panic), tuple(panic)), tuple(panic.values())))
    dice = getattr(action, "dice", None)
    die = getattr(action, "die", None)
    rolled = tuple(dice) if dice is not None else () if die is None else (die,)
    if rolled:
        field = "dice" if dice is not None else "die"
        requests.append((ChanceRequest(action.rolls, field, len(rolled)), rolled))
    total = getattr(action, "total", None)
    if total is not None:
        requests.append((ChanceRequest(action.rolls, "total", 1, sums=True), (total,)))
    draw = getattr(action, "draw", None)
    if draw:
        requests.append(
            (ChanceRequest(f"draw from {action.draws_from}", "draw", len(draw), pool=()), tuple(draw))
        )
    return requests


def dice_of_total(position: Position, action: act.Action) -> int:
    """Return how many dice the total of an action stands for; 0 where it gives none."""
    if getattr(action, "total", None) is None:
        return 0
    if isinstance(action, act.Shoot) and position.move is not None:
        return dice_fired(position, announced(position, action))
    if isinstance(action, act.Defend) and attack_under_way(position) is not None:
        return dice_fired(position, defence(position, action))
    return 2


def fill(action: act.Action, want: ChanceRequest, results: Sequence[int]) -> act.Action:
    """Return the action with dice or draws put in."""
    if want.field == "panic":
        panic = dict(getattr(action, "panic", None) or {})
        panic.update(zip(want.names, results, strict=True))
        return replace(action, panic=panic)  # type: ignore[call-arg]
    if any(isinstance(result, DiceTotal) for result in results):
        return replace(action, total=sum(results))  # type: ignore[call-arg]
    value: Any = results[0] if want.field == "die" else tuple(results)
    return replace(action, **{want.field: value})


def choices(action: act.Action, needs: Mapping[str, Missing]) -> Sequence[act.Action]:
    """Return the action once for each choice that the dice leave its player; else the action alone."""
    for field in action.chosen_later:
        options = needs.get(field)
        if isinstance(options, tuple):
            written = act.to_json(action)
            # Only one unit is left to enter, so one door is the whole choice (R-13.0a).
            picked = [[option] if field == "doors" else option for option in options]
            return [act.from_json({**written, field: value}) for value in picked]
    return (action,)


def _count(need: Missing) -> int:
    return need if isinstance(need, int) else len(need)
