"""The fifth layer: matches, the store of games, statistics and the ledger."""
