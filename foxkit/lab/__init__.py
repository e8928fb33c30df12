"""The fifth floor: matches, the store of games, statistics and the ledger."""
