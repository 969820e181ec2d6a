"""The command line: serve, fight, play, check, replay, verify, archive. What only a server needs is loaded late."""
