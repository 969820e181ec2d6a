"""The edges: HTTP application and command line."""
