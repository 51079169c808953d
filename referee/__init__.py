"""Runs games: the pure game, the server around it, records, tournaments, commands."""
