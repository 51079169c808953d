"""Starts a thread when it is imported, which no fork would take along."""

import threading
import time

from bots.passer import start_game as start_game

threading.Thread(target=time.sleep, args=(300,), daemon=True).start()
