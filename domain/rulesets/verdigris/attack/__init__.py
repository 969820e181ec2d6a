"""Attacks: aim, defence, damage, free attacks, grapples."""
