"""The rules and the second reading of the book agree on fights by the thousand (sections 5, 6 and 8)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.zombies_surviving.position import Figure, Item, Kind, Position, Vehicle
from rules.zombies_surviving.survival.melee import Melee, attack, attack_score
from rules.zombies_surviving.survival.shooting import AimedShot, Automatic, Burst, SnapShot
from tests.rules.zombies_surviving import slow_fights as slow
from tests.rules.zombies_surviving.fights import ruled
from tests.soak import ENGINES, rest

EACH = 250
SEEDS = [0, 1, *rest(ENGINES, range(2, 10))]
"""Two parts of the cases for each run, eight more for the soak: 10,000 in all, 4 kinds of fight to each."""
QUICK = {
    "boss_wounds": "3", "knife_damage": "0", "bow_range": "10", "rifle_range": "5", "skillet_damage": "0",
    "automatic_penalty": "later",
}  # fmt: skip
SHOOTERS = (
    "marksman",
    "archer",
    "good_throwing_arm",
    "poor_shot",
    "sharpshooter",
    "strong",
    "weakling",
    "hypochondriac",
)
VICTIMS = ("tough", "feeble", "agile", "nimble")
CLOTHES = ("body_armour", "padded_clothes", "heavy_clothes")
TARGETS: tuple[Kind, ...] = ("ankle_biter", "shuffler", "runner", "boss", "feral_dog", "independent")


def some(chance: random.Random, words: tuple[str, ...], share: float = 0.25) -> tuple[str, ...]:
    return tuple(word for word in words if chance.random() < share)


def distance(chance: random.Random, weapon: str) -> float:
    """Return a distance by chance, most often beside a limit of the weapon, or halfway to one."""
    limit = float(chance.choice([*slow.INCHES[weapon].split("/"), "10"]))
    return max(0.5, limit * chance.choice([0.5, 1, 1, 1.5]) + chance.choice([-1, -0.5, 0, 0, 0.5, 1]))


def fight(chance: random.Random) -> slow.Fight:
    """Return a fight by chance, with all that either kind of it asks for."""
    weapon = chance.choice([*slow.INCHES])
    target = chance.choice(TARGETS)
    shotgun, human = weapon in {"pump_gun", "double_barrel"}, target == "independent"
    ways = ["single", "single"]
    ways += ["both"] * (weapon == "double_barrel")
    ways += ["automatic"] * (weapon in {"automatic_pistol", "submachine_gun", "carbine", "assault_rifle"})
    ways += ["burst"] * (weapon == "assault_rifle")
    way = "automatic" if weapon == "machine_gun" else chance.choice(ways)
    rounds = weapon in {"pistol", "revolver", "rifle", "assault_rifle", "machine_gun"}
    return {
        "weapon": weapon, "way": way, "target": target,
        "aimed": weapon == "sniper_rifle" or chance.random() < 0.4,
        "slugs": shotgun and chance.random() < 0.5, "sawn_off": shotgun and chance.random() < 0.3,
        "scope": weapon in {"rifle", "assault_rifle"} and chance.random() < 0.4,
        "silencer": weapon in slow.MAGAZINES and chance.random() < 0.4,
        "laser": weapon in {"pistol", "rifle", "submachine_gun"} and chance.random() < 0.4,
        "high_power": rounds and chance.random() < 0.3,
        "loaded": chance.choice([0, 1, 2, 3, 4, 5, 30, 30, 30, 30]),
        "inches": distance(chance, weapon),
        "driving": chance.random() < 0.15, "in_cover": chance.random() < 0.4,
        "traits": some(chance, SHOOTERS), "wounds": chance.randrange(3),
        "grabs": chance.choice([0, 0, 0, 1, 2]),
        "target_wounds": chance.randrange(2) if human or target == "boss" else 0,
        "target_traits": some(chance, VICTIMS) if human else (),
        "clothes": some(chance, CLOTHES) if human else (),
        "quick_sheet": chance.random() < 0.5, "stunning": human and chance.random() < 0.4,
        "attacker": chance.choice(TARGETS[:-1]),
    }  # fmt: skip


def aimable(one: slow.Fight) -> slow.Fight:
    """Return the fight without what forbids to aim: test_shooting.py has that."""
    calm = {"grabs": 0, "inches": max(1.5, one["inches"])}
    return {**one, **calm} if one["aimed"] else one


def board(one: slow.Fight, items: tuple[Item, ...]) -> Position:
    """Return the position of a fight for the rules."""
    held = tuple(f"g{n}" for n in range(one["grabs"]))
    zone = "car" if one["driving"] else "street"
    me = Figure("survivor", "p1", "", one["traits"], items, wounds=one["wounds"], grabbed_by=held, zone=zone)
    clothes = tuple(Item(worn) for worn in one["clothes"])
    him = Figure(one["target"], traits=one["target_traits"], items=clothes, wounds=one["target_wounds"])
    options = QUICK if one["quick_sheet"] else {}
    return Position(
        phase="survival", seats=("p1",), figures={"ana": me, "z1": him},
        vehicles={"car": Vehicle("car")}, options=options,
    )  # fmt: skip


def weapon_of(one: slow.Fight) -> tuple[Item, ...]:
    fitted = {
        "sawn_off": one["sawn_off"],
        "scope": one["scope"],
        "silencer": one["silencer"],
        "laser_aim": one["laser"],
    }
    kind = "pistol_rounds" if one["weapon"] in {"pistol", "revolver"} else "rifle_rounds"
    ammo = "slugs" if one["slugs"] else f"{kind}_high_power" if one["high_power"] else ""
    parts = tuple(name for name, on in fitted.items() if on)
    item = Item(one["weapon"], max(1, one["loaded"]), one["loaded"], ammo=ammo, fitted=parts)
    if one["weapon"] in {"rock", "spear"}:
        return (item,) if one["loaded"] else ()
    return (item, Item("arrows", one["loaded"])) if one["loaded"] else (item,)


def fed(
    position: Position, kind: Any, given: dict[str, Any], hit: list[int], damage: list[int]
) -> tuple[Any, dict[str, int]]:
    """Return the ruling on an action that gets its dice as it asks for them, and how many it took."""
    used = {"hit": 0, "damage": 0}
    while True:
        dice = {
            name: tuple(all_[: used[name]]) for name, all_ in (("hit", hit), ("damage", damage)) if used[name]
        }
        ruling = ruled(position, kind(**given, **dice))
        wanted = {name: n for name, n in ruling.needs.items() if name in used}
        if not wanted:
            return ruling, used
        used |= wanted  # type: ignore[arg-type]  # a number of dice


def told_of(position: Position) -> slow.Told:
    one = position.figures.get("z1")
    if one is None or one.kind == "corpse":
        return {"state": "dead"}
    kept = one.wounds if one.kind in {"independent", "boss"} else 0
    return {
        "state": "up", "kind": one.kind, "wounds": kept, "prone": one.status("prone"),
        "out": one.status("unconscious"),
    }  # fmt: skip


def check_shot(one: slow.Fight, hit: list[int], damage: list[int]) -> None:
    p = board(one, weapon_of(one))
    given: dict[str, Any] = {
        "seat": "p1", "figure": "ana", "weapon": one["weapon"], "target": "z1", "inches": one["inches"],
        "in_cover": one["in_cover"],
    }  # fmt: skip
    given |= {"open_top": False} if one["driving"] else {}
    kind: Any = AimedShot if one["aimed"] else SnapShot
    if one["way"] in {"burst", "automatic"}:
        kind = Burst if one["way"] == "burst" else Automatic
        given["aimed"] = one["aimed"]
    else:
        given["both"] = one["way"] == "both"
        given["beside"] = "nobody"
    ruling, used = fed(p, kind, given, hit, damage)
    if ruling.after is None:
        assert not ruling.legal, ruling.needs
        assert slow.shot(one, hit, damage) == {"fired": False}
        return
    after, score = ruling.after, ruling.score
    loaded = {n: (i.count, i.loaded) for i in p.figures["ana"].items for n in (i.item,)}
    left = {n: (i.count, i.loaded) for i in after.figures["ana"].items for n in (i.item,)}
    gone = sum(sum(loaded[n]) - sum(left.get(n, (0, loaded[n][1]))) for n in loaded)
    spent = {"rock": 1}.get(one["weapon"], gone)
    assert {
        "fired": True, "needed": score.needed, "dice": used["hit"], "damage_dice": used["damage"],
        "spent": spent, "noises": len(after.noises), **told_of(after),
    } == slow.shot(one, hit, damage)  # fmt: skip


def check_blow(one: slow.Fight, hit: list[int], damage: list[int]) -> None:
    one = {**one, "weapon": [*slow.STRIKING][hit[5] * damage[5] % len(slow.STRIKING)]}
    p = board(one, () if one["weapon"] == "bare_hands" else (Item(one["weapon"]),))
    given = {
        "seat": "p1", "figure": "ana", "weapon": one["weapon"], "target": "z1", "within": True,
        "non_lethal": one["stunning"],
    }  # fmt: skip
    ruling, used = fed(p, Melee, given, hit, damage)
    score = ruling.score
    assert {
        "needed": score.needed, "dice": used["hit"], "damage_dice": used["damage"], **told_of(ruling.after),
    } == slow.blow(one, hit, damage)  # fmt: skip


def check_bitten(one: slow.Fight, hit: list[int], damage: list[int]) -> None:
    victims = {
        **one,
        "target": "independent",
        "target_wounds": one["wounds"],
        "target_traits": some_of(VICTIMS, hit),
    }
    victims["clothes"] = some_of(CLOTHES, damage)
    victims["target_wounds"] = min(one["wounds"], 1 if "feeble" in victims["target_traits"] else 2)
    p = board({**victims, "grabs": 0}, ()).put("dog", Figure(one["attacker"]))
    p = p.put("z1", grabbed_by=tuple(f"g{n}" for n in range(one["grabs"])))
    needed = attack_score(p, "dog", "z1").needed
    after = attack(p, "dog", "z1", hit[0], damage[0])[0] if hit[0] >= needed else p
    got = after.figures["z1"]
    assert {
        "needed": needed, "bites": got.bites, "grabbed": "dog" in got.grabbed_by, **told_of(after),
    } == slow.bitten(victims, hit[0], damage[0])  # fmt: skip


def some_of(words: tuple[str, ...], dice: list[int]) -> tuple[str, ...]:
    return tuple(word for word, die in zip(words, dice[1:], strict=False) if die < 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_readings_of_the_book_agree(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(EACH):
        for check in (check_shot, check_shot, check_blow, check_bitten):
            one = aimable(fight(chance)) if check is check_shot else fight(chance)
            hit = [chance.choice([4, 4, *range(1, 7)]) for _ in range(6)]
            damage = [chance.randint(1, 6) for _ in range(6)]
            try:
                check(one, hit, damage)
            except AssertionError as fault:
                fault.add_note(f"{check.__name__}: {one}, to hit {hit}, damage {damage}")
                raise
