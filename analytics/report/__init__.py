"""What one fight, or many, came to, as one page that opens from disk: no script, nothing fetched, good on paper."""
