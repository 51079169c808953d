"""What all tests share: laws are checked without a clock, which a loaded machine would run out of."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
