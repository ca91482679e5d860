"""Lists of words that the rules are made of."""
