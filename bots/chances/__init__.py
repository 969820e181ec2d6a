"""The chance to win through a fight that is over, for whoever looks back: judges that are kept, and what they say."""
