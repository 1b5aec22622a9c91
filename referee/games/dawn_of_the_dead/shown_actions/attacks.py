"""How attacks and the shots at attackers are shown (8.0, 6.9)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.dawn_of_the_dead.pages.wording import NAMES, counted, people
from referee.games.dawn_of_the_dead.shown_actions import chart_rows, odds_words
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Chart, Heading, Json, Shown, always
from referee.games.dawn_of_the_dead.shown_actions.saying import guns, shoots
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    HoldFire,
    OpenAttack,
    RollAttack,
)

SHOTS_FIRST = Heading("Shoot before the attack")


def _hold_fire(action: Json) -> str:
    if not action.get("by"):
        return "No shot: the attack goes on"
    return f"{people(action['by'])} {'holds' if len(action['by']) == 1 else 'hold'} fire"


def _declare(action: Json) -> str:
    count = action.get("count")
    return f"Attack {counted(count, 'character')}" if count else "Roll how many are attacked"


def _under_attack(view: Json, _board: Board, _action: Json) -> Sequence[str | None]:
    return ((view["phase_state"].get("attack") or {}).get("square"),)


SHOWN = (
    Shown(
        kind=OpenAttack,
        label=lambda a: f"Resolve the attack in {a['square']}",
        step=lambda a: f"attack in {a['square']}",
        on_table=lambda a: f"Resolve the attack in {a.square}.",
        heading=Heading("Attacks to resolve", tone="main"),
        leads_on=True,
        follows=True,
    ),
    Shown(
        kind=Defend,
        label=lambda a: f"{people(a['by'])} {shoots(a)} first",
        step=always("shot at the zombies"),
        would=lambda a: f"shoot first with {guns(a)}",
        heading=SHOTS_FIRST,
        odds=odds_words.defence,
        chart=Chart("6.7", chart_rows.shot),
        places=_under_attack,
    ),
    Shown(
        kind=HoldFire,
        label=_hold_fire,
        step=always("holding fire"),
        heading=SHOTS_FIRST,
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=DeclareAttack,
        label=_declare,
        step=always("number attacked"),
        on_table=lambda _: "Roll one die for how many are attacked.",
        heading=Heading(hint="The zombies’ value is divided among those attacked."),
        typed=False,
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=ChooseVictims,
        label=lambda a: f"{people(a['characters'])} {'is' if len(a['characters']) == 1 else 'are'} attacked",
        step=always("choice of victims"),
        would=lambda a: f"let {people(a['characters'])} be attacked",
        heading=Heading("Who is attacked?"),
        places=_under_attack,
        leads_on=True,
    ),
    Shown(
        kind=RollAttack,
        label=lambda a: f"Roll the attack on {NAMES[a['character']]}",
        step=lambda a: f"attack on {NAMES[a['character']]}",
        on_table=lambda a: f"Roll two dice for the attack on {NAMES[a.character]}.",
        heading=Heading(tone="main"),
        odds=odds_words.attack,
        told_by_ruling=True,
        chart=Chart("8.8", chart_rows.attack),
        places=_under_attack,
        due=True,
        follows=True,
    ),
)
