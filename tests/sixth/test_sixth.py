"""A sixth system is played, written down, taken back, exported, audited and told, and nothing outside it knows it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter

import files.commands
import files.openings
import ledger.line.actions
from bots.lab.chunks import chunks
from bots.lab.running import Plan, sides_of, simulate
from bots.lab.summary import summary
from bots.players import PLAYERS, Choices
from bots.worth import WORTH
from cli.whole_fights import play as played_by
from domain import deciding
from domain.commands import names
from domain.deciding import RULESETS, decide, offers, open_encounter, pending
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Encounter
from domain.refusals import Refused
from files.checking import check_file
from files.documents import read
from files.omissions import spelt_out
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.proof.verifying import verify
from ledger.table.answers import Declaration
from projections import rules, settings
from projections.analytics.extraction import extract
from projections.analytics.lines import of_file
from projections.analytics.sources import of_store
from projections.audit import audit
from projections.chronicle import chronicle, text
from projections.labels import LABELS
from projections.luck.throws import throws
from projections.marking import DicePart, NumberPart, PlacePart, RulePart, WhoPart
from projections.odds import odds
from projections.placings import placings
from projections.view import View, view
from projections.why import why
from projections.words import words
from tests.bots.alike import commands_alike
from tests.laws import meaning, openings, test_laws, watching
from tests.laws.fights import Game, Step, begun, pick, play, said
from tests.openings import opening_of
from tests.projections import foreseeing, naming, refusing, telling
from tests.projections.analytics.reading import named
from tests.sixth import bot, stockpot
from tests.sixth.stockpot import labels
from tests.sixth.stockpot.said import STATEMENTS

NAME = "stockpot"
EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.yaml"))
OTHERS = tuple(RULESETS)
KITCHEN: dict[str, Any] = {
    "zones": ["stove", "counter", "pantry"],
    "links": [["stove", "counter"], ["counter", "pantry"]],
}
PAIR = [{"id": "Odo", "at": "stove", "controller": "odo"}, {"id": "Pia", "at": "stove", "controller": "pia"}]
SEATS = [{"id": "odo"}, {"id": "pia"}]


class Watch:
    """Asserts what must always hold in a kitchen."""

    def step(self, step: Step) -> None:
        after = step.after
        assert {rule for event in step.events for rule in event.rules} <= set(STATEMENTS)
        assert all(event.rules for event in step.events)
        assert all((cook.pools["calm"].now == 0) == (cook.life == "left") for cook in after.combatants.values())
        if after.outcome is None and after.round is not None:
            assert after.turn is not None
            assert pending(after).kind == "lid" or after.combatants[after.turn].resources["beats"] > 0


def random_opening(chance: random.Random) -> dict[str, Any]:
    """Return two or three cooks in up to three zones, half of the time under house rules."""
    zones = KITCHEN["zones"][: chance.randint(1, 3)]
    cooks = [
        {"id": who, "at": chance.choice(zones), "calm": chance.randint(1, 6), "poise": chance.randint(5, 9)}
        for who in ["Odo", "Pia", "Ute"][: chance.randint(2, 3)]
    ]
    house = {"lids": chance.randint(0, 2), "last_round": chance.randint(1, 7), "steam": chance.random() < 0.5}
    board = {"zones": zones, "links": KITCHEN["links"][: len(zones) - 1]}
    return {
        "system": NAME,
        "board": board,
        "combatants": cooks,
        "settings": house if chance.random() < 0.5 else {},
    }


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Do for one test what step 8 of the page does for good; what was built at import is built once more."""
    monkeypatch.setitem(RULESETS, NAME, stockpot)
    monkeypatch.setattr(rules, "STATEMENTS", {**rules.STATEMENTS, **STATEMENTS})
    monkeypatch.setitem(LABELS, NAME, labels.LABELS)
    monkeypatch.setitem(openings.OPENINGS, NAME, random_opening)
    monkeypatch.setitem(watching.WATCHES, NAME, Watch)
    monkeypatch.setitem(WORTH, NAME, bot.worth)
    yield
    ledger.line.actions.shape_of.cache_clear()
    files.commands.actions.cache_clear()
    settings.defaults.cache_clear()
    files.openings.any_opening.cache_clear()
    files.openings._shape_of.cache_clear()


@cache
def fights() -> tuple[tuple[Step, ...], ...]:
    """Return a hundred fights of players who take any offer."""
    return tuple(tuple(play(NAME, number, most=500)) for number in range(100))


def kitchen(**changes: Any) -> Encounter:
    """Return a fight of two cooks before the stove is lit."""
    return begun(opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS, **changes}))


def refused(state: Encounter, **body: str) -> Refused:
    """Return why a command is refused."""
    with pytest.raises(Refused) as caught:
        decide(command_of(body, NAME), state, NoDice())
    return caught.value


def after(state: Encounter, *said: dict[str, str]) -> Encounter:
    """Return the fight after commands that roll nothing."""
    for body in said:
        state = deciding.played(command_of(body, NAME), state, NoDice()).now
    return state


# The rules


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_holds(path: Path) -> None:
    checked = check_file(path)
    assert "\n".join(checked.sentences) == ""
    assert checked.status == "passed"


def test_every_rule_is_cited_by_an_example_and_every_house_rule_is_tried() -> None:
    files = [read(path).content for path in EXAMPLES]
    assert {rule for each in files for rule in each["rules"]} == set(STATEMENTS)
    assert {name for each in files for name in each.get("settings", {})} == {
        each.name for each in fields(stockpot.Settings)
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"combatants": [PAIR[0], PAIR[0]]}, "invalid_value"),
        ({"combatants": [PAIR[0], {**PAIR[1], "at": "cellar"}]}, "unknown_id"),
        ({"combatants": [PAIR[0], {**PAIR[1], "controller": "eve"}]}, "unknown_id"),
        ({"seats": [{"id": "odo"}, {"id": "odo"}]}, "invalid_value"),
        ({"seats": [{"id": "eve", "role": "spectator"}]}, "invalid_value"),
        ({"seats": [*SEATS, {"id": "chef", "role": "referee"}]}, "unsupported_setting"),
    ],
)
def test_what_is_no_opening_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        kitchen(**changes)
    assert (caught.value.code, caught.value.rule) == (code, "SIX-1")


LIT = {"do": "light_stove", "who": "Odo"}


@pytest.mark.parametrize(
    ("said", "body", "code", "rule"),
    [
        ([], {"do": "end_turn", "who": "Odo"}, "wrong_phase", "SIX-2"),
        ([LIT], LIT, "wrong_phase", "SIX-2"),
        ([LIT], {"do": "end_turn", "who": "Nobody"}, "unknown_id", "SIX-3"),
        ([LIT], {"do": "end_turn", "who": "Pia"}, "out_of_turn", "SIX-3"),
        ([LIT], {"do": "walk", "who": "Odo", "to": "cellar"}, "unknown_id", "SIX-4"),
        ([LIT], {"do": "splash", "who": "Odo", "target": "Nobody"}, "unknown_id", "SIX-5"),
        ([LIT], {"do": "splash", "who": "Odo", "target": "Odo"}, "illegal_target", "SIX-5"),
        ([LIT, {"do": "walk", "who": "Odo", "to": "counter"}],
         {"do": "splash", "who": "Odo", "target": "Pia"}, "out_of_reach", "SIX-5"),
        ([LIT], {"do": "take_it", "who": "Pia"}, "no_trigger", "SIX-6"),
        ([], {"do": "disengage", "who": "Odo"}, "no_such_action", "SIX-3"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_rule(said: list[dict[str, str]], body: dict[str, str], code: str, rule: str) -> None:
    told = refused(after(kitchen(), *said), **body)
    assert (told.code, told.rule) == (code, rule)


def test_where_nobody_has_a_lid_there_is_no_such_command() -> None:
    told = refused(kitchen(settings={"lids": 0}), do="raise_lid", who="Pia")
    assert (told.code, told.rule) == ("no_such_action", "SIX-3")


@pytest.mark.slow
def test_who_has_stormed_out_neither_acts_nor_speaks_and_is_no_target() -> None:
    steps = (step for fight in fights() for step in fight)
    state = next(
        step.after
        for step in steps
        if step.after.outcome is None and len(step.after.living) == 2 and pending(step.after).kind == "turn"
        and len(step.after.combatants) == 3 and step.after.combatants[step.after.turn or ""].resources["beats"] > 1
    )  # fmt: skip
    gone = next(who for who, cook in state.combatants.items() if not cook.alive)
    assert refused(state, do="say", who=gone, text="Hm").code == "incapable"
    assert refused(state, do="splash", who=state.turn or "", target=gone).code == "illegal_target"


# The laws


def test_any_legal_play_comes_to_its_end_and_tries_every_command() -> None:
    assert all(fight[-1].after.outcome is not None for fight in fights())
    assert {step.command.do for fight in fights() for step in fight} == set(names(stockpot.COMMANDS))
    assert {fight[-1].after.outcome for fight in fights()} == {"draw", "Odo wins", "Pia wins", "Ute wins"}


def test_the_side_that_alone_is_left_has_won_and_nobody_where_none_is() -> None:
    for last in (fight[-1].after for fight in fights()):
        assert last.outcome == ("draw" if last.winner is None else f"{last.winner} wins")
        assert last.winner is None or last.upright >= {last.winner}
        assert last.winner is not None or len(last.upright) != 1


@pytest.mark.slow
@pytest.mark.parametrize("law", [name for name in vars(test_laws) if name.startswith("test_") and "chance" not in name])
def test_the_laws_of_every_system_hold(law: str) -> None:
    holds: Any = getattr(test_laws, law)
    for number in range(8):
        holds(Game(NAME, number, list(fights()[number])))


def test_every_field_on_offer_says_what_stands_in_it_and_holds_just_that() -> None:
    met = {each for fight in fights()[:12] for step in fight for each in meaning.hold(step.before)}
    assert {"combatant", "zone", "text"} <= met
    assert meaning.unsaid(NAME) == set()


def test_no_choice_on_offer_has_a_reason_against_it_and_others_have() -> None:
    assert sum(refusing.holds(step.before) for step in fights()[0]) > 0


def test_a_command_on_offer_rolls_just_where_it_is_said_to() -> None:
    assert sum(foreseeing.holds(step) for fight in fights()[:6] for step in fight) > 0


def test_the_place_of_each_is_found_in_what_a_fight_begins_with() -> None:
    assert placings({"system": NAME, "combatants": PAIR}) == {"Odo": "/combatants/0/at", "Pia": "/combatants/1/at"}


def test_everything_has_a_name_for_people() -> None:
    assert naming.without_words(NAME) == set()
    assert naming.unnamed(Game(NAME, 0, list(fights()[0]))) == set()
    told = words(kitchen())
    assert told.commands["splash"].hint == "Throw a ladle of broth at a cook in the same zone."
    assert told.things["lid-1"].label == "Lid 1"


@pytest.mark.slow
def test_just_what_is_accepted_is_offered_whoever_tries_whatever() -> None:
    for step in (step for fight in fights()[:12] for step in fight):
        state = step.before
        on_offer = [body for offer in offers(state) for body in said(offer)]
        for body in everything(state):
            try:
                deciding.played(command_of(body, NAME), state, NoDice())
            except Refused:
                assert body not in on_offer
            except DiceNeeded:
                assert body in on_offer
            else:
                assert body in on_offer


def everything(state: Encounter) -> Iterator[dict[str, str]]:
    """Yield every command that there can be about these cooks and zones, but for words."""
    for who in state.combatants:
        for do in ("light_stove", "raise_lid", "take_it", "end_turn"):
            yield {"do": do, "who": who}
        yield from ({"do": "walk", "who": who, "to": zone} for zone in state.zones.links)
        yield from ({"do": "splash", "who": who, "target": other} for other in state.combatants)


@pytest.mark.parametrize("player", PLAYERS)
def test_both_automatic_players_come_to_an_end(player: str) -> None:
    with Ledger() as kept:
        opening = opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS})
        played = played_by(kept, opening, PLAYERS[player], Choices(6))
        assert kept.fight(played.encounter).encounter.outcome is not None
        assert audit(kept.export(played.encounter)).ok


def test_a_fight_without_a_store_comes_to_the_same_end_as_in_the_ledger() -> None:
    opening = opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS})
    assert [commands_alike(opening, player, 6) > 3 for player in PLAYERS] == [True, True]


def test_its_fights_are_simulated_and_their_rolls_stand_somewhere() -> None:
    plan = Plan(one=opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS}))
    found = summary(simulate(plan, chunks(30)).rows, sides_of(plan))
    assert found is not None
    assert found.one.undecided == 0
    assert [won.side for won in found.one.won] == ["Odo", "Pia"]
    with Ledger() as kept:
        fight = kept.fight(recorded(kept, 1))
        placed = [throw.place.mid_p for throw in throws(fight)]
    assert placed
    assert all(0 < mid_p < 1 for mid_p in placed)


def test_a_player_of_a_system_that_nobody_judges_does_anything_and_comes_to_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(WORTH, NAME)
    with Ledger() as kept:
        opening = opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS})
        played = played_by(kept, opening, PLAYERS["sensible"], Choices(6))
        assert kept.fight(played.encounter).encounter.outcome is not None


def test_a_tired_player_ends_the_turn_and_others_go_where_somebody_is() -> None:
    state = after(kitchen(), LIT)
    assert bot.worth(state, {"do": "end_turn", "who": "Odo"}, tired=True) > bot.worth(
        state, {"do": "splash", "who": "Odo", "target": "Pia"}, tired=True
    )
    away = after(state, {"do": "walk", "who": "Odo", "to": "counter"})
    towards = [bot.worth(away, {"do": "walk", "who": "Odo", "to": to}, tired=False) for to in ("stove", "pantry")]
    assert towards[0] > 0 >= towards[1]


def test_a_check_file_s_event_stays_as_it_is() -> None:
    events = open_encounter(opening_of({"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS}), "x")
    assert spelt_out(kitchen(), events[0]) == [events[0]]


# The ledger and what is read out of it


def recorded(kept: Ledger, number: int) -> str:
    """Return the id of a random fight, played at one table to its end, with a step taken back in the middle."""
    chance = random.Random(number)
    encounter = kept.open(opening_of(random_opening(chance))).encounter
    for turn in range(300):
        fight = kept.fight(encounter)
        if turn == 2:
            kept.ask_rewind(encounter, "table", fight.ends[-2], "a slip", "back")
            assert kept.fight(encounter).encounter == fight.at(fight.ends[-2])
            continue
        body = pick(fight.encounter, chance, may_end=True)
        if body is None:
            break
        kept.record(encounter, "table", Declaration(action=command_of(body, NAME), cmd=f"c{turn}"))
    return encounter


@pytest.mark.parametrize("number", range(4))
def test_a_fight_is_written_down_taken_back_exported_and_audited_exactly(number: int) -> None:
    with Ledger() as kept, Ledger() as elsewhere:
        encounter = recorded(kept, number)
        file = kept.export(encounter)
        assert verify(file).broken is None
        found = audit(file)
        assert (found.rules.result, found.ok, found.rules.stored) == ("exact", True, stockpot.VERSION)
        assert found.counts.rewinds == 1
        assert elsewhere.import_(file) == encounter
        assert elsewhere.fight(encounter).encounter == kept.fight(encounter).encounter
        assert elsewhere.fight(encounter).encounter.outcome is not None


@pytest.mark.parametrize("number", range(4))
def test_its_tables_hold_what_the_fold_holds_and_flag_what_was_taken_back(number: int) -> None:
    with Ledger() as kept:
        encounter = recorded(kept, number)
        fight, rows = kept.fight(encounter), extract(of_store(kept, encounter))
        assert extract(of_file(kept.export(encounter))) == rows
    (whole,) = named(rows, "encounter")
    assert (whole["system"], whole["rewinds"], whole["outcome"]) == (NAME, 1, fight.encounter.outcome)
    counting = {n for span in fight.live for n in span}
    assert all(row["live"] == (row["n"] in counting) for row in named(rows, "change"))
    pools = {
        (row["whom"], row["pool"]): row["after"]
        for row in named(rows, "change")
        if row["live"] and row["kind"] != "budget"
    }
    assert pools == {
        (who, name): pool.now for who, one in fight.encounter.combatants.items() for name, pool in one.pools.items()
    }
    assert all(row["outcome_n"] for row in named(rows, "roll") if row["live"] and row["purpose"] == "splash")


def test_what_is_read_names_no_other_system_and_no_board_but_its_own() -> None:
    with Ledger() as kept:
        encounter = recorded(kept, 1)
        fight = kept.fight(encounter)
        told = text(chronicle(fight.lines))
        seen = TypeAdapter(View).dump_json(view(fight)).decode()
    for foreign in (*OTHERS, "tile", "was recorded"):
        assert foreign not in told
    for other in OTHERS:
        assert other not in seen
    shown = orjson.loads(seen)
    assert all(place in str(shown["board"]) for place in (*fight.encounter.zones.links, *fight.encounter.combatants))
    assert {one["id"] for one in shown["combatants"]} == set(fight.encounter.combatants)


@pytest.mark.parametrize("number", range(2))
def test_each_part_of_what_is_told_is_what_it_says_it_is(number: int) -> None:
    with Ledger() as kept:
        met = telling.holds(kept.fight(recorded(kept, number)).lines)
    assert {WhoPart, PlacePart, NumberPart, DicePart, RulePart} <= met


def test_the_odds_are_exact_without_a_book_of_their_own() -> None:
    state = after(kitchen(settings={"lids": 0}), LIT)
    counted = odds(state, command_of({"do": "splash", "who": "Odo", "target": "Pia"}, NAME))
    chances = {(each.kind, each.result): each.chance.exact for each in counted.results}
    assert chances == {("splash", "hit"): "7/12", ("splash", "miss"): "5/12"}


def test_why_cites_the_rules_in_words() -> None:
    with Ledger() as kept:
        one_table = {
            "settings": {"lids": 0},
            "dice": "loaded",
            "combatants": [{"id": "Odo", "at": "stove"}, {"id": "Pia", "at": "stove"}],
        }
        encounter = kept.open(opening_of({"system": NAME, "board": KITCHEN, **one_table})).encounter
        kept.record(encounter, "table", Declaration(action=command_of(LIT, NAME), cmd="1"))
        splash = command_of({"do": "splash", "who": "Odo", "target": "Pia"}, NAME)
        kept.record(encounter, "table", Declaration(action=splash, cmd="2"), faces=[4, 5])
        answer = why(kept.lines(encounter), "Pia.calm")
    assert answer.value == 2
    assert any(STATEMENTS["SIX-7"] in sentence for sentence in answer.sentences)
