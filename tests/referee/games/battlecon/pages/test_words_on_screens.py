"""What the screens of a duel call things, and when."""

from __future__ import annotations

import re
from pathlib import Path

from referee.games.battlecon.pages.screen import screen
from tests.referee.games.battlecon import duel_tables
from tests.referee.games.battlecon.duel_screens import Duel, duel
from tests.referee.games.battlecon.test_afterwards import page


def test_the_terms_of_the_book_keep_their_capitals_in_a_sentence() -> None:
    one = duel("hikaru", "kallistar").lay("advancing shot", "blazing burst")
    answers = one.screen("a").questions[0].choice
    assert answers is not None
    assert "+3 Soak" in [key.comes for key in answers.answers]
    clash = duel().lay("grapnel shot", "ignition spellbolt").go_on(("clash",))
    shown = clash.screen("b").facing
    assert shown is not None
    assert [row.word for row in shown.rows] == ["range", "power", "priority", "Stun Guard"]


def test_cards_of_a_hand_may_be_played_only_until_the_pair_lies_open() -> None:
    """14.2: after a Cancel its player alone chooses; the other pair lies open."""
    one = duel()
    assert [plate.may_play for plate in one.screen("table").plates] == [True, True]
    one.lay("special shot", "volcanic strike")
    assert [plate.may_play for plate in one.screen("table").plates] == [True, True]
    one.go_on(("special",))
    assert [plate.may_play for plate in one.screen("table").plates] == [True, False]


def test_a_pair_that_was_cancelled_is_not_shown_as_the_attack_to_face() -> None:
    one = duel().lay("special shot", "special shot").go_on(("special",))
    assert one.screen("a").facing is None
    table = one.screen("table").beat_view
    assert table is not None
    assert [sheet.marks for sheet in table.sheets] == [("Cancel",), ("Cancel",)]


def test_the_tablet_asks_first_who_has_no_phone() -> None:
    begun = screen(Duel().context("table", taken="a", here="a"))
    assert [(question.seat, question.here) for question in begun.questions] == [("b", False), ("a", True)]


def test_a_pair_entered_face_up_leads_to_the_other_one() -> None:
    one = duel()
    shown = one.context("table", {"for": "a", "look": "1", "up": "1"}, taken="")
    assert screen(shown).then == "?for=b&look=1&up=1"
    assert screen(one.context("table", {"for": "a", "look": "1"}, taken="")).then == ""
    one.do(do="commit_pair", seat="a", style="battery", base="strike")
    assert screen(one.context("table", {"for": "b", "look": "1", "up": "1"}, taken="")).then == ""


def test_what_an_effect_does_begins_as_a_sentence_where_it_is_ordered() -> None:
    one = duel("khadath", "cadenza", starting_discards="free")
    one.do(do="choose_discards", seat="a", discards=[["lure", "dash"], ["teleport", "grasp"]])
    one.do(do="choose_discards", seat="b", discards=[["hydraulic", "dash"], ["clockwork", "grasp"]])
    one.lay("evacuation burst", "battery press").go_on(("execute",))
    asked = one.screen("a").questions[0].choice
    assert asked is not None
    assert asked.title == "Which comes first?"
    assert [key.comes for key in asked.answers] == [
        "The trap goes to your space, then retreat 1.",
        "Retreat 1 or 2.",
    ]


def test_who_has_chosen_the_first_discards_is_told_so_and_may_change_them(tmp_path: Path) -> None:
    """3.5: as with a pair, both piles stand there, and their change is folded until it has begun."""
    table = duel_tables.Duel(tmp_path, options={"starting_discards": "free"})
    assert "Chosen." not in page(table, "now", "a")[1]
    table.do("a", {"do": "choose_discards", "discards": [["battery", "dash"], ["grapnel", "strike"]]})
    chosen = page(table, "now", "a")[1]
    assert (
        chosen.index("Chosen.") < chosen.index("Waiting for Kallistar.") < chosen.index("in discard 2</li>")
    )
    assert "<summary>Change</summary>" in chosen[chosen.index('id="change">') :]
    assert 'id="change" open>' in drafted(table, "a", "battery dash")
    assert "Chosen." not in page(table, "now", "b")[1]


def drafted(table: duel_tables.Duel, seat: str, first: str) -> str:
    """Return what a seat may do once it has chosen discard 1."""
    cookie = {"Cookie": f"seat-{table.code}={table.tokens[seat]}"}
    answer = table.client.post(f"/t/{table.code}/now", data={"first": first}, headers=cookie)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_no_address_holds_a_secret_choice_of_cards(tmp_path: Path) -> None:
    """3.5: what stands in an address is kept in the history of the browser, and in logs on the way."""
    table = duel_tables.Duel(tmp_path, options={"starting_discards": "free"})
    first = page(table, "now", "a")[1]
    second = drafted(table, "a", "battery dash")
    assert 'name="first" value="battery dash"' in first
    assert "<li>in discard 1</li>" in second
    assert 'data-draft="{&#34;first&#34;: &#34;battery dash&#34;}"' in second
    for shown in (first, second):
        addresses = re.findall(r'(?:href|hx-get|hx-post|action|data-now|formaction)="([^"]*)"', shown)
        assert [a for a in addresses if re.search("first|battery|dash", a) and "/rules/" not in a] == []
    assert "in discard 1</li>" not in page(table, "now?first=battery+dash", "a")[1]
    table.tables.close()


def test_the_pairs_lie_face_down_on_the_tablet_while_tokens_are_added(tmp_path: Path) -> None:
    """6.0: the first token leaves them where they are."""
    table = duel_tables.Duel(tmp_path, ("hikaru", "cadenza"))
    table.do("a", duel_tables.pair_of("advancing", "palm_strike"))
    table.do("b", duel_tables.pair_of("mechanical", "strike"))
    table.do("a", {"do": "ante", "token": "earth"})
    shown = page(table, "now")[1]
    assert "Hikaru spends Earth" in shown
    assert "Both pairs lie face down." in shown
    table.do("b", {"do": "pass"})
    assert "Both pairs lie face down." not in page(table, "now")[1]
    table.tables.close()


def test_pairs_entered_on_the_tablet_are_not_said_to_lie_face_down(tmp_path: Path) -> None:
    """They may lie face up beside it: whoever has no phone enters there what both can see."""
    table = duel_tables.Duel(tmp_path, ())
    for seat, fighter in (("a", "hikaru"), ("b", "cadenza")):
        table.do("table", {"do": "choose_fighter", "seat": seat, "fighter": fighter})
    table.do("table", {**duel_tables.pair_of("advancing", "palm_strike"), "seat": "a"})
    table.do("table", {**duel_tables.pair_of("mechanical", "strike"), "seat": "b"})
    shown = page(table, "now")[1]
    assert "Both pairs are chosen. They are shown here after the ante." in shown
    assert "face down" not in shown
    table.tables.close()
