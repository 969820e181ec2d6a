"""Pictures of maps: what they are made of, and the boards that name them."""
