"""What each seat's screen offers: exactly what it may do, and nothing that it may not know."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from referee.games.battlecon.match import DuelView, undo_changes
from referee.games.battlecon.pages.screen import DuelScreen, screen
from referee.games.battlecon.pages.screens import SCREENS
from rules.battlecon.actions import Form
from tests import soak
from tests.referee.games.battlecon.duel_positions import usual
from tests.referee.games.battlecon.duel_screens import Duel, duel, random_duels
from tests.rows import each_row


@pytest.mark.parametrize("seed", [*range(3), *soak.rest(soak.ENGINES, range(3, 30))])
def test_a_phone_offers_every_action_that_its_seat_may_do(seed: int) -> None:
    """Giving up apart, which belongs to the frame; a fighter is always taken with a named finish."""
    offered = 0
    for one in random_duels(range(seed, seed + 1), longest=6):
        for seat in "ab":
            context = one.context(seat)
            wanted = {
                json.dumps(a, sort_keys=True)
                for a in context.actions
                if a["do"] not in ("concede", "choose_discards")
                and not (a["do"] == "choose_fighter" and "finish" not in a)
            }
            shown = set()
            for question in one.screen(seat).questions:
                if question.picker:
                    shown |= {json.dumps(json.loads(s.action), sort_keys=True) for s in question.picker.sums}
                if question.choice:
                    keys = question.choice.answers
                    shown |= {json.dumps(json.loads(k.action), sort_keys=True) for k in keys}
                if question.fighter:
                    for fighter in question.fighter.candidates:
                        shown |= {json.dumps(json.loads(f.action), sort_keys=True) for f in fighter.finishes}
            assert shown == wanted
            offered += len(shown)
    assert offered


@pytest.mark.parametrize("seed", [*range(2), *soak.rest(soak.ENGINES, range(2, 30))])
def test_a_seat_is_asked_one_question_at_a_time(seed: int) -> None:
    for one in random_duels(range(seed, seed + 1), longest=5):
        for seat in "ab":
            questions = one.screen(seat).questions
            assert len(questions) <= 1
            for question in questions:
                kinds = (question.picker, question.choice, question.fighter, question.discards)
                assert sum(kind is not None for kind in kinds) == 1


@pytest.mark.parametrize("seat", ["b", "table", "spectator"])
def test_others_see_nothing_of_a_pair_but_that_it_lies_there(seat: str) -> None:
    """The screens of two games that differ in the face-down pair alone are the same (5.0)."""
    laid = [
        duel().do(do="commit_pair", seat="a", style=style, base=base)
        for style, base in (("battery", "strike"), ("special", "burst"))
    ]
    one, other = (asdict(game.screen(seat)) for game in laid)
    assert one == other
    lamps = {lamp["seat"]: lamp["says"] for lamp in one["lamps"]}
    assert lamps == {"a": "has chosen", "b": "chooses a pair"}


def test_the_owner_sees_the_pair_that_lies_there_and_may_change_it() -> None:
    game = duel().do(do="commit_pair", seat="a", style="battery", base="strike").screen("a")
    assert game.chosen is not None
    assert game.chosen.name == "Battery Strike"
    assert game.waiting == "Kallistar"
    assert game.questions[0].picker is not None
    assert game.questions[0].picker.changes
    chosen = [card.face.id for card in game.questions[0].picker.styles if card.chosen]
    assert chosen == ["battery"]


def test_a_sum_tells_its_origins_and_whom_it_reaches() -> None:
    picker = duel().screen("a").questions[0].picker
    assert picker is not None
    (shot,) = (s for s in picker.sums if s.name == "Grapnel Shot")
    rows = {row.figure: (row.total, [(t.amount, t.name) for t in row.terms]) for row in shot.rows}
    assert rows["range"] == ("3~8", [("1~4", "Shot"), ("+2~4", "Grapnel")])
    assert rows["power"] == ("3", [("3", "Shot")])
    assert shot.verdict == "Reaches Kallistar"
    assert [space.number for space in shot.spaces if space.reached] == [5, 6, 7]
    (strike,) = (s for s in picker.sums if s.name == "Battery Strike")
    assert strike.verdict == "Kallistar is out of reach: distance 4, range 1"


@pytest.mark.parametrize(
    ("pair", "space", "verdict", "reached"),
    [
        ("Mechanical Drive", 4, "Reaches Kallistar after your move", [2, 4, 6]),
        ("Mechanical Drive", 5, "Reaches Kallistar if you move to 4", [2, 3, 4, 5]),
        ("Mechanical Drive", 6, "Kallistar is out of reach after your move", None),
        ("Hydraulic Strike", 4, "Reaches Kallistar after your move", None),
        ("Mechanical Burst", 4, "Reaches Kallistar after your move", None),
        ("Mechanical Burst", 5, "Kallistar is out of reach after your move", None),
        ("Battery Strike", 3, "Reaches Kallistar", [1, 3]),
    ],
)
def test_10_2_a_sum_tells_whom_it_reaches_after_the_moves_of_its_own_cards(
    pair: str, space: int, verdict: str, reached: list[int] | None
) -> None:
    """16.3, 16.4: a Drive advances and a Burst retreats before the range counts."""
    one = duel(starting_discards="free")
    one.do(do="choose_discards", seat="a", discards=[["grapnel", "shot"], ["clockwork", "grasp"]])
    one.do(do="choose_discards", seat="b", discards=[["flare", "dash"], ["caustic", "grasp"]])
    fighters = one.position.fighters
    one.position = replace(one.position, fighters={**fighters, "b": replace(fighters["b"], space=space)})
    picker = one.screen("a").questions[0].picker
    assert picker is not None
    (put,) = (s for s in picker.sums if s.name == pair)
    assert put.verdict == verdict
    if reached is not None:
        assert [s.number for s in put.spaces if s.reached] == reached


def test_8_1_each_base_of_a_clash_shows_the_priority_that_comes_of_it() -> None:
    one = duel().lay("battery strike", "ignition strike")
    one.go_on(("clash", "select", "over"))
    assert one.position.phase == "clash"
    picker = one.screen("a").questions[0].picker
    assert picker is not None
    for card, put in zip(picker.bases, picker.sums, strict=True):
        (priority,) = (row.total for row in put.rows if row.figure == "priority")
        assert card.priority == priority
    elsewhere = duel().screen("a").questions[0].picker
    assert elsewhere is not None
    assert all(not card.priority for card in elsewhere.bases)


def test_17_1_the_question_of_iron_body_tells_the_damage_and_the_life_that_is_left() -> None:
    one = duel().lay("battery shot", "volcanic shot")
    one.go_on(("execute", "select", "over"))
    while one.position.phase == "execute":
        asked = one.screen("a").questions
        if asked and asked[0].choice and asked[0].choice.title == "Iron Body":
            break
        actions = [a for a in one.context("table").actions if a["do"] != "concede"]
        one.do(**actions[0])
    choice = one.screen("a").questions[0].choice
    assert choice is not None
    life = one.position.fighters["a"].life
    lost = one.do(do="choose", seat="a", option={"what": "decline"}).position.fighters["a"].life
    assert choice.says == (
        f"You take {life - lost} damage (life {life} → {lost}) and are stunned. "
        "A token spent now prevents the stun."
    )


def test_a_sum_counts_what_form_and_trap_will_add() -> None:
    one = duel("kallistar", "khadath").lay("ignition shot", "blight burst").go_on()
    picker = one.screen("a").questions[0].picker
    assert picker is not None
    (pair,) = (s for s in picker.sums if s.name == "Blazing Drive")
    (priority,) = (row for row in pair.rows if row.figure == "priority")
    assert [(t.amount, t.name) for t in priority.terms] == [
        ("4", "Drive"), ("+1", "Blazing"), ("+2", "Elemental Form"), ("−1", "Gate Trap"),
    ]  # fmt: skip
    assert priority.total == "6"


@each_row(
    "life, form, finishes",
    [(8, "elemental", True), (9, "elemental", False), (8, "human", False), (7, "human", False)],
)
def test_14_2_a_finish_counts_the_life_that_the_ante_will_cost(life: int, form: Form, finishes: bool) -> None:
    """19.1: elemental Kallistar loses 1 life at the ante, before anybody looks whether she may finish."""
    one = duel()
    fighters = one.position.fighters
    kallistar = replace(fighters["b"], life=life, form=form)
    one.position = replace(one.position, fighters={**fighters, "b": kallistar})
    one.do(do="commit_pair", seat="b", style="special", base="drive")
    chosen = one.screen("b").chosen
    assert chosen is not None
    assert (chosen.finish is not None) == finishes
    one.do(do="commit_pair", seat="a", style="battery", base="strike")
    one.go_on()
    turned_up = [effect.get("finish") for line in one.log("table") for effect in line["effects"]]
    assert any(turned_up) == finishes


def test_the_tablet_shows_no_hand_while_the_phones_are_there() -> None:
    game = duel().screen("table")
    assert game.questions == ()
    assert game.secret_keys == ()


def test_the_tablet_covers_a_hand_before_it_shows_it() -> None:
    one = duel()
    keys = one.screen("table", taken="").secret_keys
    assert [(key.who, key.what) for key in keys] == [("Cadenza", "pair"), ("Kallistar", "pair")]
    covered = one.screen("table", {"for": "a"}, taken="")
    assert covered.covered is not None
    assert covered.questions == ()
    shown = one.screen("table", {"for": "a", "look": "1"}, taken="")
    assert shown.covered is None
    assert [question.seat for question in shown.questions] == ["a"]


def alone(one: Duel, args: dict[str, str] | None = None) -> DuelScreen:
    """Return the tablet of a player who plays seat a against the referee, without a phone."""
    context = one.context("table", args or {}, taken="")
    own = tuple(action for action in context.actions if action["seat"] == "a")
    return screen(replace(context, options={"opponent": "referee"}, actions=own))


def test_the_hand_of_a_lone_player_lies_open_below_the_last_beat_in_short() -> None:
    one = duel()
    first = alone(one)
    assert first.at_once
    assert first.beat_view is None
    assert [question.seat for question in first.questions] == ["a"]
    one.do(do="commit_pair", seat="a", style="battery", base="shot")
    assert not alone(one).at_once, "a pair lies there, and a key changes it"
    one.do(do="commit_pair", seat="b", style="volcanic", base="shot")
    one.go_on()
    shown = alone(one)
    assert shown.at_once
    assert shown.beat_view is not None
    assert shown.beat_view.short == ("Battery Shot: 4 damage, stuns", "Volcanic Shot: 3 damage")


def test_the_phone_of_a_lone_player_has_the_last_beat_above_the_hand_too() -> None:
    one = duel()
    phone = replace(one.context("a"), options={"opponent": "referee"})
    assert screen(phone).at_once
    assert not screen(replace(phone, args={"lesson": "1"})).at_once
    assert not one.screen("a").at_once, "two players have the tablet for it"
    one.do(do="commit_pair", seat="a", style="battery", base="shot")
    assert not screen(replace(one.context("a"), options={"opponent": "referee"})).at_once


@pytest.mark.parametrize(("taken", "here", "asks"), [("", "", True), ("ab", "", False), ("ab", "ab", False)])
def test_the_tablet_knows_whether_something_is_asked_of_it(taken: str, here: str, *, asks: bool) -> None:
    assert screen(duel().context("table", taken=taken, here=here)).asks == asks


def test_what_a_lone_player_asked_for_comes_before_the_hand() -> None:
    one = duel()
    asked = alone(one, {"lesson": "1"})
    assert not asked.at_once
    assert asked.questions == ()
    assert not alone(one, {"for": "a"}).at_once


def test_who_plays_alone_against_the_referee_hands_the_tablet_to_nobody() -> None:
    context = replace(duel().context("table", {"for": "a"}, taken=""), options={"opponent": "referee"})
    shown = screen(context)
    assert shown.alone
    assert shown.covered is None
    assert [question.seat for question in shown.questions] == ["a"]


@each_row("args", [{"for": "a"}, {"for": "a", "look": "1"}, {"for": "x"}, {"for": "b"}])
def test_the_tablet_covers_and_shows_nothing_of_a_seat_with_a_phone(args: dict[str, str]) -> None:
    game = duel().screen("table", args)
    assert game.covered is None
    assert game.questions == ()


def test_the_starting_piles_are_chosen_one_after_the_other() -> None:
    one = duel(starting_discards="free")
    first = one.screen("a").questions[0].discards
    assert first is not None
    assert first.number == 1
    assert all(pile.first and not pile.action for pile in first.piles)
    drafted = replace(one.context("a"), draft={"first": first.piles[0].first})
    assert drafted.draft == {"first": "hydraulic strike"}
    second = screen(drafted).questions[0].discards
    assert second is not None
    assert second.number == 2
    assert "hydraulic" not in [card.face.id for card in second.styles]
    action = json.loads(second.piles[0].action)
    assert action["discards"][0] == ["hydraulic", "strike"]
    assert second.laid == ()
    one.do(**action)
    changes = one.screen("a").questions[0].discards
    assert changes is not None
    assert [[card.id for card in pile] for pile in changes.laid] == action["discards"]


def test_an_answer_shows_where_it_moves() -> None:
    one = duel("hikaru", "khadath").lay("advancing palm_strike", "blight burst").go_on(("execute",))
    order = one.screen("b").questions[0].choice
    assert order is not None
    assert (order.title, order.case) == ("Which comes first?", "9.0")
    one.do(**json.loads(order.answers[0].action))
    choice = one.screen("b").questions[0].choice
    assert choice is not None
    assert (choice.title, choice.case) == ("Blight", "20.6")
    words = [(key.words, key.comes) for key in choice.answers]
    assert words[0] == ("Trap to space 1", "The trap goes to 1")
    assert [space.number for space in choice.answers[0].spaces if space.trap] == [1]


def test_the_other_hand_and_both_piles_are_told() -> None:
    game = duel().screen("a")
    assert game.theirs is not None
    assert [face.name for face in game.theirs.hand_styles] == ["Ignition", "Blazing", "Volcanic"]
    piles = [(pile.number, [face.name for face in pile.cards], pile.back) for pile in game.theirs.piles]
    assert piles == [
        (1, ["Flare", "Dash"], "comes back after the next beat"),
        (2, ["Caustic", "Grasp"], "comes back after this beat"),
    ]


def test_the_end_names_the_winner() -> None:
    one = list(random_duels(range(3, 4), longest=99))[-1]
    game = one.screen("table")
    assert game.over
    assert game.winner == one.position.winner


def test_between_two_duels_the_screen_says_who_won_the_first() -> None:
    one = duel(duels=2).do(do="concede", seat="a")
    game = one.screen("table")
    assert game.duel_before == "Bert won duel 1 with Kallistar: Cadenza gives up."
    assert game.duel == "Duel 2, Anna 0 : 1 Bert, first to 2"
    assert one.screen("b").duel == "Duel 2, Anna 0 : 1 You, first to 2"
    assert one.screen("b").duel_before.startswith("You won duel 1")
    assert [question.seat for question in game.questions] == ["a", "b"]


def test_the_last_beat_of_the_duel_before_names_its_duel() -> None:
    """Until the next duel has something to tell of its own."""
    one = duel(duels=2).do(do="concede", seat="a")
    for seat, fighter in (("a", "khadath"), ("b", "hikaru")):
        one.do(do="choose_fighter", seat=seat, fighter=fighter)
    told = one.screen("table").beat_view
    assert told is not None
    assert told.title == "Duel 1, beat 1"
    told = (
        one.lay("lure strike", "sweeping drive").do(do="ante", seat="b", token="fire").screen("a").beat_view
    )
    assert told is not None
    assert told.title == "Beat 1"
    told = duel().do(do="concede", seat="a").screen("a").beat_view
    assert told is not None
    assert told.title == "Beat 1"


def test_the_end_tells_why_and_counts_the_beats_that_were_played() -> None:
    one = duel().lay("battery strike", "blazing shot").go_on().do(do="concede", seat="a")
    end = one.screen("b").ended
    assert end is not None
    assert (end.name, end.why, end.beats, end.mine) == ("Kallistar Flarechild", "Cadenza gives up", 1, True)
    assert end.short == "Kallistar"
    assert one.screen("table").ended == replace(end, mine=False)
    told = one.screen("a").beat_view
    assert told is not None
    assert told.lines[-1].text == "Kallistar wins the duel: Cadenza gives up"
    assert duel().screen("a").ended is None


def test_a_second_question_at_the_ante_says_what_was_added_since() -> None:
    one = duel("cadenza", "hikaru").lay("battery strike", "advancing shot")
    while one.position.pending[0].seat == "a":
        one.do(do="pass", seat="a")
    asked = one.screen("b").questions[0].choice
    assert asked is not None
    assert asked.says == "Add a token to your attack?"
    one.do(do="ante", seat="b", token="fire")
    again = one.screen("a").questions[0].choice
    assert again is not None
    assert again.says == "Hikaru added Fire. Add a token too?"


def test_a_finish_shows_its_sum_and_its_reach() -> None:
    one = duel()
    fighters = one.position.fighters
    kallistar = replace(fighters["b"], life=7, form="elemental")
    one.position = replace(one.position, fighters={**fighters, "b": kallistar})
    picker = one.screen("b").questions[0].picker
    assert picker is not None
    finish = next(s for s in picker.sums if s.finish)
    rows = {row.figure: (row.total, [(t.amount, t.name) for t in row.terms]) for row in finish.rows}
    assert rows["priority"] == ("7", [("5", "Supernova"), ("+2", "Elemental Form")])
    assert [space.number for space in finish.spaces if space.reached] != []
    assert finish.verdict


def test_a_sum_leaves_out_what_adds_nothing() -> None:
    for one in random_duels(range(3), longest=4):
        for seat in "ab":
            for question in one.screen(seat).questions:
                sums = question.picker.sums if question.picker else ()
                terms = [term for each in sums for row in each.rows for term in row.terms]
                assert not [term for term in terms if term.amount in ("0", "+0", "−0")]


def test_a_fighter_that_is_taken_says_by_whom() -> None:
    one = Duel().do(do="choose_fighter", seat="b", fighter="hikaru")
    for options, taker in (({}, "Bert"), ({"opponent": "referee"}, "the referee")):
        choice = screen(replace(one.context("a"), options=options)).questions[0].fighter
        assert choice is not None
        assert [c.taken for c in choice.candidates if c.taken] == [f"taken by {taker}"]


def test_the_screen_says_that_the_referee_plays_a_fighter() -> None:
    shown = screen(replace(duel().context("a"), options={"opponent": "referee"}))
    assert shown.theirs is not None
    assert shown.theirs.player == "The referee"


def test_the_referee_that_takes_its_fighter_second_is_not_waited_for_before_the_player() -> None:
    options = {"opponent": "referee", "first_fighter": "player"}
    one = Duel()
    for seat in ("a", "table"):
        shown = screen(replace(one.context(seat), options=options))
        assert {lamp.seat: lamp.says for lamp in shown.lamps} == {
            "a": "chooses a fighter", "b": "chooses second"
        }  # fmt: skip
        assert "referee" not in shown.waiting
    one.do(do="choose_fighter", seat="a", fighter="hikaru")
    shown = screen(replace(one.context("table"), options=options))
    assert {lamp.seat: lamp.says for lamp in shown.lamps}["b"] == "chooses a fighter"
    assert "referee" in shown.waiting
    first = screen(replace(Duel().context("table"), options={"opponent": "referee"}))
    assert {lamp.seat: lamp.says for lamp in first.lamps}["b"] == "chooses a fighter"


def test_a_request_names_the_step_by_what_its_player_did() -> None:
    one = duel()
    view = one.context("a").view.game
    asked = {"kind": "undo", "steps": 1}
    pull = {"what": "move", "whom": "b", "direction": "advance", "spaces": 3}
    for action, did in (
        ({"do": "choose", "seat": "a", "option": pull}, "Cadenza chose “Pull Kallistar 3”"),
        ({"do": "commit_pair", "seat": "b"}, "Kallistar chose a pair"),
        ({"do": "ante", "seat": "a", "token": "iron_body"}, "Cadenza added Iron Body"),
    ):
        words = SCREENS.words(
            DuelView(
                view, "battlecon", "ABCDEF", {},
                undo={"n": 1, "action": action, "story": "Beat 2 begins", "alone": True, "places": []},
            )
        )  # fmt: skip
        assert words.request(asked, "Ann asks").wish == f"Ann asks to take back the last step: {did}."


def test_a_request_for_several_steps_tells_the_place_and_what_changes_in_all() -> None:
    words = SCREENS.words(duel().context("a").view)
    place = {"place": "the start of beat 3", "undone": "Kallistar: life 7 back to 14."}
    asked = {"kind": "undo", "steps": 3, **place}
    told = "take back 3 steps, back to the start of beat 3. Kallistar: life 7 back to 14."
    assert words.request(asked, "Ann asks").wish == f"Ann asks to {told}"


def test_the_way_back_tells_life_and_places_by_fighter() -> None:
    then = usual("cadenza", "kallistar", b_space=4)
    a, b = then.fighters["a"], then.fighters["b"]
    hit = replace(then, fighters={"a": a, "b": replace(b, life=b.life - 3, space=6)})
    assert undo_changes(hit, then) == f"Kallistar: life {b.life - 3} back to {b.life} and space 6 back to 4."
    assert undo_changes(then, then) == ""
    later = replace(then, match=replace(then.match, duel=2))
    assert undo_changes(later, then) == "Duel 2 is taken back too."


def test_a_player_may_give_up_and_the_tablet_may_not_do_it_by_this_key() -> None:
    assert json.loads(duel().screen("b").give_up) == {"do": "concede", "seat": "b"}
    assert duel().screen("table").give_up == ""


@pytest.mark.parametrize(
    ("taken", "names"), [("", ["Cadenza", "Kallistar"]), ("a", ["Kallistar"]), ("ab", [])]
)
def test_who_has_no_phone_may_give_up_on_the_tablet(taken: str, names: list[str]) -> None:
    """Also alone against the referee: nobody else could end a duel that is lost."""
    keys = screen(duel().context("table", taken=taken)).concessions
    assert [key.name for key in keys] == names
    assert all(json.loads(key.action)["do"] == "concede" for key in keys)
    assert [key.name for key in alone(duel()).concessions] == ["Cadenza"]
    assert duel().screen("b").concessions == ()


@pytest.mark.parametrize(
    ("theirs", "seats", "said"),
    [
        ("special shot", "ab", "Both players cancelled. Choose again in secret."),
        ("blazing burst", "a", "You cancelled. The opponent’s pair is face up."),
    ],
)
def test_14_2_a_pair_lies_open_after_one_cancel_but_not_after_two(theirs: str, seats: str, said: str) -> None:
    one = duel().lay("special shot", theirs).go_on(("special",))
    for seat in seats:
        picker = one.screen(seat).questions[0].picker
        assert picker is not None
        assert picker.hint == said
    if seats == "ab":
        one.do(do="commit_pair", seat="a", style="battery", base="strike")
        picker = one.screen("b").questions[0].picker
        assert picker is not None
        assert picker.hint == said


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("table", "Bert wins the match 2 to 1"),
        ("a", "Bert wins the match 2 to 1"),
        ("b", "You win the match 2 to 1"),
    ],
)
def test_the_end_of_a_match_says_who_won_it(seat: str, said: str) -> None:
    one = Duel(duels=2)
    for loser in "aba":
        one.do(do="choose_fighter", seat="a", fighter="hikaru")
        one.do(do="choose_fighter", seat="b", fighter="khadath")
        one.do(do="concede", seat=loser)
    end = one.screen(seat).ended
    assert end is not None
    assert end.match == said
    single = duel().do(do="concede", seat="a").screen(seat).ended
    assert single is not None
    assert single.match == ""
