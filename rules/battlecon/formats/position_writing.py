"""A position as JSON (`referee-position/1`)."""

from __future__ import annotations

from typing import Any

from rules.battlecon.actions import SEATS, ChooseDiscards, Commitment, CommitPair
from rules.battlecon.cards import Modifier
from rules.battlecon.formats.options import option_to_json
from rules.battlecon.position import NO_ATTACK, Attack, Fighter, Pending, Position

FORMAT = "referee-position/1"
SYSTEM = "battlecon"


def position_to_json(position: Position) -> dict[str, Any]:
    """Return a position as JSON data, secrets included; only a `View` may leave the referee."""
    match = position.match
    data: dict[str, Any] = {
        "format": FORMAT,
        "system": SYSTEM,
        "profile": position.profile,
        "mode": position.mode,
        "match": {
            "to": match.to,
            "points": dict(zip(SEATS, match.points, strict=True)),
            "duel": match.duel,
            "starting_discards": match.starting_discards,
            "special_actions": match.special_actions,
        },
        "beat": position.beat,
        "phase": position.phase,
        "active": position.active,
        "fighters": {
            seat: _fighter(position, position.fighters[seat]) for seat in SEATS if seat in position.fighters
        },
        "trap": position.trap,
        "committed": {
            seat: _commitment(position.committed[seat]) for seat in SEATS if seat in position.committed
        },
        "pending": [_pending(pending) for pending in position.pending],
        "beat_state": _beat_state(position),
    }
    if position.winner is not None:
        data["winner"] = position.winner
    return data


def _fighter(position: Position, fighter: Fighter) -> dict[str, Any]:
    card = position.figures.fighters[fighter.fighter]
    data: dict[str, Any] = {
        "fighter": fighter.fighter,
        "finish": fighter.finish,
        "space": fighter.space,
        "life": fighter.life,
        "discards": [list(pile) for pile in fighter.discards],
        "special": fighter.special,
    }
    if card.tokens:
        data["tokens"] = dict(fighter.tokens)
    if fighter.form is not None:
        data["form"] = fighter.form
    data["next_beat"] = fighter.next_beat
    data["modifiers"] = [_modifier(modifier) for modifier in fighter.modifiers]
    return data


def _modifier(modifier: Modifier) -> dict[str, Any]:
    return {
        "figure": modifier.figure,
        "amount": modifier.amount,
        "origin": modifier.origin,
        "lasts": modifier.lasts,
    }


def _commitment(action: Commitment) -> dict[str, Any]:
    if isinstance(action, CommitPair):
        return {"style": action.style, "base": action.base}
    if isinstance(action, ChooseDiscards):
        return {"discards": [list(pile) for pile in action.discards]}
    return {"base": action.base}


def _pending(pending: Pending) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": pending.seat, "kind": pending.kind, "case": pending.case}
    if pending.options:
        data["options"] = [option_to_json(option) for option in pending.options]
    return data


def _beat_state(position: Position) -> dict[str, Any]:
    """Return the state of the beat in progress; `{}` at its start."""
    attacks = {
        seat: _attack(attack) for seat, attack in sorted(position.attacks.items()) if attack != NO_ATTACK
    }
    if not attacks and position.phase in ("choose_fighters", "choose_discards", "select"):
        return {}
    queue = [{"do": step.do, "seat": step.seat, "what": list(step.what)} for step in position.queue]
    return {"attacks": attacks, "queue": queue}


def _attack(attack: Attack) -> dict[str, Any]:
    return {
        "style": attack.style,
        "base": attack.base,
        "under": list(attack.under),
        "finish": attack.finish,
        "void": attack.void,
        "cycles": attack.cycles,
        "stunned": attack.stunned,
        "damage_taken": attack.damage_taken,
        "soaked": attack.soaked,
        "anted": list(attack.anted),
        "spent": list(attack.spent),
        "taken_back": attack.taken_back,
        "repeats": attack.repeats,
    }
