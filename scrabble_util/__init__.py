"""What the referee and a bot share, and nothing else: words, messages, boards, the search for moves."""
