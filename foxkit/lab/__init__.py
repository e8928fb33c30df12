"""The fifth floor: matches, experiments, statistics and the ledger."""
