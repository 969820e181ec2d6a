"""The chronicle: one plain sentence for each command, with its dice and rules, and for each taking back."""

import re
from pathlib import Path

import pytest

from domain.commands import Command
from domain.duel.commands import BeginMove, Disengage, Engage, Move
from domain.events import (
    EVENTS,
    ConditionApplied,
    DecisionOpened,
    DiceRolled,
    HistoryRewound,
    ItemMoved,
    VitalsRestored,
)
from ledger.application import Ledger
from ledger.line.entries import (
    CommandAccepted,
    EntropyRevealed,
    LedgerClosed,
    RewindAnswered,
    RewindAsked,
    RewindLapsed,
    Sealed,
    SeatJoined,
    Unsealed,
)
from ledger.line.lines import decode
from ledger.proof import exporting
from ledger.table.answers import Declaration
from projections.audit import audit
from projections.chronicle import Chronicle, Entry, chronicle, entry_with, markdown, project, text
from projections.history.annals import Annals
from projections.sentences.clauses import clause
from tests.ledger.fights import opened
from tests.openings import opening_of
from tests.projections.fights import ETIQUETTE, PURSUIT, Written, assault, contact, duel


def told(fight: Written) -> list[str]:
    return [entry.text for entry in chronicle(fight.lines)]


def last(fight: Written) -> Entry:
    return chronicle(fight.lines)[-1]


def test_the_set_up_is_told_in_a_few_sentences() -> None:
    assert told(Written()) == [
        "A fight of pursuit was opened under the rules pursuit/2 with no house rules, loaded dice, "
        "and taking back free until somebody rolls.",
        "The board was laid with 11 tiles and 10 links.",
        "Ana joined at T2: health 5 of 5, equipped blade, in hand bomb and snare.",
        "Bo joined at T4: health 4 of 4, equipped club, in hand bomb.",
        "Cy joined at T6: health 3 of 3, equipped bow.",
    ]


def test_what_was_agreed_beside_the_rules_is_named() -> None:
    agreed = told(Written(clock=60, overrides="none", hands="private"))[0]
    assert agreed.endswith(
        "; agreed were 1 minute a decision, nothing overruled and hands that only their holders see."
    )
    dice = told(Written(dice="table", attest="opponent", entropy="roller", missing="consent"))[0]
    assert dice.endswith(
        "; agreed were typed dice attested by another seat, rolls salted by the roller alone "
        "and no link left out without consent."
    )


def test_a_house_rule_off_its_default_is_named() -> None:
    first = told(Written(settings={"unarmed_damage": 1, "move_on_after_combat": False}))[0]
    assert "with the house rules move on after combat no, unarmed damage 1," in first


def test_a_minion_joins_for_its_owner() -> None:
    assert "AnaBot joined for Ana as a minion at T0: health 2 of 2, dice limit 1." in told(Written(ETIQUETTE))


def test_an_allowance_that_a_player_states_is_claimed() -> None:
    fight = Written()
    fight.do("begin_move", "Ana", allowance=4)
    assert last(fight).text == "Ana claimed a move of 4 (PUR-1)."


def test_an_allowance_that_a_house_rule_fixes_is_not_claimed() -> None:
    fight = Written(settings={"allowance_source": 3})
    fight.do("begin_move", "Ana")
    assert last(fight).text == "Ana began a move of 3 (PUR-1)."


def test_an_allowance_that_is_rolled_shows_its_die() -> None:
    fight = Written(settings={"allowance_source": "1d6"})
    fight.do("begin_move", "Ana", faces=[5])
    assert last(fight).text == "Ana began a move: Ana rolled 1d6 for allowance: 5 (loaded); a move of 5 (PUR-1)."


def test_a_step_onto_somebody_says_who_had_to_answer() -> None:
    fight = contact()
    assert [entry.text for entry in chronicle(fight.lines)][-2:] == [
        "Ana walked from T2 to T3: movement 2 to 1 (PUR-1).",
        "Ana walked from T3 to T4: movement 1 to 0; Ana had to say whether to fight Bo (PUR-1, PUR-6).",
    ]


def test_an_attack_says_what_it_did_and_why() -> None:
    fight = duel(allowance=2)
    fight.do("attack", "Ana", target="Bo")
    entry = last(fight)
    assert entry.text == "Ana attacked Bo with the blade: 2 damage, health 4 to 2 (PUR-12)."
    assert (entry.kind, entry.seat, entry.rules) == ("command", "ana", ("PUR-12", "PUR-9"))
    assert (entry.n, entry.last) == (fight.last - 4, fight.last)


def test_dice_are_shown_as_faces_with_their_total_where_it_is_not_plain() -> None:
    fight = Written()
    fight.do("begin_move", "Cy", allowance=3)
    fight.do("move", "Cy", to="T5")
    fight.do("move", "Cy", to="T4")
    fight.do("engage", "Cy")
    fight.do("attack", "Cy", target="Bo", faces=[4, 1])
    entry = last(fight)
    assert entry.text == (
        "Cy attacked Bo with the bow: movement 1 to 0; Cy rolled 1d6 to hit: 4 (loaded); Cy hit against at least 4; "
        "Cy rolled 1d6+1 for damage: 1, 2 in all (loaded); 2 damage, health 4 to 2 (PUR-12, PUR-13)."
    )
    assert [(roll.purpose, roll.faces, roll.total, roll.source) for roll in entry.dice] == [
        ("to_hit", (4,), 4, "loaded"),
        ("damage", (1,), 2, "loaded"),
    ]


def test_a_miss_says_by_how_much() -> None:
    fight = Written()
    fight.do("begin_move", "Cy", allowance=2)
    fight.do("move", "Cy", to="T5")
    fight.do("move", "Cy", to="T4")
    fight.do("engage", "Cy")
    fight.do("attack", "Cy", target="Bo", faces=[1])
    assert (
        last(fight).text
        == "Cy attacked Bo with the bow: Cy rolled 1d6 to hit: 1 (loaded); Cy missed by 3 against at least 4 (PUR-12)."
    )


def test_a_flight_is_one_way_and_a_chase_too() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[6, 3])
    fight.do("stay", "Ana")
    fight.do("disengage", "Bo", faces=[6, 4])
    fight.do("flee", "Bo", path=["T5", "S5"])
    fight.do("chase", "Ana", path=["T5", "S5"])
    assert told(fight)[-3:] == [
        "Bo tried to disengage: Bo rolled 1d6: 6 (loaded); Ana rolled 1d6: 4 (loaded); "
        "Bo got away by 2 for up to 2 spaces (PUR-17, PUR-18).",
        "Bo fled from T4 over T5 to S5: Ana could give chase (PUR-19, PUR-21, PUR-24).",
        "Ana chased from T4 over T5 to S5: movement 2 to 0; combat E1 went on at S5, Ana first "
        "(PUR-24, PUR-25, PUR-26).",
    ]


def test_a_way_that_is_cut_short_says_so() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    fight.do("disengage", "Bo", faces=[6, 3])
    fight.do("flee", "Bo", path=["T5", "T6", "T7"])
    assert last(fight).text.startswith(
        "Bo fled from T4 over T5 to T6, short of T7: movement 0 to 1 (left of the flight); "
    )


def test_a_death_is_told_with_the_end_of_the_combat() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    fight.do("attack", "Bo", target="Ana")
    fight.do("attack", "Ana", target="Bo")
    assert last(fight).text == (
        "Ana attacked Bo with the blade: movement 1 to 0; 2 damage, health 2 to 0; Bo died with no health left; "
        "combat E1 was over, as nobody was left to fight (PUR-12, PUR-13, PUR-10)."
    )


def test_items_and_traps() -> None:
    fight = duel(allowance=2, settings={"trap_elsewhere_in_combat": "allow"})
    fight.do("use_item", "Ana", item="snare", tile="T5", as_trap=True)
    fight.do("use_item", "Bo", item="bomb", target="Ana")
    assert told(fight)[-2:] == [
        "Ana set the snare as a trap on T5 (PUR-14).",
        "Bo used the bomb on Ana: 2 damage, health 5 to 3 (PUR-14).",
    ]


def test_passing_and_the_end_are_told_from_their_own_events() -> None:
    fight = duel(allowance=2, settings={"pass_turn": "allow"})
    fight.do("end_turn", "Ana")
    assert last(fight).text == "Ana passed the turn (PUR-9)."
    other = Written()
    for seat in ("ana", "bo", "cy"):
        other.do("end_encounter", by=seat)
    assert last(other).text == "Seat cy wanted the fight to end: the fight was ended (agreed) (PUR-3)."


def test_an_opposed_attack_shows_the_pairs() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    fight.do("play_item", "Ana", item="whetstone")
    fight.do("play_item", "Bo", item="plate")
    fight.do("defend_with", "Bo", faces=[3, 6, 4, 2], dice=2)
    assert told(fight)[-4:] == [
        "Ana attacked Bo (ETQ-16).",
        "Ana played the whetstone on Ana (ETQ-19).",
        "Bo played the plate on Bo (ETQ-19).",
        "Bo chose to defend with 2 dice: Ana rolled 2d6: 3, 6 (loaded); Bo rolled 2d6 in defense: 4, 2 (loaded); "
        "7 against 4 and 3 against 2, the whetstone adding 1 to the highest of Ana, 2 dice beaten, 1 blocked by the "
        "plate; Bo took 1 damage (beaten 2 − blocked 1), health 4 to 3 "
        "(ETQ-17, ETQ-16, ETQ-20, ETQ-21, ETQ-19, ETQ-22).",
    ]


def test_a_counter_attack_names_its_victim() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    fight.do("pass_item", "Ana")
    fight.do("pass_item", "Bo")
    fight.do("defend_with", "Bo", faces=[3, 2, 5, 4], dice=2)
    assert "Ana took 1 damage in the counter-attack, health 4 to 3" in last(fight).text


def test_what_was_said_and_what_was_ruled_is_counted() -> None:
    fight = contact()
    fight.do("say", "Bo", text="Stand.")
    assert (last(fight).words, last(fight).rulings) == (1, 0)
    assert sum(entry.words for entry in chronicle(fight.lines)) == 1


def test_words_are_quoted_and_cannot_close_their_quotes() -> None:
    fight = contact(ETIQUETTE)
    fight.do("say", "Bo", text="truce” (ETQ-9). “Bo rolled 1d6: 6")
    assert last(fight).text == "Bo said “truce’ (ETQ-9). ‘Bo rolled 1d6: 6” (ETQ-9)."
    assert last(fight).dice == ()


def test_control_and_direction_characters_are_spelled_out() -> None:
    fight = Written()
    fight.rewind(5, reason="a\x1b[2Jb\u202ec\nd")
    assert last(fight).text == "Seat ana took the fight back to line 5: “a\\u{1b}[2Jb\\u{202e}c\\u{a}d”."


def test_markup_in_words_is_inert_in_markdown() -> None:
    fight = Written()
    fight.rewind(5, reason="*x* [y](http://z) <b>`q` www.z @bo ~~no~~")
    shown = markdown(chronicle(fight.lines)).splitlines()[-1]
    assert shown.endswith("“\\*x\\* \\[y\\](http:\\//z) \\<b\\>\\`q\\` www\\.z \\@bo \\~\\~no\\~\\~”.")


def test_table_dice_are_marked() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[6, 3])
    lines = [decode(line.raw.replace(b'"source":"loaded"', b'"source":"table"')) for line in fight.lines]
    assert "Ana rolled 1d6: 6 (typed in by hand)" in chronicle(lines)[-1].text


def test_dice_typed_in_at_the_table_complete_the_sentence_that_waited_for_them() -> None:
    ledger = Ledger()
    opened = ledger.open(opening_of({**PURSUIT, "dice": "table"}))
    way: list[Command] = [BeginMove(who="Ana", allowance=2), Move(who="Ana", to="T3"), Move(who="Ana", to="T4")]
    for cmd, action in enumerate([*way, Engage(who="Ana")]):
        ledger.record(opened.encounter, "ana", Declaration(action=action, cmd=str(cmd)))
    ledger.record(opened.encounter, "ana", Declaration(action=Disengage(who="Ana"), cmd="d"))
    waiting = chronicle(ledger.lines(opened.encounter))[-1]
    ledger.type_dice(opened.encounter, "ana", "Ana", "1d6", [2], "e")
    ledger.type_dice(opened.encounter, "bo", "Bo", "1d6", [5], "f")
    told = chronicle(ledger.lines(opened.encounter))[-1]
    assert waiting.text == "Ana declared disengage and the dice are awaited."
    assert told.n == waiting.n
    assert told.text == (
        "Ana tried to disengage: Ana rolled 1d6: 2 (typed in by hand); Bo rolled 1d6: 5 (typed in by hand); "
        "Ana did not get away (PUR-17, PUR-18)."
    )


def test_dice_typed_in_and_taken_back_before_their_outcome_stay_told_and_counted() -> None:
    ledger = Ledger()
    opened = ledger.open(opening_of({**PURSUIT, "dice": "table"}))
    way: list[Command] = [BeginMove(who="Ana", allowance=2), Move(who="Ana", to="T3"), Move(who="Ana", to="T4")]
    for cmd, action in enumerate([*way, Engage(who="Ana")]):
        ledger.record(opened.encounter, "ana", Declaration(action=action, cmd=str(cmd)))
    before = ledger.fight(opened.encounter).version
    ledger.record(opened.encounter, "ana", Declaration(action=Disengage(who="Ana"), cmd="d"))
    ledger.type_dice(opened.encounter, "ana", "Ana", "1d6", [2], "e")
    ledger.ask_rewind(opened.encounter, "ana", before, "again", "f")
    for seat in ("bo", "cy"):
        ledger.answer_rewind(opened.encounter, seat, True, "g")
    told = next(entry for entry in chronicle(ledger.lines(opened.encounter)) if "disengage" in entry.text)
    assert told.undone_by is not None
    assert told.text == "Ana declared disengage and more dice are awaited: Ana rolled 1d6: 2 (typed in by hand)."
    counts = audit(ledger.export(opened.encounter)).counts
    assert (counts.throws, counts.table_dice, counts.voided_rolls) == (1, 1, (1,))


def test_every_kind_of_event_has_words_of_its_own() -> None:
    assert [kind.__name__ for kind in EVENTS if clause.dispatch(kind) is clause.dispatch(object)] == []


def test_a_command_whose_dice_are_awaited_is_told_already() -> None:
    fight = duel()
    cause = fight.accepted({"do": "disengage", "who": "Ana"}, roll=1)
    assert last(fight).text == "Ana declared disengage and the dice are awaited."
    assert (last(fight).n, last(fight).dice) == (cause, ())


def test_a_roll_that_waits_for_links_says_whose() -> None:
    fight = duel()
    decl = {"action": {"do": "disengage", "who": "Ana"}, "cmd": "c", "encounter": "f" * 32, "seat": "ana", "seq": 1}
    fight.write(CommandAccepted(decl=decl, roll=1, contributors={"bo": 1, "ana": 1}))
    assert last(fight).text == "Ana declared disengage; the roll waits for the links of ana and bo."


def test_what_waits_for_nothing_says_so() -> None:
    fight = duel()
    cause = fight.accepted({"do": "disengage", "who": "Ana"}, roll=1)
    fight.write(EntropyRevealed(roll=1, server="0" * 64), cause)
    fight.write(Sealed(commit="0" * 64), cause)
    assert last(fight).text == "Ana declared disengage; what came of it is sealed."


def test_what_was_sealed_and_is_opened_came_to_light_and_waits_for_no_dice() -> None:
    fight = duel()
    sealed = fight.write(Sealed(commit="0" * 64))
    cause = fight.accepted({"do": "unseal", "by": "ana", "of": [sealed]})
    assert last(fight).text == f"Seat ana opened what was sealed by line {sealed}."
    said = {"by": "ana", "channel": "table", "text": "The floor gives way.", "type": "MessageRecorded"}
    fight.write(Unsealed(of=sealed, salt="0" * 64, payload={"events": [said]}), cause)
    assert last(fight).text == (
        f"Seat ana opened what was sealed by line {sealed}. It came to light that ana said “The floor gives way.”."
    )


def test_what_a_seat_did_is_the_seats_and_no_combatants() -> None:
    fight = Written()
    fight.write(DiceRolled(by="bo", purpose="initiative", dice="1d6", faces=(3,), source="ledger"))
    assert last(fight).text == "Seat bo rolled 1d6 for initiative: 3."
    assert [roll.by for roll in last(fight).dice] == ["bo"]
    fight.write(DiceRolled(by="Bo", purpose="initiative", dice="1d6", faces=(3,), source="ledger"))
    assert last(fight).text == "Bo rolled 1d6 for initiative: 3."
    fight.write(DecisionOpened(kind="stealth", owner=("ana", "bo")))
    assert last(fight).text == "Seat ana and seat bo had to roll for stealth."


def test_what_is_taken_back_is_struck_and_names_the_line_that_did_it() -> None:
    fight = duel()
    before = fight.last
    attack = fight.do("attack", "Ana", target="Bo")
    back = fight.rewind(before, by="bo", reason="wrong button", consents=["ana", "cy"])
    entries = {entry.n: entry for entry in chronicle(fight.lines)}
    assert entries[attack].undone_by == back
    assert all(entry.undone_by is None for n, entry in entries.items() if n != attack)
    assert entries[back].text == (
        f"Seat bo took the fight back to line {before}: “wrong button”, with the consent of ana and cy."
    )
    assert f"  [{entries[attack].text}] (taken back by line {back})\n" in text(entries.values())
    assert f"`{attack}` ~~" in markdown(entries.values())


def test_an_undo_of_the_undo_brings_it_back() -> None:
    fight = duel()
    before = fight.last
    attack = fight.do("attack", "Ana", target="Bo")
    after = fight.last
    back = fight.rewind(before)
    again = fight.rewind(after)
    entries = {entry.n: entry for entry in chronicle(fight.lines)}
    assert entries[attack].undone_by is None
    assert entries[back].undone_by == again
    assert entries[again].undone_by is None


def test_voided_rolls_are_counted() -> None:
    assert clause(HistoryRewound(to_version=3, by="bo", reason="", voids=(1, 2))).endswith("; 2 rolls became void")
    assert clause(HistoryRewound(to_version=3, by="bo", reason="—")) == "seat bo took the fight back to line 3"


def test_requests_and_answers_are_never_struck() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    fight.write(RewindAsked(to_version=before, by="bo", reason="oops", cmd="x"))
    fight.write(RewindAnswered(seat="ana", agree=True, cmd="y"))
    fight.rewind(before, by="bo", consents=["ana"])
    fight.write(RewindAsked(to_version=before, by="bo", reason="", cmd="z"))
    fight.write(RewindAnswered(seat="ana", agree=False, cmd="w"))
    fight.write(RewindLapsed(reason="ana did not agree"))
    fight.write(RewindAsked(to_version=before, by="ana", reason="—", cmd="v"))
    fight.write(SeatJoined(seat="eve", role="spectator"))
    fight.write(LedgerClosed())
    entries = chronicle(fight.lines)
    asked = [entry for entry in entries if entry.kind in ("request", "table")]
    assert [entry.text for entry in asked] == [
        f"Seat bo asked to go back to line {before}: “oops”.",
        "Seat ana agreed to go back.",
        f"Seat bo asked to go back to line {before}.",
        "Seat ana did not agree to go back.",
        "The request to go back lapsed: ana did not agree.",
        f"Seat ana asked to go back to line {before}.",
        "Seat eve joined as a spectator.",
        "The ledger was closed.",
    ]
    assert all(entry.undone_by is None for entry in asked)


def test_devices_and_changed_keys_are_told_and_who_vouched_for_one_that_was_lost() -> None:
    raw = (Path(__file__).parents[1] / "verifier/files/devices.ndjson").read_bytes()
    lines = [decode(row) for row in raw.splitlines() if b'"type":' in row]
    told = [entry.text for entry in chronicle(lines) if entry.kind == "table"]
    assert told == [
        "Seat ana came with the device ana.",
        "Seat bo came with the device bo.",
        "Seat ana came with the device ana-2.",
        "Seat bo changed the key of its device bo.",
        "Seat dora joined as a player.",
        "Seat dora came with the device dora.",
        "Seat cy came with the device cy.",
        "Seat cy changed the key of its device cy, vouched for by ana, bo and dora.",
    ]


def test_events_of_items_have_words() -> None:
    healed = VitalsRestored(to="Ana", amount=2, pool="health", before=1, after=3, why="tonic")
    assert clause(healed) == "Ana regained 2, health 1 to 3"
    assert clause(ConditionApplied(to="Bo", condition="netted", source="net")) == "Bo came under “netted” from the net"
    assert clause(ItemMoved(item="bomb", origin="Bo", to="Ana")) == "the bomb went from Bo to Ana"


def test_told_line_by_line_it_is_the_same_chronicle() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    fight.rewind(before)
    fight.do("disengage", "Ana", faces=[6, 3])
    fight.rewind(fight.last - 1)
    so_far = Chronicle()
    for place, line in enumerate(fight.lines, start=1):
        so_far = project(so_far, line)
        assert so_far.entries == chronicle(fight.lines[:place])


@pytest.mark.parametrize(
    ("seconds", "told"), [(60, "1 minute"), (90, "90 seconds"), (7200, "2 hours"), (86_400, None), (172_800, "2 days")]
)
def test_how_long_a_lost_key_waits_is_told_where_it_is_not_a_day(
    tmp_path: Path, seconds: int, told: str | None
) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, key_wait=seconds)
        first = chronicle(ledger.lines(player.encounter))[0].text
    wanted = None if told is None else f"agreed were {told} until a lost key is replaced"
    assert (wanted in first) if wanted else ("lost key" not in first)


KEPT = Path(__file__).parents[1] / "verifier" / "files"
OF_A_MOMENT = re.compile(r"back to line \d+|from line \d+ of encounter|branched off .*")
"""What names the last line that stays, or a line of another fight."""


@pytest.mark.parametrize("name", ["disputed", "ruled", "secret-closed", "typed"])
def test_what_a_sentence_says_of_a_line_stands_under_that_number(name: str) -> None:
    _, lines, _ = exporting.read((KEPT / f"{name}.ndjson").read_bytes())
    told, kept = Chronicle(), Annals()
    for line in lines:
        told = project(told, line)
        kept.take([line])
    entries = chronicle(lines)
    assert told.entries == kept.entries == entries
    assert all(entry_with(lines, entry.n) == entry for entry in entries)
    named = {
        int(number) for entry in entries for number in re.findall(r"\blines? (\d+)", OF_A_MOMENT.sub("", entry.text))
    }
    assert named
    assert named <= {entry.n for entry in entries}


def test_a_corrected_dispute_names_the_entry_that_corrected_it() -> None:
    _, lines, _ = exporting.read((KEPT / "disputed.ndjson").read_bytes())
    settled = [entry.text for entry in chronicle(lines) if "was settled" in entry.text]
    assert settled[1] == "The dispute of line 42 was settled by seats ana and bo: a value was corrected (line 45)."
