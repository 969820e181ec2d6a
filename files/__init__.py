"""What people write, read safely: rosters, check files, maps. Nothing here knows the store or the web."""
