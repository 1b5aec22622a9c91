"""The story of a table from its effects: each beat with its cards, its lines and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.games.battlecon.narration.effect_lines import UNSEEN, Who, effect_line, short
from referee.records.text import Json
from rules.battlecon.actions import OTHER, SEATS, Form
from rules.battlecon.cards import Figures, Pair, Part, finish_of, pair_of
from rules.battlecon.position import START_LIFE, START_SPACE

Parts = dict[str, list[Part]]
Pile = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one effect: its words, case, seat ("" for both) and kind."""

    text: str
    case: str
    seat: str
    kind: str


@dataclass(slots=True)
class Sheet:
    """A seat's face-up cards in a beat, and every figure by its origins.

    `under` are bases that a clash covered. `special` is the special action that took effect. `void`: a Pulse
    cancelled the attack. `pair` is None for a special action that is no finish.
    """

    style: str
    base: str
    finish: str | None = None
    under: tuple[str, ...] = ()
    special: str = ""
    void: bool = False
    pair: Pair | None = None
    parts: Parts = field(default_factory=dict)


@dataclass(slots=True)
class Side:
    """A seat in a duel, as far as the effects show it."""

    fighter: str
    form: Form | None
    tokens: dict[str, int]
    space: int
    life: int = START_LIFE
    discards: tuple[Pile, Pile] = ((), ())
    waiting: list[tuple[str, Part]] = field(default_factory=list)
    """Modifiers for the next beat: the figure, and where the amount comes from."""
    now: list[tuple[str, Part]] = field(default_factory=list)
    """Modifiers of this beat."""
    damage_taken: int = 0
    soaked: int = 0


@dataclass(slots=True)
class BeatStory:
    """A beat of a duel: its cards, effects and outcome.

    `life` and `spaces` are those at its end. `stunned` are the seats stunned in it, `dealt` the damage by
    attacker.
    """

    duel: int
    number: int
    fighters: Mapping[str, str]
    sheets: dict[str, Sheet] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    effects: list[Json] = field(default_factory=list)
    returned: dict[str, Pile] = field(default_factory=dict)
    """The cards that come back to hand at the Recycle, by seat; only seats whose piles move."""
    moved_on: dict[str, Pile] = field(default_factory=dict)
    """The cards that go from discard 1 to discard 2, by seat."""
    played: dict[str, Pile] = field(default_factory=dict)
    life: dict[str, int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    stunned: list[str] = field(default_factory=list)
    dealt: dict[str, int] = field(default_factory=dict)
    clashes: int = 0
    cancelled: dict[str, str] = field(default_factory=dict)
    """The base of a Cancel, which goes back to hand, by seat."""
    specials: dict[str, str] = field(default_factory=dict)
    """The special action of each seat as it took effect."""
    active: str = ""
    over: bool = False
    winner: str | None = None
    why: str = ""
    """The `why` of the effect `won`."""


class Narrator:
    """Goes through the effects of a table in order and gathers its beats."""

    def __init__(self, cards: Figures) -> None:
        self.cards = cards
        self.beats: list[BeatStory] = []
        self.duel = 1
        self.sides: dict[str, Side] = {}
        self.trap: int | None = None

    def add(self, effects: Iterable[Json]) -> None:
        """Add effects to the story."""
        for effect in effects:
            self._take(effect)

    @property
    def beat(self) -> BeatStory:
        """The beat in progress; begins one if there is none."""
        if not self.beats or self.beats[-1].over:
            number = 1
            if self.beats and self.beats[-1].duel == self.duel:
                number = self.beats[-1].number + 1
            self.beats.append(BeatStory(self.duel, number, self._fighters()))
        return self.beats[-1]

    def _why_missed(self, beat: BeatStory, effect: Json) -> str:
        """Return why a base without a numeric range misses; "" for any other miss.

        It never hits (2.4), or it reaches only the trap, which is off the board (R-20.7a).
        """
        sheet = beat.sheets.get(effect["seat"])
        reach = sheet.pair.reach if sheet and sheet.pair else ""
        if reach == "none":
            return "does not hit: this base never hits"
        no_trap = effect["why"] == "range" and self.trap is None
        return "misses: there is no trap" if no_trap and reach in ("trap", "trap_and_next") else ""

    def _piles(self, beat: BeatStory, who: Who) -> str:
        """Return whose piles move on: a Pulse or a Finish leaves those of its player (14.2)."""
        moved = [seat for seat in SEATS if seat in beat.played]
        if len(moved) == len(SEATS):
            return "The piles move on"
        if not moved:
            return "Nobody’s piles move"
        return f"{who(moved[0])}’s piles move on; {who(OTHER[moved[0]])}’s stay"

    def _ending(self, kind: str) -> BeatStory | None:
        """Return the beat that an ending belongs to, even one already over; None for other effects."""
        last = self.beats[-1] if self.beats else None
        if last is None or kind not in ("recycle", "won", "match_won"):
            return None
        return last if kind == "match_won" or last.duel == self.duel else None

    def _fighters(self) -> dict[str, str]:
        return {seat: side.fighter for seat, side in self.sides.items()}

    def _take(self, effect: Json) -> None:
        kind = effect["effect"]
        handler = HANDLERS.get(kind)
        if handler is not None:
            handler(self, effect)
        if kind in UNSEEN:
            return
        beat = self._ending(kind) or self.beat
        beat.effects.append(effect)
        beat.life = {seat: side.life for seat, side in self.sides.items()} or beat.life
        beat.spaces = {seat: side.space for seat, side in self.sides.items()} or beat.spaces
        who = short(self.cards, beat.fighters)
        text = effect_line(self.cards, who, effect)
        if kind == "miss" and (missed := self._why_missed(beat, effect)):
            text = f"{who(effect['seat'])} {missed}"
        if kind == "recycle":
            text = self._piles(beat, who)
        if kind == "life" and effect["origin"] == "damage" and beat.lines:
            last = beat.lines.pop()
            text = f"{last.text}; {effect['now']} life left"
        if text:
            beat.lines.append(
                Line(text, self._case(effect), effect.get("seat") or effect.get("whom") or "", kind)
            )
        if kind == "won":
            beat.over, beat.winner, beat.why = True, effect["seat"], effect["why"]
            self.duel, self.sides, self.trap = effect["duel"] + 1, {}, None

    def _case(self, effect: Json) -> str:
        """Return the case of an effect; a duel that a card ended names that card's."""
        card = self.cards.cards.get(effect["why"]) if effect["effect"] == "won" else None
        return card.case if card else str(effect["case"])

    def add_up(self, seat: str) -> None:
        """Recompute the parts of a sheet from its cards and the modifiers of this beat."""
        side, sheet = self.sides[seat], self.beat.sheets.get(seat)
        if sheet is None or sheet.pair is None:
            return
        parts: Parts = {str(figure): list(given) for figure, given in sheet.pair.parts.items()}
        for effect in sheet.pair.per:
            counter = side.damage_taken if effect.per == "damage_taken" else side.soaked
            if counter:
                parts.setdefault(effect.figure, []).append((effect.source, effect.amount * counter))
        for figure, part in side.now:
            parts.setdefault(figure, []).append(part)
        sheet.parts = parts


def _fighter(story: Narrator, effect: Json) -> None:
    card = story.cards.fighters[effect["fighter"]]
    seat = effect["seat"]
    tokens = {token.id: token.count for token in card.tokens}
    story.sides[seat] = Side(card.id, card.form, tokens, START_SPACE[seat])


def _discards(story: Narrator, effect: Json) -> None:
    first, second = effect["discards"]
    story.sides[effect["seat"]].discards = (tuple(first), tuple(second))


def _reveal(story: Narrator, effect: Json) -> None:
    seat, beat = effect["seat"], story.beat
    side, before = story.sides[seat], beat.sheets.get(seat)
    if not beat.sheets:
        for other in story.sides.values():
            other.now, other.waiting = [*other.waiting, *other.now], []
    sheet = Sheet(effect["style"], effect["base"], effect.get("finish"))
    if before is not None and effect["case"] == "8.1":
        sheet.under = (*before.under, *([before.base] if before.base else []))
    card = story.cards.fighters[side.fighter]
    if sheet.finish:
        sheet.special = "finish"
        sheet.pair = finish_of(card, sheet.finish, side.form)
    elif sheet.style != "special":
        sheet.pair = pair_of(card, sheet.style, sheet.base, side.form)
    beat.sheets[seat] = sheet
    story.add_up(seat)


def _special(story: Narrator, effect: Json) -> None:
    story.beat.specials[effect["seat"]] = effect["kind"]
    sheet = story.beat.sheets.get(effect["seat"])
    if sheet is not None:
        sheet.special = effect["kind"]
        if effect["kind"] == "cancel":
            story.beat.cancelled[effect["seat"]] = sheet.base
            sheet.finish, sheet.pair = None, None


def _void(story: Narrator, effect: Json) -> None:
    story.beat.sheets[effect["seat"]].void = True


def _clash(story: Narrator, effect: Json) -> None:
    story.beat.clashes += 1


def _active(story: Narrator, effect: Json) -> None:
    story.beat.active = effect["seat"]


def _taken_back(story: Narrator, effect: Json) -> None:
    sheet = story.beat.sheets[effect["seat"]]
    sheet.under, sheet.base = (), ""
    sheet.pair, sheet.parts = None, {}


def _modified(story: Narrator, effect: Json) -> None:
    side = story.sides[effect["whom"]]
    kept = side.waiting if effect["lasts"] == "next_beat" else side.now
    kept.append((effect["figure"], (effect["origin"], effect["amount"])))
    story.add_up(effect["whom"])


def _move(story: Narrator, effect: Json) -> None:
    story.sides[effect["whom"]].space = effect["to"]


def _damage(story: Narrator, effect: Json) -> None:
    seat = effect["whom"]
    side, beat = story.sides[seat], story.beat
    side.damage_taken += effect["amount"]
    side.soaked += effect["soaked"]
    attacker = next(s for s in SEATS if s != seat)
    beat.dealt[attacker] = beat.dealt.get(attacker, 0) + effect["amount"]
    story.add_up(seat)


def _life(story: Narrator, effect: Json) -> None:
    story.sides[effect["whom"]].life = effect["now"]


def _stunned(story: Narrator, effect: Json) -> None:
    story.beat.stunned.append(effect["whom"])


def _token(story: Narrator, effect: Json) -> None:
    side, token = story.sides[effect["seat"]], effect["token"]
    side.tokens[token] = side.tokens.get(token, 0) + effect["change"]
    if effect["change"] > 0:
        side.now = [(figure, part) for figure, part in side.now if part[0] != token]
        story.add_up(effect["seat"])


def _form(story: Narrator, effect: Json) -> None:
    story.sides[effect["seat"]].form = effect["form"]


def _trap(story: Narrator, effect: Json) -> None:
    story.trap = effect["space"]


def _recycle(story: Narrator, effect: Json) -> None:
    beat = story.beat
    beat.over = True
    for seat, side in story.sides.items():
        sheet = beat.sheets.get(seat)
        if sheet is not None and not (sheet.special == "pulse" or sheet.finish):
            played = tuple(card for card in (sheet.style, sheet.base) if card != "special")
            beat.returned[seat], beat.played[seat] = side.discards[1], played
            beat.moved_on[seat] = side.discards[0]
            side.discards = (played, side.discards[0])
        side.now, side.damage_taken, side.soaked = [], 0, 0


HANDLERS: Mapping[str, Callable[[Narrator, Json], None]] = {
    "fighter": _fighter, "discards": _discards, "reveal": _reveal,
    "special": _special, "void": _void, "clash": _clash, "active": _active,
    "taken_back": _taken_back, "modified": _modified, "move": _move,
    "damage": _damage, "life": _life, "stunned": _stunned,
    "token": _token, "form": _form, "trap": _trap,
    "recycle": _recycle,
}  # fmt: skip
"""How each kind of effect changes the story."""


def story_of(cards: Figures, log: Iterable[Json]) -> Narrator:
    """Return the story of a log, without the lines taken back."""
    narrator = Narrator(cards)
    for line in log:
        if not line.get("back"):
            narrator.add(line["effects"])
    return narrator
