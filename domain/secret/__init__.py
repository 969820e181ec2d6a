"""What not everybody at a table may know: who waits in reserve, dice rolled in secret, sealed facts and messages."""
