"""Figures laid out: everything stays inside its plot, and ticks are whole numbers."""

from __future__ import annotations

import pytest

from referee.printing.plots import (
    HEIGHT,
    WIDTH,
    Across,
    bands,
    bars,
    beside_average,
    lines,
    nice_step,
    signed,
)
from tests.rows import each_row

TURNS = Across("Game-Turn", "set-up")


@each_row("span, step", [(1, 1), (5, 1), (6, 2), (11, 5), (45, 10), (230, 50)])
def test_steps_are_round_and_no_more_than_five(span: float, step: int) -> None:
    assert nice_step(span) == step


def test_lines_stay_inside_and_go_below_nought() -> None:
    plot = lines([0, 1, 2, 3], [("Human", [0, 7.5, -3, 12]), ("Zombie", [0, -11, -2, 4])], TURNS)
    spots = [spot for series in plot.series for spot in series.spots]
    assert len(spots) == 8
    assert all(0 <= float(s.x) <= WIDTH and 0 <= float(s.y) <= HEIGHT for s in spots)
    assert spots[1].title == "Human, Game-Turn 1: +7.5"
    assert plot.zero == spots[0].y
    assert plot.y_ticks[0].label == "−15"
    assert len({series.shape for series in plot.series}) == 2


def test_a_game_that_ended_in_its_first_turn_has_a_plot() -> None:
    plot = lines([0, 1], [("On the map", [45, 45])], TURNS)
    assert [t.label for t in plot.x_ticks] == ["0", "1"]
    assert plot.zero == ""


def test_a_band_bears_as_much_of_its_word_as_fits() -> None:
    plot = bands(
        [
            (
                "Fran",
                [("normal", 0, 9, "well"), ("stunned", 9, 9.6, "stunned"), ("infected", 10, 10, "infected")],
            )
        ],
        10,
        TURNS,
    )
    well, stunned, infected = plot.bands[0].stretches
    assert (well.label, stunned.label, infected.label) == ("well", "S", "")
    assert float(infected.width) > 0
    assert stunned.title == "Fran: stunned, from Game-Turn 10 to 10"


def test_bars_are_as_long_as_what_they_count() -> None:
    plot = bars([("Peter", [("shot", 8.0)], "8 shots"), ("", [("alone", 2.0), ("joint", 2.0)], "4 kills")])
    shots, kills = plot.bars
    assert sum(float(p.width) for p in kills.parts) * 2 == pytest.approx(float(shots.parts[0].width), abs=0.3)
    assert float(shots.end) + 7 * 7 < WIDTH


def test_numbers_bear_a_sign() -> None:
    assert [signed(n) for n in (2.5, -3, 0)] == ["+2.5", "−3", "0"]


def test_a_sum_beside_its_average_is_told_in_words() -> None:
    told = [beside_average(n) for n in (2.5, -13.0, 0.0)]
    assert told == ["2.5 above average", "13 below average", "exactly average"]


def test_a_bar_begins_beyond_the_longest_name() -> None:
    """The statistics name their bars by the kind of game: "Together" ran into its bar."""
    drawn = bars([("Two", [("won", 1)], "1 : 0"), ("Together", [("won", 2)], "2 : 0")])
    assert float(drawn.left) >= 8 * len("Together")
    assert all(float(bar.parts[0].x) == float(drawn.left) for bar in drawn.bars)
    longest = drawn.bars[1]
    assert float(longest.parts[0].x) + float(longest.parts[0].width) < WIDTH


def test_what_happened_last_stays_on_the_axis() -> None:
    """A stretch of the very last moment is widened to be seen, and ends where the axis does."""
    plot = bands([("Fran", [("normal", 0, 10, "well"), ("killed", 10, 10, "killed")])], 10, TURNS)
    assert all(float(s.x) + float(s.width) <= float(plot.right) for s in plot.bands[0].stretches)


def test_bars_and_their_words_stay_on_the_chart() -> None:
    """However long a game's words are: a bar never runs backwards, and what does not fit is cut."""
    names = ("Two", "The keeper of the seven gates of the old city")
    label = "1 of 12, the fewest that anybody has had at this table so far"
    drawn = bars([(name, [("won", 3.0), ("lost", 1.0)], label) for name in names])
    for bar, name in zip(drawn.bars, names, strict=True):
        assert all(float(part.width) > 0 and float(part.x) + float(part.width) < WIDTH for part in bar.parts)
        assert float(bar.end) + 7 * len(bar.label) <= WIDTH
        assert 8 * len(bar.name) <= float(drawn.left)
        assert name.startswith(bar.name.removesuffix("…"))
