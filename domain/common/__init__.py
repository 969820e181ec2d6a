"""What may be done in every system and is in no rulebook: claim the time, hand over, concede, overrule a value."""
