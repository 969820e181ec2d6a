"""What stands above the tables: files of them for other programs, questions asked of them, reports."""
