"""The view of a table for a seat: the game's own view, and the members that the table adds.

A game's view is a type of its own that writes itself as JSON (`GameView`). A plain game gives a mapping
instead, which is its JSON already: there the table's view can be read as a mapping too (`MappingView`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NotRequired, Protocol, TypedDict

from typing_extensions import TypeVar

from referee.records.text import Json

ADDED = frozenset(
    {
        "advice", "arrival", "code", "declined", "in_progress", "map", "moment", "names", "practice", "redo",
        "rematch", "reopened", "request", "seat", "setting_changed", "settings", "stage", "underway", "undo",
        "unread", "version", "waits_for",
    }
)  # fmt: skip
"""The members that the table adds to the view of a game. A game's own view has none of them."""


class GameView(Protocol):
    """The view of a position for one seat, as a type of the game."""

    @property
    def waits_for(self) -> Sequence[str]:
        """The seats that the game waits for, who acts first before the others."""

    def to_json(self) -> dict[str, Any]:
        """Return the view as a new JSON object."""


class Proposal(TypedDict):
    """A proposal of the referee. Chance decides between the actions `among` which `action` is one."""

    action: Json
    case: str
    why: str
    cardboard: str
    among: list[Json]


class SettingChanged(TypedDict):
    """A setting that was changed since the last action: its new value, and the seat that did it."""

    name: str
    to: str | int
    by: str


class Arrival(TypedDict):
    """A device at a private seat: whether it waits, was let in or sent away, and `by` whom."""

    n: int
    seat: str
    state: str
    by: str | None
    name: NotRequired[str]
    unread: NotRequired[bool]


class Effects(TypedDict, total=False):
    """The effects of an action that a seat may know, where the game's log has them."""

    effects: list[Json]


class Told(Effects):
    """An action as a seat may know it, and the words of the moment on it."""

    n: int
    action: Json
    cases: Sequence[str]
    reason: str


class Moment(Told):
    """The last action, with all that its tap did as the `batch`, and the line on phases that `ended`.

    `score` takes apart what was rolled for, where the game tells it.
    """

    seat: str
    overridden: bool
    ended: str
    batch: list[Told]
    far: str
    left_phase: bool
    score: NotRequired[Json]


class PendingAction(TypedDict):
    """An action in progress, and what it still needs. `kept` are the results that it would have again.

    `question` and `serial` name it in an answer, where the game asks by questions.
    """

    seat: str
    action: Json
    far: str
    needs: Json
    reason: str
    cases: list[str]
    may_cancel: bool
    kept: NotRequired[Json]
    question: NotRequired[str]
    serial: NotRequired[int]
    score: NotRequired[Json]


class Waiting(TypedDict):
    """Something that the table waits for: the seats that may answer, and the kind of the answer.

    `question` and `serial` name it in an answer; only those who may answer have the serial. Only those who
    fill in an action in progress learn which `field` of it is open, what is asked (`text`, `needs`), and the
    `score` so far. `deadline` says until when it may be answered, the same for all: the server's time
    (`until`, None while it stands) and the `seconds` that are left.
    """

    question: str
    serial: NotRequired[int]
    who: list[str]
    kind: str
    field: NotRequired[str]
    text: NotRequired[str]
    needs: NotRequired[int | Sequence[str] | Json]
    score: NotRequired[Json]
    deadline: NotRequired[Json]


class Refused(TypedDict):
    """Why the referee refused the action that a request would allow."""

    reason: str
    cases: list[str]


class Back(TypedDict):
    """The place that a request goes back to, or "", and what the way there changes."""

    place: str
    undone: NotRequired[str]


class Allowed(TypedDict, total=False):
    """Which values a request corrects, by place, and why the referee refused what it would allow."""

    corrects: Json
    refused: Refused


class Asked(Back, Allowed):
    """A request that waits for an answer: the lines it would take back, or the action it would allow."""

    kind: str
    serial: int
    seat: str
    n: int | None
    lines: list[int]
    steps: int
    action: Json | None
    agreed: list[str]
    wanted: Sequence[str]


class Declined(TypedDict):
    """A request that failed: who declined it, or let it expire by playing on, and `why`."""

    kind: str
    seat: str
    lapsed: NotRequired[bool]
    why: NotRequired[str]


class UndoPlace(TypedDict):
    """A place to take back to, and how many steps that takes back."""

    n: int
    name: str
    steps: int


class Undo(TypedDict):
    """The step that would be taken back first. `alone`: a tap of this seat is enough."""

    n: int
    story: str
    action: Json
    alone: bool
    places: list[UndoPlace]


class Redo(TypedDict):
    """The last step taken back, which can be done again, and by which seat."""

    seat: str
    lines: list[int]
    steps: int
    story: str


class Reopened(TypedDict):
    """An end of the game that was taken back: its line and its turn."""

    n: int
    turn: int


class Rematch(TypedDict):
    """The table that follows this one."""

    code: str
    swapped: bool


ViewT_co = TypeVar("ViewT_co", bound=GameView | Json, covariant=True, default=GameView | Json)


@dataclass(frozen=True)
class TableView(Generic[ViewT_co]):
    """The view of a table for a seat, at one version. It holds nothing that is secret to that seat.

    - `game`: the game's own view; `summary`: what a list of tables shows, with the table's code
    - `titles`: what each seat is called without its player, where the game says it; not in the JSON
    - `stage`: only where seats choose in secret
    - `settings`: what players may change in play; `setting_changed`: the change since the last action
    - `moment`: the last action, as everybody saw it; `pending_action`: an action in progress, in JSON
      `underway`; `in_progress`: all of them, also in JSON where they are several
    - `asked`: all that the table waits for, where the game says it, in JSON `waits_for`
    - `request`: what waits for an answer; `declined`: the refusal since the last step; `unread`: the refusal
      that this seat has not read yet
    - `arrival`: the device that wants to share a private seat, or was just let in
    - `undo`: the step that would be taken back; `redo`: what was taken back and can be done again
    - `reopened`: each end of the game that was taken back, when every secret lay open
    - `advice`: the referee's proposal for a side without a player, where the table is `advised`; `practice`:
      that for a seat that `practises`
    """

    game: ViewT_co
    system: str
    code: str
    names: Mapping[str, str]
    summary: Json = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    seat: str = ""
    version: int = 0
    stage: str | None = None
    settings: Json = field(default_factory=dict)
    setting_changed: SettingChanged | None = None
    arrival: Arrival | None = None
    map: str | None = None
    sheet: str | None = None
    moment: Moment | None = None
    pending_action: PendingAction | None = None
    in_progress: Sequence[PendingAction] = ()
    asked: Sequence[Waiting] | None = None
    request: Asked | None = None
    declined: Declined | None = None
    unread: Declined | None = None
    undo: Undo | None = None
    reopened: Sequence[Reopened] = ()
    redo: Redo | None = None
    rematch: Rematch | None = None
    advised: bool = False
    advice: Proposal | None = None
    practises: bool = False
    practice: Proposal | None = None
    _json: list[dict[str, Any]] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def waits_for(self) -> Sequence[str]:
        """The seats that the game waits for, who acts first before the others."""
        return waits_for(self.game)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON, made when it is first asked for. The caller must not change it."""
        if not self._json:
            self._json.append(self._written())
        return self._json[0]

    def _written(self) -> dict[str, Any]:
        made = game_json(self.game)
        made.setdefault("system", self.system)
        made["code"], made["seat"], made["version"] = self.code, self.seat, self.version
        if self.stage is not None:
            made["stage"] = self.stage
        made["settings"], made["setting_changed"] = self.settings, self.setting_changed
        made["names"], made["arrival"] = self.names, self.arrival
        made["map"] = self.map
        made.setdefault("sheet", self.sheet)
        made["moment"], made["underway"] = self.moment, self.pending_action
        if len(self.in_progress) > 1:
            made["in_progress"] = self.in_progress
        if self.asked is not None:
            made["waits_for"] = self.asked
        made["request"], made["declined"], made["unread"] = self.request, self.declined, self.unread
        made["undo"], made["reopened"], made["redo"] = self.undo, self.reopened, self.redo
        if self.rematch is not None:
            made["rematch"] = self.rematch
        if self.advised:
            made["advice"] = self.advice
        if self.practises:
            made["practice"] = self.practice
        return made


class MappingView(TableView[Json], Mapping[str, Any]):
    """The view of a table whose game gives a mapping: what the game and the table know, by name."""

    def __getitem__(self, name: str) -> Any:
        """Return a member of the game's view or of the table's."""
        return self.to_json()[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self.to_json())

    def __len__(self) -> int:
        """Return how many names there are."""
        return len(self.to_json())


def kind_of(game: GameView | Json) -> type[TableView]:
    """Return the class of the table's view for a view that a game gave."""
    return MappingView if isinstance(game, Mapping) else TableView


def game_json(game: GameView | Json) -> dict[str, Any]:
    """Return a view that a game gave as a new JSON object."""
    return dict(game) if isinstance(game, Mapping) else game.to_json()


def taken_members(game: GameView | Json) -> list[str]:
    """Return the members of a game's view whose names the table itself uses, in order."""
    return sorted(ADDED & game_json(game).keys())


def waits_for(game: GameView | Json) -> Sequence[str]:
    """Return the seats that a game waits for: those of `agenda` and `pending` where its view is a mapping."""
    if not isinstance(game, Mapping):
        return game.waits_for
    return tuple(dict.fromkeys(item["seat"] for item in (*game.get("agenda", ()), *game.get("pending", ()))))
