"""The charts that the roll just made was read from, with its row and column marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.shown_actions import SHOWN
from referee.web.pages.rulebook import case_url
from rules.dawn_of_the_dead.equipment.equipment import Setting

Json = Mapping[str, Any]


def chart_links(view: Json, setting: Setting) -> dict[str, str]:
    """Return the address of each chart that the last action used, by case, with row and column marked."""
    last = view.get("moment")
    chart = SHOWN[last["action"]["do"]].chart if last else None
    marks = list(chart.marks(view, setting)) if chart else []
    return {chart.case: f"{case_url(chart.case)}?{urlencode(marks)}"} if chart and marks else {}
