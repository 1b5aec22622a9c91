"""A second reading of shots, melee and damage, made from the book alone: slow, plain, and without the rules.

It imports nothing of the rules. Tables are written down here again, each roll is one `if` after the other.
A fight is a dict of plain values; `shot`, `blow` and `bitten` return what came of it as another dict. Dice
come from two lists, those to hit and those for damage, in the order in which people throw them.
"""

from __future__ import annotations

from typing import Any

Fight = dict[str, Any]
Told = dict[str, Any]

INCHES = {
    "pistol": "3/5/10", "revolver": "3/5/10", "automatic_pistol": "3/5/10", "pump_gun": "4/8/12",
    "double_barrel": "4/8/12", "submachine_gun": "4/10/20", "carbine": "4/15/30", "rifle": "4/20/40",
    "assault_rifle": "4/20/40", "machine_gun": "4/25/50", "sniper_rifle": "4/26/52", "bow": "2/4/12",
    "crossbow": "2/4/12", "rock": "2/3/4", "spear": "2/3/4", "taser": "2/3/4",
}  # fmt: skip
THROWN = ["rock", "spear", "taser"]
ARCHERY = ["bow", "crossbow"]
MAGAZINES = ["pistol", "automatic_pistol", "submachine_gun"]
STRIKING = {
    "bare_hands": -1, "knife": -1, "club": 0, "crowbar": 0, "shovel": 0, "spear": 0, "machete": 1, "axe": 1,
    "skillet": 1,
}  # fmt: skip


def _limits(fight: Fight) -> list[float]:
    """Return how far the weapon reaches: short, medium, long."""
    weapon = fight["weapon"]
    text = "4/6/15" if fight["slugs"] else INCHES[weapon]
    short, medium, long = (float(one) for one in text.split("/"))
    if weapon in ARCHERY and fight["quick_sheet"]:
        long = 10
    if weapon in {"rifle", "assault_rifle"} and fight["quick_sheet"]:
        short = 5
    if fight["sawn_off"]:
        short, medium, long = short / 2, medium / 2, long / 2
    if fight["scope"]:
        medium += 6
        long += 12
    change = 0
    if fight["silencer"]:
        change -= 1
    if weapon in ARCHERY or weapon in {"rock", "spear"}:
        if "strong" in fight["traits"]:
            change += 1
        if "weakling" in fight["traits"]:
            change -= 1
    return [short + change, medium + change, long + change]


def _hindrance(fight: Fight) -> int:
    """Return how much wounds and grabs take off."""
    if "hypochondriac" in fight["traits"]:
        return int(fight["wounds"]) + int(fight["grabs"])
    return (1 if fight["wounds"] > 1 else 0) + int(fight["grabs"])


def _needed(fight: Fight, base: int, number: int) -> int:  # noqa: C901  # one `if` after the other
    """Return what shot `number` (from 1) needs."""
    weapon, traits = fight["weapon"], fight["traits"]
    bonus = 0
    if fight["aimed"]:
        bonus += 1
    if "poor_shot" in traits:
        bonus -= 1
    if weapon in THROWN:
        if "good_throwing_arm" in traits:
            bonus += 1
    elif weapon in ARCHERY:
        if "archer" in traits:
            bonus += 1
    elif "marksman" in traits:
        bonus += 1
    if fight["laser"] and fight["inches"] <= 10:
        bonus += 1
    bonus -= _hindrance(fight)
    if fight["in_cover"]:
        bonus -= 2 if fight["target"] == "independent" else 1
    if fight["way"] == "burst" and number == 2:
        bonus -= 1
    if fight["way"] == "automatic" and (number > 1 or not fight["quick_sheet"]):
        bonus -= 1
    return base - bonus


def _throws(numbers: list[int], dice: list[int]) -> tuple[list[bool], int]:
    """Return which throws reach their numbers, and how many dice that took. All first dice fall at once."""
    taken = len(numbers)
    hits = []
    for place, number in enumerate(numbers):
        first = dice[place]
        if number < 7:
            hits.append(first >= number)
        elif first != 4:
            hits.append(False)
        else:
            hits.append(4 + dice[taken] >= number)
            taken += 1
    return hits, taken


def _armoured(fight: Fight, *, shot: bool) -> int:
    clothes = fight["clothes"]
    if shot:
        return 2 if "body_armour" in clothes else 0
    return 1 if "body_armour" in clothes or "padded_clothes" in clothes else 0


class _Victim:
    """Whoever is hit, while wounds come in."""

    def __init__(self, fight: Fight) -> None:
        self.kind = fight["target"]
        self.wounds = fight["target_wounds"]
        self.traits = fight["target_traits"]
        self.boss = 3 if fight["quick_sheet"] else 2
        self.prone = self.out = self.tired = False
        self.state = "up"

    def damage(self, total: int, *, stunning: bool = False) -> None:
        """Take a human's hit with this total on the table of damage."""
        if self.state != "up" or total <= 0:
            return
        if total == 1:
            self.prone = True
        elif total == 6:
            self._end(stunning=stunning)
        elif total == 5 or total >= 7:
            self.hurt(2, stunning=stunning)
        else:
            self.hurt(1, stunning=stunning)

    def _end(self, *, stunning: bool) -> None:
        if self.kind == "independent" and stunning:
            self.wounds = 2 if "feeble" in self.traits else 3
            self.out = True
        else:
            self.state = "dead"

    def hurt(self, count: int, *, stunning: bool = False) -> None:
        """Take so many wounds."""
        if self.kind == "feral_dog":
            self.state = "dead"
        elif self.kind == "independent":
            if "tough" in self.traits and not self.tired:
                self.tired = True
                count -= 1
            enough = 2 if "feeble" in self.traits else 3
            if count and self.wounds + count >= enough:
                if stunning:
                    self.wounds, self.out = enough, True
                else:
                    self.state = "dead"
            else:
                self.wounds += count
        elif self.kind == "boss":
            self.wounds += count
            if self.wounds >= self.boss:
                self.state = "dead"
        else:
            steps = ["runner", "shuffler", "ankle_biter", "none"]
            self.kind = steps[min(3, steps.index(self.kind) + count)]
            if self.kind == "none":
                self.state = "dead"

    def told(self) -> Told:
        """Return what is left of it."""
        if self.state == "dead":
            return {"state": "dead"}
        kept = self.wounds if self.kind in {"independent", "boss"} else 0
        return {"state": "up", "kind": self.kind, "wounds": kept, "prone": self.prone, "out": self.out}


def shot(fight: Fight, hit: list[int], damage: list[int]) -> Told:  # noqa: C901  # the same
    """Return what comes of a shot: whether it can be fired, what it needs, spends, and does."""
    weapon, way = fight["weapon"], fight["way"]
    shots, rounds = {"single": (1, 1), "both": (2, 2), "burst": (2, 3), "automatic": (3, 5)}[way]
    if fight["loaded"] < rounds and weapon != "rock":
        return {"fired": False}
    limits = _limits(fight)
    far = fight["inches"] * (2 if fight["driving"] else 1)
    if far > limits[2]:
        return {"fired": False}
    reach = 0 if far <= limits[0] else 1 if far <= limits[1] else 2
    numbers = [_needed(fight, 4 + reach, n + 1) for n in range(shots)]
    hits, taken = _throws(numbers, hit)
    add = 0
    if weapon in {"pump_gun", "double_barrel"}:
        add = 1 if fight["slugs"] else [1, 0, -1][reach]
    elif weapon == "machine_gun":
        add = 1
    elif weapon == "sniper_rifle":
        add = 2
    elif weapon == "rock":
        add = -2
    if fight["high_power"]:
        add += 1
    if "sharpshooter" in fight["traits"]:
        add += 1
    victim, used = _Victim(fight), 0
    for landed in hits:
        if not landed:
            continue
        if weapon == "taser":
            if not set(fight["clothes"]) & {"body_armour", "heavy_clothes"}:
                victim.prone = True
            continue
        victim.damage(damage[used] + add - _armoured(fight, shot=True))
        used += 1
    quiet = weapon in THROWN or weapon in ARCHERY or fight["silencer"]
    return {
        "fired": True, "needed": numbers[0], "dice": taken, "damage_dice": used, "spent": rounds,
        "noises": 0 if quiet else rounds, **victim.told(),
    }  # fmt: skip


def blow(fight: Fight, hit: list[int], damage: list[int]) -> Told:
    """Return what comes of a blow of a survivor."""
    number = 4 + _hindrance(fight)
    if "brawler" in fight["traits"]:
        number -= 1
    if "agile" in fight["target_traits"]:
        number += 1
    if fight["stunning"]:
        number += 1
    (landed,), taken = _throws([number], hit)
    total = damage[0] + STRIKING[fight["weapon"]] - _hindrance(fight) - _armoured(fight, shot=False)
    if fight["quick_sheet"] and fight["weapon"] == "knife":
        total += 1
    if fight["quick_sheet"] and fight["weapon"] == "skillet":
        total -= 1
    if "strong" in fight["traits"]:
        total += 1
    if "weakling" in fight["traits"]:
        total -= 1
    victim = _Victim(fight)
    if landed:
        victim.damage(total, stunning=fight["stunning"])
    return {"needed": number, "dice": taken, "damage_dice": int(landed), **victim.told()}


def bitten(fight: Fight, die: int, damage: int) -> Told:
    """Return what the attack of a zombie or a dog does to a survivor."""
    attacker = fight["attacker"]
    number = {"ankle_biter": 5, "shuffler": 4, "runner": 3, "boss": 3, "feral_dog": 4}[attacker]
    number -= fight["grabs"]
    if "agile" in fight["target_traits"]:
        number += 1
    victim, bites, grabbed = _Victim({**fight, "target": "independent"}), 0, False
    if die >= number:
        total = damage + {"ankle_biter": -1, "runner": 1, "boss": 1}.get(attacker, 0)
        total -= _armoured(fight, shot=False)
        bite = die == 6 and attacker != "feral_dog"
        if total > 0 and bite:
            bites = 1
        if total == 1 and not bite:
            heavy = {"body_armour", "padded_clothes", "heavy_clothes"} & set(fight["clothes"])
            grabbed = "nimble" not in fight["target_traits"] or bool(heavy)
        if total > 1:
            victim.hurt(1 if total < 6 else 2)
    return {"needed": number, "bites": bites, "grabbed": grabbed, **victim.told()}
