"""The panel that asks for the dice of an action, and what it says when the table has moved on meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from referee.pages import forms, map_overlay
from referee.pages.forms import Form
from referee.pages.keys import Group, Key
from referee.pages.moment import Ask, Moment
from referee.pages.seat_context import SeatContext
from referee.pages.wording import label

Json = Mapping[str, Any]
KEPT_FACTS = ("Zombie unit", "Shots by", "It is")
"""What is still told of a square or door beside the dice, which have to be in sight without scrolling."""
EXPIRED = "The game moved on while you filled this in. This action is no longer allowed."


def asked(context: SeatContext, action: Json, ruling: Json) -> Moment | None:
    """Return the panel that asks for the dice of an action, or None where it is not allowed or none fall.

    `ruling` is what `Playing.wanting` answered. Dice that stand from a roll that was taken back are told in
    it, so that nobody rolls them again only to be refused (R-UNDO).
    """
    if not ruling["legal"]:
        return None
    form = forms.completing(action, ruling["needs"], ruling["kept"], dice_only=True)
    return _panel(context, form.says, form.action, form=form) if form else None


def at_once(tapped: Moment, wanting: Ask) -> Moment:
    """Return the panel of a tapped square or door with the form for its dice, if it offers one roll.

    Any other panel comes back as it was. `wanting` answers what an action still needs.
    """
    rolls = [key for group in tapped.groups for key in group.keys if key.rolls]
    if len(rolls) != 1:
        return tapped
    action = json.loads(rolls[0].action)
    ruling = wanting(action)
    form = (
        forms.completing(action, ruling["needs"], ruling["kept"], dice_only=True) if ruling["legal"] else None
    )
    if form is None:
        return tapped
    groups = tuple(_without(group, rolls[0]) for group in tapped.groups)
    facts = tuple(fact for fact in tapped.facts if fact.name in KEPT_FACTS)
    return replace(
        tapped, form=form, groups=tuple(group for group in groups if group.keys), facts=facts, todo=()
    )


def _without(group: Group, rolled: Key) -> Group:
    """Return a group without the key of the roll; the key of the form is the brightest beside it."""
    keys = tuple(replace(key, tone="") for key in group.keys if key != rolled)
    return replace(group, keys=keys, hint=group.hint if any(key.again for key in keys) else "")


def expired(context: SeatContext, action: Json) -> Moment:
    """Return the panel of an action that was legal when its dice were asked for, and is so no longer."""
    return _panel(context, label(action), json.dumps(action), expired=EXPIRED)


def _panel(
    context: SeatContext, title: str, action: str, *, form: Form | None = None, expired: str = ""
) -> Moment:
    return Moment(
        title,
        f"{context.base}/complete?{urlencode({'action': action})}",
        form=form,
        back_url=f"{context.base}/now",
        expired=expired,
        marks=map_overlay.marks(context.view, context.actions),
    )
