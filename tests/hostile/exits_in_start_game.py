"""Ends its process while it sets up."""

import os


def start_game(*setup):
    os._exit(3)
