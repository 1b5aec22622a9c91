"""The report after the game, from the effects of its record: life, pairs that met, damage, stuns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.beat_stories import BeatStory
from referee.games.battlecon.story import story_of
from referee.games.battlecon.wording import count, first_name, pair_name
from referee.games.ports import FinishedGame
from referee.report import plots
from referee.report.plots import Across, Lines
from rules.battlecon.figures import Figures, figures, profiles
from rules.battlecon.names import SEATS
from rules.battlecon.position import START_LIFE

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot's figures as a table: a caption, columns, and rows whose first cell is a heading."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """The life of both fighters over the beats of a duel, in words, as a plot and as a table."""

    id: str
    title: str
    says: str
    plot: Lines
    chart: Chart
    kind: str = "lines"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Met:
    """Two pairs that met: one cell for each seat."""

    beat: int
    cells: tuple[MetCell, ...]
    clash: str


@dataclass(frozen=True, slots=True)
class MetCell:
    """One side of a meeting: the pair, the damage that it did, and what became of its fighter."""

    pair: str
    fighter: str
    damage: int
    first: bool
    stunned: bool
    life: int


@dataclass(frozen=True, slots=True)
class PairDamage:
    """What a pair did in the whole game; `most` is the largest damage of any pair."""

    who: str
    fighter: str
    pair: str
    played: int
    damage: int
    most: int


@dataclass(frozen=True, slots=True)
class Duel:
    """One duel of the game: who met, who won, its life plot and its meetings."""

    number: int
    title: str
    says: str
    names: tuple[str, ...]
    life: Figure | None
    met: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report."""

    code: str
    word: str
    reason: str
    profile: str
    duels: tuple[Duel, ...]
    damage: tuple[PairDamage, ...]
    table_url: str
    record_url: str


def report_of(game: FinishedGame) -> Report:
    """Return the report of a finished game."""
    profile = game.options.get("profile")
    cards = figures(profile) if profile in profiles() else figures()
    beats = [beat for beat in story_of(cards, game.lines).beats if beat.fighters]
    numbers = sorted({beat.duel for beat in beats})
    duels = tuple(_duel(cards, [beat for beat in beats if beat.duel == n], game) for n in numbers)
    winner = next((beat.winner for beat in reversed(beats) if beat.winner), None)
    fighters = beats[-1].fighters if beats else {}
    word = f"{cards.fighters[fighters[winner]].name} wins" if winner else "Over"
    return Report(
        code=game.code,
        word=word,
        reason=" ".join(duel.says for duel in duels),
        profile=f"{cards.title} figures: {cards.provenance}.",
        duels=duels,
        damage=tuple(_damage(cards, beats)),
        table_url=f"/t/{game.code}",
        record_url=f"/api/tables/{game.code}/record",
    )


def _duel(cards: Figures, beats: Sequence[BeatStory], game: FinishedGame) -> Duel:
    fighters = beats[0].fighters
    names = tuple(first_name(cards, fighters[seat]) for seat in SEATS if seat in fighters)
    players = [game.names.get(seat) or names[n] for n, seat in enumerate(SEATS) if seat in fighters]
    winner = next((beat.winner for beat in beats if beat.winner), None)
    number = beats[0].duel
    played = [beat for beat in beats if beat.sheets]
    stuns = [sum(seat in beat.stunned for beat in beats) for seat in SEATS]
    won = f"{players[SEATS.index(winner)]} wins duel {number}" if winner in SEATS else f"Duel {number}"
    says = f"{won} after {count(len(played), 'beat')}. " + " ".join(
        f"{name} was stunned {count(stunned, 'time')}." for name, stunned in zip(names, stuns, strict=True)
    )
    return Duel(
        number,
        " against ".join(names),
        says,
        names,
        _life(number, names, played) if played else None,
        tuple(_met(cards, beat) for beat in played),
    )


def _life(number: int, names: Sequence[str], beats: Sequence[BeatStory]) -> Figure:
    series = [
        (name, [float(START_LIFE), *(float(beat.life[seat]) for beat in beats)])
        for seat, name in zip(SEATS, names, strict=True)
    ]
    at = [0, *(beat.number for beat in beats)]
    ends = " and ".join(f"{name} with {values[-1]:g}" for name, values in series)
    rows = tuple(
        ("start" if not beat else str(beat), *(f"{values[n]:g}" for _, values in series))
        for n, beat in enumerate(at)
    )
    return Figure(
        f"life-{number}",
        "Life over the beats",
        f"Both begin with {START_LIFE} life. They end the duel: {ends}.",
        plots.lines(at, series, Across("Beat")),
        Chart("Life at the end of each beat", ("Beat", *names), rows),
    )


def _met(cards: Figures, beat: BeatStory) -> Met:
    cells = []
    for seat in SEATS:
        if seat not in beat.sheets:
            continue
        sheet = beat.sheets[seat]
        cells.append(
            MetCell(
                pair_name(cards, sheet.style, sheet.base, sheet.finish),
                beat.fighters[seat],
                beat.dealt.get(seat, 0),
                beat.active == seat,
                seat in beat.stunned,
                beat.life[seat],
            )
        )
    clash = count(beat.clashes, "clash").replace("clashs", "clashes") if beat.clashes else ""
    return Met(beat.number, tuple(cells), clash)


def _damage(cards: Figures, beats: Sequence[BeatStory]) -> list[PairDamage]:
    """Return the pairs by the damage that they did, the largest first."""
    played: dict[tuple[str, str], int] = {}
    dealt: dict[tuple[str, str], int] = {}
    for beat in beats:
        for seat, sheet in beat.sheets.items():
            key = (beat.fighters[seat], pair_name(cards, sheet.style, sheet.base, sheet.finish))
            played[key] = played.get(key, 0) + 1
            dealt[key] = dealt.get(key, 0) + beat.dealt.get(seat, 0)
    most = max([*dealt.values(), 1])
    order = sorted(played, key=lambda key: (-dealt[key], -played[key], key))
    return [
        PairDamage(first_name(cards, key[0]), key[0], key[1], played[key], dealt[key], most) for key in order
    ]
