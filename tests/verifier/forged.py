"""What each sentence of the verifiers is there for: one row for each thing that a file may not show.

Whoever made these files holds every key and every secret, so that nothing else is wrong with them.
`python -m tests.verifier.forged` writes down what the ledger says of them, to be read before it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ledger.proof.verifying import verify
from tests.verifier.cases import FILES, Edited, made, rows_in

Row = dict[str, Any]
NONE = "0" * 64
SAID = FILES / "forged.json"
"""What the ledger says of each, in words of its own."""


def forged(file: str, line: int, sentence: str, *, how: str = "") -> Edited:
    """Return a file to be changed, of which the verifier is to say a sentence at a line."""
    edited = Edited(f"{file.removesuffix('.ndjson')}: {sentence}{how and f' ({how})'}", file, line)
    edited.case["why"] = sentence
    return edited


def like(file: str, n: int, seen: int | None = None, /, **changes: Any) -> Row:
    """Return a line of a file as another call: under a number and a name of its own, by somebody who saw so much."""
    row = {name: value for name, value in rows_in(file)[n].items() if name not in ("at", "prev")}
    head: Row = {"n": 1000 + n}
    inner = row.get("decl", row)
    if seen is not None:
        inner |= {"cmd": f"forged-{n}", "seen": [seen, NONE]}
    return {**row, **head, **changes}


def without(row: Row, name: str) -> Row:
    """Return a row without one of its fields."""
    return {key: value for key, value in row.items() if key != name}


def places() -> Iterator[Edited]:
    """Yield lines that stand where they may not."""
    salted = "salted.ndjson"
    yield (
        forged(salted, 59, "The ledger was closed before this line.")
        .new(59, {"n": 1000, "type": "RewindLapsed", "reason": "Too late."})
        .resigned()
    )
    yield forged(salted, 58, "The encounter was over before this line.").new(58, like(salted, 51, cause=52)).resigned()
    yield (
        forged(salted, 42, "The fight went on while a request to take back stood open.")
        .new(41, like(salted, 52, 41))
        .new(42, like(salted, 53, cause=1052))
        .resigned()
    )
    yield forged(salted, 0, "The file holds no line.").cut(0, 59)
    yield (
        forged(salted, 0, "The encounter's id is not 32 hexadecimal digits.").put(0, "encounter", value="x").resigned()
    )
    yield forged(salted, 0, "There are no 'magic' dice.").put(0, "dice", value="magic").resigned()
    yield from _line_0()
    yield forged(salted, 9, "It is of no kind.").put(9, "type", value=7).mended()
    first = "Line 0 opens the encounter, and no other line does."
    yield forged(salted, 9, first, how="twice").new(9, like(salted, 0)).mended()
    yield forged(salted, 0, first, how="never").gone(0).mended()
    set_up = "No command was accepted that this could follow from."
    yield forged(salted, 1, set_up, how="a cause").put(1, "cause", value=0).resigned()
    yield forged(salted, 5, set_up, how="a turn").new(5, without(like(salted, 20), "cause")).resigned()
    accepted = "It does not follow from the command accepted last."
    for n in (8, 17, 30):
        yield forged(salted, 23, accepted, how=f"{n}").put(23, "cause", value=n).resigned()
    yield forged(salted, 18, "What came of the command in line 17 is missing.").gone(18).gone(18).gone(18).resigned()
    beside = "A line stands among what is kept beside the lines."
    yield forged(salted, 60, beside).again(58, 60)
    longer = "It is longer than a line may be."
    yield forged(salted, 1, longer).put(1, "detail", value={"text": "x" * 16_384}).resigned()
    yield forged(salted, 60, longer, how="beside").put(60, "note", value="x" * 262_144)
    anchor = "The anchor of the server's chain is not 64 hexadecimal digits."
    yield forged(salted, 0, anchor).gone(0, "anchor").resigned()


def _line_0() -> Iterator[Edited]:
    file, role = "salted.ndjson", "A seat has another role than a player, a referee and a spectator have, or no id."
    yield forged(file, 0, role).put(0, "seats", 0, "role", value="king").resigned()
    yield forged(file, 0, role, how="no id").put(0, "seats", 0, "id", value="a b").resigned()
    yield forged(file, 0, "Two seats have one name.").put(0, "seats", 0, "id", value="bo").resigned()
    both = forged(file, 0, "Two seats are the referee's.").put(0, "seats", 0, "role", value="referee")
    yield both.put(0, "seats", 1, "role", value="referee").resigned()


def calls() -> Iterator[Edited]:
    """Yield calls that are not signed, not counted, not new, or older than what they are about."""
    salted, ruled, typed, consenting = "salted.ndjson", "ruled.ndjson", "typed.ndjson", "consenting.ndjson"
    unseen = "What the seat had seen is not a number of lines and the hash of the last."
    yield forged(salted, 40, unseen).put(40, "seen", value=[40]).resigned()
    yield forged(salted, 7, "ana did not sign what it had seen.").gone(7, "decl", "seen").resigned()
    yield forged(ruled, 6, "gm has no key that could have signed this.").put(6, "sig", value="AAAA").mended()
    yield forged(ruled, 9, "Only signed calls are counted.").put(9, "seq", value=1).mended()
    yield forged(salted, 7, "A declaration follows from nothing.").put(7, "cause", value=0).resigned()
    for file, n, of, seat in [
        (salted, 40, 30, "bo"),
        (salted, 41, 40, "ana"),
        (typed, 22, 21, "ana"),
        (typed, 32, 22, "bo"),
        (consenting, 23, 22, "ana"),
        ("disputed.ndjson", 38, 5, "bo"),
        ("disputed.ndjson", 39, 38, "ana"),
        ("secret-closed.ndjson", 45, 17, "gm"),
    ]:
        sentence = f"{seat} signed this before line {of} was there, which it is about."
        yield forged(file, n, sentence, how=f"line {n}").put(n, "seen", value=[of, NONE]).resigned()
    open_roll = forged(salted, 22, "A roll was still open.").new(22, like(salted, 52, 22))
    yield open_roll.resigned()
    handed = "Somebody was handed over to a seat from which nobody plays."
    named: list[Row] = [{"to": "zed"}, {"to": []}, {}]
    for to in named:
        action = {"do": "hand_over", "by": "ana", **to}
        yield forged(salted, 7, handed, how=f"{to}").put(7, "decl", "action", value=action).resigned()
    for number in (7, True, [9], "9"):
        settles = forged("ruled.ndjson", 10, "It settles no open dispute.", how=f"{number}")
        yield settles.put(10, "decl", "action", "dispute", value=number).resigned()
    value = {"do": "override", "by": "table", "who": "Bo", "what": "health", "value": 1, "reason": "So."}
    overruled = "A value was overruled that not all who play agreed on."
    yield forged(salted, 7, overruled).put(7, "decl", "action", value=value).resigned()

    does_not_play = "eve does not play in this encounter."
    for file, n, name in [
        (salted, 40, "by"),
        (salted, 41, "seat"),
        (salted, 58, "by"),
        (typed, 22, "seat"),
        (typed, 32, "seat"),
        (consenting, 23, "seat"),
        ("disputed.ndjson", 38, "by"),
        ("disputed.ndjson", 39, "seat"),
        ("secret-closed.ndjson", 45, "by"),
    ]:
        yield forged(file, n, does_not_play, how=f"line {n}").put(n, name, value="eve").resigned()
    yield forged(salted, 7, does_not_play, how="line 7").put(7, "decl", "seat", value="eve").resigned()
    shapes: list[list[Any]] = [[0, NONE], [7], [7, "x"], ["7", NONE], [7, NONE, 1]]
    for seen in shapes:
        unread = forged(salted, 7, "Its decl is no declaration.", how=str(seen).replace(NONE, "-"))
        yield unread.put(7, "decl", "seen", value=seen).mended()
    stale = "ana had not seen the newest state: the fight had gone on before this was applied."
    yield forged(salted, 7, stale, how="but line 0").put(7, "decl", "seen", value=[1, NONE]).resigned()
    cmd = rows_in(salted)[7]["decl"]["cmd"]
    again = f"ana had used the cmd {cmd} before: a call was repeated."
    yield forged(salted, 10, again).put(10, "decl", "cmd", value=cmd).resigned()
    yield forged(salted, 58, again, how="a call").put(58, "cmd", value=cmd).resigned()
    joins: list[tuple[int, str, int]] = [(7, "ana", 5), (40, "bo", 6), (39, "ana", 5), (51, "dora", 50), (60, "cy", 52)]
    for n, seat, before in joins:
        used = rows_in("devices.ndjson")[before]["cmd"]
        twice = forged(
            "devices.ndjson", n, f"{seat} had used the cmd {used} before: a call was repeated.", how=f"line {n}"
        )
        yield twice.put(n, "cmd", value=used).resigned()
    blind = "A blind keeps the dice of a sealed command secret, and of no other."
    yield forged(salted, 21, blind, how="an open command").put(21, "blind", value=NONE).resigned()
    yield forged("secret-closed.ndjson", 14, blind, how="no roll").put(14, "blind", value=NONE).resigned()
    hidden = "It has not the fields of CommandAccepted."
    yield forged("secret-closed.ndjson", 11, hidden, how="the blind").put(11, "blind", value="x").mended()
    shut = "It has not the fields of Sealed."
    yield forged("secret-closed.ndjson", 13, shut).put(13, "commit", value="x").mended()


def devices() -> Iterator[Edited]:
    """Yield keys and chains that begin where, when or as they may not."""
    salted, file = "salted.ndjson", "devices.ndjson"
    for name in ("cmd", "seen", "seq", "sig"):
        sentence = "A key is signed with itself, counted, and says what was seen."
        yield forged(salted, 5, sentence, how=f"no {name}").gone(5, name).resigned()
    chain = "A chain has an anchor and 1 to 65536 links."
    for length in (0, 65_537):
        yield forged(salted, 5, chain, how=f"{length}").put(5, "length", value=length).mended()
        yield forged(file, 39, chain, how=f"{length} anew").put(39, "length", value=length).mended()
    yield forged(salted, 5, chain, how="no length").gone(5, "length").mended()
    meanwhile = "A roll was open: keys and chains do not change meanwhile."
    yield forged(file, 42, meanwhile, how="a key").new(42, like(file, 40, 42)).resigned()
    yield forged(file, 42, meanwhile, how="a chain").new(42, like(file, 39, 42)).resigned()
    no_chain = "There is no such chain to renew, or not now."
    yield forged(file, 70, no_chain, how="meanwhile").new(70, like(file, 68)).resigned()
    yield forged(file, 68, no_chain, how="of nobody").put(68, "party", value="zed").resigned()
    yield forged("typed.ndjson", 57, no_chain, how="of no dice").new(57, like(file, 68)).resigned()
    old = "What stands under the name of bo is no signature of the old key."
    yield forged(file, 40, old).put(40, "vouched", "bo", value="AAAA").mended()
    yield forged(file, 40, "ana is no device of that seat.").put(40, "party", value="ana").mended()
    yield forged(file, 40, "zed is no device of that seat.").put(40, "party", value="zed").mended()
    yield forged(file, 39, "ana did not sign for its own chain.", how="no call").gone(39, "cmd").resigned()
    for of in (39, 40, 41):
        veto = {"n": 1000, "type": "SeatKeyVetoed", "seat": "bo", "of": of, "cmd": "forged", "sig": "AAAA"}
        yield forged(file, 41, f"No key of bo that was asked for in line {of} waits.").new(41, veto).mended()

    for party in ("ana-3", "ana", "server"):
        sentence = f"{party} is not the name of the next device of ana."
        yield forged(file, 7, sentence).put(7, "party", value=party).resigned()
    server = forged(salted, 5, "server is not the name of the next device of server.").put(
        0, "seats", 0, "id", value="server"
    )
    yield server.put(5, "seat", value="server").put(5, "party", value="server").resigned()
    eight = forged(file, 14, "ana-9 is not the name of the next device of ana.")
    for number in range(3, 10):
        row = like(file, 7, 8, party=f"ana-{number}", n=1000 + number, cmd=f"forged-{number}")
        eight.new(5 + number, row)
    yield eight.resigned()
    yield forged(file, 50, "ana-2 sat at the table already.").put(50, "seat", value="ana-2").resigned()
    held = "ana has a device: whoever holds it plays."
    yield forged(file, 50, held).put(50, "seat", value="ana").resigned()
    dora = without(like(file, 50), "cmd")
    played = "A bot plays for dora already, or none does."
    yield forged(file, 51, played, how="none").new(51, dora).resigned()
    automatic = {**dora, "kind": "bot"}
    yield forged(file, 52, played, how="twice").new(51, automatic).new(52, {**automatic, "n": 2000}).resigned()
    yield (
        forged(file, 51, "There is no seat dora, or not with this role.")
        .new(51, {**automatic, "role": "referee"})
        .resigned()
    )
    late = "A latecomer is neither a player nor a spectator, or has no id."
    for name, value in (("role", "referee"), ("role", "king"), ("seat", "a b")):
        yield forged(file, 50, late, how=value).put(50, name, value=value).resigned()
    bot = "A device says of itself that it is a bot, or nothing."
    yield forged(salted, 5, bot).put(5, "kind", value="human").resigned()
    yield forged(file, 50, "Only a device says what it is.").put(50, "kind", value="bot").resigned()
    yield forged(salted, 5, "There is no seat ana, or not with this role.").put(5, "role", value="referee").resigned()


def lost_keys() -> Iterator[Edited]:
    """Yield another key of a duel that is asked for, or taken, as it may not be."""
    file = "salted.ndjson"
    at = rows_in(file)[39]["at"]
    asked = {**like(file, 5, 40), "type": "SeatKeyAsked", "until": at + 86_400_000, "vouched": {"bo": ""}}
    del asked["role"]
    wait = "A key that is asked for waits as long as line 0 says."
    for more in (-1, 1):
        wrong = {**asked, "until": at + 86_400_000 + more}
        yield forged(file, 40, wait, how=f"{more}").new(40, wrong).resigned()
    few = "Too few vouch for the new key of ana, or two others could."
    yield forged(file, 40, few).new(40, without(asked, "vouched")).resigned()
    yield forged(file, 40, few, how="of itself").new(40, {**asked, "vouched": {"ana": ""}}).resigned()
    for party in ("bo", "zed"):
        of_another = forged(file, 40, f"{party} is no device of that seat.")
        yield of_another.new(40, {**asked, "party": party}).resigned()
    twice = forged(file, 41, "Another key of ana was asked for already.").new(40, asked)
    yield twice.new(41, {**asked, "n": 1041, "cmd": "again", "seen": [40, NONE]}).resigned()
    used = rows_in(file)[5]["cmd"]
    repeated = f"ana had used the cmd {used} before: a call was repeated."
    yield forged(file, 40, repeated, how="asked").new(40, {**asked, "cmd": used}).resigned()
    veto = {"n": 1041, "type": "SeatKeyVetoed", "seat": "ana", "of": 1005, "cmd": "veto", "sig": "AAAA"}
    unsigned = "No key of ana signed this veto."
    yield forged(file, 41, unsigned).new(40, asked).new(41, without(veto, "sig")).resigned()
    yield forged(file, 41, unsigned, how="counted").new(40, asked).new(41, {**veto, "seq": 1}).resigned()
    others = forged(file, 41, "No key of bo that was asked for in line 40 waits.").new(40, asked)
    yield others.new(41, {**veto, "seat": "bo"}).resigned()
    changed = {**without(asked, "until"), "type": "SeatKeyChanged", "n": 1041, "cmd": "change", "seen": [40, NONE]}
    early = forged(file, 41, "Too few vouch for the new key of ana.").put(0, "key_wait", value=86_400)
    yield early.new(40, asked).new(41, changed).resigned()
    guarded = "secret-closed.ndjson"
    of_ana = {**without(like(guarded, 7, 42), "role"), "type": "SeatKeyChanged", "vouched": {"gm": ""}}
    yield forged(guarded, 42, "Too few vouch for the new key of ana.").new(42, of_ana).resigned()


def rolls() -> Iterator[Edited]:
    """Yield rolls of other numbers, of other links, and dice that nobody waited for."""
    salted, file, typed = "salted.ndjson", "devices.ndjson", "typed.ndjson"
    yield forged(salted, 21, "Its roll should have the number 1.").put(21, "roll", value=2).resigned()
    nobody = "Nobody salts this: it does not roll, or the server's chain decides alone."
    yield forged(salted, 7, nobody, how="no roll").put(7, "contributors", value={"ana": 1}).resigned()
    yield forged(salted, 21, nobody, how="the server").put(0, "entropy", value="server").resigned()
    yield forged(typed, 21, nobody, how="the table").put(21, "contributors", value={"ana": 1}).resigned()
    others = "Others than the roller salt the roll, which is not the policy here."
    yield forged(salted, 21, others).put(0, "entropy", value="roller").resigned()
    both = {"ana": 1, "ana-2": 1, "bo": 1}
    yield forged(file, 22, "One seat salts the roll twice.").put(22, "contributors", value=both).resigned()
    for k in (0, 65):
        sentence = f"The roll names link {k} of bo, which is used, or none of its chain."
        yield forged(salted, 21, sentence).put(21, "contributors", "bo", value=k).resigned()
    revealed = {"n": 1000, "type": "EntropyRevealed", "cause": 21, "roll": 1, "server": NONE}
    no_chain = "The dice of this encounter come from no chain."
    yield forged(typed, 22, no_chain).new(22, revealed).resigned()
    links = "Its links, and those that it misses, are not those that the command named."
    yield forged(salted, 22, links, how="one less").gone(22, "contributions", "bo").resigned()
    yield forged(salted, 22, links, how="one missed").put(22, "missing", value=["bo"]).resigned()
    yield forged(salted, 22, links, how="one more").gone(21, "contributors", "bo").resigned()
    sooner = "The link of bo was left out before ten seconds had passed."
    at = rows_in("waiting.ndjson")[21]["at"] + 9_999
    yield forged("waiting.ndjson", 22, sooner).put(22, "at", value=at).resigned()
    yield forged("waiting.ndjson", 38, "Its roll should have the number 3.").put(38, "roll", value=4).resigned()
    unsigned = "bo did not sign this link for this roll."
    yield forged(salted, 22, unsigned).put(22, "contributions", "bo", "sig", value="AAAA").mended()
    faces = "1d6 cannot show these faces."
    for shown in ([0], [7], [4, 4], []):
        yield forged(salted, 25, faces, how=f"{shown}").put(25, "faces", value=shown).mended()
    many = "are more dice than one may roll, or of too few or many sides."
    for dice in ("201d6", "1d1", "1d1001"):
        yield forged(salted, 25, f"'{dice}' {many}").put(25, "dice", value=dice).resigned()
    yield forged(salted, 25, "'many' are no dice.").put(25, "dice", value="many").resigned()
    no_roll = "It belongs to no roll, or to another one."
    yield forged(salted, 25, no_roll).put(25, "roll", value=2).resigned()
    yield forged(salted, 25, no_roll, how="none").gone(25, "roll").resigned()
    none = "A roll of no source is one of no dice, with no face."
    yield forged(salted, 25, none).put(25, "source", value="none").mended()
    yield forged(salted, 25, "The dice of this encounter are ledger dice.").put(25, "source", value="table").resigned()
    nothing = "The command in line 21 was to roll, and rolled nothing."
    yield forged(salted, 29, nothing).gone(27).gone(25).resigned()
    follows = "It does not follow the command that rolls."
    yield forged(salted, 22, follows).put(22, "roll", value=2).resigned()
    yield forged(salted, 22, follows, how="another command").put(22, "cause", value=17).resigned()
    yield forged(salted, 23, follows, how="twice").new(23, like(salted, 22)).resigned()
    opened = without(rows_in("guarded.ndjson")[15], "n")
    opens = {"n": 1000, "type": "Unsealed", "of": 5, "cause": 9, **opened}
    yield forged("guarded.ndjson", 11, follows, how="not at once").new(10, opens).resigned()
    waited = "No dice were waited for."
    yield forged(typed, 31, waited).new(31, like(typed, 23, 31)).resigned()
    unused = "Not all dice that were typed in for line 21 were used."
    yield forged(typed, 33, unused).new(24, like(typed, 23, 24)).resigned()


def consents() -> Iterator[Edited]:
    """Yield consent that nobody asked for, and words on dice that nobody typed in."""
    file, salted, typed = "consenting.ndjson", "salted.ndjson", "typed.ndjson"
    yield forged(file, 23, "It is about another roll than the open one.").put(23, "roll", value=2).resigned()
    no_link = "No link was waited for."
    yield forged(file, 26, no_link).new(26, like(file, 23, 26)).resigned()
    yield forged(file, 23, no_link, how="of another command").put(23, "cause", value=18).resigned()
    asked = "Nobody asked for this consent, or it was given already."
    yield forged(salted, 22, asked).new(22, {**like(file, 23, 22), "cause": 21}).resigned()
    yield forged(file, 24, asked).new(24, like(file, 23, 24)).resigned()
    for of in (24, 32):
        sentence = "It speaks of a line in which no dice were typed in."
        yield forged(typed, 32, sentence, how=f"{of}").put(32, "of", value=of).resigned()
    yield forged(typed, 32, "It is not what one can say of typed dice.").put(32, "verdict", value="maybe").resigned()
    spoken = "bo typed these dice in, or had spoken of them already."
    yield forged(typed, 33, spoken).new(33, like(typed, 32, 33)).resigned()


def rewinds() -> Iterator[Edited]:
    """Yield requests to take back, and rewinds, that may not be."""
    file = "salted.ndjson"
    asked = "A request to take back was open already."
    yield forged(file, 41, asked, how="two").new(41, like(file, 40, 41)).resigned()
    yield forged(file, 40, asked, how="of a command").put(40, "cause", value=31).resigned()
    yield forged(file, 42, "ana had agreed already.").new(42, like(file, 41, 42)).resigned()
    yield forged(file, 41, "bo had agreed already.").put(41, "seat", value="bo").resigned()
    yield forged(file, 41, "It answers no open request.").put(41, "cause", value=31).resigned()
    yield forged(file, 41, "ana had not agreed.").gone(42, "consents").gone(41).resigned()
    yield forged(file, 40, "Nobody asked for this.").gone(40).gone(40).resigned()
    yield late_rewind(forged("waiting.ndjson", 40, "ana had not agreed."), 9_999)
    for name, value in (("by", "ana"), ("reason", "So."), ("to_version", 20)):
        other = "It is not what was asked for."
        yield forged(file, 42, other, how=name).put(42, name, value=value).resigned()
    lapsed = {"n": 1000, "type": "RewindLapsed", "reason": "Too late."}
    yield forged(file, 40, "No request to take back was open.").new(40, lapsed).resigned()
    not_here = "This is not taken back here, or not by that seat."
    for policy in ("none", "referee"):
        yield forged(file, 42, not_here, how=policy).put(0, "rewind", value=policy).resigned()
    for to, sentence in [(29, "Version 29 is not the last line of a command."), (39, "Nothing would be taken back.")]:
        rewound = forged(file, 42, sentence).put(40, "to_version", value=to).put(42, "to_version", value=to)
        yield rewound.gone(42, "voids").resigned()
    over = forged(file, 61, "The encounter was over, and this does not reopen it.")
    roll = like(file, 43, 58, roll=4, contributors={"ana": 4, "bo": 4})
    over.new(58, roll).new(59, like(file, 40, 58, to_version=57)).new(60, like(file, 41, 1041, cause=1040))
    given = [{"line": 1041, "seat": "ana"}]
    yield over.new(61, like(file, 42, to_version=57, voids=[4], cause=1040, consents=given)).resigned()


def late_rewind(edited: Edited, late: int) -> Edited:
    """Take back a roll of which its own roller has not given the link for so long, without asking the roller."""
    at = rows_in("waiting.ndjson")[38]["at"] + late
    return edited.put(41, "at", value=at).gone(41, "consents").gone(40).cut(41).resigned()


def disputes() -> Iterator[Edited]:
    """Yield disputes of nothing, and words and ends of disputes that may not be; and who closes what."""
    file, ruled, salted = "disputed.ndjson", "ruled.ndjson", "salted.ndjson"
    yield (
        forged(file, 38, "It contests a line that is not there, or a hundred are contested already.")
        .put(38, "of", value=38)
        .resigned()
    )
    for of in (-1, 9, 10):
        there = "It contests a line that is not there, or a hundred are contested already."
        yield forged(ruled, 9, there, how=f"{of}").put(9, "of", value=of).resigned()
    yield forged(file, 66, "bo contested that line already.").new(66, like(file, 65, 66)).resigned()
    agreed = "A value was overruled that not all who play agreed on."
    yield forged(file, 45, agreed, how="otherwise").put(45, "decl", "action", "value", value=1).resigned()
    ruling = {
        "do": "override",
        "by": "table",
        "who": "Bo",
        "what": "health",
        "value": 9,
        "reason": "So.",
        "dispute": 65,
    }
    by_one = forged(file, 66, agreed, how="by none").put(66, "decl", "action", value=ruling)
    yield by_one.resigned()
    no_dispute = "No such dispute is open."
    yield forged(file, 39, no_dispute, how="a word").put(39, "dispute", value=5).resigned()
    yield forged(file, 42, no_dispute, how="a late word").new(42, like(file, 40, 42)).resigned()
    yield forged(file, 42, no_dispute, how="an end").new(42, like(file, 41)).resigned()
    yield forged(ruled, 13, "ana does not settle disputes here.").put(13, "seat", value="ana").resigned()
    end = "A dispute does not end so."
    yield forged(file, 39, end).put(39, "result", value="maybe").resigned()
    yield forged(file, 39, end, how="an action").put(39, "action", value={"do": "override"}).resigned()
    yield forged(file, 39, "The contested line still counts.").put(39, "result", value="rewound").resigned()
    nothing = "Nothing is corrected yet, or it is corrected by a command of the referee."
    yield forged(ruled, 13, nothing).gone(10, "decl", "action", "dispute").resigned()
    yield forged(ruled, 13, nothing, how="an action").put(13, "action", value={"do": "override"}).resigned()
    asked, rewound = taken_back(1013)
    yield forged(ruled, 15, nothing, how="taken back").new(13, asked).new(14, rewound).resigned()
    yield twice_taken_back(forged(ruled, 24, "The dispute does not end as it was said.", how="taken back again"), 1016)
    named = "It does not name the ruling of the table that settles this dispute."
    for name, value in (("do", "say"), ("by", "bo"), ("dispute", 7)):
        yield forged(file, 43, named, how=name).put(43, "action", name, value=value).resigned()
    not_all = "Those who settle the dispute have not all said so."
    yield forged(file, 40, not_all).gone(40).resigned()
    ruling = {"do": "override", "by": "table", "dispute": 38}
    other = forged(file, 41, not_all, how="another end").put(40, "result", value="corrected")
    yield other.put(40, "action", value=ruling).resigned()
    ends: Row = {"result": "corrected", "by": ["bo", "ana"], "reason": "So.", "line": 40}
    for name in ends:
        sentence = "The dispute does not end as it was said."
        yield forged(file, 41, sentence, how=name).put(41, name, value=ends[name]).resigned()
    yield forged(salted, 58, "bo is neither the host nor the referee.").put(58, "by", value="bo").resigned()
    yield forged(salted, 58, "It is no call of that seat.").gone(58, "cmd").resigned()


def taken_back(n: int) -> tuple[Row, Row]:
    """Return the request of the referee of `ruled.ndjson` to take back the ruling, and the rewind."""
    said: Row = {"by": "gm", "reason": "A slip.", "to_version": 8}
    asked = {"n": n, "type": "RewindAsked", "cmd": f"back-{n}", **said}
    return asked, {"n": n + 1, "type": "HistoryRewound", "cause": n, **said}


def twice_taken_back(edited: Edited, line: int) -> Edited:
    """Contest a ruling that is taken back, made again and taken back once more; the dispute ends by one rewind."""
    ruled = "ruled.ndjson"
    again = like(ruled, 10)
    again["decl"] |= {"cmd": "again", "action": without(again["decl"]["action"], "dispute")}
    effects = (like(ruled, 11, cause=1010), like(ruled, 12, cause=1010))
    contested = like(ruled, 9, of=11, cmd="no-2")
    said = like(ruled, 13, dispute=1009, cause=1009, result="rewound", cmd="so-2")
    settled = like(ruled, 14, dispute=1009, cause=1009, result="rewound", line=line)
    rows = (contested, *taken_back(1015), again, *effects, said, *taken_back(1017), settled)
    for at, row in enumerate(rows, 15):
        edited.new(at, row)
    return edited.resigned()


def payloads() -> Iterator[Edited]:
    """Yield what is said to lie behind a line and has not the form of it."""
    said, file = "said.ndjson", "secret-closed.ndjson"
    rows = rows_in(said)
    words = next(n for n, row in enumerate(rows) if "payload" in row)
    action: Row = {"action": {"do": "say"}}
    yield forged(said, rows[words]["n"], "Words are one text.", how="none").put(words, "payload", value=action)
    yield forged(said, words, "Words are one text.").put(words, "payload", "text", value=1)
    story = "Line 13 seals what happened, and this is no such thing."
    yield forged(file, 13, story).put(53, "payload", value=action)
    for row, n in ((52, 11), (54, 14)):
        secret = f"Line {n} seals an action or a blind, and this is no such thing."
        yield forged(file, n, secret).put(row, "payload", value={"events": []})
        yield forged(file, n, secret, how="words").put(row, "payload", value={"text": "Hm."})
    blind = "The blind is not the one that line 11 committed to."
    yield forged(file, 11, blind).put(52, "payload", "blind", value=NONE)
    yield forged(file, 14, "The blind is not the one that line 14 committed to.").put(
        54, "payload", "blind", value=NONE
    )
    yield forged(file, 53, "It tells nothing that happened.").put(53, "payload", value={"events": [{}]})
    yield forged(file, 53, "It is no payload.").put(53, "payload", value={})
    yield forged(file, 53, "It is no action and no blind.").put(53, "payload", value={"action": 1})
    smiled = "A kind of event called 'Smiled' is not known here."
    yield forged(file, 13, smiled).put(53, "payload", value={"events": [{"type": "Smiled"}]}).newer()
    for kind in ("CommandAccepted", "Sealed", "HistoryRewound"):
        sentence = f"{kind} does not happen in a fight."
        yield forged(file, 13, sentence).put(53, "payload", value={"events": [{"type": kind}]})
    stands = "A line is missing that stands in for what was sealed."
    ruled = "ruled.ndjson"
    yield forged(ruled, 6, stands).put(15, "payload", "stands_in", value=1).resigned()
    yield forged(ruled, 6, stands, how="the end").cut(6, 15).put(6, "payload", "stands_in", value=1).resigned()
    shut = "It opens what was never sealed, or was opened before."
    for of in (-1, 0, 3, 37, 60):
        yield forged(file, 37, shut, how=f"{of}").put(37, "of", value=of).resigned()
    for payload, sentence in [
        ({}, "It is no payload."),
        ({"events": [{}]}, "It tells nothing that happened."),
        ({"text": 1}, "Words are one text."),
        ({"text": "Hm."}, "Line 5 seals what happened, and this is no such thing."),
        ({"action": 1}, "It is no action and no blind."),
    ]:
        how = f"opened as {payload}"
        yield forged(file, 37, sentence, how=how).put(37, "payload", value=payload).mended()
    sealed_nothing = "Nothing is sealed there, or it is open or withheld already."
    for of in (-1, 0, 3, 5, 45, 60):
        yield forged(file, 45, sealed_nothing, how=f"{of}").put(45, "of", value=of).resigned()
    yield forged(file, 46, sealed_nothing, how="twice").new(46, like(file, 45, 46)).resigned()
    yield forged(file, 46, sealed_nothing, how="as one").new(46, like(file, 45, 46, of=16)).resigned()
    yield forged(file, 42, shut, how="twice").new(42, like(file, 41)).resigned()
    wordless = forged(said, len(rows) - 2, "It is no checkpoint: origin, size and root, an empty line, signatures.")
    yield wordless.put(len(rows) - 1, "note", value="Trust me.").gone(words)
    turn = "What it sealed has not the fields of TurnStarted."
    yield forged(file, 13, turn).put(53, "payload", value={"events": [{"type": "TurnStarted"}]})


def notes() -> Iterator[Edited]:
    """Yield checkpoints that have nothing to hold on to."""
    salted, ruled = "salted.ndjson", "ruled.ndjson"
    nothing = "The checkpoint has nothing to hold on to: line 0 names no key of the log."
    for name in ("log_key", "origin"):
        yield forged(salted, 59, nothing, how=name).gone(0, name).resigned()
    yield forged(ruled, 16, "The key is not name+id+key.").put(0, "log_key", value="x").mended()
    for note in ("o o\n1\n{}\n\n— a AAAAAAA=\n", "o\n01\n{}\n\n— a AAAAAAA=\n", "o\n1\nAAAA\n\n— a AAAAAAA=\n"):
        sentence = "Its origin, size or root is not written as one."
        text = note.format("A" * 43 + "=")
        yield forged(ruled, 16, sentence, how=text.split("\n\n")[0]).put(16, "note", value=text)


def names() -> Iterator[Edited]:
    """Yield names of which a sentence tells no more than forty characters."""
    file, long = "salted.ndjson", "S" * 41
    yield (
        forged(file, 9, f"A kind of line called {long[:40]!r} is not known here.")
        .put(9, "type", value=long)
        .newer()
        .mended()
    )
    yield forged(file, 0, f"There are no {long[:40]!r} dice.").put(0, "dice", value=long).resigned()
    yield forged(file, 25, f"{long[:40]!r} are no dice.").put(25, "dice", value=long).resigned()
    yield forged(file, 40, f"{long[:40]} does not play in this encounter.").put(40, "by", value=long).resigned()
    yield forged(file, 5, f"There is no seat {long[:40]}, or not with this role.").put(5, "seat", value=long).resigned()
    yield forged("devices.ndjson", 40, f"{long[:40]} is no device of that seat.").put(40, "party", value=long).mended()


ITEM: Row = {"id": "flask", "trap": False, "consumed": True, "usable_on_opponent": True}
EFFECTS: list[tuple[Row, bool]] = [
    ({"kind": "damage", "amount": 0}, True),
    ({"kind": "damage", "amount": 99, "recoil": 0}, True),
    ({"kind": "damage", "amount": -1}, False),
    ({"kind": "damage", "amount": 100}, False),
    ({"kind": "damage", "amount": True}, False),
    ({"kind": "damage", "recoil": 100}, False),
    ({"kind": "relocate", "spaces": 1}, True),
    ({"kind": "relocate", "spaces": 99}, True),
    ({"kind": "relocate", "spaces": 0}, False),
    ({"kind": "relocate", "spaces": 100}, False),
    ({"kind": "relocate", "spaces": "1"}, False),
    ({"kind": "die_bonus", "dice": "d" * 24}, True),
    ({"kind": "die_bonus", "dice": "d" * 25}, False),
    ({"kind": "condition", "condition": "c" * 32}, True),
    ({"kind": "condition", "condition": "c" * 33}, False),
    ({"kind": "condition", "condition": ""}, False),
    ({"kind": "smile"}, False),
    ({"kind": 7}, False),
    ({}, False),
]


def items() -> Iterator[Edited]:
    """Yield things of somebody that have not the fields of things."""
    file, sentence = "salted.ndjson", "It has not the fields of CombatantJoined."
    for effect, good in EFFECTS:
        if not good:
            thing = {**ITEM, "effect": effect}
            yield forged(file, 3, sentence, how=str(effect)).put(3, "items", value=[thing]).resigned()
    fields: Row = {"trap": "no", "consumed": 1, "usable_on_opponent": None, "when": ["never"], "id": "i" * 33}
    for name in fields:
        thing = {**ITEM, name: fields[name]}
        yield forged(file, 3, sentence, how=name).put(3, "items", value=[thing]).resigned()


def signatures() -> Iterator[Edited]:
    """Yield what no key signed, what was counted otherwise, and links of no chain."""
    file, consenting, waiting = "salted.ndjson", "consenting.ndjson", "waiting.ndjson"
    yield forged(file, 7, "No key of ana signed this: it was forged, or changed.").put(7, "sig", value="AAAA").mended()
    own = "The key of ana did not sign that it is one of ana."
    yield forged(file, 5, own).put(5, "sig", value="AAAA").mended()
    yield forged(file, 5, "The key of ana is none to sign with.").put(5, "key", value="AAAA").mended()
    there = "A device with this key was at the table already."
    yield forged(file, 6, there).put(6, "key", value=rows_in(file)[5]["key"]).mended()
    nobody = "No device that ana has vouches for the new one."
    yield forged("devices.ndjson", 7, nobody).gone(7, "vouched").resigned()
    counted = "It is not the next call of ana: one was left out, repeated or moved."
    for seq in (1, 3):
        yield forged(file, 7, counted, how=f"{seq}").put(7, "decl", "seq", value=seq).mended()
    another = "It was declared for another encounter."
    yield forged(file, 7, another).put(7, "decl", "encounter", value="0" * 32).resigned()
    for size in (8, 999):
        history = forged(file, 7, "The seat had seen another history.", how=f"{size}")
        yield history.put(7, "decl", "seen", value=[size, NONE]).resigned()
    server = "The server's link is not the one that its chain has for this roll."
    yield forged(file, 22, server).put(22, "server", value=NONE).mended()
    link = "This is not link 1 of the chain of bo."
    yield forged(file, 22, link).put(22, "contributions", "bo", "link", value=NONE).mended()
    shape = "A contribution is not a link of 64 hexadecimal digits and a signature."
    yield forged(file, 22, shape).put(22, "contributions", "bo", "link", value="x").mended()
    leaves_out = "The roll leaves out ana, whose command it is."
    yield forged(file, 21, leaves_out).gone(21, "contributors", "ana").resigned()
    asks = "The roll asks bo, whose link did not come for roll 1."
    yield forged(waiting, 38, asks).put(38, "contributors", "bo", value=3).resigned()
    missed = forged(file, 22, "The roller's own link may not be left out.").gone(22, "contributions", "ana")
    yield missed.put(22, "missing", value=["ana"]).resigned()
    consent = "The link of bo was left out without the consent of all others."
    yield forged(consenting, 24, consent).gone(24).resigned()
    revealed = "The command rolls, and its entropy has not been revealed."
    yield forged(file, 22, revealed).gone(22).resigned()
    faces = [rows_in(file)[25]["faces"][0] % 6 + 1]
    yield forged(file, 25, "The faces do not follow from the links.").put(25, "faces", value=faces).mended()
    typed = "These are not the dice that were typed in."
    for name, value in (("faces", [1]), ("by", "Bo"), ("dice", "1d8")):
        yield forged("typed.ndjson", 26, typed, how=name).put(26, name, value=value).mended()


def chain() -> Iterator[Edited]:
    """Yield lines out of place, and what stands beside them out of place."""
    file, secret = "salted.ndjson", "secret-closed.ndjson"
    place = "Here should stand line 9: a line is missing, doubled or moved."
    for n in (8, 10, True, "9"):
        yield forged(file, 9, place, how=repr(n)).put(9, "n", value=n)
    torn = "It does not hold the hash of the line before: that one or this one was changed."
    yield forged(file, 9, torn).put(9, "prev", value=NONE)
    time = "Its time is none, or before that of the line before."
    for at in (rows_in(file)[8]["at"] - 1, True, "9", None):
        yield forged(file, 9, time, how=repr(at)).put(9, "at", value=at).mended()
    yield forged(file, 0, time).put(0, "at", value=-1).mended()
    more = "It has not the fields of ResourceChanged. It has a field that is not known here."
    yield forged(file, 9, more).put(9, "extra", value=1).newer().mended()
    seat = "A seat is not named by id and role, and the side it speaks for, if it does."
    yield forged(file, 0, seat).put(0, "seats", 0, value={}).mended()
    cut = "A checkpoint is of 59 lines, and here are 52: the end was cut off."
    yield forged(file, 53, cut).cut(52, 59)
    beside = "It is neither a payload nor a checkpoint."
    yield forged(file, 60, f"{beside}").put(60, "more", value=1)
    order = "A payload stands out of order, or for a line that is not there."
    yield forged(secret, 52, order, how="swapped").swapped(51, 52)
    yield forged(secret, 52, order, how="twice").put(52, "n", value=5)
    yield forged(secret, 57, order, how="of no line").put(57, "n", value=51)
    yield forged(secret, 51, order, how="before the first").put(51, "n", value=-1)
    yield forged(secret, 52, "Line 12 committed to nothing.").put(52, "n", value=12)
    yield forged(secret, 13, "This is not what line 13 committed to.").put(53, "salt", value=NONE)
    rows = rows_in(file)
    log = rows[60]["note"].split("\n")[4]
    unsigned = "The checkpoint is not signed with the key of the log."
    yield forged(file, 60, unsigned).put(60, "note", value=rows[60]["note"].replace(f"{log}\n", ""))


def ends() -> Iterator[Edited]:
    """Yield rewinds and ends that are told otherwise than they were."""
    file = "salted.ndjson"
    voids = "It must void the rolls [2], no more and no less."
    for rolls in ([1], [1, 2], [2, 3]):
        yield forged(file, 42, voids, how=f"{rolls}").put(42, "voids", value=rolls).resigned()
    yield forged(file, 42, voids, how="none").gone(42, "voids").resigned()
    given = "Its consents are not those that were given."
    yield forged(file, 42, given).gone(42, "consents").resigned()
    yield forged(file, 42, given, how="of bo").put(42, "consents", 0, "seat", value="bo").resigned()
    named = "It does not name the disputes that nobody settled."
    yield forged("disputed.ndjson", 72, named).gone(72, "disputes").resigned()
    closed = {"n": 1000, "type": "LedgerClosed"}
    yield forged("typed.ndjson", 57, "It was closed with an open roll.").new(57, closed).resigned()
    claimed = rows_in("claimed.ndjson")
    claim = next(n for n, row in enumerate(claimed) if "claim_time" in str(row.get("decl")))
    early = forged("claimed.ndjson", claim, "The time of the decision had not run out.")
    yield early.put(claim, "at", value=claimed[claim - 1]["at"] + 1).resigned()


def newer() -> Iterator[Edited]:
    """Yield lines that are not known here, and a chain that is torn after them."""
    file = "secret-closed.ndjson"
    torn = forged(file, 46, "It does not hold the hash of the line before: that one or this one was changed.")
    yield torn.put(27, "type", value="Smiled").mended().spelt(45, "For the next evening.", "For ever.")


def whole() -> Iterator[Edited]:
    """Yield files at the very edge of what they may show."""
    file, waiting, secret = "salted.ndjson", "waiting.ndjson", "secret-closed.ndjson"
    yield Edited("at the beginning of time", file).put(0, "at", value=0).resigned().but()
    yield late_rewind(Edited("not asked after ten seconds", waiting), 10_000).but("open", "unanchored", "uncosigned")
    at = rows_in(waiting)[21]["at"] + 10_000
    yield Edited("left out after ten seconds", waiting).put(22, "at", value=at).resigned().but("open", "uncosigned")
    things = [{**ITEM, "id": f"t{n}", "effect": effect} for n, (effect, good) in enumerate(EFFECTS) if good]
    things += [{**ITEM, "id": "i" * 32, "when": ["action", "in_attack"]}]
    yield Edited("things of all kinds", file).put(3, "items", value=things).resigned().but()
    for of in (11, 13):
        kept = Edited(f"withheld as one, by line {of}", secret).gone(53).gone(52)
        yield kept.new(46, like(secret, 45, 46, of=of)).resigned().but("unchecked")
    seen = Edited("seen as soon as they were typed in", "typed.ndjson").new(23, like("typed.ndjson", 32, 23)).gone(33)
    yield seen.resigned().but("open", "roll_open", "uncosigned")
    for name, left in (("action", ["unopened"]), ("blind", ["unopened", "unchecked"])):
        yield Edited(f"half open, without the {name}", secret).gone(52, "payload", name).but(*left)
    taken = twice_taken_back(Edited("taken back again", "ruled.ndjson"), 1018)
    yield taken.but("open", "unanchored", "uncosigned")
    yield Edited("it had seen one line", file).put(5, "seen", value=[1, NONE]).resigned().but()
    of_gm = {**without(like(secret, 6, 42), "role"), "type": "SeatKeyChanged", "vouched": {"ana": ""}}
    yield Edited("a lost key of the referee", secret).new(42, of_gm).resigned().but("replaced")


def every() -> Iterator[Edited]:
    """Yield all of them."""
    for kind in (
        places,
        calls,
        devices,
        lost_keys,
        rolls,
        consents,
        rewinds,
        disputes,
        payloads,
        notes,
        names,
        items,
        signatures,
        chain,
        ends,
        newer,
    ):
        yield from kind()


def said() -> dict[str, str]:
    """Return the ledger's sentence on each."""
    found = [(edited.case["name"], verify(made(edited.case))) for edited in every()]
    return {name: "" if (fault := each.broken or each.newer) is None else fault[1] for name, each in found}


if __name__ == "__main__":
    SAID.write_text(json.dumps(said(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
