"""Lines as they are written, for other programs: in order, at least once each, from a bookmark on."""
