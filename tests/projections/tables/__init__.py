"""Read models in tables, on both stores."""
