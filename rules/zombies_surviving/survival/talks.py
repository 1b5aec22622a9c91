"""Negotiating with independent survivors, bartering, and feral dogs that follow somebody (5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, picked, rolled
from rules.rulebook.charts import Chart
from rules.ruling import Ask, Missing, Options, Part, Ruling, Score, allow, done, refuse
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import charts, charts_of
from rules.zombies_surviving.position import (
    CANADIAN,
    ZOMBIES,
    Attitude,
    Figure,
    Item,
    Position,
    Task,
    known,
    moved,
    remember,
)
from rules.zombies_surviving.survival import melee
from rules.zombies_surviving.survival.economy import INCAPACITATED, called, refusal, spend
from rules.zombies_surviving.survival.finds import (
    Find,
    Lacks,
    Stream,
    acquire,
    described,
    is_loose,
    part,
    price,
    receive,
    special,
    supplies,
)
from rules.zombies_surviving.survival.people import argumentative
from rules.zombies_surviving.survival.places.buildings import ATTITUDE
from rules.zombies_surviving.survival.rolls import Outcome, on_chart, settle
from rules.zombies_surviving.traits import adds, effect

LEVELS: tuple[Attitude, ...] = ("hostile", "fearful", "wary", "friendly")
NEGOTIATES, QUIET, BARTERS, CHARM, TAMED = 12, 6, 3, 6, 6
NO_TALKS, SELLS, BUYS = "no_talks", "sells", "barters "
"""States: no more negotiation in this game; goods are for sale in this turn; with which party (5.3)."""
NICE = "nice"
"""Among the numbers of a position: the turn in which Canadians last rolled once more (13.4)."""
FRIENDLY_DOG = "friendly"
"""The state of a dog that joins the one who has found it, if he negotiates in this turn (12.0)."""


@action
class _Talk:
    """What any talk asks for, in this order."""

    seat: str
    figure: str
    inches: Inches | None = asked("How far is it?", most=72, limits=(6, 12), halves=True, unit="inch")
    charm: Mapping[str, bool] | None = asked("Who else is within 6 inches of them and in sight?")
    argued: bool | None = asked("Is somebody argumentative within 6 inches of the leader?")
    negotiate: tuple[int, ...] | None = rolled("negotiate")
    again: bool | None = picked("Roll once more?")
    reroll: tuple[int, ...] | None = rolled("negotiate again")
    sensible: bool | None = picked("Use good sense for +1?")
    clumsy: tuple[int, ...] | None = rolled("clumsy")


@action
class Negotiate(_Talk):
    """Try to change what some independent survivors think (5.3)."""

    party: str | None = picked("With whom?")


@action
class Befriend(_Talk):
    """Make friends with a feral dog (5.3)."""

    dog: str | None = picked("Which dog?")


@action
class Barter:
    """See what some friendly survivors have to sell (5.3)."""

    seat: str
    figure: str
    party: str | None = picked("With whom?")
    near: bool | None = asked("Are they within 3 inches?")
    goods: tuple[int, ...] | None = rolled("goods")


@action
class Buy:
    """Buy something for its price in supplies (5.3)."""

    seat: str
    figure: str
    item: str | None = picked("What do you buy?")


@action
class Sell:
    """Sell something for its price in supplies (5.3)."""

    seat: str
    figure: str
    item: str | None = picked("What do you sell?")


@action
class DogAttack:
    """Let the dog of a figure attack what is within 1 inch (5.3)."""

    seat: str
    figure: str
    target: str | None = picked("Whom does it attack?")
    near: bool | None = asked("Is the target within 1 inch?")
    hit: tuple[int, ...] | None = rolled("hit")
    damage: tuple[int, ...] | None = rolled("damage")


ACTIONS: tuple[type, ...] = (Negotiate, Barter, Buy, Sell, Befriend, DogAttack)


def parties(position: Position) -> dict[str, tuple[str, ...]]:
    """Return the parties of independent survivors on the table, each with its names."""
    found: dict[str, tuple[str, ...]] = {}
    for name in position.standing("independent"):
        figure = position.figures[name]
        if not figure.seat:
            group = figure.group or name
            found[group] = (*found.get(group, ()), name)
    return found


def attitude_of(position: Position, party: str) -> Attitude:
    """Return what a party thinks of the players, "" while nobody knows."""
    return next((position.figures[name].attitude for name in parties(position).get(party, ())), "")


def charmers(position: Position, name: str) -> tuple[str, ...]:
    """Return the other survivors whose charm, or lack of it, may count in talks (5.3)."""
    return tuple(
        other
        for other in position.standing("survivor")
        if other != name and {"charismatic", "abrasive"} & {*position.figures[other].traits}
    )


def _added(position: Position, act: _Talk, inches: float) -> tuple[Part, ...]:
    """Return what the traits of all who are near, wounds and grabs add to talks (5.3)."""
    figure, near = position.figures[act.figure], act.charm or {}
    others = (other for other in charmers(position, act.figure) if near.get(other))
    theirs = sum(effect(trait, "negotiate") for other in others for trait in position.figures[other].traits)
    own = adds(figure, "negotiate") if inches <= CHARM else ()
    parts = (*own, Part("others near by", theirs, "5.3", "roll"), *scores.weaker(figure))
    return tuple(one for one in parts if one.value)


def _inches(position: Position, act: _Talk, whom: str) -> float | Ruling[Position]:
    """Return how far those are who are talked to, or the question, or why it is too far (5.3)."""
    inches = act.inches if act.inches is not None else known(position, "inches", act.figure, whom)
    if inches is None:
        them = "them" if whom in parties(position) else called(position, whom)
        ask = Ask(f"How far is it from {called(position, act.figure)} to {them}?")
        return allow(
            ("5.3",), "Within 12 inches in sight; from farther than 6 it is a shout.", {"inches": ask}
        )
    if inches > NEGOTIATES:
        reason = f"At {inches:g} inches, as measured, that is too far away; 12 is the most."
        return refuse(("5.3",), reason)
    return inches


def _company(position: Position, act: _Talk) -> Ruling[Position] | None:
    """Return what must be told of those who stand near, or None (5.3, 10.0)."""
    need, others = dict[str, Missing](), charmers(position, act.figure)
    if others and act.charm is None:
        need["charm"] = Ask(kind="yes_no", each=others)
    if position.figures[act.figure].has("leader") and argumentative(position) and act.argued is None:
        need["argued"] = 1
    return allow(("5.3",), "Their traits count too.", need) if need else None


def _talked(
    position: Position,
    act: _Talk,
    kind: str,
    score: Score,
    row: Callable[[int], object],
    say: Callable[[int], str],
) -> Ruling[Position] | Outcome:
    """Return what the die of a talk comes to, or what is missing.

    A leader may roll once more (10.0), and so may a Canadian with Canadians, where the higher counts (13.4).
    """
    if not act.negotiate:
        return allow(("5.3",), "A die on the table.", {"negotiate": 1}, score)
    nice = is_nice(position, act)
    leads = position.figures[act.figure].has("leader") and not act.argued
    if (leads or nice) and act.again is None:
        total = act.negotiate[0] + sum(one.value for one in score.parts)
        who, case = ("Canadians", "13.4") if nice else ("A leader", "10.0")
        reason = f"That is {total}: {say(total)}. {who} may roll once more."
        return allow(("5.3", case), reason, {"again": Options((True, False))}, score)
    field = "reroll" if act.again else "negotiate"
    if nice and act.reroll and act.reroll[0] < act.negotiate[0]:
        field = "negotiate"
    return on_chart(position, act, kind, field, score, row, "5.3")


def is_nice(position: Position, act: _Talk) -> bool:
    """Whether a Canadian talks with Canadians, who have not been so nice yet in this turn (13.4)."""
    whom = getattr(act, "party", None)
    party = [n for n in position.of_kind("independent") if whom in {n, position.figures[n].group}]
    both = position.figures[act.figure].status(CANADIAN) and bool(party)
    here = all(position.figures[name].status(CANADIAN) for name in party)
    return both and here and position.counts.get(NICE) != position.turn


def _after(
    position: Position, act: _Talk, kind: str, outcome: Outcome, inches: float, whom: str
) -> tuple[Position, str]:
    """Return the position after the roll of a talk, which is a shout from far away, and what to say."""
    after = spend(remember(position, "inches", act.figure, whom, inches), act.figure, kind)
    after = after.noise(act.figure) if inches > QUIET else after
    if act.again and is_nice(position, act):
        after = replace(after, counts={**after.counts, NICE: position.turn})
    return settle(after, act, sense=outcome.sense)


def negotiation_score(position: Position, act: Negotiate) -> Score:
    """Return what is added to the die of a negotiation (5.3)."""
    party = str(act.party)
    attitude, inches = attitude_of(position, party), _inches(position, act, party)
    known_ = {one.name for one in charts()["5.3"].modifiers}
    theirs = charts()["5.3"].parts([attitude] if attitude in known_ else [])
    far = NEGOTIATES if isinstance(inches, Ruling) else inches
    return Score("d6", (*theirs, *_added(position, act, far)))


def judge_negotiate(position: Position, act: Negotiate) -> Ruling[Position]:
    """Rule on negotiating (5.3)."""
    if no := refusal(position, act.seat, act.figure, "negotiate"):
        return no
    party = _party(position, act)
    if isinstance(party, Ruling):
        return party
    inches = _inches(position, act, party)
    if isinstance(inches, Ruling):
        return inches
    return _company(position, act) or _negotiated(position, act, inches)


def _party(position: Position, act: Negotiate) -> str | Ruling[Position]:
    """Return with whom to talk, or who is there, or why that is no use; an attitude is found out first."""
    there = parties(position)
    open_ = tuple(group for group, names in there.items() if not position.figures[names[0]].status(NO_TALKS))
    if not there:
        return refuse(("5.3",), "No independent survivors are on the table.", firm=True)
    if not open_:
        return refuse(("5.3",), "They do not talk to anybody any more in this game.")
    if act.party is None:
        return allow(("5.3",), "Independent survivors in sight.", {"party": Options(open_)})
    if attitude_of(position, act.party):
        return act.party
    story = f"{called(position, act.figure)} hails them; first, what do they think of you?"
    return done(position.push(Task(ATTITUDE, act.party)), ("5.3", "4.2"), story)


def _negotiated(position: Position, act: Negotiate, inches: float) -> Ruling[Position]:
    party, score, row = str(act.party), negotiation_score(position, act), charts()["5.3"].row
    outcome = _talked(
        position, act, "negotiate", score, lambda n: row(n).value, lambda n: row(n).text.lower()
    )
    if isinstance(outcome, Ruling):
        return outcome
    after, more = _after(position, act, "negotiate", outcome, inches, party)
    after, story = shifted(after, party, int(row(outcome.total).value), act.seat)
    return done(
        after, ("5.3",), f"{called(position, act.figure)} talks to them: {story}.{more}", score=outcome.score
    )


def shifted(position: Position, party: str, levels: int, seat: str) -> tuple[Position, str]:
    """Return the position after a party thinks better or worse by some levels, and what to say (5.3)."""
    names, attitude = parties(position)[party], attitude_of(position, party)
    now = max(0, LEVELS.index(attitude or "wary") + levels)
    if now >= len(LEVELS):
        for name in names:
            joined = replace(position.figures[name], kind="survivor", seat=seat, attitude="", group="")
            position = position.put(name, joined)
        return position, "they join as allies"
    for name in names:
        figure = replace(position.figures[name], attitude=LEVELS[now])
        position = position.put(name, figure.with_status(NO_TALKS) if levels < -1 else figure)
    rest = "; they talk no more in this game" if levels < -1 else ""
    words = "the talks go on, they are" if not levels else "they are now"
    return position, f"{words} {LEVELS[now]}{rest}"


def judge_barter(position: Position, act: Barter) -> Ruling[Position]:
    """Rule on asking for what is for sale (5.3)."""
    if no := refusal(position, act.seat, act.figure, "barter"):
        return no
    friends = tuple(group for group in parties(position) if attitude_of(position, group) == "friendly")
    if not friends:
        return refuse(("5.3",), "Nobody on the table is friendly enough to barter.", firm=True)
    if act.party is None:
        return allow(("5.3",), "Friendly ones within 3 inches.", {"party": Options(friends)})
    if act.near is None:
        return allow(("5.3",), "Within 3 inches.", {"near": 1})
    if not act.near:
        return refuse(("5.3",), "They are farther than 3 inches away, as told.")
    goods = for_sale(act.goods or (), charts_of(position), canada=position.canada)
    if isinstance(goods, int):
        return allow(("5.3", "11.0"), "What do they have?", {"goods": goods})
    seller = parties(position)[act.party][0]
    after = spend(position, act.figure, "barter")
    after = after.put(seller, receive(after.figures[seller], goods).with_status(SELLS, position.turn))
    buyer = after.figures[act.figure].with_status(f"{BUYS}{seller}", position.turn)
    return done(after.put(act.figure, buyer), ("5.3",), f"They have for sale: {goods.told}.")


def for_sale(dice: tuple[int, ...], book: Mapping[str, Chart], *, canada: bool = False) -> Find | int:
    """Return what friendly survivors have for sale, or how many dice it takes by now (5.3)."""
    stream = Stream(dice, charts=book, canada=canada)
    try:
        row = book["5.4"].row(stream.roll("d6"))
        value = row.value
        goods = Find(stream.roll(str(value.get("supplies", "0"))), rows=(("5.4", row.label),), lost=row.lost)
        for _ in range(int(value.get("items", 0))):
            goods += special(None, stream)
    except Lacks as lacks:
        return lacks.count
    return replace(goods, choices=())


def _seller(position: Position, name: str) -> str:
    """Return the figure with which somebody barters in this turn, or ""."""
    figure = position.figures.get(name)
    for one in figure.statuses if figure else ():
        if one.name.startswith(BUYS) and one.until == position.turn:
            seller = one.name.removeprefix(BUYS)
            there = position.figures.get(seller)
            return seller if there and (there.kind, there.attitude) == ("independent", "friendly") else ""
    return ""


def judge_buy(position: Position, act: Buy) -> Ruling[Position]:
    """Rule on buying (5.3)."""
    return _trade(position, act, act.figure, _seller(position, act.figure))


def judge_sell(position: Position, act: Sell) -> Ruling[Position]:
    """Rule on selling (5.3)."""
    return _trade(position, act, _seller(position, act.figure), act.figure)


def _trade(position: Position, act: Buy | Sell, payer: str, giver: str) -> Ruling[Position]:
    """Rule on a thing that goes one way, and its price in supplies that goes the other."""
    if no := refusal(position, act.seat, act.figure, "trade"):
        return no
    if not _seller(position, act.figure):
        reason = f"{called(position, act.figure)} barters with nobody in this turn."
        return refuse(("5.3",), reason, firm=True)
    seller, have = position.figures[giver], position.figures[payer].supplies
    if not seller.items:
        return refuse(("5.3",), f"{called(position, giver)} has nothing to sell.", firm=True)
    wares = tuple(one.item for one in seller.items if _price_of_one(seller, one) <= have)
    if act.item is None:
        if not wares:
            return refuse(("5.3",), f"{called(position, payer)} has {supplies(have)}, too few for any of it.")
        return allow(("5.3",), "For its price in supplies.", {"item": Options(wares)})
    held = seller.item(act.item)
    split = None if held is None else part(seller, act.item, _sold(held).count)
    if split is None:
        return refuse(("5.3",), f"{called(position, giver)} has no {items.called(act.item[:40])}.", firm=True)
    rest, thing = split
    cost = price(thing)
    if cost > have:
        return refuse(
            ("5.3",), f"That costs {supplies(cost)}, and {called(position, payer)} has {supplies(have)}."
        )
    buyer = acquire(position.figures[payer], thing)
    after = position.put(payer, replace(buyer, supplies=buyer.supplies - cost))
    after = after.put(giver, replace(rest, supplies=rest.supplies + cost))
    after = replace(after, acting=act.seat)
    story = f"{called(position, payer)} buys: {described(thing)}, for {supplies(cost)}."
    return done(after, ("5.3",), story)


def _price_of_one(seller: Figure, held: Item) -> int:
    split = part(seller, held.item, _sold(held).count)
    return price(split[1] if split else held)


def _sold(held: Item) -> Item:
    """Return what is sold of a thing at a time: all rounds of a kind, and one of all else."""
    return held if is_loose(held.item) else replace(held, count=1)


def wild_dogs(position: Position) -> tuple[str, ...]:
    """Return the feral dogs that follow nobody."""
    return tuple(name for name in position.standing("feral_dog") if not position.figures[name].seat)


def dogs_of(position: Position, name: str) -> tuple[str, ...]:
    """Return the dogs that follow a figure."""
    dogs = position.standing("feral_dog")
    return tuple(dog for dog in dogs if position.figures[dog].seat and position.figures[dog].group == name)


def judge_befriend(position: Position, act: Befriend) -> Ruling[Position]:
    """Rule on making friends with a dog (5.3)."""
    if no := refusal(position, act.seat, act.figure, "befriend"):
        return no
    dogs = wild_dogs(position)
    if not dogs:
        return refuse(("5.3",), "No feral dog is on the table.", firm=True)
    if act.dog is None:
        return allow(("5.3",), "A dog in sight.", {"dog": Options(dogs)})
    inches = _inches(position, act, act.dog)
    if isinstance(inches, Ruling):
        return inches
    if position.figures[act.dog].status(FRIENDLY_DOG) and position.figures[act.dog].group == act.figure:
        after = _tamed(spend(position, act.figure, "befriend"), act.figure, act.dog)
        return done(after, ("5.3", "12.0"), f"The friendly dog follows {called(position, act.figure)}.")
    return _company(position, act) or _befriended(position, act, act.dog, inches)


def _befriended(position: Position, act: Befriend, dog: str, inches: float) -> Ruling[Position]:
    outcome = _talked(
        position, act, "befriend", Score("d6", _added(position, act, inches)), lambda n: n >= TAMED,
        lambda n: "the dog follows" if n >= TAMED else "the dog does not follow",
    )  # fmt: skip
    if isinstance(outcome, Ruling):
        return outcome
    after, more = _after(position, act, "befriend", outcome, inches, dog)
    score = replace(outcome.score, success=outcome.total >= TAMED)
    if outcome.total < TAMED:
        return done(
            after, ("5.3",), f"The dog does not trust {called(position, act.figure)}.{more}", score=score
        )
    after = _tamed(after, act.figure, dog)
    return done(
        after, ("5.3",), f"The dog follows {called(position, act.figure)} from now on.{more}", score=score
    )


def _tamed(position: Position, name: str, dog: str) -> Position:
    seat = position.figures[name].seat
    tame = replace(position.figures[dog], seat=seat, group=name, attitude="friendly")
    return moved(position.put(dog, tame), dog)


def dog_targets(position: Position) -> tuple[str, ...]:
    """Return what a dog that follows somebody attacks: zombies and hostile humans (5.3)."""
    figures = position.figures
    hostile = (n for n in position.standing("independent") if figures[n].attitude == "hostile")
    return (*position.standing(*ZOMBIES), *hostile)


def judge_dog_attack(position: Position, act: DogAttack) -> Ruling[Position]:
    """Rule on the attack of a dog that follows somebody (5.3): once a turn, and no action of its owner."""
    if no := refusal(position, act.seat, act.figure, "dog_attack"):
        return no
    ready = tuple(dog for dog in dogs_of(position, act.figure) if _can_bite(position, dog))
    if not ready:
        return refuse(("5.3",), f"No dog of {called(position, act.figure)} can attack now.", firm=True)
    targets = dog_targets(position)
    if not targets:
        return refuse(("5.3",), "No zombie and no hostile human is on the table.", firm=True)
    if act.target is None:
        return allow(("5.3",), "A zombie or a hostile human within 1 inch.", {"target": Options(targets)})
    if act.near is None:
        return allow(("5.3",), "Within 1 inch.", {"near": 1})
    if not act.near:
        return refuse(("5.3",), "The target is farther than 1 inch away, as told.")
    return _bites(position, act, ready[0], act.target)


def _bites(position: Position, act: DogAttack, dog: str, target: str) -> Ruling[Position]:
    score = melee.attack_score(position, dog, target)
    if not act.hit:
        return allow(("5.3", "4.4"), f"{score.needed} or more hits.", {"hit": 1}, score)
    hits = act.hit[0] >= score.needed
    if hits and not act.damage:
        parts = melee.attack_parts(position, dog, target)
        return allow(("8.0",), "A hit.", {"damage": 1}, scores.damage_score([("", parts)], score))
    after = position.put(dog, position.figures[dog].with_status("bitten", position.turn))
    what = "it misses"
    if hits:
        after, what = melee.attack(after, dog, target, act.hit[0], (act.damage or (0,))[0])
    score = replace(score, rolled=act.hit, success=hits)
    return done(after, ("5.3", "4.4"), f"The dog attacks: {what}.", score=score)


def _can_bite(position: Position, dog: str) -> bool:
    """Whether a dog is free to attack, and has not done so in this turn."""
    figure = position.figures[dog]
    bitten = any(one.name == "bitten" and one.until == position.turn for one in figure.statuses)
    return not bitten and not figure.status(INCAPACITATED)


def _can_sell(figure: Figure) -> bool:
    return bool(figure.items)


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield what a figure may do with independent survivors and with dogs."""
    figure = position.figures[name]
    if figure.kind != "survivor":
        return
    there = parties(position)
    if there:
        yield Negotiate(figure.seat, name)
    if any(attitude_of(position, party) == "friendly" for party in there):
        yield Barter(figure.seat, name)
    if seller := _seller(position, name):
        if _can_sell(position.figures[seller]):
            yield Buy(figure.seat, name)
        if _can_sell(figure):
            yield Sell(figure.seat, name)
    if wild_dogs(position):
        yield Befriend(figure.seat, name)
    if any(_can_bite(position, dog) for dog in dogs_of(position, name)) and dog_targets(position):
        yield DogAttack(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Negotiate: judge_negotiate,
    Barter: judge_barter,
    Buy: judge_buy,
    Sell: judge_sell,
    Befriend: judge_befriend,
    DogAttack: judge_dog_attack,
}
