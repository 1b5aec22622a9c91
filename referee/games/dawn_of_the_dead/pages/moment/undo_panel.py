"""The panel of places to take back to: last step, start of the move, phase, Player-Turn (R-UNDO)."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.pages.forms.forms import Form
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.wording import counted

BACK = "back"
"""What the address of the table is asked for this panel, with the number of the last step."""


def undo_panel(context: SeatContext, asked: str) -> Moment | None:
    """Return the panel, or None if nothing can be taken back or a request waits for an answer.

    Nor is it there once the last step is another one than when it was `asked` for: its keys would mean
    other steps.
    """
    undo = context.view.get("undo")
    if not undo or context.view.get("request") or asked not in {BACK, str(undo["n"])}:
        return None
    places = [{"n": undo["n"], "name": "the last step", "steps": 1}, *undo["places"]]
    keys = tuple(
        {
            "n": place["n"],
            "says": place["name"][0].upper() + place["name"][1:],
            "steps": counted(place["steps"], "step") if place["steps"] > 1 else "",
        }
        for place in places
    )
    return Moment(
        "Take back",
        f"{context.base}/now?{BACK}={undo['n']}",
        form=Form("places", places=keys),
        back_url=f"{context.base}/now",
    )
