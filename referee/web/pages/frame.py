"""How a table's requests are answered: the frame's own parts around what the game shows."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from re import Match, Pattern
from typing import cast

from flask import Response, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem, Refused, Stale
from referee.games import registry
from referee.games.interface import (
    Context,
    FinishedGame,
    Json,
    Screens,
    TableView,
    TableWords,
)
from referee.games.plugin_errors import check_screens
from referee.games.toolkit.http import (
    NO_STORE,
    SHOWN_STATUSES,
    as_download,
    notice,
    read_action,
    read_serial,
    read_version,
    url_at,
    verdict_panel,
    without_caching,
)
from referee.games.toolkit.typed_dice import types_dice
from referee.records.data import Tap
from referee.tables import pending_actions
from referee.tables.agreement import OtherRequest
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.auth import check_first_device, current_seat
from referee.web.pages.form_fields import with_posted_fields
from referee.web.pages.game_screens import ONLY_API
from referee.web.pages.table_screen import REDO, FrameScreen
from referee.web.static_files import FINGERPRINT, static_files
from rules.questions import TABLE

_LINK = re.compile(rf'<link rel="stylesheet" href="[^"]*/static/(?:{FINGERPRINT}/)?([^"?]+)[^"]*">')


def inline_stylesheets(links: str) -> Markup:
    """Return links to style sheets as one, with the sheets themselves in it, in base64."""
    sheets = [static_files().data(name) for name in _LINK.findall(links)]
    return Markup('<link rel="stylesheet" href="data:text/css;base64,{}">').format(
        b64encode(b"\n".join(sheets)).decode()
    )


def as_report_file(page: str, code: str) -> Response:
    """Return the report of a table as a file to keep."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = NO_STORE
    return as_download(answer, code, "report", ending="html")


@dataclass(frozen=True, slots=True)
class NamedStories:
    """Puts the name of each player in the place of what the game calls the seat without one.

    `titles` leads from a seat's title, "player A" or "red crew", to the name; a title of one letter would be
    found in words. One pass over a text replaces them all, so a player who calls himself "Player B" stays
    that.
    """

    titles: Mapping[str, str]
    pattern: Pattern[str] | None

    @classmethod
    def of(
        cls, screens: Screens[TableView], names: Mapping[str, str], titles: Mapping[str, str]
    ) -> NamedStories:
        """Return what writes the names of a table into its stories. `titles` are those of its roster."""
        put_in = screens.names_in_stories
        players = [(seat, name) for seat, name in names.items() if put_in and name and seat != TABLE]
        called = {
            title.lower(): name
            for seat, name in players
            for title in (screens.seat_name(seat), titles.get(seat, ""))
            if len(title) > 1
        }
        every = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
        return cls(called, re.compile(rf"\b(?:{every})\b", re.IGNORECASE) if called else None)

    def with_names(self, story: str) -> str:
        """Return a sentence with the players' names: "Ann bids 3, player B bids 2"."""
        return self.pattern.sub(self._name, story) if self.pattern else story

    def _name(self, title: Match[str]) -> str:
        return self.titles[title[0].lower()]

    def lines(self, lines: Sequence[Json]) -> Sequence[Json]:
        """Return the lines of a log with the names in their stories."""
        return (
            [{**line, "story": self.with_names(line["story"])} for line in lines] if self.pattern else lines
        )


def with_names(screens: Screens[TableView], context: Context[TableView]) -> Context[TableView]:
    """Return what a seat was sent, with the names in the log and in the step that may be taken back."""
    stories = NamedStories.of(screens, context.names, context.view.titles)
    if stories.pattern is None:
        return context
    view, last = context.view, context.view.undo
    if last:
        view = replace(view, undo={**last, "story": stories.with_names(last["story"])})
    return replace(context, view=view, log=stories.lines(context.log))


def game_with_names(screens: Screens[TableView], game: FinishedGame) -> FinishedGame:
    """Return a finished game with the names in its log. The screens know the titles of its seats."""
    return replace(game, lines=NamedStories.of(screens, game.names, screens.titles).lines(game.lines))


def override_offer(
    table: LoadedTable, seat: str, words: TableWords[TableView], ruling: Json, action: Json
) -> Json | None:
    """Return what the "Allow anyway" key of a refused action says and posts, or None.

    It describes the whole action, so that players know what they agree to. Where other players have a say,
    there is only a `hint` where it can be allowed; where nothing could be carried out, there is neither.
    """
    if ruling["legal"] or ruling.get("firm"):
        return None
    agreeing = tables().agreements
    if not agreeing.can_override(table, seat, action):
        hint = agreeing.override_hint(table, seat, action)
        return {"hint": hint} if hint else None
    values = pending_actions.corrections(table, seat, action)
    correction = ", ".join(f"{place} is a {value}" for place, value in values.items())
    return {"action": json.dumps(action), "what": words.exception(action), "correction": correction}


Operation = Callable[[], object]


def read_undo(table: LoadedTable, seat: str) -> Operation:
    """Return the operation: undo the last step or all from line `n` on, answer such a request, or redo."""
    n, version = request.form.get("n", type=int), request.form.get("version", type=int)
    if request.form.get("answer") == REDO:
        return partial(tables().redo_actions.redo, table, seat, version)
    answer = request.form.get("answer") or ("ask" if n else None)
    undo = partial(tables().agreements.undo, table, seat, answer, n, _read_side())
    return partial(undo, serial=read_serial(), version=version, question=request.form.get("question"))


def read_override(table: LoadedTable, seat: str) -> Operation:
    """Return the operation: ask to allow a refused action anyway, or answer such a request."""
    agreeing, answer = tables().agreements, request.form.get("answer")
    if answer:
        return partial(agreeing.answer_override, table, seat, answer, _read_side(), read_serial())
    action, version = read_action(request.form.get("action", "")), read_version(request.form)
    return partial(agreeing.override, table, seat, action, version, _read_side())


def read_consent(table: LoadedTable, seat: str) -> Operation:
    """Return the operation: answer the player whose action needs the consent of others."""
    answer = request.form.get("answer", "")
    return partial(tables().agreements.answer_consent, table, seat, answer, read_serial())


def read_arrival(table: LoadedTable, seat: str) -> Operation:
    """Return the operation: let the waiting device in, refuse it, or mark the news about it as read."""
    n, answer = request.form.get("n", type=int), request.form.get("answer", "")

    def answered() -> None:
        check_first_device(table.code)
        tables().joining.answer(table, seat, answer, n)

    return answered


def _read_side() -> str | None:
    return request.form.get("side") or None


DRAFT_ENDPOINT = "table.now_with_draft"
MOVED_ON = "The table has moved on. Your tap came too late and did nothing."


def screens_of(system: str) -> Screens[TableView]:
    """Return how a game is shown. Raises Problem (404) where it has no pages."""
    game = registry.game(system)
    if game.screens is None:
        raise Problem(404, ONLY_API.format(game.title))
    check_screens(game.id, game.screens)
    # Each game's own pages are typed by its own view; here any view is handed back to its game.
    return cast("Screens[TableView]", game.screens)


def prepare(code: str) -> None:
    """Do the slow work of the requested screen without locking the table."""
    screens = screens_of(tables().system(code))
    if screens.slow_parameter and screens.slow_parameter in request.args:
        with tables().store.locked(code) as table:
            work = screens.slow_work(build_context(table, current_seat(code)))
        if work is not None:
            work()


def table_page(table: LoadedTable, seat: str) -> AnyResponse:
    """Show the screen of the seat, with what the query asks for."""
    return render_screen(build_context(table, seat))


def do(table: LoadedTable, seat: str) -> AnyResponse:
    """Carry out an action, or say why it may not be done."""
    screens = screens_of(table.game.system)
    if screens.reads_forms:
        return screens.do(table, seat)
    posted = request.form
    version, stage = posted.get("version", -1, type=int), posted.get("stage")
    tap = Tap(rolls="roll" in posted or not types_dice(table.match.settings))
    action = read_action(posted.get("action", ""))
    try:
        kinds = getattr(table.match, "action", None)  # the referee rolls: dice half typed in do not count
        whole = action if "roll" in posted else with_posted_fields(action, posted, kinds)
    except InputError as wrong:
        return refusal_page(build_context(table, seat), notice(wrong.sentence))
    question, serial = posted.get("question"), posted.get("serial", type=int)
    play = partial(tables().playing.do, table, seat, whole, version, stage=stage, tap=tap)
    play = partial(play, question=question, serial=serial)
    return attempt(table, seat, play if whole == action else partial(_filled_in, play), whole)


def _filled_in(play: Operation) -> object:
    """Do what a form was filled in for; a value that does not fit is a sentence on the screen."""
    try:
        return play()
    except InputError as wrong:
        raise Problem(422, wrong.sentence) from None


def unchanged_page(table: LoadedTable, seat: str, _kept: object = None) -> AnyResponse:
    """Return the table as it is now, for a repeated tap whose answer was lost."""
    if "HX-Request" not in request.headers:
        return redirect(url_at(f"/t/{table.code}"), 303)
    return table_page(table, seat)


def report(code: str, *, file: bool = False) -> AnyResponse:
    """Show the report, or return it as a `file`; before the game is over, say when it opens."""
    system = tables().system(code)
    game = tables().finished_game(code)
    if game is None:
        return report_not_ready(code, system)
    screens = replace(screens_of(system), titles=tables().titles(code))
    told = screens.report_of(game_with_names(screens, game))
    page = render_template(screens.report, report=told, system=system, file=file)
    return as_report_file(page, code) if file else without_caching(make_response(page))


def report_not_ready(code: str, system: str) -> AnyResponse:
    """Say that the report opens when the game is over."""
    return without_caching(make_response(render_template("report/early.html", code=code, system=system)))


def attempt(
    table: LoadedTable,
    seat: str,
    operation: Callable[[], object],
    action: Json | None = None,
    says: Collection[int] = SHOWN_STATUSES,
) -> AnyResponse:
    """Run an operation that may be refused or come too late, and show the result.

    `action` is the action that the rules may refuse.

    The whole screen comes back where the table has moved on meanwhile. A problem of a status that the screen
    `says` is a sentence there; any other is raised.
    """
    try:
        operation()
    except Refused as refused:
        context = build_context(table, seat)
        ruling = verdict(table, context, refused.ruling, action)
        return render_screen(context, ruling) if refused.moved_on else refusal_page(context, ruling)
    except Stale:
        return outdated_page(build_context(table, seat))
    except Problem as problem:
        if problem.status not in says:
            raise
        context = build_context(table, seat)
        answer = render_screen if isinstance(problem, OtherRequest) else refusal_page
        return answer(context, notice(problem.detail))
    if "HX-Request" in request.headers and table.has_left(seat):
        return without_caching(Response(headers={"HX-Redirect": url_at(f"/t/{table.code}")}))
    if "HX-Request" in request.headers or screens_of(table.game.system).reads_forms:
        return table_page(table, seat)
    return without_caching(redirect(url_at(f"/t/{table.code}"), 303))


def verdict(table: LoadedTable, context: Context[TableView], ruling: Json, action: Json | None) -> Json:
    """Return the answer to an action, with what the players may allow anyway and what leads on."""
    screens = screens_of(table.game.system)
    named = NamedStories.of(screens, context.names, context.view.titles)
    ruling = {**ruling, "reason": named.with_names(ruling["reason"])}
    if action is None:
        return verdict_panel(ruling)
    override = override_offer(table, context.seat, screens.words(context.view), ruling, action)
    way_on = screens.way_on(context, action)
    return {**verdict_panel(ruling, override), "way_on": way_on}


def outdated_page(context: Context[TableView]) -> AnyResponse:
    """Show what was done before the tap came, perhaps by the same finger. The tap did nothing."""
    game = screens_of(context.view.system).screen(context)
    return render_screen(context, getattr(game, "overtaken", None) or notice(MOVED_ON), game)


def refusal_page(context: Context[TableView], ruling: Json) -> AnyResponse:
    """Show a refusal; where the game has forms, leave all else where it was, with what is filled in.

    An overtaken screen is replaced as a whole, because the news would soon replace the answer.
    """
    if not screens_of(context.view.system).reads_forms:
        return render_screen(context, ruling)
    if request.form.get("version", context.version, type=int) != context.version:
        return outdated_page(context)
    if "HX-Request" not in request.headers:
        return render_screen(context, ruling)
    answer = render_screen(context, ruling, alone=True)
    answer.headers["HX-Retarget"], answer.headers["HX-Reswap"] = "#ruling", "outerMorph"
    return answer


def render_screen(
    context: Context[TableView], ruling: Json | None = None, game: object = None, *, alone: bool = False
) -> AnyResponse:
    """Return the screen of the seat that asks: fragments for htmx (or the ruling `alone`), else the page.

    `game` is what the game shows where that is not its usual screen.
    """
    screens = screens_of(context.view.system)
    game = screens.screen(context) if game is None else game
    screen = FrameScreen(context, screens, game, ruling)
    # All that may have changed: the game's moment replaces the target, every other part itself.
    names = [screens.page]
    if "HX-Request" in request.headers:
        names = [screens.moment, "frame/_answer.html", *([screens.answer] if screens.answer else [])]
    if alone or request.headers.get("HX-Target", "").endswith("#ruling"):
        names = ["table/_ruling.html"]
    parts = {"screen": screen, "game": game, "screens": screens, "system": screen.system}
    return without_caching(make_response("".join(render_template(name, **parts) for name in names)))


def build_context(table: LoadedTable, seat: str) -> Context[TableView]:
    """Return what the seat of this request is sent."""
    context = tables().context(table.code, seat, request.args.to_dict())
    drafted = request.form.to_dict() if request.endpoint == DRAFT_ENDPOINT else {}
    context = replace(context, base=url_at(context.base), draft=drafted)
    return with_names(screens_of(table.game.system), context)
