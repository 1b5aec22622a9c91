"""How ZoMbIeS! is shown: its words for actions and values, and the parts of its screens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from referee.games.interface import Context, FinishedGame, Game, Introduction, Json, MappingView, Screens
from rules.sentences import counted, listed, sentence
from rules.zombies_surviving import characters, goals
from rules.zombies_surviving.items import sold_by
from rules.zombies_surviving.menace.groups import NOBODY
from rules.zombies_surviving.menace.zombies import BAND, BEYOND
from rules.zombies_surviving.options import READINGS
from rules.zombies_surviving.position import HUMANS, OFF, STREET

INTRODUCTION = Introduction(
    line="Survivors cross a dead city. You measure, the referee counts.",
    players="1–6",
    modes="together, alone, or with secret aims",
    picture="zombies_surviving/picture.svg",
    pictured="A street at night. Three survivors with a lamp stand at a door, and the dead come near.",
)
PHASES: Mapping[str, str] = {
    "set_up": "Set-up",
    "game": "Game phase",
    "menace": "Menace phase",
    "survival": "Survival phase",
    "over": "Over",
}
_STEPS = ("game", "menace", "survival")
_KINDS: Mapping[str, str] = {
    "ankle_biter": "ankle-biter",
    "shuffler": "shuffler",
    "runner": "runner",
    "boss": "boss",
    "feral_dog": "feral dog",
    "independent": "stranger",
}
_ACTIONS: Mapping[str, str] = {
    "recruit": "Take a character",
    "ready": "Ready",
    "lay_out": "Lay out the table",
    "tell_vehicle": "Say what one is",
    "choose_goal": "Choose the objective",
    "choose_objective": "Choose your secret objective",
    "correct": "Correct a figure",
    "add_figures": "Add figures",
    "place": "Change a rough zone",
    "move_token": "Take a token off",
    "meet_goal": "An objective is met",
    "leave": "Leave the table",
    "hand_over": "Give a figure away",
    "end_turn": "Our figures are done",
    "end_game": "End the game",
    "boss_done": "The boss is done",
    "token_meets": "Incident tokens",
    "zombies_go": "Zombies",
    "zombies_wander": "Zombies wander",
    "zombie_attack": "Zombies attack",
    "pack_acts": "Feral dogs",
    "new_token": "Another token",
    "random_event": "Random event",
}
_QUESTIONS: Mapping[str, str] = {
    "the table": "The table",
    "the vehicles": "The vehicles: each is a car, unless you say so",
    "the objective": "The objective",
    "secret objective": "Secret objective",
    "characters": "Characters",
    "corrections": "Corrections",
    "roster": "Your figures",
    "turn": "Survival phase",
    "end": "End of the game",
}
WHATS: Mapping[str, str] = {
    "zone": "where it is",
    "wounds": "wounds",
    "supplies": "supplies",
    "bites": "bites",
    "thing": "one more thing",
    "without": "a thing less",
    "free": "it is free and stands",
    "removed": "it is not on the table",
}
_EARLIER = 8
_NEWS = 16
_TOUCHING = 0.5
_AHEAD: Mapping[str, str] = {
    "noise": "Old noise",
    "event": "Random event",
    "happens": "The event",
    "reanimation": "The dead",
    "rise": "A corpse",
    "tokens": "Tokens move",
    "tokens_meet": "Tokens that meet somebody",
    "turn_up": "A token turned up",
    "bosses": "Bosses of players",
    "zombies": "Zombies",
    "attacks": "Zombies attack",
    "attack": "An attack",
    "independents": "Strangers",
    "dogs": "Feral dogs",
    "dog_attacks": "Dogs attack",
    "survival": "Survivors",
    "survival_begins": "Survivors",
}
_OF_GROUPS = frozenset({"pair", "group", "pack", "party"})
_HIDDEN_STATES = frozenset(
    {"acted", "alone", "searched", "found", "vengeful", "fired", "shot_rifle", "automatic"}
)


_PARTS: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "snap_shot",
            "aimed_shot",
            "burst",
            "automatic",
            "melee",
            "double_tap",
            "reload",
            "throw",
            "light",
            "fire_at_vehicle",
            "strike_vehicle",
        ),
        "Fight",
    ),
    **dict.fromkeys(
        ("move", "run", "hide", "enter", "exit", "assisted_move", "climb", "drive", "panic"), "Move"
    ),
    **dict.fromkeys(("spot", "observe", "search", "look_at_vehicle"), "Look and search"),
}
_ELSE = "Everything else"


class Asked(Protocol):
    """A key of the frame: its action, the question that it answers, and why it is refused."""

    action: Json
    names: Mapping[str, object]
    why_not: str


class Asks(Protocol):
    """A question of the frame, with its keys."""

    keys: Sequence[Asked]


def _question(key: Asked) -> str:
    return str(key.names.get("question", ""))


@dataclass(frozen=True, slots=True)
class Thing:
    """What a figure carries: its name, how much is in it, and the needed numbers of a weapon."""

    name: str
    loaded: int | None = None
    room: int = 0
    jammed: bool = False
    ranges: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A survivor as a card: actions left, wounds, what it carries, and what its state is."""

    id: str
    name: str
    seat: str
    mine: bool
    dead: bool
    left: int
    allowed: int
    wounds: int
    wounds_to_die: int
    bites: int
    supplies: int
    where: str
    states: Sequence[str]
    traits: Sequence[tuple[str, str]]
    things: Sequence[Thing]
    melee: int | None = None

    @property
    def pips(self) -> Sequence[bool]:
        """The actions of this turn, True for each that is left."""
        return [n < self.left for n in range(max(self.allowed, self.left))]


@dataclass(frozen=True, slots=True)
class Threat:
    """Figures that the referee runs, as one line: a group of zombies, a pack, a party of strangers."""

    title: str
    kinds: str
    where: str
    near: str = ""
    attitude: str = ""
    played_by: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A building or a vehicle as one line."""

    name: str
    state: str
    notes: Sequence[str]


@dataclass(frozen=True)
class Screen:
    """What the templates of a seat's screen show."""

    context: Context[MappingView]
    last: str
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def view(self) -> Json:
        return self.context.view.to_json()

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def title(self) -> str:
        """How far the game is: "Turn 3"."""
        return PHASES[self.phase] if self.phase in {"set_up", "over"} else f"Turn {self.view['turn']}"

    @property
    def steps(self) -> Sequence[Json]:
        """The phases of the turn, each with whether it is over, now, or still to come."""
        if self.phase not in _STEPS or self.view["turn"] == 1:  # the first turn is a survival phase alone
            return ()
        now = _STEPS.index(self.phase)
        state = ("done", "now", "next")
        return [
            {"name": PHASES[step], "state": state[(n > now) - (n < now) + 1]} for n, step in enumerate(_STEPS)
        ]

    @cached_property
    def _standing(self) -> Sequence[Json]:
        return [line for line in self.context.log if not line["back"]]

    @cached_property
    def latest(self) -> Sequence[str]:
        """What has happened since a person last acted, in order: that action, and what the referee did."""
        found: list[str] = []
        for line in reversed(self._standing[-_NEWS:]):
            found.insert(0, line["story"])
            if not line.get("automatic"):
                break
        return found

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The survivors that players have, those of this seat first."""
        found = [
            self._sheet(name, one)
            for name, one in self.view["figures"].items()
            if one["seat"] and one["kind"] in {"survivor", "corpse"}
        ]
        order = [self.context.seat, *self.view["seats"]]
        return sorted(found, key=lambda one: (one.dead, order.index(one.seat) if one.seat in order else 99))

    @property
    def own(self) -> Sequence[Sheet]:
        """The survivors of this seat."""
        return [one for one in self.sheets if one.mine]

    @property
    def others(self) -> Sequence[Sheet]:
        """The survivors of all other seats."""
        return [one for one in self.sheets if not one.mine]

    def _sheet(self, name: str, one: Json) -> Sheet:
        told = self.view.get("sheets", {}).get(name, {})
        known = characters.traits()
        return Sheet(
            name,
            self.called(name),
            one["seat"],
            one["seat"] == self.context.seat,
            one["kind"] == "corpse",
            int(told.get("left", 0)),
            int(told.get("allowed", 2)),
            one["wounds"],
            int(told.get("dies_at", 3)),
            one["bites"],
            one["supplies"],
            self.zone(one["zone"]),
            tuple(self._states(one)),
            tuple((known[t][0], known[t][2]) for t in one["traits"] if t in known),
            tuple(self._things(one, told)),
            told.get("melee"),
        )

    def _states(self, one: Json) -> Iterator[str]:
        if one["kind"] == "corpse":
            yield "dead"
            return
        if one["grabbed_by"]:
            yield f"grabbed by {', '.join(map(self.called, one['grabbed_by']))}"
        if one["wounds"] > 1:
            yield "serious wound"
        for status in one["statuses"]:
            word = status["name"].split()
            if word[0] not in _HIDDEN_STATES:
                yield " ".join(word).replace("_", " ").strip()

    def _things(self, one: Json, told: Json) -> Iterator[Thing]:
        scores = told.get("weapons", {})
        for item in one["items"]:
            room = characters.rounds(item["item"]) or item.get("holds", 0)
            name = thing(item["item"])
            said = f"{item['count']} {name}" if item["count"] > 1 else name
            loaded = item["loaded"] if room else None
            yield Thing(sentence(said), loaded, room, item["jammed"], scores.get(item["item"], ()))

    @property
    def threats(self) -> Sequence[Threat]:
        """The zombies, dogs and strangers on the table, group by group."""
        groups: dict[str, list[tuple[str, Json]]] = {}
        for name, one in self.view["figures"].items():
            if one["kind"] in _KINDS and one["zone"] != OFF:
                groups.setdefault(one["group"] or name, []).append((name, one))
        return [self._threat(group, members) for group, members in groups.items()]

    def _threat(self, group: str, members: Sequence[tuple[str, Json]]) -> Threat:
        counts = Counter(one["kind"] for _, one in members)
        kinds = _of_kinds(counts)
        title = self.called(members[0][0]) if len(members) == 1 else f"Group {group}"
        first = members[0][1]
        return Threat(
            title, kinds, self.zone(first["zone"]), self._nearest([name for name, _ in members]),
            first["attitude"], first["seat"],
        )  # fmt: skip

    def _nearest(self, names: Sequence[str]) -> str:
        """Return the nearest human that was told: "3″ from Ana"."""
        figures, best = self.view["figures"], ("", 999.0)
        for fact, value in self.view["facts"].items():
            kind, *pair = fact.split()
            if kind != "inches" or len(pair) < 2 or value >= best[1]:
                continue
            others = [one for one in pair if one not in names]
            if len(others) == 1 and others[0] in figures and figures[others[0]]["kind"] in HUMANS:
                best = (others[0], value)
        if best[0] and best[1] <= _TOUCHING:
            return f"at {self.called(best[0])}"
        return f"{best[1]:g}″ from {self.called(best[0])}" if best[0] else ""

    @property
    def noises(self) -> Sequence[tuple[str, int]]:
        """The places with markers of noise, and how many."""
        return tuple(Counter(self.called(one["where"]) for one in self.view["noises"]).items())

    @property
    def tokens(self) -> Sequence[tuple[str, str]]:
        """The incident tokens, with what was said of each last; those that stand alike are one line."""
        alike: dict[str, list[str]] = {}
        for name, where in self.view["tokens"].items():
            alike.setdefault(where, []).append(name.removeprefix("token_").replace("_", " "))
        return [
            (f"Token {names[0]}" if len(names) == 1 else f"Tokens {listed(names)}", self.zone(where))
            for where, names in alike.items()
        ]

    @property
    def places(self) -> Sequence[Place]:
        """The buildings and vehicles."""
        inside: dict[str, list[str]] = {}
        for name, one in self.view["figures"].items():
            inside.setdefault(one["zone"], []).append(self.called(name))
        found = []
        for id_, one in self.view["buildings"].items():
            notes = [counted(one["breaches"], "breach").replace("breachs", "breaches")] * bool(
                one["breaches"]
            )
            notes += ["searched"] * one["searched"] + ["empty"] * one["empty"] + ["burning"] * one["burning"]
            notes += [", ".join(inside[id_])] if id_ in inside else []
            state = "not yet known" if one["state"] == "unknown" else one["state"]
            found.append(Place(one["name"], state, notes))
        for id_, one in self.view["vehicles"].items():
            notes = ["runs"] * one["runs"] + ["crashed"] * one["crashed"] + ["burning"] * one["burning"]
            notes += [f"{one['points']} points left"] if one["points"] >= 0 else []
            notes += [", ".join(inside[id_])] if id_ in inside else []
            found.append(Place(one["name"], one["kind"].replace("_", " "), notes))
        return found

    @property
    def progress(self) -> Sequence[Json]:
        """The open objectives, and how far each is."""
        found: Sequence[Json] = self.view.get("progress", ())
        return found

    @property
    def objective(self) -> str:
        """The secret objective of this seat, or ""."""
        id_ = self.view["objectives"].get(self.context.seat)
        return goals.personal().get(id_ or "", "")

    @property
    def points(self) -> Json:
        """The points that each seat may still spend; None without a limit."""
        found: Json = self.view.get("points_left", {})
        return found

    @property
    def builder(self) -> Json:
        """What a character costs without anything, and the folds of what can be bought, with what it does."""

        def told(one: str, known: tuple[str, int, str]) -> Json:
            many = sold_by(one)
            name = f"{known[0]} ({many})" if many > 1 else known[0]
            return {"id": one, "name": name, "cost": known[1], "does": known[2]}

        traits, things = characters.traits(), characters.items()
        helping = [told(one, known) for one, known in traits.items() if known[1] >= 0]
        hindering = [told(one, known) for one, known in traits.items() if known[1] < 0]
        parts = [
            ("Traits that help", "traits", helping),
            ("Traits that hinder, and give points back", "traits", hindering),
        ]
        for title, listed_ in characters.by_list().items():
            parts.append((title, "items", [told(one, things[one]) for one in listed_]))
        return {"base": characters.BASE, "parts": parts}

    @property
    def ready(self) -> Sequence[str]:
        found: Sequence[str] = self.view["ready"]
        return found

    @property
    def ahead(self) -> Sequence[str]:
        """What the referee has still to do in this turn, after what it does now."""
        tasks = (_AHEAD.get(one["kind"], "") for one in self.view["tasks"][1:])
        return tuple(dict.fromkeys(filter(None, tasks)))

    @property
    def earlier(self) -> Sequence[Json]:
        """What has happened in this turn before the news, the latest first."""
        before = self._standing[: len(self._standing) - len(self.latest)]
        return [one for one in reversed(before[-_EARLIER:]) if one.get("turn") == self.view["turn"]]

    def is_turn(self, group: Asks) -> bool:
        """Whether a question is the end of a player's turn."""
        return any(key.action["do"] == "end_turn" for key in group.keys)

    def is_table(self, group: Asks) -> bool:
        """Whether a question is what stands on the table."""
        return any(key.action["do"] == "lay_out" for key in group.keys)

    def of_figure(self, group: Asks) -> bool:
        """Whether a question is what one figure may do."""
        return any(_question(key).startswith(("act ", "boss ")) for key in group.keys)

    def of_seat(self, group: Asks) -> str:
        """Return the seat whose characters a question is about, or ""."""
        asked = next((_question(key) for key in group.keys), "")
        return asked.removeprefix("characters ") if asked.startswith("characters ") else ""

    def keys_by_figure(self, groups: Sequence[Asks]) -> Mapping[str, Sequence[Asked]]:
        """Return the keys of what figures may do, by figure."""
        found: dict[str, list[Asked]] = {}
        for group in groups:
            if self.of_figure(group):
                for key in group.keys:
                    found.setdefault(str(key.action["figure"]), []).append(key)
        return found

    def cards(self, keys: Mapping[str, object]) -> Sequence[Sheet]:
        """Return the figures to show as cards: those of this seat, and all that it may act with."""
        return [one for one in self.sheets if one.mine or one.id in keys]

    def by_kind(self, keys: Sequence[Asked]) -> Sequence[tuple[str, Sequence[Asked]]]:
        """Return the keys of a figure in parts: moving, fighting, looking and handling."""
        parts: dict[str, list[Asked]] = {part: [] for part in dict.fromkeys((*_PARTS.values(), _ELSE))}
        for key in sorted(keys, key=lambda one: bool(one.why_not)):
            parts[_PARTS.get(key.action["do"], _ELSE)].append(key)
        return [(part, some) for part, some in parts.items() if some]

    def first_part(self, keys: Sequence[Asked]) -> str:
        """Return the part of a figure's keys that stands open; "" without an action that it can still take.

        Fighting comes first only where there is somebody to fight.
        """
        parts = [part for part, some in self.by_kind(keys) if not all(key.why_not for key in some)]
        order = sorted(parts, key=lambda part: part == "Fight" and not self.threats)
        return next((part for part in order if part != _ELSE), "")

    def called(self, name: str) -> str:
        """Return what a figure, a building or a place is called."""
        for kind in ("figures", "buildings", "vehicles"):
            if found := self.view[kind].get(name, {}).get("name"):
                return str(found)
        return sentence(name.replace("_", " "))

    def zone(self, zone: str) -> str:
        """Return what a rough zone is called."""
        return "street" if zone == STREET else self.called(zone) if zone else ""


def _band(low: str, high: str) -> str:
    """Return a band of distances in words: "5 to 7 inches"."""
    if int(high) == BEYOND:
        return f"over {low} inches"
    return f"up to {high} inches" if low == "0" else f"{low} to {high} inches"


def _of_kinds(counts: Mapping[str, int]) -> str:
    """Return how many of each kind there are: "2 shufflers, 1 boss"."""
    words = (counted(count, _KINDS[kind]).replace("bosss", "bosses") for kind, count in counts.items())
    return ", ".join(words)


def thing(item: str) -> str:
    """Return what a thing is called: its name in the charts, else its id in words."""
    known = characters.items().get(item)
    return known[0].lower() if known else item.replace("_", " ")


def _told(field: str, value: str) -> str | None:
    """Return what a value of a field with words of its own is called, or None."""
    match field:
        case "character" if value in characters.ready():
            one = characters.ready()[value]
            what = ", ".join(characters.traits()[trait][0].lower() for trait in one.traits)
            return f"{one.name}: {what}. {characters.total(one)} points"
        case "goal":
            return str(goals.offered().get(value, {}).get("text", value))
        case "objective":
            return goals.personal().get(value, value)
        case "what" if value in WHATS:
            return sentence(WHATS[value])
        case "weapon" | "item":
            return thing(value)
    return None


@dataclass(frozen=True)
class ZombiesScreens(Screens[MappingView]):
    """How the game is shown: the names of its templates, and its words."""

    moment: str = "zombies_surviving/moment.html"
    page: str = "zombies_surviving/table.html"
    credit: str = "zombies_surviving/_credit.html"
    new_table: str = "zombies_surviving/_new.html"
    report: str = "zombies_surviving/report/report.html"
    introduction: Introduction = INTRODUCTION

    def screen(self, context: Context[MappingView]) -> Screen:
        """Return what the templates of a seat's screen show, as `game`."""
        stories = [line["story"] for line in context.log if not line["back"]]
        return Screen(context, stories[-1] if stories else "")

    def report_of(self, finished: FinishedGame) -> object:
        """Return what the template of the report shows."""
        from referee.games.zombies_surviving import report  # noqa: PLC0415 - few pages are a report

        return report.of_table(finished)

    def fields(self, game: Game) -> object:
        """Return the options of a new table: the plain ones, and the readings of doubtful places."""
        return {
            "plain": [option for option in game.options if option.name not in READINGS],
            "readings": [option for option in game.options if option.name in READINGS],
        }

    def options_from(self, form: Mapping[str, str], game: Game) -> dict[str, Any]:
        """Return the options of a new table from its form; a reading is a word, also where it is a number."""
        words = {name: form[name] for name in READINGS if name in form}
        return {**super().options_from(form, game), **words}

    def action_words(self, action: Json, view: MappingView) -> str:
        """Return what an action is called on its key."""
        if action["do"] == "dismiss":
            return f"Send {self.value_words('figure', action['figure'], view)} away"
        if action["do"] == "end_turn" and view.seat != action["seat"]:
            return f"{sentence(self.words(view).player(action['seat']))} is done"
        if (words := _ACTIONS.get(action["do"])) is not None:
            return words
        named = {name: value for name, value in action.items() if name not in {"figure", "seat"}}
        if named.pop("leaving", False):
            return "Move off the table"
        return super().action_words(named, view)

    def value_words(self, field: str, value: object, view: MappingView) -> str:
        """Return what a value of a field is called: a figure, a place, a thing, an objective."""
        if not isinstance(value, str):
            return super().value_words(field, value, view)
        if (words := _told(field, value)) is not None:
            return words
        if field in _OF_GROUPS:
            return self._groups(value, view)
        if field in {"other", "noise"} and " " in value:
            return ": ".join(self.value_row(field, value, view))
        named = (view[kind].get(value, {}).get("name") for kind in ("figures", "buildings", "vehicles"))
        if found := next(filter(None, named), None):
            return str(found)
        if value in characters.items():
            return sentence(thing(value))
        return super().value_words(field, value, view)

    def _groups(self, value: str, view: MappingView) -> str:
        """Return what a group is called, or two: "Group A at Ana", "Group A and group B"."""
        figures = view["figures"]
        words = [
            self.value_words("figure", name, view) if name in figures else f"Group {name}"
            for name in value.split()
        ]
        if value == NOBODY or not words:
            return sentence(value)
        human = figures.get(value.rsplit(maxsplit=1)[-1], {}).get("kind") in {*HUMANS, "feral_dog"}
        return (" at " if human else " and ").join(words)

    def value_row(self, field: str, value: object, view: MappingView) -> tuple[str, str]:
        """Return the row of a group and whom it goes at, or of a target and its group."""
        group, _, whom = str(value).partition(" ")
        if len(band := str(value).split()) == BAND and field == "other":
            return _band(*band[:2]), self._near(band[2], view)
        if field == "noise" and whom:
            return {"at": "They get to", "towards": "Towards"}[group], self.value_words("figure", whom, view)
        if field == "pair" and whom:
            return self._titled(group, view), self.value_words("figure", whom, view)
        return "", ""

    def _near(self, name: str, view: MappingView) -> str:
        return "nobody else" if name == NOBODY else f"{self.value_words('figure', name, view)} too"

    def _titled(self, group: str, view: MappingView) -> str:
        """Return what a group is called, with who is in it: "Group A, 3 shufflers"."""
        kinds = Counter(one["kind"] for one in view["figures"].values() if one["group"] == group)
        called = self._groups(group, view)
        return f"{called}, {_of_kinds(kinds)}" if kinds else called

    def question_words(self, name: str, view: MappingView) -> str:
        """Return the heading over the keys of a question."""
        for start, words in _QUESTIONS.items():
            if name == start:
                return words
            if name.startswith(f"{start} "):
                seat = name.removeprefix(f"{start} ")
                who = "" if seat == view.seat else view.names.get(seat) or view.titles.get(seat) or seat
                return f"{words}: {who}" if who else words
        kind, _, whom = name.partition(" ")
        called = self.value_words("figure", whom, view) if whom else ""
        plain = sentence(kind.replace("_", " "))
        return called if kind in {"act", "boss"} else f"{plain}: {called}" if called else plain


SCREENS = ZombiesScreens()
