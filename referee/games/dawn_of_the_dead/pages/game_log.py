"""The game log, what was agreed on, and the ruling shown for the last tap."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from urllib.parse import urlencode

from referee.games.dawn_of_the_dead.labels.actions import SHOWN, label
from referee.games.dawn_of_the_dead.labels.wording import counted, player
from referee.games.dawn_of_the_dead.pages.news import (
    BIG,
    batch_summary,
    moved,
    moves_of,
    news,
    tone_for,
    word_for_all,
)
from referee.games.dawn_of_the_dead.pages.settings import change_notice
from referee.games.dawn_of_the_dead.pages.status_bar import SHARED_SEAT, outcome
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface.screens import let_in as let_in_sentence
from referee.games.toolkit.http import case_url, notice
from referee.records.data import ABANDONED, LET_IN
from referee.records.text import Json
from rules.dawn_of_the_dead.actions import MOVES, PlaceCharacters
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.humans.human_movement import Walk
from rules.sentences import listed

Names = Mapping[str, str]
NAMELESS: Names = {}


def secrets_lay_open(ends: Sequence[Json]) -> str:
    """Return the sentence on the ends of the game that were taken back, or ""."""
    if not ends:
        return ""
    turns = listed(dict.fromkeys(str(end["turn"]) for end in ends))
    return f"The end of this game was taken back in Game-Turn {turns}: all secrets were open then."


def agreement_note(
    *,
    taken_back: bool,
    overridden: bool,
    answered_for: Sequence[str],
    names: Names = NAMELESS,
    secrets_open: bool = False,
) -> str:
    """Return the log's note on what was agreed about a line, and for whom the tablet answered."""
    back = "taken back after the end, with all secrets open" if secrets_open else "taken back"
    agreed = back if taken_back else "by agreement" if overridden else ""
    if not answered_for:
        return agreed
    told = f"the tablet answered for {listed(_each(answered_for, names))}"
    return f"{agreed}; {told}" if agreed else told


def _each(seats: Sequence[str], names: Names) -> Iterator[str]:
    """Yield who sits at some seats; a nameless player of two characters is both of them."""
    for seat in seats:
        yield from [player(seat, names)] if seat in names else player(seat, names).split(" and ")


def chart_links(view: DawnView, setting: Setting) -> dict[str, str]:
    """Return the address of each chart that the last action used, by case, with row and column marked."""
    last = view.moment
    chart = SHOWN[last["action"]["do"]].chart if last else None
    marks = list(chart.marks(last, setting)) if chart and last else []
    return {chart.case: f"{case_url(chart.case)}?{urlencode(marks)}"} if chart and marks else {}


LOG_LINES = 30
SETTING_UP = "Set-up"
_WALKS = frozenset({"step"})
_OF_A_WALK = frozenset({"move", "points", "trail"})
_OF_A_MOVE = frozenset({"move", "free_moves"})
_ZOMBIES = ("zombies",)


def log(
    lines: Sequence[Json],
    let_in: Sequence[Json] = (),
    names: Mapping[str, str] = NAMELESS,
    changes: Sequence[Json] = (),
) -> list[Json]:
    """Return the latest log entries, newest first, with devices let in or sent away and settings changed."""
    entries, titles = list[Json](), _titles(lines)
    beside = [
        *(_extra_entry(a, let_in_sentence({"state": LET_IN, **a}, player(a["seat"], names))) for a in let_in),
        *(_extra_entry(change, change_notice(change, names)) for change in changes),
    ]
    came = sorted(beside, key=itemgetter(0))[::-1]
    for lot in _grouped(lines):
        numbers, title = {line["n"] for line in lot}, titles(lot[-1])
        entries += [{**line, "title": title} for after, line in came if after in numbers]
        entries.append({**_entry(lot, names), "title": title})
        if len(entries) >= LOG_LINES:
            return entries
    return entries + [{**line, "title": SETTING_UP} for after, line in came if not after]


def by_turn(entries: Sequence[Json]) -> list[Json]:
    """Return log entries by Player-Turn: the latest turn first, and in each what happened in order."""
    return [
        {"title": title, "lines": list(lines)[::-1]}
        for title, lines in groupby(entries, key=itemgetter("title"))
    ]


def _titles(lines: Sequence[Json]) -> Callable[[Json], str]:
    """Return a function that gives the Player-Turn of a line; ask from the latest line on."""
    begun = ((_since(line), title) for line in reversed(lines) if (title := _begun(line)))
    start, title = next(begun, (0, SETTING_UP))

    def title_of(line: Json) -> str:
        nonlocal start, title
        while start and line["n"] < start:
            start, title = next(begun, (0, SETTING_UP))
        return title

    return title_of


def _since(line: Json) -> int:
    """Return the first line of the Player-Turn that an action began: it comes after the end of setting up."""
    return int(line["n"]) + ((line.get("action") or {}).get("do") == PlaceCharacters.do)


def _begun(line: Json) -> str:
    """Return the title of the Player-Turn that an action began, or ""."""
    if line.get("taken_back"):
        return ""
    turns = [effect for effect in line.get("effects", ()) if effect["effect"] == "player_turn"]
    return f"Game-Turn {turns[-1]['turn']}: {turns[-1]['side'].capitalize()} Player-Turn" if turns else ""


def _extra_entry(came: Json, text: str) -> tuple[int, Json]:
    """Return the entry for what is not an action, with the record line before it."""
    return came["after"], {"turn": came["turn"], "text": text, "back": False, "mark": "", "cases": ()}


def undone_text(lines: Sequence[Json]) -> str:
    """Return what was taken back together: the step, or how many and what the first of them did.

    Only the first sentence of that one: the log says why the referee did it.
    """
    steps = [line for line in lines if not line.get("automatic")]
    story = steps[0]["story"]
    if len(steps) == 1:
        return str(story)
    did = story.partition(". ")[0].rstrip(".")
    return f"{counted(len(steps), 'step')}, starting with “{did}”."


def abandoned_text(line: Json) -> str:
    """Return the sentence on an action that was given up before it was carried out, or ""."""
    begun = line.get("action") if line["story"] == ABANDONED else None
    return f"Started, then called off: {label(begun)}." if begun else ""


def _grouped(lines: Sequence[Json]) -> Iterator[list[Json]]:
    """Yield the lines that form one entry, the newest first; within a group the oldest comes first."""
    lot: list[Json] = []
    for line in reversed(lines):
        if lot and not _together(line, lot[0]):
            yield lot
            lot = []
        lot.insert(0, line)
    if lot:
        yield lot


def _together(line: Json, newer: Json) -> bool:
    back = line.get("taken_back_at")
    if back is not None or newer.get("taken_back_at") is not None:
        return bool(back == newer.get("taken_back_at"))
    went = _movers(line)
    return bool(line.get("automatic") and newer.get("automatic")) or bool(went and went == _movers(newer))


def _entry(lot: Sequence[Json], names: Mapping[str, str]) -> Json:
    last = lot[-1]
    back = bool(last.get("taken_back"))
    agreed = agreement_note(
        taken_back=back and last["story"] != ABANDONED,  # its sentence says so already
        overridden=last.get("overridden", False),
        answered_for=last.get("answered_for", ()),
        names=names,
        secrets_open=last.get("secrets_open", False),
    )
    line = lot[0] if back else last
    text = abandoned_text(last) or (undone_text(lot) if back else _moves_text(lot) or last["story"])
    return {"turn": line["turn"], "text": text, "back": back, "mark": agreed, "cases": line["cases"][:1]}


def _movers(line: Json) -> tuple[str, ...]:
    """Return who moved in a line that is only a move: the characters, or the zombies; () for all else."""
    if line.get("overridden") or line.get("answered_for"):
        return ()
    effects = {effect["effect"] for effect in line.get("effects", ())}
    do = (line.get("action") or {}).get("do")
    if do in _WALKS and "move" in effects and effects <= _OF_A_WALK:
        return tuple(move["whom"] for move in moves_of([line]))
    return _ZOMBIES if do in MOVES and "move" in effects and effects <= _OF_A_MOVE else ()


def _moves_text(lot: Sequence[Json]) -> str:
    """Return the sentence on lines with the same movers, or "" where they are no moves or one alone."""
    if len(lot) < 2 or not _movers(lot[0]):
        return ""
    if _movers(lot[0]) == _ZOMBIES:
        return moved(lot)
    began, ended = moves_of(lot[:1])[0], moves_of(lot[-1:])[0]
    carried = [effect["whom"] for effect in lot[-1]["effects"] if effect.get("by")]
    return Walk(_movers(lot[0]), began["from"], ended["to"], carried).story


MOVED_ON = "The game has moved on. This is the board now."
TOO_LATE = "The game has moved on. Your tap came too late and did nothing."


def last_tap(view: DawnView, setting: Setting, seat: str = SHARED_SEAT, side: str = "") -> Json | None:
    """Return what the last tap did as a ruling, or None when nothing was; its charts show the roll just made.

    Bad news for the side of the `seat` has its own mark and colour. So has the last step of the game on the
    loser's screen. A tablet where one `side` alone plays shows news as that side sees it.
    """
    last = view.moment
    if not last:
        return None
    charts = chart_links(view, setting)
    cases = list(dict.fromkeys([*last["cases"], *charts]))
    steps = last["batch"]
    tone = tone_for(word_for_all(steps or [last]), view.game.mode, side or seat)
    if winner := view.game.winner:
        tone = {"won": "done", "lost": "done harm", "open": tone}[outcome(view.game.mode, winner, seat)]
    reason = " ".join(filter(None, (last["reason"], last["ended"])))
    told = {
        "tone": tone, "word": news(view), "reason": reason, "cases": cases, "charts": charts,
        "ended": last["ended"], "big": word_for_all(steps or [last]) in BIG,
    }  # fmt: skip
    return batch_summary(told, steps)


def undone_tap(lines: Sequence[Json]) -> Json | None:
    """Return what was taken back as the last thing that happened, or None."""
    back = [line for line in lines if line.get("taken_back_at") == lines[-1]["n"]]
    if not back:
        return None
    if told := abandoned_text(back[-1]):
        return {"tone": "done", "word": "Taken back", "reason": told, "cases": []}
    sentence = undone_text(back)
    lead = "It was: " if sentence == back[0]["story"] else ""
    reason = f"{lead}{sentence}" if sentence else ""
    open_ = " The game goes on. All secrets were open." if back[-1].get("secrets_open") else ""
    return {
        "tone": "done",
        "word": "Taken back",
        "reason": reason + open_,
        "cases": [],
    }


def outdated_tap(last: Json | None) -> Json:
    """Return what was done last, with a word to the player who tapped before seeing it."""
    return {**last, "late": TOO_LATE} if last else notice(MOVED_ON)
