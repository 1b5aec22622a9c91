"""A second engine for searches and finds, written from the tables alone and slow on purpose.

It shares no code and no data with the game: each row is written out once more, as a plain list.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

END, ON, BITE, LAST_BITE, ITEM = "end", "on", "bite", "last bite", "item"
TABLE = {
    "ransacked": [END, BITE, END, END, END, ON, "1", "2", ITEM],
    "intact": [END, BITE, END, END, ON, "1", ITEM, "2", "3"],
    "barricaded": [END, ON, END, ON, "1", "2", ITEM, ITEM, "3"],
    "vehicle": [END, LAST_BITE, END, END, END, ON, "half", ITEM, "1"],
}
HOUSEHOLD = [
    "padded_clothes", "heavy_clothes", "heavy_clothes", "crowbar", "tools", "first_aid_kit", "shovel",
    "large_knife", "axe", "rope", "tarp",
]  # fmt: skip
OTHER = [
    "toy_car", "laser_pointer", "alarm_clock", "flashlight", "stimulants", "siphon", "mountain_bike",
    "binoculars", "skillet", "gasoline", "gasoline",
]  # fmt: skip
WEAPONS = [
    ("bow", 0), ("crossbow", 1), ("revolver", 6), ("pistol", 12), ("pistol", 12), ("double_barrel", 2),
    ("pump_gun", 6), ("pump_gun", 6), ("rifle", 0), ("rifle", 0), ("assault_rifle", 30),
    ("submachine_gun", 30), ("carbine", 30), ("automatic_pistol", 30),
]  # fmt: skip
SPECIAL_WEAPONS = [
    ("rifle_with_launcher", 30), ("rocket_launcher", 1), ("grenade_launcher", 6), ("sniper_rifle", 5),
    ("taser", 1), ("machine_gun", 100),
]  # fmt: skip
AMMUNITION = [
    ("arrows", 2), ("rifle_rounds_high_power", 3), ("rifle_rounds", 3), ("pistol_rounds_high_power", 3),
    ("pistol_rounds", 3), ("shot", 2), ("slugs", 2), ("smoke_grenade", 0), ("tear_gas_grenade", 0),
    ("fragmentation_grenade", 0),
]  # fmt: skip
SPECIAL_AMMUNITION = [
    ("smoke_40mm", 1), ("fragmentation_40mm", 1), ("sniper_rounds", 2), ("taser_cartridges", 1),
    ("dynamite", 1), ("dynamite", 1),
]  # fmt: skip
SPECIAL = [
    "vaccine", "body_armour", "night_vision", "chainsaw", "scope", "machete", "molotov", "sling",
    "gas_mask", "laser_aim", "silencer",
]  # fmt: skip
WITH_MAGAZINE = {
    "pistol", "rifle", "assault_rifle", "submachine_gun", "carbine", "automatic_pistol",
    "rifle_with_launcher", "sniper_rifle",
}  # fmt: skip
LOOSE = {
    "bow": "arrows", "crossbow": "arrows", "revolver": "pistol_rounds", "double_barrel": "shot",
    "pump_gun": "shot", "grenade_launcher": "fragmentation_40mm", "taser": "taser_cartridges",
    "machine_gun": "rifle_rounds",
}  # fmt: skip


@dataclass
class Slow:
    """What a search has brought; `dice` are taken from the left as they are needed."""

    dice: list[int]
    supplies: int = 0
    things: Counter[str] = field(default_factory=Counter)
    loaded: Counter[str] = field(default_factory=Counter)
    choices: int = 0
    used: int = 0

    def die(self) -> int:
        self.used += 1
        return self.dice[self.used - 1]

    def sum(self, count: int) -> int:
        return sum([self.die() for _ in range(count)])

    def third(self) -> int:
        return {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[self.die()]

    def search(self, place: str, better: int, *, kind: int, barricaded: bool) -> str:
        row = TABLE[place][min(8, max(0, self.die() + better))]
        if row == "half":
            self.supplies += self.third()
        elif row.isdigit():
            self.supplies += self.sum(int(row))
        elif row == ITEM:
            self.item(kind + (1 if barricaded else 0))
        return row

    def item(self, better: int) -> None:
        kind = self.die() + better
        if kind <= 2:
            self.household()
        elif kind == 3:
            self.other()
        elif kind == 4:
            self.weapon()
        elif kind == 5:
            self.ammunition()
        elif kind == 6:
            self.special()
        else:
            self.cache()

    def household(self) -> None:
        total = self.sum(3)
        if total >= 14:
            self.supplies += self.third()
            self.choices += 1
            return
        self.one(HOUSEHOLD[total - 3])
        if total == 8:
            self.loaded["first_aid_kit"] += 3

    def other(self) -> None:
        total = self.sum(2)
        count = self.third() if total >= 11 else 1
        self.things[OTHER[total - 2]] += count

    def weapon(self) -> None:
        total = self.sum(3)
        if total >= 17:
            self.gun(*SPECIAL_WEAPONS[self.die() - 1])
        else:
            self.gun(*WEAPONS[total - 3])

    def gun(self, name: str, rounds: int) -> None:
        if name == "rifle":
            rounds = {1: 8, 2: 12, 3: 20}[self.third()]
        load = self.die()
        self.one(name)
        self.loaded[name] += {1: 0, 2: 0, 3: rounds // 2, 4: rounds // 2, 5: rounds, 6: rounds}[load]
        if load == 6 and name in WITH_MAGAZINE:
            self.one(f"{name}_magazine")
            self.loaded[f"{name}_magazine"] += rounds
        elif load == 6 and name in LOOSE:
            self.things[LOOSE[name]] += 12

    def ammunition(self) -> None:
        total = self.sum(2)
        if total == 12:
            self.special_ammunition()
            return
        name, multiplied = AMMUNITION[total - 2]
        count = 1
        for _ in range(multiplied):
            count *= self.die()
        self.things[name] += count if multiplied else self.third()

    def special_ammunition(self) -> None:
        name, multiplied = SPECIAL_AMMUNITION[self.die() - 1]
        self.things[name] += self.die() if multiplied == 1 else self.die() * self.die()

    def special(self) -> None:
        name = SPECIAL[self.sum(2) - 2]
        self.one(name)
        if name == "chainsaw" and self.die() >= 4:
            self.loaded["chainsaw"] += 1
        if name == "silencer":
            self.die()

    def cache(self) -> None:
        total = self.sum(2)
        if total <= 5:
            self.supplies += self.third()
            self.household()
        elif total <= 8:
            self.supplies += self.die()
            self.household()
            self.household()
            self.weapon()
        elif total <= 10:
            self.supplies += self.die()
            self.household()
            self.other()
            self.weapon()
            self.ammunition()
        elif total == 11:
            self.supplies += self.sum(3)
            self.household()
            self.other()
            self.weapon()
            self.weapon()
            self.ammunition()
            self.special()
        else:
            self.weapon()
            self.weapon()
            self.gun(*SPECIAL_WEAPONS[self.die() - 1])
            self.ammunition()
            self.ammunition()
            self.special_ammunition()
            self.special()

    def one(self, name: str) -> None:
        self.things[name] += 1
