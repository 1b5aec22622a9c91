"""The panel of a seat as it stands: the phase and what it still asks, the news, the keys of the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from referee.games.interface import Context, Json, MappingView
from referee.games.zombies_surviving.screens import figures, words
from referee.games.zombies_surviving.screens.figures import TOUCHING, Place, Sheet, Threat
from rules.zombies_surviving import characters, goals
from rules.zombies_surviving.items import BARE_HANDS, ROCK, sold_by
from rules.zombies_surviving.survival.economy import ACTS

PHASES: Mapping[str, str] = {
    "set_up": "Set-up",
    "game": "Game phase",
    "menace": "Menace phase",
    "survival": "Survival phase",
    "over": "Over",
}
_STEPS = ("game", "menace", "survival")
_EARLIER = 12
_SAID = 3
"""So many sentences of the news are said to those who listen."""
_PARTS_OF_PHASE: Mapping[str, Mapping[str, str]] = {
    "game": {
        "noise": "Old noise",
        "event": "Event",
        "new_token": "Another token",
        "reanimation": "The dead",
        "tokens": "Tokens",
    },
    "menace": {
        "bosses": "Bosses",
        "zombies": "Zombies",
        "attacks": "Attacks",
        "independents": "Strangers",
        "dogs": "Dogs",
        "dog_attacks": "Dogs attack",
    },
}
"""The parts of a phase in order, by the task that begins each (2.0)."""
_SHOTS = {"snap_shot": 0, "aimed_shot": -1}
"""What a shot adds to the number that its weapon needs."""
_PARTS: Mapping[str, str] = {
    **dict.fromkeys(
        ("snap_shot", "aimed_shot", "burst", "automatic", "melee", "double_tap", "reload", "throw"), "Fight"
    ),
    **dict.fromkeys(
        ("move", "run", "hide", "enter", "exit", "assisted_move", "drive", "panic", "start_vehicle"), "Move"
    ),
    **dict.fromkeys(("spot", "observe", "search", "look_at_vehicle"), "Look and search"),
}
_ELSE, _NOT_NOW = "Everything else", "Not now"
_FIGHTS = ("melee", "snap_shot", "aimed_shot", "burst", "automatic")
_AT_HAND = ("move", "run", "search", "enter", "exit", "drive", "rally", "panic")
"""What is done most, in order; what fights comes before it while there is somebody to fight."""


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
    def said(self) -> str:
        """What has happened last, for those who listen to the screen."""
        return " ".join((f"{self.title}.", *self.latest[-_SAID:]))

    @property
    def steps(self) -> Sequence[Json]:
        """The phases of the turn, each with whether it is over, now, or still to come."""
        if self.phase not in _STEPS or self.view["turn"] == 1:  # the first turn is a survival phase alone
            return ()
        return _track({step: PHASES[step] for step in _STEPS}, self.phase)

    @property
    def parts(self) -> Sequence[Json]:
        """The parts of the phase, each with whether it is over, now, or still to come."""
        named = _PARTS_OF_PHASE.get(self.phase, {})
        tasks = [one["kind"] for one in self.view["tasks"]]
        ahead = [kind for kind in named if kind in tasks]
        if not named or not tasks:
            return ()
        # What has become many tasks, as the attacks, stands no longer among them: it is before the next one.
        known = [*named]
        later = known.index(ahead[0]) if ahead else len(known)
        now = ahead[0] if ahead and tasks[0] == ahead[0] else known[max(0, later - 1)]
        return _track(named, now)

    @cached_property
    def _standing(self) -> Sequence[Json]:
        return [line for line in self.context.log if not line["back"]]

    @cached_property
    def latest(self) -> Sequence[str]:
        """What has happened since a person last acted, in order: that action, and what the referee did."""
        found: list[str] = []
        for line in reversed(self._standing):
            found.insert(0, line["story"])
            if not line.get("automatic"):
                break
        return found

    @property
    def earlier(self) -> Sequence[Json]:
        """What has happened in this turn before the news, the latest first."""
        before = self._standing[: len(self._standing) - len(self.latest)]
        return [one for one in reversed(before[-_EARLIER:]) if one.get("turn") == self.view["turn"]]

    @cached_property
    def sheets(self) -> Sequence[Sheet]:
        """The figures that players have, those of this seat first."""
        return figures.sheets(self.view, self.context.seat)

    @property
    def others(self) -> Sequence[Sheet]:
        """The survivors of all other seats."""
        return [one for one in self.sheets if not one.mine and not one.boss]

    @property
    def fallen(self) -> Sequence[Sheet]:
        """The dead of this seat."""
        return [one for one in self.sheets if one.mine and one.dead]

    @property
    def on_paper(self) -> bool:
        """Whether the page of sheets has one to show to this seat."""
        all_of_them = self.context.seat not in self.view["seats"]
        return any(not (one.dead or one.boss) and (one.mine or all_of_them) for one in self.sheets)

    @property
    def waited(self) -> Sequence[tuple[str, str]]:
        """The seats whose figures have yet to act, each with what they have left: "Ana 2 actions"."""
        waits = self.context.view.waits_for
        found = []
        for seat in (seat for seat in waits if seat in self.view["seats"] and seat != self.context.seat):
            left = [
                f"{one.name} {one.left}"
                for one in self.sheets
                if one.seat == seat and not (one.dead or one.boss)
            ]
            found.append((seat, ", ".join(left)))
        return found

    @cached_property
    def threats(self) -> Sequence[Threat]:
        """The zombies, dogs and strangers on the table, group by group."""
        return figures.threats(self.view)

    @property
    def noises(self) -> Sequence[tuple[str, int]]:
        """The places with markers of noise, and how many."""
        return figures.noises(self.view)

    @property
    def tokens(self) -> Sequence[tuple[str, str]]:
        """The incident tokens, with what was said of each last."""
        return figures.tokens(self.view)

    @property
    def places(self) -> Sequence[Place]:
        """The buildings and vehicles."""
        return figures.places(self.view)

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
            if many > 1:  # its row says how much a search finds, not what is sold
                return {
                    "id": one,
                    "name": f"{many} {known[0][0].lower()}{known[0][1:]}",
                    "cost": known[1],
                    "does": known[2].partition("d6 times")[0].rstrip("; "),
                }
            return {"id": one, "name": known[0], "cost": known[1], "does": known[2]}

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
    def ready_traits(self) -> Sequence[tuple[str, str]]:
        """The traits of the ready characters, each with what it does."""
        theirs = {trait for one in characters.ready().values() for trait in one.traits}
        return [(name, does) for id_, (name, _, does) in characters.traits().items() if id_ in theirs]

    @property
    def ready(self) -> Sequence[str]:
        found: Sequence[str] = self.view["ready"]
        return found

    def is_turn(self, group: Asks) -> bool:
        """Whether a question is the end of a player's turn."""
        return any(key.action["do"] == "end_turn" for key in group.keys)

    def is_table(self, group: Asks) -> bool:
        """Whether a question is what stands on the table."""
        return any(key.action["do"] == "lay_out" for key in group.keys)

    def of_figure(self, group: Asks) -> bool:
        """Whether a question is what one figure may do."""
        return any(_question(key).startswith(("act ", "boss ")) for key in group.keys)

    def boss_of(self, group: Asks) -> Sheet | None:
        """Return the boss whose actions a question asks for, or None."""
        named = {key.action.get("figure") for key in group.keys}
        return next((one for one in self.sheets if one.boss and one.id in named), None)

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

    def cards(self, keys: Mapping[str, object], groups: Sequence[Asks]) -> Sequence[Sheet]:
        """Return the figures to show as cards: the living of this seat, and all that it may act with.

        A boss that is asked for stands with its question.
        """
        asked = [self.boss_of(group) for group in groups]
        living = [one for one in self.sheets if not one.dead and one not in asked]
        return [one for one in living if one.mine or one.id in keys]

    def at_hand(self, keys: Sequence[Asked]) -> Sequence[Asked]:
        """Return the keys of what a figure does most, those that are allowed.

        Melee comes first where somebody is in reach, and after the shots where nobody is, as far as is known.
        """
        fights = [key for do in _FIGHTS for key in keys if key.action["do"] == do and self._worth(key, keys)]
        fights.sort(key=lambda key: key.action["do"] == "melee" and not self._reached(key.action["figure"]))
        other = [key for do in _AT_HAND for key in keys if key.action["do"] == do and not key.why_not]
        other = [key for key in other if not (key.action.get("leaving") or key.action.get("with_shell"))]
        return [*(key for key in fights if not key.why_not), *other] if self.threats else other

    def _reached(self, name: str) -> bool:
        """Whether somebody whom a figure can fight is within its melee range, as told."""
        if self.view["figures"].get(name, {}).get("grabbed_by"):
            return True
        told = (fact.split() for fact, far in self.view["facts"].items() if far <= TOUCHING)
        pairs = [{*pair} for kind, *pair in told if kind == "inches" and name in pair]
        foes = {one for one, figure in self.view["figures"].items() if figure["kind"] in words.KINDS}
        return any(pair & foes for pair in pairs)

    def _worth(self, key: Asked, keys: Sequence[Asked]) -> bool:
        """Whether a way to fight is one that is used: bare hands and rocks only without anything better."""
        if key.action.get("weapon") == ROCK:
            guns = (one for one in keys if one.action["do"] in _SHOTS and one.action.get("weapon") != ROCK)
            return all(one.why_not for one in guns)
        armed = any(one.action.get("weapon", BARE_HANDS) != BARE_HANDS for one in keys if _strikes(one))
        if not _strikes(key):
            return True
        bare = key.action.get("weapon", BARE_HANDS) == BARE_HANDS
        return not key.action.get("non_lethal") and not (armed and bare)

    def by_kind(self, keys: Sequence[Asked]) -> Sequence[tuple[str, Sequence[Asked]]]:
        """Return the keys of a figure that are not at hand in parts: fighting, moving, looking, the rest.

        Parts in which nothing is allowed are one.
        """
        hand = [id(key) for key in self.at_hand(keys)]
        parts: dict[str, list[Asked]] = {part: [] for part in dict.fromkeys((*_PARTS.values(), _ELSE))}
        for key in sorted(keys, key=lambda one: bool(one.why_not)):
            if id(key) not in hand:
                parts[_PARTS.get(key.action["do"], _ELSE)].append(key)
        shut = [key for some in parts.values() if all(key.why_not for key in some) for key in some]
        can = [(part, some) for part, some in parts.items() if not all(key.why_not for key in some)]
        return [*can, (_NOT_NOW, shut)] if shut else can

    def needs(self, key: Asked) -> str:
        """Return the numbers that a way to attack needs, "3+ · 4+ · 5+" for its ranges; "" for all others."""
        do, weapon = key.action["do"], key.action.get("weapon", BARE_HANDS)
        told = self.view.get("sheets", {}).get(key.action.get("figure", ""), {})
        if do == "melee" and "melee" in told:
            return f"{told['melee'] + bool(key.action.get('non_lethal'))}+"
        if do not in _SHOTS or key.action.get("both"):
            return ""
        ranges = told.get("weapons", {}).get(weapon, ())
        return " · ".join(f"{one['needed'] + _SHOTS[do]}+" for one in ranges)

    def notes(self, key: Asked) -> Sequence[str]:
        """Return what stands beside the words of a key: the numbers that it needs, and more than 1 action."""
        act = ACTS.get(key.action["do"])
        actions = 2 if key.action.get("aimed") else act.cost if act else 1
        return [one for one in (self.needs(key), f"{actions} actions" * (actions > 1)) if one]

    def called(self, name: str) -> str:
        """Return what a figure, a building or a place is called."""
        return words.called(name, self.view)


def _strikes(key: Asked) -> bool:
    return bool(key.action["do"] == "melee") and not key.why_not


def _track(named: Mapping[str, str], now: str) -> Sequence[Json]:
    """Return parts in order, each with whether it is done, now or next."""
    at, state = [*named].index(now), ("done", "now", "next")
    return [{"name": name, "state": state[(n > at) - (n < at) + 1]} for n, name in enumerate(named.values())]
