"""Many games: who plays whom, where the results are kept, what they mean, how they are shown."""
