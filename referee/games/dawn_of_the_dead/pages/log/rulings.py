"""What the last tap did or took back, in the ruling's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.log.chart_marks import chart_links
from referee.games.dawn_of_the_dead.pages.log.game_log import back_in_words, given_up
from referee.games.dawn_of_the_dead.pages.moment.batch_summary import batch_summary
from referee.games.dawn_of_the_dead.pages.moment.news import BIG, news, tone_for, word_for_all
from referee.games.dawn_of_the_dead.pages.moment.outcome import SHARED_SEAT, outcome
from referee.web.pages.frame import notice
from rules.dawn_of_the_dead.equipment.equipment import Setting

Json = Mapping[str, Any]

MOVED_ON = "The game has moved on. This is the board now."
TOO_LATE = "The game has moved on. Your tap came too late and did nothing."


def done(view: Json, setting: Setting, seat: str = SHARED_SEAT, side: str = "") -> Json | None:
    """Return what the last tap did as a ruling, or None when nothing was; its charts show the roll just made.

    Bad news for the side of the `seat` has a mark and a colour of its own. So has the last step of the game
    on the screen that lost it. A tablet where one `side` alone plays shows news as that side sees it.
    """
    last = view.get("moment")
    if not last:
        return None
    charts = chart_links(view, setting)
    cases = list(dict.fromkeys([*last["cases"], *charts]))
    steps = last["batch"]
    tone = tone_for(word_for_all(steps or [last]), view["mode"], side or seat)
    if winner := view.get("winner"):
        tone = {"won": "done", "lost": "done harm", "open": tone}[outcome(view["mode"], winner, seat)]
    reason = " ".join(filter(None, (last["reason"], last["ended"])))
    told = {
        "tone": tone, "word": news(view), "reason": reason, "cases": cases, "charts": charts,
        "ended": last["ended"], "big": word_for_all(steps or [last]) in BIG,
    }  # fmt: skip
    return batch_summary(told, steps)


def taken_back(lines: Sequence[Json]) -> Json | None:
    """Return what was taken back as the last thing that happened, or None."""
    back = [line for line in lines if line.get("taken_back_at") == lines[-1]["n"]]
    if not back:
        return None
    if told := given_up(back[-1]):
        return {"tone": "done", "word": "Taken back", "reason": told, "cases": []}
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


def overtaken(last: Json | None) -> Json:
    """Return what was done last, with a word to the player who tapped before seeing it."""
    return {**last, "late": TOO_LATE} if last else notice(MOVED_ON)
