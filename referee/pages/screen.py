"""The screen of one seat at one moment: all its panels, from what the seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request

from referee.api.auth import seat_at
from referee.drawing import Ink, board_view
from referee.pages import moment, people, pointing
from referee.pages.agreement import agreement
from referee.pages.chances import panel_of
from referee.pages.chart_marks import chart_links
from referee.pages.checklist import checklist, player_turn
from referee.pages.joining import joining
from referee.pages.moment import Moment
from referee.pages.news import news
from referee.pages.odds_shown import SEATS as ODDS_SEATS
from referee.pages.odds_shown import odds_wanted, with_odds
from referee.pages.put_back import put_back
from referee.pages.seen import Seen
from referee.pages.wording import SEATS
from referee.tables import tables
from rules.dawn_of_the_dead.equipment import Setting

Json = Mapping[str, Any]
TYPED = "typed"
LOG_LINES = 30


def seen_at(code: str) -> Seen:
    """Return what the seat of this request was sent. Raises Problem (401, 404) for who has no seat here."""
    seat = seat_at(code)
    service = tables()
    view, actions = service.view(code, seat), service.playing.actions(code, seat)
    setting: Setting = service.match(code).setting  # type: ignore[attr-defined]
    return Seen(view, actions, seat, setting, f"/t/{code}")


def typed_dice() -> bool:
    """Whether this device wants to type in the dice that lie on the table."""
    return request.cookies.get("dice") == TYPED


def screen(
    seen: Seen, now: Moment | None = None, ruling: Json | None = None, *, sight: Json | None = None,
    around: frozenset[str] = frozenset(), odds: bool | None = None, typed: bool | None = None,
) -> Json:  # fmt: skip
    """Return everything that the templates of the table show, and what the map shows under `map`.

    There `sight` is a sight line to draw, `around` the squares to shade that one square sees.
    """
    view, code, service = seen.view, seen.view["code"], tables()
    company, story = service.lobby.people(code), service.story(code, seen.role)
    now = now or moment.present(seen)
    typed = typed_dice() if typed is None else typed
    odds = odds_wanted() if odds is None else odds
    return {
        "code": code,
        "seat": seen.role,
        "seat_name": SEATS[seen.role],
        "yours": SEATS[seen.role] if view["mode"] == "cooperative" and seen.role != "table" else "",
        "version": view["version"],
        "base": seen.base,
        "events_url": f"/api/tables/{code}/events",
        "record_url": f"/api/tables/{code}/record",
        "bar": people.bar(view),
        "ruling": done(view, seen.setting) or taken_back(story) if ruling is None else ruling,
        "moment": with_odds(now, seen, service.face_down(code)) if odds else now,
        "odds": ("shown" if odds else "not shown") if seen.role in ODDS_SEATS else "",
        "chances": panel_of(view),
        "people": people.people(view, seen.setting.sheet, seen.base),
        "secret": people.secret(view, seen.role, seen.base),
        "stand_in": stand_in(seen.setting),
        "agreement": agreement(view, seen.role, joined(company)),
        "log": log(story),
        "seats": seats(company, seen.role),
        "joining": joining(code, seen.role, fresh=_fresh(view)),
        "typed": typed,
        "checklist": board_list(seen),
        "alone": view["mode"] != "two-player",
        "other_dice": "let the referee roll" if typed else "type in the dice",
        "map": board_view(
            seen.setting.board,
            view,
            sheet=seen.setting.sheet,
            marks=now.marks or {},
            ink=_ink(seen, now, story),
            fanned=now.square,
            sight=sight,
            seen=around,
            symbols=True,
        ),
    }


def _ink(seen: Seen, now: Moment, story: Sequence[Json]) -> Ink | None:
    """Return what is written on the map beside the marks; nothing while a form or a tool of its own is open."""
    if now.form:
        return None
    return pointing.ink(seen, story, now.square, now.chosen)


def board_list(seen: Seen) -> list[Json]:
    """Return what to do on the cardboard: it lies by the tablet, and at hand for all who have no zombie player."""
    if seen.role != "table" and seen.view["mode"] == "two-player":
        return []
    service, code = tables(), seen.view["code"]
    lines = checklist(service.lately(code, player_turn), practice="practice" in seen.view)
    return [*lines, *put_back(service.undone(code))]


def done(view: Json, setting: Setting) -> Json | None:
    """Return what was just done as a ruling, or None when nothing was; its charts show the roll just made."""
    last = view.get("moment")
    if not last:
        return None
    charts = chart_links(view, setting)
    cases = list(dict.fromkeys([*last["cases"], *charts]))
    return {"tone": "done", "word": news(view), "reason": last["reason"], "cases": cases, "charts": charts}


def taken_back(lines: Sequence[Json]) -> Json | None:
    """Return what was taken back as the last thing that happened, or None."""
    back = [line["story"] for line in lines if line.get("taken_back_at") == lines[-1]["n"]]
    if not back:
        return None
    told = " ".join(story for story in back if story)
    return {"tone": "done", "word": "Taken back", "reason": f"It was: {told}" if told else "", "cases": []}


def answered(ruling: Json, override: str = "") -> Json:
    """Return the referee's verdict on a question; `override` is the action to carry out all the same."""
    if ruling["legal"]:
        return {"tone": "yes", "word": "Allowed", "reason": ruling["reason"], "cases": ruling["cases"]}
    offered = "" if ruling.get("firm") else override
    return {
        "tone": "no", "word": "Not allowed", "reason": ruling["reason"], "cases": ruling["cases"], "override": offered,
    }  # fmt: skip


def told(sentence: str) -> Json:
    """Return a sentence that is no ruling of the rulebook, in a ruling's place."""
    return {"tone": "ask", "word": "Not now", "reason": sentence, "cases": []}


def log(lines: Sequence[Json]) -> list[Json]:
    """Return the latest lines of the log, the newest first."""
    found: list[Json] = []
    for line in reversed(lines[-LOG_LINES:]):
        mark = "taken back" if line.get("taken_back") else "by agreement" if line.get("overridden") else ""
        found.append(
            {"turn": line["turn"], "text": line["story"], "back": bool(line.get("taken_back")), "mark": mark,
             "cases": line["cases"][:1]}
        )  # fmt: skip
    return found


def seats(found: Sequence[Json], role: str) -> list[Json]:
    """Return who is at the table."""
    return [
        {
            "id": s["seat"],
            "name": SEATS[s["seat"]],
            "here": s["connected"] or s["seat"] == role,
            "me": s["seat"] == role,
        }
        for s in found
    ]


def _fresh(view: Json) -> bool:
    """Whether a table waits for others to join it: for the zombie player, or for those who play together."""
    return bool(view["phase"] == ("place_characters" if view["mode"] == "cooperative" else "place_hidden"))


def joined(found: Sequence[Json]) -> frozenset[str]:
    """Return the seats that some device has taken."""
    return frozenset(s["seat"] for s in found if s["joins"])


def stand_in(setting: Setting) -> str:
    """Return what is to be said of figures that are not those of the printed counters."""
    return (
        "These figures are not those of the printed counters."
        if setting.sheet.provenance == "stand-in"
        else ""
    )
