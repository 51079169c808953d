"""A chair for a person: what `console.py` is made of."""
