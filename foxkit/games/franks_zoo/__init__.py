"""Frank's Zoo, a game of cards with hidden hands."""
