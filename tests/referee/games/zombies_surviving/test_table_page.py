"""What the page of a table shows of a turn: what the referee did, what stands open, who is waited for."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from referee.games.zombies_surviving.screens.figures import threats
from tests.referee.any_table import AnyTable

NEAR = {"inches": 0.5, "in_cover": False, "hit": [1]}
SEATS = {"p1": "ana", "p2": "bruno", "p3": "dora"}


def page(table: AnyTable, seat: str) -> str:
    return unescape(table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text)


def at_hand(table: AnyTable, seat: str) -> list[str]:
    """Return the keys of what the only figure of a seat does most."""
    hand = page(table, seat).partition('class="acts hand"')[2].split('class="kinds"')[0]
    answers = re.sub(r'(?s)<div class="answers.*?</div>', "", hand)
    keys = re.findall(r"<(?:summary><span|h3|button[^>]*)>([^<]+)", answers)
    return [key.strip() for key in keys if not key.endswith("?")]


def test_all_that_the_referee_did_since_a_person_acted_is_news(table: AnyTable) -> None:
    for seat in SEATS:
        table.do(seat, {"do": "end_turn"})
    lines = table.record()[1:]
    last = max(n for n, line in enumerate(lines) if not line.get("automatic"))
    assert len(lines) - last > 2
    latest = page(table, "table").split('class="panel stack asked latest')[1].split("</div>")[0]
    assert re.findall("<p>(.*?)</p>", latest) == [line["story"] for line in lines[last:]]


def test_a_page_without_a_ruling_has_no_empty_bar_for_one(table: AnyTable) -> None:
    shown = page(table, "p1")
    assert '<p class="word"></p>' not in shown


def test_fighting_is_at_hand_only_where_there_is_somebody_to_fight(table: AnyTable) -> None:
    assert at_hand(table, "p1") == ["Move", "Enter a building"]
    table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 2, "zone": "street"})
    shots = ["Snap shot: pistol", "Aimed shot: pistol, with nobody within 1 inch"]
    assert at_hand(table, "p1") == [*shots, "Melee: bare hands", "Move", "Enter a building"]
    table.do("p1", {"do": "snap_shot", "figure": "ana", "weapon": "pistol", "target": "shuffler_2", **NEAR})
    assert at_hand(table, "p1")[0] == "Melee: bare hands"
    table.do("p1", {"do": "shout", "figure": "ana"})
    assert at_hand(table, "p1") == []


def test_what_a_figure_cannot_do_now_is_one_fold_below_what_it_can(table: AnyTable) -> None:
    def folds() -> list[str]:
        named = r'<details class="kinds"[^>]*>\s*<summary>([\w ]+?)(?: <small>|</summary>)'
        return re.findall(named, page(table, "p1"))

    assert folds() == ["Fight", "Move", "Look and search", "Everything else"]
    table.do("p1", {"do": "shout", "figure": "ana"})
    table.do("p1", {"do": "shout", "figure": "ana"})
    assert folds() == ["Everything else", "Not now"]


def test_a_phone_is_told_who_plays_where_it_has_nothing_to_do(table: AnyTable) -> None:
    table.do("p1", {"do": "shout", "figure": "ana"})
    assert 'class="waits"' in page(table, "p2")
    assert 'class="waits"' not in page(table, "p1")
    table.try_("p1", {"do": "melee", "figure": "ana", "weapon": "bare_hands"})
    assert 'class="waits"' not in page(table, "p1")


def test_each_shot_of_automatic_fire_has_a_die_of_its_own_and_there_is_no_sum(table: AnyTable) -> None:
    table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 2, "zone": "street"})
    gun = {"do": "correct", "figure": "ana", "what": "thing", "value": "assault_rifle"}
    table.do("table", gun)
    shots = {"do": "automatic", "figure": "ana", "weapon": "assault_rifle", "target": "shuffler_1"}
    told = {"others": {"second": "shuffler_1", "third": "shuffler_2"}}
    table.do("p1", {**shots, **told, "inches": 3, "in_cover": False})
    shown = page(table, "p2")
    assert re.search(r"Rolled <b>\d, \d, \d</b>", shown)
    assert " = " not in shown.split('class="fell"')[1].split("</p>")[0]
    assert "<li>automatic</li>" not in page(table, "p1")


def test_a_search_rolls_on_a_table_and_has_nothing_to_reach(table: AnyTable) -> None:
    table.do("table", {"do": "correct", "figure": "ana", "what": "zone", "value": "building_1"})
    table.try_("p1", {"do": "search", "figure": "ana"})
    shown = page(table, "p2")
    assert 'class="fell"' in shown
    assert "or more on" not in shown
    assert "<strong>Success" not in shown


def test_each_player_makes_characters_and_takes_them_from_a_file(tmp_path: Path) -> None:
    """The form is the same for all, and each answers its own question."""
    table = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 3})
    for seat in SEATS:
        action = f'{{"do": "create_character", "seat": "{seat}"}}'
        form = {"version": str(table.version), "stage": "2.0", "action": action}
        form |= {"field.name": f"Zed {seat}", "field.items.#skillet": "skillet"}
        table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers(seat))
        assert table.record()[-1]["story"].startswith("Player")
        assert any(one["name"] == f"Zed {seat}" for one in table.view()["figures"].values())
    refused = table.try_("p1", {"do": "create_character", "seat": "p2", "name": "Una"})
    assert refused.status_code == 403
    table.tables.close()


def test_the_end_of_the_turn_is_the_main_key_once_no_action_is_left(table: AnyTable) -> None:
    main = re.compile(r'<button class="wide main"[^>]*>Our figures are done<')
    table.do("p1", {"do": "move", "figure": "ana"})
    assert not main.search(page(table, "p1"))
    table.do("p1", {"do": "run", "figure": "ana"})
    assert main.search(page(table, "p1"))


def test_a_shuffler_that_has_become_an_ankle_biter_is_called_so(table: AnyTable) -> None:
    table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 1, "zone": "street"})
    view = table.view("table")
    assert [(one.title, one.kinds) for one in threats(view)] == [("Shuffler 1", "")]
    view["figures"]["shuffler_1"]["kind"] = "ankle_biter"
    assert [(one.title, one.kinds) for one in threats(view)] == [("Shuffler 1", "1 ankle-biter")]


def test_what_is_at_nobody_stands_in_the_street(table: AnyTable) -> None:
    table.do("table", {"do": "add_figures", "kind": "shuffler", "count": 1, "zone": "street"})
    line = re.search(r"(?s)<li><b>Shuffler 1 .*?<span>(.*?)</span>", page(table, "table"))
    assert line
    assert line[1] == "street"


def test_who_plays_a_boss_has_its_numbers_on_a_card_and_the_dead_in_a_line(table: AnyTable) -> None:
    assert "/characters" in page(table, "p3")
    table.do("table", {"do": "add_figures", "kind": "boss", "count": 1, "zone": "street"})
    table.do("table", {"do": "correct", "figure": "dora", "what": "wounds", "value": "2"})
    shot = {"do": "snap_shot", "figure": "ana", "weapon": "pistol", "target": "dora"}
    table.do("p1", {**shot, **NEAR, "hit": [6], "damage": [6]})
    for seat in ("p1", "p2"):
        table.do(seat, {"do": "end_turn"})
    table.do("table", {"do": "token_meets", "token": "none"})
    shown = page(table, "p3")
    card = shown.partition('id="card-boss_1"')[2].partition("</section>")[0]
    told = [re.sub("<[^>]+>", "", number) for number in re.findall("<dd>(.*?)</dd>", card)]
    assert told == ["4″", "d6+4″", "3+", "+1", "0 of 2"]
    assert 'id="card-dora"' not in shown
    assert "<li><b>Dora</b> <span>dead</span></li>" in shown
    assert "/characters" not in shown, "the page of sheets would have none"
    assert shown.count("The boss is done<") == 1


def test_whoever_is_done_sees_who_plays_and_what_he_has_left(table: AnyTable) -> None:
    table.do("p1", {"do": "end_turn"})
    waits = page(table, "p1").split('aria-label="The table waits for"')[1].split("</ul>")[0]
    assert re.findall(r"Actions left: ([^.]+)\.", waits) == ["Bruno 2", "Dora 2"]


def test_a_key_says_that_it_takes_two_actions_and_newcomers_what_to_do_now(table: AnyTable) -> None:
    shown = page(table, "p1")
    assert re.search(r"Hide.{0,9}<small class=\"note-of\">2 actions</small>", shown)
    assert not re.search(r">Move <small class=\"note-of\">2 actions", shown)
    assert "then “Our figures are done”" in shown
    assert "tap “Ready”" not in shown


def test_choosing_says_what_a_character_costs_and_what_its_traits_do(tmp_path: Path) -> None:
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 1})
    shown = page(made, "p1")
    assert "Each character costs 20, before what is chosen." in shown
    assert "tap “Ready”" in shown
    told = shown.split("What their traits do")[1].split("</dl>")[0]
    assert re.search(r"<dt>Marksman</dt><dd>[^<]+</dd>", told)
    made.tables.close()
