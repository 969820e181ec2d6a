"""What a hostile operator does with the lines of a fight, deed by deed: each is something that it may freely write."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.verifier.attacks.attacking import FIGHTS, Attack, Intent, Row, Table, template, written

BLIND, OTHER = "b1" * 32, "0d" * 32
LATE = 900_000
"""Lines that the operator adds have numbers of their own from here on, by which others point at them."""


class Operator:
    """Whoever runs the server: it plans the lines before they are written."""

    def __init__(self, chance: random.Random, intents: list[Intent], honest: frozenset[str]) -> None:
        self.chance = chance
        self.intents = intents
        self.honest = honest
        self.sizes: list[int] = []
        self.other_history = False
        self._next = LATE

    def fresh(self) -> int:
        """Return the number of a line of its own."""
        self._next += 1
        return self._next

    def all(self, *kinds: str) -> list[int]:
        """Return the places of the lines of these kinds."""
        return [at for at, each in enumerate(self.intents) if each.kind in kinds]

    def one(self, *kinds: str) -> Intent | None:
        """Return one of the lines of these kinds."""
        places = self.all(*kinds)
        return self.intents[self.chance.choice(places)] if places else None

    def at(self, intent: Intent) -> int:
        """Return the place of a line."""
        return next(at for at, each in enumerate(self.intents) if each is intent)

    def adds(self, at: int, row: Row, **more: Any) -> Intent:
        """Put a line in."""
        when = self.intents[min(at, len(self.intents)) - 1].row["at"]
        made = Intent({"at": when, **row}, self.fresh(), **more)
        self.intents.insert(at, made)
        return made

    def group(self, command: Intent) -> list[Intent]:
        """Return a command and what came of it."""
        return [each for each in self.intents if each is command or each.row.get("cause") == command.id]

    def notes(self, table: Table, whole: int) -> list[str]:
        """Return the checkpoints beside the lines."""
        found = [table.note(min(size, whole)) for size in sorted({*self.sizes, whole})]
        if self.other_history:
            found[-1] = table.note(whole, other=bytes(32))
        return found


def _event(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ("n", "prev", "at", "cause")}


def seals(op: Operator) -> None:
    """Seal lines of an open command, its dice among them as often as not; open them beside, at once, or never."""
    command = op.one("CommandAccepted")
    if command is None:
        return
    inside = [each for each in op.group(command)[1:] if each.kind not in ("EntropyRevealed", "Sealed", "Unsealed")]
    inside = [each for each in inside if each.kind not in ("TableDiceTyped", "MissingAccepted", "MessageRecorded")]
    first = op.chance.randrange(len(inside)) if inside else 0
    dice = [at for at, each in enumerate(inside) if each.kind == "DiceRolled"]
    if dice and op.chance.random() < 0.6:
        first = op.chance.choice(dice)
    taken = inside[first : first + op.chance.choice([1, 1, 2, 9])]
    if not taken:
        return
    payload: Row = {"events": [_event(each.row) for each in taken]}
    if op.chance.random() < 0.2:
        payload["to"] = op.chance.choice([["ana"], ["ana", "bo"], []])
    if op.chance.random() < 0.2:
        payload["stands_in"] = op.chance.choice([0, 1, 2])
    line = Intent({"at": taken[0].row["at"], "cause": command.id, "type": "Sealed", "commit": OTHER}, taken[0].id)
    line.behind, line.bend = payload, op.chance.choice([0, 0, 4, 6])
    op.intents[op.at(taken[0])] = line
    for each in taken[1:]:
        op.intents.remove(each)
    way = op.chance.choice(["beside", "shut", "at once"])
    line.beside = way == "beside"
    if way == "at once":
        op.adds(op.at(line) + 1, {"cause": command.id, "type": "Unsealed", "of": line.id}, behind=payload)


def bends(op: Operator) -> None:
    """Tell other faces than the numbers give."""
    line = op.one("DiceRolled", "Sealed")
    if line is not None:
        line.bend = op.chance.choice([1, 4, 6])


def disguises(op: Operator) -> None:
    """Tell dice as others than they are: of the table, of a fork, loaded, of another roll, of no roll, more of them."""
    line = op.one("DiceRolled", "Sealed")
    if line is None:
        return
    changes: list[Row] = [
        *({"source": source} for source in ("table", "fork", "loaded", "none")),
        *({"roll": 99}, {"roll": None}, {"dice": "2d6"}, {"dice": "1d20"}),
        {"source": "none", "dice": "0d6", "faces": [], "roll": None},
    ]
    change = op.chance.choice(changes)
    rows = [line.row] if line.kind == "DiceRolled" else (line.behind or {}).get("events", [])
    for row in rows:
        if row.get("type") == "DiceRolled":
            row.update(change)
            for name in [name for name, value in row.items() if value is None]:
                del row[name]


def blinds(op: Operator) -> None:
    """Give a blind to a command that is not secret, take one from one that is, or another than was meant."""
    command = op.one("CommandAccepted")
    rolling = [each for each in op.intents if each.kind == "CommandAccepted" and "roll" in each.row]
    if rolling:
        command = op.chance.choice(rolling)
    if command is None:
        return
    match op.chance.randrange(4):
        case 0:
            command.row["blind"] = OTHER
            command.behind = {**(command.behind or {}), "blind": BLIND}
        case 1:
            command.tamper["blind"] = OTHER
        case 2 if command.behind:
            command.behind = {name: value for name, value in command.behind.items() if name != "blind"} or None
        case _ if command.behind and "blind" in command.behind:
            command.behind = {**command.behind, "blind": BLIND}
        case _:
            return


def misses(op: Operator) -> None:
    """Say that a number did not come, at once or after a while; or leave it out without a word."""
    line = op.one("EntropyRevealed")
    if line is None or not line.row.get("contributions"):
        return
    gone = op.chance.sample([*line.row["contributions"]], op.chance.randint(1, len(line.row["contributions"])))
    line.row["contributions"] = {k: v for k, v in line.row["contributions"].items() if k not in gone}
    if op.chance.random() < 0.8:
        line.row["missing"] = sorted({*line.row.get("missing", []), *gone})
    if op.chance.random() < 0.6:
        for each in op.intents[op.at(line) :]:
            each.row["at"] += 11_000
    if not line.row["contributions"]:
        del line.row["contributions"]


def asks_others(op: Operator) -> None:
    """Leave devices out of those who are asked for a number, or ask for another number than comes next."""
    command = next((each for each in op.chance.sample(op.intents, len(op.intents)) if "contributors" in each.row), None)
    if command is None:
        return
    asked = command.row["contributors"]
    party = op.chance.choice([*asked])
    if op.chance.random() < 0.3:
        asked[party] += op.chance.choice([-1, 1, 2])
        return
    del asked[party]
    for each in op.group(command)[1:]:
        each.row.get("contributions", {}).pop(party, None)
        if op.chance.random() < 0.5 and not each.row.get("contributions", {"": 0}):
            del each.row["contributions"]
    if not asked and op.chance.random() < 0.7:
        del command.row["contributors"]


def joins(op: Operator) -> None:
    """Bring devices of its own: a player, a bot, a spectator, or another device of an honest seat; ask them too."""
    honest, joined = sorted(op.honest), op.all("SeatJoined")
    if not joined:
        return
    there = {each["id"]: each["role"] for each in op.intents[0].row["seats"]}
    seat = op.chance.choice([*there, "mallory", op.chance.choice(honest)])
    at = op.chance.choice([joined[0], joined[-1] + 1, op.chance.randrange(1, len(op.intents))])
    role = there.get(seat) or op.chance.choice(["player", "player", "spectator"])
    if seat not in there:
        op.adds(at, {"type": "SeatJoined", "seat": seat, "role": role, "cmd": f"late-{op.fresh()}"}, forged=True)
        at += 1
    has = any(each.kind == "SeatJoined" and each.row["seat"] == seat for each in op.intents[:at] if "key" in each.row)
    party = f"{seat}-2" if has else seat
    row = {"type": "SeatJoined", "seat": seat, "role": role, "party": party, "key": "", "anchor": "", "length": 64}
    row |= {"cmd": f"join-{op.fresh()}", "seen": [], "seq": 0, "sig": ""}
    if op.chance.random() < 0.3:
        row["kind"] = "bot"
    if has and op.chance.random() < 0.8:
        row["vouched"] = {op.chance.choice([seat, seat, "cy", "bo"]): "AA=="}
    op.adds(at, row, forged=True)
    if op.chance.random() < 0.7:
        _asks(op, party, at, instead=op.chance.random() < 0.4)


def _asks(op: Operator, party: str, at: int, *, instead: bool) -> None:
    count = 0
    for each in op.intents[at:]:
        if each.kind == "CommandAccepted" and "roll" in each.row and "contributors" in each.row:
            count += 1
            others = {} if instead else each.row["contributors"]
            each.row["contributors"] = {**others, party: count}
        if each.kind == "EntropyRevealed":
            gave = {} if instead else each.row.get("contributions", {})
            each.row["contributions"] = {**gave, party: {}}


def changes_a_key(op: Operator) -> None:
    """Put a key of its own in the place of an honest seat's, on the word of whoever it can speak for."""
    joined = [op.intents[at] for at in op.all("SeatJoined") if op.intents[at].row["seat"] in op.honest]
    joined = [each for each in joined if "party" in each.row]
    if not joined:
        return
    device = op.chance.choice(joined).row
    row = {"type": op.chance.choice(["SeatKeyChanged", "SeatKeyChanged", "SeatKeyAsked"]), "seat": device["seat"]}
    row |= {"party": device["party"], "key": "", "anchor": "", "length": 64}
    row |= {"cmd": f"key-{op.fresh()}", "seen": [], "seq": 0, "sig": ""}
    if op.chance.random() < 0.8:
        row["vouched"] = dict.fromkeys(op.chance.sample(["ana", "bo", "cy", "dora", "gm", "ana-2"], 3), "AA==")
    if row["type"] == "SeatKeyAsked":
        row["until"] = 1_790_000_000_000 + op.chance.choice([0, 86_500_000])
    op.adds(op.chance.randrange(joined_at(op) + 1, len(op.intents)), row, forged=True)


def joined_at(op: Operator) -> int:
    """Return where the last of the devices joined that were there from the start."""
    return max(at for at in op.all("SeatJoined") if at < 12 or at == op.all("SeatJoined")[0])


def names_seats(op: Operator) -> None:
    """Say other roles of seats than they have, or that there are others; say that a seat is a bot."""
    seats = op.intents[0].row["seats"]
    device = op.one("SeatJoined")
    match op.chance.randrange(4):
        case 0:
            op.chance.choice(seats)["role"] = op.chance.choice(["player", "referee", "spectator"])
        case 1:
            seats.append({"id": "mallory", "role": op.chance.choice(["player", "spectator", "referee"])})
        case 2 if device is not None:
            device.tamper["kind"] = op.chance.choice(["bot", "person", None])
        case _ if device is not None:
            device.tamper["role"] = op.chance.choice(["player", "referee", "spectator"])
        case _:
            return


def moves(op: Operator) -> None:
    """Write a line, or a command with all that came of it, at another place; or leave it out; or write it again."""
    line = op.chance.choice(op.intents[1:])
    taken = op.group(line) if line.kind == "CommandAccepted" and op.chance.random() < 0.7 else [line]
    way = op.chance.choice(["moved", "dropped", "again"])
    if way != "again":
        for each in taken:
            op.intents.remove(each)
    if way != "dropped":
        at = op.chance.randrange(1, len(op.intents) + 1)
        again = [copy.deepcopy(each) for each in taken] if way == "again" else taken
        op.intents[at:at] = again


def dates(op: Operator) -> None:
    """Say another time of a line, or of all after it."""
    at = op.chance.randrange(1, len(op.intents))
    later = op.chance.choice([-200, 50, 11_000, 90_000_000])
    for each in op.intents[at : op.chance.choice([at + 1, len(op.intents)])]:
        each.row["at"] += later


def causes(op: Operator) -> None:
    """Say that a line came of another command, or of none."""
    line, command = op.chance.choice(op.intents[1:]), op.one("CommandAccepted")
    if op.chance.random() < 0.3:
        line.row.pop("cause", None)
    elif command is not None:
        line.row["cause"] = command.id


def forges(op: Operator) -> None:
    """Change what an honest seat said, take its signature away, or say something in its name."""
    line = op.chance.choice([each for each in op.intents if "sig" in each.row] or [op.intents[0]])
    match op.chance.randrange(5):
        case 0:
            line.forged = True
        case 1:
            line.tamper["sig"] = op.chance.choice([None, "", "AA==", line.row.get("sig", "")])
        case 2 if "decl" in line.row:
            line.tamper |= op.chance.choice([{"decl.action.target": "Ana"}, {"decl.action.do": "concede"}])
        case 3 if "decl" in line.row:
            line.tamper |= op.chance.choice([{"decl.seat": "bo"}, {"decl.seq": 1}, {"decl.cmd": "other"}])
        case _:
            fields = [name for name in ("agree", "reason", "to_version", "faces", "verdict", "of") if name in line.row]
            for name in fields[:1]:
                line.tamper[name] = {"agree": True, "reason": "So.", "faces": [6], "verdict": "saw"}.get(name, 3)


def keeps_back(op: Operator) -> None:
    """Apply what a seat signed only after the fight has gone on."""
    line = op.one("CommandAccepted")
    if line is not None:
        line.lag = op.chance.choice([1, 1, 2, 3, 6, 12])


def takes_back(op: Operator) -> None:
    """Take the fight back without whose consent it needs, or say that somebody agreed."""
    seats = [each["id"] for each in op.intents[0].row["seats"]]
    seat, other = op.chance.choice(seats), op.chance.choice(seats)
    at = op.chance.choice([*op.all("CommandAccepted", "EncounterEnded"), len(op.intents)])
    to = op.chance.choice(op.intents[:at]).id
    head: Row = {"cmd": f"back-{op.fresh()}", "seen": [], "seq": 0, "sig": ""}
    asked = {"type": "RewindAsked", "to_version": to, "by": seat, "reason": "Again.", **head}
    said = {"type": "RewindAnswered", "seat": other, "agree": True, **head, "cmd": f"yes-{op.fresh()}"}
    back: Row = {"type": "HistoryRewound", "to_version": to, "by": seat, "reason": "Again."}
    rolls = [each.row["roll"] for each in op.intents[:at] if each.kind == "CommandAccepted" and "roll" in each.row]
    after = [each.row["roll"] for each in op.intents[:at] if "decl" in each.row and "roll" in each.row and each.id > to]
    if voids := op.chance.choice([after, after, rolls]):
        back["voids"] = voids
    way = op.chance.choice([(asked, said, back), (asked, back), (back,)])
    lines = [op.adds(at + place, row, forged=True) for place, row in enumerate(way)]
    if said in way:
        back["consents"] = [{"line": lines[1].id, "seat": other}]


def reveals(op: Operator) -> None:
    """Show another number of the server than is its turn, or old numbers of the devices again; or roll twice."""
    line = op.one("EntropyRevealed")
    if line is None:
        return
    match op.chance.randrange(4):
        case 0:
            line.step = op.chance.choice([-1, 1, 2])
        case 1:
            line.old = True
        case 2:
            line.tamper["server"] = OTHER
        case _:
            op.intents.insert(op.at(line) + 1, copy.deepcopy(line))


def adds_events(op: Operator) -> None:
    """Write something that no command gave rise to: dice, damage, a ruling, a seal, words."""
    command = op.one("CommandAccepted")
    if command is None:
        return
    die: Row = {"type": "DiceRolled", "by": "Ana", "for": "luck", "dice": "1d6", "faces": [6], "source": "ledger"}
    row = op.chance.choice(
        [
            {**die, **op.chance.choice([{}, {"roll": 1}, {"roll": command.row.get("roll", 1)}])},
            {**die, "source": op.chance.choice(["table", "fork", "none", "loaded"])},
            {"type": "RulingMade", "by": "gm", "subject": "override", "value": 1},
            {"type": "DamageApplied", "to": "Bo", "by": "Ana", "amount": 4, "pool": "health", "before": 8, "after": 4}
            | {"why": "bow"},
            {"type": "Sealed", "commit": OTHER},
            {"type": "EncounterEnded", "outcome": "victory"},
            {"type": "ChainRenewed", "party": "server", "anchor": OTHER},
        ]
    )
    at = op.chance.choice([op.at(each) for each in op.group(command)]) + 1
    line = op.adds(at, row if row["type"] == "ChainRenewed" else {**row, "cause": command.id})
    line.bend = op.chance.choice([0, 6])
    if row["type"] == "Sealed" and op.chance.random() < 0.6:
        line.behind = {"events": [{**die, "roll": command.row.get("roll", 1)}]}


def words(op: Operator) -> None:
    """Keep other words or secrets beside a line than it committed to, or none; or something beside a line of none."""
    hiding = [each for each in op.intents if each.behind is not None and each.kind != "Unsealed"]
    line = op.chance.choice(hiding or op.intents)
    match op.chance.randrange(3):
        case 0:
            line.beside = False
        case 1:
            line.salt = OTHER
            line.tamper["commit"] = OTHER
        case _:
            others: list[Row] = [{"text": "No."}, {"blind": BLIND}, {"action": {"do": "concede"}}]
            line.behind = op.chance.choice(others)


def checks_points(op: Operator) -> None:
    """Sign checkpoints of other sizes, or of another history."""
    op.sizes = [op.chance.randrange(1, len(op.intents) + 9) for _ in range(op.chance.choice([1, 2]))]
    op.other_history = op.chance.random() < 0.4


DEEDS: dict[str, Callable[[Operator], None]] = {
    "seals": seals,
    "seals more": seals,
    "bends": bends,
    "disguises": disguises,
    "blinds": blinds,
    "misses": misses,
    "asks others": asks_others,
    "joins": joins,
    "changes a key": changes_a_key,
    "names seats": names_seats,
    "moves": moves,
    "dates": dates,
    "causes": causes,
    "forges": forges,
    "keeps back": keeps_back,
    "takes back": takes_back,
    "reveals": reveals,
    "adds events": adds_events,
    "words": words,
    "checkpoints": checks_points,
}


def attacked(seed: int) -> Attack:
    """Return the attack with a number: the operator does one to three things that it may do, or none at all."""
    chance = random.Random(seed)
    intents = template(chance.choice(FIGHTS))
    seats = [each["id"] for each in intents[0].row["seats"] if each["role"] != "spectator"]
    honest = frozenset(chance.sample(seats, chance.randint(1, len(seats))))
    operator = Operator(chance, intents, honest)
    deeds = chance.choices([*DEEDS], k=chance.choice([0, 1, 1, 1, 2, 2, 3]))
    for deed in deeds:
        DEEDS[deed](operator)
    return written(f"attack {seed}", operator.intents, honest, operator.notes, deeds)
