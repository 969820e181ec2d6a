"""Vanguard in words."""

from projections.labels.tables import Label, Labels, Needs, command

LABELS = Labels(
    commands={
        "add_combatant": command("Bring in", "referee", "Add a character or a group of monsters before the start."),
        "place": command("Place", "referee", "Put somebody into a guard, or a slot of it, before the start."),
        "change_board": command(
            "Change the room", "referee", "Change how many fit into the front, and how many the rear may have."
        ),
        "start": command("Begin the fight", "referee", "Let the party meet the monsters."),
        "end_encounter": command("End the fight", "referee", "End the fight in a way that no rule brings about."),
        "choose_engagement": command("Meet them", "answer", "Attack, talk, sneak past or leave."),
        "set_stance": command("Take a stance", "other", "Be aggressive, defensive or neutral for the round."),
        "ready_round": command("Begin the round", "end", "The stances are chosen."),
        "attack": command("Attack", "attack", "Attack a group of monsters."),
        "use_item": command("Use", "item", "Use an item, on oneself if nobody is named."),
        "cast_spell": command("Cast", "ability", "Cast a spell, on oneself if nobody is named."),
        "use_ability": command(
            "Use ability", "ability", "Use an ability of one's class, on oneself if nobody is named."
        ),
        "move_position": command("Change guard", "move", "Go into the other guard."),
        "pass": command("Pass", "end", "Do nothing more in this round."),
        "monsters_act": command("Monsters attack", "referee", "Let a group of monsters attack."),
    },
    values={
        "health": Label(label="Health", hint="How much harm somebody can take."),
        "count": Label(label="Count", hint="How many of the group are left."),
        "action": Label(label="Action", hint="Deeds of the turn."),
    },
    conditions={
        "damage_mod": Label(label="Damage changed", hint="More or less damage."),
        "defense_mod": Label(label="Defense changed", hint="Harder or easier to hit."),
        "defense_mod_lasting": Label(label="Defense changed", hint="Harder or easier to hit, for the fight."),
        "front_weight": Label(label="Shield wall", hint="Counts as more than one in front."),
        "melee_from_rear": Label(label="Reach from the rear", hint="Fights hand to hand from the rear."),
        "melee_mod": Label(label="Melee changed", hint="Better or worse hand to hand."),
        "melee_mod_lasting": Label(label="Melee changed", hint="Better or worse hand to hand, for the fight."),
        "ranged_from_front_lasting": Label(
            label="Shoots from the front", hint="Shoots although in front, for the fight."
        ),
        "ranged_mod_on_defense": Label(label="Defense against shots", hint="Harder or easier to shoot."),
        "rear_per_front": Label(label="Crowding", hint="Changes how many the rear may have."),
        "stance": Label(label="Stance", hint="Aggressive, defensive or neutral for the round."),
    },
    settings={
        "equal_hits": "whether a roll of exactly the defense hits",
        "actions_per_turn": "how many actions a turn has",
        "reaction_table": (
            "what each face means when the monsters are talked to; with `data` 1-2 hostile, 3-4 wary, "
            "5-6 peaceful, or the group's own"
        ),
        "sneak": "who rolls to get past, the one with the worst quick die or all",
        "failed_sneak_ambush": "whether the monsters act first after a failed sneak",
        "spill_over": "whether hits left over go to the next group",
        "defense_die": "which die one defends with",
        "targeting": "whom the members of a group attack",
        "target_ties": "who comes first of those who did as much damage",
        "empty_front": "what becomes of the monsters' rear when nobody is in front",
        "formation_repair": "when a broken formation is mended",
        "monster_ratio": "whether the monsters need a formation at the start",
        "stance_carries_over": "whether a stance holds until another is chosen",
        "zero_health": "what becomes of a character without health",
        "spell_success": "what a spell must roll",
        "unarmed": "whether one may attack without a weapon",
        "weight_counts_for_numbers": "whether a shield wall counts in being outnumbered",
        "party_decision": "who speaks for the party: its leader, or the votes of its players",
    },
    needs={
        "attack": Needs(over=True, unless=("equal_hits", True)),
        "defense": Needs(over=True),
        "spell": Needs(over=True, unless=("spell_success", "meet_or_over")),
    },
)
