"""What a ledger does when it is called, one file a group of calls; `Ledger` is all of them."""
