"""What stands in the ruling's place: the last action, a verdict, or a sentence that is no ruling."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.chart_marks import chart_links
from referee.games.dawn_of_the_dead.pages.game_log import back_in_words
from referee.games.dawn_of_the_dead.pages.moment.batch_summary import batch_summary
from referee.games.dawn_of_the_dead.pages.moment.news import HARM, news
from referee.games.dawn_of_the_dead.pages.moment.outcome import SHARED_SEAT, outcome
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.shown_actions import whole
from referee.tables import tables
from rules.dawn_of_the_dead.equipment import Setting

Json = Mapping[str, Any]

MOVED_ON = "The game has moved on. This is the board now."
TOO_LATE = "The game has moved on. Your tap came too late and did nothing."


def done(view: Json, setting: Setting, seat: str = SHARED_SEAT) -> Json | None:
    """Return what the last tap did as a ruling, or None when nothing was; its charts show the roll just made.

    Bad news for the human side has a mark and a colour of its own, for either side. The last step of the game
    is good news for the `seat` that won and bad news for the one that lost.
    """
    last = view.get("moment")
    if not last:
        return None
    charts = chart_links(view, setting)
    cases = list(dict.fromkeys([*last["cases"], *charts]))
    word = news(view)
    harm = word in HARM
    if winner := view.get("winner"):
        harm = {"won": False, "lost": True, "open": harm}[outcome(view["mode"], winner, seat)]
    tone = "done harm" if harm else "done"
    reason = " ".join(filter(None, (last["reason"], last["ended"])))
    told = {
        "tone": tone, "word": word, "reason": reason, "cases": cases, "charts": charts,
        "ended": last["ended"],
    }  # fmt: skip
    return batch_summary(told, last["batch"])


def overruling(context: SeatContext, ruling: Json, action: Json) -> Json | None:
    """Return what the "Allow anyway" key of a refused action says and posts, or None.

    It names the action whole, for nobody agrees to what he is not told. Where other players have a say, there
    is only a `hint` where it can be allowed; where nothing could be carried out, there is neither.
    """
    if ruling["legal"] or ruling.get("firm"):
        return None
    agreeing, code = tables().agreeing, context.view["code"]
    if not agreeing.can_override(code, context.role, action):
        hint = agreeing.override_hint(code, context.role, action)
        return {"hint": hint} if hint else None
    return {"action": json.dumps(action), "what": whole(action, context.view)}


def taken_back(lines: Sequence[Json]) -> Json | None:
    """Return what was taken back as the last thing that happened, or None."""
    back = [line for line in lines if line.get("taken_back_at") == lines[-1]["n"]]
    if not back:
        return None
    sentence = back_in_words(back)
    lead = "It was: " if sentence == back[0]["story"] else ""
    reason = f"{lead}{sentence}" if sentence else ""
    open_ = " The game goes on. All secrets were open." if back[-1].get("secrets_open") else ""
    return {
        "tone": "done",
        "word": "Taken back",
        "reason": reason + open_,
        "cases": [],
    }


def answered(ruling: Json, override: Json | None = None) -> Json:
    """Return the verdict on a question. `override` is what players may allow anyway (`overruling`)."""
    if ruling["legal"]:
        return {"tone": "yes", "word": "Allowed", "reason": ruling["reason"], "cases": ruling["cases"]}
    return {
        "tone": "no", "word": "Not allowed", "reason": ruling["reason"], "cases": ruling["cases"],
        "override": override,
    }  # fmt: skip


def overtaken(last: Json | None) -> Json:
    """Return what was done last, with a word to the player who tapped before seeing it."""
    return {**last, "late": TOO_LATE} if last else notice(MOVED_ON)


def notice(sentence: str) -> Json:
    """Return a sentence that is no ruling of the rulebook, in a ruling's place."""
    return {"tone": "ask", "word": "Not now", "reason": sentence, "cases": []}
