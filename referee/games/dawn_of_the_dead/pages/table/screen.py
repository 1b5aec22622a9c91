"""The screen of one seat at one moment: its panels, from what the seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from werkzeug.utils import cached_property

from referee.games.dawn_of_the_dead.drawing import Annotations, board_view
from referee.games.dawn_of_the_dead.drawing.board_view import BoardView
from referee.games.dawn_of_the_dead.pages.cardboard.board_list import board_list
from referee.games.dawn_of_the_dead.pages.cardboard.checklist import Due
from referee.games.dawn_of_the_dead.pages.counters.other_counters import may_change
from referee.games.dawn_of_the_dead.pages.log.agreement import secrets_lay_open
from referee.games.dawn_of_the_dead.pages.log.game_log import by_turn, log
from referee.games.dawn_of_the_dead.pages.log.rulings import taken_back
from referee.games.dawn_of_the_dead.pages.map import map_overlay, squares
from referee.games.dawn_of_the_dead.pages.map.map_first import map_matters
from referee.games.dawn_of_the_dead.pages.moment import moment, people
from referee.games.dawn_of_the_dead.pages.moment.goal import Aim, goal
from referee.games.dawn_of_the_dead.pages.moment.kept_news import KeptNews, kept_news
from referee.games.dawn_of_the_dead.pages.moment.moment import Moment
from referee.games.dawn_of_the_dead.pages.moment.signals import has_turn
from referee.games.dawn_of_the_dead.pages.odds.chances import Panel, panel_of
from referee.games.dawn_of_the_dead.pages.odds.odds_shown import SEATS as ODDS_SEATS
from referee.games.dawn_of_the_dead.pages.odds.odds_shown import with_odds
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.pages.study.guide import Hint, hint_for
from referee.games.dawn_of_the_dead.pages.table.device_dice import EACH, EACH_DIE, SUMMED
from referee.games.dawn_of_the_dead.pages.table.request_context import done_here
from referee.games.dawn_of_the_dead.pages.table.settings import Setting, change_notice, settings_panel
from referee.games.dawn_of_the_dead.pages.table.table_words import DawnWords
from referee.games.dawn_of_the_dead.seating import TABLE as PUBLIC
from referee.pages.table.table_screen import TableScreen
from referee.storage.rows import Ticks
from referee.tables.service import tables

Json = Mapping[str, Any]
STAMPED = ("bar", "goal", "people", "checklist", "secret", "log")
"""The panels that depend only on seat and version."""


@dataclass(frozen=True)
class Screen(TableScreen):
    """What the templates of the table show. Each panel is made on first use.

    `now` replaces the panel of possible actions, `given` the ruling on the last action. On the map `sight` is
    a sight line and `around` the shaded squares, all that one square sees.
    """

    context: SeatContext
    now: Moment | None = None
    given: Json | None = None
    sight: Json | None = None
    around: frozenset[str] = frozenset()
    shows_odds: bool = False
    typed: bool = False
    each_die: bool = False

    @property
    def view(self) -> Json:
        """What the seat may see."""
        return self.context.view

    @cached_property
    def words(self) -> DawnWords:
        """What the seats are called, and what is asked."""
        return DawnWords(self.context.view, self.context.setting.sheet)

    @property
    def fresh(self) -> bool:
        """Whether the table waits for others to join."""
        return people.waits_for_others(self.context.view)

    @cached_property
    def company(self) -> Sequence[Json]:
        """Each seat with its player, and whether it has a device."""
        return tables().lobby.people(self.code)

    @property
    def zombie_awaited(self) -> bool:
        """Whether the zombie player still has to join, by a code on this screen."""
        return self.seat == PUBLIC and any(link["seat"] == "zombie" for link in self.joining["links"])

    @property
    def from_rematch(self) -> bool:
        """Whether the zombie player comes from the table before: before joining nobody else has a name."""
        return self.seat == PUBLIC and "zombie" in self.names

    @property
    def seat(self) -> str:
        """Whose screen it is."""
        return self.context.role

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.context.view["phase"] == "over")

    @property
    def yours(self) -> str:
        """For whom the screen is where each plays characters of his own."""
        own = self.context.view["mode"] == "cooperative" and self.context.role != "table"
        return self.seat_name if own else ""

    @property
    def has_turn(self) -> bool:
        """Whether somebody at this screen acts next."""
        context = self.context
        here = frozenset(tables().events.listening(self.code, (s["seat"] for s in self.company)))
        return has_turn(context.view, context.role, context.actions, here)

    @property
    def version(self) -> int:
        """The version of the table that is shown."""
        return int(self.context.view["version"])

    @property
    def base(self) -> str:
        """The address of the table."""
        return self.context.base

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
        """Whether this device shows the odds, for seats that may."""
        return ("shown" if self.shows_odds else "not shown") if self.context.role in ODDS_SEATS else ""

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of each panel, made of what it depends on. A page that has the panel need not get it."""
        here = "".join(f"{'+' if seat['here'] else '-'}{seat['joins']}" for seat in self.seats)
        return {
            "settings": f"settings-{self.seat}-{crc32(repr(self.settings).encode()):08x}",
            "naming": f"naming-{self.seat}-{crc32(repr(sorted(self.names.items())).encode()):08x}",
            **{part: f"{part}-{self.seat}-{self.version}" for part in STAMPED},
            **{
                part: f"{part}-{self.seat}-{self.version}{here}w{self.wrong_pins}"
                for part in ("seats", "others")
            },
            "checklist": f"checklist-{self.seat}-{self.version}-{self._ticks.serial}",
        }

    @cached_property
    def bar(self) -> Json:
        """Game-Turn and phase."""
        return people.bar(self.context.view)

    @cached_property
    def goal(self) -> Sequence[Aim]:
        """How far each side is from winning."""
        return goal(self.view, self.context.board)

    @cached_property
    def ruling(self) -> Json | None:
        """The referee's last word."""
        if self.given is not None:
            return self.given
        return done_here(self.context) or taken_back(self._story)

    has_big_news = True
    """Whether a ruling may be big news, which a device can sound."""

    @cached_property
    def kept_news(self) -> KeptNews | None:
        """What attacks did, as long as it is kept."""
        return kept_news(self._story, self.context.view, self.context.role)

    @cached_property
    def moment(self) -> Moment:
        """What must and may be done, or what was tapped."""
        if not self.shows_odds:
            return self._now
        return with_odds(self._now, self.context, tables().face_down(self.code))

    @property
    def map_matters(self) -> bool:
        """Whether the map is what matters now; above the answer to a request the keys need its room."""
        answered = self.agreement.title and self.agreement.serial is None
        if answered and self.context.actions and not self._now.form:
            return False
        return map_matters(self._now, self.context.view, self.context.actions)

    @cached_property
    def guide(self) -> Hint | None:
        """What a newcomer does next, on a device that is guided."""
        return hint_for(self.context)

    @cached_property
    def chances(self) -> Panel | None:
        """What the chances are, where that can be asked."""
        return None if self.looks_on else panel_of(self.context.view)

    @cached_property
    def people(self) -> list[Json]:
        """The characters."""
        return people.people(self.context.view, self.context.setting.sheet, self.context.base)

    @property
    def face_down(self) -> frozenset[str]:
        """The squares where units lie face down."""
        return squares.face_down(self.context.view)

    @property
    def face_up(self) -> frozenset[str]:
        """The squares where units lie face up. A unit that is read where its move ends is in none of them."""
        return squares.face_up(self.context.view)

    @cached_property
    def secret(self) -> Json | None:
        """What the zombie player alone sees."""
        return people.secret(self.context.view, self.context.role, self.context.base)

    @property
    def reopened(self) -> str:
        """The sentence on an end of the game that was taken back, or ""."""
        return secrets_lay_open(self.context.view["reopened"])

    @property
    def brought(self) -> list[str]:
        """The names of an uploaded map and counter sheet."""
        return people.brought(self.context.view, self.context.setting)

    @property
    def stand_in(self) -> str:
        """The note on the counter figures."""
        return people.stand_in(self.context.setting)

    @property
    def may_change_counters(self) -> bool:
        """Whether this seat may ask to go on with another counter sheet."""
        return may_change(self.context)

    @cached_property
    def log(self) -> list[Json]:
        """What happened, by Player-Turn."""
        service = tables()
        changes = service.setting_changes(self.code)
        return by_turn(log(self._story, service.come_and_gone(self.code), self.names, changes))

    @cached_property
    def settings(self) -> Sequence[Setting]:
        """What players may change in play."""
        return settings_panel(self.context.view, self.context.role, typed=self.typed)

    @property
    def dice(self) -> Setting | None:
        """Who rolls, here and at the whole table."""
        return next((setting for setting in self.settings if setting.device), None)

    @property
    def setting_told(self) -> str:
        """The sentence on the setting that was changed since the last action, or ""."""
        return change_notice(self.context.view["setting_changed"], self.names)

    @property
    def names(self) -> Json:
        """What the players are called."""
        return dict(self.context.view["names"])

    @cached_property
    def checklist(self) -> Due | None:
        """What to do on the cardboard."""
        return board_list(self.context)

    @cached_property
    def map(self) -> BoardView:
        """The map with all that lies on it."""
        return board_view(
            self.context.board, self.context.view, sheet=self.context.setting.sheet,
            marks=self._now.marks or {}, annotations=self._ink(), fanned=self._now.square,
            sight=self.sight, seen=self.around, symbols=True,
        )  # fmt: skip

    @cached_property
    def _ticks(self) -> Ticks:
        return tables().ticking.ticks(self.code)

    def _ink(self) -> Annotations | None:
        """Return the annotations of the map, or None while a form or a tool is open."""
        if self._now.form and not self._now.square:
            return None
        return map_overlay.overlay(self.context, self._story, self._now.square, self._now.chosen)

    @cached_property
    def _now(self) -> Moment:
        return self.now or moment.present(self.context)

    @cached_property
    def _story(self) -> Sequence[Json]:
        return tables().log_entries(self.code, self.context.role)
