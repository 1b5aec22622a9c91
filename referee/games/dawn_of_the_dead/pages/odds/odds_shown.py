"""The odds beside the keys of shots and attacks, if wanted: from what the seat sees, never from a secret."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import request

from referee.games.dawn_of_the_dead.pages.forms.forms import Form
from referee.games.dawn_of_the_dead.pages.keys import Group, Key
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.study.practice import practised
from referee.games.dawn_of_the_dead.shown_actions import SHOWN
from referee.games.dawn_of_the_dead.shown_actions.odds_words import chance
from rules.dawn_of_the_dead import odds
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import position_from_json

Json = Mapping[str, Any]
COOKIE = "odds"
ON = "shown"
SEATS = frozenset({"human", "table"})
OPEN = ("characters", "doors", "main_doors", "mode", "trail", "eliminated")
"""The parts of a view that the odds use, apart from its zombie units."""


def odds_wanted() -> bool:
    """Whether this device shows the odds; it does not until somebody switches them on."""
    return request.cookies.get(COOKIE) == ON


def with_odds(now: Moment, context: SeatContext, mix: odds.Mix) -> Moment:
    """Return a panel with the odds on its keys and its proposal.

    The zombie player may know more than the odds assume, so that seat gets the panel unchanged.

    `mix` is the chance of each value for a unit that lies face down.
    """
    if context.role not in SEATS or not (now.groups or now.form or now.proposal or now.practice):
        return now
    table = _open_position(context)

    def with_odds_on_keys(groups: tuple[Group, ...]) -> tuple[Group, ...]:
        return tuple(
            replace(g, keys=tuple(_on_key(k, context.view, table, mix) for k in g.keys)) for g in groups
        )

    proposed = now.proposal and replace(
        now.proposal,
        odds=_words(_proposed(context.view), context.view, table, mix),
        otherwise=with_odds_on_keys(now.proposal.otherwise),
    )
    tried = now.practice and replace(
        now.practice, odds=_words(practised(context.view) or {}, context.view, table, mix)
    )
    form = now.form and replace(now.form, odds=_words(_rolled(now.form), context.view, table, mix))
    return replace(now, groups=with_odds_on_keys(now.groups), form=form, proposal=proposed, practice=tried)


def _open_position(context: SeatContext) -> Position:
    """Return what the seat sees as a position: values that it does not see are not in it."""
    shown = {name: context.view[name] for name in OPEN}
    zombies = [{name: z[name] for name in ("square", "value", "berserk")} for z in context.view["zombies"]]
    return position_from_json(
        {**shown, "zombies": zombies, "phase": "human", "counters": "physical"}, context.setting
    )


def _on_key(key: Key, view: Json, table: Position, mix: odds.Mix) -> Key:
    action = json.loads(key.action) if key.action and not key.url else {}
    return replace(key, odds=_words(action, view, table, mix)) if key.rolls else key


def _proposed(view: Json) -> Json:
    """Return the proposed action. Between equals the odds are the same for each."""
    return view["advice"]["action"] if view.get("advice") else {}


def _rolled(form: Form) -> Json:
    """Return the action whose first dice a form asks for; of dice that lie already nothing is told."""
    action: Json = json.loads(form.action) if form.action and form.may_roll else {}
    return {} if {"dice", "die", "total", "panic"} & action.keys() else action


def _words(action: Json, view: Json, table: Position, mix: odds.Mix) -> str:
    """Return what the dice of an action may bring, in words; nothing for one that no dice decide."""
    tells = SHOWN[action["do"]].odds if action else None
    return tells(view, action, table, mix) if tells else ""


__all__ = ["COOKIE", "ON", "SEATS", "chance", "odds_wanted", "with_odds"]
