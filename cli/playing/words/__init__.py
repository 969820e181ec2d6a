"""What each word of the terminal does; vocabulary.py says where each is."""
