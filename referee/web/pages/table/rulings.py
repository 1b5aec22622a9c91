"""What is shown in the ruling's place: a verdict, or a sentence that is not a ruling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.games.ports import TableWords
from referee.tables import pending_actions
from referee.tables.service import tables
from referee.tables.table import LoadedTable

Json = Mapping[str, Any]


def answered(ruling: Json, override: Json | None = None) -> Json:
    """Return the verdict on a question. `override` is what players may allow anyway (`overruling`).

    What is allowed may be a misfortune as well, so the word over it praises nothing.
    """
    if ruling["legal"]:
        return {"tone": "open", "word": "Ruling", "reason": ruling["reason"], "cases": ruling["cases"]}
    return {
        "tone": "no", "word": "Not allowed", "reason": ruling["reason"], "cases": ruling["cases"],
        "override": override,
    }  # fmt: skip


def notice(sentence: str) -> Json:
    """Return a sentence that is not a ruling of the rulebook, in a ruling's place."""
    return {"tone": "ask", "word": "Not now", "reason": sentence, "cases": []}


def overruling(table: LoadedTable, seat: str, words: TableWords, ruling: Json, action: Json) -> Json | None:
    """Return what the "Allow anyway" key of a refused action says and posts, or None.

    It names the action whole, for nobody agrees to what he is not told. Where other players have a say, there
    is only a `hint` where it can be allowed; where nothing could be carried out, there is neither.
    """
    if ruling["legal"] or ruling.get("firm"):
        return None
    agreeing = tables().agreeing
    if not agreeing.can_override(table, seat, action):
        hint = agreeing.override_hint(table, seat, action)
        return {"hint": hint} if hint else None
    values = pending_actions.corrects(table, seat, action)
    correction = ", ".join(f"{place} is a {value}" for place, value in values.items())
    return {"action": json.dumps(action), "what": words.exception(action), "correction": correction}
