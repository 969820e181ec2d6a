"""From a call to its lines: who may and what follows. Names in -ing write here; those in -ed, in proof, check."""
