"""Files of tables, questions asked of them, reports."""
