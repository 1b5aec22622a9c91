"""How the Zombie Generation Phase is shown, and the end of any phase of the zombies (11.0, 13.0, 4.0)."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.wording import NAMES
from referee.games.dawn_of_the_dead.shown_actions import chart_rows, odds_words
from referee.games.dawn_of_the_dead.shown_actions.descriptor import Chart, Heading, Json, Shown, always
from rules.dawn_of_the_dead.actions import NextPhase, RollEntrance, RollInfection

MAIN = Heading(tone="main")


def _fell(action: Json) -> bool:
    """Return whether the dice of a roll have fallen."""
    return bool(action.get("dice") or action.get("total"))


SHOWN = (
    Shown(
        kind=RollEntrance,
        label=lambda a: "Bring in what was rolled" if _fell(a) else "Roll on the Zombie Entrance Table",
        step=always("entrance roll"),
        on_table=lambda _: "Roll two dice on the Zombie Entrance Table.",
        heading=MAIN,
        odds=odds_words.entrance,
        chart=Chart("13.5", chart_rows.total),
        due=True,
    ),
    Shown(
        kind=RollInfection,
        label=lambda a: f"Infection roll for {NAMES[a['character']]}",
        step=lambda a: f"{NAMES[a['character']]}’s infection roll",
        on_table=lambda a: f"Roll two dice for {NAMES[a.character]}, who is infected.",
        heading=MAIN,
        odds=odds_words.infection,
        told_by_ruling=True,
        due=True,
        changes_order=True,  # a new super zombie attacks at once (11.0)
    ),
    Shown(
        kind=NextPhase,
        label=always("End this phase"),
        step=always("end of the phase"),
        on_table=lambda _: "Nothing more to do; the phase ends.",
        leads_on=True,
    ),
)
