"""Sentences and names that were replaced by plainer ones stay away (docs/glossary.md)."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("referee", "rules", "static", "templates")
SENTENCES = (
    "is to move with", "can go to one square only", "Move all without a choice", "What does the unit in",
    "Bring it in by the chosen door", "waits here, only you know", "Do it all the same",
    "Nothing is left to do in", "Fallen: ", "lay eliminated", "Somebody else moves instead",
    "Divided so, the zombies", "the tablet can tell the answer", "Or look at square", "All 2 seals",
    " is none of {", "takes no more", "middling", "as a die shows", "is no paper", "is no gesture of",
    "is no field here", "nothing to do again", "you choose anew", "whoever runs",
    "is not in sight of the trail", "moved or saw the trail, so", "has had its move in",
    "Further options", "whole attack comes to nothing.", "The clash has no end. Nobody", "of such duels",
    "Begun and given up", "A zombie may strike", "can be moved in this Player-Turn",
    "react without a choice.", "browser that brought it may", "This is its name already",
    "No such device is at", "is changed there",
    "no dice will fall", "because it teaches", "This device gets the seat", "has used every shot of",
    "and one has been.", "you have one in each duel", "then no longer be taken back",
    "stood on the map after",
    " moves on the phone", ", modifier ", "saw the characters' trail", "which is on no side of",
    "a unit, unseen", "It has one possible move", "Simple players play", "Stopped here", "replacing another",
    "The referee would:", "will be sent again", ">Do this<", 'Damage taken"', "is not stunned: no more",
    "seeing the other one unless", "lie on no grid", "Now ${", "screen for the table",
)  # fmt: skip
NAMES = (
    "Turnstile", "Keeper", "class Live", "tables.seeing", "storage.ways", "secrets_told", "advising",
    "class Want", "Underway", "pages.seen", "kept_nowhere", "said_of_each", "shelf_entries", "Upkeep",
    "class Desks",
)  # fmt: skip


def test_no_old_sentence_or_name_is_left() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*")]
    ours = [file for file in files if file.suffix in {".py", ".html", ".js"}]
    assert len(ours) > 500
    left = {
        str(file.relative_to(ROOT)): words
        for file in ours
        for text in [file.read_text(encoding="utf-8")]
        for words in (*SENTENCES, *NAMES)
        if words in text
    }
    assert left == {}
