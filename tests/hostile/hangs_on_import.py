"""Is never done with being imported."""

import time

time.sleep(300)
