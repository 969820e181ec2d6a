"""Read models in tables: rows and the position they stand at, written in one transaction, page by page of the lines."""
