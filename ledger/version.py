"""The version of the program; what is built, answered and shown reads it here."""

VERSION = "0.1.0"
