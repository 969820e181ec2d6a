"""The house itself: set-up, imports, dependencies, documents."""
