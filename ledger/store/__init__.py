"""Where lines lie: SQLite or PostgreSQL, snapshots, fights in memory, and hearing of what others write."""
