"""Where cases are found: the address of each, for every tag that a finger can open."""

from __future__ import annotations

from referee.games import registry


def case_url(number: str, system: str = "") -> str:
    """Return the address of a case (`6.4`) or, at its case, of a ruling (`R-6.4c`), in a game's rulebook.

    A template that stands for no game links to the rulebook of the default one.
    """
    system = system or registry.default()
    case = registry.game(system).rulebook().rulings.get(number)
    return f"/rules/{system}/{case}#{number}" if case else f"/rules/{system}/{number}"


def known(number: str, system: str) -> bool:
    """Whether a game's rulebook has the case."""
    return registry.game(system).rulebook().unknown(number) is None
