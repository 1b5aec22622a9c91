"""The report after the game, from the effects of its record: life, pairs that met, damage, stuns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games.battlecon.narration.narrator import BeatStory, story_of
from referee.games.battlecon.narration.scoreboard import player_name, player_names
from referee.games.battlecon.wording import SPECIAL_NAMES, count, first_name, pair_name
from referee.games.interface import FinishedGame
from referee.printing import plots
from referee.printing.figures import Chart, Figure
from referee.printing.plots import Across
from referee.records.text import Json
from rules.battlecon.actions import SEATS
from rules.battlecon.cards import Figures, figures, profiles
from rules.battlecon.position import START_LIFE
from rules.battlecon.reasons import ended_by
from rules.sentences import listed, times

AFTER = {"cancel": "after a Cancel", "finish": "Finish"}


@dataclass(frozen=True, slots=True)
class BeatResult:
    """The pairs of one beat: a cell for each seat."""

    beat: int
    attacks: tuple[AttackResult, ...]
    clash: str


@dataclass(frozen=True, slots=True)
class AttackResult:
    """One seat in a beat: its pair, the damage that it did, and the state of its fighter."""

    pair: str
    fighter: str
    damage: int
    first: bool
    stunned: bool
    life: int
    after: str
    """The special action that took effect, in words, where the pair's name does not contain it."""


@dataclass(frozen=True, slots=True)
class PairDamage:
    """The damage of a pair in the whole game; `most` is the largest of any pair."""

    who: str
    fighter: str
    pair: str
    played: int
    damage: int
    most: int


@dataclass(frozen=True, slots=True)
class Duel:
    """One duel of the game: its fighters, its winner and why, its life plot, and the pairs of each beat."""

    number: int
    title: str
    says: str
    names: tuple[str, ...]
    fighters: tuple[str, ...]
    life: Figure | None
    beats: tuple[BeatResult, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report."""

    code: str
    word: str
    reason: str
    profile: str
    duels: tuple[Duel, ...]
    damage: tuple[PairDamage, ...]


def report_of(game: FinishedGame) -> Report:
    """Return the report of a finished game."""
    game = replace(game, names=player_names(game))
    profile = game.options.get("profile")
    cards = figures(profile) if profile in profiles() else figures()
    beats = [beat for beat in story_of(cards, game.lines).beats if beat.fighters]
    numbers = sorted({beat.duel for beat in beats})
    by_duel = [[beat for beat in beats if beat.duel == n] for n in numbers]
    duels = tuple(_duel(cards, played, game, several=len(numbers) > 1) for played in by_duel)
    winner = next((beat.winner for beat in reversed(beats) if beat.winner), None)
    return Report(
        code=game.code,
        word=_word(cards, beats[-1], winner, game) if winner else "Over",
        reason=" ".join(duel.says for duel in duels),
        profile=f"{cards.title} figures: {cards.provenance}.",
        duels=duels,
        damage=tuple(_damage(cards, beats, _players(game) if len(numbers) > 1 else {})),
    )


def _players(game: FinishedGame) -> Mapping[str, str]:
    return {seat: player_name(game, seat) for seat in SEATS}


def _word(cards: Figures, last: BeatStory, winner: str, game: FinishedGame) -> str:
    """Return who won: a fighter the duel, a player a match of several."""
    if last.duel == 1:
        return f"{cards.fighters[last.fighters[winner]].name} wins"
    return f"{player_name(game, winner)} wins the match"


def _duel(cards: Figures, beats: Sequence[BeatStory], game: FinishedGame, *, several: bool) -> Duel:
    fighters = beats[0].fighters
    seats = [seat for seat in SEATS if seat in fighters]
    names = tuple(first_name(cards, fighters[seat]) for seat in seats)
    number = beats[0].duel
    played = [beat for beat in beats if beat.sheets]
    lived = [beat for n, beat in enumerate(beats) if beat.sheets or (n and beat.life != beats[n - 1].life)]
    last = next((beat for beat in beats if beat.winner), beats[-1])
    players = _players(game) if several else game.names
    ended = _ended(cards, last, players, f"duel {number}" if several else "")
    titles = [
        f"{name} ({players[seat]})" if several else name for seat, name in zip(seats, names, strict=True)
    ]
    before = "before a pair was turned up" if number in _begun(game.lines) else "before any beat"
    when = f"after {count(len(played), 'beat')}" if played else before
    said = [f"{ended or f'Duel {number}'} {when}{_why(cards, last)}."]
    said += [_happened(played), _stuns(played, seats, names)] if played else []
    return Duel(
        number,
        " against ".join(titles),
        " ".join(sentence for sentence in said if sentence),
        names,
        tuple(fighters[seat] for seat in seats),
        _life(number, names, lived) if played else None,
        tuple(_beat_result(cards, beat) for beat in played),
    )


def _begun(lines: Iterable[Json]) -> set[int]:
    """Return the duels in which a pair was chosen: their first beat had begun."""
    duel, begun = 1, set()
    for effect in (effect for line in lines for effect in line["effects"]):
        if effect["effect"] == "chosen" and effect["kind"] == "pair":
            begun.add(duel)
        elif effect["effect"] == "won":
            duel = effect["duel"] + 1
    return begun


def _ended(cards: Figures, last: BeatStory, names: Mapping[str, str], what: str) -> str:
    """Return who won: "Ann wins duel 2 with Cadenza"; "" without a winner."""
    if last.winner is None:
        return ""
    fighter, player = first_name(cards, last.fighters[last.winner]), names.get(last.winner)
    won = f"wins {what}".strip()
    return f"{player} {won} with {fighter}" if player else f"{fighter} {won}"


def _why(cards: Figures, last: BeatStory) -> str:
    """Return why the duel ended, after a colon; "" without a winner."""
    if last.winner is None:
        return ""
    loser = next(seat for seat in SEATS if seat != last.winner)
    return f": {ended_by(cards, first_name(cards, last.fighters[loser]), last.why)}"


def _happened(beats: Sequence[BeatStory]) -> str:
    """Return how many clashes and special actions there were, "" without any."""
    counts = {"clash": sum(beat.clashes for beat in beats)}
    for kind, name in SPECIAL_NAMES.items():
        counts[name] = sum(kind == special for beat in beats for special in beat.specials.values())
    counted = {name: amount for name, amount in counts.items() if amount}
    verb = "was" if next(iter(counted.values()), 0) == 1 else "were"
    return (
        f"There {verb} {listed(count(amount, name) for name, amount in counted.items())}." if counted else ""
    )


def _stuns(beats: Sequence[BeatStory], seats: Sequence[str], names: Sequence[str]) -> str:
    stuns = [sum(seat in beat.stunned for beat in beats) for seat in seats]
    return " ".join(f"{name} was {times(n)} stunned." if not n else f"{name} was stunned {times(n)}."
                    for name, n in zip(names, stuns, strict=True))  # fmt: skip


def _life(number: int, names: Sequence[str], beats: Sequence[BeatStory]) -> Figure:
    series = [
        (name, [float(START_LIFE), *(float(beat.life[seat]) for beat in beats)])
        for seat, name in zip(SEATS, names, strict=True)
    ]
    at = [0, *(beat.number for beat in beats)]
    ends = " and ".join(f"{name} has {values[-1]:g}" for name, values in series)
    rows = tuple(
        ("start" if not beat else str(beat), *(f"{values[n]:g}" for _, values in series))
        for n, beat in enumerate(at)
    )
    return Figure(
        f"life-{number}",
        "lines",
        "Life over the beats",
        f"Both begin with {START_LIFE} life. At the end {ends}.",
        plots.lines(at, series, Across("Beat")),
        Chart("Life at the end of each beat", ("Beat", *names), rows),
    )


def _beat_result(cards: Figures, beat: BeatStory) -> BeatResult:
    attacks = []
    for seat in SEATS:
        if seat not in beat.sheets:
            continue
        sheet = beat.sheets[seat]
        attacks.append(
            AttackResult(
                pair_name(cards, sheet.style, sheet.base, sheet.finish),
                beat.fighters[seat],
                beat.dealt.get(seat, 0),
                beat.active == seat,
                seat in beat.stunned,
                beat.life[seat],
                AFTER.get(beat.specials.get(seat, ""), ""),
            )
        )
    clash = count(beat.clashes, "clash") if beat.clashes else ""
    return BeatResult(beat.number, tuple(attacks), clash)


def _damage(cards: Figures, beats: Sequence[BeatStory], players: Mapping[str, str]) -> list[PairDamage]:
    """Return the pairs by the damage that they did, the largest first.

    In a match both players may have had the same fighter: `players` are their names by seat, else empty.
    """
    played: dict[tuple[str, str, str], int] = {}
    dealt: dict[tuple[str, str, str], int] = {}
    for beat in beats:
        for seat, sheet in beat.sheets.items():
            pair = pair_name(cards, sheet.style, sheet.base, sheet.finish)
            key = (beat.fighters[seat], pair, players.get(seat, ""))
            played[key] = played.get(key, 0) + 1
            dealt[key] = dealt.get(key, 0) + beat.dealt.get(seat, 0)
    most = max([*dealt.values(), 1])
    order = sorted(played, key=lambda key: (-dealt[key], -played[key], key))
    return [
        PairDamage(_owner(first_name(cards, key[0]), key[2]), key[0], key[1], played[key], dealt[key], most)
        for key in order
    ]


def _owner(fighter: str, player: str) -> str:
    return f"{fighter}, {player}" if player else fighter
