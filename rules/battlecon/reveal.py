"""The reveal (7.0): cards turned up, Reveal effects, and who goes first."""

from __future__ import annotations

from rules.battlecon import special_actions
from rules.battlecon.actions import CommitPair
from rules.battlecon.beat import Beat, Question
from rules.battlecon.effects import Active, Clash
from rules.battlecon.execution import begin_execution
from rules.battlecon.names import OTHER, SEATS, Seat
from rules.battlecon.position import Step
from rules.battlecon.showing import show
from rules.battlecon.triggers import trigger, trigger_ability


def turn_up(beat: Beat, step: Step) -> None:
    """Turn up the pairs of the seats named, at the same moment (7.1)."""
    beat.phase = "special"
    turned = [seat for seat in SEATS if seat in step.what]
    for seat in turned:
        chosen = beat.committed[seat]
        assert isinstance(chosen, CommitPair)
        side = beat.sides[seat]
        side.style, side.base = chosen.style, chosen.base
        side.join()
    beat.committed = {}
    for seat in turned:
        show(beat, beat.sides[seat])


def reveal(beat: Beat, step: Step) -> None:
    """Queue the Reveal effects, then the comparison (7.1). Abilities count once a beat (R-20.1b)."""
    leader = beat.leader()
    beat.queue.append(Step("compare"))
    for seat in (OTHER[leader], leader):
        trigger(beat, seat, "reveal")
        if step.what:
            trigger_ability(beat, seat, "reveal")


def compare(beat: Beat, step: Step) -> Question | None:
    """Compare priorities: the higher attacks first (10.1); a finish wins ties (14.2); else a tie clashes."""
    a, b = (beat.sides[seat].total("priority") for seat in SEATS)
    if a != b:
        _begin(beat, "a" if a > b else "b")
        return None
    finishing = [seat for seat in SEATS if beat.sides[seat].finish]
    if len(finishing) == 1:
        _begin(beat, finishing[0])
    elif finishing:
        special_actions.call_off_finishes(beat)
    else:
        beat.tell(Clash())
        beat.queue.append(Step("clash"))
    return None


def _begin(beat: Beat, active: Seat) -> None:
    beat.active = active
    beat.tell(Active(active))
    begin_execution(beat)
