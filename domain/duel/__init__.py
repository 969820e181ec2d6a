"""What pursuit and etiquette share: walking on tiles, contacts, combats in turns, disengaging, flight and chase."""
