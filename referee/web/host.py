"""The host of the games' own pages: `referee.games.interface.host`, answered by the tables and the pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from werkzeug.wrappers import Response as AnyResponse

from referee.games.interface import Context, Json, Position, Rules, TableView, TableWords
from referee.games.interface.host import Browser, Choices, Finished, Happened, Host, Table
from referee.games.toolkit.http import SHOWN_STATUSES
from referee.records.data import ONE_STEP, Tap
from referee.surveys import uploads
from referee.tables.automatic.batches import follow_up
from referee.tables.automatic.odds import WinOdds
from referee.tables.dice import DicePreferences
from referee.tables.notes import Checklist
from referee.tables.record import replay_record
from referee.tables.service import Tables
from referee.tables.table import LoadedTable
from referee.web import auth
from referee.web.api.idempotency import idempotent
from referee.web.pages import frame, library_entries
from rules.ruling import Ruling


def _loaded(table: Table) -> LoadedTable:
    """Return a table that a game was given as what it is."""
    assert isinstance(table, LoadedTable)
    return table


class HostTables:
    """The tables, as a game's pages use them."""

    def __init__(self, service: Tables) -> None:
        self._service = service
        self.presence = service.events
        self.replay_record = replay_record
        self.checklist: Checklist = service.checklist
        self.dice_preferences: DicePreferences = service.dice_preferences
        self.win_odds: WinOdds = service.win_odds

    def create(
        self, options: Json, draw: Callable[[tuple[int, ...]], tuple[int, ...]] | None, seed: str | None
    ) -> dict[str, Any]:
        return self._service.lobby.create(options, draw, seed)

    def locked(self, code: str) -> AbstractContextManager[LoadedTable]:
        return self._service.store.locked(code)

    def system(self, code: str) -> str:
        return self._service.system(code)

    def match(self, code: str) -> Rules:
        return self._service.match(code)

    def version(self, code: str) -> int | None:
        return self._service.store.version(code)

    def finished(self, code: str) -> Finished | None:
        return self._service.finished(code)

    def record(self, code: str, seat: str) -> list[dict[str, Any]]:
        return self._service.record(code, seat)

    def history(self, code: str) -> tuple[Any, list[Happened]]:
        return self._service.history(code)

    def face_down(self, code: str) -> Mapping[int, Fraction]:
        return self._service.face_down(code)

    def device_changes(self, code: str) -> list[dict[str, Any]]:
        return self._service.device_changes(code)

    def setting_changes(self, code: str) -> list[dict[str, Any]]:
        return self._service.setting_changes(code)

    def actions(self, table: Table, seat: str) -> list[dict[str, Any]]:
        return self._service.playing.actions(_loaded(table), seat)

    def ask(self, table: Table, seat: str, action: Json) -> Ruling[Position]:
        return self._service.playing.ask(_loaded(table), seat, action)

    def wanting(self, table: Table, seat: str, action: Json) -> dict[str, Any]:
        return self._service.playing.remaining_needs(_loaded(table), seat, action)

    def do(self, table: Table, seat: str, action: Json, version: int, *, tap: Tap | None = None) -> object:
        return self._service.playing.do(_loaded(table), seat, action, version, tap=tap or ONE_STEP)

    def follow(self, table: Table, seat: str, action: Json, version: int) -> None:
        follow_up(self._service.playing, _loaded(table), seat, action, version)

    def batch(self, table: Table, seat: str, batch: Json, version: int, *, typed: bool) -> object:
        return self._service.batches.do(_loaded(table), seat, batch, version, typed=typed)

    def proposed(self, table: Table) -> Json | None:
        return self._service.autoplay.proposed(_loaded(table))

    def advance(
        self, table: Table, seat: str, version: int, *, whole: bool = False, phase: bool = False
    ) -> object:
        return self._service.autoplay.advance(_loaded(table), seat, version, whole=whole, phase=phase)

    def practise(self, table: Table, seat: str, version: int, *, whole: bool = False) -> object:
        return self._service.autoplay.practise(_loaded(table), seat, version, whole=whole)

    def override(self, table: Table, seat: str, action: Json, version: int) -> object:
        return self._service.agreements.override(_loaded(table), seat, action, version)

    def answer_consent(self, table: Table, seat: str, answer: str, serial: int | None) -> object:
        return self._service.agreements.answer_consent(_loaded(table), seat, answer, serial)

    def change_settings(self, table: Table, seat: str, wanted: Mapping[str, Any]) -> object:
        return self._service.settings.change(_loaded(table), seat, wanted)


class HostPages:
    """The frame around a game's screens."""

    def build_context(self, table: Table, seat: str) -> Context[Any]:
        return frame.build_context(_loaded(table), seat)

    def table_page(self, table: Table, seat: str) -> AnyResponse:
        return frame.table_page(_loaded(table), seat)

    def render_screen(
        self, context: Context[Any], ruling: Json | None = None, game: object = None, *, alone: bool = False
    ) -> AnyResponse:
        return frame.render_screen(context, ruling, game, alone=alone)

    def attempt(
        self,
        table: Table,
        seat: str,
        operation: Callable[[], object],
        action: Json | None = None,
        says: Collection[int] | None = None,
    ) -> AnyResponse:
        return frame.attempt(
            _loaded(table), seat, operation, action, SHOWN_STATUSES if says is None else says
        )

    def verdict(self, table: Table, context: Context[Any], ruling: Json, action: Json | None) -> Json:
        return frame.verdict(_loaded(table), context, ruling, action)

    def override_offer(
        self, table: Table, seat: str, words: TableWords[TableView], ruling: Json, action: Json
    ) -> Json | None:
        return frame.override_offer(_loaded(table), seat, words, ruling, action)

    def outdated_page(self, context: Context[Any]) -> AnyResponse:
        return frame.outdated_page(context)

    def refusal_page(self, context: Context[Any], ruling: Json) -> AnyResponse:
        return frame.refusal_page(context, ruling)

    def report(self, code: str, *, file: bool = False) -> AnyResponse:
        return frame.report(code, file=file)

    def report_not_ready(self, code: str, system: str) -> AnyResponse:
        return frame.report_not_ready(code, system)

    def idempotent(self, view: Callable[[Table, str], AnyResponse]) -> Callable[[Table, str], AnyResponse]:
        counted = idempotent(frame.unchanged_page, tells=False)(view)
        return lambda table, seat: counted(_loaded(table), seat)


class HostLibrary:
    """The library of maps and counter sheets."""

    def __init__(self, service: Tables) -> None:
        self._service = service

    def listed(self, kind: str) -> list[dict[str, Any]]:
        return uploads.list_documents(self._service, kind)

    def entries(self, kind: str) -> list[dict[str, Any]]:
        return library_entries.library_entries(kind)

    def offered(self, kind: str) -> list[dict[str, Any]]:
        return library_entries.selectable_entries(kind)

    def choices(self, system: str, kind: str, asked: str = "") -> Choices:
        return library_entries.board_choices(system, kind, asked)

    def find(self, kind: str, id_: str) -> Json:
        return uploads.find_document(self._service, kind, id_)

    def upload(self, kind: str, data: Any) -> dict[str, Any]:
        return uploads.add_upload(self._service, kind, data, auth.ensure_upload_owner(), auth.uploader_name())

    def remove(self, kind: str, id_: str) -> None:
        uploads.remove_upload(self._service, kind, id_, auth.upload_owner())


@dataclass(frozen=True, slots=True)
class WebHost:
    """The app, as the games' pages see it."""

    tables: HostTables
    pages: HostPages
    browser: Browser
    library: HostLibrary


def host_of(service: Tables) -> Host:
    """Return the host of an app with these tables."""
    return WebHost(HostTables(service), HostPages(), auth, HostLibrary(service))
