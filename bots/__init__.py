"""The bots that ship: each module is one bot with one `start_game`."""
