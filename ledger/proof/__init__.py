"""What outsiders check: lines alone, without the store. Names in -ed check what the -ing ones of table have written."""
