"""What a table of ZoMbIeS! is made with."""

from __future__ import annotations

from referee.games.interface import Option
from rules.zombies_surviving.options import READINGS

OPTIONS = (
    Option("players", "How many play?", (1, 2, 3, 4, 5, 6), default=3),
    Option(
        "points",
        "How many points has each player for characters?",
        (60, 100, 150, 0),
        ("60, one character", "100, two", "150, three or four", "No limit"),
    ),
    Option(
        "objectives",
        "Has each player a secret objective besides?",
        ("none", "secret"),
        ("No, all play together", "Yes, on the phones"),
    ),
    Option(
        "turns", "When does it end at the latest?", (10, 6, 15, 0), ("Turn 10", "Turn 6", "Turn 15", "Never")
    ),
    Option(
        "events", "Where do events come from?", ("rolled", "cards"), ("Two dice", "Cards, five laid aside")
    ),
    Option("night", "When is it?", (False, True), ("By day", "At night")),
    Option("country", "Where is it?", ("anywhere", "canada"), ("Anywhere", "Canada, in the snow")),
    Option("master", "Does somebody run the game?", (False, True), ("Nobody", "A game master")),
    *(Option(one.name, one.asked, one.values, one.words) for one in READINGS.values()),
)
