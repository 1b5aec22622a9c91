"""The place of one event stream among those that a server holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Place:
    """The place of one event stream. `granted` says whether it may stay, `ended` that it had to go.

    `network` is that of its device's address: an IPv6 network counts as one address.
    """

    code: str
    seat: str
    network: str
    granted: bool = False
    ended: bool = False
