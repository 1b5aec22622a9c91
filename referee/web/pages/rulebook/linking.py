"""Where cases are found: the address of each, for every tag that a finger can open."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from referee.games import registry
from referee.json_text import show
from referee.web.api.links import url_at
from rules.rulebook import Rulebook

log = logging.getLogger("referee")


def case_url(number: str, system: str = "") -> str:
    """Return the address of a case (`6.4`) or, at its case, of a ruling (`R-6.4c`), in a game's rulebook.

    A template that stands for no game links to the rulebook of the default one.
    """
    system = system or registry.default()
    case = registry.game(system).rulebook().rulings.get(number)
    return url_at(f"/rules/{system}/{case}#{number}" if case else f"/rules/{system}/{number}")


def known(number: str, system: str) -> bool:
    """Whether a game's rulebook has the case."""
    return registry.game(system).rulebook().unknown(number) is None


def readable_books() -> Mapping[str, Rulebook]:
    """Return the rulebook of every game by its id, without those games whose rulebook cannot be read."""
    books: dict[str, Rulebook] = {}
    for id_, game in registry.games().items():
        try:
            books[id_] = game.rulebook()
        except Exception as error:  # noqa: BLE001 - a stranger's game may fail in any way
            log.warning("The rulebook of the game %s cannot be read: %s", show(id_), type(error).__name__)
    return books
