"""A table for the tests: duels from a few words, beats played in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.battlecon.actions import (
    DECLINE,
    USE,
    Action,
    Choose,
    CommitBase,
    CommitPair,
    FirstOption,
    GoOption,
    MoveOption,
    Option,
    Pass,
    Seat,
    TokenOption,
    TrapOption,
)
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.game import legal_actions, rule
from rules.battlecon.position import Position, Verdict
from rules.effects import Effect
from rules.ruling import Ruling

Pick = str | int
EMPTY: list[list[str]] = [[], []]


def duel(a: str = "cadenza", b: str = "kallistar", **given: Any) -> Position:
    """Return a duel with all cards in hand; `a_life=5` or `b_form="elemental"` set a field of a fighter."""
    fighters: dict[str, dict[str, Any]] = {
        "a": {"fighter": a, "discards": EMPTY},
        "b": {"fighter": b, "discards": EMPTY},
    }
    for name in [name for name in given if name[:2] in ("a_", "b_")]:
        fighters[name[0]][name[2:]] = given.pop(name)
    return position_from_json({"system": "battlecon", "fighters": fighters, **given})


def do(position: Position, action: Action) -> Verdict:
    """Carry out a legal action."""
    ruling = rule(position, action)
    assert ruling.legal, ruling.reason
    assert action in legal_actions(position, action.seat)
    return ruling


def after(ruling: Verdict) -> Position:
    """Return the position after a ruling."""
    assert ruling.after is not None
    return ruling.after


def refused(position: Position, action: Action, case: str, words: str = "") -> Verdict:
    """Return the refusal of an action, which cites a case, says certain words and changes nothing."""
    ruling = rule(position, action)
    assert not ruling.legal, ruling.reason
    assert ruling.after is None
    assert not ruling.effects
    assert ruling.cases[0] == case, ruling
    assert words in ruling.reason, ruling.reason
    assert ruling.reason.endswith(".")
    assert action not in legal_actions(position)
    return ruling


def pair(seat: Seat, words: str) -> CommitPair:
    """Return the commitment of "clockwork strike"."""
    style, base = words.split()
    return CommitPair(seat, style, base)


def lay(position: Position, a: str, b: str, *antes: Action) -> Verdict:
    """Lay both pairs and add the tokens of the ante; pass where a token is not added."""
    first = do(position, pair("a", a))
    ruling = do(after(first), pair("b", b))
    told = (*first.effects, *ruling.effects)
    waiting = list(antes)
    while after(ruling).phase == "ante":
        (pending,) = after(ruling).pending
        answer: Action = waiting.pop(0) if waiting and waiting[0].seat == pending.seat else Pass(pending.seat)
        ruling = do(after(ruling), answer)
        told += ruling.effects
    assert not waiting
    return Ruling(True, ruling.cases, ruling.reason, after=ruling.after, effects=told)


def play(position: Position, a: str, b: str, *picks: Pick, antes: Sequence[Action] = ()) -> Verdict:
    """Play a whole beat: both pairs, then one pick for each open choice (see `picked`).

    Without a pick left the first option is taken. The ruling has all effects of the beat.
    """
    ruling = lay(position, a, b, *antes)
    told = ruling.effects
    waiting = list(picks)
    while after(ruling).pending and after(ruling).pending[0].kind == "choice":
        (pending,) = after(ruling).pending
        option = picked(pending.options, waiting.pop(0)) if waiting else pending.options[0]
        ruling = do(after(ruling), Choose(pending.seat, option))
        told += ruling.effects
    assert not waiting, f"{waiting} left over; {after(ruling).pending}"
    return Ruling(True, ruling.cases, ruling.reason, after=ruling.after, effects=told)


def picked(options: Sequence[Option], pick: Pick) -> Option:
    """Return the option of a short word.

    "advance 2", "retreat 1" (with the number moved), "go 3", "trap 4", "fire", "use", "decline", or the id of
    the effect that goes first.
    """
    words = str(pick).split()
    for option in options:
        match option:
            case MoveOption():
                same = words == [option.direction, str(option.spaces)]
            case GoOption():
                same = words == ["go", str(option.space)]
            case TrapOption():
                same = words == ["trap", str(option.space)]
            case TokenOption():
                same = words == [option.token]
            case FirstOption():
                same = words == [option.effect]
            case _:
                same = (option == USE and words == ["use"]) or (option == DECLINE and words == ["decline"])
        if same:
            return option
    raise AssertionError(f"{pick!r} is none of {options}")


def bases(position: Position, a: str, b: str) -> Verdict:
    """Lay new bases in a clash."""
    return do(after(do(position, CommitBase("a", a))), CommitBase("b", b))


def options(position: Position) -> list[str]:
    """Return the options of the one seat that is waited for, in short words."""
    (pending,) = position.pending
    shown = []
    for option in pending.options:
        match option:
            case MoveOption():
                shown.append(f"{option.direction} {option.spaces}")
            case GoOption():
                shown.append(f"go {option.space}")
            case TrapOption():
                shown.append(f"trap {option.space}")
            case TokenOption():
                shown.append(option.token)
            case FirstOption():
                shown.append(option.effect)
            case _:
                shown.append(option.what)
    return shown


def told(ruling: Verdict, *kinds: type[Effect]) -> list[Effect]:
    """Return the effects of certain kinds, in order."""
    return [effect for effect in ruling.effects if isinstance(effect, kinds)]


def lives(position: Position) -> tuple[int, int]:
    """Return both lives."""
    return position.fighters["a"].life, position.fighters["b"].life


def spaces(position: Position) -> tuple[int, int]:
    """Return both spaces."""
    return position.fighters["a"].space, position.fighters["b"].space
