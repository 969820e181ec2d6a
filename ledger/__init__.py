"""The write side: the stored line, its hash chain, ledger dice, storage and seats."""
