"""The plots of the report, each with its words and the same figures as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from referee.games.dawn_of_the_dead import report as of
from referee.games.dawn_of_the_dead.labels.wording import DOORS, NAMES, STATUSES, counted, people
from referee.games.dawn_of_the_dead.report import (
    SIDES,
    Attacked,
    Marksman,
    Step,
    attacks,
    dice_luck,
    expected_hits,
    marksmen,
    shots_of,
)
from referee.printing import plots
from referee.printing.figures import Chart, Figure
from referee.printing.plots import Across, beside_average, signed
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS

GAME_TURNS = Across("Game-Turn", "set-up")
SIDE_NAMES = {"human": "Human player", "zombie": "Zombie player"}
SIDES_ALONE = {"human": "Characters", "zombie": "Zombies"}
"""The names of the sides where the referee plays the zombies (15.0)."""


def course(steps: Sequence[Step]) -> list[Figure]:
    """Return the plots of the units, the characters and the doors."""
    ends = of.turn_ends(steps)
    return [_units(ends, hiding=not _alone(steps)), _characters(steps), _doors(ends, of.closings(steps))]


def shooting(steps: Sequence[Step]) -> list[Figure]:
    """Return the plot of shots and kills by character."""
    shots = shots_of(steps)
    shooters = marksmen(shots)
    rows = []
    for shooter in shooters:
        rows.append(
            (NAMES[shooter.character], [("shot", float(shooter.shots))], counted(shooter.shots, "shot"))
        )
        kills = [("alone", float(shooter.alone)), ("joint", float(shooter.joint))]
        rows.append(("", kills, counted(shooter.kills, "kill")))
    fired, hits, expected = expected_hits(shots)
    luck = f"{counted(fired, 'shot')}: {hits} hit, {decimal(expected)} expected."
    return [
        Figure(
            "shots", "bars", "Shots and kills",
            f"{_most(shooters)} {luck}" if fired else "Nobody fired a shot.",
            plots.bars(rows) if fired else None, _shot_chart(shooters),
            (("shot", "shots"), ("alone", "kills alone"), ("joint", "kills in a joint shot")),
            "A joint shot counts for every character who fired; the sentence above counts it once. "
            "“Expected” adds "
            "up the exact chances, given dice, distance, doors and the Zombie Values shot at.",
        )
    ]  # fmt: skip


def luck(steps: Sequence[Step]) -> list[Figure]:
    """Return the plots of the dice: sums against 3.5 a die, and shots and attacks against their chances."""
    return [_dice(steps), _results(steps)]


def _alone(steps: Sequence[Step]) -> bool:
    return steps[0].start.mode != "two-player"


def decimal(number: Fraction, places: int = 1) -> str:
    """Return a fraction rounded, without trailing zeros."""
    return f"{round(float(number), places):g}"


def _units(ends: Sequence[of.TurnEnd], *, hiding: bool) -> Figure:
    """Return the plot of the units, with the hidden zombies where there are any (3.1, 15.1)."""
    first, last = ends[0], ends[-1]
    says = (
        f"{first.units} zombie units were on the map after set-up and {last.units} at the end; "
        f"{last.kills or 'none'} eliminated"
    )
    says += f", {last.entered} brought in" if last.entered else ""
    came = first.hidden - last.hidden if hiding and last.hidden else 0
    says += f", {counted(came, 'hidden zombie')} appeared" if came else ""
    waited = (
        f"{counted(last.hidden, 'hidden zombie')} never appeared"
        if last.hidden
        else "every hidden zombie appeared"
    )
    says += f", {waited}." if hiding else "."
    series = [
        ("On the map", [float(e.units) for e in ends]),
        ("Eliminated", [float(e.kills) for e in ends]),
    ]
    rows = (
        (_turn(e.turn), str(e.units), str(e.berserk), str(e.supers), str(e.kills), str(e.hidden))
        for e in ends
    )
    columns = ("Game-Turn", "Units on the map", "berserk", "Super zombies", "Eliminated", "Still hidden")
    count = len(columns) if hiding else -1
    chart = Chart("Zombies at the end of each Game-Turn", columns[:count], tuple(row[:count] for row in rows))
    plot = plots.lines([e.turn for e in ends], series, GAME_TURNS)
    return Figure("units", "lines", "Zombie units on the map", says, plot, chart)


def _characters(steps: Sequence[Step]) -> Figure:
    spells = of.spells(steps)
    last = max((s.end for s in spells), default=1.0)
    rows = [
        (
            NAMES[name],
            [(s.status, s.start, s.end, _condition(s.status)) for s in spells if s.character == name],
        )
        for name in CHARACTERS
    ]
    ended = {s.character: s.status for s in spells}
    says = "At the end: " + ", ".join(f"{NAMES[n]} {_condition(ended[n])}" for n in CHARACTERS) + "."
    chart = Chart(
        "Conditions of the characters, and when each began",
        ("Character", "Condition", "From Game-Turn", "to"),
        tuple(
            (NAMES[s.character], _condition(s.status), str(s.turn), str(max(s.turn, ceil(s.end))))
            for s in spells
        ),
    )
    kinds = ("normal", "stunned", "infected", "super_zombie", "killed")
    legend = tuple((kind, _condition(kind)) for kind in kinds if any(s.status == kind for s in spells))
    return Figure(
        "characters", "bands", "The characters", says, plots.bands(rows, last, GAME_TURNS), chart, legend
    )


def _doors(ends: Sequence[of.TurnEnd], closed: Sequence[of.Closing]) -> Figure:
    series = [
        ("Main doors closed", [float(e.main_doors) for e in ends]),
        ("Side doors closed", [float(e.side_doors) for e in ends]),
        ("Glass doors destroyed", [float(e.destroyed) for e in ends]),
    ]
    touched = any(any(values) for _, values in series)
    closings = [
        f"{DOORS.get(c.door, c.door)} by {people(c.by)} in Game-Turn {c.turn}" for c in closed if c.by
    ]
    says = f"Main doors closed: {'; '.join(closings)}." if closings else "No main door was closed."
    says = says if touched else "Every door stayed open: none was closed or destroyed."
    rows = ((_turn(e.turn), str(e.main_doors), str(e.side_doors), str(e.destroyed)) for e in ends)
    columns = ("Game-Turn", *(name for name, _ in series))
    chart = Chart("Doors at the end of each Game-Turn", columns, tuple(rows))
    plot = plots.lines([e.turn for e in ends], series, GAME_TURNS) if touched else None
    return Figure("doors", "lines", "Doors", says, plot, chart)


def _dice(steps: Sequence[Step]) -> Figure:
    rolled = dice_luck(steps)
    by_side = {side: [d for d in rolled if d.side == side] for side in SIDES}
    turns = [d.turn for d in by_side["human"]]
    names = SIDES_ALONE if _alone(steps) else SIDE_NAMES
    series = [(names[side], [float(d.over) for d in by_side[side]]) for side in SIDES]
    last = {side: by_side[side][-1] for side in SIDES}
    says = " ".join(
        f"{names[s]}: {counted(d.dice, 'die') if d.dice == 1 else f'{d.dice} dice'}"
        f" showed {d.total} in total, {beside_average(float(d.over))} (3.5 each)."
        for s, d in last.items()
    )
    rows = tuple(
        (_turn(h.turn), str(h.dice), str(h.total), signed(float(h.over)), str(z.dice), str(z.total),
         signed(float(z.over)))
        for h, z in zip(by_side["human"], by_side["zombie"], strict=True)
    )  # fmt: skip
    ours = "Characters’ dice" if _alone(steps) else "Human dice"
    columns = ("Game-Turn", ours, "sum", "over 3.5 each", "Zombie dice", "sum", "over 3.5 each")
    chart = Chart("Dice up to the end of each Game-Turn", columns, rows)
    note = (
        "High dice are not always lucky. This shows how they fell; the other charts show what came of them."
    )
    return Figure(
        "dice",
        "lines",
        "Dice above and below 3.5",
        says,
        plots.lines(turns, series, GAME_TURNS),
        chart,
        (),
        note,
    )


def _results(steps: Sequence[Step]) -> Figure:
    names = SIDES_ALONE if _alone(steps) else SIDE_NAMES
    fired, hits, expected = expected_hits(shots_of(steps))
    rolled = attacks(steps)
    effects, harm = sum(a.effect for a in rolled), _sum(rolled)
    rows = [
        ("Shots", [("alone", float(hits))], f"{hits} hit"),
        ("", [("expected", float(expected))], f"{decimal(expected)} expected"),
        ("Attacks", [("attack", float(effects))], f"{effects} took effect"),
        ("", [("expected", float(harm))], f"{decimal(harm)} expected"),
    ]
    says = (
        f"{counted(fired, 'shot')}: {hits} hit, {decimal(expected)} expected. "
        f"{counted(len(rolled), 'roll')} on the Attack Table: {effects} took effect,"
        f" {decimal(harm)} expected."
    )
    chart = Chart(
        "Results against their exact chances",
        ("", "Tried", "Succeeded", "Expected", "Difference"),
        (
            (
                f"Shots ({names['human'].lower()})",
                str(fired),
                str(hits),
                decimal(expected, 2),
                _over(hits, expected),
            ),
            (
                f"Attacks ({names['zombie'].lower()})",
                str(len(rolled)),
                str(effects),
                decimal(harm, 2),
                _over(effects, harm),
            ),
        ),
    )
    legend = (("alone", "hits"), ("attack", "attacks that took effect"), ("expected", "expected"))
    return Figure("results", "bars", "Luck where it counted", says, plots.bars(rows), chart, legend)


def _sum(rolled: Iterable[Attacked]) -> Fraction:
    return sum((a.chance for a in rolled), Fraction(0))


def _over(came: int, expected: Fraction) -> str:
    return signed(round(float(came - expected), 2))


def _shot_chart(shooters: Sequence[Marksman]) -> Chart:
    columns = ("Character", "Shots", "Kills alone", "Kills in a joint shot", "Expected hits", "Panicked")
    return Chart(
        "Shots and kills by character",
        columns,
        tuple(
            (
                NAMES[s.character],
                str(s.shots),
                str(s.alone),
                str(s.joint),
                decimal(s.expected, 2),
                str(s.panics),
            )
            for s in shooters
        ),
    )


def _most(shooters: Sequence[Marksman]) -> str:
    """Return who made the most kills."""
    kills = max(s.kills for s in shooters)
    if not kills:
        return "No shot eliminated anything."
    best = [s.character for s in shooters if s.kills == kills]
    if kills == 1:
        return f"{people(best)} made {'one kill each' if len(best) > 1 else 'the only kill'}."
    return f"{people(best)} made the most kills, {kills}{' each' if len(best) > 1 else ''}."


def _turn(turn: int) -> str:
    return str(turn) if turn else "set-up"


def _condition(status: str) -> str:
    return STATUSES[status] or "well"
