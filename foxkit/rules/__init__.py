"""The second floor: one file per game, its rules as a value and its text form."""
