"""Where cases are found: the address of each, for every tag that a finger can open."""

from __future__ import annotations

from referee.games import registry

SYSTEM = registry.DEFAULT


def case_url(number: str, system: str = SYSTEM) -> str:
    """Return the address of a case (`6.4`) or, at its case, of a ruling (`R-6.4c`), in a game's rulebook."""
    system = system or SYSTEM  # a template may have none
    case = registry.game(system).rulebook().rulings.get(number)
    return f"/rules/{system}/{case}#{number}" if case else f"/rules/{system}/{number}"


def known(number: str, system: str = SYSTEM) -> bool:
    """Whether a game's rulebook has the case."""
    return registry.game(system).rulebook().unknown(number) is None
