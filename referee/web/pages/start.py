"""The front page, a game's own page, the tables of this device, and joining one by its code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Never
from urllib.parse import urlencode
from zlib import crc32

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import InputError, Problem
from referee.games import registry
from referee.games.interface import Game, Introduction, Screens
from referee.games.toolkit.http import format_day, redirect_to, url_at
from referee.records.text import Json
from referee.surveys.uploads import game_of
from referee.tables.record import TablePluginError, plugin_errors
from referee.tables.seats.links import LONGEST_NAME, without_gaps
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import safe_path
from referee.web.auth import (
    MAX_TYPED_NAME,
    check_first_device,
    current_seat,
    is_table_code,
    join_token,
    remembered_name,
    seat_of_cookie,
    seat_required,
    seats_of_cookies,
    with_name_cookie,
    with_seat_cookie,
    without_seat_cookie,
)
from referee.web.pages.game_screens import (
    ONLY_API,
    ask_each_game,
    introduction_of,
    screens_at,
    screens_or_default,
    with_addresses,
)
from referee.web.pages.joining import (
    default_seat,
    join_response,
    seat_choices,
    status_and_sentence,
)
from referee.web.static_files import static_files
from rules.sentences import listed, sentence

INITIALS_COLOURS = 4
"""How many grounds there are for initials in the style sheet."""


def game_card(game: Game, told: Introduction) -> Json:
    """Return what is shown of a game wherever it is met: on the front page, its own, in a list of tables."""
    return {
        "id": game.id,
        "title": game.title,
        "url": url_at(f"/games/{game.id}"),
        "line": told.line,
        "players": told.players,
        "modes": told.modes,
        "picture": told.picture if told.picture in static_files() else "",
        "pictured": told.pictured,
        "initials": initials(game.title),
        "ink": crc32(game.id.encode()) % INITIALS_COLOURS,
    }


def initials(title: str) -> str:
    """Return two initials of a title: of its first two words, or of its only one."""
    words = [word for word in ("".join(filter(str.isalnum, part)) for part in title.split()) if word]
    if not words:
        return "?"
    return words[0][:2] if len(words) == 1 else words[0][0] + words[1][0]


def recently_played_first(cards: Iterable[Json], played: Iterable[str]) -> list[Json]:
    """Return cards in order: those of games `played` last come first, the others as they are."""
    rank = {system: place for place, system in enumerate(dict.fromkeys(played))}
    return sorted(cards, key=lambda shown: rank.get(shown["id"], len(rank)))


own_tables_bp = Blueprint("own_tables", __name__)
_PROGRESS = re.compile(r"(\S+) (\d+)(?:, (.+))?")
"""How far a game is, where that is a word, a number, and perhaps a phase."""


@own_tables_bp.get("/tables")
def own_tables_page() -> str:
    """Show all tables of this device."""
    return render_template(
        "start/tables.html",
        home={
            "tables": own_tables(),
            "looking_back": ask_each_game(lambda _, screens: with_addresses(screens.looking_back)),
        },
    )


@own_tables_bp.get("/t/<code>/delete")
def confirm(code: str) -> str:
    """Ask before a table is deleted."""
    seat = current_seat(code)
    tables().system(code)  # Raises the sentence of a table that cannot be listed.
    table = _table_row(tables().lobby.listed([(code, seat)])[0])
    return render_template("start/delete.html", table=table, system=tables().system(code))


@own_tables_bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete a table for everybody, from the tablet."""
    tables().lobby.delete(code, current_seat(code), request.form.get("confirm", ""))
    return without_seat_cookie(redirect_to("/tables"), code)


def own_tables() -> list[Json]:
    """Return the rows of this device's tables, without those whose game cannot fill its row."""
    rows: list[Json] = []
    for entry in tables().lobby.listed(seats_of_cookies()):
        with suppress(TablePluginError), plugin_errors(entry["code"], entry["system"]):
            rows.append(_table_row(entry))
    return rows


def _table_row(entry: Json) -> Json:
    code, game, names = entry["code"], registry.game(entry["system"]), entry["names"]
    screens = screens_or_default(game)
    mode, where = screens.mode_title(entry["mode"]), screens.where(entry)
    return {
        "code": code,
        "url": url_at(f"/t/{code}") if game.screens else "",
        "over": bool(entry["winner"]) or entry["phase"] == "over",
        "last": entry["last"],
        "day": format_day(entry["last"]),
        "delete_url": url_at(f"/t/{code}/delete") if entry["seat"] == "table" else "",
        "seat": screens.seat_name(entry["seat"]),
        "players": listed(screens.seated(seat, names) for seat in names) if names else sentence(mode),
        "named": bool(names),
        "game": f"{game.title}, {mode}",
        "where": where,
        "counted": _progress(where),
        "card": game_card(game, introduction_of(game, screens)),
    }


def _progress(where: str) -> Json | None:
    """Return how far a game is as a number with its word and its phase; None where it is said otherwise."""
    read = _PROGRESS.fullmatch(where)
    return {"word": read[1], "number": read[2], "phase": sentence(read[3] or "")} if read else None


start_forms_bp = Blueprint("start_forms", __name__)
LIBRARY: Json = {"name": "Library of boards", "url": "/library"}
"""Where the boards of players are, for a game that takes them."""


@start_forms_bp.get("/games/<system>")
def game_form(system: str) -> str:
    """Show a game's own page."""
    if system not in registry.games():
        abort(404, f"There is no game “{system[:40]}” here.")
    return game_page(registry.game(system))


def game_page(game: Game, sentence: str = "") -> str:
    """Return a game's page; `sentence` says why a table was not started. Raises Problem (404)."""
    screens = game.screens
    if screens is None:
        raise Problem(404, ONLY_API.format(game.title))
    help_url = url_at(f"/help/{game.id}") if screens.help else ""
    told = introduction_of(game, screens)
    start = {
        "system": game.id,
        "title": game.title,
        "template": screens.new_table,
        "fields": screens.fields(game),
        "modes": _modes(game, screens),
        "owners_rows": game.owners_rows,
        "stand_ins": screens.stand_ins,
        "beside": screens.beside,
        "help_url": help_url,
        "sentence": sentence,
        "card": game_card(game, told),
        "first": told.first,
        "more": _more_links(game, screens, told, help_url),
    }
    return render_template("start/game.html", system=game.id, home={"start": start})


def table_options(game: Game, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a new table from the form of its game, the files among them read as text."""
    screens = game.screens
    return {"system": game.id, **(screens.options_from(form, game) if screens else {})}


def is_chosen(name: str, value: str, first: bool, kind: str = "radio") -> bool:
    """Whether a choice of a form is made: as it was sent, else as it is at `first`."""
    sent = request.form
    if not sent or (kind == "radio" and name not in sent):
        return first
    return sent.get(name) == value


def _modes(game: Game, screens: Screens[Never]) -> list[Json]:
    """Return the modes to choose from, where a table takes one and there are several."""
    several = game.modes if len(game.modes) > 1 and "mode" in game.option_names else ()
    return [{"id": mode, "title": screens.mode_title(mode)} for mode in several]


def _more_links(game: Game, screens: Screens[Never], told: Introduction, help_url: str) -> list[Json]:
    """Return where a game's page leads besides its rules and its first games."""
    return [
        *told.asks,
        *([{"name": "Print board and counters", "url": url_at("/print")}] if game.printing else []),
        *with_addresses([LIBRARY] if game.surveying is not None else []),
        *with_addresses(screens.looking_back),
        *([{"name": "How its screens work", "url": help_url}] if help_url else []),
    ]


bp = Blueprint("home", __name__)
THEMES = frozenset({"dark", "light"})
GAME_PARAMETER = "start"
"""The query of older addresses that names the game whose form is meant."""
YEAR_SECONDS = 31_536_000


@bp.get("/")
def home() -> AnyResponse:
    """Show the front page; older addresses of a table's seats and of a game's form lead on to those."""
    asked = request.args
    if code := asked.get("code", "").strip():
        return redirect(url_at(f"/join?{urlencode({'code': code[:20]})}"))
    if "map" in asked:
        game = game_of("map", asked["map"])
        return redirect(url_at(f"/games/{game.id}?{urlencode({'map': asked['map'][:60]})}"))
    game_asked = registry.games().get(asked.get(GAME_PARAMETER, ""))
    if game_asked is not None and game_asked.screens:
        return redirect(url_at(f"/games/{game_asked.id}"))
    return make_response(front_page())


@bp.post("/")
def start_table() -> Response:
    """Start a table, and sit down at it with the tablet's seat; what does not fit is said on its form."""
    game = _posted_game()
    try:
        made = tables().lobby.create(table_options(game, {**request.form, **_files()}))
    except (Problem, InputError) as problem:
        status, detail = status_and_sentence(problem)
        if status != 422 or game.screens is None:
            raise
        return make_response(game_page(game, detail), status)
    code, token = made["code"], made["seats"]["table"]["token"]
    return with_seat_cookie(redirect_to(f"/t/{code}"), code, token)


def _files() -> dict[str, str]:
    """Return the text of each file that a form holds, by its name. Raises InputError."""
    sent = {name: file.read(_MAX_FILE_BYTES + 1) for name, file in request.files.items() if file.filename}
    if any(len(text) > _MAX_FILE_BYTES for text in sent.values()):
        raise InputError(f"The file is larger than {_MAX_FILE_BYTES // 1000} kB.")
    return {name: text.decode("utf-8", "replace") for name, text in sent.items()}


_MAX_FILE_BYTES = 50_000


def _posted_game() -> Game:
    """Return the game that a form names if it has pages, else the usual one."""
    games = registry.games()
    game = games.get(request.form.get("system", ""))
    return game if game and game.screens else games[registry.default()]


def front_page(join: Json | None = None) -> str:
    """Return the front page; `join` has the `code` that was typed and the `sentence` on what is wrong."""
    own = own_tables()
    told = ask_each_game(_introduction_card)
    firsts = ({"title": game.title, "ways": each.first} for game, each, _ in told if each.first)
    return render_template(
        "start/home.html",
        home={
            "tables": own,
            "games": recently_played_first(
                (each for *_, each in told), (table["card"]["id"] for table in own)
            ),
            "first": next(firsts, None),
            "asks": [way for _, each, _ in told for way in each.asks],
            "own_boards": any(game.surveying is not None for game, *_ in told),
        },
        join={"code": "", "sentence": "", **(join or {})},
    )


def _introduction_card(game: Game, screens: Screens[Never]) -> list[tuple[Game, Introduction, Json]]:
    told = introduction_of(game, screens)
    return [(game, told, game_card(game, told))]


@bp.post("/t/<code>/renew")
@seat_required
def renew(table: LoadedTable, seat: str) -> Response:
    """Give the seat of this device a new link: it stays, and every other device that had the seat is out.

    The tablet gives one to the `seat` of somebody who has left, which is free from then on.
    """
    code, other = table.code, request.form.get("seat", seat)
    check_first_device(code)
    token, there = tables().lobby.renew(code, seat, other), redirect_to(f"/t/{code}")
    return with_seat_cookie(there, code, token) if other == seat else there


@bp.post("/t/<code>/send-away")
@seat_required
def send_away(table: LoadedTable, seat: str) -> AnyResponse:
    """Send one device away from the seat of this one."""
    code = table.code
    check_first_device(code)
    tables().devices.send_away(table, seat, request.form.get("n", 0, type=int))
    return redirect_to(f"/t/{code}")


@bp.post("/theme")
def theme() -> AnyResponse:
    """Switch between the dark and the light screen."""
    chosen = "dark" if request.cookies.get("theme") == "light" else "light"
    answer = redirect(url_at(safe_path(request.form.get("back", "/"))), 303)
    answer.set_cookie("theme", chosen, path=url_at("/"), max_age=YEAR_SECONDS, samesite="Lax")
    return answer


by_code_bp = Blueprint("by_code", __name__)
_MAX_CODE = 20
_UNKNOWN_CODE = "No table has the code {}. Check it on the tablet."


@by_code_bp.get("/join")
def seats() -> AnyResponse:
    """Show the seats of the table whose code was typed; without a code lead to where one is typed.

    A device that came from the table itself (`seatless`), also one that was sent away, reads why it is here.
    """
    typed = request.args.get("code", "")[:_MAX_CODE]
    code = without_gaps(typed)
    if not code:
        return redirect(url_at("/#join"))
    if not is_table_code(code) or not (choices := seat_choices(code)):
        wrong = _UNKNOWN_CODE.format(code)
        return make_response(front_page({"code": typed, "sentence": wrong}), 404)
    seatless = "seatless" in request.args and not seat_of_cookie(code)
    return make_response(_by_code_page(code, seats=choices, seat=default_seat(choices), seatless=seatless))


@by_code_bp.post("/join")
def take() -> Response:
    """Take a seat by code, PIN and seat; what does not fit is said above what was typed."""
    code = without_gaps(request.form.get("code", "")[:_MAX_CODE])
    seat, name = request.form.get("seat", ""), request.form.get("name", "")[:MAX_TYPED_NAME]
    pin = request.form.get("pin", "")[:_MAX_CODE]
    try:
        arrived = tables().joining.by_code(
            code, pin, seat, request.remote_addr or "", name, seat_of_cookie(code), join_token(code)
        )
    except (Problem, InputError) as problem:
        status, detail = status_and_sentence(problem)
        if status not in {401, 404, 422, 429}:
            raise
        typed: dict[str, Any] = {"seat": seat[:_MAX_CODE], "name": name, "sentence": detail}
        if status in {401, 429}:
            # The same page for a wrong code and for a wrong PIN: it knows nothing of any table.
            return make_response(_by_code_page(code, **typed), status)
        choices = seat_choices(code)
        if status == 404:
            typed["seat"] = default_seat(choices)
            typed["sentence"] = "There is no such seat at this table. Choose one of these."
            of_some_game = (one for game in registry.games().values() for one in game.player_seats)
            if seat not in {*of_some_game, *tables().titles(code)}:
                status, typed["sentence"] = 422, "Choose a seat: who are you?"
                typed["unfinished"] = not seat
        return make_response(_by_code_page(code, **typed, pin=pin, seats=choices), status)
    return with_name_cookie(join_response(arrived), name)


def _by_code_page(code: str, **known: object) -> str:
    """Return the page; without `seats`, for a wrong code or PIN, it reveals nothing about any table."""
    table: dict[str, object] = {
        "code": code,
        "pin": "",
        "name": remembered_name(),
        "seat": "",
        "sentence": "",
        "seatless": False,
        "longest": LONGEST_NAME,
        **known,
    }
    if not known.get("seats"):
        return render_template("join/by_code.html", table=table)
    screens, held = screens_at(code), seat_of_cookie(code)
    game = registry.game(tables().system(code))
    table["card"] = game_card(game, introduction_of(game, screens))
    table["now"] = screens.seat_name(held) if held else ""
    return render_template("join/by_code.html", table=table, system=tables().system(code))
