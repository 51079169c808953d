"""Bots that do wrong, each in its own way, for the tests of the referee."""
