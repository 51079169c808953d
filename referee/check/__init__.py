"""The conformance kit: puts a bot through scripted situations, and says which it does not survive."""
