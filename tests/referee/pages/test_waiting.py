"""What there is to do, as the seat reads it that does it and as the one does that waits."""

from __future__ import annotations

from pathlib import Path

from tests.referee.seated import Seated


def test_only_who_acts_is_told_that_he_must(tmp_path: Path) -> None:
    """7.0: the one who waits sees what is being waited for, and nothing urgent."""
    seated = Seated(tmp_path)
    shown = {
        seat: seated.client.get(f"/t/{seated.code}", headers=seated.headers(seat)).text
        for seat in ("human", "zombie")
    }
    text = "Choose five secret squares"
    assert text in shown["human"]
    assert 'class="kind waits">Waits' in shown["human"]
    assert 'class="kind must"' not in shown["human"]
    assert 'class="kind must">Must' in shown["zombie"]
    seated.tables.close()


def test_5_1_what_is_left_to_spend_is_named_once(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    seated.do("human", {"do": "start_move", "characters": ["peter"]})
    shown = seated.client.get(f"/t/{seated.code}", headers=seated.headers("human")).text
    assert 'class="kind left">Still</span><span class="grow">Peter: ' in shown
    seated.tables.close()
