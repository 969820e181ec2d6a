"""A player's side of the protocol: a device with its keys, what it keeps, and how it takes part in rolls."""
