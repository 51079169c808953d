"""Has no start_game."""
