"""The report after a game, from the effects of its record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from flask import render_template

from referee.app import create_app
from referee.games.battlecon.report import Report, report_of
from referee.games.interface import FinishedGame
from tests.referee.games.battlecon.duel_screens import NAMES, Duel, duel, random_duels


def finished(seed: int) -> tuple[Duel, FinishedGame]:
    one = list(random_duels(range(seed, seed + 1), longest=99))[-1]
    return one, FinishedGame("ABCDEF", NAMES, {"profile": one.position.profile}, {}, one.log("a"), [])


def test_life_over_the_beats_begins_at_twenty_and_ends_as_the_duel_did() -> None:
    one, game = finished(3)
    (duel,) = report_of(game).duels
    assert duel.life is not None
    rows = duel.life.chart.rows
    assert rows[0] == ("start", "20", "20")
    assert rows[-1][1:] == tuple(str(one.position.fighters[seat].life) for seat in ("a", "b"))
    assert len(rows) == len(duel.beats) + 1


def test_the_damage_by_pair_adds_up_to_the_damage_of_the_meetings() -> None:
    _, game = finished(4)
    report = report_of(game)
    met = sum(cell.damage for duel in report.duels for pairs in duel.beats for cell in pairs.attacks)
    assert met == sum(pair.damage for pair in report.damage)
    assert report.damage[0].damage == max(pair.damage for pair in report.damage)


def test_the_report_names_the_winner_and_the_stunned() -> None:
    one, game = finished(3)
    report = report_of(game)
    winner = one.position.winner
    assert winner is not None
    name = one.position.figures.fighters[one.position.fighters[winner].fighter].name
    assert report.word == f"{name} wins"
    effects = [effect for line in game.lines for effect in line["effects"]]
    stuns = dict.fromkeys(report.duels[0].names, 0)
    for effect in effects:
        if effect["effect"] == "stunned":
            stuns[report.duels[0].names["ab".index(effect["whom"])]] += 1
    for who, times in stuns.items():
        assert said_of_stuns(who, times) in report.duels[0].says


def said_of_stuns(who: str, times: int) -> str:
    if not times:
        return f"{who} was never stunned."
    return f"{who} was stunned {('', 'once', 'twice')[times] if times < 3 else f'{times} times'}."


def test_life_lost_at_the_ante_of_a_beat_that_is_given_up_is_told() -> None:
    """19.1: elemental Kallistar loses 1 life before any pair of that beat is turned up."""
    one = duel().lay("battery drive", "ignition strike").go_on()
    one.lay("mechanical shot", "blazing drive")
    assert one.position.phase == "ante"
    one.do(do="concede", seat="a")
    (told,) = report_on(one).duels
    assert told.life is not None
    assert told.life.says == "Both begin with 20 life. At the end Cadenza has 20 and Kallistar has 19."
    assert told.life.chart.rows == (("start", "20", "20"), ("1", "20", "20"), ("2", "20", "19"))
    assert "after 1 beat" in told.says


def finish() -> Duel:
    """Return a duel that Kallistar loses by Supernova in its second beat, after a Cancel of Cadenza."""
    one = duel().lay("special shot", "volcanic strike").go_on(("special", "over"))
    one.do(do="commit_pair", seat="a", style="battery", base="burst").go_on()
    kallistar = replace(one.position.fighters["b"], life=6, form="elemental")
    one.position = replace(one.position, fighters={**one.position.fighters, "b": kallistar})
    return one.lay("grapnel press", "special drive").go_on()


def report_on(one: Duel, names: dict[str, str] = NAMES) -> Report:
    return report_of(FinishedGame("ABCDEF", names, {"profile": "preview"}, {}, one.log("a"), []))


def test_the_report_tells_special_actions_where_they_happened_and_counts_them() -> None:
    (told,) = report_on(finish()).duels
    assert "There was 1 Cancel and 1 Finish." in told.says
    assert [[cell.after for cell in met.attacks] for met in told.beats] == [
        ["after a Cancel", ""],
        ["", "Finish"],
    ]


def test_the_report_tells_why_the_duel_ended_and_counts_only_beats_that_were_played() -> None:
    one = finish()
    assert one.position.winner == "a"
    assert report_on(one).reason.startswith(
        "Anna wins with Cadenza after 2 beats: Kallistar loses by Supernova."
    )
    gave_up = duel().lay("battery strike", "blazing shot").go_on().do(do="concede", seat="a")
    assert report_on(gave_up, {}).reason.startswith("Kallistar wins after 1 beat: Cadenza gives up.")
    (dead,) = report_of(finished(3)[1]).duels
    assert "has no life left." in dead.says
    life = report_on(one).duels[0].life
    assert life is not None
    assert life.says.startswith("Both begin with 20 life. At the end Cadenza has ")


def test_the_page_shows_every_pair_that_met(tmp_path: Path) -> None:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    _, game = finished(3)
    report = report_of(game)
    with app.test_request_context():
        page = render_template("battlecon/report.html", report=report)
    for one in report.duels:
        for met in one.beats:
            for cell in met.attacks:
                assert cell.pair.replace("'", "&#39;") in page


def test_a_match_given_up_against_the_referee_is_the_referee_s() -> None:
    """R-1.1a: before any pair lay open nobody was stunned, and no pairs met."""
    one = Duel(duels=2)
    for number in (1, 2):
        one.do(do="choose_fighter", seat="a", fighter="hikaru")
        one.do(do="choose_fighter", seat="b", fighter="khadath")
        one.do(do="concede", seat="a")
        assert one.position.match.points == (0, number)
    options = {"profile": one.position.profile, "opponent": "referee"}
    report = report_of(FinishedGame("ABCDEF", {"a": "Ann"}, options, {}, one.log("a"), []))
    assert report.word == "The referee wins the match"
    assert [duel.beats for duel in report.duels] == [(), ()]
    for told in report.duels:
        assert "before any beat" in told.says
        assert "stunned" not in told.says
        assert told.says.startswith("The referee wins duel ")


def test_a_duel_given_up_in_its_first_ante_ends_before_a_pair_was_turned_up() -> None:
    """Beat 1 had begun: both pairs lay face down. The next duel of the match ends before any beat."""
    one = Duel(duels=2)
    for laid in (True, False):
        one.do(do="choose_fighter", seat="a", fighter="hikaru")
        one.do(do="choose_fighter", seat="b", fighter="khadath")
        if laid:
            one.do(do="commit_pair", seat="a", style="advancing", base="palm_strike")
            one.do(do="commit_pair", seat="b", style="blight", base="burst")
        one.do(do="concede", seat="a")
    options = {"profile": one.position.profile}
    first, second = report_of(FinishedGame("ABCDEF", NAMES, options, {}, one.log("a"), [])).duels
    assert "wins duel 1 with Khadath before a pair was turned up: Hikaru gives up." in first.says
    assert "wins duel 2 with Khadath before any beat: Hikaru gives up." in second.says


def test_the_report_of_a_match_says_who_played_which_fighter() -> None:
    """Both players had Khadath, and what each did with him stands apart."""
    one = Duel(duels=2)
    for a, b, pairs in (
        ("hikaru", "khadath", ("advancing palm_strike", "blight burst")),
        ("khadath", "hikaru", ("blight burst", "advancing palm_strike")),
    ):
        one.do(do="choose_fighter", seat="a", fighter=a)
        one.do(do="choose_fighter", seat="b", fighter=b)
        one.lay(*pairs).go_on().do(do="concede", seat="b")
    options = {"profile": one.position.profile}
    report = report_of(FinishedGame("ABCDEF", {"a": "Ann"}, options, {}, one.log("a"), []))
    assert [told.title for told in report.duels] == [
        "Hikaru (Ann) against Khadath (Player B)",
        "Khadath (Ann) against Hikaru (Player B)",
    ]
    assert [told.says.split(" after ")[0] for told in report.duels] == [
        "Ann wins duel 1 with Hikaru",
        "Ann wins duel 2 with Khadath",
    ]
    assert sorted((pair.who, pair.pair, pair.played) for pair in report.damage) == [
        ("Hikaru, Ann", "Advancing Palm Strike", 1),
        ("Hikaru, Player B", "Advancing Palm Strike", 1),
        ("Khadath, Ann", "Blight Burst", 1),
        ("Khadath, Player B", "Blight Burst", 1),
    ]
