"""What a tap on a door offers, or why it may not be opened or closed (5.5)."""

from __future__ import annotations

from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.pages.keys import Group, key
from referee.games.dawn_of_the_dead.pages.map import map_overlay, squares
from referee.games.dawn_of_the_dead.pages.map.facts import Fact
from referee.games.dawn_of_the_dead.pages.moment.moment import Ask, Moment
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead import game


def tapped_door(context: SeatContext, name: str, ask: Ask) -> Moment | None:
    """Return what a tap on a door offers, or None if no door has that name.

    A door between two squares is named by them ("043-062"), a main door by its own name ("north").
    """
    door = squares.named_door(context.view, context.board, name)
    if door is None:
        return None
    here = [a for a in context.actions if door.takes(a)]
    meant = [] if here or context.view["phase"] != "human" else [door.action]
    rulings = [{**ask(a), "action": a} for a in meant if context.role in game.seats_for(a["do"])]
    return Moment(
        title=door.title,
        now_url=f"{context.base}/door/{name}?{urlencode({'in': context.stage})}",
        groups=(Group("", tuple(key(a, tone="main") for a in here)),) if here else (),
        facts=(Fact("It is", door.state),),
        back_url=f"{context.base}/now",
        refusals=tuple(r for r in rulings if not r["legal"]),
        marks=map_overlay.marks(context.view, context.actions),
    )
