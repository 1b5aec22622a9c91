"""The panel that asks for the dice of an action, and what it says when the table has moved on meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from referee.pages import forms, map_overlay
from referee.pages.forms import Form
from referee.pages.moment import Moment
from referee.pages.seat_context import SeatContext
from referee.pages.wording import label

Json = Mapping[str, Any]
LAPSED = "The table moved on while you filled this in. It is no longer allowed."


def asked(context: SeatContext, action: Json, ruling: Json) -> Moment | None:
    """Return the panel that asks for the dice of an action, or None where it is not allowed or none fall.

    `ruling` is what `Playing.wanting` answered. Dice that stand from a roll that was taken back are told in it, so that
    nobody rolls them again only to be refused (R-UNDO).
    """
    if not ruling["legal"]:
        return None
    form = forms.completing(action, ruling["needs"], ruling["kept"], dice_only=True)
    return _panel(context, form.says, form.action, form=form) if form else None


def lapsed(context: SeatContext, action: Json) -> Moment:
    """Return the panel of an action that was legal when its dice were asked for, and is so no longer."""
    return _panel(context, label(action), json.dumps(action), lapsed=LAPSED)


def _panel(
    context: SeatContext, title: str, action: str, *, form: Form | None = None, lapsed: str = ""
) -> Moment:
    return Moment(
        title,
        f"{context.base}/complete?{urlencode({'action': action})}",
        form=form,
        back_url=f"{context.base}/now",
        lapsed=lapsed,
        marks=map_overlay.marks(context.view, context.actions),
    )
