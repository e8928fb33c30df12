"""Fox & Hounds, which is solved."""
