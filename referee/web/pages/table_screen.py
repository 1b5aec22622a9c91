"""The screen of every table: who is there, how others join, taking back, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from zlib import crc32

from werkzeug.utils import cached_property

from referee.events import LONG_AWAY_SECONDS
from referee.games.interface import (
    SPECTATOR,
    ChanceRequest,
    Context,
    RequestWords,
    Screens,
    TableView,
    TableWords,
)
from referee.games.interface.roster import Roster
from referee.games.interface.screens import CONSENT, let_in, who_won
from referee.games.table_view import Asked, Declined, PendingAction
from referee.games.toolkit.http import url_at
from referee.games.toolkit.typed_dice import types_dice
from referee.records.data import WAITING
from referee.records.text import Json
from referee.tables.pending_actions import dice_wanted
from referee.tables.questions import ACTION
from referee.tables.seats.clock import BREAK_SECONDS, Clock
from referee.tables.seats.links import LONGEST_NAME
from referee.tables.service import tables
from referee.tables.table import LoadedTable
from referee.web.addresses import join_url, public_address
from referee.web.auth import SEAT_PARAMETER, current_place, is_first_device, seat_token
from referee.web.pages.questions import (
    GameWords,
    Group,
    InProgress,
    Offered,
    Waits,
    groups_of,
    progress_of,
    settled_in,
    waits_of,
)
from rules.questions import TABLE
from rules.sentences import listed, sentence


def clock_panel(clock: Clock, name_of: Callable[[str], str]) -> Json:
    """Return what the panel shows: the time of the whole game, and of each side where they take turns.

    `since` and `pause`, both in seconds: the time since the last action, and the pause
    after which a page stops counting it.
    """
    return {
        "running": clock.running,
        "since": int(clock.since),
        "pause": int(BREAK_SECONDS),
        "seconds": int(clock.seconds),
        "text": hours_and_minutes(clock.seconds),
        "sides": [
            {
                "id": side,
                "name": name_of(side),
                "seconds": int(seconds),
                "text": hours_and_minutes(seconds),
            }
            for side, seconds in clock.sides.items()
        ],
    }


def hours_and_minutes(seconds: float) -> str:
    """Return seconds as hours and minutes: "1:05"."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    return f"{hours}:{minutes:02}"


def seat_list(company: Sequence[Json], seat: str, words: TableWords[TableView]) -> list[Json]:
    """Return who is at the table, and how often each seat was taken by a device."""
    return [
        {
            "id": sits["seat"],
            "name": words.name(sits["seat"]),
            "here": sits["connected"] or sits["seat"] == seat,
            "me": sits["seat"] == seat,
            "joins": sits["joins"],
        }
        for sits in company
    ]


def taken_seats(company: Sequence[Json]) -> frozenset[str]:
    """Return the seats that some device has taken."""
    return frozenset(sits["seat"] for sits in company if sits["joins"])


def name_form(company: Sequence[Json], seat: str, words: TableWords[TableView]) -> Json | None:
    """Return the names that a seat may enter: its own; on the tablet all. None for a spectator."""
    if seat == SPECTATOR:
        return None
    shown = [sits for sits in company if sits["seat"] != TABLE and seat in {TABLE, sits["seat"]}]
    rows = [
        {"seat": sits["seat"], "label": words.title(sits["seat"]), "name": sits["name"] or ""}
        for sits in shown
    ]
    return {"rows": rows, "longest": LONGEST_NAME, "own": seat != TABLE}


def join_request(
    came: Json | None, seat: str, words: TableWords[TableView], *, first: bool = True
) -> Json | None:
    """Return the question or the news about a device that wants to share a private seat, or None.

    `first`: this is not a device that others let in, so it answers for its seat and reads the news.
    """
    if came is None or (came["state"] != WAITING and seat == SPECTATOR):
        return None
    told = {"title": "", "n": came["n"], "answers": False, "away": "", "seat": came["seat"]}
    if came["state"] != WAITING:
        news = {**told, "sentence": let_in(came, words.player(came["seat"]))}
        read = first and seat == came["seat"] and came.get("unread")
        return {**news, "title": "Another device is at your seat", "read": True} if read else news
    who, device = words.player(came["seat"]), "Another device"
    if came.get("name"):
        device = f"Another device ({came['name']})"
    if seat == came["seat"]:
        says = f"{device} wants to join as {who} and see what you see. Let it in?"
    else:
        says = f"{device} wants to join as {who}. {sentence(who)} decides on the device that has the seat."
    return {
        **told,
        "title": "Let another device in?",
        "sentence": says,
        "answers": first and seat == came["seat"],
        "away": f"The device of {who} is away" if seat == TABLE else "",
        "after": f"{LONG_AWAY_SECONDS:.0f} seconds",
    }


def device_list(listed: Sequence[Json], seat: str) -> list[Json]:
    """Return a seat's devices in words, each with its number if it can be sent away; [] for one alone."""
    if len(listed) < 2:
        return []
    shown: list[Json] = []
    for place, device in enumerate(listed, start=1):
        name = f" ({device['name']})" if device.get("name") else ""
        came = ""
        if device["n"]:
            came = ", let in from this seat" if device["by"] == seat else ", let in on the tablet"
        label = f"Device {place}{name}{came}"
        shown.append({"label": label, "me": device["this"], "n": 0 if device["this"] else device["n"]})
    return shown


REPLACEMENT_HINT = "Tablet broken or out of power? Scan this with another tablet to replace it."


def invitation(
    code: str,
    seat: str,
    roster: Roster,
    company: Sequence[Json],
    words: TableWords[TableView],
    *,
    fresh: bool,
) -> Json:
    """Return what a seat shows so that others can join. If it shows no codes, it says which seat does.

    The codes are unfolded on the tablet of a `fresh` table.
    """
    if seat not in {TABLE, *roster.hosts}:
        return {"links": [], "again": [], "says": _tablet_hint(roster.hosts, words), "open": False}
    invitation = tables().lobby.invitation(code, seat)
    tablet = seat == TABLE
    taken = {sits["seat"] for sits in company if tablet and sits["joins"]}
    given = invitation["seats"]
    links = [
        _seat_link(code, other, given[other]["token"], words) for other in _in_joining_order(roster, given)
    ]
    free = [link for link in links if link["seat"] not in taken]
    watching = _seat_link(code, SPECTATOR, invitation[SPECTATOR]["token"], words) if tablet else None
    return {
        "title": "Join with a phone" if tablet else "Open the table on another tablet",
        "says": "" if tablet else REPLACEMENT_HINT,
        "choice": "" if tablet else words.title(TABLE),
        "code": code,
        "pin": invitation["pin"],
        "pin_changes": bool(roster.private),
        "address": public_address(),
        "links": free,
        "again": [link for link in links if link["seat"] in taken],
        "looks_on": watching,
        "open": fresh and tablet and bool(free),
    }


def _in_joining_order(roster: Roster, seats: Mapping[str, Json]) -> list[str]:
    """Return the seats in the order of their codes: those with a secret have to join first."""
    return sorted(seats, key=lambda seat: (seat not in roster.private, roster.seats.index(seat)))


def _tablet_hint(hosts: Sequence[str], words: TableWords[TableView]) -> str:
    """Return who can open the table on another tablet, or "" where no phone can."""
    if not hosts:
        return ""
    who = "Any player" if len(hosts) > 1 else words.owner(*hosts)
    return f"Tablet gone? {who}’s phone can open the table on another one."


def _seat_link(code: str, seat: str, token: str, words: TableWords[TableView]) -> Json:
    name = words.title(seat)
    return {
        "seat": seat,
        "name": name,
        "does": "watch" if seat == SPECTATOR else f"join as {name}",
        "url": join_url(seat, token),
        "qr": url_at(f"/api/tables/{code}/seats/{seat}/qr.svg"),
    }


REDO = "redo"


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """A key: what it says, the `answer` it posts, the `side` it speaks for, the line to take back to.

    `away` is what is said before a key that is there only while the side's own devices are away.
    """

    label: str
    answer: str
    side: str = ""
    tone: str = ""
    away: str = ""
    n: int = 0


@dataclass(frozen=True, slots=True)
class AgreementPanel:
    """The panel: a question with its keys, or the keys to ask.

    `waits` says who has to answer, after the `cases` that the sentence rests on.
    `absent` has a sentence on each side waited for whose devices are away. `further` are the keys that take
    back more; a game that shows these places itself has a `further_url` instead.
    """

    kind: str = "undo"
    serial: int | None = None
    title: str = ""
    sentence: str = ""
    cases: tuple[str, ...] = ()
    waits: str = ""
    keys: tuple[AnswerKey, ...] = ()
    absent: tuple[Json, ...] = ()
    further: tuple[AnswerKey, ...] = ()
    further_url: str = ""


def _title(refused: Declined) -> str:
    """Return the heading of the news that a request failed, or that what was begun did."""
    if refused["kind"] == ACTION:
        return "Too late"
    return "No answer" if refused.get("lapsed") else "Declined"


@dataclass(frozen=True, slots=True)
class AgreementState:
    """A table as one seat sees it: who may be asked, and what was. `taken` are the seats with a device.

    `side` is the one whose agreement the seat gives, by default its own; a `master` may give everybody's.
    """

    view: TableView
    seat: str
    taken: frozenset[str]
    words: TableWords[TableView]
    over: bool
    side: str
    master: bool = False

    @property
    def _own(self) -> frozenset[str]:
        """Those for whom this seat answers as itself."""
        return frozenset({self.seat, self.side})

    def panel(self, *, looks_on: bool = False) -> AgreementPanel:
        """Return the panel with this seat's keys; a seat that `looks_on` has none."""
        asked = self.view.request
        panel = self._question(asked) if asked else self._before()
        if not looks_on:
            return panel
        told = panel.sentence or "You are watching."
        return replace(panel, sentence=told, keys=(), further=(), further_url="")

    def _before(self) -> AgreementPanel:
        """Return the panel while there is no request."""
        step, unread = self.view.undo, self.view.unread
        refused = unread or self.view.declined
        places = step["places"] if step else []
        own_list = self.words.further_url
        if self.view.pending_action and self.view.pending_action["may_cancel"]:
            # One key at a time that takes something back: the one beside the question.
            step, places = None, []
        read = (AnswerKey("OK", "read", tone="main"),) if unread else ()
        ask = (AnswerKey(self.words.step(), "ask"),) if step else ()
        redo = self.view.redo
        if redo and redo["seat"] == self.seat:
            ask = (*ask, AnswerKey("Do it again" if redo["steps"] == 1 else "Do them again", REDO))
        return AgreementPanel(
            title=_title(refused) if refused else "",
            sentence=self._declined(refused) if refused else "" if step else self._nothing(),
            keys=(*read, *ask),
            further=()
            if own_list
            else tuple(AnswerKey(f"Back to {place['name']}", "ask", n=place["n"]) for place in places),
            further_url=own_list if places else "",
        )

    def _declined(self, refused: Declined) -> str:
        """Return who declined or played on since the last step, and what therefore stays as it is."""
        mine = refused["seat"] == self.seat != TABLE
        who = "You" if mine else sentence(self.words.player(refused["seat"]))
        if refused.get("lapsed"):
            on = "The game went on at the tablet" if refused["seat"] == TABLE else f"{who} played on"
            why = f" {refused['why']}" if refused["why"] else ""
            if refused["kind"] == ACTION:
                return f"{on}, so what you had begun is no longer possible.{why}"
            return f"{on}, so the request lapsed: {self.words.stands(refused['kind'])}.{why}"
        told = "Declined at the tablet" if refused["seat"] == TABLE else f"{who} declined"
        return f"{told}: {self.words.stands(refused['kind'])}."

    def _nothing(self) -> str:
        if self.over:
            return "The rematch has begun, so this game stays finished."
        if self.view.undo:
            return "To take back a step, choose something else first."
        return "Nothing to take back yet."

    def _question(self, asked: Asked) -> AgreementPanel:
        player = self.words.player
        mine = self.seat == asked["seat"] != TABLE
        asks = "You ask" if mine else f"{sentence(player(asked['seat']))} asks"
        words = self.words.request(asked, asks)
        return AgreementPanel(
            kind=asked["kind"],
            serial=asked["serial"],
            title=words.title,
            sentence=words.wish,
            cases=words.cases,
            waits=self._waits(asked),
            keys=tuple(self._answers(asked, words)),
            absent=() if self.seat == TABLE or words.secret else tuple(self._absent(asked)),
        )

    def _waits(self, asked: Asked) -> str:
        """Return who still has to agree, in words for this seat."""
        others = [self.words.player(side) for side in asked["wanted"] if side not in self._own]
        if self._own & {*asked["agreed"]} and self.seat != asked["seat"]:
            return f"You agreed. Waiting for {listed(others)}."
        if self._own.isdisjoint(asked["wanted"]):
            return f"Waiting for {listed(others)} to agree."
        return f"Do you agree? {sentence(listed(others))} must agree too." if others else "Do you agree?"

    def _answers(self, asked: Asked, words: RequestWords) -> Iterator[AnswerKey]:
        for side in asked["wanted"]:
            if side in self._own:
                yield AnswerKey(words.agree, "agree", side)
            elif self.master:
                yield AnswerKey(f"{sentence(self.words.player(side))} {words.agrees}", "agree", side)
            elif self.seat == TABLE:
                away = f"{self.words.owner(side)}’s phone is away" if side in self.taken else ""
                if not (away and words.secret):
                    says = f"{sentence(self.words.player(side))} {words.agrees}"
                    yield AnswerKey(says, "agree", side, away=away)
        yield from self._no(asked, words)

    def _no(self, asked: Asked, words: RequestWords) -> Iterator[AnswerKey]:
        """Yield the key that ends the request. Only its own players say no to what several do together."""
        joint = asked["kind"] not in {"undo", "override"}
        if self.seat == TABLE and words.withdraw:
            yield AnswerKey(words.withdraw, "withdraw")
        elif self._own & {TABLE, asked["seat"], *asked["wanted"], *asked["agreed"]}:
            by_tablet = not joint and asked["seat"] == TABLE and self.seat in asked["agreed"]
            asker = asked["seat"] == self.seat or by_tablet
            label, answer = ("Withdraw", "withdraw") if asker else (words.decline, "decline")
            yield AnswerKey(label, answer)

    def _absent(self, asked: Asked) -> Iterator[Json]:
        """Yield what is said of each side waited for while its devices are away."""
        for side in asked["wanted"]:
            if side != self.seat and side in self.taken:
                told = f"{self.words.owner(side)}’s phone is away; the tablet can answer for that player."
                yield {"side": side, "sentence": told}


@dataclass(frozen=True)
class FrameScreen:
    """The data of the frame's templates for a table; each part is made on first use.

    `game` is what the game itself shows there. `posted_ruling` is the ruling on the posted question.
    """

    context: Context[TableView]
    screens: Screens[TableView]
    game: object = None
    posted_ruling: Json | None = None

    @property
    def view(self) -> TableView:
        return self.context.view

    @property
    def seat(self) -> str:
        return self.context.seat

    @property
    def base(self) -> str:
        return self.context.base

    @property
    def code(self) -> str:
        return self.context.code

    @property
    def system(self) -> str:
        return self.context.view.system

    @property
    def version(self) -> int:
        return self.context.version

    @property
    def over(self) -> bool:
        return self.context.over

    @cached_property
    def words(self) -> TableWords[TableView]:
        return self.screens.words(self.context.view)

    @property
    def seat_name(self) -> str:
        return self.words.name(self.seat)

    @cached_property
    def game_words(self) -> GameWords:
        """What the game calls its actions, their values and its questions."""
        kinds = getattr(tables().match(self.code), "action", None)
        return GameWords(self.screens, self.view, self.words, self.seat, kinds)

    @cached_property
    def questions(self) -> tuple[Group, ...]:
        """The keys of what this seat may do, by question, without those of an action in progress."""
        times = {one["question"]: one["deadline"] for one in self.view.asked or () if "deadline" in one}
        return groups_of(self._offered, self.game_words, times)

    @cached_property
    def _offered(self) -> Sequence[Offered]:
        if not tables().match(self.code).by_questions:
            begun = self.view.in_progress
            return [Offered(action) for action in self.context.actions if not begun]
        with tables().store.locked(self.code) as table:
            templates = tables().playing.templates(table, self.seat) if self.context.actions else []
        offered = [
            Offered(one.listed, one.question, one.serial, one.who, one.secret, one.asked.optional)
            for one in templates
            if one.asked is not None
        ]
        return sorted(offered, key=lambda one: one.optional)

    @cached_property
    def in_progress(self) -> tuple[InProgress, ...]:
        """The actions in progress that this seat sees, with what it may answer."""
        with tables().store.locked(self.code) as table:
            begun = [(one, self._typed_dice(table, one)) for one in self.view.in_progress]
        mine = {action["do"] for action in self.context.actions}
        return tuple(
            progress_of(one, self.game_words, dice, mine=one["action"]["do"] in mine) for one, dice in begun
        )

    def _typed_dice(self, table: LoadedTable, shown: PendingAction) -> Sequence[ChanceRequest]:
        """Return the dice of an action in progress that are typed in on this device."""
        pending = table.answering(shown.get("question", ""))
        if pending is None or not self.types_dice:
            return ()
        return [one for one in dice_wanted(table, pending) if one.pool is None]

    @property
    def types_dice(self) -> bool:
        """Whether this device types in dice that are rolled on the table."""
        return types_dice(self.view.settings)

    @cached_property
    def waits(self) -> tuple[Waits, ...]:
        """What the table waits for of others, a line each."""
        return waits_of(self.view.asked or (), self.game_words)

    def name_of(self, seat: str) -> str:
        """Return who sits at a seat, as a sentence says it."""
        return self.words.player(seat)

    @cached_property
    def ended(self) -> str:
        """How the game ended: "Ann wins"."""
        with tables().store.locked(self.code) as table:
            won = table.match.winners(table.position) or ()
        return who_won([self.name_of(seat) for seat in won])

    @property
    def is_spectator(self) -> bool:
        """Whether this screen may only look on."""
        return self.seat == SPECTATOR

    @property
    def has_help(self) -> bool:
        return bool(self.screens.help)

    @cached_property
    def page_seat(self) -> str:
        """The seat that this page is for, also after it has left."""
        return current_place(self.code).page

    @cached_property
    def left(self) -> str:
        """The sentence for a device whose seat has left the game, or ""."""
        return current_place(self.code).left

    @property
    def events_url(self) -> str:
        """Where the news comes from, as long as the device has this seat."""
        return url_at(f"/api/tables/{self.code}/events?{SEAT_PARAMETER}={self.page_seat}")

    @property
    def now_url(self) -> str:
        """Where this screen is renewed from, with all that its query asks for."""
        query = urlencode(dict(self.context.args))
        return f"{self.base}/now?{query}" if query else f"{self.base}/now"

    @cached_property
    def ruling(self) -> Json | None:
        """The ruling on the posted question, or the game's news in its place."""
        return getattr(self.game, "news", None) if self.posted_ruling is None else self.posted_ruling

    @property
    def said(self) -> str:
        """How far the game is, for those who listen to the screen."""
        return getattr(self.game, "said", None) or f"{self.screens.where(self.context.view.summary)}."

    @property
    def has_turn(self) -> bool:
        """Whether the game waits for this seat."""
        if (told := getattr(self.game, "has_turn", None)) is not None:
            return bool(told)
        return self.seat in self.view.waits_for

    @property
    def waiting(self) -> str:
        """Whom the game waits for, in words; "" where it waits for this seat, among others, or for no one."""
        waited = self.view.waits_for
        asked_here = any(self.seat in one["who"] for one in self.view.asked or ())
        return "" if self.has_turn or asked_here or not waited else listed(map(self.name_of, waited))

    @property
    def is_new(self) -> bool:
        """Whether the table waits for others to join before the game begins."""
        told = getattr(self.game, "fresh", None)
        return not self.context.log if told is None else bool(told)

    @property
    def setting_notice(self) -> str:
        """The sentence on the setting that was changed since the last action, or ""."""
        return self.screens.setting_notice(self.view)

    @cached_property
    def private(self) -> bool:
        """Whether this seat alone sees something, while the game goes on."""
        return not self.over and self.seat in self.roster.private

    @cached_property
    def roster(self) -> Roster:
        return tables().roster(self.code)

    @cached_property
    def alone(self) -> bool:
        """Whether one side alone decides what is taken back or allowed."""
        return len(self.roster.voters) == 1

    @cached_property
    def people(self) -> Sequence[Json]:
        """Each seat with its player, and whether it has a device."""
        return tables().lobby.people(self.code)

    @cached_property
    def seats(self) -> list[Json]:
        return seat_list(self.people, self.seat, self.words)

    @cached_property
    def gone(self) -> list[Json]:
        """The seats that have left, and whether somebody has one still for when it comes back."""
        left = sorted(self.view.titles.keys() - self.roster.seats - self.roster.played)
        if not left:
            return []
        with tables().store.locked(self.code) as table:
            return [
                {"id": seat, "name": self.words.name(seat), "taken": seat not in table.unclaimed}
                for seat in left
            ]

    @cached_property
    def naming(self) -> Json | None:
        """The names that this seat may say."""
        return name_form(self.people, self.seat, self.words)

    @cached_property
    def arrival(self) -> Json | None:
        """The question or news about another device at a private seat."""
        came = self.view.arrival
        return join_request(came, self.seat, self.words, first=self.first_device)

    @cached_property
    def first_device(self) -> bool:
        """Whether this device took its seat by itself or by its first device's say, not by others' say."""
        return is_first_device(self.code)

    @cached_property
    def devices(self) -> list[Json]:
        if not self.first_device or self.seat not in self.roster.private:
            return []
        with tables().store.locked(self.code) as table:
            listed_ = tables().devices.of_seat(table, self.seat, seat_token(self.code))
        return device_list(listed_, self.seat)

    @cached_property
    def joining(self) -> Json:
        """How others join."""
        return invitation(self.code, self.seat, self.roster, self.people, self.words, fresh=self.is_new)

    @cached_property
    def wrong_pins(self) -> int:
        """How many wrong PINs were tried, on the table's own screen, once somebody had to wait for it."""
        return tables().seats.pin_throttle.wrong_tries(self.code) if self.seat == TABLE else 0

    @cached_property
    def dice_seal(self) -> str:
        """The seal on the dice to which this device may add its part; "" where it adds nothing."""
        return tables().seed_contributions.open_seal(self.code, self.seat)

    @cached_property
    def agreement(self) -> AgreementPanel:
        side, master = self.roster.side_of(self.seat), self.seat in self.roster.masters
        taken = taken_seats(self.people)
        asking = AgreementState(self.view, self.seat, taken, self.words, self.over, side, master)
        panel = asking.panel(looks_on=self.is_spectator)
        asked = self.view.request
        if not asked or asked["kind"] != CONSENT or not tables().match(self.code).by_questions:
            return panel
        # What was chosen for an action that others shall agree to, where its name does not say it.
        chosen = settled_in(asked["action"] or {}, self.game_words, panel.sentence)
        said = "".join(f" {text} {says}." for text, says in chosen)
        return replace(panel, sentence=panel.sentence + said)

    @cached_property
    def clock(self) -> Json:
        """How long the game has been played; where seats choose in secret, no screen differs by seconds."""
        shown = clock_panel(tables().clock(self.code), self.words.name)
        if tables().match(self.code).secret_choices is None:
            return shown
        return {**shown, **{name: shown[name] // 60 * 60 for name in ("since", "seconds")}}

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of each part by what it shows: a page that has it already need not be sent it."""
        parts = {
            "seats": (self.seats, self.gone, self.joining, self.wrong_pins, self.devices),
            "others": self.joining,
            "naming": self.naming,
        }
        return {
            name: f"{name}-{self.seat}-{crc32(repr(shown).encode()):08x}" for name, shown in parts.items()
        }
