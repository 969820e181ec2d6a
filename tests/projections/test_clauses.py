"""Clauses: every kind of event with every field that a system states, and facts nobody has words for."""

from __future__ import annotations

import pytest

from projections.sentences.clauses import clause
from tests.projections.handmade import event, joined, laid


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "DiceRolled by=Aila for=attack pool=attr4+skill1+gear2 faces=[6,6,3,2,5,6,4] sl=3",
            "Aila rolled 7 dice (4 attribute, 1 skill, 2 gear): 6 6 3 2 5 6 4, 3 sixes",
        ),
        (
            "DiceRolled by=Bram for=attack pool=attr3+gear1 penalty=2 faces=[6,1,2,3] sl=1",
            "Bram rolled 4 dice (3 attribute, 1 gear, after 2 dice taken away): 6 1 2 3, 1 six",
        ),
        ("DiceRolled by=Cole for=dodge pool=0 faces=[] sl=0 source=none", "Cole had no dice to dodge, no six"),
        (
            "DiceRolled by=Cole for=dodge pool=save2 mod=-1 faces=[6,6] sl=1",
            "Cole rolled 2 dice to dodge (2 save): 6 6, 1 success (2 sixes, -1)",
        ),
        (
            "DiceRolled by=Cole for=dodge pool=save2 faces=[5,6] sl=2",
            "Cole rolled 2 dice to dodge (2 save): 5 6, 2 successes",
        ),
        (
            "DiceRolled by=Kara for=attack dice=4d6 faces=[6,3,4,2] mode=disadvantage keep=[2,3,4] mod=3 total=12",
            "Kara rolled 4d6+3 with disadvantage: 6, 3, 4, 2 (2, 3 and 4 kept), 12 in all",
        ),
        (
            "DiceRolled by=Kara for=attack try=2 dice=3d6 faces=[3,3,2] mod=4 total=12",
            "Kara rolled 3d6+4 (try 2): 3, 3, 2, 12 in all",
        ),
        (
            "DiceRolled by=Kara for=damage dice=1d6+3 faces=[1] mod=3 total=4",
            "Kara rolled 1d6+3 for damage: 1, 4 in all",
        ),
        (
            "DiceRolled by=Kara for=attack dice=odd faces=[1,2] mod=3 total=6",
            "Kara rolled odd+3: 1, 2, 6 in all",
        ),
        (
            "DiceRolled by=Kara for=agility_save dice=3d6 faces=[1,2,3] total=6 source=table",
            "Kara rolled 3d6 for agility save: 1, 2, 3, 6 in all (typed in by hand)",
        ),
    ],
)
def test_a_roll_shows_every_face_and_every_part_of_its_number(line: str, words: str) -> None:
    assert clause(event(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "OutcomeResolved kind=attack who=Kara result=hit versus=16 cover=three_quarters",
            "Kara hit against 16, three quarters cover",
        ),
        ("OutcomeResolved kind=attack who=Wren result=hit versus=3 hits=2", "Wren hit against 3 for 2 hits"),
        ("OutcomeResolved kind=attack who=Wren result=miss versus=3 hits=0", "Wren missed against 3"),
        ("OutcomeResolved kind=attack who=Ogre result=hit margin=2 critical=true", "Ogre hit by 2, critical"),
        ("OutcomeResolved kind=attack who=Kara result=miss reason=st_only", "Kara missed"),
        ("OutcomeResolved kind=attack who=Kara result=hit versus=14 used=2", "Kara hit against 14, try 2 counted"),
        (
            "OutcomeResolved kind=save who=Kara result=success versus=4 cover=half",
            "Kara saved against 4, half cover",
        ),
        (
            "OutcomeResolved kind=stray who=Cy result=miss victim=Ana among=[Bat,Ana]",
            "Cy nearly hit somebody else: Ana, one of Bat and Ana",
        ),
        ("OutcomeResolved kind=defense who=Tor result=dodged versus=2", "Tor dodged against 2"),
        ("OutcomeResolved kind=leave_melee who=Aila result=success margin=1", "Aila got out of the melee by 1"),
        ("OutcomeResolved kind=stealth who=Nim result=unnoticed by=[GobA,Ogre]", "Nim went unnoticed by GobA and Ogre"),
        ("OutcomeResolved kind=push who=Bram result=pushed sl=3", "Bram pushed it to 3 success levels"),
        (
            "OutcomeResolved kind=death_save who=Kara result=failure versus=11 count=2",
            "Kara slipped further away against 11, 2 of 3",
        ),
        ("OutcomeResolved kind=death_save who=Kara result=success versus=11", "Kara held on to life against 11"),
        (
            "OutcomeResolved kind=panic_trigger who=Bram result=recorded ones=1",
            "Bram was near panic, having rolled 1 one",
        ),
        (
            "OutcomeResolved kind=stray who=Bram result=hit victim=Gob2 among=[Aila,Gob2]",
            "Bram hit somebody else: Gob2, one of Aila and Gob2",
        ),
        ("OutcomeResolved kind=initiative who=party result=won", "party won the initiative"),
        (
            "OutcomeResolved kind=riddle who=Nim result=solved margin=2 versus=9 clue=owl",
            "riddle of Nim: solved by 2 against 9 (clue owl)",
        ),
    ],
)
def test_an_outcome_says_by_how_much_and_against_what(line: str, words: str) -> None:
    assert clause(event(line)) == words


def test_damage_that_was_withstood_shows_its_terms() -> None:
    absorbed = event("OutcomeResolved kind=damage who=Aila result=absorbed parts=base1+sl1-withstand2")
    assert clause(absorbed) == "Aila took no damage (base 1 + success levels 1 − withstand 2)"
    hurt = event("DamageApplied to=Gob1 by=Kara amount=4 hp=5->1 damage_type=slashing parts=base2+sl2-withstand0")
    assert clause(hurt) == "Gob1 took 4 slashing damage (base 2 + success levels 2), hp 5 to 1"
    none = event("DamageApplied to=Gob1 by=Kara amount=0 hp=5->5 parts=base0")
    assert clause(none) == "Gob1 took 0 damage (base 0), hp 5 to 5"
    immune = event("DamageApplied to=Gob1 by=Kara amount=0 hp=5->5", parts={"immunity": -3, "rolled": 3})
    assert clause(immune) == "Gob1 took 0 damage (rolled 3 − immunity 3), hp 5 to 5"
    halved = {"resistance": -2, "rolled": 3, "vulnerability": 1}
    assert clause(event("DamageApplied to=Gob1 by=Kara amount=2 hp=5->3", parts=halved)) == (
        "Gob1 took 2 damage (rolled 3 − resistance 2 + vulnerability 1), hp 5 to 3"
    )
    other = event("DamageApplied to=Gob1 by=Kara amount=1 hp=5->4", parts={"weapon": "fork"})
    assert clause(other) == "Gob1 took 1 damage (weapon fork), hp 5 to 4"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("DeclarationMade who=party kind=choose_actor actor=Bram", "party chose Bram to act"),
        (
            "DeclarationMade who=Aila kind=attack target=Ogre weapon=sword called_shot=weak_spot",
            "Aila attacked Ogre with the sword, aiming at the weak spot",
        ),
        (
            "DeclarationMade who=Aila kind=attack target=Ogre weapon=sword called_shot=effect intent=disarm",
            "Aila attacked Ogre with the sword, aiming to disarm",
        ),
        (
            "DeclarationMade who=Tor kind=attack group=Slingers weapon=axe by_ability=long_reach",
            "Tor attacked Slingers with the axe (by ability long_reach)",
        ),
        ("DeclarationMade who=Kara kind=attack location=5:4 attack=unarmed", "Kara attacked 5:4 without a weapon"),
        (
            "DeclarationMade who=GobA kind=opportunity_attack target=Kara attack=scimitar",
            "GobA struck at Kara with the scimitar",
        ),
        (
            "DeclarationMade who=Aila kind=ready weapon=longbow trigger=first_through_door once=true",
            "Aila readied the longbow for first through door, once",
        ),
        ("DeclarationMade who=Kara kind=move path=[3:2,4:2] mode=crawl", "Kara chose to crawl to 4:2"),
        ("DeclarationMade who=Kara kind=move near=GobA", "Kara chose to close in on GobA"),
        ("DeclarationMade who=Kara kind=move withdraw=true", "Kara chose to withdraw"),
        ("DeclarationMade who=Kara kind=move", "Kara chose to go"),
        ("DeclarationMade who=Wren kind=set_stance stance=aggressive", "Wren took the aggressive stance"),
        ("DeclarationMade who=Mags kind=cast_spell spell=dart target=Gobbos", "Mags cast dart on Gobbos"),
        ("DeclarationMade who=Tor kind=use_ability ability=shield_wall", "Tor used shield_wall"),
        ("DeclarationMade who=Kara kind=interact object=door verb=open", "Kara chose to open the door"),
        ("DeclarationMade who=players kind=order_tie order=[Holt,Kara]", "players put Holt before Kara"),
        ("DeclarationMade who=Bram kind=order_mount mount=Nag order=jump", "Bram ordered Nag to jump"),
        ("DeclarationMade who=Bram kind=reload weapon=crossbow", "Bram reloaded the crossbow"),
        (
            "DeclarationMade who=Kara kind=sing song=anthem target=GobA loud=true",
            "Kara declared sing against GobA (song anthem, loud yes)",
        ),
    ],
)
def test_a_declaration_says_everything_that_was_stated(line: str, words: str) -> None:
    assert clause(event(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "ConditionApplied to=Wren condition=stance value=aggressive until=round_end",
            "Wren took the aggressive stance until the end of the round",
        ),
        (
            "ConditionApplied to=Gobbos condition=defense_mod value=-1 until=round_end",
            "Gobbos had -1 on defense until the end of the round",
        ),
        ("ConditionApplied to=Gob1 condition=entangled stacks=2", "Gob1 was entangled ×2"),
        ("ConditionApplied to=Gob1 condition=entangled stacks=1", "Gob1 was entangled"),
        (
            "ConditionApplied to=Wren condition=ranged_mod_on_defense_lasting value=-1 until=encounter_end",
            "Wren had -1 on the defense against their shots until the end of the fight",
        ),
        ("ConditionApplied to=Wren condition=melee_mod value=2 source=art", "Wren had +2 on melee from the art"),
        (
            "ConditionApplied to=Wren condition=melee_from_rear_lasting until=encounter_end",
            "Wren came under “melee from rear” until the end of the fight",
        ),
        (
            "ConditionApplied to=Kara condition=disengaged until=turn_end",
            "Kara was disengaged until the end of Kara’s turn",
        ),
        ("ConditionApplied to=Kara condition=defending until=turn_start", "Kara was defending until Kara’s next turn"),
        (
            "ConditionApplied to=Suri condition=injury_46 source=critical_injury stacks=1 roll=46",
            "Suri came under “injury 46” from the critical injury (roll 46)",
        ),
        (
            "ConditionEnded to=Kara condition=disengaged reason=turn_end",
            "Kara was no longer disengaged as their turn ended",
        ),
        ("ConditionApplied to=Ogre condition=restrained source=net", "Ogre was restrained by the net"),
        ("ConditionApplied to=Kara condition=prone source=downed", "Kara was prone on going down"),
        ("ConditionApplied to=Bram condition=afoot source=fall", "Bram was afoot by the fall"),
        (
            "ConditionApplied to=Bo condition=cursed value=badly until=dawn depth=3",
            "Bo came under “cursed” (badly) until dawn (depth 3)",
        ),
        (
            "ConditionEnded to=Gob1 condition=entangled stacks=1 left=2 reason=struggle",
            "Gob1 was less entangled by 1, with 2 left (struggle)",
        ),
        ("ConditionEnded to=Nim condition=hidden reason=attacked", "Nim was no longer hidden (attacked)"),
        ("ConditionEnded to=Bo condition=cursed reason=dawn", "Bo was no longer under “cursed” (dawn)"),
    ],
)
def test_a_condition_says_how_much_from_where_and_until_when(line: str, words: str) -> None:
    assert clause(event(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("CombatantMoved who=Kara from=2:2 to=4:2 mode=walk cost=15", "Kara walked from 2:2 to 4:2 for 15"),
        ("CombatantMoved who=Kara to=2:2 mode=placed", "Kara was placed at 2:2"),
        ("CombatantMoved who=Aila from=Yard to=Yard mode=leave_melee", "Aila stood clear at Yard"),
        ("CombatantMoved who=Kara from=Inn to=Inn mode=close near=GobA", "Kara closed in on GobA at Inn"),
        (
            "CombatantMoved who=Kara from=Keep to=in_transit mode=detached progress=1/2",
            "Kara went the long way from Keep, turn 1 of 2",
        ),
        (
            "CombatantMoved who=Kara from=Keep to=in_transit mode=detached leaving=Keep bound_for=Inn made=1 turns=2 "
            "progress=1/2",
            "Kara went the long way from Keep towards Inn, turn 1 of 2",
        ),
        (
            "CombatantMoved who=Kara from=in_transit to=Inn mode=detached progress=2/2",
            "Kara went to the end of the long way, to Inn, turn 2 of 2",
        ),
        ("CombatantMoved who=Kara from=in_transit to=Inn mode=forced", "Kara was forced from the long way to Inn"),
        ("CombatantMoved who=Mare from=Gate to=Gate mode=placed", "Mare stayed at Gate"),
        (
            "CombatantMoved who=Bo from=front to=front mode=slot slot=2->4",
            "Bo took another place at front (slot 2 to 4)",
        ),
        ("CombatantMoved who=Kara from=A to=B mode=tunnel", "Kara moved (tunnel) from A to B"),
        (
            "EngagementChanged id=G1 change=formed kind=grapple members=[Aila,Gob1] holder=Aila",
            "grapple G1 began, Aila holding Gob1",
        ),
        (
            "EngagementChanged id=G1 change=reversed kind=grapple members=[Gob1,Aila] holder=Gob1",
            "grapple G1 was reversed, Gob1 holding Aila",
        ),
        (
            "EngagementChanged id=M1 change=joined kind=melee who=Cole members=[Aila,Gob1,Cole]",
            "Cole joined melee M1 with Aila and Gob1",
        ),
        (
            "EngagementChanged id=M1 change=left kind=melee who=Cole members=[Aila,Gob1]",
            "Cole left melee M1, Aila and Gob1 stayed in it",
        ),
        (
            "EngagementChanged id=F1 change=formed kind=fighting members=[Kara,GobA]",
            "fight F1 began between Kara and GobA",
        ),
        (
            "EngagementChanged id=G1 change=dissolved kind=grapple reason=down",
            "grapple G1 was over, as one of them went down",
        ),
        ("EngagementChanged id=F1 change=frozen kind=fighting reason=ice", "fight F1 changed: frozen, ice"),
        ("ItemMoved item=potion from=belt:Aila to=hand:Aila", "the potion went from Aila’s belt to Aila’s hand"),
        ("ItemMoved item=maul from=hand:Ogre to=ground:Yard", "the maul went from Ogre’s hand to the ground at Yard"),
        (
            "ItemUsed who=Pip item=tar on=Gobbos consumed=false mode=thrown",
            "Pip used the tar on Gobbos (thrown) and kept it",
        ),
        ("VitalsRestored to=Bram amount=4 hp=0->4 why=wound", "Bram regained 4, hp 0 to 4 (wound)"),
        (
            "LifeStateChanged who=Cole life=active->dying why=hp_0_wounds_0",
            "Cole lay dying with no hp and no wounds left",
        ),
        ("LifeStateChanged who=Gobbos life=active->dead why=count_0", "Gobbos died with none of them left"),
        ("LifeStateChanged who=Cole life=dying->dead why=failed_save", "Cole died after a failed save"),
        ("LifeStateChanged who=Tor life=active->down why=health_0", "Tor went down with no health left"),
        ("LifeStateChanged who=Tor life=active->left why=fled", "Tor left the fight (fled)"),
        ("LifeStateChanged who=Tor life=active->asleep why=song", "Tor went from active to asleep (song)"),
        ("LifeStateChanged who=Tor life=dying->active why=healed", "Tor was up again (healed)"),
        ("LifeStateChanged who=Tor life=dying->dead why=old_age", "Tor died (old age)"),
    ],
)
def test_places_groups_things_and_lives_are_told(line: str, words: str) -> None:
    assert clause(event(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("PhaseChanged from=surprise to=positions", "the phase went from surprise to positions"),
        ("RoundStarted round=4 seconds=6", "round 4 began (6 seconds)"),
        ("RoundStarted round=4 seconds=1", "round 4 began (1 second)"),
        ("RoundStarted round=0 seconds=6", "the surprise round began (6 seconds)"),
        ("RoundEnded round=0", "the surprise round ended"),
        ("RoundEnded round=3", "round 3 ended"),
        (
            "OrderSet order=[Holt,Kara] basis=initiative ties=[agility,choice]",
            "the order was Holt and Kara (by initiative, ties by agility then choice)",
        ),
        ("OrderSet round=1 first=party basis=surprise", "party had the first turn of round 1 (by surprise)"),
        ("OrderSet first=party basis=initiative", "party had the first turn (by initiative)"),
        ("SurpriseSet surprised=[] basis=nobody_hiding", "nobody was surprised (nobody hiding)"),
        ("SurpriseSet surprised=[Gob1] surprising=party", "Gob1 was surprised by party"),
        ("TurnStarted who=Kara movement=30 action=1", "Kara had the turn with movement 30, action 1"),
        ("TurnEnded who=Kara reason=dropped", "Kara ended the turn (dropped)"),
        ("TurnEnded who=Imps reason=no_ranged_attack", "Imps did nothing, as they have no ranged attack now"),
        ("TurnEnded who=Imps reason=nobody_in_reach", "Imps did nothing, as nobody is in their reach"),
        (
            "RulingMade by=gm subject=penalty who=Aila target=Gob2 value=1",
            "ruling by gm on penalty for Aila against Gob2: 1",
        ),
        (
            "RulingMade by=gm subject=inventory value=pass_it item=potion from=hand:Aila to=hand:Bram cost=action",
            "ruling by gm on inventory: pass it (the potion from Aila’s hand to Bram’s hand, cost action)",
        ),
        ("RulingMade by=gm subject=cover item=crate", "ruling by gm on cover (the crate)"),
        ("ResourceChanged who=Bram agility=4->3 why=ones", "Bram’s agility went from 4 to 3 (ones)"),
        ("ResourceChanged who=Bo uses_mend=2->1 why=mend", "Bo had 1 use of mend left"),
        (
            "ResourceChanged who=Bo hand_mortar_loaded=1->0 why=shot",
            "Bo’s shots in the hand_mortar went from 1 to 0 (shot)",
        ),
        (
            "ResourceChanged who=Bo eel_fork_bonus=2->1 why=ones",
            "Bo’s bonus of the eel_fork went from 2 to 1 (ones)",
        ),
        ("MessageRecorded by=Kara channel=flourish text=hah", "Kara said “hah” (flourish)"),
        ("EncounterEnded outcome=players reason=rout", "the fight was over: players (rout)"),
        ("EncounterEnded outcome=stopped winner=red", "the fight was over: stopped, won by red"),
        ("EncounterEnded outcome=ended reason=agreed", "the fight was ended (agreed)"),
        ("EncounterEnded outcome=ended reason=rout winner=Ana", "the fight was ended (rout), won by Ana"),
        (
            "DecisionLapsed kind=opportunity_attack owner=[gm,P1] reason=gone",
            "the opportunity attack decision of gm and P1 lapsed (gone)",
        ),
    ],
)
def test_rounds_orders_rulings_and_ends_are_told(line: str, words: str) -> None:
    assert clause(event(line)) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "DecisionOpened kind=opportunity_attack owner=gm options=[Gob1,Gob2,none] target=Aila",
            "Gob1 or Gob2 could strike at Aila",
        ),
        ("DecisionOpened kind=push owner=P2 options=[push,accept_roll]", "P2 could push the roll"),
        (
            "DecisionOpened kind=ruling owner=gm subject=zone_shot attacker=Kara target=GobA",
            "gm had to rule on zone shot of Kara against GobA",
        ),
        (
            "DecisionOpened kind=ruling owner=gm subject=called_shot intent=disarm",
            "gm had to rule on called shot (disarm)",
        ),
        (
            "DecisionOpened kind=initiative_tie owner=players options=[Kara,Holt]",
            "players had to put Kara and Holt in order",
        ),
        (
            "DecisionOpened kind=grapple_turn owner=gm options=[break_grapple,reverse_grapple]",
            "gm could break grapple or reverse grapple",
        ),
        ("DecisionOpened kind=formation owner=party options=[Mags]", "party had to mend the formation with Mags"),
        ("DecisionOpened kind=riddle owner=[P1,P2] options=[3,owl]", "P1 and P2 had to decide: riddle (3 or owl)"),
    ],
)
def test_a_question_says_whose_it_is_and_what_can_be_answered(line: str, words: str) -> None:
    assert clause(event(line)) == words


def test_the_board_of_every_kind_says_how_big_it_is_and_what_becomes_of_it() -> None:
    link = {"between": ["Keep", "Tower"], "state": "detached", "turns": 2, "reason": "smoke"}
    assert clause(laid("grid", width=24, height=16)) == "a grid of 24 by 16 squares was laid"
    assert clause(laid("walls", walls=[[0, 0, 100, 0]])) == "1 wall was laid"
    assert clause(laid("difficult", squares=["1:1", "1:2"])) == "2 squares were made difficult"
    assert clause(laid("front_capacity", value=2)) == "2 fit into the front"
    assert clause(laid("front_capacity", value=1)) == "1 fits into the front"
    assert clause(laid("front_capacity", value=None)) == "any number fit into the front"
    assert clause(laid("rear_per_front", value=[1, 2])) == "the rear may hold 1 for every 2 in front"
    assert clause(laid("door", door="east", open=True)) == "the door east was opened"
    assert clause(laid("flood", depth=3)) == "the board changed: flood, depth 3"
    changed = event("BoardChanged change=link by=gm reason=rammed", detail=link)
    assert clause(changed) == "the link between Keep and Tower became detached by 2 turns (smoke) (rammed, by gm)"
    near = {"between": ["Keep", "Tower"], "state": "adjacent", "turns": 2, "reason": "rammed"}
    assert clause(event("BoardChanged change=link by=gm reason=rammed", detail=near)) == (
        "the link between Keep and Tower became adjacent (rammed) (by gm)"
    )


def test_whoever_joins_brings_pools_sheet_and_things() -> None:
    ogre = joined(
        "Ogre", "enemies", "Yard", ("hp", 9, 10), life="down", strength=6, attacks=[{"id": "maul"}], hp=10, pack=()
    )
    assert (
        clause(ogre)
        == "Ogre joined for enemies as a player’s character at Yard: down, hp 9 of 10, strength 6, attacks maul"
    )
    things = [{"id": "sword", "place": "hand"}, {"id": "rope", "place": "pack"}, {"id": "gem", "place": "boot"}]
    nim = event("CombatantJoined who=Nim side=party kind=ally at=Yard", carried=things)
    assert clause(nim) == "Nim joined for party as an ally at Yard: in hand sword, in the pack rope, in boot gem"
