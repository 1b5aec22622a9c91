"""The game's part of a seat's screen: its panels, from what the seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from flask import Response, after_this_request, request
from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.drawing import Annotations, board_view
from referee.games.dawn_of_the_dead.drawing.board_view import BoardView
from referee.games.dawn_of_the_dead.labels import squares
from referee.games.dawn_of_the_dead.labels.actions import kinds_shown
from referee.games.dawn_of_the_dead.labels.wording import seat_name
from referee.games.dawn_of_the_dead.pages import status_bar
from referee.games.dawn_of_the_dead.pages.action_panel import panel
from referee.games.dawn_of_the_dead.pages.action_panel.guide import Hint, hint_for
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel
from referee.games.dawn_of_the_dead.pages.action_panel.turn_indicator import has_turn
from referee.games.dawn_of_the_dead.pages.cardboard.checklist import Due, checklist_of
from referee.games.dawn_of_the_dead.pages.counter_sheets import may_change
from referee.games.dawn_of_the_dead.pages.game_log import (
    by_turn,
    last_tap,
    log,
    outdated_tap,
    secrets_lay_open,
    undone_tap,
)
from referee.games.dawn_of_the_dead.pages.map import overlay
from referee.games.dawn_of_the_dead.pages.news import KeptNews, kept_news
from referee.games.dawn_of_the_dead.pages.odds import SEATS as ODDS_SEATS
from referee.games.dawn_of_the_dead.pages.odds import Panel, odds_wanted, panel_of, with_odds
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.settings import (
    EACH,
    EACH_DIE,
    SUMMED,
    Setting,
    each_die,
    settings_panel,
    typed_dice,
)
from referee.games.dawn_of_the_dead.pages.status_bar import SHARED_SEAT, Aim, goal, side_at_tablet
from referee.games.dawn_of_the_dead.seats import SIDES, DawnView
from referee.games.interface import SPECTATOR, Context
from referee.games.interface.host import host
from referee.games.toolkit.http import url_at
from referee.games.toolkit.typed_dice import dice_preference
from referee.records.data import Ticks
from referee.records.text import Json
from rules.dawn_of_the_dead.view import View

ON_THE_MAP = kinds_shown(lambda shown: shown.tapped)
"""Kinds of actions that are done by tapping squares."""
TAPPED_FORMS = frozenset({"place_hidden", "place_characters", "sight"})
"""The forms that a tap on the map fills in."""


def map_focus(moment: ActionPanel, view: View, actions: Sequence[Json]) -> bool:
    """Return whether the map needs the room more than the panel with dice, an answer or a list.

    It does where a player chooses on it or waits. Opening a square leaves the height of the map unchanged.
    """
    if moment.form:
        return moment.form.name in TAPPED_FORMS
    if moment.confirms or moment.proposal or view.phase == "over":
        return False
    return not actions or any(a["do"] in ON_THE_MAP for a in actions) or _may_check_any(view, actions)


def _may_check_any(view: View, actions: Sequence[Json]) -> bool:
    """Whether a unit is chosen to be checked, out of many; those that must be are few, and listed (10.0)."""
    return not view.due and any(a["do"] == "check_berserk" for a in actions)


STAMPED = ("bar", "goal", "people", "checklist", "secret", "log")
"""The panels that depend only on seat and version."""


@dataclass(frozen=True)
class Screen:
    """The game's part of a table's screen, `game` in the templates. Each panel is made on first use.

    `log_lines` is the log as the seat may read it, `here` the seats whose devices listen. `now` replaces the
    panel of possible actions, `given` what was done last. On the map `sight` is a sight line and `around` the
    shaded squares, all that one square sees.
    """

    context: SeatContext
    log_lines: Sequence[Json] = ()
    here: frozenset[str] = frozenset()
    now: ActionPanel | None = None
    given: Json | None = None
    sight: Json | None = None
    around: frozenset[str] = frozenset()
    shows_odds: bool = False
    typed: bool = False
    each_die: bool = False

    @property
    def fresh(self) -> bool:
        return status_bar.waits_for_others(self.context.view.game)

    @property
    def own(self) -> str:
        view, role = self.context.view, self.context.role
        return seat_name(role, view.names) if view.game.mode == "cooperative" and role != "table" else ""

    @property
    def has_turn(self) -> bool:
        return has_turn(self.context.view.game, self.context.role, self.context.actions, self.here)

    @property
    def said(self) -> str:
        """Where the game is, and what the panel says to those who listen."""
        told = f"Game-Turn {self.bar['turn']}: {self.bar['phase']}."
        return f"{told} {self._now.called}" if self._now.called else told

    @property
    def dice_otherwise(self) -> str:
        """The address of the same form with each die to type in, or with their total."""
        way = SUMMED if self.each_die else EACH_DIE
        return f"{self._now.now_url}{'&' if '?' in self._now.now_url else '?'}{EACH}={way}"

    @property
    def other_dice(self) -> str:
        """The words of the small key beside a roll, for this roll alone."""
        return "Roll for us" if self.typed else "Our dice"

    @property
    def odds(self) -> str:
        return ("shown" if self.shows_odds else "not shown") if self.context.role in ODDS_SEATS else ""

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of each panel, made of what it depends on. A page that has the panel need not get it."""
        view, seat = self.context.view, self.context.role
        return {
            **{part: f"{part}-{seat}-{view.version}" for part in STAMPED},
            "settings": f"settings-{seat}-{crc32(repr(self.settings).encode()):08x}",
            "checklist": f"checklist-{seat}-{view.version}-{self._ticks.serial}",
        }

    @cached_property
    def bar(self) -> Json:
        return status_bar.phase_bar(self.context.view.game, self.context.view.names)

    @cached_property
    def goal(self) -> Sequence[Aim]:
        return goal(self.context.view.game, self.context.board)

    @cached_property
    def news(self) -> Json | None:
        """The effect of the last tap, or the answer to a question."""
        if self.given is not None:
            return self.given
        return self._done or undone_tap(self.log_lines)

    @property
    def overtaken(self) -> Json:
        return outdated_tap(self._done)

    @cached_property
    def kept_news(self) -> KeptNews | None:
        return kept_news(self.log_lines, self.context.view, self.context.role)

    @cached_property
    def moment(self) -> ActionPanel:
        """The panel of the mandatory and possible actions, or of the tapped square."""
        if not self.shows_odds:
            return self._now
        return with_odds(self._now, self.context, host().tables.face_down(self.context.view.code))

    @property
    def map_focus(self) -> bool:
        """Whether the map is what matters now; above the answer to a request the keys need its room."""
        view = self.context.view
        answered = not view.request and (view.unread or view.declined)
        if answered and self.context.actions and not self._now.form:
            return False
        return map_focus(self._now, view.game, self.context.actions)

    @cached_property
    def guide(self) -> Hint | None:
        return hint_for(self.context)

    @cached_property
    def chances(self) -> Panel | None:
        """The panel of the odds of winning; a spectator has none."""
        return None if self.context.role == SPECTATOR else panel_of(self.context.view)

    @cached_property
    def people(self) -> list[Json]:
        return status_bar.characters(self.context.view.game, self.context.setting.sheet, self.context.base)

    @property
    def face_down(self) -> frozenset[str]:
        """The squares where units lie face down."""
        return squares.face_down(self.context.view.game)

    @property
    def face_up(self) -> frozenset[str]:
        """The squares where units lie face up. A unit that is read where its move ends is in none of them."""
        return squares.face_up(self.context.view.game)

    @cached_property
    def secret(self) -> Json | None:
        return status_bar.secret(self.context.view.game, self.context.role, self.context.base)

    @property
    def reopened(self) -> str:
        """The sentence on an end of the game that was taken back, or ""."""
        return secrets_lay_open(self.context.view.reopened)

    @property
    def uploads_in_play(self) -> list[str]:
        return status_bar.uploads_in_play(self.context.view, self.context.setting)

    @property
    def stand_in(self) -> str:
        return status_bar.stand_in(self.context.setting)

    @property
    def may_change_counters(self) -> bool:
        """Whether this seat may ask to go on with another counter sheet."""
        return may_change(self.context)

    @cached_property
    def log(self) -> list[Json]:
        service, code = host().tables, self.context.view.code
        came, changes = service.device_changes(code), service.setting_changes(code)
        return by_turn(log(self.log_lines, came, self.context.view.names, changes))

    @cached_property
    def settings(self) -> Sequence[Setting]:
        return settings_panel(self.context.view, self.context.role, typed=self.typed)

    @property
    def dice(self) -> Setting | None:
        return next((setting for setting in self.settings if setting.device), None)

    @cached_property
    def checklist(self) -> Due | None:
        return checklist_of(self.context)

    @cached_property
    def map(self) -> BoardView:
        return board_view(
            self.context.board, self.context.view.game, sheet=self.context.setting.sheet,
            marks=self._now.marks or {}, annotations=self._ink(), fanned=self._now.square,
            sight=self.sight, seen=self.around, symbols=True,
        )  # fmt: skip

    @cached_property
    def _done(self) -> Json | None:
        """The effect of the last tap; None if it had none.

        A tablet at which one side alone plays, as the other has a device of its own, is that side's screen.
        """
        view, seat = self.context.view, self.context.role
        devices = host().tables.presence.listening(view.code, SIDES) if seat == SHARED_SEAT else ()
        return last_tap(view, self.context.setting, seat, side_at_tablet(view.game, seat, devices))

    @cached_property
    def _ticks(self) -> Ticks:
        return host().tables.checklist.ticks(self.context.view.code)

    def _ink(self) -> Annotations | None:
        """Return the annotations of the map, or None while a form or a tool is open."""
        if self._now.form and not self._now.square:
            return None
        return overlay.overlay(self.context, self.log_lines, self._now.square, self._now.chosen)

    @cached_property
    def _now(self) -> ActionPanel:
        return self.now or panel.current_panel(self.context)


def screen_of(
    sent: Context[DawnView], context: SeatContext, now: ActionPanel | None = None,
    given: Json | None = None, *, sight: Json | None = None, around: frozenset[str] = frozenset(),
    odds: bool | None = None, typed: bool | None = None,
) -> Screen:  # fmt: skip
    """Return the screen of a seat by its device's preferences, and note whether that types in its dice."""
    tables = host().tables
    with tables.locked(sent.code) as table:
        tables.dice_preferences.note(sent.code, sent.seat, typed=dice_preference(table.match.settings))
        typed = typed_dice(table) if typed is None else typed
    if way := request.args.get(EACH):

        @after_this_request
        def keep(answer: Response) -> Response:
            answer.set_cookie(EACH, way[:9], path=url_at("/t"), samesite="Lax", max_age=31_536_000)
            return answer

    return Screen(
        context, sent.log, sent.here, now, given, sight, around,
        shows_odds=odds_wanted() if odds is None else odds, typed=typed, each_die=each_die(),
    )  # fmt: skip
