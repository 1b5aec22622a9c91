"""The panel that asks for the dice of an action, and what it says when the table has moved on meanwhile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.labels.actions import label
from referee.games.dawn_of_the_dead.labels.wording import people
from referee.games.dawn_of_the_dead.pages.action_panel import forms
from referee.games.dawn_of_the_dead.pages.action_panel.forms import Form, Shooters
from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group, Key
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel, Ask
from referee.games.dawn_of_the_dead.pages.map import overlay
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.records.text import Json

KEPT_FACTS = ("Zombie unit", "Shots by", "Panic check first", "It is")
"""Facts about a square or door that stay beside the dice form, which must fit without scrolling."""
BY = "by"
"""The query parameter with the chosen shooters."""
EXPIRED = "The game moved on while you filled this in. This action is no longer allowed."


def dice_panel(context: SeatContext, action: Json, ruling: Json) -> ActionPanel | None:
    """Return the panel that asks for the dice of an action, or None where it is not allowed or none fall.

    `ruling` is what `Playing.wanting` answered. It names dice that are kept from a roll that was taken back,
    so that they are not rolled again and refused (R-UNDO).
    """
    if not ruling["legal"]:
        return None
    form = _form_of(action, ruling)
    return _panel(context, form.says, form.action, form=form) if form else None


def with_dice_forms(tapped: ActionPanel, wanting: Ask, by: str = "") -> ActionPanel:
    """Return the panel of a tapped square or door with the form for its dice, if it offers one roll.

    Several shots at the square are one roll with a choice of shooters: `by` names those chosen, and at first
    all are ("peter,roger"). Any other panel comes back as it was. `wanting` answers what an action needs.
    """
    rolls = [key for group in tapped.groups for key in group.keys if key.rolls]
    actions = [json.loads(key.action) for key in rolls]
    if len(rolls) != 1 and {action["do"] for action in actions} != {"shoot"}:
        return tapped
    offered = [
        (*one, form) for one in zip(rolls, actions, strict=True) if (form := _dice_form(one[1], wanting))
    ]
    if not offered:
        return tapped
    largest = max(offered, key=lambda one: len(one[1].get("by", ())))
    _, action, form = next((one for one in offered if ",".join(one[1].get("by", ())) == by), largest)
    url = (
        f"{tapped.now_url}&{urlencode({BY: ','.join(action['by'])})}" if len(offered) > 1 else tapped.now_url
    )
    form = replace(form, shooters=_shooters(tapped, action, [one[1] for one in offered]))
    gone = [one[0] for one in offered]
    groups = tuple(_without(group, gone) for group in tapped.groups)
    facts = tuple(fact for fact in tapped.facts if fact.name in KEPT_FACTS)
    return replace(
        tapped,
        now_url=url,
        form=form,
        groups=tuple(group for group in groups if group.keys),
        facts=facts,
        todo=(),
    )


def _dice_form(action: Json, wanting: Ask) -> Form | None:
    """Return the form for the dice of an action, or None where it is not allowed or none fall."""
    ruling = wanting(action)
    if not ruling["legal"]:
        return None
    return _form_of(action, ruling)


def _form_of(action: Json, ruling: Json) -> Form | None:
    """Return the form for the dice that an allowed action wants, with what they mean; None without dice."""
    return forms.completion_form(
        action, ruling["needs"], ruling["kept"], reason=ruling["reason"], cases=ruling["cases"],
        dice_only=True,
    )  # fmt: skip


def _shooters(tapped: ActionPanel, chosen: Json, actions: Sequence[Json]) -> tuple[Shooters, ...]:
    """Return the choices of who shoots, the smallest first; none where there is but one."""
    if len(actions) < 2:
        return ()
    most = max(len(action["by"]) for action in actions)
    everybody = "Both" if most == 2 else f"All {most}"
    return tuple(
        Shooters(
            everybody if len(action["by"]) == most else people(action["by"]),
            label(action),
            f"{tapped.now_url}&{urlencode({BY: ','.join(action['by'])})}",
            chosen=action == chosen,
        )
        for action in sorted(actions, key=lambda action: len(action["by"]))
    )


def _without(group: Group, rolled: Sequence[Key]) -> Group:
    """Return a group without the keys of the roll; the key of the form is the brightest beside it."""
    keys = tuple(replace(key, tone="") for key in group.keys if key not in rolled)
    return replace(group, keys=keys, hint=group.hint if any(key.again for key in keys) else "")


def expired_panel(context: SeatContext, action: Json) -> ActionPanel:
    """Return the panel of an action that is no longer legal, but was when the referee asked for its dice."""
    return _panel(context, label(action), json.dumps(action), expired=EXPIRED)


def _panel(
    context: SeatContext, title: str, action: str, *, form: Form | None = None, expired: str = ""
) -> ActionPanel:
    return ActionPanel(
        title,
        f"{context.base}/complete?{urlencode({'action': action})}",
        form=form,
        back_url=f"{context.base}/now",
        expired=expired,
        marks=overlay.marks(context.view.game, context.actions),
    )
